"""What a newer OpenAPI document does to the catalog that an earlier one made."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.document import Document, read_document
from gonogo.catalog.edition import Edition, Key, of_catalog
from gonogo.catalog.finding import Finding, Severity
from gonogo.catalog.loader import side_of
from gonogo.diff.judgement import Level
from gonogo.diff.report import How, Report, compare_editions
from gonogo.gauge.compiled import Recipe
from gonogo.openapi.compilation import Compilation, CompiledTool
from gonogo.openapi.coverage import Coverage
from gonogo.openapi.files import schemas_of
from gonogo.schema.errors import SchemaError
from gonogo.schema.types import Json

_BINDING = ("operation", "servers", "security", "request", "response")


class Policy(str, Enum):
    """What a newer document may do before the answer is no-go."""

    BREAKING = "breaking"
    """Anything that breaks nobody."""
    DRIFT = "drift"
    """Nothing at all."""


@dataclass(frozen=True, slots=True)
class Typed:
    """How much of a catalog is typed.

    Attributes:
        tools: how many tools there are.
        typed: how many have an output contract.
    """

    tools: int
    typed: int

    @property
    def share(self) -> float:
        """The typed tools of all tools; 1 where there is no tool."""
        return self.typed / self.tools if self.tools else 1.0


@dataclass(frozen=True, slots=True)
class Bound:
    """A tool that is executed otherwise than its binding says.

    Attributes:
        tool: its name.
        members: the members of the binding that differ.
        before, after: the operations.
    """

    tool: str
    members: tuple[str, ...]
    before: str
    after: str


@dataclass(frozen=True)
class Drift:
    """What a newer document does to a catalog.

    Attributes:
        diff: what becomes of each contract.
        before, after: how much is typed.
        added: the tools that are new.
        removed: for the tools that are gone, the new tool that has the same contracts; None where there is none.
        bound: the tools that are executed otherwise.
        policy: what is a no-go.
        least: the share of typed tools that is wanted.
    """

    diff: Report
    before: Typed
    after: Typed
    added: tuple[str, ...]
    removed: Mapping[str, str | None]
    bound: tuple[Bound, ...]
    policy: Policy
    least: float

    @property
    def broken(self) -> bool:
        """Whether the answer is no-go."""
        changed = any(row.changed for row in self.diff.rows) or bool(self.bound)
        return self.diff.broken or self.after.share < self.least or (self.policy is Policy.DRIFT and changed)

    @property
    def verdict(self) -> str:
        """`go`, `no-go`, or `unknown` where something is neither proven nor shown."""
        return "no-go" if self.broken else "unknown" if self.diff.undecided else "go"

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form, as `contracts/drift-report.json` describes it."""
        return {
            "verdict": self.verdict,
            "policy": self.policy.value,
            "coverage": {"before": _typed(self.before), "after": _typed(self.after)},
            "added": list(self.added),
            "removed": [{"tool": name, "successor": to} for name, to in self.removed.items()],
            "bindings": [
                {
                    "tool": each.tool,
                    "members": list(each.members),
                    "before": each.before,
                    "after": each.after,
                }
                for each in self.bound
            ],
            "diff": self.diff.to_dict(),
        }


def _typed(typed: Typed) -> Json:
    return {"tools": typed.tools, "typed": typed.typed, "share": typed.share}


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How a newer document is judged.

    Attributes:
        level: what counts as breaking.
        policy: what is a no-go.
        least: the share of typed tools that is wanted.
        progress: told how many contracts have been compared, and of how many.
    """

    level: Level = Level.DECLARED
    policy: Policy = Policy.BREAKING
    least: float = 0.0
    progress: Callable[[int, int], None] | None = None


def drift(catalog: Catalog, lock: Json, made: Compilation, label: str, rules: Rules) -> Drift:
    """Return what a newer document does to a catalog.

    Args:
        catalog: what is served today, read from a folder.
        lock: its `openapi.lock.json`: the tools that come from a document.
        made: the newer document, compiled with the names of that lock.
        label: how the user named the document.
        rules: how it is judged.

    Raises:
        Contradiction: a proof and a payload stand side by side.
    """
    names = frozenset(lock["tools"])
    old = _restricted(of_catalog(catalog, str(catalog.root)), names)
    new = _edition(made, label, catalog, old)
    report = _compared(old, new, rules)
    rows = {tool.name: tool for tool in made.tools}
    added = tuple(sorted(rows.keys() - names))
    gone = sorted(names - rows.keys() - set(catalog.config.renames))
    coverage = Coverage(made)
    before = Typed(len(names), sum(each["output"] is not None for each in lock["tools"].values()))
    return Drift(
        report,
        before,
        Typed(len(made.tools), coverage.typed),
        added,
        {name: _successor(name, added, old, new) for name in gone},
        tuple(_bound(catalog, rows)),
        rules.policy,
        rules.least,
    )


def _restricted(edition: Edition, names: frozenset[str]) -> Edition:
    """The contracts that come from the document: those that somebody wrote beside them are not its business."""
    return replace(
        edition,
        contracts={key: each for key, each in edition.contracts.items() if key[1] in names},
        faults={key: each for key, each in edition.faults.items() if key[1] in names},
        findings=(),
    )


def _edition(made: Compilation, label: str, catalog: Catalog, old: Edition) -> Edition:
    """The contracts that the document makes, in the versions that are served: the document has none of its own."""
    contracts: dict[Key, Contract] = {}
    faults: dict[Key, Finding] = {}
    for tool in made.tools:
        for file, schema in schemas_of(tool).items():
            key = (side_of(file) or Side.INPUT, tool.name)
            served = old.contracts.get(key)
            whole = schema if served is None else {**schema, "x-version": str(served.version)}
            try:
                contracts[key] = Contract.of(
                    tool.name, key[0], whole, recipe=Recipe(imported=True), file=file
                )
            except SchemaError as error:
                faults[key] = Finding(
                    error.code, Severity.ERROR, file, 1, 1, error.pointer, error.detail, error.hint
                )
    return Edition(label, contracts, faults, (), catalog.config)


def _compared(old: Edition, new: Edition, rules: Rules) -> Report:
    """Compare what differs: contracts of one digest judge alike, and most tools of a document stay as they are."""
    same = {
        key
        for key, each in old.contracts.items()
        if key in new.contracts and new.contracts[key].digest == each.digest
    }
    both = [
        replace(edition, contracts={key: each for key, each in edition.contracts.items() if key not in same})
        for edition in (old, new)
    ]
    how = How(level=rules.level, progress=rules.progress)
    return compare_editions(_with_inputs(both[0], old, both), _with_inputs(both[1], new, both), how)


def _with_inputs(edition: Edition, whole: Edition, both: list[Edition]) -> Edition:
    """Keep the inputs of tools whose outputs differ: that a tool is there on both sides decides how an output is told."""
    names = {name for each in both for side, name in each.contracts if side is Side.OUTPUT}
    inputs = {key: each for key, each in whole.contracts.items() if key[0] is Side.INPUT and key[1] in names}
    return replace(edition, contracts={**inputs, **edition.contracts})


def _successor(name: str, added: tuple[str, ...], old: Edition, new: Edition) -> str | None:
    """The new tool that has the contracts of one that is gone: it was renamed, as far as anybody can tell."""
    wanted = _digests(old, name)
    fitting = [each for each in added if _digests(new, each) == wanted]
    return fitting[0] if len(fitting) == 1 else None


def _digests(edition: Edition, name: str) -> tuple[str | None, ...]:
    found = (edition.contracts.get((side, name)) for side in (Side.INPUT, Side.OUTPUT))
    return tuple(None if each is None else each.digest for each in found)


def _bound(catalog: Catalog, rows: Mapping[str, CompiledTool]) -> Iterator[Bound]:
    for name, tool in sorted(rows.items()):
        file = f"bindings/{name}.json"
        root = catalog.root or Path()
        if not (root / file).is_file():
            continue
        document = read_document(root, file)
        if not isinstance(document, Document) or not isinstance(document.value, dict):
            continue
        members = tuple(each for each in _BINDING if document.value.get(each) != tool.binding.get(each))
        if members:
            before = str(document.value.get("operation", ""))
            yield Bound(name, members, before, tool.operation.key)
