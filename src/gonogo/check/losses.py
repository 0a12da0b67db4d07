"""The loss report, for people and for programs."""

from collections import Counter
from collections.abc import Iterator

from gonogo.check.drift import Drift
from gonogo.check.exports import Exports
from gonogo.projection.loss import Kind, Loss
from gonogo.projection.project import Projection
from gonogo.schema.text import write
from gonogo.schema.types import Json

_TOLD = (Kind.NARROWED, Kind.WIDENED, Kind.REMAPPED)
"""What a person is told of one by one; exact changes are counted."""


def report_of(exports: Exports, drifted: tuple[Drift, ...], allowed: frozenset[str]) -> dict[str, Json]:
    """Return the report in its JSON form, as `contracts/export-report.json` describes it.

    Args:
        exports: what was cut.
        drifted: where the files differ; empty where they were written.
        allowed: the tools of which a narrowed loss is no fault.
    """
    return {
        "targets": [
            {
                "target": projection.target,
                "tools": len(projection.names) - len(projection.failures),
                "losses": [loss.to_dict() for loss in projection.losses],
                "failures": [failure.to_dict() for failure in projection.failures],
                "chosen": [chosen.to_dict() for chosen in projection.chosen],
            }
            for projection in exports.cuts
        ],
        "types": [
            {"target": each.projection.target, "file": each.file, "missing": each.missing}
            for each in exports.types
        ],
        "unreadable": [failure.to_dict() for failure in exports.unreadable],
        "drift": [each.to_dict() for each in drifted],
        "go": is_go(exports, drifted, allowed),
    }


def is_go(exports: Exports, drifted: tuple[Drift, ...], allowed: frozenset[str]) -> bool:
    """Whether every tool reaches every target, nothing is narrowed that may not be, and no file was edited.

    Types that could not be generated are no fault of a file that is there already: its head says whether it is right.
    """
    whole = not exports.unreadable and not any(p.failures for p in exports.cuts)
    return whole and not drifted and not any(faults(p, allowed) for p in exports.cuts)


def faults(projection: Projection, allowed: frozenset[str]) -> tuple[Loss, ...]:
    """Return the narrowed losses that nobody allowed."""
    return tuple(loss for loss in projection.narrowed if loss.tool not in allowed)


def lines_of(exports: Exports, drifted: tuple[Drift, ...]) -> Iterator[str]:
    """Yield the report as lines of text."""
    for projection in exports.cuts:
        yield from _lines(projection)
    for types in exports.types:
        if types.missing is not None:
            yield f"{types.projection.target}: {types.file} was not generated: {types.missing}"
    for failure in exports.unreadable:
        yield f"unreadable {failure.tool}: {failure.reason}"
    for each in drifted:
        yield f"drift {each.file}{each.pointer}: {each.what}{f' ({each.tool})' if each.tool else ''}"


def _lines(projection: Projection) -> Iterator[str]:
    yield f"{projection.target}: {_counts(projection)}"
    for loss in projection.losses:
        if loss.kind in _TOLD:
            yield f"  {loss.kind.value:9}{loss.tool} {loss.side} {loss.pointer}: {loss.reason}{_shown(loss)}"
    for failure in projection.failures:
        yield f"  missing  {failure.tool}: {failure.reason}"
    for chosen in projection.chosen:
        if not chosen.strict:
            yield f"  loose    {chosen.tool}: {chosen.reason}"


def markdown_of(exports: Exports, drifted: tuple[Drift, ...]) -> str:
    """Return the report as Markdown."""
    out = [
        "# What the projections changed",
        "",
        "| target | tools | narrowed | widened | remapped | exact |",
        "|---|---|---|---|---|---|",
    ]
    for projection in exports.cuts:
        kinds = Counter(loss.kind for loss in projection.losses)
        cells = [kinds[kind] for kind in (*_TOLD, Kind.EXACT)]
        tools = len(projection.names) - len(projection.failures)
        out.append(f"| {projection.target} | {tools} | {' | '.join(map(str, cells))} |")
    for projection in exports.cuts:
        told = [loss for loss in projection.losses if loss.kind in _TOLD]
        if told or projection.failures:
            out += [
                "",
                f"## {projection.target}",
                "",
                "| kind | tool | place | why | shown by |",
                "|---|---|---|---|---|",
            ]
        out += [
            f"| {loss.kind.value} | {loss.tool} ({loss.side}) | `{_cell(loss.pointer)}` | {_cell(loss.reason)} | {_code(loss)} |"
            for loss in told
        ]
        out += [f"| missing | {each.tool} | | {_cell(each.reason)} | |" for each in projection.failures]
    missing = [each for each in exports.types if each.missing is not None]
    if missing:
        out += ["", "## Not generated", ""]
        out += [f"- `{each.file}`: {_cell(each.missing or '')}" for each in missing]
    if exports.unreadable:
        out += ["", "## Files without a contract", ""]
        out += [f"- `{each.tool}`: {_cell(each.reason)}" for each in exports.unreadable]
    if drifted:
        out += ["", "## Edited by hand", ""]
        out += [f"- `{each.file}` `{each.pointer}`: {each.what}" for each in drifted]
    return "\n".join(out) + "\n"


def _counts(projection: Projection) -> str:
    kinds = Counter(loss.kind.value for loss in projection.losses)
    tools = len(projection.names) - len(projection.failures)
    told = ", ".join(f"{kinds[kind.value]} {kind.value}" for kind in Kind if kinds[kind.value])
    return f"{tools} tools, {told or 'nothing changed'}"


def _shown(loss: Loss) -> str:
    return "" if loss.witness is None else f", as {write(loss.witness.value)}"


def _code(loss: Loss) -> str:
    return "" if loss.witness is None else f"`{_cell(write(loss.witness.value))}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("`", "'").replace("\n", " ")
