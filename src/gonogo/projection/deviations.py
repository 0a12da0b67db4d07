"""Where a payload deviates from a contract: the fewest assertions that would have to be left out for it to pass.

The explanation of the gauge tells a person what is wrong; this tells what an overlay has to leave out. Of a union the
branch is taken that costs least, by the number of assertions that go.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Final

from gonogo.gauge.facts import type_of
from gonogo.projection.assertions import Assertions
from gonogo.projection.breaches import BREACHES
from gonogo.projection.deviation import Deviation, Needs
from gonogo.schema.dialect import Draft
from gonogo.schema.engine import Options, Patterns, Registry, compile_schema, registry_of
from gonogo.schema.pointer import join, split, to_fragment
from gonogo.schema.types import Json, Path, Schema

_URI: Final = "https://gonogo.invalid/deviations"
_OPENING_COSTS: Final = 0.25
"""What an undeclared key weighs beside an assertion that goes: opening keeps all that is declared."""

_UNEVALUATED: Final = frozenset({"unevaluatedProperties", "unevaluatedItems"})
_NONE: Final[Needs] = frozenset()


class Deviations:
    """Judges payloads by one contract.

    Args:
        document: the contract in its travelling form.
        formats: whether `format` decides.
    """

    def __init__(self, document: dict[str, Json], *, formats: bool = True) -> None:
        self.document = document
        self.assertions = Assertions(document)
        self._formats = formats
        self._validators: dict[Path, Callable[[Json], bool]] = {}

    def of(self, value: Json, without: Iterable[str] = ()) -> Needs:
        """Return where a payload deviates; nothing where it passes.

        Args:
            value: the payload.
            without: the assertions that are left out already, by pointer.
        """
        return _Judgement(self, frozenset(map(split, without))).schema(self.document, (), value, ())

    def accepts(self, at: Path, value: Json) -> bool:
        """Whether the schema at a place accepts a value, as the engine judges."""
        if at not in self._validators:
            schema: Schema = {"$ref": f"{_URI}#{to_fragment(join(at))}"}
            options = Options(formats=self._formats, patterns=Patterns.BACKTRACKING, registry=self._registry)
            self._validators[at] = compile_schema(schema, options).is_valid
        return self._validators[at](value)

    def passes(self, at: Path, words: Mapping[str, Json], value: Json) -> bool:
        """Whether keywords without references, which stand at a place, accept a value."""
        if at not in self._validators:
            options = Options(formats=self._formats, patterns=Patterns.BACKTRACKING)
            self._validators[at] = compile_schema(dict(words), options).is_valid
        return self._validators[at](value)

    @cached_property
    def _registry(self) -> Registry:
        return registry_of({_URI: self.document}, Draft.DRAFT_2020_12)


class _Judgement:
    """One payload judged; used once. Recursion is as deep as payload and schema, which are limited."""

    def __init__(self, contract: Deviations, without: frozenset[Path]) -> None:
        self._contract = contract
        self._without = without
        self._under_way: set[tuple[Path, int]] = set()

    def schema(self, schema: Json, at: Path, value: Json, place: Path) -> Needs:
        """Return what a value at a place of the payload needs of the schema at a place of the contract."""
        if at in self._without or schema is True:
            return _NONE
        if schema is False:
            return self._one(at, "type", "false", place, value)
        key = (at, id(value))
        if key in self._under_way or not isinstance(schema, dict):
            return _NONE
        self._under_way.add(key)
        found: set[Deviation] = set()
        for word in schema:
            judge = BREACHES.get(word)
            if judge is not None and (*at, word) not in self._without:
                found |= judge(self, schema, (*at, word), value, place)
        if not found and not _UNEVALUATED.isdisjoint(schema):
            found |= self._unevaluated(schema, at, value, place)
        self._under_way.discard(key)
        return frozenset(found)

    def cost(self, needs: Needs) -> float:
        """What leaving assertions out costs; one that several payload places ask for counts once."""
        kinds = {each.pointer: each for each in needs}
        return sum(
            _OPENING_COSTS if each.kind == "undeclared" else self._contract.assertions.at(each.path)
            for each in kinds.values()
        )

    def cheapest(self, options: Iterable[Needs]) -> Needs:
        """Return the choice that costs least; the first of several."""
        return min(options, key=self.cost, default=_NONE)

    def accepts(self, at: Path, value: Json) -> bool:
        """Whether the schema at a place accepts a value as it is written."""
        return self._contract.accepts(at, value)

    def own(self, at: Path, words: Mapping[str, Json], value: Json) -> bool:
        """Whether keywords without references accept a value."""
        return self._contract.passes(at, words, value)

    @property
    def document(self) -> dict[str, Json]:
        """The whole contract."""
        return self._contract.document

    def is_left_out(self, at: Path) -> bool:
        """Whether a place is left out already."""
        return at in self._without

    def one(self, at: Path, kind: str, place: Path, value: Json) -> Needs:
        """Return one deviation of the keyword that stands at a place."""
        return self._one(at, kind, str(at[-1]), place, value)

    def _one(self, at: Path, kind: str, keyword: str, place: Path, value: Json) -> Needs:
        return frozenset({Deviation(join(at), kind, keyword, place, type_of(value))})

    def _unevaluated(self, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
        """What `unevaluated…` has against a value with which nothing else is wrong, where nothing is left out."""
        if self._without or self.accepts(at, value):
            return _NONE
        words = [word for word in schema if word in _UNEVALUATED]
        word = next((each for each in words if schema[each] is False), words[0])
        kind = "undeclared" if word == "unevaluatedProperties" and schema[word] is False else "value"
        return self.one((*at, word), kind, place, value)
