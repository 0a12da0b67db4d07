"""What we did not write accepts what we export: of the example, of other projects' tools, and of a battery of schemas."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import mcp_types._v2025_11_25 as handshake
import mcp_types._v2026_07_28 as modern
import pytest

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.gauge.compiled import Recipe
from gonogo.projection.card import Agent
from gonogo.projection.cut import Cutter
from gonogo.projection.loss import Kind
from gonogo.projection.project import project
from gonogo.projection.targets import TARGETS
from gonogo.schema.engine import Options, Patterns, compile_schema
from gonogo.schema.errors import SchemaError
from peers.conftest import rows_or_skip, shared
from peers.mcp_clients import NODE
from peers.oracle import ABSENT, judged, oracles
from projections import samples

ORDERS = Path(__file__).parents[2] / "examples" / "orders"
SEEDS = int(os.environ.get("GONOGO_PROJECTIONS", "500"))
ORACLES = pytest.mark.skipif(oracles() is None, reason=ABSENT)
STRICT = (
    "openai-chat-strict", "azure-openai-strict", "anthropic-strict", "bedrock", "deepseek-strict",
)  # fmt: skip
BY_CHANCE = (
    "openai-chat", "openai-chat-strict", "openai-responses", "openai-responses-strict", "azure-openai-strict", "mistral",
    "xai", "deepseek-strict", "anthropic", "anthropic-strict", "bedrock", "gemini", "gemini-legacy",
)  # fmt: skip
MCP_TYPES: dict[str, tuple[Any, ...]] = {
    "mcp": (modern.Tool,),
    "mcp-2025-11-25": (handshake.Tool,),
    "mcp-portable": (modern.Tool, handshake.Tool),
}
GUIDED = (*STRICT, "openai-structured")


def _tool(name: str, row: dict[str, Any]) -> Tool | None:
    """A tool of somebody else's; None where its schema is malformed, which the catalog reports."""
    try:
        given = Contract.of(name, Side.INPUT, row["inputSchema"], recipe=Recipe(imported=True))
        told = row.get("outputSchema")
        output = Contract.of(name, Side.OUTPUT, told, recipe=Recipe(imported=True)) if told else None
    except SchemaError:
        return None
    return Tool(name, row.get("description", ""), given, output)


def _catalogs() -> list[Any]:
    battery, tools = shared("data/projection/battery.json"), shared("data/tools")
    if battery is None or tools is None:
        return []
    made = [pytest.param(Catalog.load(ORDERS), id="orders")]
    rows = {name: {"inputSchema": schema} for name, schema in json.loads(battery.read_text()).items()}
    made.append(pytest.param(_catalog(rows), id="battery"))
    for file in sorted(tools.glob("*.json")):
        listed = json.loads(file.read_text())["tools"]
        made.append(pytest.param(_catalog({row["name"]: row for row in listed}), id=file.stem))
    return made


def _catalog(rows: dict[str, dict[str, Any]]) -> Catalog:
    return Catalog.of(tool for tool in (_tool(name, row) for name, row in rows.items()) if tool is not None)


CATALOGS = rows_or_skip(_catalogs())


def _faults(questions: list[dict[str, Any]]) -> list[str]:
    return [fault for faults in judged(questions) for fault in faults]


def _schemas(catalog: Catalog, target: str) -> list[dict[str, Any]]:
    """Every contract that the target is told, in its form, whatever the budget of one request."""
    table, cutter = TARGETS[target], Cutter()
    outputs = [tool.output for tool in catalog.tools.values() if tool.output is not None]
    answers = [*outputs, *catalog.handoffs.values()]
    contracts = answers if target == "openai-structured" else [tool.input for tool in catalog.tools.values()]
    return [cutter.cut(contract, table).schema for contract in contracts]


@ORACLES
@pytest.mark.parametrize("target", GUIDED)
@pytest.mark.parametrize("catalog", CATALOGS)
def test_llguidance_compiles_every_strict_schema(catalog: Catalog, target: str) -> None:
    schemas = _schemas(catalog, target)
    assert _faults([{"oracle": "llguidance", "schema": schema} for schema in schemas]) == []


@ORACLES
@pytest.mark.parametrize("target", ["openai-chat-strict", "azure-openai-strict", "openai-structured"])
@pytest.mark.parametrize("catalog", CATALOGS)
def test_openais_own_conversion_changes_nothing(catalog: Catalog, target: str) -> None:
    questions = [{"oracle": "strict_fixpoint", "schema": s} for s in _schemas(catalog, target)]
    assert _faults(questions) == []


@ORACLES
@pytest.mark.parametrize("catalog", CATALOGS)
def test_the_openai_client_takes_every_tool(catalog: Catalog) -> None:
    questions = []
    for target in (
        "openai-chat",
        "openai-chat-strict",
        "azure-openai-strict",
        "deepseek-strict",
        "mistral",
        "xai",
    ):
        tools = project(catalog, target).document["tools"]
        questions += [{"oracle": "openai_types", "kind": "chat", "value": tool} for tool in tools]
    for target in ("openai-responses", "openai-responses-strict"):
        tools = project(catalog, target).document["tools"]
        questions += [{"oracle": "openai_types", "kind": "responses", "value": tool} for tool in tools]
    for shapes in project(catalog, "openai-structured").document.values():
        questions += [
            {"oracle": "openai_types", "kind": "format", "value": shape} for shape in shapes.values()
        ]
    assert _faults(questions) == []


@ORACLES
@pytest.mark.parametrize("target", ["anthropic", "anthropic-strict"])
@pytest.mark.parametrize("catalog", CATALOGS)
def test_the_anthropic_client_takes_every_tool(catalog: Catalog, target: str) -> None:
    tools = project(catalog, target).document["tools"]
    assert _faults([{"oracle": "anthropic_types", "value": tool} for tool in tools]) == []


@ORACLES
@pytest.mark.parametrize("target", ["gemini", "gemini-legacy"])
@pytest.mark.parametrize("catalog", CATALOGS)
def test_google_genai_takes_every_declaration(catalog: Catalog, target: str) -> None:
    (tools,) = project(catalog, target).document["tools"]
    rows = tools["functionDeclarations"]
    assert _faults([{"oracle": "gemini_declaration", "value": row} for row in rows]) == []


@ORACLES
@pytest.mark.parametrize("catalog", CATALOGS)
def test_botocore_takes_the_whole_configuration(catalog: Catalog) -> None:
    configured = project(catalog, "bedrock").document["toolConfig"]
    assert _faults([{"oracle": "bedrock_converse", "value": configured}]) == []


@ORACLES
@pytest.mark.parametrize("catalog", CATALOGS)
def test_the_agents_card_is_read_and_written_without_loss(catalog: Catalog) -> None:
    card = project(catalog, "a2a", agent=Agent("shop", url="https://shop.example/a2a")).document
    assert _faults([{"oracle": "agent_card", "value": card}]) == []


@pytest.mark.parametrize("catalog", CATALOGS)
def test_the_types_of_both_revisions_take_every_tool(catalog: Catalog) -> None:
    for target, kinds in MCP_TYPES.items():
        for row in project(catalog, target).document["tools"]:
            for kind in kinds:
                read = kind.model_validate(row)
                assert read.model_dump(by_alias=True, exclude_none=True, mode="json") == row


@pytest.mark.usefixtures("node")
@pytest.mark.parametrize("catalog", CATALOGS)
def test_the_typescript_sdk_takes_every_tool(catalog: Catalog) -> None:
    rows = [
        row
        for target in ("mcp-2025-11-25", "mcp-portable")
        for row in project(catalog, target).document["tools"]
    ]
    done = subprocess.run(
        ["node", "tool-schema.mjs"],  # noqa: S607 - node is found where it is installed
        cwd=NODE,
        input=json.dumps(rows),
        capture_output=True,
        text=True,
        check=True,
    )
    assert [fault for faults in json.loads(done.stdout) for fault in faults] == []


@ORACLES
@pytest.mark.parametrize("target", STRICT)
def test_what_the_contract_admits_a_constrained_decoder_writes(target: str) -> None:
    """A payload in the schema's order is accepted by llguidance, or the losses say that it cannot be sent."""
    questions = []
    for sample in samples(target, range(SEEDS)):
        wires = [sample.cut.inverse.apply(payload) for payload in sample.good]
        accepts = [wire for wire in wires if sample.takes(wire)]
        assert len(accepts) == len(wires) or sample.has(Kind.NARROWED)
        accepts = _in_order(accepts, sample.schema)
        questions.append({"oracle": "llguidance", "schema": sample.schema, "accepts": accepts})
    faults = zip(questions, judged(questions), strict=True)
    assert [
        (fault, question) for question, found in faults for fault in found if not _is_void(question, fault)
    ] == []


def _is_void(question: dict[str, Any], fault: str) -> bool:
    """Whether a contract by chance admits nothing, which is what the decoder says of it."""
    return not question["accepts"] and fault.startswith("Unsatisfiable schema")


@ORACLES
@pytest.mark.parametrize("target", BY_CHANCE)
def test_the_vendors_own_types_take_contracts_by_chance(target: str) -> None:
    asked = [
        _question(target, project(Catalog.of([Tool("t", "d", sample.contract)]), target).document)
        for sample in samples(target, range(SEEDS))
    ]
    assert len(asked) > SEEDS / 2
    assert _faults(asked) == []


def _question(target: str, document: Any) -> dict[str, Any]:
    """What a vendor's own package is asked of a document that holds one tool."""
    (tool,) = document.get("tools") or document["toolConfig"]["tools"]
    if target.startswith("gemini"):
        return {"oracle": "gemini_declaration", "value": tool["functionDeclarations"][0]}
    if target.startswith("anthropic"):
        return {"oracle": "anthropic_types", "value": tool}
    if target == "bedrock":
        return {"oracle": "bedrock_converse", "value": document["toolConfig"]}
    kind = "responses" if target.startswith("openai-responses") else "chat"
    return {"oracle": "openai_types", "kind": kind, "value": tool}


@pytest.mark.parametrize("target", MCP_TYPES)
def test_the_types_of_both_revisions_take_contracts_by_chance(target: str) -> None:
    for sample in samples(target, range(SEEDS)):
        (row,) = project(Catalog.of([Tool("t", "d", sample.contract)]), target).document["tools"]
        for kind in MCP_TYPES[target]:
            read = kind.model_validate(row)
            assert read.model_dump(by_alias=True, exclude_none=True, mode="json") == row, sample.seed


def _in_order(values: list[Any], schema: dict[str, Any]) -> list[Any]:
    """Constrained decoders write the keys of an object in the schema's order."""
    return [_ordered(value, schema, schema.get("$defs", {})) for value in values]


def _ordered(value: Any, schema: dict[str, Any], definitions: dict[str, Any]) -> Any:
    if "$ref" in schema:
        return _ordered(value, definitions[schema["$ref"].rpartition("/")[2]], definitions)
    for branch in schema.get("anyOf", ()):
        if compile_schema({**branch, "$defs": definitions}, Options(patterns=Patterns.BACKTRACKING)).is_valid(
            value
        ):
            return _ordered(value, branch, definitions)
    if isinstance(value, dict):
        declared = schema.get("properties", {})
        return {
            name: _ordered(value[name], declared[name], definitions) for name in declared if name in value
        }
    if isinstance(value, list):
        return [_ordered(item, schema["items"], definitions) for item in value]
    return value
