"""What reconciling came to: a proposal for each tool, with the payloads that show its need."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gonogo.check.responses import Seen
from gonogo.reconcile.kills import Kills, kills
from gonogo.reconcile.proposal import Proposal, Shown, judge_of, propose
from gonogo.reconcile.specimens import Specimen, specimen
from gonogo.reconcile.subject import Subject
from gonogo.schema.errors import SchemaError
from gonogo.schema.pointer import PointerError


@dataclass(frozen=True)
class Row:
    """One tool.

    Attributes:
        proposal: what is to be told of it.
        accepted: how many of its results clients then accept.
        evidence: what shows the need of a new proposal, each with a made payload; None where none was found.
        kills: what became of mutants, by kind.
    """

    proposal: Proposal
    accepted: int
    evidence: tuple[tuple[Shown, Specimen | None], ...]
    kills: Mapping[str, Kills]


@dataclass(frozen=True)
class Outcome:
    """What reconciling came to.

    Attributes:
        rows: the tools of which results were seen.
        tools: how many tools have an output contract.
        left: how many responses belong to no contract, by reason.
        failed: the tools that could not be judged, with the reason.
    """

    rows: tuple[Row, ...]
    tools: int
    left: Mapping[str, int] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)

    @property
    def proposed(self) -> tuple[Row, ...]:
        """The tools of which something else is to be told than today."""
        return tuple(row for row in self.rows if row.proposal.is_new)


def reconcile(
    subjects: Sequence[Subject],
    seen: Mapping[str, Sequence[Seen]],
    left: Mapping[str, int] | None = None,
    *,
    mutated: bool = True,
) -> Outcome:
    """Hold the output contracts of tools against what was seen of them; each tool alone.

    Args:
        subjects: the tools that have an output contract.
        seen: by the name of a tool, its results.
        left: how many responses belong to no contract, by reason.
        mutated: whether mutants are counted too.
    """
    rows: list[Row] = []
    failed: dict[str, str] = {}
    for subject in subjects:
        results = seen.get(subject.name, ())
        if not results:
            continue
        try:
            rows.append(_row(subject, results, mutated=mutated))
        except (SchemaError, PointerError) as error:
            failed[subject.name] = str(error)
        except RecursionError:
            failed[subject.name] = "a result and its contract nest too deep together"
    return Outcome(tuple(rows), len(subjects), left or {}, failed)


def _row(subject: Subject, results: Sequence[Seen], *, mutated: bool) -> Row:
    proposal = propose(subject, results)
    values = [each.value for each in results]
    told = judge_of(subject, proposal.mode, proposal.pointers)
    accepted = sum(map(told, values)) if told else 0
    shown = proposal.shown if proposal.is_new else ()
    evidence = tuple((each, specimen(subject, each.deviation, proposal.pointers)) for each in shown)
    return Row(proposal, accepted, evidence, kills(proposal, values) if mutated else {})
