"""The contract repository that a command is about."""

from pathlib import Path

from gonogo.catalog.catalog import Catalog, NoCatalog
from gonogo.cli.usage import WrongUsage


def catalog_at(path: str | Path) -> Catalog:
    """Load the catalog at a path.

    Raises:
        WrongUsage: there is none, or it cannot be read.
    """
    try:
        return Catalog.load(path)
    except NoCatalog as error:
        raise WrongUsage(str(error)) from None
