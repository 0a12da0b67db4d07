"""Sound rules: what keeps a schema from being a contract at all."""

from collections.abc import Iterator

from gonogo.catalog.document import steps_to
from gonogo.catalog.finding import Severity
from gonogo.lint.contract import Examined
from gonogo.lint.ecma import not_ecma
from gonogo.lint.rule import Group, Hit, Judge, Page, Rule, each_contract, hit_in
from gonogo.schema.dialect import draft_of
from gonogo.schema.engine import Patterns
from gonogo.schema.errors import SchemaError, UnknownDialect
from gonogo.schema.patterns import engine_for, patterns_in
from gonogo.schema.walk import is_schema


def _with_code(code: str) -> Judge:
    """A judge of contracts that do not compile for one reason."""

    def hits(contract: Examined) -> Iterator[Hit]:
        error = contract.compiled
        if isinstance(error, SchemaError) and error.code == code:
            path = steps_to(contract.candidate.schema, error.pointer)
            hint = error.hint or "see the specification of JSON Schema for what may stand here"
            yield hit_in(contract, *path, detail=error.detail, hint=hint)

    return each_contract(hits)


def _refused_patterns(contract: Examined) -> Iterator[Hit]:
    schema = contract.candidate.schema
    if not is_schema(schema):
        return
    try:
        draft = draft_of(schema, contract.candidate.resources)
    except UnknownDialect:
        return
    for pattern in patterns_in(schema, draft):
        engine = engine_for(pattern.text)
        foreign = not_ecma(pattern.text)
        if engine is Patterns.BACKTRACKING:
            why = "needs backtracking: lookaround does not run in linear time"
        elif engine is None:
            why = "is taken by no engine"
        elif foreign is not None:
            why = f"is not ECMA-262: {foreign}"
        else:
            continue
        yield hit_in(contract, *pattern.path, why=why)


RULES = (
    Rule(
        "malformed_schema",
        Group.SOUND,
        Severity.ERROR,
        "{detail}",
        "{hint}",
        _with_code("malformed_schema"),
        Page(
            "The schema breaks its own meta-schema, such as by a type that does not exist, or it is no schema at all.",
            "No validator compiles it. Clients refuse the tool, and some of them the whole list with it; a validator "
            "that swallows the failure validates nothing.",
            '{"type": "integr"}',
            '{"type": "integer"}',
        ),
    ),
    Rule(
        "unresolved_reference",
        Group.SOUND,
        Severity.ERROR,
        "{detail}",
        "{hint}",
        _with_code("unresolved_reference"),
        Page(
            "A `$ref` leads to a document that is not at hand, or to a place where no schema stands.",
            "Nothing is ever fetched, so nothing can be judged by it; one such reference makes some clients lose the "
            "whole list of tools.",
            '{"type": "object", "properties": {"city": {"$ref": "#/$defs/City"}}, "required": ["city"]}',
            '{"type": "object", "properties": {"city": {"$ref": "#/$defs/City"}}, "required": ["city"], '
            '"$defs": {"City": {"type": "string", "maxLength": 80}}}',
        ),
    ),
    Rule(
        "unknown_dialect",
        Group.SOUND,
        Severity.ERROR,
        "{detail}",
        "{hint}",
        _with_code("unknown_dialect"),
        Page(
            "`$schema` names no supported draft of JSON Schema and no meta-schema at hand.",
            "Nobody can say what the keywords mean; MCP wants such a schema refused.",
            '{"$schema": "https://example.com/my-own-dialect", "type": "string"}',
            '{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "string"}',
        ),
    ),
    Rule(
        "schema_over_budget",
        Group.SOUND,
        Severity.ERROR,
        "{detail}",
        "{hint}",
        _with_code("schema_over_budget"),
        Page(
            "The schema is larger or deeper than its budget, or one payload can be made to visit an exploding number of "
            "its nodes.",
            "Judging by it can be made to take for ever: whoever sends the payload chooses how long.",
            '{"$ref": "#/$defs/l9", "$defs": {"l0": {"type": "string"}, "l1": {"allOf": [{"$ref": "#/$defs/l0"}, '
            '{"$ref": "#/$defs/l0"}, {"$ref": "#/$defs/l0"}, {"$ref": "#/$defs/l0"}]}, "l2": {"allOf": [{"$ref": '
            '"#/$defs/l1"}, {"$ref": "#/$defs/l1"}, {"$ref": "#/$defs/l1"}, {"$ref": "#/$defs/l1"}]}, "l3": {"allOf": '
            '[{"$ref": "#/$defs/l2"}, {"$ref": "#/$defs/l2"}, {"$ref": "#/$defs/l2"}, {"$ref": "#/$defs/l2"}]}, "l4": '
            '{"allOf": [{"$ref": "#/$defs/l3"}, {"$ref": "#/$defs/l3"}, {"$ref": "#/$defs/l3"}, {"$ref": '
            '"#/$defs/l3"}]}, "l5": {"allOf": [{"$ref": "#/$defs/l4"}, {"$ref": "#/$defs/l4"}, {"$ref": '
            '"#/$defs/l4"}, {"$ref": "#/$defs/l4"}]}, "l6": {"allOf": [{"$ref": "#/$defs/l5"}, {"$ref": '
            '"#/$defs/l5"}, {"$ref": "#/$defs/l5"}, {"$ref": "#/$defs/l5"}]}, "l7": {"allOf": [{"$ref": '
            '"#/$defs/l6"}, {"$ref": "#/$defs/l6"}, {"$ref": "#/$defs/l6"}, {"$ref": "#/$defs/l6"}]}, "l8": '
            '{"allOf": [{"$ref": "#/$defs/l7"}, {"$ref": "#/$defs/l7"}, {"$ref": "#/$defs/l7"}, {"$ref": '
            '"#/$defs/l7"}]}, "l9": {"allOf": [{"$ref": "#/$defs/l8"}, {"$ref": "#/$defs/l8"}]}}}',
            '{"type": "string", "maxLength": 80}',
        ),
    ),
    Rule(
        "refused_pattern",
        Group.SOUND,
        Severity.ERROR,
        "the regular expression {why}",
        "write it as ECMA-262 without lookaround and back-references",
        each_contract(_refused_patterns),
        Page(
            "A regular expression is not ECMA-262, or needs an engine that backtracks.",
            "Clients written in JavaScript refuse to compile it, Python-only syntax among the first; a backtracking "
            "match can be made to run for ever by whoever sends the text.",
            '{"type": "string", "pattern": "^(?!test)[a-z]+$"}',
            '{"type": "string", "pattern": "^[a-z]+$"}',
        ),
    ),
)
"""The rules of this module."""
