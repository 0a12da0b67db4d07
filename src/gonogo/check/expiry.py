"""Overlays that have had their day: what is told less must be asked for still, and not for ever.

An overlay is reported where newer responses of its tool show that the service was mended, and where nobody has looked
for too long. That its contract was mended is found by its own evidence (`check.evidence`).
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.config import OverlaysConfig
from gonogo.catalog.contract import Contract, Tool
from gonogo.catalog.document import Document, read_document
from gonogo.catalog.finding import Finding
from gonogo.catalog.overlay import Mode, Overlay
from gonogo.check.moments import moment
from gonogo.check.responses import Seen, known_in, sort_responses
from gonogo.projection.cut import travelling
from gonogo.projection.modes import in_mode
from gonogo.schema.engine import Options, Patterns, compile_schema
from gonogo.schema.errors import SchemaError
from gonogo.schema.pointer import PointerError
from gonogo.schema.types import Json

_LOOSER = frozenset({Mode.OPEN, Mode.RELAXED, Mode.STRIPPED})


def judge_expiry(
    catalog: Catalog, evidence: Sequence[tuple[str, bytes]], now: datetime | None
) -> Iterator[Finding]:
    """Yield the overlays that have had their day.

    Args:
        catalog: a catalog that was read from a folder.
        evidence: the paths and the bytes of recorded responses.
        now: the moment of checking; None where age is not judged.
    """
    seen = sort_responses(evidence, known_in(catalog)).seen if evidence else {}
    for name, tool in catalog.tools.items():
        overlay = tool.overlay
        if overlay is None or overlay.file is None or catalog.root is None or overlay.mode not in _LOOSER:
            continue
        document = read_document(catalog.root, overlay.file)
        if not isinstance(document, Document):
            continue
        rules = catalog.config.overlays
        if now is not None:
            yield from _too_old(overlay, document, rules, now)
        yield from _mended(tool, overlay, document, _newer(seen.get(name, ()), overlay), rules)


def _too_old(overlay: Overlay, document: Document, rules: OverlaysConfig, now: datetime) -> Iterator[Finding]:
    observed = moment(overlay.observed_at)
    if observed is None or now - observed <= timedelta(seconds=rules.max_age):
        return
    days = (now - observed).days
    hint = "run `gonogo reconcile` on recent responses, or take the overlay back"
    yield document.finding(
        "overlay_old", f"nobody has seen the need of the overlay for {days} days", hint, at=("observed_at",)
    )


def _newer(results: Sequence[Seen], overlay: Overlay) -> list[Json]:
    """The results since the overlay's evidence was seen; one that does not say when it was seen counts as one."""
    since = moment(overlay.observed_at)
    found: list[Json] = []
    for each in results:
        at = moment(each.observed_at)
        if since is None or at is None or at > since:
            found.append(each.value)
    return found


def _mended(
    tool: Tool, overlay: Overlay, document: Document, results: list[Json], rules: OverlaysConfig
) -> Iterator[Finding]:
    if tool.output is None or len(results) < rules.expire_after:
        return
    hint = "the service was mended: take it back, or run `gonogo reconcile` anew"
    if overlay.mode is not Mode.RELAXED:
        if all(map(_judge(tool.output, Mode.DECLARED, ()), results)):
            message = f"none of {len(results)} newer responses departs from the contract"
            yield document.finding("overlay_expired", message, hint, at=("mode",))
        return
    for index, pointer in enumerate(overlay.pointers):
        others = tuple(each for each in overlay.pointers if each != pointer)
        if all(map(_judge(tool.output, Mode.RELAXED, others), results)):
            message = f"none of {len(results)} newer responses departs from the contract there"
            yield document.finding("overlay_expired", message, hint, at=("pointers", index))


def _judge(output: Contract, mode: Mode, pointers: tuple[str, ...]) -> Callable[[Json], bool]:
    """The verdict of clients that are told so; of an overlay that does not fit its contract, `check.evidence` tells."""
    try:
        told = in_mode(travelling(output), mode, pointers)
        return compile_schema(told or {}, Options(patterns=Patterns.BACKTRACKING)).is_valid
    except (PointerError, SchemaError):
        return lambda _value: False
