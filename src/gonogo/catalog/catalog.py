"""An immutable set of tools, handoffs, states, routes and migrations."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from gonogo.catalog.aliases import read_aliases
from gonogo.catalog.binding import Binding
from gonogo.catalog.bindings import read_bindings, stray_bindings
from gonogo.catalog.config import Config, read_config
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.catalog.document import Document
from gonogo.catalog.finding import Finding, in_order
from gonogo.catalog.loader import SCHEMAS, Loader, namespace_of
from gonogo.catalog.migration import Known, Migration, read_migrations
from gonogo.catalog.overlay import Overlay
from gonogo.catalog.overlays import read_overlays, stray_overlays
from gonogo.catalog.routing import RouteTable, read_routes
from gonogo.catalog.version import Version
from gonogo.schema.canonical import canonical
from gonogo.schema.types import Json

EXPORTS = "exports"
"""The folder of a repository that holds its contracts in each target's form."""


class NoCatalog(ValueError):
    """Raised when a path holds no contract repository: it is no folder, or has no `schemas/`."""


@dataclass(frozen=True, eq=False)
class Catalog:
    """Contracts that belong together, and what was wrong with those that could not be loaded.

    Attributes:
        tools, handoffs, states: by name.
        routes: who receives each handoff, by its name.
        released: old versions of states by name.
        migrations: how states of old versions become newer ones, by the name of the state.
        findings: what was wrong with files, by path and place.
        aliases: the names that tools have in the exports, by rule, where those are not their own.
        config: the repository's configuration.
        root: the repository's root; None for a catalog made in memory.
    """

    tools: Mapping[str, Tool] = field(default_factory=dict)
    handoffs: Mapping[str, Contract] = field(default_factory=dict)
    states: Mapping[str, Contract] = field(default_factory=dict)
    routes: Mapping[str, RouteTable] = field(default_factory=dict)
    released: Mapping[str, Mapping[Version, Contract]] = field(default_factory=dict)
    migrations: Mapping[str, tuple[Migration, ...]] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    aliases: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    config: Config = field(default_factory=Config)
    root: Path | None = None

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """Every current contract: tools' inputs and outputs, handoffs and states."""
        inputs = [tool.input for tool in self.tools.values()]
        outputs = [tool.output for tool in self.tools.values() if tool.output is not None]
        return (*inputs, *outputs, *self.handoffs.values(), *self.states.values())

    @cached_property
    def digest(self) -> str:
        """The digest of the contract set: another where a contract judges otherwise, or a route table decides otherwise."""
        contracts = sorted(
            [each.side.value, each.name, str(each.version), each.digest] for each in self.contracts
        )
        routes = {
            name: [[[route.to, route.when] for route in table.routes], table.otherwise]
            for name, table in self.routes.items()
        }
        text = canonical({"contracts": contracts, "routes": routes})
        return "sha256:" + hashlib.sha256(text.encode()).hexdigest()

    def search(self, query: str, most: int = 5) -> tuple[Tool, ...]:
        """Return the tools that answer a query best, the best first; scores are told by the room `search`.

        Args:
            query: what the tool is to do, in words.
            most: how many tools to return.
        """
        return self._finder(query, most)

    @cached_property
    def _finder(self) -> Callable[[str, int], tuple[Tool, ...]]:
        """Searches this catalog; rooms above bring it along, and the package's face says which."""
        finder: Callable[[str, int], tuple[Tool, ...]] = import_module("gonogo").finder_of(self)
        return finder

    @classmethod
    def of(cls, tools: Iterable[Tool], config: Config | None = None) -> "Catalog":
        """Make a catalog of tools in memory.

        Raises:
            ValueError: two tools have one name.
        """
        named: dict[str, Tool] = {}
        for tool in tools:
            if tool.name in named:
                raise ValueError(f"two tools are named {tool.name!r}")
            named[tool.name] = tool
        return cls(tools=MappingProxyType(named), config=config or Config())

    @classmethod
    def load(cls, path: str | Path) -> "Catalog":
        """Read a contract repository; a bad file is a finding, and never keeps the others out.

        Args:
            path: the repository's root, which holds `schemas/`, or that folder itself.

        Raises:
            NoCatalog: there is no such folder.
        """
        root = Path(path)
        if root.name == SCHEMAS and not (root / SCHEMAS).is_dir():
            root = root.parent
        if not (root / SCHEMAS).is_dir():
            raise NoCatalog(f"{path} holds no folder `{SCHEMAS}`")
        config, findings = read_config(root)
        overlays, faults = read_overlays(root)
        bindings, misbound = read_bindings(root)
        loader = Loader(root, config, findings=[*findings, *faults, *misbound], imported=frozenset(bindings))
        loader.read()
        named = _by_side(loader)
        loader.findings += stray_overlays(overlays, _stems(named, Side.OUTPUT), root)
        loader.findings += stray_bindings(bindings, _stems(named, Side.INPUT), root)
        released: dict[str, dict[Version, Contract]] = {}
        for name, contract in loader.released():
            if contract.side is Side.STATE:
                released.setdefault(name, {})[contract.version] = contract
        handoffs = MappingProxyType({name: each[1] for name, each in named[Side.HANDOFF].items()})
        routes, route_findings = read_routes(root, handoffs)
        states = MappingProxyType({name: each[1] for name, each in named[Side.STATE].items()})
        migrations, migration_findings = read_migrations(root, Known(states, released))
        return cls(
            tools=MappingProxyType(_tools(loader, named, overlays, bindings)),
            handoffs=handoffs,
            states=states,
            routes=routes,
            released=MappingProxyType(released),
            migrations=migrations,
            findings=in_order([*loader.findings, *route_findings, *migration_findings]),
            aliases=MappingProxyType(read_aliases(root / EXPORTS)),
            config=config,
            root=root,
        )


Made = tuple[Document, Contract]


def _by_side(loader: Loader) -> dict[Side, dict[str, Made]]:
    """The contracts of each side by name; a name that differs from an earlier one by case only is refused."""
    named: dict[Side, dict[str, Made]] = {side: {} for side in Side}
    folded: dict[tuple[Side, str], str] = {}
    for document, contract in loader.contracts():
        key = (contract.side, contract.name.casefold())
        if key in folded:
            message = f"the name {contract.name!r} belongs to {folded[key]}"
            hint = "names must differ by more than case, whatever folder they stand in"
            loader.findings.append(document.finding("duplicate_name", message, hint))
            continue
        folded[key] = document.file
        named[contract.side][contract.name] = (document, contract)
    return named


def _stems(named: Mapping[Side, Mapping[str, Made]], side: Side) -> frozenset[str]:
    return frozenset(document.stem for document, _ in named[side].values())


def _tools(
    loader: Loader,
    named: Mapping[Side, Mapping[str, Made]],
    overlays: Mapping[str, Overlay],
    bindings: Mapping[str, Binding],
) -> dict[str, Tool]:
    tools: dict[str, Tool] = {}
    outputs = {document.stem: (document, contract) for document, contract in named[Side.OUTPUT].values()}
    paired: set[str] = set()
    for name, (document, contract) in named[Side.INPUT].items():
        fault = _fault_of_input(document)
        if fault is not None:
            loader.findings.append(fault)
            continue
        output = outputs.get(document.stem)
        paired.add(document.stem)
        tool = _tool(name, document, contract, output[1] if output else None)
        stem = document.stem
        tools[name] = replace(tool, overlay=overlays.get(stem), binding=bindings.get(stem))
    told = {finding.file.rpartition("/")[2] for finding in loader.findings if "/tools/" in finding.file}
    for stem, (document, _) in outputs.items():
        if stem not in paired and f"{stem}.json" not in told:
            hint = f"add {SCHEMAS}/tools/{stem}.json, or remove the file"
            loader.findings.append(document.finding("output_without_tool", "no tool has this output", hint))
    return tools


def _tool(name: str, document: Document, contract: Contract, output: Contract | None) -> Tool:
    words: Mapping[str, Json] = document.value.get("x-tool", {})
    return Tool(
        name=name,
        description=contract.description,
        input=contract,
        output=output,
        title=words.get("title"),
        annotations=MappingProxyType(words.get("annotations", {})),
        namespace=namespace_of(document.file),
    )


def _fault_of_input(document: Document) -> Finding | None:
    """Every protocol wants the arguments of a call to be an object, and says so at the root (MCP, `inputSchema`)."""
    if isinstance(document.value, dict) and document.value.get("type") == "object":
        return None
    at = ("type",) if isinstance(document.value, dict) and "type" in document.value else ()
    return document.finding(
        "input_not_object", "a tool's input is an object", 'write "type": "object"', at=at
    )
