"""gonogo: contracts for the JSON that AI agents exchange, enforced by the host.

The few names that a user needs; everything else is imported from its room. Each is loaded when it is first asked
for, so that a gauge costs nothing of what a host brings along.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gonogo.catalog.catalog import Catalog as Catalog
    from gonogo.catalog.contract import Contract as Contract
    from gonogo.catalog.contract import Tool as Tool
    from gonogo.gauge.gauge import Gauge as Gauge
    from gonogo.gauge.problem import Issue as Issue
    from gonogo.gauge.verdict import Go as Go
    from gonogo.gauge.verdict import NoGo as NoGo
    from gonogo.host.host import Host as Host

__all__ = ["Catalog", "Contract", "Gauge", "Go", "Host", "Issue", "NoGo", "Tool"]

_HOMES = {
    "Catalog": "gonogo.catalog.catalog",
    "Contract": "gonogo.catalog.contract",
    "Tool": "gonogo.catalog.contract",
    "Gauge": "gonogo.gauge.gauge",
    "Issue": "gonogo.gauge.problem",
    "Go": "gonogo.gauge.verdict",
    "NoGo": "gonogo.gauge.verdict",
    "Host": "gonogo.host.host",
    "finder_of": "gonogo.search.finder",
}
"""Where each name is; the last is what `Catalog.search` asks for, whose room is on a higher floor than the catalog."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'gonogo' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value
