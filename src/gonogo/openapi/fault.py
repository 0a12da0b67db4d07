"""What can be wrong with an OpenAPI document, and what was done about it."""

from dataclasses import dataclass
from typing import Final

from gonogo.schema.types import Json


class OpenApiFault(ValueError):
    """Raised when a document, or one operation of it, cannot be compiled.

    Attributes:
        code: what kind of fault it is, such as `reference_outside`.
        place: the file and the pointer where it stands, as `file#pointer`.
        hint: what to do about it.
    """

    def __init__(self, code: str, place: str, hint: str) -> None:
        super().__init__(f"{code} at {place}: {hint}")
        self.code, self.place, self.hint = code, place, hint


@dataclass(frozen=True, slots=True, order=True)
class Repair:
    """One thing in a document that was mended, or loosened, on its way into a contract.

    Attributes:
        place: the file and the pointer where it stands, as `file#pointer`.
        code: a row of `REPAIRS`.
    """

    place: str
    code: str

    def to_dict(self) -> dict[str, Json]:
        """Return it as a row of the coverage report."""
        return {"code": self.code, "place": self.place, "loss": REPAIRS[self.code]}


REPAIRS: Final = {
    "annotations_dropped": "exact",
    "credential_dropped": "exact",
    "cut": "widened",
    "dynamic_reference_opened": "widened",
    "duplicate_values": "exact",
    "endless_reference_opened": "widened",
    "error_contract_dropped": "exact",
    "exclusive_flag": "exact",
    "local_reference": "exact",
    "malformed_keyword": "widened",
    "malformed_schema": "widened",
    "nullable_ignored": "exact",
    "object_implied": "narrowed",
    "parameter_dropped": "widened",
    "parameter_implied": "exact",
    "pattern_dropped": "widened",
    "tuple_items": "exact",
    "unknown_format": "exact",
    "unknown_type": "widened",
    "unresolved_reference": "widened",
}
"""What each repair does to the set of accepted values: `exact`, `widened` or `narrowed`."""
