"""The targets, as tables: each row says what becomes of a keyword, who says so, and when it was read.

Source: the vendors' documents and packages that each row names. Nothing here is taken from an error alone.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from gonogo.projection.rules import Budget, How, NameRule, RequestBudget, Rule, Source, Target

_READ: Final = "2026-11-30"


def _source(text: str) -> Source:
    return Source(text, _READ)


_OPENAI = _source(
    "OpenAI, Structured Outputs: supported schemas; openai-agents 0.24.0, agents/strict_schema.py"
)
_OPENAI_ROOT = _source(
    "OpenAI API error: schema must have type 'object' and not have 'oneOf'/'anyOf'/… at the top level"
)
_OPENAI_NAME = _source("openai 3.57.0, types/shared_params/function_definition.py")
_OPENAI_LIMITS = _source("OpenAI, Structured Outputs: limits; pydantic-ai 2.68.0, profiles/openai.py")
_CAUTION = _source("documents contradict one another; left out to be safe")
_AZURE = _source(
    "Microsoft Learn, Azure OpenAI structured outputs: unsupported type-specific keywords, limits"
)
_ANTHROPIC = _source(
    "Anthropic, Structured outputs: JSON Schema limitations; litellm 1.110.2, anthropic transformation"
)
_ANTHROPIC_ROOT = _source(
    "Anthropic API error: input_schema does not support oneOf, allOf, or anyOf at the top level"
)
_ANTHROPIC_KEYS = _source("Anthropic API error: property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'")
_ANTHROPIC_REQUEST = _source("Anthropic, Structured outputs: limits per request")
_GEMINI = _source("google-genai 3.6.1, types.JSONSchema; Gemini API, structured output")
_GEMINI_SCHEMA = _source("google-genai 3.6.1, types.Schema; google-adk 2.13.0, _gemini_schema_util.py")
_GEMINI_NAME = _source("Gemini API, FunctionDeclaration.name; Gemini CLI, generateValidName")
_BEDROCK = _source("Amazon Bedrock, Structured outputs; pydantic-ai 2.68.0, providers/bedrock.py")
_BEDROCK_NAME = _source("botocore 1.44.8, bedrock-runtime service model, ToolName")
_MISTRAL = _source("litellm 1.110.2, mistral transformation; mistralai 3.7.0 models")
_DEEPSEEK = _source("DeepSeek API, Function calling, strict mode (beta); rig-core 0.46")
_XAI = _source("xAI, Structured outputs: supported schemas")
_MCP = _source("MCP 2026-07-28 and 2025-11-25, Tool; mcp-types 2.3.0")
_MCP_NAME = _source("MCP, SEP-986")
_PORTABLE = _source(
    "MCP TypeScript SDK 1.32.2, ToolSchema; VS Code, codex #4454, fastmcp #2459, claude-code #95504"
)
_PORTABLE_NAME = _source("Claude Code: mcp__SERVER__TOOL of 64 characters; Cursor: server and tool below 60")
_A2A = _source("A2A 1.0, AgentCard; a2a-sdk 1.3.0")
_OURS = _source("gonogo: the contract bundled, every reference inside it")
_PYTHON_TYPES = _source("Python, typing.TypedDict and Literal; datamodel-code-generator 0.89.0")
_TYPESCRIPT_TYPES = _source("TypeScript, object types; json-schema-to-typescript 16.0.0")

_LENGTHS: Final = ("minLength", "maxLength")
_BOUNDS: Final = ("minimum", "maximum")
_NUMBERS: Final = ("exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_SIZES: Final = ("minItems", "maxItems")
_LISTS: Final = ("uniqueItems", "contains", "minContains", "maxContains", "unevaluatedItems")
_NAMES: Final = (
    "patternProperties", "propertyNames", "minProperties", "maxProperties", "unevaluatedProperties",
    "dependentRequired", "dependentSchemas",
)  # fmt: skip
_LOGIC: Final = ("not", "if", "then", "else")
_NOTES: Final = ("default", "examples", "deprecated", "readOnly", "writeOnly", "$comment", "unknown keyword")
_CONTENT: Final = ("contentEncoding", "contentMediaType", "contentSchema")


def _rows(source: Source, how: How, *keywords: str) -> dict[str, Rule]:
    return {keyword: Rule(keyword, how, source) for keyword in keywords}


def _table(*parts: Mapping[str, Rule]) -> Mapping[str, Rule]:
    """Rows, later ones before earlier ones."""
    table: dict[str, Rule] = {}
    for part in parts:
        table.update(part)
    return MappingProxyType(table)


def _strict(source: Source, root: How = How.WRAP) -> dict[str, Rule]:
    """What decoders that write closed, typed objects have in common."""
    return {
        **_rows(source, root, "root"),
        **_rows(source, How.CLOSE, "additionalProperties"),
        **_rows(source, How.TYPED, "untyped", "no items"),
        **_rows(source, How.APART, "type list", "anyOf"),
        **_rows(source, How.ANY_OF, "oneOf"),
        **_rows(source, How.MERGE, "allOf"),
        **_rows(source, How.INLINE, "ref siblings"),
        **_rows(source, How.WRITTEN, "boolean schema", "items"),
        **_rows(source, How.SCALARS, "enum", "const"),
        **_rows(source, How.LISTED, "format"),
        **_rows(source, How.LINEAR, "pattern"),
        **_rows(source, How.AS_ITEMS, "prefixItems"),
        **_rows(source, How.DROP, *_LISTS, *_NAMES, *_LOGIC, *_CONTENT, *_NOTES),
    }


_OPENAI_STRICT: Final = _table(
    _strict(_OPENAI),
    _rows(_OPENAI, How.ALL, "required"),
    _rows(
        _OPENAI, How.KEEP, "$ref", "recursion", *_BOUNDS, *_NUMBERS, *_SIZES, "title", "description", "const"
    ),
    _rows(_CAUTION, How.DROP, *_LENGTHS, "default"),
)
_AZURE_STRICT: Final = _table(
    _OPENAI_STRICT,
    _rows(_AZURE, How.DROP, *_LENGTHS, *_BOUNDS, *_NUMBERS, *_SIZES, "pattern", "format"),
)
_DEEPSEEK_STRICT: Final = _table(
    _strict(_DEEPSEEK),
    _rows(_DEEPSEEK, How.ALL, "required"),
    _rows(_DEEPSEEK, How.ANY_OF, "type list"),
    _rows(_DEEPSEEK, How.KEEP, "$ref", "recursion", *_BOUNDS, *_NUMBERS, "title", "description"),
    _rows(_DEEPSEEK, How.DROP, *_LENGTHS, *_SIZES),
    _rows(_CAUTION, How.ENUM, "const"),
)
_ANTHROPIC_STRICT: Final = _table(
    _strict(_ANTHROPIC),
    _rows(_ANTHROPIC, How.KEEP, "required", "$ref", "title", "description", "const", "unknown keyword"),
    _rows(_ANTHROPIC, How.CUT, "recursion"),
    _rows(_ANTHROPIC, How.ANY_OF, "type list"),
    _rows(_ANTHROPIC, How.AT_MOST_ONE, "minItems"),
    _rows(_ANTHROPIC, How.PLAIN, "pattern"),
    _rows(_ANTHROPIC, How.DROP, *_LENGTHS, *_BOUNDS, *_NUMBERS, "maxItems", "unknown keyword"),
)
_BEDROCK_STRICT: Final = _table(
    _ANTHROPIC_STRICT,
    _strict(_BEDROCK),
    _rows(_BEDROCK, How.KEEP, "required", "$ref", "title", "description", "const"),
    _rows(_BEDROCK, How.CUT, "recursion"),
    _rows(_BEDROCK, How.ANY_OF, "type list"),
    _rows(_BEDROCK, How.AT_MOST_ONE, "minItems"),
    _rows(_BEDROCK, How.DROP, *_LENGTHS, *_BOUNDS, *_NUMBERS, "maxItems"),
)
_GEMINI_JSON: Final = _table(
    _rows(_GEMINI, How.FLATTEN, "root"),
    _rows(_GEMINI, How.INLINE, "ref siblings"),
    _rows(_GEMINI, How.CUT, "recursion"),
    _rows(_GEMINI, How.ENUM, "const"),
    _rows(_GEMINI, How.SCALARS, "enum"),
    _rows(_GEMINI, How.MERGE, "allOf"),
    _rows(_GEMINI, How.ANY_OF, "oneOf"),
    _rows(_GEMINI, How.WRITTEN, "boolean schema"),
    _rows(_GEMINI, How.AS_ITEMS, "prefixItems"),
    _rows(
        _GEMINI, How.DROP, *_LOGIC, *_NUMBERS, "contains", "minContains", "maxContains", "unevaluatedItems"
    ),
    _rows(
        _GEMINI, How.DROP, "patternProperties", "propertyNames", "unevaluatedProperties", "dependentRequired"
    ),
    _rows(_GEMINI, How.DROP, "dependentSchemas", *_CONTENT, *(word for word in _NOTES if word != "default")),
    _rows(_GEMINI, How.KEEP, "default", "uniqueItems", "anyOf", "type list", "format", "pattern", *_LENGTHS),
)
_GEMINI_LEGACY: Final = _table(
    _strict(_GEMINI_SCHEMA, How.FLATTEN),
    _rows(_GEMINI_SCHEMA, How.INLINE, "$ref"),
    _rows(_GEMINI_SCHEMA, How.CUT, "recursion"),
    _rows(_GEMINI_SCHEMA, How.ENUM, "const"),
    _rows(_GEMINI_SCHEMA, How.TEXTS, "enum"),
    _rows(_GEMINI_SCHEMA, How.NULLABLE, "type list"),
    _rows(
        _GEMINI_SCHEMA, How.KEEP, "required", "title", "description", *_LENGTHS, *_BOUNDS, *_SIZES, "pattern"
    ),
    _rows(_GEMINI_SCHEMA, How.KEEP, "minProperties", "maxProperties"),
    _rows(_GEMINI_SCHEMA, How.DROP, "additionalProperties", *_NUMBERS, "anyOf siblings"),
)
_PLAIN_OPENAI: Final = _table(_rows(_OPENAI_ROOT, How.FLATTEN, "root"), _rows(_OPENAI, How.KEEP, "$ref"))
_PLAIN_ANTHROPIC: Final = _table(_rows(_ANTHROPIC_ROOT, How.FLATTEN, "root"))
_PLAIN_MISTRAL: Final = _table(
    _rows(_MISTRAL, How.FLATTEN, "root"), _rows(_MISTRAL, How.DROP, "additionalProperties")
)
_XAI_TABLE: Final = _table(
    _rows(_XAI, How.FLATTEN, "root"),
    _rows(_XAI, How.WRITTEN, "boolean schema"),
    _rows(_XAI, How.CUT, "recursion"),
    _rows(_XAI, How.PLAIN, "pattern"),
    _rows(_XAI, How.MERGE, "allOf"),
    _rows(_XAI, How.ANY_OF, "oneOf"),
    _rows(_XAI, How.DROP, "minContains", "maxContains"),
)
_MCP_TABLE: Final = _table(_rows(_MCP, How.OBJECT, "root"), _rows(_PORTABLE, How.WRITTEN, "boolean schema"))
_PORTABLE_TABLE: Final = _table(
    _rows(_PORTABLE, How.FLATTEN, "root"),
    _rows(_PORTABLE, How.WRITTEN, "boolean schema"),
    _rows(_PORTABLE, How.EVERY_TYPE, "untyped", "no items"),
    _rows(_PORTABLE, How.BOOLEAN, "additionalProperties"),
)
_WHOLE: Final = _table(_rows(_OURS, How.KEEP, "root"))


def _types(source: Source, listed: How) -> Mapping[str, Rule]:
    """What a language's types say of a value: its shape, and not how long or large it is."""
    return _table(
        _rows(source, How.INPUT, "root"),
        _rows(source, How.ALONE, "ref siblings"),
        _rows(source, How.ANY_OF, "type list", "oneOf"),
        _rows(source, How.APART, "anyOf"),
        _rows(source, How.MERGE, "allOf"),
        _rows(source, How.WRITTEN, "boolean schema", "items"),
        _rows(source, How.BRANCHES, "untyped"),
        _rows(source, listed, "enum", "const"),
        _rows(source, How.ENUM, "const"),
        _rows(source, How.MAPS, "additionalProperties"),
        _rows(source, How.AS_ITEMS, "prefixItems"),
        _rows(source, How.DROP, *_LENGTHS, *_BOUNDS, *_NUMBERS, *_SIZES, *_LISTS, *_NAMES, *_LOGIC),
        _rows(source, How.DROP, "pattern", "format", "title", *_CONTENT, *_NOTES),
    )


_NAME_64: Final = NameRule("openai", r"[a-zA-Z0-9_-]+", 64, _OPENAI_NAME)
_NAME_ANTHROPIC: Final = NameRule("anthropic", r"[a-zA-Z0-9_-]+", 64, _ANTHROPIC)
_NAME_GEMINI: Final = NameRule("gemini", r"[a-zA-Z_][a-zA-Z0-9_.-]*", 63, _GEMINI_NAME)
_NAME_BEDROCK: Final = NameRule("bedrock", r"[a-zA-Z0-9_-]+", 64, _BEDROCK_NAME)
_NAME_MCP: Final = NameRule("mcp", r"[A-Za-z0-9._-]+", 128, _MCP_NAME)
_NAME_PORTABLE: Final = NameRule("mcp-portable", r"[a-zA-Z_][a-zA-Z0-9_-]*", 64, _PORTABLE_NAME)
_KEYS: Final = NameRule("keys", r"[a-zA-Z0-9_.-]+", 64, _ANTHROPIC_KEYS)
_KEYS_LEGACY: Final = NameRule("keys", r"[a-zA-Z_][a-zA-Z0-9_]*", 64, _GEMINI_SCHEMA)

_NINE: Final = frozenset(
    {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}
)
_OPENAI_BUDGET: Final = Budget(5000, 10, 1000, 120_000, 15_000, source=_OPENAI_LIMITS)

_ALL: Final = (
    Target("openai-chat", _PLAIN_OPENAI, _NAME_64),
    Target("openai-chat-strict", _OPENAI_STRICT, _NAME_64, _NINE, budget=_OPENAI_BUDGET),
    Target("openai-responses", _PLAIN_OPENAI, _NAME_64),
    Target("openai-responses-strict", _OPENAI_STRICT, _NAME_64, _NINE, budget=_OPENAI_BUDGET),
    Target("openai-structured", _OPENAI_STRICT, _NAME_64, _NINE, budget=_OPENAI_BUDGET),
    Target("azure-openai-strict", _AZURE_STRICT, _NAME_64, budget=Budget(100, 5, 1000, 120_000, 15_000, source=_AZURE)),
    Target("anthropic", _PLAIN_ANTHROPIC, _NAME_ANTHROPIC, keys=_KEYS, top_keys=True),
    Target("anthropic-strict", _ANTHROPIC_STRICT, _NAME_ANTHROPIC, _NINE | {"uri"}, _KEYS, True,
           request=RequestBudget(20, 24, 16, _ANTHROPIC_REQUEST), fallback="anthropic"),
    Target("gemini", _GEMINI_JSON, _NAME_GEMINI),
    Target("gemini-legacy", _GEMINI_LEGACY, _NAME_GEMINI, frozenset({"date-time", "int32", "int64"}), _KEYS_LEGACY),
    Target("bedrock", _BEDROCK_STRICT, _NAME_BEDROCK, _NINE | {"uri"}, _KEYS),
    Target("mistral", _PLAIN_MISTRAL, _NAME_64),
    Target("deepseek-strict", _DEEPSEEK_STRICT, _NAME_64, frozenset({"email", "hostname", "ipv4", "ipv6", "uuid"})),
    Target("xai", _XAI_TABLE, _NAME_64),
    Target("mcp", _MCP_TABLE, _NAME_MCP),
    Target("mcp-2025-11-25", _MCP_TABLE, _NAME_MCP),
    Target("mcp-portable", _PORTABLE_TABLE, _NAME_PORTABLE),
    Target("a2a", _WHOLE, NameRule("a2a", r".+", 128, _A2A)),
    Target("json-schema", _WHOLE, NameRule("json-schema", r".+", 1024, _OURS)),
)  # fmt: skip

TARGETS: Final[Mapping[str, Target]] = MappingProxyType({target.name: target for target in _ALL})
"""Every target by name, in the order of the design."""

_NAME_TYPE: Final = NameRule("types", r"[A-Za-z][A-Za-z0-9]*", 120, _OURS)

TYPES: Final[Mapping[str, Target]] = MappingProxyType(
    {
        "python-types": Target("python-types", _types(_PYTHON_TYPES, How.LITERALS), _NAME_TYPE),
        "typescript-types": Target("typescript-types", _types(_TYPESCRIPT_TYPES, How.SCALARS), _NAME_TYPE),
    }
)
"""What a generator of types is given, by name; nothing is sent in these forms, so they are no targets."""
