"""From a state of an old version to one of the current version: step by step, gauged after each.

A step is a patch of the repository (RFC 6902) or a Python function. Without any, a state goes over as it is where the
major version is the same: both contracts judge it.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import jsonpatch

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract
from gonogo.catalog.version import Version
from gonogo.gauge.codes import CODES
from gonogo.gauge.problem import Issue, Problem, Subject
from gonogo.gauge.verdict import Go, NoGo
from gonogo.schema.types import Json

Step: TypeAlias = Callable[[Json], Json]
"""Makes a state of one version into one of another; it owns the state that it is given."""


@dataclass(frozen=True, slots=True)
class Upgraded:
    """A state of the current version.

    Attributes:
        state: what came out, gauged.
    """

    state: Json


class Upgrades:
    """The ways between the versions of the states of a catalog.

    Args:
        catalog: the contracts, the released ones and the migrations.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._steps: dict[str, dict[tuple[Version, Version], Step]] = {}
        for name, migrations in catalog.migrations.items():
            for migration in migrations:
                patch = jsonpatch.JsonPatch(list(migration.patch))
                self.register(name, migration.source, migration.target, patch.apply)

    def register(self, name: str, source: Version, target: Version, step: Step) -> None:
        """Add a step; one between the same versions takes the place of an earlier one."""
        self._steps.setdefault(name, {})[source, target] = step

    def lead(self, contract: Contract, source: Version, state: Json) -> Upgraded | Problem:
        """Bring a state, as its checkpoint holds it, to the current version.

        Args:
            contract: the current contract.
            source: the version that the state was written in; an older one.
            state: the state; not to be used afterwards.
        """
        before = self._catalog.released.get(contract.name, {}).get(source)
        if before is None:
            return version_problem(contract, source, "unknown_version")
        verdict = before.gauge.check(state)
        if isinstance(verdict, NoGo):
            return verdict.problem
        way = self._way(contract, source)
        if way is None:
            return version_problem(contract, source, "no_migration")
        value = verdict.value
        for step, target in way:
            answer = _stepped(step, value, target)
            if isinstance(answer, Problem):
                return answer
            value = answer.value
        return Upgraded(value)

    def _way(self, contract: Contract, source: Version) -> list[tuple[Step | None, Contract]] | None:
        """The shortest way to the current version, over versions that have a contract to judge by."""
        steps = self._steps.get(contract.name, {})
        released = self._catalog.released.get(contract.name, {})
        waiting = deque([(source, list[tuple[Step | None, Contract]]())])
        seen = {source}
        while waiting:
            here, way = waiting.popleft()
            if here == contract.version:
                return way
            for (start, end), step in steps.items():
                target = contract if end == contract.version else released.get(end)
                if start == here and end not in seen and target is not None:
                    seen.add(end)
                    waiting.append((end, [*way, (step, target)]))
        same = source.major == contract.version.major
        return [(None, contract)] if same else None


def _stepped(step: Step | None, state: Json, target: Contract) -> Go | Problem:
    """Take one step and gauge what came out. Whatever a step raises stays inside: it may hold values."""
    if step is not None:
        try:
            state = step(state)
        except Exception:  # noqa: BLE001 - a patch's own errors too
            issue = Issue(
                "migration_failed",
                "",
                None,
                None,
                str(target.version),
                None,
                None,
                CODES["migration_failed"].hint,
            )
            return Problem(target.gauge.subject, (issue,), retryable=False)
    verdict = target.gauge.check(state)
    return verdict.problem if isinstance(verdict, NoGo) else verdict


def version_problem(contract: Contract, found: Version, code: str) -> Problem:
    """Return why a version cannot be resumed; both versions are named."""
    expected: Mapping[str, Json] = {"current": str(contract.version), "found": str(found)}
    hint = f"{CODES[code].hint}: it was written by {found}, and this is {contract.version}"
    issue = Issue(code, "/schema_version", None, None, dict(expected), "string", None, hint)
    subject = contract.gauge.subject
    return Problem(
        Subject(subject.door, contract.name, subject.schema, str(contract.version), subject.digest),
        (issue,),
        retryable=False,
    )
