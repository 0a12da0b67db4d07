"""What reconciling came to, as a report that keeps `contracts/reconcile-report.json`.

It may name undeclared keys of payloads that its user supplied, and never a value (DESIGN section 4).
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from gonogo.catalog.overlay import Mode
from gonogo.reconcile.files import evidence_id
from gonogo.reconcile.kills import Kills
from gonogo.reconcile.outcome import Outcome, Row
from gonogo.reconcile.proposal import Shown
from gonogo.schema.pointer import join
from gonogo.schema.types import Json


def to_dict(outcome: Outcome, written: Iterable[str] = ()) -> dict[str, Json]:
    """Return the report.

    Args:
        outcome: what reconciling came to.
        written: the paths of the files that were written.
    """
    rows = outcome.rows
    modes = Counter(row.proposal.mode.value for row in rows)
    return {
        "tools": outcome.tools,
        "judged": len(rows),
        "results": sum(row.proposal.seen for row in rows),
        "refused": sum(row.proposal.refused for row in rows),
        "accepted": sum(row.accepted for row in rows),
        "proposed": len(outcome.proposed),
        "modes": {mode.value: modes[mode.value] for mode in Mode},
        "kept": _mean(row.proposal.share_kept for row in rows),
        "kills": _kills(row.kills for row in rows),
        "left": dict(sorted(outcome.left.items())),
        "failed": [{"tool": name, "why": why} for name, why in sorted(outcome.failed.items())],
        "rows": [_row(row) for row in rows],
        "written": sorted(written),
    }


def to_text(report: Json) -> Iterator[str]:
    """Yield the lines for a person."""
    yield (
        f"{report['results']} results of {report['judged']} tools: {report['refused']} refused as contracts are "
        f"written, {report['results'] - report['accepted']} as they are to be told"
    )
    for row in report["rows"]:
        if row["proposed"]:
            yield from _told(row)
    for reason, count in report["left"].items():
        yield f"{count} left out: {reason}"
    for row in report["failed"]:
        yield f"failed {row['tool']}: {row['why']}"
    counts = ", ".join(f"{count} {mode}" for mode, count in report["modes"].items() if count)
    yield f"told: {counts or 'nothing'}; {report['kept']:.1%} of the assertions are kept"
    for kind, each in report["kills"].items():
        if each["made"]:
            yield (
                f"{kind}: {each['declared']} of {each['made']} mutants refused as written, "
                f"{each['told']} of {each['unexcused']} that no evidence excuses as told"
            )
    yield f"wrote {len(report['written'])} files" if report["written"] else f"{report['proposed']} proposals"


def _told(row: Json) -> Iterator[str]:
    yield f"{row['tool']}: {row['before']} -> {row['mode']}, {row['kept']:.1%} of the assertions are kept"
    for each in row["shown"]:
        lacking = "" if each["evidence"] else "; no payload was found that shows it alone"
        where = each["place"] or "the root"
        yield f"  {each['kind']} at {where} ({each['count']} results), against {each['pointer']}{lacking}"


def _row(row: Row) -> dict[str, Json]:
    proposal = row.proposal
    return {
        "tool": proposal.subject.name,
        "before": proposal.subject.mode.value,
        "mode": proposal.mode.value,
        "pointers": list(proposal.pointers),
        "proposed": proposal.is_new,
        "results": proposal.seen,
        "refused": proposal.refused,
        "accepted": row.accepted,
        "assertions": len(proposal.subject.deviations.assertions.paths),
        "kept": proposal.share_kept,
        "shown": _shown(row),
        "kills": _kills([row.kills]),
    }


def _shown(row: Row) -> list[Json]:
    made = {each.deviation.pointer for each, found in row.evidence if found is not None}
    stem = row.proposal.subject.stem
    return [
        _deviation(each, stem, has_evidence=each.deviation.pointer in made) for each in row.proposal.shown
    ]


def _deviation(shown: Shown, stem: str, *, has_evidence: bool) -> dict[str, Json]:
    return {
        "pointer": shown.deviation.pointer,
        "kind": shown.deviation.kind,
        "keyword": shown.deviation.keyword,
        "place": join(shown.deviation.place),
        "received": shown.deviation.received,
        "count": shown.count,
        "source": shown.source,
        "observed_at": shown.observed_at,
        "evidence": evidence_id(stem, shown.deviation.pointer) if has_evidence else None,
    }


def _kills(each: Iterable[Json]) -> dict[str, Json]:
    totals: dict[str, Kills] = {}
    for kills in each:
        for kind, found in kills.items():
            totals[kind] = totals.get(kind, Kills()) + found
    return {
        kind: {"made": n.made, "declared": n.declared, "unexcused": n.unexcused, "told": n.told}
        for kind, n in totals.items()
    }


def _mean(shares: Iterable[float]) -> float:
    known = list(shares)
    return sum(known) / len(known) if known else 1.0
