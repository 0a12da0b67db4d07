"""Agent rules on output contracts: what clients make of them, whatever they say."""

from collections.abc import Iterator

from gonogo.catalog.candidate import Origin
from gonogo.catalog.finding import Demonstration, Severity
from gonogo.lint.contract import Examined
from gonogo.lint.lot import Lot, Toolbox
from gonogo.lint.rule import Group, Hit, Page, Rule, each_tool, hit_in
from gonogo.schema.canonical import canonical


def _null_results(tool: Toolbox) -> Iterator[Hit]:
    output = tool.output
    if output is None or output.bundle is None or not output.judge(output.bundle.root, None):
        return
    shown = Demonstration("this result that never arrives is accepted", None)
    yield hit_in(output, name=tool.entry.name, demonstration=shown)


def _shared_ids(lot: Lot) -> Iterator[Hit]:
    """Schemas of one list that claim one identifier; files of a repository are told when they are read."""
    first: dict[str, Examined] = {}
    for contract in lot.contracts:
        identifier = contract.root.get("$id", contract.root.get("id"))
        if contract.candidate.origin is not Origin.LIST or not isinstance(identifier, str):
            continue
        known = first.setdefault(identifier, contract)
        if canonical(known.root) != canonical(contract.root):
            keyword = "$id" if "$id" in contract.root else "id"
            yield hit_in(contract, keyword, name=contract.candidate.name, other=known.candidate.name)


def _tool(name: str, output: str) -> str:
    said = f'"name": "{name}", "description": "Tell about {name}."'
    return (
        "{"
        + said
        + ', "inputSchema": {"type": "object", "additionalProperties": false}, "outputSchema": '
        + output
        + "}"
    )


_CLOSED = '"type": "object", "properties": {"at": {"type": "string", "format": "date"}}, "additionalProperties": false'

RULES = (
    Rule(
        "null_result",
        Group.AGENT,
        Severity.WARNING,
        "a result of `{name}` may be `null`, which the protocol's libraries leave out of the answer",
        "wrap it: an object with a property that may be null",
        each_tool(_null_results),
        Page(
            "An output contract accepts `null` at its root.",
            "The SDKs drop a `null` from the answer, and every client then reports that there was no structured content.",
            _tool("get_due", '{"type": ["string", "null"], "format": "date"}'),
            _tool(
                "get_due",
                '{"type": "object", "properties": {"due": {"type": ["string", "null"], "format": "date"}}, '
                '"required": ["due"], "additionalProperties": false}',
            ),
        ),
    ),
    Rule(
        "shared_id",
        Group.AGENT,
        Severity.ERROR,
        "the identifier stands in another schema of the list too, one of `{other}`",
        "leave identifiers out of what is listed, or give each schema its own",
        _shared_ids,
        Page(
            "Two schemas of one tool list differ and have the same `$id`.",
            "Clients cache compiled schemas by `$id`, and judge the second tool's results by the first one's contract.",
            '{"tools": ['
            + _tool("a", '{"$id": "https://example.com/result.json", ' + _CLOSED + "}")
            + ", "
            + _tool(
                "b",
                '{"$id": "https://example.com/result.json", "type": "object", "additionalProperties": false}',
            )
            + "]}",
            '{"tools": ['
            + _tool("a", "{" + _CLOSED + "}")
            + ", "
            + _tool("b", '{"type": "object", "additionalProperties": false}')
            + "]}",
        ),
    ),
)
"""The rules of this module."""
