"""The fixture that the official conformance suite asks for by the names of its tools, on our host."""

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.host.host import Host
from gonogo.host.outcome import SourceUnavailable
from gonogo.schema.types import Json

NOTHING: dict[str, Json] = {"type": "object", "additionalProperties": False}
RICH: dict[str, Json] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}
MIRRORED: dict[str, Json] = {
    "type": "object",
    "properties": {"region": {"type": "string", "x-mcp-header": "Region"}, "query": {"type": "string"}},
    "required": ["region"],
}
SCHEMAS = {
    "test_simple_text": NOTHING,
    "test_error_handling": NOTHING,
    "json_schema_2020_12_tool": RICH,
    "test_x_mcp_header": MIRRORED,
}


def fail(_arguments: dict[str, Json]) -> Json:
    """Fail as the suite expects of its tool for errors."""
    raise SourceUnavailable


host = Host(
    Catalog.of(
        Tool(name, f"The fixture {name}.", Contract.of(name, Side.INPUT, given))
        for name, given in SCHEMAS.items()
    )
)
for _name in SCHEMAS:
    host.register(
        _name, fail if _name == "test_error_handling" else (lambda _arguments: "This is a simple text.")
    )
