"""The probes by which other makers' OpenAPI servers were measured: a real MCP client, and a real server on loopback."""

import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
import yaml

from peers.conftest import rows_or_skip, shared
from services import Answer, Connected, Service, Spoken, always, connected, keeps, service, spoken

FILE = shared("data/openapi/probes.json")
PROBES = json.loads(FILE.read_text(encoding="utf-8")) if FILE else []
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
OURS = {"path/body name collision": {"id": "1", "body": {"id": "2"}}}
"""Arguments that are shaped otherwise here: the body is open, so it is one argument and clashes with nothing."""


def of_kind(kind: str) -> list[Any]:
    found = [probe for probe in PROBES if probe["kind"] == kind]
    return [pytest.param(probe, id=probe["name"]) for probe in found] if FILE else rows_or_skip([])


def ask(each: Connected, held: Service, answer: Answer) -> Spoken:
    held.answer = always(answer)
    (name,) = each.host.tools
    return spoken(each, [(name, {})])


def told(result: Any, answer: Any) -> bool:
    return bool(result.structured_content in (answer, {"status": 200, "body": answer}))


@pytest.mark.parametrize("probe", of_kind("response"))
def test_answers_are_what_their_document_says(probe: Any) -> None:
    with service() as held:
        each = connected(probe["spec"], held.url)
        for value in probe["valid"]:
            seen = ask(each, held, Answer.of(value))
            assert not seen.results[0].is_error, seen.results[0]
            assert told(seen.results[0], value)
            assert keeps(seen.tools["op"], seen.results[0])
        for value in probe["invalid"]:
            assert ask(each, held, Answer.of(value)).results[0].is_error
        judge_reply(each, held, probe)


def judge_reply(each: Connected, held: Service, probe: Any) -> None:
    reply, status, media_type = probe["reply"], probe["status"], probe["media_type"]
    if reply is None and status == 200:
        return
    is_json = media_type == "application/json"
    body = b"" if reply is None else json.dumps(reply).encode() if is_json else reply.encode()
    seen = ask(each, held, Answer(status, body, media_type))
    tool, result = seen.tools["op"], seen.results[0]
    assert (tool.output_schema is not None) is probe["has_output_schema"]
    assert bool(result.is_error) is (status >= 400)
    if result.is_error:
        problem = json.loads(result.content[0].text)  # type: ignore[union-attr]
        assert problem["upstream"] == {"status": status, "body": reply}
        return
    assert keeps(tool, result)
    if not is_json:
        assert result.structured_content == {"status": status, "content_type": media_type}
        assert result.content[-1].text == reply  # type: ignore[union-attr]
    elif status != 200:
        assert result.structured_content == {"status": status, **({} if reply is None else {"body": reply})}


@pytest.mark.parametrize("probe", of_kind("request"))
def test_requests_are_what_their_document_says(probe: Any) -> None:
    with service() as held:
        each = connected(probe["spec"], held.url)
        arguments = OURS.get(probe["name"], probe["arguments"])
        result = spoken(each, [("op", arguments)]).results[0]
        assert not result.is_error, result
        (asked,) = held.asked
    wanted = probe["wire"].removesuffix(" (undefined by OAS)").split(" | ")
    goal, body = unquote(asked.path), asked.body.decode()
    said = [unquote(asked.query), f"body {body}", goal, f"{goal} body {body}"]
    said += [f"header {name}: {value}" for name, value in asked.headers]
    assert set(said) & set(wanted), said


@pytest.mark.parametrize("probe", of_kind("names"))
def test_every_operation_has_a_name_of_its_own(probe: Any) -> None:
    with service() as held:
        each = connected(probe["spec"], held.url)
        names = list(each.host.tools)
        seen = spoken(each, [(name, {}) for name in names])
        assert not any(result.is_error for result in seen.results)
        assert sorted(asked.path for asked in held.asked) == sorted(probe["spec"]["paths"])
    assert list(seen.tools) == names
    assert len({name.casefold() for name in names}) == len(probe["spec"]["paths"])
    assert all(NAME.fullmatch(name) for name in names)


@pytest.mark.parametrize("probe", of_kind("load"))
def test_the_document_is_read(probe: Any) -> None:
    spec = probe["spec"]
    doc: Any = spec
    if "yaml" in probe["name"]:
        spec["paths"]["/x"]["get"]["responses"] = {200: spec["paths"]["/x"]["get"]["responses"]["200"]}
        doc = yaml.safe_dump(spec).encode()
    with service(lambda _asked: Answer.of({"a": "x"})) as held:
        each = connected(doc, held.url, entry="openapi.json" if isinstance(doc, dict) else "openapi.yaml")
        seen = spoken(each, [("op", {})])
        assert told(seen.results[0], {"a": "x"})
        assert keeps(seen.tools["op"], seen.results[0])


def test_all_48_are_here() -> None:
    if FILE is None:
        pytest.skip("the peers' data is not on this machine")
    assert sum(len(of_kind(kind)) for kind in ("response", "request", "names", "load")) == 48
