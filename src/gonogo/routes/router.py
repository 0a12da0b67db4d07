"""Where a gauged handoff goes: the first route whose rule holds, else what `otherwise` says."""

from dataclasses import dataclass
from typing import TypeAlias

from gonogo.catalog.contract import Contract
from gonogo.catalog.routing import REFUSE, RouteTable
from gonogo.routes.rule import Rule, rule_of
from gonogo.schema.types import Json

NAMED = "to"
"""The property by which a payload names its target."""


@dataclass(frozen=True, slots=True)
class Target:
    """A handoff has somewhere to go.

    Attributes:
        to: the agent that receives it.
        rule: where in the route table that was decided: `/routes/0`, or `/otherwise`.
    """

    to: str
    rule: str


@dataclass(frozen=True, slots=True)
class NoTarget:
    """A handoff has nowhere to go.

    Attributes:
        code: `no_route`, `rule_failed` or `other_target`: rows of the gauge's table of codes.
        rule: where in the route table that was decided.
        expected: the target of the rule that held, where the payload names another.
    """

    code: str
    rule: str
    expected: str | None = None


Decision: TypeAlias = Target | NoTarget
"""What a router answers."""


class Router:
    """A route table, ready to be asked about gauged payloads.

    Args:
        table: the routes.
        contract: the contract of the handoff.

    Attributes:
        rules: one for each route, in order; one that does not compile is a `RuleFault`, and decides nothing.
    """

    def __init__(self, table: RouteTable, contract: Contract) -> None:
        self.table = table
        self.contract = contract
        self.rules: tuple[Rule, ...] = tuple(rule_of(route.when, contract) for route in table.routes)

    def decide(self, value: Json) -> Decision:
        """Return where a payload goes that has passed the contract.

        A rule that cannot tell ends the search: what a later route would say is not what the author meant.
        """
        for number, (route, rule) in enumerate(zip(self.table.routes, self.rules, strict=True)):
            place = f"/routes/{number}"
            holds = rule.decide(value)
            if holds is None:
                return NoTarget("rule_failed", place)
            if holds:
                named = value.get(NAMED, route.to) if isinstance(value, dict) else route.to
                # Who may not go to the target that it names is sent by `otherwise`; no route may lead elsewhere.
                return (
                    Target(route.to, place)
                    if named == route.to
                    else NoTarget("other_target", place, route.to)
                )
        if self.table.otherwise == REFUSE:
            return NoTarget("no_route", "/otherwise")
        return Target(self.table.otherwise, "/otherwise")
