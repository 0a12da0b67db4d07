"""A tool that is executed over HTTP: its arguments become a request, and the service's answer becomes its own."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from opentelemetry import trace
from opentelemetry.trace import Span, SpanKind, StatusCode

from gonogo.catalog.binding import Binding
from gonogo.host.http.client import HttpClient
from gonogo.host.http.credentials import Credentials
from gonogo.host.http.media import accepted
from gonogo.host.http.message import Received, Sent
from gonogo.host.http.reading import Reading
from gonogo.host.http.repeating import is_passing, may_repeat, wait_before
from gonogo.host.http.target import Target
from gonogo.host.outcome import Reply, ToolFault, Unanswered
from gonogo.openapi.sending import PlanFault, request_from
from gonogo.schema.types import Json

_UNAUTHORISED: Final = 401


@dataclass(frozen=True, slots=True)
class Execution:
    """Executes one tool.

    Attributes:
        binding: how.
        base: where requests go.
        client: sends them.
        credentials: what is added to them.
        reading: what is made of the answers.
        seconds: how long a call may take.
        retries: how often a request that may be repeated is sent again.
        clock: what time it is, with a time zone.
    """

    binding: Binding
    base: Target
    client: HttpClient = field(repr=False)
    credentials: Credentials = field(repr=False)
    reading: Reading = field(repr=False)
    seconds: float
    retries: int
    clock: Callable[[], datetime] = field(repr=False)

    async def __call__(self, arguments: dict[str, Json], words: dict[str, Json]) -> Reply:
        """Execute the tool with gauged arguments.

        Args:
            arguments: what the input door let through.
            words: what the journal is told of the request; filled in as it becomes known.

        Raises:
            ToolFault: there is no result.
        """
        until = asyncio.get_running_loop().time() + self.seconds
        words |= self._described()
        sent = self._request(arguments)
        with _span(words) as span:
            try:
                received = await self._authorised(sent, until, words)
                return self.reading.read(received, words)
            except ToolFault as fault:
                span.set_status(StatusCode.ERROR)
                span.set_attribute("error.type", fault.code)
                raise
            finally:
                _tell(span, words)

    def _described(self) -> dict[str, Json]:
        return {
            "http.request.method": self.binding.request["method"],
            "url.template": self.binding.request["path"],
            "server.address": self.base.host,
            "server.port": self.base.port,
        }

    def _request(self, arguments: dict[str, Json]) -> Sent:
        try:
            made = request_from(self.binding.request, arguments)
        except PlanFault as fault:
            raise ToolFault(fault.code, hint=fault.hint, pointer=fault.pointer, executed=False) from None
        names = [name for types in self.binding.answers.media_types.values() for name in types]
        return Sent(
            self.base,
            made.method,
            made.path,
            made.query,
            {"Accept": accepted(names), **made.headers},
            made.body,
        )

    async def _authorised(self, sent: Sent, until: float, words: dict[str, Json]) -> Received:
        """Send with credentials; a token of ours that is refused is asked for anew, once: nothing has run yet."""
        held = await self.credentials.of(self.binding)
        received = await self._answered(held.added(sent), until, words)
        if received.status != _UNAUTHORISED or not held.grants:
            return received
        for grant in held.grants:
            self.credentials.tokens.forget(grant)
        held = await self.credentials.of(self.binding)
        return await self._answered(held.added(sent), until, words)

    async def _answered(self, sent: Sent, until: float, words: dict[str, Json]) -> Received:
        """Send, and where the method permits it send again, as long as there is time for what the service asks."""
        loop = asyncio.get_running_loop()
        attempt = 0
        while True:
            received: Received | None = None
            fault: Unanswered | None = None
            try:
                received = await self.client.exchange(sent, max(0.001, until - loop.time()))
                words["http.response.status_code"] = received.status
            except Unanswered as error:
                fault = error
            done = received is not None and not is_passing(received.status)
            wait = wait_before(attempt, received, self.clock())
            if done or not self._again(sent, attempt) or loop.time() + wait >= until:
                break
            attempt += 1
            words["http.request.resend_count"] = attempt
            await asyncio.sleep(wait)
        if received is None:
            raise fault or Unanswered("no_answer")
        return received

    def _again(self, sent: Sent, attempt: int) -> bool:
        return attempt < self.retries and may_repeat(sent.method)


@contextmanager
def _span(words: Mapping[str, Json]) -> Iterator[Span]:
    """A span for the request below the call's own (OpenTelemetry, HTTP client spans); it holds no URL with values."""
    name = f"{words['http.request.method']} {words['url.template']}"
    with trace.get_tracer("gonogo").start_as_current_span(
        name,
        kind=SpanKind.CLIENT,
        attributes=_told(words),
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        yield span


def _told(words: Mapping[str, Json]) -> dict[str, Json]:
    return {word: value for word, value in words.items() if word.startswith(("http.", "server.", "url."))}


def _tell(span: Span, words: Mapping[str, Json]) -> None:
    span.set_attributes(_told(words))
