"""A search of one catalog, for `Catalog.search`: its index is made once."""

from collections.abc import Callable

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Tool
from gonogo.search.index import Index


def finder_of(catalog: Catalog) -> Callable[[str, int], tuple[Tool, ...]]:
    """Return what finds the tools of a catalog by a query, at most so many, the best first."""
    index = Index.of(catalog)
    return lambda query, most: tuple(catalog.tools[each.tool.name] for each in index.scored(query, most))
