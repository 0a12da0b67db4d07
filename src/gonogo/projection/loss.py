"""What a projection changed, told place by place."""

from dataclasses import dataclass
from enum import Enum

from gonogo.schema.types import Json


class Kind(str, Enum):
    """What a change does to the set of payloads, and who makes up for it."""

    EXACT = "exact"
    """The form differs, the payloads do not."""
    REMAPPED = "remapped"
    """Payloads travel in another form; the input door undoes it."""
    WIDENED = "widened"
    """The target lets more through; the host still enforces the contract."""
    NARROWED = "narrowed"
    """Some payload of the contract cannot be sent any more."""


LAID_OVER = "the target takes no union at the root: branches laid over one another"
"""Why a union at the root is gone; more than the union goes with it."""


NOT_TAKEN = "the target does not take it"
NOT_AT_ROOT = "the target does not take it at the root"
NO_CONDITIONS = "the target takes no conditions"
TWICE = "one schema cannot say it twice"
NOT_JSON = "a text need not hold JSON of the contract's form"
NAME_TWICE = "a list can hold one name twice"
LEFT_OUT = frozenset({NOT_TAKEN, NOT_AT_ROOT, NO_CONDITIONS, TWICE})
"""Why a keyword is left out, where nothing else is done in its place."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A payload that shows a loss.

    Attributes:
        value: where the loss is `widened`, what a model can send and the host refuses, in the target's form; where
            it is `narrowed`, what the contract admits and cannot be sent.
    """

    value: Json


@dataclass(frozen=True, slots=True)
class Loss:
    """One change of one contract on its way to one target.

    Attributes:
        tool: the tool, handoff or state.
        side: the side of its contract.
        pointer: where the keyword stands, in the contract's travelling form (`schema.portable`).
        keyword: the keyword, or a row of the target's table such as `root`.
        kind: what the change does.
        reason: why, in one sentence.
        witness: a payload that shows it; None for `exact` and `remapped`, and until one has been looked for.
    """

    tool: str
    side: str
    pointer: str
    keyword: str
    kind: Kind
    reason: str
    witness: Witness | None = None

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form."""
        row: dict[str, Json] = {
            "tool": self.tool,
            "side": self.side,
            "pointer": self.pointer,
            "keyword": self.keyword,
            "kind": self.kind.value,
            "reason": self.reason,
        }
        if self.witness is not None:
            row["witness"] = self.witness.value
        return row
