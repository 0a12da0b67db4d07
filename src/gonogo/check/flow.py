"""What is wrong with what stands beside the contracts: route tables, and migrations of states."""

from collections.abc import Iterator

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.finding import Finding
from gonogo.catalog.migration import MIGRATIONS
from gonogo.catalog.routing import ROUTES
from gonogo.routes.lint import lint_routes


def judge_flow(catalog: Catalog) -> Iterator[Finding]:
    """Yield what keeps a table or a migration from being used, and what is wrong with rules.

    Args:
        catalog: the repository, loaded.
    """
    yield from (each for each in catalog.findings if each.file.split("/")[0] in (ROUTES, MIGRATIONS))
    for name, table in catalog.routes.items():
        yield from lint_routes(table, catalog.handoffs[name])
