"""The files that a proposal asks for: an overlay for each tool, and the payloads that show its need as fixtures."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from gonogo.catalog.overlay import Mode
from gonogo.catalog.overlays import OVERLAYS
from gonogo.catalog.payloadfiles import FIXTURES
from gonogo.gauge.verdict import NoGo
from gonogo.projection.deviation import Deviation, Undeclared
from gonogo.reconcile.outcome import Outcome, Row
from gonogo.reconcile.proposal import Shown
from gonogo.reconcile.specimens import Specimen
from gonogo.reconcile.subject import Subject
from gonogo.schema.pointer import join
from gonogo.schema.types import Json

_LONGEST: Final = 200


def fixtures_file(stem: str) -> str:
    """Return the path of the fixtures that show the need of a tool's overlay."""
    return f"{FIXTURES}/reconcile/{stem}.json"


def files_of(outcome: Outcome, now: str, earlier: Mapping[str, Json]) -> dict[str, str]:
    """Return the texts of the files that the new proposals ask for, by path.

    Args:
        outcome: what reconciling came to.
        now: the moment, as RFC 3339 has it; of evidence that does not say when it was seen.
        earlier: what the fixtures' files hold today, by path.
    """
    files: dict[str, str] = {}
    for row in outcome.proposed:
        stem = row.proposal.subject.stem
        rows = [_fixture(row.proposal.subject, each, made, now) for each, made in row.evidence if made]
        files[f"{OVERLAYS}/{stem}.json"] = _text(_overlay(row, [each["id"] for each in rows], now))
        kept = earlier.get(fixtures_file(stem))
        files[fixtures_file(stem)] = _text(_merged(kept if isinstance(kept, list) else [], rows))
    return files


def evidence_id(stem: str, pointer: str) -> str:
    """Return the name of the fixture that shows one assertion broken."""
    name = f"reconcile/{stem}{pointer}"
    if len(name) <= _LONGEST:
        return name
    return f"{name[: _LONGEST - 17]}-{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def _overlay(row: Row, evidence: list[str], now: str) -> dict[str, Json]:
    proposal = row.proposal
    before = proposal.subject.overlay
    out: dict[str, Json] = {"mode": proposal.mode.value}
    if proposal.mode is Mode.RELAXED:
        out["pointers"] = list(proposal.pointers)
    kinds = Counter(each.deviation.kind for each, _ in row.evidence)
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    reason = f"{proposal.refused} of {proposal.seen} results depart from the contract: {told}"
    kept = () if before is None else before.evidence
    out["reason"] = reason if before is None else f"{before.reason}; {reason}"
    out["evidence"] = list(dict.fromkeys((*kept, *evidence)))
    out["observed_at"] = max((each.observed_at or now for each, _ in row.evidence), default=now)
    return out


def _fixture(subject: Subject, shown: Shown, made: Specimen, now: str) -> dict[str, Json]:
    return {
        "id": evidence_id(subject.stem, shown.deviation.pointer),
        "schema": subject.fixture_schema,
        "kind": "output",
        "expect": "invalid",
        "errors": [_error(subject, shown.deviation, made.value)],
        "payload": made.value,
        "source": shown.source,
        "observed_at": shown.observed_at or now,
        "count": shown.count,
        "depersonalised": True,
    }


def _error(subject: Subject, deviation: Deviation, value: Json) -> dict[str, Json]:
    """The issue that a problem tells of it: the one of its keyword and place, else the first."""
    verdict = subject.output.gauge.check(value)
    issues = verdict.problem.issues if isinstance(verdict, NoGo) else ()
    place = join("*" if isinstance(each, Undeclared) else each for each in deviation.place)
    fitting = [each for each in issues if each.keyword == deviation.keyword]
    best = next((each for each in fitting if each.pointer == place), next(iter(fitting or issues)))
    return {"pointer": best.pointer, "keyword": best.keyword or best.code}


def _merged(before: Iterable[Json], rows: Iterable[dict[str, Json]]) -> list[Json]:
    """The fixtures that were there, less those that are made anew, and the new ones."""
    made = {each["id"]: each for each in rows}
    kept = [each for each in before if not (isinstance(each, dict) and each.get("id") in made)]
    return [*kept, *made.values()]


def _text(value: Json) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
