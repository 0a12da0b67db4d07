"""The tools to be reconciled and what is seen of them: from a contract repository, or from an OpenAPI document."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.catalog.overlay import Overlay
from gonogo.catalog.payloadfiles import payload_files
from gonogo.check.responses import Known, Seen, Sorted, known_in, sort_responses, stem_of
from gonogo.gauge.compiled import Recipe
from gonogo.openapi.answers import NoAnswer, result_of
from gonogo.openapi.compilation import Compilation, CompiledTool
from gonogo.openapi.examples import examples_of
from gonogo.openapi.matching import Route, Routes, servers_of
from gonogo.openapi.source import Source
from gonogo.reconcile.subject import Subject
from gonogo.schema.errors import SchemaError

_EXAMPLES: Final = "example"


@dataclass(frozen=True)
class Gathered:
    """What is to be reconciled.

    Attributes:
        subjects: the tools that have an output contract.
        sorted: their results.
        failed: the tools whose contract does not compile, with the reason.
    """

    subjects: tuple[Subject, ...]
    sorted: Sorted
    failed: Mapping[str, str]


def of_catalog(catalog: Catalog, evidence: Iterable[tuple[str, bytes]]) -> Gathered:
    """Return the tools of a repository with the results in its fixtures and in files of evidence."""
    subjects = tuple(
        Subject(name, stem_of(tool.output.file, name), tool.output, tool.mode, tool.overlay)
        for name, tool in catalog.tools.items()
        if tool.output is not None
    )
    root = catalog.root or Path()
    files, _ = payload_files(root)
    known = known_in(catalog)
    rows = [(each.file, each.data) for each in files if _holds_rows(each.file)]
    found = sort_responses(rows, known)
    found.left.clear()
    return Gathered(subjects, _joined(found, sort_responses(evidence, known)), {})


def of_document(
    made: Compilation, source: Source, overlays: Mapping[str, Overlay], evidence: Iterable[tuple[str, bytes]]
) -> Gathered:
    """Return the tools of a document with its own examples and the results in files of evidence.

    Args:
        made: the document, compiled.
        source: its files.
        overlays: what is told of its tools today, by stem.
        evidence: the paths and the bytes of recorded responses.
    """
    subjects: list[Subject] = []
    failed: dict[str, str] = {}
    found = Sorted()
    for tool in made.tools:
        if tool.output is None:
            continue
        try:
            subjects.append(_subject(tool, overlays.get(tool.name)))
        except SchemaError as error:
            failed[tool.name] = str(error)
            continue
        for each in examples_of(source, tool.operation):
            value = result_of(tool.binding["response"], each.status, each.value)
            if isinstance(value, NoAnswer):
                found.left[value.reason] += 1
            else:
                found.add(tool.name, Seen(value, _EXAMPLES, None, each.place))
    files = list(evidence)
    more = sort_responses(files, _known(made)) if files else Sorted()
    return Gathered(tuple(subjects), _joined(found, more), failed)


def _subject(tool: CompiledTool, overlay: Overlay | None) -> Subject:
    recipe = Recipe(imported=True)
    file = f"schemas/outputs/{tool.name}.json"
    output = Contract.of(tool.name, Side.OUTPUT, tool.output or {}, recipe=recipe, file=file)
    whole = Tool(tool.name, "", output, output, overlay=overlay)
    return Subject(tool.name, tool.name, output, whole.mode, overlay)


def _known(made: Compilation) -> Known:
    typed = [tool for tool in made.tools if tool.output is not None]
    return Known(
        {tool.name: tool.binding["response"] for tool in typed},
        Routes([Route(tool.name, tool.operation.key, servers_of(tool.binding)) for tool in typed]),
        {f"schemas/outputs/{tool.name}.json": tool.name for tool in typed},
    )


def _joined(one: Sorted, other: Sorted) -> Sorted:
    for name, results in other.seen.items():
        for each in results:
            one.add(name, each)
    one.left.update(other.left)
    return one


def _holds_rows(file: str) -> bool:
    """Whether a file of fixtures holds rows: bare payloads stand below `valid` and `invalid`."""
    return file.split("/")[1:2] not in (["valid"], ["invalid"])
