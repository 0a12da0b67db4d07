"""A contract without the keywords of some losses: what admits all that the losses let through.

A loss is proven to change nothing where the contract without its keyword admits nothing more. Such a proof holds of
keywords in places where admitting more inside admits more outside. It does not hold under `not` or `if`, of branches
that are counted (`oneOf`, `maxContains`), and of what `unevaluated…` looks at; nor of two keywords that say the same, of
which either one may go, but not both. So what was proven of single losses is proven of all of them together.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from gonogo.projection.loss import LAID_OVER, Loss
from gonogo.schema.pointer import PointerError, get, join, split
from gonogo.schema.types import Json

_SEEN: Final = frozenset(
    {
        "properties", "patternProperties", "additionalProperties", "items", "prefixItems", "contains", "anyOf", "oneOf",
        "allOf", "if", "then", "else", "dependentSchemas", "$ref",
    }
)  # fmt: skip
"""Keywords without which `unevaluated…` would judge more, and so admit less."""

_COUNTED: Final = frozenset({"not", "if", "contains"})
"""Keywords that admit less outside where they admit more inside."""


def without(document: dict[str, Json], loss: Loss) -> dict[str, Json] | None:
    """Return a contract without the keyword of a loss, and what goes with it.

    None where the keyword does not stand where the loss says, or more goes with it than is known.
    """
    steps = split(loss.pointer)
    if not steps or steps[-1] != loss.keyword or loss.keyword == "properties" or loss.reason == LAID_OVER:
        return None
    try:
        around = get(document, loss.pointer[: loss.pointer.rfind("/")])
    except PointerError:
        return None
    if not isinstance(around, dict) or loss.keyword not in around:
        return None
    gone = {loss.keyword, *_WITH.get(loss.keyword, ())}
    kept = {word: value for word, value in around.items() if word not in gone}
    if loss.keyword == "oneOf" and "anyOf" not in kept:
        kept["anyOf"] = around["oneOf"]
    relaxed: dict[str, Json] = _put(document, steps[:-1], kept)
    return relaxed


_WITH: Final[dict[str, tuple[str, ...]]] = {
    "prefixItems": ("items",),
    "patternProperties": ("additionalProperties",),
    "contains": ("minContains", "maxContains"),
    "if": ("then", "else"),
}
"""What goes with a keyword that a target does not take."""


def is_provable(document: dict[str, Json], loss: Loss) -> bool:
    """Whether a contract without the keyword of a loss admits whatever it admitted before."""
    words = set(_words(document))
    if loss.keyword in _SEEN and words & {"unevaluatedProperties", "unevaluatedItems"}:
        return False
    if _COUNTED & {*split(loss.pointer)[:-1]}:
        return False
    return not loss.pointer.startswith("/$defs/") or not any(
        _refers(inner) for word, inner in _held(document) if word in _COUNTED
    )


def uncounted(document: Json) -> Json:
    """Return a schema in which a value may be of several branches: one that admits more inside then admits more."""
    if isinstance(document, list):
        return [uncounted(item) for item in document]
    if not isinstance(document, dict):
        return document
    out = {word: value if word in ("const", "enum") else uncounted(value) for word, value in document.items()}
    if isinstance(out.get("oneOf"), list):
        branches = out.pop("oneOf")
        out["allOf"] = [*out.get("allOf", ()), {"anyOf": branches}]
    return out


def less(document: dict[str, Json], losses: Iterable[Loss]) -> dict[str, Json]:
    """Return a contract without the keywords of losses, of which each stands where it says."""
    for loss in losses:
        document = without(document, loss) or document
    return document


def pair(
    document: dict[str, Json], changed: dict[str, Json], steps: Sequence[str]
) -> tuple[dict[str, Json], dict[str, Json]]:
    """Return the schemas at one place of two documents, each with its own definitions."""
    whole = [
        {**{word: value for word, value in at(own, steps).items() if word != "$defs"}, "$defs": own["$defs"]}
        if "$defs" in own
        else at(own, steps)
        for own in (document, changed)
    ]
    return whole[0], whole[1]


def at(document: Json, steps: Sequence[str]) -> Json:
    """Return what stands at a place.

    Raises:
        PointerError: nothing does.
    """
    return get(document, join(steps))


def closed(document: dict[str, Json], steps: Sequence[str]) -> dict[str, Json]:
    """Return a document in which an object admits what it declares only."""
    around = at(document, steps)
    kept = {word: value for word, value in around.items() if word != "patternProperties"}
    put: dict[str, Json] = _put(document, tuple(steps), {**kept, "additionalProperties": False})
    return put


def _held(value: Json) -> Iterator[tuple[str, Json]]:
    """Yield every member of every object inside, by its name: keywords, and properties that are named like one."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            yield from item.items()
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item


def _words(value: Json) -> Iterator[str]:
    return (word for word, _ in _held(value))


def _refers(value: Json) -> bool:
    return "$ref" in _words(value)


def _put(document: Json, steps: tuple[str, ...], value: Json) -> Json:
    if not steps:
        return value
    first, rest = steps[0], steps[1:]
    if isinstance(document, list):
        index = int(first)
        return [*document[:index], _put(document[index], rest, value), *document[index + 1 :]]
    return {**document, first: _put(document[first], rest, value)}
