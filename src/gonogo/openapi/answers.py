"""A response as the result of a tool: the body as it is, or the envelope that the output contract asks for."""

from dataclasses import dataclass
from typing import Final

from gonogo.catalog.binding import Answers
from gonogo.schema.types import Json

_LOWEST: Final = 200
_HIGHEST: Final = 299


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Why a response is no result that a contract could judge.

    Attributes:
        reason: `no_contract`, `no_success`, `undocumented_status` or `no_body`.
    """

    reason: str


def result_of(answers: Answers, status: int, body: Json, *, has_body: bool = True) -> Json | NoAnswer:
    """Return what a tool answers where its service answers so, as the host reads it.

    Args:
        answers: what the tool's binding says of responses.
        status: the status of the answer.
        body: its JSON body.
        has_body: whether there is one.
    """
    if answers.shape == "none":
        return NoAnswer("no_contract")
    if not _LOWEST <= status <= _HIGHEST and str(status) not in answers.statuses:
        return NoAnswer("no_success")
    names = (str(status), f"{status // 100}XX", "default")
    kind = next((answers.statuses[name] for name in names if name in answers.statuses), None)
    if kind is None:
        return NoAnswer("undocumented_status")
    if answers.shape == "bare":
        return body if has_body else NoAnswer("no_body")
    if kind in {"empty", "other"} or not has_body:
        return {"status": status}
    return {"status": status, "body": body}
