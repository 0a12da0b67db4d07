"""One contract cut to one target, and the rooms in which that is remembered."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from gonogo.catalog.contract import Contract
from gonogo.projection.inverse import Inverse
from gonogo.projection.loss import Kind, Loss
from gonogo.projection.measure import Measure, excesses, measure
from gonogo.projection.rules import How, Target
from gonogo.projection.walker import OverBudget, Walker, places_in
from gonogo.projection.witnesses import Witnesses
from gonogo.schema.portable import portable
from gonogo.schema.types import Json

CARRIERS: Mapping[str, str] = {"input": "arguments", "output": "result"}
"""The property that carries a root which is no object; `value` for handoffs and states."""

_OWN_WORDS = ("x-version", "x-tool", "x-fresh", "x-page")
"""gonogo's words mean nothing to models."""


class NotProjected(ValueError):
    """Raised when a contract cannot be cut to a target; its text says why."""


@dataclass(frozen=True)
class Cut:
    """One contract in a target's form.

    Attributes:
        schema: the document.
        inverse: how its payloads are undone.
        losses: what was changed.
    """

    schema: dict[str, Json]
    inverse: Inverse
    losses: tuple[Loss, ...]

    @cached_property
    def size(self) -> Measure:
        """What the document measures."""
        return measure(self.schema)

    @property
    def narrowed(self) -> bool:
        """Whether some payload of the contract cannot be sent."""
        return any(loss.kind is Kind.NARROWED for loss in self.losses)


def travelling(contract: Contract) -> dict[str, Json]:
    """Return a contract as one document whose references all lead into its `$defs`."""
    name = "root"
    schema, definitions = portable(contract.gauge.bundle, f"#/$defs/{name}")
    while name in definitions:
        name += "_"
        schema, definitions = portable(contract.gauge.bundle, f"#/$defs/{name}")
    if _refers(f"#/$defs/{name}", [schema, definitions]):
        definitions = {**definitions, name: schema}
    return {**schema, "$defs": definitions} if definitions else schema


def _refers(reference: str, value: Json) -> bool:
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            if item.get("$ref") == reference:
                return True
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)
    return False


@dataclass
class Cutter:
    """Cuts contracts, and remembers what it has cut: several targets share a table.

    Attributes:
        witnesses: whether a payload is looked for that shows each loss; it takes much longer than the cut itself.
    """

    witnesses: bool = False
    _documents: dict[int, dict[str, Json]] = field(default_factory=dict)
    _cuts: dict[tuple[int, int, str], "Cut | OverBudget"] = field(default_factory=dict)
    _places: dict[int, dict[int, str]] = field(default_factory=dict)
    _held: list[object] = field(default_factory=list)

    def cut(self, contract: Contract, target: Target) -> Cut:
        """Cut one contract to one target.

        Raises:
            NotProjected: it is larger than the target takes.
        """
        key = (
            id(contract),
            id(target.rules),
            f"{sorted(target.formats or ())}{target.keys}{target.top_keys}",
        )
        found = self._cuts.get(key)
        if found is None:
            self._held += [contract, target.rules]
            try:
                document = self.document(contract)
                places = self._places[id(contract)]
                found = _cut(document, places, contract, target, witnesses=self.witnesses)
            except OverBudget as error:
                found = error
            self._cuts[key] = found
        if isinstance(found, OverBudget):
            raise NotProjected(str(found))
        excess = next(excesses(found.size, target.budget), None) if target.budget.source else None
        if excess is not None:
            raise NotProjected(f"the target takes less: {excess}")
        return found

    def document(self, contract: Contract) -> dict[str, Json]:
        """Return a contract's travelling form."""
        found = self._documents.get(id(contract))
        if found is None:
            self._held.append(contract)
            found = self._documents[id(contract)] = travelling(contract)
            self._places[id(contract)] = places_in(found)
        return found


def _cut(
    document: dict[str, Json], places: dict[int, str], contract: Contract, target: Target, *, witnesses: bool
) -> Cut:
    side = contract.side.value
    if "unknown keyword" in target.rules or target.how("root") is not How.KEEP:
        document = {word: value for word, value in document.items() if word not in _OWN_WORDS}
        if side == "input" and document.get("description") == contract.description:
            # The tool itself is described in these words.
            document = {word: value for word, value in document.items() if word != "description"}
    walker = Walker(document, target, contract.name, side, places)
    schema, inverse = walker.cut(CARRIERS.get(side, "value"))
    losses = tuple(walker.losses)
    if witnesses:
        losses = Witnesses(document, as_json_schema(schema), inverse).told(losses)
    return Cut(schema, inverse, losses)


def as_json_schema(schema: Json) -> Json:
    """Read `nullable`, which some targets write, as what it means."""
    if isinstance(schema, list):
        return [as_json_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    out = {word: as_json_schema(value) for word, value in schema.items()}
    if out.get("nullable") is True and isinstance(out.get("type"), str):
        del out["nullable"]
        out["type"] = [out["type"], "null"]
        if isinstance(out.get("enum"), list):
            out["enum"] = [*out["enum"], None]
    return out
