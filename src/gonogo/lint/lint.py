"""The interpreter of the rule table."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from gonogo.catalog.candidate import Candidate, ToolEntry
from gonogo.catalog.config import IgnoredFinding
from gonogo.catalog.finding import Finding, Severity, order_of
from gonogo.lint.contract import Examined
from gonogo.lint.edit import Edit
from gonogo.lint.lot import Lot, Toolbox
from gonogo.lint.report import Report, Suppressed
from gonogo.lint.rule import Rule
from gonogo.lint.settings import Settings, covers
from gonogo.lint.table import RULES


def lot_of(
    candidates: Iterable[Candidate],
    tools: Iterable[ToolEntry] = (),
    *,
    subsets: Mapping[str, frozenset[str]] | None = None,
    searched: bool = False,
    server: str | None = None,
) -> Lot:
    """Look at candidates, and at the tools that they make.

    Args:
        candidates: every schema to lint, those of the tools among them.
        tools: the tools.
        subsets: by target, the keywords that it takes.
        searched: whether clients find tools by searching.
        server: the name of the server that lists the tools.
    """
    examined = {id(candidate): Examined(candidate) for candidate in candidates}
    contracts = tuple(examined.values())

    def looked_at(candidate: Candidate | None) -> Examined | None:
        return None if candidate is None else examined.setdefault(id(candidate), Examined(candidate))

    boxes = [Toolbox(tool, looked_at(tool.input), looked_at(tool.output), server) for tool in tools]
    return Lot(contracts, tuple(boxes), subsets or {}, searched)


def lint(
    lot: Lot, settings: Settings | None = None, *, told: Iterable[Finding] = (), rules: Iterable[Rule] = ()
) -> Report:
    """Judge a lot by the rules.

    Args:
        lot: what to lint.
        settings: what weighs how much, and what is ignored.
        told: findings of reading the files; those of an error that a rule finds too are told once.
        rules: the rules to judge by; all of the table where none is given.
    """
    settings = settings or Settings()
    found = [
        found
        for rule in rules or RULES.values()
        if (severity := settings.severities.get(rule.id, rule.severity)) is not None
        for found in _found(rule, severity, lot)
    ]
    known = {(each.finding.file, each.finding.code) for each in found}
    found += [Found(finding) for finding in told if (finding.file, finding.code) not in known]
    return _reported(sorted(found, key=lambda each: order_of(each.finding)), settings.ignored)


@dataclass(frozen=True)
class Found:
    """A finding, with what mends it."""

    finding: Finding
    edits: tuple[Edit, ...] = ()


def _found(rule: Rule, severity: Severity, lot: Lot) -> Iterator[Found]:
    for hit in rule.judge(lot):
        message, hint = rule.message.format(**hit.words), rule.hint.format(**hit.words)
        plain = hit.document.finding(rule.id, message, hint, at=hit.path, severity=severity)
        added = replace(
            plain, group=rule.group.value, demonstration=hit.demonstration, fixable=bool(hit.edits)
        )
        yield Found(added, hit.edits)


def _reported(found: Iterable[Found], ignored: tuple[IgnoredFinding, ...]) -> Report:
    kept: list[Finding] = []
    suppressed: list[Suppressed] = []
    edits: dict[str, list[Edit]] = {}
    used: set[int] = set()
    for each in found:
        by = next((index for index, entry in enumerate(ignored) if covers(entry, each.finding)), None)
        if by is None:
            kept.append(each.finding)
            edits.setdefault(each.finding.file, []).extend(each.edits)
        else:
            suppressed.append(Suppressed(each.finding, ignored[by]))
            used.add(by)
    return Report(
        tuple(kept),
        tuple(suppressed),
        tuple(entry for index, entry in enumerate(ignored) if index not in used),
        {file: tuple(made) for file, made in edits.items() if made},
    )
