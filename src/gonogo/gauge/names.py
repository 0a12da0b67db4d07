"""Which names of a payload may be spoken: those that the contract declares at that place."""

from gonogo.gauge.closure import closure
from gonogo.gauge.problem import UNDECLARED
from gonogo.gauge.view import View
from gonogo.schema.types import Path, Token

_SAME_INSTANCE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies")
_ANY_NAME = ("patternProperties", "additionalProperties", "unevaluatedProperties")
_ANY_INDEX = ("items", "prefixItems", "additionalItems", "unevaluatedItems", "contains")


class Names:
    """The declared names of a contract, place by place; asked only about paths that leave them."""

    def __init__(self, root: View) -> None:
        self._root = root

    def declared(self, path: Path) -> Path:
        """Return a path with each key that the contract does not declare at its place replaced by `*`.

        A name counts as declared wherever the contract speaks of it, in a branch that was not taken too: it
        stands in the contract, so that speaking it tells nothing of the payload.
        """
        views = _same_instance({self._root})
        shown: list[Token] = []
        for token in path:
            named = isinstance(token, int) or any(_declares(view, token) for view in views)
            shown.append(token if named else UNDECLARED)
            views = _same_instance(_below(views, token))
        return tuple(shown)

    def certain(self, path: Path) -> list[View]:
        """Return the schemas that judge the value at a path whatever branch of the contract is taken."""
        views = list(closure(self._root))
        for token in path:
            views = [each for view in views for part in _parts(view, token) for each in closure(part)]
        return views


def _parts(view: View, token: Token) -> list[View]:
    """The schemas of one child that stand directly inside a schema, by its name or its place."""
    keywords = view.keywords
    if isinstance(token, str):
        return [view.part("properties", token)] if token in keywords.get("properties", ()) else []
    items = keywords.get("items")
    listed = keywords.get("prefixItems", items if isinstance(items, list) else ())
    if token < len(listed):
        return [view.part("prefixItems" if "prefixItems" in keywords else "items", token)]
    return view.parts("items") if isinstance(items, dict | bool) else []


def _declares(view: View, name: str) -> bool:
    keywords = view.keywords
    return name in keywords.get("properties", ()) or name in keywords.get("required", ())


def _below(views: set[View], token: Token) -> set[View]:
    below: set[View] = set()
    for view in views:
        if isinstance(token, str) and token in view.keywords.get("properties", ()):
            below.add(view.part("properties", token))
        for keyword in _ANY_INDEX if isinstance(token, int) else _ANY_NAME:
            if keyword in view.keywords:
                below.update(view.parts(keyword))
    return below


def _same_instance(views: set[View]) -> set[View]:
    """A set of schemas with all that judge the same instance beside them, whatever branch they stand in."""
    reached: set[View] = set()
    waiting = list(views)
    while waiting:
        view = waiting.pop()
        if view in reached:
            continue
        reached.add(view)
        for keyword in _SAME_INSTANCE:
            if keyword in view.keywords:
                waiting.extend(view.parts(keyword))
        if "$ref" in view.keywords:
            waiting.append(view.target("$ref"))
        waiting.extend(
            view.target(keyword) for keyword in ("$dynamicRef", "$recursiveRef") if keyword in view.keywords
        )
    return reached
