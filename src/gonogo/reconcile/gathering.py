"""The tools to be reconciled and what is seen of them: from a contract repository, or from an OpenAPI document."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.config import Config
from gonogo.catalog.contract import Contract, Tool
from gonogo.catalog.overlay import Overlay
from gonogo.catalog.payloadfiles import payload_files
from gonogo.check.responses import Seen, Sorted, known_in, sort_responses, stem_of
from gonogo.openapi.answers import NoAnswer, result_of
from gonogo.openapi.compilation import Compilation
from gonogo.openapi.examples import examples_of
from gonogo.openapi.source import Source
from gonogo.openapi.tools import catalog_of
from gonogo.reconcile.subject import Subject

_EXAMPLES: Final = "example"


@dataclass(frozen=True)
class Gathered:
    """What is to be reconciled.

    Attributes:
        subjects: the tools that have an output contract.
        sorted: their results.
    """

    subjects: tuple[Subject, ...]
    sorted: Sorted


def of_catalog(catalog: Catalog, evidence: Iterable[tuple[str, bytes]]) -> Gathered:
    """Return the tools of a repository with the results in its fixtures and in files of evidence."""
    root = catalog.root or Path()
    files, _ = payload_files(root)
    known = known_in(catalog)
    rows = [(each.file, each.data) for each in files if _holds_rows(each.file)]
    found = sort_responses(rows, known)
    found.left.clear()
    return Gathered(_subjects(catalog), _joined(found, sort_responses(evidence, known)))


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
    plain = catalog_of(made, Config(), source.entry)
    catalog = replace(
        plain,
        tools={
            name: replace(tool, overlay=overlays.get(name), output=_filed(tool))
            for name, tool in plain.tools.items()
        },
    )
    known = known_in(catalog)
    found = Sorted()
    for tool in made.tools:
        if tool.name not in known.answers:
            continue
        for each in examples_of(source, tool.operation):
            value = result_of(known.answers[tool.name], each.status, each.value)
            if isinstance(value, NoAnswer):
                found.left[value.reason] += 1
            else:
                found.add(tool.name, Seen(value, _EXAMPLES, None, each.place))
    return Gathered(_subjects(catalog), _joined(found, sort_responses(evidence, known)))


def _subjects(catalog: Catalog) -> tuple[Subject, ...]:
    return tuple(
        Subject(name, stem_of(tool.output.file, name), tool.output, tool.mode, tool.overlay)
        for name, tool in catalog.tools.items()
        if tool.output is not None
    )


def _filed(tool: Tool) -> Contract | None:
    """A tool's output contract with the file that it will stand in."""
    if tool.output is None:
        return None
    file = "/".join(("schemas/outputs", *tool.namespace, f"{tool.name}.json"))
    return replace(tool.output, file=file)


def _joined(one: Sorted, other: Sorted) -> Sorted:
    for name, results in other.seen.items():
        for each in results:
            one.add(name, each)
    one.left.update(other.left)
    return one


def _holds_rows(file: str) -> bool:
    """Whether a file of fixtures holds rows: bare payloads stand below `valid` and `invalid`."""
    return file.split("/")[1:2] not in (["valid"], ["invalid"])
