"""Hosts that tests make in memory."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.config import Config
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.catalog.serving import ServeConfig
from gonogo.host.host import Host

LISTED = Config(serve=ServeConfig(search="never"))
"""Every tool is listed, however many there are."""

NOTHING = {"type": "object", "additionalProperties": False}


@dataclass(frozen=True)
class Made:
    """A tool in the making: its schemas, and what it answers or does with its arguments."""

    output: Any = None
    answer: Any = None
    given: Any = None
    does: Callable[[dict[str, Any]], Any] | None = None

    def handler(self) -> Callable[[dict[str, Any]], Any]:
        return self.does or (lambda _arguments: self.answer)


def catalog_of(tools: dict[str, Made], config: Config | None = None) -> Catalog:
    return Catalog.of(
        (
            Tool(
                name,
                f"The tool {name}.",
                Contract.of(name, Side.INPUT, NOTHING if each.given is None else each.given),
                None if each.output is None else Contract.of(name, Side.OUTPUT, each.output),
            )
            for name, each in tools.items()
        ),
        config or LISTED,
    )


def host_of(tools: dict[str, Made], config: Config | None = None) -> Host:
    host = Host(catalog_of(tools, config))
    for name, each in tools.items():
        host.register(name, each.handler())
    return host
