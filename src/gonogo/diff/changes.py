"""What changed between two schemas, place by place: it explains a verdict, and never decides one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from gonogo.gauge.facts import same
from gonogo.schema.canonical import UNDIGESTED, canonical, without_annotations
from gonogo.schema.dialect import APPLICATORS, Draft, Holds
from gonogo.schema.types import Json
from gonogo.schema.types import Path as Steps
from gonogo.witness.formula import Side, Term

_TABLE: Final = APPLICATORS[Draft.DRAFT_2020_12]
_IGNORED: Final = frozenset({"$ref", "$defs", "$comment", "x-version"})
_MAPS: Final = frozenset({"properties", "patternProperties", "dependentSchemas", "dependentRequired"})
_OPEN: Final = frozenset({"additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems"})
"""Keywords whose absence means `true`."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that changed.

    Attributes:
        rule: the keyword and what became of it, such as `enum-narrowed`.
        keyword: the keyword.
        action: `added`, `removed`, `tightened`, `relaxed`, `changed` or `annotated`.
        old, new: the steps to the schemas that it stands in, in their travelling forms.
        steps: the steps from there: the keyword, and a name or an index where it holds several schemas.
        what: the names or values that came or went, as the schema declares them.
    """

    rule: str
    keyword: str
    action: str
    old: Steps
    new: Steps
    steps: Steps = ()
    what: tuple[Json, ...] = ()

    @property
    def in_old(self) -> Steps | None:
        """The steps to what changed in the old schema; None where it is new."""
        return None if self._is_new else self.old + self.steps

    @property
    def in_new(self) -> Steps | None:
        """The steps to what changed in the new schema; None where it is gone."""
        return None if self._is_gone else self.new + self.steps

    @property
    def _is_new(self) -> bool:
        return self.rule.endswith("-added")

    @property
    def _is_gone(self) -> bool:
        return self.rule.endswith("-removed")


def changes(old: Side, new: Side) -> list[Change]:
    """Return what changed between two schemas, in the order in which the new one is written."""
    return list(_Walk().pair(old.root, new.root))


class _Walk:
    """Walks two schemas side by side; each pair of places once."""

    def __init__(self) -> None:
        self._seen: set[tuple[Steps, Steps]] = set()

    def pair(self, old: Term, new: Term) -> Iterator[Change]:
        """What changed between two schemas that stand for the same place."""
        old, new = _followed(old), _followed(new)
        if (old.path, new.path) in self._seen:
            return
        self._seen.add((old.path, new.path))
        if isinstance(old.schema, bool) or isinstance(new.schema, bool):
            if old.schema != new.schema:
                yield _change("changed", old, new)
            return
        for keyword in dict.fromkeys((*new.words, *old.words)):
            if keyword in UNDIGESTED:
                if not same(old.words.get(keyword), new.words.get(keyword)) and keyword not in _IGNORED:
                    yield _change("annotated", old, new, keyword)
            elif keyword not in _IGNORED:
                yield from self._keyword(keyword, old, new)
        if ("$ref" in old.words) is not ("$ref" in new.words):
            yield _change("changed", old, new, "$ref")
        elif "$ref" in old.words:
            yield from self.pair(_target(old), _target(new))

    def _keyword(self, keyword: str, old: Term, new: Term) -> Iterator[Change]:
        applicator = _TABLE.get(keyword)
        if keyword not in old.words or keyword not in new.words:
            yield from _one_sided(keyword, old, new)
        elif applicator is None:
            if not same(old.words[keyword], new.words[keyword]):
                yield from _value(keyword, old, new)
        elif applicator.holds is Holds.MAP:
            yield from self._map(keyword, old, new)
        elif isinstance(new.words[keyword], list):
            yield from self._list(keyword, old, new)
        else:
            yield from self.pair(old.part(keyword), new.part(keyword))

    def _map(self, keyword: str, old: Term, new: Term) -> Iterator[Change]:
        before, after = dict(old.parts(keyword)), dict(new.parts(keyword))
        for name in dict.fromkeys((*after, *before)):
            if name not in before:
                yield _change("added", old, new, keyword, name)
            elif name not in after:
                yield _change("removed", old, new, keyword, name)
            else:
                yield from self.pair(before[name], after[name])

    def _list(self, keyword: str, old: Term, new: Term) -> Iterator[Change]:
        before = [part for _, part in old.parts(keyword)]
        after = [part for _, part in new.parts(keyword)]
        partner = _matched(before, after) if keyword != "prefixItems" else dict(enumerate(range(len(before))))
        for index, part in enumerate(after):
            one = partner.get(index)
            if one is None or one >= len(before):
                yield _change("added", old, new, keyword, index)
            else:
                yield from self.pair(before[one], part)
        taken = {partner[index] for index in range(len(after)) if index in partner}
        for index in range(len(before)):
            if index not in taken:
                yield _change("removed", old, new, keyword, index)


def _matched(before: list[Term], after: list[Term]) -> dict[int, int]:
    """For each later branch of a union the earlier one that it came from: the same one, else the one most alike."""
    texts = [_texts(part) for part in before]
    left = dict(enumerate(texts))
    found: dict[int, int] = {}
    for sure in (True, False):
        for index, part in enumerate(after):
            own = _texts(part)
            best = max(left, key=lambda at: len(left[at] & own), default=None)
            if index in found or best is None:
                continue
            if left[best] == own if sure else bool(left[best] & own):
                found[index] = best
                del left[best]
    return found


def _texts(term: Term) -> frozenset[str]:
    """What a schema says, piece by piece, to compare it by."""
    term = _followed(term)
    words = without_annotations(term.schema, Draft.DRAFT_2020_12)
    if not isinstance(words, dict):
        return frozenset({str(words)})
    pieces = {f"{word} {canonical(value)}" for word, value in words.items()}
    named = words.get("properties", {})
    return frozenset(pieces | {f"{name} {canonical(value)}" for name, value in named.items()} | set(named))


def _followed(term: Term) -> Term:
    """Where a schema is a mere reference, what it leads to."""
    seen: set[Steps] = set()
    while (
        "$ref" in term.words
        and not term.words.keys() - UNDIGESTED - {"$ref", "$defs"}
        and term.path not in seen
    ):
        seen.add(term.path)
        term = _target(term)
    return term


def _target(term: Term) -> Term:
    return term.side.target(term.words["$ref"])


def _change(
    action: str, old: Term, new: Term, *steps: str | int, word: str = "", what: tuple[Json, ...] = ()
) -> Change:
    keyword = str(steps[0]) if steps else "schema"
    name = "property" if keyword == "properties" else keyword
    word = word or {"tightened": "narrowed", "relaxed": "widened"}.get(action, action)
    named = tuple(step for step in steps[1:] if isinstance(step, str))
    return Change(f"{name}-{word}", keyword, action, old.path, new.path, steps, what or named)


def _one_sided(keyword: str, old: Term, new: Term) -> Iterator[Change]:
    """A keyword that stands on one side only."""
    is_new = keyword in new.words
    value = (new if is_new else old).words[keyword]
    word = "added" if is_new else "removed"
    if isinstance(value, dict) and keyword in _MAPS:
        yield from (_change(word, old, new, keyword, name) for name in value)
    elif value is not True or keyword not in _OPEN:
        what = tuple(value) if keyword in {"required", "enum"} else ()
        yield _change("tightened" if is_new else "relaxed", old, new, keyword, word=word, what=what)


def _value(keyword: str, old: Term, new: Term) -> Iterator[Change]:
    """A keyword without schemas whose value is another one now."""
    before, after = old.words[keyword], new.words[keyword]
    if keyword in _SETS:
        earlier, later = ({canonical(value): value for value in _as_list(each)} for each in (before, after))
        gone = tuple(value for text, value in earlier.items() if text not in later)
        came = tuple(value for text, value in later.items() if text not in earlier)
        less, more = _SETS[keyword]
        if gone:
            yield _change(less, old, new, keyword, what=gone)
        if came:
            yield _change(more, old, new, keyword, what=came)
        return
    judge = _ORDERED.get(keyword)
    yield _change(judge(before, after) if judge else "changed", old, new, keyword)


def _as_list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else [value]


_SETS: Final = {
    "enum": ("tightened", "relaxed"),
    "type": ("tightened", "relaxed"),
    "required": ("relaxed", "tightened"),
}
"""For keywords that list values: what it means that some are gone, and that some came."""


def _least(before: Json, after: Json) -> str:
    return "tightened" if after > before else "relaxed"


def _most(before: Json, after: Json) -> str:
    return "tightened" if after < before else "relaxed"


def _flag(_before: Json, after: Json) -> str:
    return "tightened" if after else "relaxed"


_ORDERED: Final[dict[str, Callable[[Json, Json], str]]] = {
    **dict.fromkeys(
        ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"), _least
    ),
    **dict.fromkeys(
        ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"), _most
    ),
    "uniqueItems": _flag,
}
"""For keywords whose values have an order: which way it went."""
