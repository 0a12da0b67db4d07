"""A host of the repository that GONOGO_FOUND names; each tool answers what its own output contract accepts."""

import os
from collections.abc import Callable
from typing import Any

from gonogo.catalog.contract import Tool
from gonogo.host.host import Host
from gonogo.schema.refs import Bundle
from gonogo.witness.payloads import Payloads


def answering(tool: Tool) -> Callable[[dict[str, Any]], Any]:
    """Return a handler that makes a payload of the tool's output contract when it is called."""

    def answer(_arguments: dict[str, Any]) -> Any:
        return None if tool.output is None else Payloads(Bundle(tool.output.schema)).smallest()

    return answer


host = Host.at(os.environ["GONOGO_FOUND"])
for each in host.catalog.tools.values():
    host.register(each.name, answering(each))
