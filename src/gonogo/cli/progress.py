"""How far long work has come, for a person at a terminal; on anything else nothing is shown."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def counted(label: str, *, shown: bool) -> Iterator[Callable[[int, int], None]]:
    """Yield what is told how many pieces are done, and of how many.

    Args:
        label: what is being done.
        shown: whether to show it at all; standard error has to be a terminal besides.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not (shown and console.is_terminal)
    ) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
