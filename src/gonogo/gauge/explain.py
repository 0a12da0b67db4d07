"""The table of everything that is explained, and the one way to ask for an explanation."""

from collections.abc import Callable
from dataclasses import replace

from gonogo.gauge import keywords, members, unions
from gonogo.gauge.compiled import Compiled
from gonogo.gauge.explainer import Budget, Explainer, Explanation, Judge
from gonogo.gauge.facts import FactBook
from gonogo.gauge.names import Names
from gonogo.gauge.view import View
from gonogo.schema.engine import registry_of
from gonogo.schema.reach import reached
from gonogo.schema.types import Json

JUDGES: dict[str, Judge] = {**keywords.JUDGES, **members.JUDGES, **unions.JUDGES}
"""What explains each keyword; a keyword without a row decides nothing."""


class Explaining:
    """Explains the payloads that break one contract, and keeps what it learns of the contract on the way.

    Args:
        compiled: the contract.

    Attributes:
        names: what the contract declares at each place.
    """

    def __init__(self, compiled: Compiled) -> None:
        bundle = compiled.bundle
        registry = registry_of(reached(bundle), bundle.draft)
        self._root = View(bundle, bundle.root, replace(compiled.options, registry=registry, base_uri=None))
        self._facts = FactBook()
        self.names = Names(self._root)

    def explain(
        self, instance: Json, budget: Budget, expired: Callable[[], bool] | None = None
    ) -> Explanation:
        """Return why an instance breaks the contract that it is known to break.

        Args:
            instance: the value, measured.
            budget: what the explanation may cost.
            expired: asked now and then whether time is up; None where time does not bound it.
        """
        return Explainer(JUDGES, self.names, self._facts, budget, expired).explain(self._root, instance)
