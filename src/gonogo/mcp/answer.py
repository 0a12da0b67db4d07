"""What a call over MCP ends in, told apart by three types."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import mcp_types as types
from mcp import MCPError
from pydantic import ValidationError

from gonogo.contracts import contract
from gonogo.gauge.codes import CODES
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.hints import nearest
from gonogo.gauge.problem import Door, Issue, Problem, Subject
from gonogo.gauge.verdict import Go, NoGo
from gonogo.schema.limits import Limits
from gonogo.schema.types import Json

_PROBLEM = Gauge(contract("problem"), limits=Limits())


@dataclass(frozen=True, slots=True)
class ToolFailed:
    """The server says that the tool failed, or did not answer.

    Attributes:
        problem: what a gonogo server said of it, as JSON, or what the client itself found; None where a server of
            another make speaks in its own words.
        text: the server's words, for a model to read; empty where there were none.
    """

    problem: Problem | Mapping[str, Json] | None
    text: str = ""


Answer: TypeAlias = Go | NoGo | ToolFailed
"""What a call ends in: a gauged result, a refusal by the client's own doors, or a failure of the tool."""


def failed(text: str) -> ToolFailed:
    """Return the failure that a server's words tell of."""
    verdict = _PROBLEM.read(text)
    return ToolFailed(verdict.value if isinstance(verdict, Go) else None, text)


def unanswered(name: str, error: Exception) -> ToolFailed:
    """Return the failure of a call that was not answered with a result; an error of the server's keeps its words."""
    subject = Subject(Door.OUTPUT, name)
    if isinstance(error, MCPError) and error.error.code not in _SILENCE:
        verdict = _PROBLEM.check(error.error.data)
        problem = verdict.value if isinstance(verdict, Go) else refusal(subject, "tool_failed")
        return ToolFailed(problem, error.error.message)
    return ToolFailed(refusal(subject, _code_of(error)))


_SILENCE = frozenset({types.REQUEST_TIMEOUT, types.CONNECTION_CLOSED})
"""Codes by which the SDK says that no answer came."""


def is_late(error: Exception) -> bool:
    """Whether an answer did not come in time; it may have come later, and the server may be well."""
    return isinstance(error, TimeoutError) or (
        isinstance(error, MCPError) and error.error.code == types.REQUEST_TIMEOUT
    )


def _code_of(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return "malformed_answer"
    return "timed_out" if is_late(error) else "no_answer"


def unknown(name: str, names: Mapping[str, object]) -> Problem:
    """Return the problem of a name that no tool has."""
    near = nearest(name, names)
    hint = f"did you mean {near!r}?" if near else CODES["unknown_tool"].hint
    issue = Issue("unknown_tool", "", None, None, near, "missing", None, hint)
    return Problem(Subject(Door.INPUT), (issue,), retryable=True)


def refusal(subject: Subject, code: str, *, executed: bool | None = None) -> Problem:
    """Return a problem of one issue that is about the whole.

    Args:
        subject: what was to be gauged.
        code: a row of the table of codes.
        executed: whether the tool has run, or may have; by default as the door says.
    """
    issue = Issue(code, "", None, None, None, None, None, CODES[code].hint)
    ran = subject.door is Door.OUTPUT if executed is None else executed
    return Problem(subject, (issue,), retryable=True, executed=ran)


def problem_of(answer: Answer) -> Problem | None:
    """Return why an answer is no Go, as it is written down; None for a Go."""
    if isinstance(answer, Go):
        return None
    own = answer.problem
    return own if isinstance(own, Problem) else refusal(Subject(Door.OUTPUT), "tool_failed")
