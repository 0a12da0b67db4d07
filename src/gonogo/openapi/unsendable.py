"""What cannot be written into a request, as a fault that an input door can tell."""

from collections.abc import Iterable

from gonogo.gauge.codes import CODES
from gonogo.schema.pointer import join
from gonogo.schema.types import Token


class PlanFault(ValueError):
    """Raised when arguments cannot be made into the request that a plan describes. It names no value.

    Attributes:
        code: a row of the gauge's table of codes.
        pointer: the place in the arguments.
        hint: what to do about it.
    """

    def __init__(self, code: str, path: Iterable[Token], hint: str = "") -> None:
        self.code, self.pointer = code, join(path)
        self.hint = hint or CODES[code].hint
        super().__init__(f"{code} at {self.pointer or '/'}: {self.hint}")


def unsendable(path: Iterable[Token], hint: str) -> PlanFault:
    """Return the fault of a value that a request has no way to write."""
    return PlanFault("not_sendable", path, hint)
