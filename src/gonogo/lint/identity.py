"""Contract rules: what a contract is called, which version it is, and where its own words lead."""

from collections.abc import Iterator

from gonogo.catalog.candidate import Origin
from gonogo.catalog.finding import Severity
from gonogo.catalog.loader import follows_path
from gonogo.lint.contract import Examined
from gonogo.lint.edit import Insert
from gonogo.lint.leading import led_to
from gonogo.lint.lot import Toolbox
from gonogo.lint.rule import Group, Hit, Page, Rule, each_contract, each_tool, hit_in
from gonogo.schema.dialect import Draft
from gonogo.schema.types import Json

_FIRST_VERSION = "0.1.0"


def _is_own(contract: Examined) -> bool:
    """Whether it is a file of ours, which is asked for an identity; lists of servers have none in their schemas."""
    return contract.candidate.origin is not Origin.LIST and bool(contract.root)


def _missing_id(contract: Examined) -> Iterator[Hit]:
    if _is_own(contract) and "$id" not in contract.root and "id" not in contract.root:
        yield hit_in(contract)


def _missing_version(contract: Examined) -> Iterator[Hit]:
    candidate = contract.candidate
    shared = candidate.origin is Origin.REPOSITORY and candidate.side is None
    if _is_own(contract) and not shared and "x-version" not in contract.root:
        yield hit_in(
            contract, edits=(Insert(candidate.outset, "x-version", _FIRST_VERSION, ("$schema", "$id")),)
        )


def _missing_dialect(contract: Examined) -> Iterator[Hit]:
    if _is_own(contract) and "$schema" not in contract.root:
        edit = Insert(contract.candidate.outset, "$schema", Draft.DRAFT_2020_12.uri)
        yield hit_in(contract, edits=(edit,))


def _id_against_path(contract: Examined) -> Iterator[Hit]:
    document = contract.candidate.document
    if contract.candidate.origin is not Origin.REPOSITORY or not document.identifier:
        return
    if not follows_path(document.identifier, document.file):
        below = document.file.partition("/")[2]
        yield hit_in(contract, "$id" if "$id" in contract.root else "id", below=below)


def _fresh_nowhere(contract: Examined) -> Iterator[Hit]:
    word = contract.root.get("x-fresh")
    pointer = word.get("pointer") if isinstance(word, dict) else None
    if not isinstance(pointer, str) or contract.bundle is None:
        return
    found = led_to(contract, pointer)
    formats = [spot.get("format") for spot in found if isinstance(spot, dict)]
    if not found:
        why = "leads to no declared place"
    elif "date-time" not in formats:
        why = "leads to a value that is no date-time"
    else:
        return
    yield hit_in(contract, "x-fresh", "pointer", why=why)


def _page_nowhere(tool: Toolbox) -> Iterator[Hit]:
    for contract in (tool.output, tool.input):
        word = contract.root.get("x-page") if contract is not None else None
        if contract is None or not isinstance(word, dict):
            continue
        for name, why in _lost(tool, word):
            yield hit_in(contract, "x-page", name, name=name, why=why)


def _lost(tool: Toolbox, word: dict[str, Json]) -> Iterator[tuple[str, str]]:
    for name in ("items", "next"):
        pointer = word.get(name)
        known = tool.output is not None and tool.output.bundle is not None
        if isinstance(pointer, str) and not (known and tool.output and led_to(tool.output, pointer)):
            yield name, "leads to no declared place of the output"
    argument = word.get("argument")
    properties = tool.input.root.get("properties", {}) if tool.input is not None else {}
    if isinstance(argument, str) and argument not in properties:
        yield "argument", "is no property of the input"


def _no_output(tool: Toolbox) -> Iterator[Hit]:
    if tool.output is None:
        entry = tool.entry
        yield Hit(entry.document, entry.outset, {"name": entry.name})


RULES = (
    Rule(
        "missing_id",
        Group.CONTRACT,
        Severity.WARNING,
        "the contract has no `$id`",
        "give it a URI of yours that ends like its path below `schemas/`",
        each_contract(_missing_id),
        Page(
            "A contract's root has no `$id`.",
            "Nobody can say by which contract a payload was judged: problems, journals and checkpoints name it by `$id`.",
            '{"type": "string", "maxLength": 9}',
            '{"$id": "https://example.com/schemas/state/name.json", "type": "string", "maxLength": 9}',
        ),
    ),
    Rule(
        "missing_version",
        Group.CONTRACT,
        Severity.WARNING,
        "the contract has no version",
        "write `x-version` with a semantic version",
        each_contract(_missing_version),
        Page(
            "A contract's root has no `x-version`; it counts as 0.0.0.",
            "A checkpoint cannot say which contract it was written by, and a breaking change cannot ask for a major one.",
            '{"type": "string", "maxLength": 9}',
            '{"x-version": "1.0.0", "type": "string", "maxLength": 9}',
        ),
        mechanical=True,
    ),
    Rule(
        "missing_dialect",
        Group.CONTRACT,
        Severity.NOTE,
        "the contract does not say in which draft it is written; 2020-12 is taken",
        "write `$schema`",
        each_contract(_missing_dialect),
        Page(
            "A contract's root has no `$schema`.",
            "Validators and editors take the draft that they know best, and `items` or `$ref` mean something else there.",
            '{"type": "string", "maxLength": 9}',
            '{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "string", "maxLength": 9}',
        ),
        mechanical=True,
    ),
    Rule(
        "id_against_path",
        Group.CONTRACT,
        Severity.ERROR,
        "the identifier does not end like the file's path",
        "end it with /{below}",
        each_contract(_id_against_path),
        Page(
            "In a contract repository, an `$id` does not end like the file's path below `schemas/`.",
            "A file that was copied keeps the identifier of the one it came from, and payloads are judged by the wrong one.",
            '{"$id": "https://example.com/schemas/tools/other.json", "type": "object", "additionalProperties": false}',
            '{"$id": "https://example.com/schemas/tools/example.json", "type": "object", "additionalProperties": false}',
        ),
    ),
    Rule(
        "fresh_nowhere",
        Group.CONTRACT,
        Severity.ERROR,
        "the pointer of `x-fresh` {why}",
        "name a declared property with `format: date-time`",
        each_contract(_fresh_nowhere),
        Page(
            "`x-fresh` says how old a payload may be, and its pointer leads to nothing that says when it was made.",
            "Every payload is stale: whoever consumes it finds no date to judge by.",
            '{"type": "object", "properties": {"at": {"type": "string", "format": "date-time"}}, "required": ["at"], '
            '"additionalProperties": false, "x-fresh": {"pointer": "/checked_at", "max_age": 60}}',
            '{"type": "object", "properties": {"at": {"type": "string", "format": "date-time"}}, "required": ["at"], '
            '"additionalProperties": false, "x-fresh": {"pointer": "/at", "max_age": 60}}',
        ),
    ),
    Rule(
        "page_nowhere",
        Group.CONTRACT,
        Severity.ERROR,
        "`{name}` of `x-page` {why}",
        "name declared places: the list and the cursor in the output, the argument in the input",
        each_tool(_page_nowhere),
        Page(
            "`x-page` says how a result continues, and one of its three words leads to nothing.",
            "The next page cannot be asked for; what is on it is never seen.",
            '{"name": "list_orders", "description": "List the orders of a customer.", "inputSchema": {"type": "object", '
            '"additionalProperties": false}, "outputSchema": {"type": "object", "properties": {"orders": {"type": '
            '"array", "items": {"type": "string", "maxLength": 9}}}, "required": ["orders"], "additionalProperties": '
            'false, "x-page": {"items": "/orders", "next": "/next", "argument": "cursor"}}}',
            '{"name": "list_orders", "description": "List the orders of a customer.", "inputSchema": {"type": "object", '
            '"properties": {"cursor": {"type": "string", "maxLength": 99, "description": "Where to go on."}}, '
            '"additionalProperties": false}, "outputSchema": {"type": "object", "properties": {"orders": {"type": '
            '"array", "items": {"type": "string", "maxLength": 9}}, "next": {"type": "string", "maxLength": 99}}, '
            '"required": ["orders"], "additionalProperties": false, "x-page": {"items": "/orders", "next": "/next", '
            '"argument": "cursor"}}}',
        ),
    ),
    Rule(
        "no_output_contract",
        Group.CONTRACT,
        Severity.WARNING,
        "`{name}` has no output contract",
        "say what its results look like: the same stem below `schemas/outputs/`, or `outputSchema`",
        each_tool(_no_output),
        Page(
            "A tool has no contract for its results.",
            "The next step has to read prose, and nobody notices when its shape changes.",
            '{"name": "get_time", "description": "Tell the time of day.", "inputSchema": {"type": "object", '
            '"additionalProperties": false}}',
            '{"name": "get_time", "description": "Tell the time of day.", "inputSchema": {"type": "object", '
            '"additionalProperties": false}, "outputSchema": {"type": "object", "properties": {"time": {"type": '
            '"string", "format": "time"}}, "required": ["time"], "additionalProperties": false}}',
        ),
    ),
)
"""The rules of this module."""
