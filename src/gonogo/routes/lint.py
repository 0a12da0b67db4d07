"""What is wrong with a route table, judged against the contract of its handoff."""

from collections.abc import Iterable, Sequence

from gonogo.catalog.contract import Contract
from gonogo.catalog.document import Document, steps_to
from gonogo.catalog.finding import Finding, Severity
from gonogo.catalog.routing import ROUTES, RouteTable
from gonogo.gauge.hints import nearest
from gonogo.gauge.view import View
from gonogo.routes.ask_cel import ask_cel
from gonogo.routes.ask_schema import ask_schema
from gonogo.routes.asking import Asking, shown
from gonogo.routes.cel import CelRule
from gonogo.routes.domain import Point, points_of
from gonogo.routes.faults import FAULTS
from gonogo.routes.fields import Fields
from gonogo.routes.router import Router
from gonogo.routes.rule import Rule, RuleFault, SchemaRule
from gonogo.schema.text import write

_MOST_TOLD = 3


def lint_routes(table: RouteTable, contract: Contract) -> tuple[Finding, ...]:
    """Return what is wrong with a route table, in its order.

    An error is a rule that never does what it says; what falls to `otherwise` is a note. Values in the messages are
    those of the rule and of the contract.

    Args:
        table: the routes.
        contract: the contract of the handoff.
    """
    return lint_router(Router(table, contract))


def lint_router(router: Router) -> tuple[Finding, ...]:
    """Return what is wrong with the table of a router; see `lint_routes`."""
    table, fields = router.table, Fields(router.contract)
    document = table.document or Document(f"{ROUTES}/{table.name}.json", "{}", {})
    asked = [_asked(rule, fields) for rule in router.rules]
    found = [
        _finding(document, fault, f"/routes/{number}/when{fault.pointer}")
        for number, asking in enumerate(asked)
        for fault in asking.faults
    ]
    points = points_of(fields, asked)
    if points is None:
        fault = RuleFault("not_enumerated", "the rules tell too many kinds of handoffs apart to look at each")
        return (*found, _finding(document, fault, "/routes"))
    taken = [[rule.decide(point.payload) for point in points] for rule in router.rules]
    found += [
        _finding(document, fault, f"/routes/{number}")
        for number, fault in _idle(asked, taken)
        if not asked[number].faults
    ]
    missed = [point for place, point in enumerate(points) if not any(row[place] for row in taken)]
    if table.routes and missed and not any(asking.opaque or asking.faults for asking in asked):
        found.append(_finding(document, _uncovered(missed, len(points), table.otherwise), "/otherwise"))
    return tuple(found)


def _asked(rule: Rule, fields: Fields) -> Asking:
    """What one rule asks, with its faults."""
    asking = Asking(fields)
    if isinstance(rule, RuleFault):
        asking.opaque = True
        near = nearest(rule.name, fields.names) if rule.name else None
        asking.find(rule.code, rule.message, rule.pointer, f"write `{near}`" if near else rule.hint)
    elif isinstance(rule, CelRule):
        ask_cel(rule.tree, asking)
    elif isinstance(rule, SchemaRule):
        bundle = rule.compiled.bundle
        ask_schema(View(bundle, bundle.root, rule.compiled.options), asking)
    return asking


def _idle(asked: Sequence[Asking], taken: Sequence[Sequence[bool | None]]) -> Iterable[tuple[int, RuleFault]]:
    """The routes that receive nothing: their rule never holds, or earlier ones take whatever it would.

    A rule that cannot be told from its terms is taken to hold anywhere where it is asked about, and nowhere where it
    is an earlier one.
    """
    for number, asking in enumerate(asked):
        here = [place for place, holds in enumerate(taken[number]) if holds or asking.opaque]
        earlier = [row for row, each in zip(taken[:number], asked, strict=False) if not each.opaque]
        if not here:
            yield number, RuleFault("dead_route", "no handoff satisfies this rule")
        elif all(any(row[place] for row in earlier) for place in here):
            yield number, RuleFault("shadowed_route", "earlier routes take every handoff that this one would")


def _uncovered(missed: list[Point], of: int, otherwise: str) -> RuleFault:
    told = "; ".join(_described(point) for point in missed[:_MOST_TOLD])
    more = ", among them" if len(missed) > _MOST_TOLD else ":"
    message = f"{len(missed)} of {of} kinds of handoffs fall to `otherwise` ({otherwise}){more} {told}"
    return RuleFault("uncovered", message)


def _described(point: Point) -> str:
    return ", ".join(f"{shown(path)} {write(value)}" for path, value in point.fields) or "every handoff"


def _finding(document: Document, fault: RuleFault, pointer: str) -> Finding:
    row = FAULTS[fault.code]
    at = steps_to(document.value, pointer)
    return document.finding(
        fault.code, fault.message, fault.hint or row.hint, at=at, severity=Severity(row.severity)
    )
