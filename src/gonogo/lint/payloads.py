"""Payloads that a contract accepts, made to show what else it accepts."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product

from gonogo.schema.refs import Bundle
from gonogo.schema.resource import Node
from gonogo.schema.types import Json, Path
from gonogo.schema.walk import Child

Judge = Callable[[Node, Json], bool]

Hop = tuple[Path, Node]
"""A step on the way to a schema: the keyword with a name or index, `$ref` alone, and the schema that it leads to."""

_DEEPEST = 8
_MOST = 24
_TEXTS = (
    "x", "abc", "2026-01-31T12:00:00Z", "2026-01-31", "12:00:00Z", "a@example.com", "https://example.com/a",
    "example.com", "192.0.2.1", "2001:db8::1", "3f2b8c1e-6f0a-4d3b-9a57-0c1d2e3f4a5b", "P1D", "/a", "A-1234", "1", "1.0.0",
    "ABC", "USD", "A-10234", "R-0001", "",
)  # fmt: skip
_SAMPLES: dict[str, tuple[Json, ...]] = {
    "null": (None,),
    "boolean": (True, False),
    "integer": (1, 0, 10, 100, -1),
    "number": (1, 0, 0.5, 10, 100, -1),
    "string": _TEXTS,
}


class Payloads:
    """Makes payloads for the schemas of one contract.

    Args:
        bundle: the contract's documents.
        judge: whether a value satisfies a schema.
    """

    def __init__(self, bundle: Bundle, judge: Judge) -> None:
        self._bundle = bundle
        self._judge = judge
        self._routes: dict[tuple[str, Path], tuple[Hop, ...]] | None = None

    def whole(self) -> Json:
        """Return a payload that the contract accepts, with every declared property in it if it can be; None for none."""
        return self.one(self._bundle.root, full=True)

    def one(self, node: Node, *, full: bool = False) -> Json:
        """Return a value that a schema accepts; None where none was found."""
        for value in self.of(node, full=full):
            return value
        return None

    def some(self, node: Node, *, full: bool = True) -> list[Json]:
        """Return a few values that a schema accepts, the fullest or the barest first."""
        return list(islice(self.of(node, full=full), 3))

    def of(self, node: Node, *, full: bool = False) -> Iterator[Json]:
        """Yield values that a schema accepts."""
        order = (True, False) if full else (False, True)
        for fullness in order:
            for value in islice(self._made([node], 0, fullness), _MOST):
                if self._judge(node, value):
                    yield value

    def together(self, around: Node, branches: list[Node]) -> Iterator[Json]:
        """Yield values that might satisfy several branches of a schema at once, and the schema around them."""
        for full in (False, True):
            for value in islice(self._made(branches, 0, full), _MOST):
                yield value
                if isinstance(value, dict):
                    yield from (
                        {**base, **value} for base in self._plain(around, full) if isinstance(base, dict)
                    )

    def with_value(self, node: Node, value: Json) -> Json:
        """Return a payload that the contract accepts with a value put where a schema of it judges; None for none."""
        route = self._route(node)
        if route is None:
            return None
        for payload in islice(self._along(self._bundle.root, route, value), _MOST):
            if self._judge(self._bundle.root, payload):
                return payload
        return None

    def _route(self, node: Node) -> tuple[Hop, ...] | None:
        """The shortest way from the root to a schema by which a payload can be made to reach it."""
        if self._routes is None:
            self._routes = dict(self._explored())
        return self._routes.get((node.uri, node.path))

    def _explored(self) -> Iterator[tuple[tuple[str, Path], tuple[Hop, ...]]]:
        waiting: list[tuple[Node, tuple[Hop, ...]]] = [(self._bundle.root, ())]
        seen: set[tuple[str, Path]] = set()
        while waiting:
            node, route = waiting.pop(0)
            if (node.uri, node.path) in seen:
                continue
            seen.add((node.uri, node.path))
            yield (node.uri, node.path), route
            waiting += [(target, (*route, (("$ref",), target))) for _, target in self._bundle.referred(node)]
            waiting += [
                (below, (*route, (child.path, below)))
                for child, below in self._bundle.children(node)
                if _is_reachable(child)
            ]

    def _along(self, node: Node, route: Sequence[Hop], value: Json) -> Iterator[Json]:
        if not route:
            yield value
            return
        (path, below), *rest = route
        for inner in islice(self._along(below, rest, value), _MOST):
            if path[0] in _HOLDERS:
                for base in self._bases(node):
                    yield from _holding(path, inner, base)
            else:
                yield inner
                if isinstance(inner, dict):
                    for base in self._bases(node):
                        if isinstance(base, dict):
                            yield {**base, **inner}

    def _bases(self, node: Node) -> list[Json]:
        made = [value for full in (False, True) for value in islice(self._made([node], 0, full), _MOST // 4)]
        return [value for value in made if self._judge(node, value)] + made

    def _made(self, nodes: list[Node], depth: int, full: bool) -> Iterator[Json]:
        """Values that might satisfy schemas together."""
        for parts in islice(self._forms(nodes, 0), _MOST):
            yield from self._of_form(parts, depth, full)

    def _forms(self, nodes: list[Node], level: int) -> Iterator[list[Node]]:
        """What has to be satisfied together, once for each way through the unions and conditions."""
        parts: list[Node] = []
        choices: list[list[list[Node]]] = []
        waiting = list(nodes)
        while waiting and len(parts) < _MOST:
            node = waiting.pop(0)
            parts.append(node)
            waiting += [target for _, target in self._bundle.referred(node)]
            held: dict[str, list[Node]] = {}
            for child, below in self._bundle.children(node):
                held.setdefault(str(child.path[0]), []).append(below)
            waiting += held.get("allOf", [])
            choices += [[[branch] for branch in held[word]] for word in ("anyOf", "oneOf") if word in held]
            if "if" in held:
                choices.append([[*held["if"], *held.get("then", [])], held.get("else", [])])
        if not choices or level > _DEEPEST:
            yield parts
            return
        for chosen in product(*choices):
            more = [node for branch in chosen for node in branch]
            yield from ([*parts, *form] for form in self._forms(more, level + 1))

    def _plain(self, node: Node, full: bool) -> Iterator[Json]:
        """What might satisfy a schema's own keywords, less its unions and conditions."""
        return islice(self._of_form([node], 0, full), _MOST // 4)

    def _of_form(self, parts: list[Node], depth: int, full: bool) -> Iterator[Json]:
        words = [part.schema for part in parts if isinstance(part.schema, dict)]
        if any(part.schema is False for part in parts):
            return
        for each in words:
            yield from [each["const"]] if "const" in each else ()
            yield from each.get("enum", ()) if isinstance(each.get("enum"), list) else ()
            yield from each.get("examples", ()) if isinstance(each.get("examples"), list) else ()
            yield from [each["default"]] if "default" in each else ()
        for kind in _types(words):
            if kind == "object":
                yield from self._objects(parts, depth, full)
            elif kind == "array":
                yield from self._arrays(parts, depth, full)
            else:
                yield from _scalars(kind, words)

    def _objects(self, parts: list[Node], depth: int, full: bool) -> Iterator[Json]:
        declared: dict[str, list[Node]] = {}
        required: dict[str, None] = {}
        for part in parts:
            for child, below in self._bundle.children(part):
                if child.applicator.keyword == "properties":
                    declared.setdefault(str(child.path[1]), []).append(below)
            if isinstance(part.schema, dict):
                required.update(dict.fromkeys(part.schema.get("required", ())))
        wanted = [*required, *(name for name in declared if full and name not in required)]
        made: dict[str, Json] = {}
        for name in wanted:
            nodes = declared.get(name, [])
            fitting = [] if depth > _DEEPEST else self._fitting(nodes, depth + 1, full)
            if fitting:
                made[name] = fitting[0]
            elif name in required and not nodes:
                made[name] = "x"
        yield made

    def _arrays(self, parts: list[Node], depth: int, full: bool) -> Iterator[Json]:
        least = max(
            [1 if full else 0, *(p.schema.get("minItems", 0) for p in parts if isinstance(p.schema, dict))]
        )
        nodes = [
            below
            for part in parts
            for child, below in self._bundle.children(part)
            if child.path[0] in {"items", "prefixItems", "contains"}
        ]
        fitting = [] if depth > _DEEPEST else self._fitting(nodes, depth + 1, full)
        items = fitting or ["x"]
        yield [items[index % len(items)] for index in range(min(least, _MOST))]
        yield []

    def _fitting(self, nodes: list[Node], depth: int, full: bool) -> list[Json]:
        made = islice(self._made(nodes, depth, full), 4 * _MOST) if nodes else iter(("x",))
        return list(islice((value for value in made if all(self._judge(node, value) for node in nodes)), 3))


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

_PASSABLE = _HOLDERS | {"allOf", "anyOf", "oneOf", "then", "else"}


def _is_reachable(child: Child) -> bool:
    return child.applicator.keyword in _PASSABLE


def _holding(path: Path, inner: Json, base: Json) -> Iterator[Json]:
    """A payload with a value where a holder's schema judges."""
    keyword = path[0]
    if keyword in {"items", "prefixItems"}:
        if isinstance(base, list):
            index = int(path[1]) if len(path) > 1 else 0
            yield [*base[:index], inner, *base[index + 1 :]]
        yield [inner]
    elif isinstance(base, dict):
        name = path[1] if keyword == "properties" else "x"
        yield {**base, name: inner}


def _types(words: list[dict[str, Json]]) -> list[str]:
    """The JSON types that schemas admit together; those that their keywords speak of where none names a type."""
    named: list[str] | None = None
    for each in words:
        own = each.get("type")
        if own is None:
            continue
        types = [own] if isinstance(own, str) else list(own)
        types = [*types, "integer"] if "number" in types else types
        named = types if named is None else [kind for kind in named if kind in types]
    if named is not None:
        return sorted(named, key=lambda kind: kind == "null")
    spoken = {kind for each in words for word, kind in _SPEAKS_OF.items() if word in each}
    return sorted(spoken) or ["string"]


_SPEAKS_OF = {
    "properties": "object", "required": "object", "additionalProperties": "object", "items": "array",
    "minItems": "array", "prefixItems": "array", "contains": "array", "minimum": "number", "maximum": "number",
    "multipleOf": "number", "pattern": "string", "minLength": "string", "maxLength": "string", "format": "string",
}  # fmt: skip


def _scalars(kind: str, words: list[dict[str, Json]]) -> Iterator[Json]:
    yield from _SAMPLES[kind]
    for each in words:
        for word, step in (("minimum", 0), ("maximum", 0), ("exclusiveMinimum", 1), ("exclusiveMaximum", -1), ("multipleOf", 0)):  # fmt: skip
            if kind in {"integer", "number"} and type(each.get(word)) in (int, float):
                yield each[word] + step
        if kind == "string" and isinstance(each.get("minLength"), int):
            yield "x" * min(each["minLength"], 1000)
