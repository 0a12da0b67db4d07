"""A folder becomes a catalog: what is sound loads, and every bad file is one exact finding."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo.catalog.catalog import Catalog, NoCatalog
from gonogo.catalog.contract import Side
from gonogo.catalog.finding import Finding
from gonogo.catalog.version import Version

ORDERS = Path(__file__).parent.parent.parent / "examples" / "orders"
BASE = "https://example.com/schemas/"


class Repository:
    """A contract repository in the making."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "schemas").mkdir()

    def add(self, file: str, content: Any) -> None:
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content, indent=2))

    def tool(self, name: str, **words: Any) -> None:
        self.add(f"schemas/tools/{name}.json", {"$id": f"{BASE}tools/{name}.json", "type": "object", **words})

    def load(self) -> Catalog:
        return Catalog.load(self.root)

    def only_finding(self) -> Finding:
        (finding,) = self.load().findings
        return finding


@pytest.fixture(name="repository")
def fixture_repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_the_example_loads_whole() -> None:
    catalog = Catalog.load(ORDERS)
    assert catalog.findings == ()
    assert sorted(catalog.tools) == ["create_refund", "get_stock", "lookup_order", "place_order"]
    assert sorted(catalog.handoffs) == ["triage_to_billing"]
    assert sorted(catalog.states) == ["refund_flow"]
    assert len(catalog.contracts) == 10


def test_a_tool_is_named_described_and_paired() -> None:
    tool = Catalog.load(ORDERS).tools["create_refund"]
    assert tool.title == "Refund an order"
    assert tool.description == "Refunds part or all of what was paid for an order."
    assert tool.annotations == {"destructiveHint": True, "idempotentHint": False}
    assert tool.input.version == Version(1, 2, 0)
    assert tool.output is not None
    assert tool.output.side is Side.OUTPUT


def test_x_fresh_is_read() -> None:
    output = Catalog.load(ORDERS).tools["get_stock"].output
    assert output is not None
    assert output.fresh is not None
    assert (output.fresh.pointer, output.fresh.max_age) == ("/checked_at", 300)


def test_the_schemas_folder_itself_will_do() -> None:
    assert len(Catalog.load(ORDERS / "schemas").contracts) == 10


def test_a_path_without_schemas_is_no_catalog(tmp_path: Path) -> None:
    with pytest.raises(NoCatalog):
        Catalog.load(tmp_path)
    with pytest.raises(NoCatalog):
        Catalog.load(tmp_path / "nowhere")


def test_a_file_without_words_loads(repository: Repository) -> None:
    repository.add("schemas/tools/plain.json", {"type": "object"})
    catalog = repository.load()
    assert catalog.findings == ()
    assert catalog.tools["plain"].input.version == Version(0, 0, 0)
    assert catalog.tools["plain"].input.id is None


def test_folders_are_namespaces_and_outputs_pair_by_stem(repository: Repository) -> None:
    repository.add(
        "schemas/tools/billing/refund.json", {"$id": f"{BASE}tools/billing/refund.json", "type": "object"}
    )
    repository.add("schemas/outputs/refund.json", {"$id": f"{BASE}outputs/refund.json"})
    tool = repository.load().tools["refund"]
    assert tool.namespace == ("billing",)
    assert tool.output is not None


def test_x_tool_names_the_tool_and_its_output(repository: Repository) -> None:
    repository.tool("refund", **{"x-tool": {"name": "billing.refund"}})
    repository.add("schemas/outputs/refund.json", {"$id": f"{BASE}outputs/refund.json", "type": "object"})
    tool = repository.load().tools["billing.refund"]
    assert tool.output is not None
    assert tool.output.name == "billing.refund"


def test_references_across_files_by_identifier_and_by_path(repository: Repository) -> None:
    repository.add("schemas/common/money.json", {"$id": f"{BASE}common/money.json", "type": "number"})
    repository.tool("by_id", properties={"m": {"$ref": f"{BASE}common/money.json"}})
    repository.tool("by_relative_id", properties={"m": {"$ref": "../common/money.json"}})
    repository.add(
        "schemas/tools/by_path.json",
        {"type": "object", "properties": {"m": {"$ref": "../common/money.json"}}},
    )
    repository.add(
        "schemas/tools/urn.json",
        {"$id": "urn:shop:urn", "type": "object", "properties": {"m": {"$ref": f"{BASE}common/money.json"}}},
    )
    catalog = repository.load()
    assert catalog.findings == ()
    for tool in catalog.tools.values():
        assert tool.input.gauge.check({"m": 1})
        assert not tool.input.gauge.check({"m": "x"})


def test_a_file_name_need_not_be_a_uri(repository: Repository) -> None:
    repository.add("schemas/common/Geld & Währung.json", {"type": "number"})
    reference = {"$ref": "../common/Geld%20&%20W%C3%A4hrung.json"}
    repository.add("schemas/tools/by path.json", {"type": "object", "properties": {"m": reference}})
    repository.tool("by_id", properties={"m": reference})
    catalog = repository.load()
    assert catalog.findings == ()
    for tool in catalog.tools.values():
        assert [bool(tool.input.gauge.check({"m": value})) for value in (1, "x")] == [True, False]


def test_paths_are_followed_under_any_scheme_of_identifiers(repository: Repository) -> None:
    repository.add("schemas/common/money.json", {"type": "number"})
    money = {"$ref": "../common/money.json"}
    tool = {"$id": "shop://orders/tools/pay.json", "type": "object", "properties": {"m": money}}
    repository.add("schemas/tools/pay.json", tool)
    gauge = repository.load().tools["pay"].input.gauge
    assert [bool(gauge.check({"m": value})) for value in (1, "x")] == [True, False]


def test_a_change_in_a_referenced_file_changes_the_digest(repository: Repository) -> None:
    repository.add("schemas/common/money.json", {"$id": f"{BASE}common/money.json", "type": "number"})
    repository.tool("pay", properties={"m": {"$ref": f"{BASE}common/money.json"}})
    before = repository.load().tools["pay"].input.digest
    repository.add("schemas/common/money.json", {"$id": f"{BASE}common/money.json", "type": "integer"})
    assert repository.load().tools["pay"].input.digest != before


def test_a_typo_in_a_description_does_not_change_the_digest(repository: Repository) -> None:
    repository.tool("pay", description="Pays.", **{"x-version": "1.0.0"})
    before = repository.load().tools["pay"].input.digest
    repository.tool("pay", description="Pays!", title="Pay", **{"x-version": "1.0.1"})
    assert repository.load().tools["pay"].input.digest == before


def test_released_contracts_are_read_by_version(repository: Repository) -> None:
    flow = {"$id": f"{BASE}state/flow.json", "x-version": "2.0.0", "type": "object"}
    repository.add("schemas/state/flow.json", flow)
    repository.add("schemas/released/flow/1.0.0.json", {**flow, "x-version": "1.0.0", "required": ["a"]})
    catalog = repository.load()
    assert catalog.findings == ()
    assert list(catalog.released["flow"]) == [Version(1, 0, 0)]
    assert not catalog.released["flow"][Version(1, 0, 0)].gauge.check({})


BROKEN: dict[str, tuple[str, Any, str, int, int]] = {
    "empty": ("schemas/tools/bad.json", b"", "not_json", 1, 1),
    "truncated": ("schemas/tools/bad.json", '{\n  "type": "object",\n  "prop', "not_json", 3, 8),
    "duplicate key": (
        "schemas/tools/bad.json",
        '{"type": "object",\n "type": "object"}',
        "duplicate_key",
        2,
        2,
    ),
    "byte-order mark": ("schemas/tools/bad.json", b'\xef\xbb\xbf{"type": "object"}', "byte_order_mark", 1, 1),
    "not UTF-8": ("schemas/tools/bad.json", b'{"title": "\xff"}', "not_utf8", 1, 12),
    "a list": ("schemas/tools/bad.json", "[1]", "not_a_schema", 1, 1),
    "a typo in a type": (
        "schemas/tools/bad.json",
        {"type": "object", "properties": {"a": {"type": "integr"}}},
        "malformed_schema",
        5,
        15,
    ),
    "a dangling reference": (
        "schemas/tools/bad.json",
        {"type": "object", "$ref": "#/$defs/nowhere"},
        "unresolved_reference",
        3,
        11,
    ),
    "a reference to the network": (
        "schemas/tools/bad.json",
        {"type": "object", "properties": {"a": {"$ref": "https://example.org/x.json"}}},
        "unresolved_reference",
        5,
        15,
    ),
    "an unknown dialect": (
        "schemas/tools/bad.json",
        {"$schema": "https://example.org/draft", "type": "object"},
        "unknown_dialect",
        2,
        14,
    ),
    "another's identifier": (
        "schemas/tools/a_copy.json",
        {"$id": f"{BASE}tools/good.json", "type": "object"},
        "duplicate_id",
        2,
        10,
    ),
    "an identifier against its path": (
        "schemas/tools/bad.json",
        {"$id": f"{BASE}tools/other.json", "type": "object"},
        "id_against_path",
        2,
        10,
    ),
    "a name that differs by case": (
        "schemas/tools/sub/GOOD.json",
        {"type": "object"},
        "duplicate_name",
        1,
        1,
    ),
    "a malformed version": (
        "schemas/tools/bad.json",
        {"type": "object", "x-version": "v1"},
        "malformed_word",
        3,
        16,
    ),
    "an unknown annotation": (
        "schemas/tools/bad.json",
        {"type": "object", "x-tool": {"annotations": {"readOnly": True}}},
        "malformed_word",
        4,
        20,
    ),
    "a pattern with lookaround": (
        "schemas/tools/bad.json",
        {"type": "object", "properties": {"a": {"pattern": "^(?!x)"}}},
        "refused_pattern",
        5,
        18,
    ),
    "an exploding schema": (
        "schemas/tools/bad.json",
        {
            "type": "object",
            "$defs": {str(n): {"allOf": [{"$ref": f"#/$defs/{n + 1}"}] * 2} for n in range(20)}
            | {"20": True},
            "$ref": "#/$defs/0",
        },
        "schema_over_budget",
        1,
        1,
    ),
    "an input that is no object": ("schemas/tools/bad.json", {"type": "array"}, "input_not_object", 2, 11),
    "an output without a tool": ("schemas/outputs/bad.json", {"type": "object"}, "output_without_tool", 1, 1),
    "a release of another version": (
        "schemas/released/good/1.0.0.json",
        {"type": "object", "x-version": "1.0.1"},
        "released_version",
        3,
        16,
    ),
    "a shared schema that does not compile": (
        "schemas/common/bad.json",
        {"type": 1},
        "malformed_schema",
        2,
        11,
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_one_finding_with_its_place(kind: str, repository: Repository) -> None:
    file, content, code, line, column = BROKEN[kind]
    repository.tool("good")
    repository.add(file, content)
    finding = repository.only_finding()
    assert (finding.code, finding.line, finding.column) == (code, line, column)
    assert finding.file == file
    assert "good" in repository.load().tools


def test_forty_files_of_which_fifteen_are_broken_load_twenty_five(repository: Repository) -> None:
    repository.tool("good")
    for number in range(24):
        repository.tool(f"good{number}")
    kinds = [kind for kind in BROKEN if not BROKEN[kind][0].startswith("schemas/released")][:15]
    for number, kind in enumerate(kinds):
        file, content, *_ = BROKEN[kind]
        repository.add(file.replace("/bad.json", f"/bad{number}.json"), content)
    catalog = repository.load()
    assert len(catalog.contracts) == 25
    assert len(catalog.findings) == 15
    assert len({finding.file for finding in catalog.findings}) == 15


def test_a_file_that_cannot_be_read_is_a_finding(repository: Repository) -> None:
    repository.tool("good")
    (repository.root / "schemas" / "tools" / "folder.json").mkdir()
    assert repository.only_finding().code == "unreadable"


def test_a_broken_output_leaves_its_tool_without_one(repository: Repository) -> None:
    # A9: https://github.com/ThinkInAIXYZ/deepchat/pull/2075
    repository.tool("list_items")
    repository.add(
        "schemas/outputs/list_items.json",
        {"$id": f"{BASE}outputs/list_items.json", "type": "object", "properties": {"type": "string"}},
    )
    catalog = repository.load()
    assert [finding.pointer for finding in catalog.findings] == ["/properties/type"]
    assert catalog.tools["list_items"].output is None


def test_a10_a_misspelled_type_is_found_with_its_place(repository: Repository) -> None:
    # https://github.com/Apicurio/apicurio-registry/issues/10081
    repository.tool("count", properties={"n": {"type": "integr"}})
    assert repository.only_finding().pointer == "/properties/n/type"
