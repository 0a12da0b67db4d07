"""A response as the result of a tool: the body as it is, or the envelope that the output contract asks for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gonogo.schema.types import Json

_LOWEST: Final = 200
_HIGHEST: Final = 299


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Why a response is no result that a contract could judge.

    Attributes:
        reason: `no_contract`, `no_success` or `undocumented_status`.
    """

    reason: str


def result_of(
    response: Mapping[str, Json], status: int, body: Json, *, has_body: bool = True
) -> Json | NoAnswer:
    """Return what a tool answers where its service answers so.

    Args:
        response: the member `response` of the tool's binding.
        status: the status of the answer.
        body: its JSON body.
        has_body: whether there is one.
    """
    if response.get("shape") == "none":
        return NoAnswer("no_contract")
    if not _LOWEST <= status <= _HIGHEST:
        return NoAnswer("no_success")
    statuses = response.get("statuses", {})
    known = {str(status), f"{status // 100}XX", "default"}
    if known.isdisjoint(statuses):
        return NoAnswer("undocumented_status")
    if response.get("shape") == "bare":
        return body if has_body else NoAnswer("no_contract")
    return {"status": status, "body": body} if has_body else {"status": status}
