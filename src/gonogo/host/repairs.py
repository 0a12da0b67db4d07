"""How often a model may send one fault again."""

from dataclasses import dataclass, field, replace

from gonogo.gauge.codes import CODES
from gonogo.gauge.problem import Issue, Problem


@dataclass
class Repairs:
    """The faults of one conversation, counted; make one for each.

    Attributes:
        limit: how often the same fault of the same tool is told as one that can be mended.
    """

    limit: int = 3
    _counts: dict[tuple[str, frozenset[tuple[str, str]]], int] = field(default_factory=dict)

    def judged(self, tool: str, problem: Problem) -> Problem:
        """Count a fault, and return the problem; one that came too often says so, and is not to be tried again."""
        if problem.executed:
            return problem
        key = (tool, frozenset((issue.code, issue.pointer) for issue in problem.issues))
        self._counts[key] = self._counts.get(key, 0) + 1
        if self._counts[key] <= self.limit:
            return problem
        code = CODES["repeated_fault"]
        repeated = Issue(code.name, "", None, None, None, None, None, code.hint)
        return replace(problem, issues=(repeated, *problem.issues), retryable=False)

    def passed(self, tool: str) -> None:
        """Forget the faults of a tool that has been called well."""
        for key in [key for key in self._counts if key[0] == tool]:
            del self._counts[key]
