"""`routes/NAME.json`: who receives a handoff, as data. What the rules mean is the room `routes`' business."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

from gonogo.catalog.contract import Contract
from gonogo.catalog.document import Document, read_document, steps_to
from gonogo.catalog.finding import Finding
from gonogo.catalog.loader import json_files
from gonogo.contracts import contract
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.hints import nearest
from gonogo.gauge.verdict import NoGo
from gonogo.schema.limits import Limits
from gonogo.schema.text import write
from gonogo.schema.types import Schema

ROUTES = "routes"
REFUSE = "refuse"
"""What `otherwise` says where nobody receives what no route takes."""


@dataclass(frozen=True, slots=True)
class Route:
    """One row of a route table.

    Attributes:
        to: the agent that receives the handoff.
        when: the rule: a CEL expression as text, or a JSON Schema that the handoff satisfies.
    """

    to: str
    when: str | Schema


@dataclass(frozen=True)
class RouteTable:
    """Who receives a handoff: the first route whose rule holds.

    Attributes:
        name: the handoff that it belongs to.
        routes: in the order in which they are asked.
        otherwise: who receives what no route takes; `refuse` for nobody.
        document: the file that it was read from; None for one made in memory.
    """

    name: str
    routes: tuple[Route, ...]
    otherwise: str
    document: Document | None = field(default=None, repr=False, compare=False)


def read_routes(
    root: Path, handoffs: Mapping[str, Contract]
) -> tuple[Mapping[str, RouteTable], tuple[Finding, ...]]:
    """Read the route tables of a repository; a bad file is a finding, and never keeps the others out.

    Args:
        root: the repository's root.
        handoffs: the contracts of what is routed, by name.
    """
    tables: dict[str, RouteTable] = {}
    findings: list[Finding] = []
    for file in json_files(root, ROUTES):
        document = read_document(root, file)
        fault = document if isinstance(document, Finding) else _fault_of(document, handoffs)
        if fault is not None:
            findings.append(fault)
        elif isinstance(document, Document):
            tables[document.stem] = _table(document)
    return MappingProxyType(tables), tuple(findings)


def table_of(name: str, value: Mapping[str, object]) -> RouteTable:
    """Return the route table that a JSON object holds, for one made in memory.

    Raises:
        ValueError: it breaks the contract `contracts/routes.json`.
    """
    verdict = _gauge().check(dict(value))
    if isinstance(verdict, NoGo):
        issue = verdict.problem.issues[0]
        raise ValueError(  # noqa: TRY004 - the table is wrong, not its Python type
            f"{issue.code} at {issue.pointer or 'the root'}: {issue.hint}"
        )
    return _table(Document(f"{ROUTES}/{name}.json", write(verdict.value), verdict.value))


def _table(document: Document) -> RouteTable:
    routes = tuple(Route(row["to"], row["when"]) for row in document.value["routes"])
    return RouteTable(document.stem, routes, document.value["otherwise"], document)


def _fault_of(document: Document, handoffs: Mapping[str, Contract]) -> Finding | None:
    verdict = _gauge().check(document.value)
    if isinstance(verdict, NoGo):
        issue = verdict.problem.issues[0]
        expected = "" if issue.expected is None else f"; expected {issue.expected}"
        at = steps_to(document.value, issue.pointer.removesuffix("/*"))
        return document.finding(
            "malformed_routes", f"breaks `{issue.code}`", f"{issue.hint}{expected}", at=at
        )
    if document.stem not in handoffs:
        near = nearest(document.stem, handoffs)
        hint = f"did you mean {near}.json?" if near else f"add schemas/handoffs/{document.stem}.json"
        return document.finding("routes_without_handoff", "no handoff has this name", hint)
    return None


@cache
def _gauge() -> Gauge:
    return Gauge(contract("routes"), limits=Limits())
