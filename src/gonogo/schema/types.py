"""The types that every room shares when it speaks of JSON."""

from typing import Any, TypeAlias

Json: TypeAlias = Any
"""A JSON value as Python holds it: dict, list, str, int, float, bool or None. A contract, not Python, says which."""

Schema: TypeAlias = dict[str, Any] | bool
"""A JSON Schema: an object or a boolean."""

Token: TypeAlias = str | int
"""One step of a JSON pointer: a property name or an array index."""

Path: TypeAlias = tuple[Token, ...]
"""The steps from a document's root to one place in it."""
