"""gonogo's own configuration files and reports, as contracts: data, read by name."""

from functools import cache
from importlib.resources import files

from gonogo.schema.limits import Limits
from gonogo.schema.text import parse
from gonogo.schema.types import Schema


def contract(name: str) -> Schema:
    """Return the schema of one of gonogo's own files or reports, such as `problem`.

    Raises:
        FileNotFoundError: there is no such contract.
    """
    schema: Schema = parse(files(__name__).joinpath(f"{name}.json").read_bytes(), Limits())
    return schema


@cache
def contracts() -> dict[str, Schema]:
    """Return every one of gonogo's own contracts by its `$id`: what they may refer to."""
    names = [
        entry.name.removesuffix(".json")
        for entry in files(__name__).iterdir()
        if entry.name.endswith(".json")
    ]
    found: dict[str, Schema] = {}
    for name in sorted(names):
        schema = contract(name)
        if isinstance(schema, dict):
            found[schema["$id"]] = schema
    return found
