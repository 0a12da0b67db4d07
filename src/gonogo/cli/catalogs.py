"""The contract repository that a command is about, and what is held against it."""

from pathlib import Path

from gonogo.catalog.catalog import Catalog, NoCatalog
from gonogo.cli.usage import WrongUsage

LARGEST_EVIDENCE = 64 * 1024 * 1024
"""The bytes that one file of recorded responses may have."""


def catalog_at(path: str | Path) -> Catalog:
    """Load the catalog at a path.

    Raises:
        WrongUsage: there is none, or it cannot be read.
    """
    try:
        return Catalog.load(path)
    except NoCatalog as error:
        raise WrongUsage(str(error)) from None


def read_evidence(name: str) -> bytes:
    """Return the bytes of a file of recorded responses.

    Raises:
        WrongUsage: it cannot be read, or is too large.
    """
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST_EVIDENCE + 1)
    except OSError as error:
        raise WrongUsage(f"{name} cannot be read: {error.strerror}") from None
    if len(data) > LARGEST_EVIDENCE:
        raise WrongUsage(f"{name} has more than {LARGEST_EVIDENCE} bytes: split it")
    return data
