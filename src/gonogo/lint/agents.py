"""Agent rules: what models and their clients stumble over, whatever the schemas say."""

from collections import defaultdict
from collections.abc import Iterator

from gonogo.catalog.finding import Severity
from gonogo.lint.clients import KEY_RULES, NAME_RULES, TOOL_CAPS
from gonogo.lint.contract import Spot
from gonogo.lint.lot import Lot, Toolbox
from gonogo.lint.naming import WRITING, folded, words_of
from gonogo.lint.objects import is_extension
from gonogo.lint.rule import Group, Hit, Page, Rule, each_place, each_tool, hit_in


def _at_tool(tool: Toolbox, **words: str) -> Hit:
    return Hit(tool.entry.document, tool.entry.outset, words)


def _undescribed_tools(tool: Toolbox) -> Iterator[Hit]:
    if not tool.entry.description.strip():
        yield _at_tool(tool, name=tool.entry.name)


def _undescribed_properties(spot: Spot) -> Iterator[Hit]:
    name = spot.property_name
    if name is None or spot.is_conditional or spot.schema is False or is_extension(spot):
        return
    if spot.around is not None and spot.around.is_part and not spot.around.is_branch:
        return
    said = spot.keywords.get("description") or _of_target(spot)
    if not said and "const" not in spot.keywords:
        candidate = spot.contract.candidate
        yield Hit(candidate.document, candidate.outset + spot.path, {"name": name})


def _of_target(spot: Spot) -> bool:
    """Whether what a reference leads to describes itself."""
    bundle = spot.contract.bundle
    targets = [] if bundle is None else [target.schema for _, target in bundle.referred(spot.node)]
    return any(isinstance(target, dict) and bool(target.get("description")) for target in targets)


def _same_descriptions(lot: Lot) -> Iterator[Hit]:
    first: dict[str, str] = {}
    for tool in lot.tools:
        text = " ".join(tool.entry.description.split()).casefold()
        if text and text in first:
            yield _at_tool(tool, name=tool.entry.name, other=first[text])
        first.setdefault(text, tool.entry.name)


def _overlapping_names(lot: Lot) -> Iterator[Hit]:
    same: dict[tuple[str, ...], list[Toolbox]] = defaultdict(list)
    for tool in lot.tools:
        same[tuple(sorted(folded(tool.entry.name)))].append(tool)
    for tools in same.values():
        for tool in tools[1:]:
            yield _at_tool(tool, name=tool.entry.name, other=tools[0].entry.name)


def _names_over_limit(tool: Toolbox) -> Iterator[Hit]:
    clients = [rule.client for rule in NAME_RULES if rule.refuses(tool.entry.name, tool.server)]
    if clients:
        yield _at_tool(tool, name=tool.entry.name, clients=", ".join(clients))


def _keys_over_limit(tool: Toolbox) -> Iterator[Hit]:
    if tool.input is None or tool.input.bundle is None:
        return
    for key in tool.input.root.get("properties", {}):
        clients = [rule.client for rule in KEY_RULES if rule.pattern.fullmatch(key) is None]
        if clients:
            yield hit_in(tool.input, "properties", key, clients=", ".join(clients))


def _over_caps(lot: Lot) -> Iterator[Hit]:
    over = [f"{cap.client} takes {cap.most}" for cap in TOOL_CAPS if len(lot.tools) > cap.most]
    if over and not lot.searched:
        first = lot.tools[0].entry
        listed = first.outset[:-1]
        yield Hit(first.document, listed, {"count": str(len(lot.tools)), "caps": ", ".join(over)})


def _contradictions(tool: Toolbox) -> Iterator[Hit]:
    said = tool.entry.annotations
    if said.get("readOnlyHint") is not True:
        return
    first = next(iter(words_of(tool.entry.name)), "")
    if said.get("destructiveHint") is True:
        yield _at_tool(tool, name=tool.entry.name, why="it says to change nothing, and to destroy")
    elif first in WRITING:
        yield _at_tool(
            tool, name=tool.entry.name, why=f"it says to change nothing, and its name says `{first}`"
        )


_SMALL = '"inputSchema": {"type": "object", "additionalProperties": false}'


def _tools(*rows: str) -> str:
    return '{"tools": [' + ", ".join("{" + row + f", {_SMALL}" + "}" for row in rows) + "]}"


RULES = (
    Rule(
        "missing_description",
        Group.AGENT,
        Severity.WARNING,
        "`{name}` has no description",
        "say in a sentence what it does and when to use it",
        each_tool(_undescribed_tools),
        Page(
            "A tool has no description.",
            "A model has nothing but the name to choose it by, and a search does not find it.",
            _tools('"name": "get_time"'),
            _tools('"name": "get_time", "description": "Tell the time of day in a time zone."'),
        ),
    ),
    Rule(
        "undescribed_property",
        Group.AGENT,
        Severity.NOTE,
        "`{name}` has no description",
        "say what it means, in which unit, and where its value comes from",
        each_place(_undescribed_properties),
        Page(
            "A declared property has no description, by itself or by what it refers to.",
            "The model fills it by its name alone.",
            '{"type": "object", "properties": {"ref": {"type": "string", "maxLength": 9}}, "required": ["ref"], '
            '"additionalProperties": false}',
            '{"type": "object", "properties": {"ref": {"type": "string", "maxLength": 9, "description": "A branch."}}, '
            '"required": ["ref"], "additionalProperties": false}',
        ),
    ),
    Rule(
        "duplicate_description",
        Group.AGENT,
        Severity.WARNING,
        "`{name}` is described in the words of `{other}`",
        "say what tells the two apart",
        _same_descriptions,
        Page(
            "Two tools have the same description.",
            "A model cannot tell which of them to call, and picks by chance.",
            _tools(
                '"name": "read_file", "description": "Read a file."',
                '"name": "read_image", "description": "Read a file."',
            ),
            _tools(
                '"name": "read_file", "description": "Read a text file."',
                '"name": "read_image", "description": "Read an image as base64."',
            ),
        ),
    ),
    Rule(
        "overlapping_names",
        Group.AGENT,
        Severity.WARNING,
        "`{name}` and `{other}` differ by no more than case, joints, plurals or the order of words",
        "name them for what tells them apart",
        _overlapping_names,
        Page(
            "Two tools' names are made of the same words.",
            "A model writes one and means the other; clients that fold names lose one of the two.",
            _tools(
                '"name": "get_issue", "description": "Get one issue."',
                '"name": "get_issues", "description": "Get all issues."',
            ),
            _tools(
                '"name": "get_issue", "description": "Get one issue."',
                '"name": "search_issues", "description": "Get all issues."',
            ),
        ),
    ),
    Rule(
        "name_over_limit",
        Group.AGENT,
        Severity.WARNING,
        "`{name}` is longer than these clients take, or holds what they do not: {clients}",
        "keep to letters, digits, `_` and `-`, and to 52 characters, so that the server's name fits before it",
        each_tool(_names_over_limit),
        Page(
            "A tool's name breaks the rules of a known client, with the server's name in front where the client puts it.",
            "The client drops the tool in silence, or refuses the whole request.",
            _tools('"name": "orders.refund.create", "description": "Refund an order."'),
            _tools('"name": "orders_refund_create", "description": "Refund an order."'),
        ),
    ),
    Rule(
        "key_over_limit",
        Group.AGENT,
        Severity.WARNING,
        "the property's name is refused by: {clients}",
        "keep to letters, digits, `_`, `.` and `-`, and to 64 characters; bind the name to the wire elsewhere",
        each_tool(_keys_over_limit),
        Page(
            "A property at the root of an input has a name such as `filter[id]` or `$top`.",
            "One such name fails the whole request, the other tools with it.",
            '{"name": "list_orders", "description": "List orders.", "inputSchema": {"type": "object", "properties": '
            '{"filter[id]": {"type": "string", "maxLength": 9, "description": "An order."}}, "additionalProperties": '
            "false}}",
            '{"name": "list_orders", "description": "List orders.", "inputSchema": {"type": "object", "properties": '
            '{"filter_id": {"type": "string", "maxLength": 9, "description": "An order."}}, "additionalProperties": '
            "false}}",
        ),
    ),
    Rule(
        "catalog_over_cap",
        Group.AGENT,
        Severity.WARNING,
        "{count} tools are told at once: {caps}",
        "let clients find tools by searching, or split the catalog",
        _over_caps,
        Page(
            "A catalog tells more tools at once than a known client takes.",
            "The client leaves tools out without saying which, or crowds out its own.",
            _tools(*(f'"name": "step_{n}", "description": "Do step {n}."' for n in range(41))),
            _tools(*(f'"name": "step_{n}", "description": "Do step {n}."' for n in range(3))),
        ),
    ),
    Rule(
        "contradictory_annotations",
        Group.AGENT,
        Severity.WARNING,
        "the annotations of `{name}` contradict: {why}",
        "say the truth about what it changes: clients ask for approval by it",
        each_tool(_contradictions),
        Page(
            "A tool is annotated as read-only and as destructive, or as read-only under a name that says otherwise.",
            "Clients run read-only tools without asking.",
            _tools(
                '"name": "delete_file", "description": "Delete a file.", "annotations": {"readOnlyHint": true}'
            ),
            _tools(
                '"name": "delete_file", "description": "Delete a file.", "annotations": {"readOnlyHint": false, '
                '"destructiveHint": true}'
            ),
        ),
    ),
)
"""The rules of this module."""
