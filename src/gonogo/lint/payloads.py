"""Payloads that a contract accepts, made to show what else it accepts: the room `witness` makes what they are made of."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from gonogo.schema.dialect import Draft
from gonogo.schema.errors import SchemaError
from gonogo.schema.reach import reached
from gonogo.schema.refs import Bundle
from gonogo.schema.resource import Node
from gonogo.schema.types import Json, Path, Schema
from gonogo.witness.payloads import NoPayload
from gonogo.witness.payloads import Payloads as Witness

Judge = Callable[[Node, Json], bool]

_STEPS = 5_000
"""What the payloads of one place may cost."""

_MOST_TRIED = 24
_ASKED = "https://gonogo.invalid/asked"
"""The URI of a schema that does nothing but refer to what is asked for; no contract's own."""


@dataclass(frozen=True)
class Level:
    """The schemas that judge one value together on the way to a place, and how the next value stands in it.

    Attributes:
        nodes: the schemas.
        holder: the keyword that holds the next value, with its name or index; empty at the place itself.
    """

    nodes: tuple[Node, ...]
    holder: Path = ()


def witness_of(references: Sequence[str], documents: dict[str, Schema], draft: Draft) -> Witness | None:
    """Return what makes values of all that some references lead to; None where one is of no use.

    Args:
        references: absolute references.
        documents: what they lead into.
        draft: the draft of the documents that do not name theirs.
    """
    forms = [{"$ref": reference} for reference in references]
    schema: Schema = {"allOf": forms} if len(forms) > 1 else forms[0]
    try:
        return Witness(Bundle(schema, documents, _ASKED, draft), steps=_STEPS)
    except SchemaError:
        return None


def values_of(witness: Witness | None) -> Iterator[Json]:
    """Yield the smallest value that a witness makes, and a full one; none where none is found."""
    if witness is None:
        return
    try:
        smallest = witness.smallest()
        yield smallest
        full = witness.full()
    except (NoPayload, SchemaError):
        return
    if full != smallest:
        yield full


class Payloads:
    """Makes payloads for the places of one contract.

    Args:
        bundle: the contract's documents.
        judge: whether a value satisfies a schema.
    """

    def __init__(self, bundle: Bundle, judge: Judge) -> None:
        self._bundle = bundle
        self._judge = judge
        self._documents = reached(bundle)
        self._known: dict[tuple[str, ...], tuple[Json, ...]] = {}
        self._routes: dict[tuple[str, Path], tuple[Level, ...]] | None = None

    def of(self, *nodes: Node) -> tuple[Json, ...]:
        """Return the smallest and a full value that schemas accept together; nothing where none was found."""
        key = tuple(node.reference for node in nodes)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = tuple(values_of(self._inside(nodes) or self._apart(key)))
        return found

    def _inside(self, nodes: tuple[Node, ...]) -> Witness | None:
        """What is found for one place serves the others, as far as the root leads to them."""
        return None if self._whole is None else self._whole.inside(*nodes)

    def _apart(self, references: Sequence[str]) -> Witness | None:
        return witness_of(references, self._documents, self._bundle.draft)

    @cached_property
    def _whole(self) -> Witness | None:
        try:
            return Witness(self._bundle, steps=_STEPS)
        except SchemaError:
            return None

    def with_value(self, node: Node, value: Json) -> Json:
        """Return a payload that the contract accepts with a value put where a schema of it judges; None for none."""
        levels = self._route(node)
        made = iter(()) if levels is None else self._along(levels, value)
        fitting = (each for each in islice(made, _MOST_TRIED) if self._judge(self._bundle.root, each))
        return next(fitting, None)

    def _along(self, levels: Sequence[Level], value: Json) -> Iterator[Json]:
        level, *rest = levels
        if not level.holder:
            yield value
            return
        for inner in self._along(rest, value):
            for base in self.of(*level.nodes):
                yield from _holding(level.holder, inner, base)

    def _route(self, node: Node) -> tuple[Level, ...] | None:
        """The shortest way from the root to a place by which a payload can be made to reach it."""
        if self._routes is None:
            self._routes = dict(self._explored())
        return self._routes.get((node.uri, node.path))

    def _explored(self) -> Iterator[tuple[tuple[str, Path], tuple[Level, ...]]]:
        waiting: list[tuple[Node, tuple[Level, ...]]] = [(self._bundle.root, (Level((self._bundle.root,)),))]
        seen: set[tuple[str, Path]] = set()
        while waiting:
            node, levels = waiting.pop(0)
            if (node.uri, node.path) in seen:
                continue
            seen.add((node.uri, node.path))
            yield (node.uri, node.path), levels
            *before, last = levels
            beside = [target for _, target in self._bundle.referred(node)]
            for child, below in self._bundle.children(node):
                if child.applicator.keyword in _HOLDERS:
                    waiting.append((below, (*before, Level(last.nodes, child.path), Level((below,)))))
                elif child.applicator.keyword in _FORMS:
                    beside.append(below)
            waiting += [(other, (*before, Level((*last.nodes, other)))) for other in beside]


_HOLDERS = frozenset(
    {
        "properties",
        "patternProperties",
        "additionalProperties",
        "unevaluatedProperties",
        "items",
        "prefixItems",
    }
)
"""The keywords through which a payload holds a further value."""

_FORMS = frozenset({"allOf", "anyOf", "oneOf", "then", "else"})
"""The keywords whose schemas may judge the same value."""


def _holding(holder: Path, inner: Json, base: Json) -> Iterator[Json]:
    """A payload with a value where a holder's schema judges."""
    keyword = holder[0]
    if keyword in {"items", "prefixItems"}:
        index = int(holder[1]) if len(holder) > 1 else 0
        if isinstance(base, list):
            yield [*base[:index], inner, *base[index + 1 :]]
            if len(base) <= 1:
                yield [inner]
    elif isinstance(base, dict):
        yield {**base, (holder[1] if keyword == "properties" else "x"): inner}
