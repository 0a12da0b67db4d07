"""gonogo's own configuration files and reports, as contracts: data, read by name."""

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
