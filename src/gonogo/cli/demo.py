"""`gonogo demo`: the whole story on one machine."""

import asyncio
import importlib.util
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from gonogo.cli import status
from gonogo.cli.formats import Format, FormatOption, console, print_json
from gonogo.cli.usage import WrongUsage

_COLOURS = {"go": "green", "no-go": "red", "failed": "yellow"}


def demo(*, form: FormatOption = Format.TEXT) -> int:
    """Tell the story of the orders example: servers and clients in processes of their own, gauged at every door."""
    story = _story()
    with tempfile.TemporaryDirectory(prefix="gonogo-demo-") as folder:
        steps = asyncio.run(_told(story, Path(folder) / "orders.sqlite", aloud=form is Format.TEXT))
    as_expected = all(step.expected for step in steps)
    if form is Format.JSON:
        print_json({"steps": [step.to_dict() for step in steps], "as_expected": as_expected})
    else:
        said = "as it should" if as_expected else "otherwise than it should"
        console().print(f"{len(steps)} steps, and each decision fell {said}.")
    return status.GO if as_expected else status.NO_GO


async def _told(story: ModuleType, database: Path, *, aloud: bool) -> list[Any]:
    steps = []
    async for step in story.tell(database):
        steps.append(step)
        if aloud:
            _print(step)
    return steps


def _print(step: Any) -> None:
    out = console()
    out.print(f"[{_COLOURS[step.verdict]}]{step.verdict:7}[/]", end="")
    reason = ", ".join(
        f"{code} at {at or 'the root'}" for code, at in zip(step.codes, step.pointers, strict=True)
    )
    stopped = f" ({step.door} door: {reason})" if reason else ""
    mark = "" if step.expected else "  UNEXPECTED"
    out.print(f"{step.title}{stopped} -> {step.next_step}{mark}", markup=False, soft_wrap=True)


def _story() -> ModuleType:
    """The example ships with the package; in a checkout it stands beside it."""
    package = Path(__file__).parent.parent
    for folder in (package / "examples" / "orders", package.parent.parent / "examples" / "orders"):
        if (folder / "story.py").is_file():
            spec = importlib.util.spec_from_file_location("gonogo_demo_story", folder / "story.py")
            if spec is not None and spec.loader is not None:
                module = importlib.util.module_from_spec(spec)
                spec.loader.exec_module(module)
                return module
    raise WrongUsage("the orders example is not there: install gonogo with its examples")
