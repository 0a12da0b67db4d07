"""What openapi-core is known not to read of a request: a table, for each row a condition as narrow as it can be told."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from deep.wire import Sent, as_text
from deep.wire_reader import Way


@dataclass(frozen=True)
class Part:
    """One thing that a request says: a parameter, or a member of a form.

    Attributes:
        place: `path`, `query`, `header`, `cookie` or `form`.
        way: how it is written.
        value: what it says.
        styled: whether the document names a style for it.
        declared: whether the document's schema names it.
    """

    place: str
    way: Way
    value: Any
    styled: bool = True
    declared: bool = True

    @property
    def kind(self) -> str:
        """`object`, `array` or `scalar`."""
        return (
            "object"
            if isinstance(self.value, dict)
            else "array"
            if isinstance(self.value, list)
            else "scalar"
        )

    @property
    def texts(self) -> list[str]:
        """The texts of its items or members, and the members' names."""
        if isinstance(self.value, dict):
            return [
                *self.value,
                *(text for text in map(as_text, self.value.values()) if isinstance(text, str)),
            ]
        return [
            text
            for text in map(as_text, self.value if self.kind == "array" else [self.value])
            if isinstance(text, str)
        ]


LIMITS: tuple[tuple[str, Callable[[Part], bool]], ...] = (
    ("an object written member by member in a query", lambda it: it.kind == "object" and it.way.explode and it.way.style == "form"),
    ("items parted by space: it looks for %20 after it has decoded", lambda it: it.way.style == "spaceDelimited" and it.kind != "scalar"),
    ("objects inside deepObject, its lists, and names with other than letters", lambda it: it.way.style == "deepObject"),
    ("items that hold the separator: it decodes before it splits", lambda it: not it.way.explode and it.kind != "scalar" and any("," in text for text in it.texts)),
    ("members that hold `=` or a separator", lambda it: it.kind == "object" and any(mark in text for text in it.texts for mark in ",=;.")),
    ("a matrix value with a line break, a semicolon or an empty text", lambda it: it.way.style == "matrix" and any(not text or "\n" in text or ";" in text for text in it.texts)),
    ("an empty text in a query", lambda it: it.place == "query" and it.value == ""),
    ("a single empty item", lambda it: it.value == [""]),
    ("an undeclared member of a form", lambda it: not it.declared),
    ("an object in a form without a style: it reads style form, OpenAPI 3.1.1 says JSON", lambda it: it.place == "form" and not it.styled and it.kind != "scalar"),
)  # fmt: skip
"""What openapi-core 0.23 is known not to read."""

SWAGGER = "a Swagger 2.0 document"


def has_mark(sent: Sent) -> bool:
    """Whether the path of the document has a `#`."""
    return "#" in sent.tool.operation.path


BODY_LIMITS: tuple[tuple[str, Callable[[Sent], bool]], ...] = (
    ("an operation whose path has a `#`: it does not find it", has_mark),
    (
        "JSON by another name than application/json: it reads it as bytes",
        lambda it: it.tool.binding["request"]["body"]["media_type"].partition(";")[0] != "application/json",
    ),
)
"""What of JSON bodies it is known not to read."""
