"""What is written down of a call: one line of the journal and one span, in the same words.

Source: OpenTelemetry's GenAI conventions for the span's name and the `gen_ai.*` words; ours are `gonogo.*`, the
words of the problem. Every door records here, and no door records elsewhere.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import perf_counter

from opentelemetry import trace
from opentelemetry.context import attach, detach
from opentelemetry.trace import Span, SpanKind, StatusCode, set_span_in_context

from gonogo.gauge.problem import Door, Problem, Subject
from gonogo.host.caller import current_caller
from gonogo.host.journal import Journal
from gonogo.schema.types import Json

_MOST_TOLD = 10
"""So many issues of a problem are told by code and pointer."""


@dataclass
class Record:
    """What is known of a call so far; filled in on the way, written down once.

    Attributes:
        tool: the name of the tool, handoff or state.
        subject: what was gauged last, and against which contract.
        problem: why the call ended; None while nothing is wrong.
        digest: the digest of the payload that was judged last.
        extra: further words.
    """

    tool: str
    subject: Subject
    problem: Problem | None = None
    digest: str | None = None
    extra: dict[str, Json] = field(default_factory=dict)

    def words(self) -> dict[str, Json]:
        """Return what is told of the verdict, by its words."""
        subject, problem = self.subject, self.problem
        issues = problem.issues[:_MOST_TOLD] if problem else ()
        return {
            "gonogo.door": subject.door.value,
            "gonogo.tool": self.tool,
            "gonogo.schema": subject.schema,
            "gonogo.version": subject.version,
            "gonogo.digest": subject.digest,
            "gonogo.verdict": "no-go" if problem else "go",
            "gonogo.codes": [issue.code for issue in issues],
            "gonogo.pointers": [issue.pointer for issue in issues],
            "gonogo.executed": bool(problem.executed) if problem else True,
            "gonogo.payload_digest": self.digest,
            **self.extra,
        }


class Recorder:
    """Writes records down.

    Args:
        journal: where the lines go; None for none.
        clock: what time it is, with a time zone.
    """

    def __init__(self, journal: Journal | None = None, clock: Callable[[], datetime] | None = None) -> None:
        self.journal = journal
        self.clock = clock or _now
        self._tracer = trace.get_tracer("gonogo")

    @contextmanager
    def call(
        self,
        tool: str,
        operation: str = "execute_tool",
        door: Door = Door.INPUT,
        wire: Mapping[str, str] | None = None,
    ) -> Iterator[Record]:
        """Record what happens inside, whatever happens.

        Args:
            tool: the name of the tool, handoff or state.
            operation: the span's operation, such as `execute_tool`.
            door: where the call stands at first.
            wire: what the span says of the protocol that the call came by, in OpenTelemetry's words.
        """
        record = Record(tool, Subject(door, tool))
        caller = current_caller()
        if caller is not None:
            record.extra["gonogo.caller"] = caller.name
        began = perf_counter()
        attributes = {
            "gen_ai.operation.name": operation,
            "gen_ai.tool.name": tool,
            "gen_ai.tool.type": "function",
            **(wire or {}),
        }
        span = self._tracer.start_span(f"{operation} {tool}", kind=SpanKind.INTERNAL, attributes=attributes)
        # Without a tracer there is no span to stand in, and nothing to attach.
        token = attach(set_span_in_context(span)) if span.get_span_context().is_valid else None
        try:
            yield record
        except BaseException:
            record.extra["gonogo.cancelled"] = True
            raise
        finally:
            if token is not None:
                detach(token)
            words = record.words()
            _describe(span, record, words)
            span.end()
            if self.journal is not None:
                line = {"time": self.clock().isoformat(), "gen_ai.operation.name": operation, **words}
                line["gonogo.duration_ms"] = round((perf_counter() - began) * 1000, 3)
                self.journal.append(line)


def _describe(span: Span, record: Record, words: Mapping[str, Json]) -> None:
    if not span.is_recording():
        return
    span.set_attributes({word: value for word, value in words.items() if value is not None})
    if record.problem is not None:
        span.set_attribute("error.type", record.problem.issues[0].code)
        span.set_status(StatusCode.ERROR)


def _now() -> datetime:
    return datetime.now(UTC)
