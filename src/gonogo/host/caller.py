"""Who calls: the key or token by which a call came, as its handler may read it while the call runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever made a call.

    Attributes:
        name: the key's name, or a digest of a token's subject; it stands in the journal.
        scopes: what the caller may do: `read`, `write`, or either below a namespace, as `orders:read`; None where
            callers are not told apart, and each may do everything.
        token: the Bearer token of the request as it came, for bindings that are configured to pass it through; None
            where there was none. It stands in no journal, log or repr.
    """

    name: str
    scopes: frozenset[str] | None = None
    token: str | None = field(default=None, repr=False)


_CALLER: ContextVar[Caller | None] = ContextVar("gonogo_caller", default=None)


def current_caller() -> Caller | None:
    """Return who made the call that runs now; None where it came by no transport that tells callers apart."""
    return _CALLER.get()


@contextmanager
def called_by(caller: Caller | None) -> Iterator[None]:
    """Make somebody the caller of what runs inside; threads of handlers are told too."""
    before = _CALLER.set(caller)
    try:
        yield
    finally:
        _CALLER.reset(before)
