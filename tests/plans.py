"""Rows of plans, for tests that send."""

from typing import Any


def row(location: str, style: str, *, explode: bool, name: str = "color", **more: Any) -> dict[str, Any]:
    return {
        "argument": [name],
        "in": location,
        "name": name,
        "required": False,
        "style": style,
        "explode": explode,
        "media_type": None,
        "allow_reserved": False,
    } | more
