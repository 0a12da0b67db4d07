"""The schemas that judge one instance together, whatever it is."""

from collections.abc import Iterator

from gonogo.gauge.view import View


def closure(view: View) -> Iterator[View]:
    """Yield a schema and those that judge the same instance unconditionally: through `$ref` and `allOf`."""
    seen: set[View] = set()
    stack = [view]
    while stack:
        each = stack.pop()
        if each in seen:
            continue
        seen.add(each)
        yield each
        if "$ref" in each.keywords:
            stack.append(each.target("$ref"))
            if each.draft.ref_stands_alone:
                continue
        stack.extend(reversed(each.parts("allOf")))
