"""The table of everything that is explained, and the one way to ask for an explanation."""

from collections.abc import Callable

from gonogo.gauge import keywords, members, unions
from gonogo.gauge.explainer import Budget, Explainer, Explanation, Judge
from gonogo.gauge.facts import FactBook
from gonogo.gauge.names import Names
from gonogo.gauge.view import View
from gonogo.schema.types import Json

JUDGES: dict[str, Judge] = {**keywords.JUDGES, **members.JUDGES, **unions.JUDGES}
"""What explains each keyword; a keyword without a row decides nothing."""


def explain(
    root: View,
    instance: Json,
    budget: Budget,
    facts: FactBook,
    names: Names,
    expired: Callable[[], bool] | None = None,
) -> Explanation:
    """Return why an instance breaks a schema that it is known to break.

    Args:
        root: the schema.
        instance: the value, measured.
        budget: what the explanation may cost.
        facts: what the bundle's schemas say on their face; kept between explanations.
        names: what the contract declares at each place.
        expired: asked now and then whether time is up; None where time does not bound it.
    """
    return Explainer(JUDGES, names, facts, budget, expired).explain(root, instance)
