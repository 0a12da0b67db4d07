"""Lists of tools as JSON: what MCP's `tools/list` answers, and what is sent to OpenAI, Anthropic, Gemini and Bedrock.

Sources: MCP 2026-07-28, server/tools; OpenAI Chat Completions and Responses; Anthropic Messages; Gemini
FunctionDeclaration; Bedrock Converse, ToolSpecification.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gonogo.catalog.candidate import Candidate, Origin, ToolEntry
from gonogo.catalog.contract import Side
from gonogo.catalog.document import Document
from gonogo.catalog.finding import Finding
from gonogo.schema.types import Json, Path


@dataclass(frozen=True, slots=True)
class Written:
    """One entry of a list, and in which form it is written.

    Attributes:
        path: the steps to the entry.
        value: the entry.
        form: `mcp`, `anthropic`, `openai-chat`, `openai-responses`, `gemini` or `bedrock`; `unknown` for no object.
        body: the steps from the entry to what holds its name.
        input: the steps from the entry to its schema.
    """

    path: Path
    value: Json
    form: str = "unknown"
    body: Path = ()
    input: Path = ("inputSchema",)

    @property
    def held(self) -> dict[str, Json]:
        """What holds the tool's name and description; empty where the entry is no object."""
        found = _at(self.value, self.body)
        return found if isinstance(found, dict) else {}

    @property
    def schema(self) -> Json:
        """The schema of the tool's input; None where there is none."""
        return _at(self.value, self.input)

    @property
    def output(self) -> Path:
        """The steps from the entry to the schema of the tool's output, whether there is one or not."""
        word = next((word for word in _OUTPUTS if word in self.held), _OUTPUTS[0])
        return (*self.body, word)


_OUTPUTS: Final = ("outputSchema", "output_schema", "responseJsonSchema")
_INPUTS: Final = (
    ("inputSchema", "mcp"),
    ("input_schema", "anthropic"),
    ("parametersJsonSchema", "gemini"),
    ("parameters_json_schema", "gemini"),
)
_SEVERAL: Final = ("functionDeclarations", "function_declarations")
_AROUND: Final = ("toolConfig", "result", "tools")


def is_tool_list(value: Json) -> bool:
    """Whether a JSON value is a tool list, a response that holds one, or one tool of it, by its shape."""
    if isinstance(value, dict) and isinstance(value.get("result"), dict):
        value = value["result"]
    if isinstance(value, dict):
        return isinstance(value.get("tools"), list) or "inputSchema" in value
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def written_in(value: Json) -> Iterator[Written]:
    """Yield the entries of a list, those that hold several taken apart; none where a value is no list of tools.

    Args:
        value: a list of tools, what holds one under `tools`, `result` or `toolConfig`, or one tool.
    """
    return (_read(path, row) for path, row in _listed(value, ()))


def _listed(value: Json, path: Path) -> Iterator[tuple[Path, Json]]:
    if isinstance(value, list):
        for index, entry in enumerate(value):
            if isinstance(entry, dict) and any(word in entry for word in _SEVERAL):
                yield from _listed(entry, (*path, index))
            else:
                yield (*path, index), entry
    elif isinstance(value, dict):
        for word in _AROUND:
            if word in value:
                yield from _listed(value[word], (*path, word))
                return
        several = next((word for word in _SEVERAL if isinstance(value.get(word), list)), None)
        if several is not None:
            yield from (((*path, several, index), entry) for index, entry in enumerate(value[several]))
        elif not {"name", "function", "toolSpec", "inputSchema"}.isdisjoint(value):
            yield path, value


def _read(path: Path, row: Json) -> Written:
    if not isinstance(row, dict):
        return Written(path, row)
    if isinstance(row.get("function"), dict):
        return Written(path, row, "openai-chat", ("function",), ("function", "parameters"))
    if isinstance(row.get("toolSpec"), dict):
        own = row["toolSpec"].get("inputSchema")
        inner = ("json",) if isinstance(own, dict) and "json" in own else ()
        return Written(path, row, "bedrock", ("toolSpec",), ("toolSpec", "inputSchema", *inner))
    for word, form in _INPUTS:
        if word in row:
            return Written(path, row, form, (), (word,))
    if "parameters" in row:
        form = "openai-responses" if row.get("type") == "function" else "gemini"
        return Written(path, row, form, (), ("parameters",))
    return Written(path, row, "openai-responses" if row.get("type") == "function" else "mcp")


def _at(value: Json, steps: Path) -> Json:
    for step in steps:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def entries_of(document: Document) -> tuple[tuple[ToolEntry, ...], tuple[Finding, ...]]:
    """Return the tools of a list, and what is wrong with those that are none; a bad one keeps no other out.

    Args:
        document: a file for which `is_tool_list` holds.
    """
    entries: list[ToolEntry] = []
    findings: list[Finding] = []
    names: set[str] = set()
    for written in written_in(document.value):
        outset, name = written.path, written.held.get("name")
        if not isinstance(name, str):
            message = "a tool is an object with a name"
            findings.append(document.finding("not_a_tool", message, "see MCP, `Tool`", at=outset))
            continue
        if name in names:
            message = "another tool of the list has the same name"
            at = (*outset, *written.body, "name")
            findings.append(document.finding("duplicate_name", message, at=at))
        names.add(name)
        entry = _entry(document, written, name)
        entries.append(entry)
        findings += _faults_of_input(document, written, entry)
    return tuple(entries), tuple(findings)


def _entry(document: Document, written: Written, name: str) -> ToolEntry:
    said, annotations = written.held.get("description"), written.held.get("annotations")

    def contract(steps: Path, side: Side) -> Candidate | None:
        schema = _at(written.value, steps)
        if schema is None:
            return None
        return Candidate(document, schema, side, name, (*written.path, *steps), Origin.LIST)

    return ToolEntry(
        name,
        said if isinstance(said, str) else "",
        contract(written.input, Side.INPUT),
        contract(written.output, Side.OUTPUT),
        annotations if isinstance(annotations, dict) else {},
        document,
        written.path,
        Origin.LIST,
    )


def _faults_of_input(document: Document, written: Written, entry: ToolEntry) -> Iterator[Finding]:
    schema = entry.input.schema if entry.input is not None else None
    if not isinstance(schema, dict) or schema.get("type") != "object":
        hint = f'give it an `{written.input[-1]}` with "type": "object" at its root'
        at = (*written.path, *written.input)
        yield document.finding("input_not_object", "a tool's input is an object", hint, at=at)
