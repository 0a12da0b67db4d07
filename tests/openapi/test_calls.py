"""Every folder below `tests/cases/openapi-calls` is a document, a service's answers, and what a client makes of them.

Each call goes through the MCP SDK's client to a real server on loopback, and back.
"""

import base64
import json
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import HTTP
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from mcp_types import CallToolResult

from gonogo.openapi.compilation import Settings
from services import Answer, Asked, always, connected, keeps, service, spoken

CASES = Path(__file__).parents[1] / "cases" / "openapi-calls"


def load(folder: Path) -> dict[str, Any]:
    case: dict[str, Any] = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    return case


def answer_of(told: Any) -> Answer:
    media_type = told.get("media_type", "application/json" if "json" in told else None)
    if "json" in told:
        body = json.dumps(told["json"]).encode()
    elif "base64" in told:
        body = base64.b64decode(told["base64"])
    else:
        body = told.get("text", "").encode()
    return Answer(told.get("status", 200), body, media_type, told.get("headers", {}))


@pytest.mark.parametrize("folder", sorted(CASES.iterdir()), ids=lambda folder: folder.name)
def test_a_call_goes_out_and_comes_back_as_it_should(folder: Path) -> None:
    case = load(folder)
    settings = Settings(not_found=lambda _operation: bool(case.get("not_found")))
    with service() as held:
        each = connected(
            case["document"], held.url, settings=settings, environment=case.get("environment", {}), retries=0
        )
        for call in case["calls"]:
            held.answer, held.asked = always(answer_of(call.get("answer", {"json": {}}))), []
            name = call.get("tool", "op")
            seen = spoken(each, [(name, call.get("arguments", {}))])
            result = seen.results[0]
            if "asked" in call:
                assert len(held.asked) == (call["asked"] is not None), result
            if call.get("asked"):
                judge_request(held.asked[0], call["asked"])
            judge_result(result, call["result"])
            if not result.is_error and seen.tools[name].output_schema is not None:
                assert keeps(seen.tools[name], result)


def judge_request(asked: Asked, right: dict[str, Any]) -> None:
    assert asked.method == right.get("method", asked.method)
    assert asked.goal == right.get("goal", asked.goal)
    for name, value in right.get("headers", {}).items():
        assert asked.header(name) == value, name
    if "json" in right:
        assert json.loads(asked.body) == right["json"]
    if "text" in right:
        assert asked.body.decode() == right["text"]
    if "form" in right:
        assert [list(pair) for pair in parse_qsl(asked.body.decode())] == right["form"]
    if "parts" in right:
        assert sorted(parts_of(asked), key=lambda part: part["name"]) == right["parts"]


def parts_of(asked: Asked) -> list[Any]:
    """The parts of a form by the standard library's reader of MIME."""
    head = f"Content-Type: {asked.header('content-type')}\r\n\r\n".encode()
    message = message_from_bytes(head + asked.body, policy=HTTP)
    assert isinstance(message, EmailMessage)
    return [part_of(part) for part in message.iter_parts()]


def part_of(part: Any) -> dict[str, Any]:
    data = part.get_payload(decode=True)
    return {
        "name": part.get_param("name", header="content-disposition"),
        "media_type": part.get_content_type(),
        "base64": base64.b64encode(data).decode(),
    }


def judge_result(result: CallToolResult, right: dict[str, Any]) -> None:
    if "code" in right:
        assert result.is_error, result
        problem = json.loads(result.content[0].text)  # type: ignore[union-attr]
        assert problem["issues"][0]["code"] == right["code"], problem
        assert problem.get("upstream") == right.get("upstream"), problem
        assert problem["executed"] == right.get("executed", True)
        assert result.structured_content is None
        return
    assert not result.is_error, result
    if "structured" in right:
        assert result.structured_content == right["structured"]
    blocks = [block.model_dump(by_alias=True, exclude_none=True) for block in result.content]
    for block, wanted in zip(blocks[-len(right.get("blocks", [])) :], right.get("blocks", []), strict=False):
        assert block == wanted
    if "text" in right:
        assert [block.get("text") for block in blocks] == [right["text"]]


def test_there_are_more_shapes_than_the_peers_probes_leave_out() -> None:
    assert len(list(CASES.iterdir())) >= 39
