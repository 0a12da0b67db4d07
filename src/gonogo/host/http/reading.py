"""From a service's answer to what a tool answers, by the tool's binding; or to why there is nothing to answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from gonogo.catalog.binding import Answers
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.problem import Door, Subject, Upstream
from gonogo.gauge.verdict import Go
from gonogo.host.http.media import is_named, takes_anything, whole
from gonogo.host.http.message import Received
from gonogo.host.http.repeating import is_passing, retry_after
from gonogo.host.outcome import Content, Reply, ToolFault
from gonogo.openapi.media import is_json
from gonogo.schema.errors import SchemaError
from gonogo.schema.limits import Limits
from gonogo.schema.text import TextFault, parse
from gonogo.schema.types import Json
from gonogo.schema.value import ValueFault

_ERROR_LIMITS: Final = Limits(size=16 * 1024)
"""What is told of an error: it goes to a model."""

_HINTS: Final = {
    401: "ask the host's author to look at the credentials",
    403: "ask the host's author to look at the permissions of the credentials",
    404: "look at the identifiers that were sent: what they name is not there",
    409: "read the present state first, and send what fits it",
    410: "what was named is gone",
    412: "read the present state first, and send what fits it",
    422: "mend the arguments: see what the service says",
    429: "wait, and call less often",
}
_BROKEN_REQUEST: Final = "mend the arguments: see what the service says"
_BROKEN_SERVICE: Final = "try again later: the fault is the service's"
_HOPELESS: Final = frozenset({401, 403, 405, 407, 410, 451, 501, 505})
_OF_SIZE: Final = frozenset({"too_deep", "too_many_nodes"})
_SUCCESSES: Final = range(200, 300)
_REDIRECTS: Final = range(300, 400)
_FAULTS_OF_SERVICE: Final = 500


@dataclass(frozen=True, slots=True)
class Reading:
    """What is made of one tool's responses.

    Attributes:
        answers: what its binding says.
        limits: what a payload may measure.
    """

    answers: Answers
    limits: Limits
    _gauges: dict[str, Gauge | None] = field(default_factory=dict, repr=False)

    def read(self, received: Received, words: dict[str, Json]) -> Reply:
        """Return what the tool answers.

        Args:
            received: the service's answer.
            words: what the journal is told; that an answer was more than its document tells of is added.

        Raises:
            ToolFault: the answer is an error, or of another form than the document tells.
        """
        status = named_status(self.answers.statuses, received.status)
        if received.status not in _SUCCESSES and str(received.status) not in self.answers.statuses:
            raise self._fault(received)
        kind = self.answers.statuses.get(status, "")
        types = self.answers.media_types.get(status, ())
        if not kind or (kind == "empty" and received.body):
            words["gonogo.drift"] = True
        if self.answers.shape == "bare":
            return Reply(self._json(received, types))
        if self.answers.shape == "envelope":
            return self._envelope(received, kind or "mixed", types)
        return self._free(received, kind, types)

    def _envelope(self, received: Received, kind: str, types: tuple[str, ...]) -> Reply:
        """The answer as `{status, body}`; a body of which the document tells nothing stays outside."""
        value: dict[str, Json] = {"status": received.status}
        if kind == "empty":
            return Reply(value)
        if kind == "json":
            return Reply({**value, "body": self._json(received, types)})
        if not received.body:
            return Reply(value)
        if kind == "mixed" and self._is_json(received, types):
            return Reply({**value, "body": self._json(received, types)})
        content = self._content(received, types)
        return Reply({**value, "content_type": content.media_type}, (content,))

    def _free(self, received: Received, kind: str, types: tuple[str, ...]) -> Reply:
        """The answer of a tool without output contract: what came, as it is."""
        if not received.body:
            return Reply({"status": received.status})
        wanted = types if kind in {"json", "mixed", "other"} else ()
        if kind != "other" and self._is_json(received, wanted):
            return Reply(self._json(received, wanted))
        content = self._content(received, wanted)
        told: Json = content.text
        if told is None:
            told = {"status": received.status, "content_type": content.media_type}
        return Reply(told, (content,))

    def _is_json(self, received: Received, types: tuple[str, ...]) -> bool:
        """Whether a body is meant to be JSON: it says so, or says nothing that is more exact, and is."""
        if is_json(received.media_type):
            return True
        return (not received.media_type or (not types or takes_anything(types))) and self._parses(received)

    def _parses(self, received: Received) -> bool:
        try:
            parse(received.body, self.limits)
        except (TextFault, ValueFault):
            return False
        return True

    def _json(self, received: Received, types: tuple[str, ...]) -> Json:
        media_type = received.media_type
        if received.body and media_type and not is_json(media_type) and not self._is_json(received, types):
            raise ToolFault("upstream_media_type", retryable=False, upstream=Upstream(received.status))
        return _parsed(received, self.limits)

    def _content(self, received: Received, types: tuple[str, ...]) -> Content:
        media_type = received.media_type or "application/octet-stream"
        if types and not is_named(media_type, types):
            raise ToolFault("upstream_media_type", retryable=False, upstream=Upstream(received.status))
        return whole(received, media_type)

    def _fault(self, received: Received) -> ToolFault:
        """Why an answer is no success; its body is told only where its contract is declared and it keeps it."""
        status = received.status
        body = self._error_body(received)
        upstream = Upstream(
            status,
            None if body is None else body.value,
            body is not None,
            retry_after(received, datetime.now(UTC)),
        )
        if status in _REDIRECTS:
            return ToolFault("upstream_redirect", retryable=False, upstream=upstream)
        fallback = _BROKEN_SERVICE if status >= _FAULTS_OF_SERVICE else _BROKEN_REQUEST
        return ToolFault(
            "upstream_status",
            hint=_BROKEN_SERVICE
            if is_passing(status) and status not in _HINTS
            else _HINTS.get(status, fallback),
            retryable=status not in _HOPELESS,
            upstream=upstream,
        )

    def _error_body(self, received: Received) -> Go | None:
        status = named_status(self.answers.errors, received.status)
        gauge = self._gauge(status)
        if gauge is None or not received.body or not is_json(received.media_type or "application/json"):
            return None
        verdict = gauge.read(received.body)
        return verdict if isinstance(verdict, Go) else None

    def _gauge(self, status: str) -> Gauge | None:
        if status not in self._gauges:
            made = None
            if status in self.answers.errors:
                try:
                    made = Gauge(
                        self.answers.errors[status],
                        Recipe(imported=True),
                        subject=Subject(Door.OUTPUT),
                        limits=_ERROR_LIMITS,
                    )
                except SchemaError:
                    made = None
            self._gauges[status] = made
        return self._gauges[status]


def named_status(named: Mapping[str, object], status: int) -> str:
    """Return under which name a document tells of a status: its own, its range, or `default`; empty where under none."""
    for name in (str(status), f"{status // 100}XX", "default"):
        if name in named:
            return name
    return ""


def _parsed(received: Received, limits: Limits) -> Json:
    try:
        return parse(received.body, limits)
    except (TextFault, ValueFault) as fault:
        code = fault.code if fault.code in _OF_SIZE else "upstream_not_json"
        raise ToolFault(code, retryable=False, upstream=Upstream(received.status)) from None
