"""Over 1,000 raw requests at our wire and at the SDK's: the same status and code, or a difference that is listed."""

import asyncio
import logging

import pytest
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from asking import Got, ask, living
from gonogo.mcp.http import HttpApp
from gonogo.mcp.server import McpServer
from hosts import Made, host_of
from raw_requests import Raw, raw_requests

MIRRORED = {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}
HOST = host_of(
    {
        "echo": Made(given={"type": "object"}, output={"type": "object"}, does=lambda given: given),
        "mirrored": Made(given=MIRRORED, answer=1),
    }
)

Answered = tuple[int, int | None]

PARSE_ERROR: Answered = (400, -32700)

DIFFERENCES: dict[str, tuple[Answered, str]] = {
    "a mark": (
        PARSE_ERROR,
        'RFC 8259, 8.1: "Implementations MUST NOT add a byte order mark"; MCP transports: messages MUST be UTF-8.',
    ),
    "UTF-16": (PARSE_ERROR, 'MCP, transports: "JSON-RPC messages MUST be UTF-8 encoded."'),
    "twice an id": (PARSE_ERROR, 'RFC 8259, 4: "The names within an object SHOULD be unique."'),
    "twice a method": (PARSE_ERROR, "As above: two readers would take two methods."),
    "half a surrogate": (PARSE_ERROR, "RFC 8259, 8.2: what a reader makes of one is not defined."),
    "mcp-name 'echo '": (
        (200, None),
        'RFC 9110, 5.5: "A field value does not include leading or trailing whitespace."',
    ),
    "mcp-name ' echo'": ((200, None), "As above."),
}
"""What our wire answers otherwise than the SDK, by the name of the change, and the sentence that says so."""


@pytest.fixture(name="answers", scope="module")
def fixture_answers() -> list[tuple[str, Answered, Answered]]:
    logging.disable(logging.CRITICAL)

    async def main() -> list[tuple[str, Answered, Answered]]:
        ours, server = HttpApp(McpServer(HOST)), McpServer(HOST)
        theirs = StreamableHTTPSessionManager(app=server.native, stateless=True)
        async with living(ours), theirs.run():
            return [
                (
                    name,
                    told(await ask(ours, headers, body)),
                    told(await ask(theirs.handle_request, headers, body)),
                )
                for name, headers, body in _all()
            ]

    try:
        return asyncio.run(main())
    finally:
        logging.disable(logging.NOTSET)


def _all() -> list[Raw]:
    return list(raw_requests())


def told(got: Got) -> Answered:
    return got.status, got.code


def test_there_are_enough_and_each_has_a_name_of_its_own() -> None:
    names = [name for name, _, _ in _all()]
    assert len(names) == len(set(names)) >= 1_000


def test_both_wires_answer_alike_but_where_a_sentence_says_otherwise(
    answers: list[tuple[str, Answered, Answered]],
) -> None:
    differing = {}
    for name, ours, theirs in answers:
        change = name.split(": ", 1)[-1]
        if change in DIFFERENCES:
            assert ours == DIFFERENCES[change][0], name
        elif ours != theirs:
            differing[name] = (ours, theirs)
    assert not differing
    assert len(DIFFERENCES) <= 25


def test_each_listed_difference_is_one(answers: list[tuple[str, Answered, Answered]]) -> None:
    differing = {name.split(": ", 1)[-1] for name, ours, theirs in answers if ours != theirs}
    assert differing == set(DIFFERENCES)


def test_no_request_is_a_fault_of_ours(answers: list[tuple[str, Answered, Answered]]) -> None:
    assert {ours[0] for _, ours, _ in answers} <= {200, 202, 400, 404, 406}


@pytest.mark.parametrize(
    "name", ["region 'eu' as None", "region None as 'eu'", "region 'eu' as 'us'", "region 'eu' as 'EU'"]
)
def test_a_header_that_repeats_a_parameter_otherwise_is_refused(
    name: str, answers: list[tuple[str, Answered, Answered]]
) -> None:
    told = {each: (ours, theirs) for each, ours, theirs in answers}
    assert told[name] == ((400, -32020), (400, -32020))
    assert told["region 'eu' as '=?base64?ZXU=?='"] == ((200, None), (200, None))
