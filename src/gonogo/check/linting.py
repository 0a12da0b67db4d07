"""Lint as a part of check: a small repository at once, a large one on the other processors while the rest is checked."""

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.gather import Gathered, gather
from gonogo.lint.lint import lint, lot_of
from gonogo.lint.report import Report, joined
from gonogo.lint.settings import Settings
from gonogo.lint.table import RULES
from gonogo.lint.vocabulary import keywords_of_any
from gonogo.projection.subset import left_out

_LARGE: Final = 200
"""Contracts from which on a second process is worth its start."""

_MOST_PROCESSES: Final = 4


def linting(path: Path, catalog: Catalog) -> Callable[[], Report]:
    """Begin to lint a repository, and return what waits for the report.

    Args:
        path: the repository's root.
        catalog: the repository, as it was read.
    """
    count = min((os.cpu_count() or 1) - 1, _MOST_PROCESSES)
    if len(catalog.contracts) < _LARGE or count < 1:
        report = judged(gather(path, catalog), tuple(RULES))
        return lambda: report
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"))
    names = list(RULES)
    parts = [pool.submit(_judged_apart, str(path), tuple(names[start::count])) for start in range(count)]

    def collect() -> Report:
        try:
            return joined(part.result() for part in parts)
        finally:
            pool.shutdown(cancel_futures=True)

    return collect


def judged(gathered: Gathered, rules: tuple[str, ...]) -> Report:
    """Lint what was gathered by some of the rules; what reading the files found is told with the first of them."""
    lot = lot_of(
        gathered.candidates,
        gathered.tools,
        subsets=subsets_of(gathered.config.targets),
        server=gathered.config.serve.name,
    )
    told = gathered.findings if next(iter(RULES)) in rules else ()
    settings = Settings.of(gathered.config.lint)
    report = lint(lot, settings, told=told, rules=[RULES[name] for name in rules])
    return report if gathered.whole else replace(report, unused=())


def subsets_of(targets: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """Return for each configured target the keywords that it takes, in whatever form."""
    every = keywords_of_any()
    return {name: every - lost for name, lost in left_out(targets).items()}


def _judged_apart(path: str, rules: tuple[str, ...]) -> Report:
    return judged(gather(Path(path)), rules)
