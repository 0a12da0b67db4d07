"""What is wrong with the rules by which handoffs are routed."""

from collections.abc import Iterator

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.finding import Finding
from gonogo.routes.lint import lint_routes


def judge_routes(catalog: Catalog) -> Iterator[Finding]:
    """Yield what is wrong with the route tables of a repository; one that could not be read is told by the catalog."""
    for name, table in catalog.routes.items():
        yield from lint_routes(table, catalog.handoffs[name])
