"""The table of exported names, as it stands in a repository."""

from pathlib import Path

from gonogo.schema.limits import Limits
from gonogo.schema.text import TextFault, parse
from gonogo.schema.value import ValueFault

NAMES = "names.json"
"""The table of names: by rule, each tool's alias where that is not its own name."""


def read_aliases(folder: Path) -> dict[str, dict[str, str]]:
    """Return the table of names in a folder of exports; empty where there is none, or none that can be read."""
    try:
        table = parse((folder / NAMES).read_bytes(), Limits())
    except (OSError, TextFault, ValueFault):
        return {}
    if not isinstance(table, dict):
        return {}
    return {
        rule: {name: alias for name, alias in rows.items() if isinstance(alias, str)}
        for rule, rows in table.items()
        if isinstance(rows, dict)
    }
