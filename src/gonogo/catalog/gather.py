"""From paths to candidates: repositories, folders, schema files and tool lists, read for whoever lints them.

A candidate is read even where the catalog would keep it out: that is when its findings are wanted most.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gonogo.catalog.candidate import Candidate, Origin, ToolEntry
from gonogo.catalog.catalog import Catalog
from gonogo.catalog.config import Config
from gonogo.catalog.contract import Side
from gonogo.catalog.document import Document, read_document
from gonogo.catalog.finding import Finding
from gonogo.catalog.loader import SCHEMAS, Loader, json_files, side_of
from gonogo.catalog.toollist import entries_of, is_tool_list
from gonogo.schema.types import Json


class NotThere(ValueError):
    """Raised when a path leads to no file and no folder."""


@dataclass(frozen=True)
class Gathered:
    """What is to be linted together.

    Attributes:
        candidates: every schema.
        tools: the tools that they make.
        findings: what was wrong with files already when they were read.
        config: the repository's configuration; the defaults outside one.
        root: the folder below which the files' paths stand.
        whole: whether it is all that the configuration speaks of, and not one file of a repository.
    """

    candidates: tuple[Candidate, ...]
    tools: tuple[ToolEntry, ...] = ()
    findings: tuple[Finding, ...] = ()
    config: Config = field(default_factory=Config)
    root: Path = field(default_factory=Path)
    whole: bool = True


def gather(path: Path, catalog: Catalog | None = None) -> Gathered:
    """Read what a path leads to.

    Args:
        path: a contract repository, any other folder of schemas, a schema file, or an MCP tool list as JSON.
        catalog: the repository at the path, where it has been read already.

    Raises:
        NotThere: nothing is there.
    """
    if path.is_dir():
        root = path.parent if path.name == SCHEMAS and not (path / SCHEMAS).is_dir() else path
        return _of_repository(root, catalog) if (root / SCHEMAS).is_dir() else _of_folder(path)
    if not path.is_file():
        raise NotThere(f"{path}: no such file")
    root, file = path.parent, path.name
    document = read_document(root, file)
    if isinstance(document, Finding):
        return Gathered((), findings=(document,), root=root)
    if is_tool_list(document.value):
        return _of_list(document, root)
    return _of_file(path, document)


def _of_repository(root: Path, catalog: Catalog | None = None) -> Gathered:
    catalog = catalog or Catalog.load(root)
    loader = Loader(root, catalog.config)
    loader.read()
    documents = dict(_documents(root, SCHEMAS, loader))
    candidates = {file: _kept(document, loader) for file, document in documents.items()}
    current = {file: each for file, each in candidates.items() if not file.startswith(f"{SCHEMAS}/released/")}
    tools = tuple(_tools(current))
    return Gathered(tuple(current.values()), tools, catalog.findings, catalog.config, root)


def _documents(root: Path, folder: str, loader: Loader) -> Iterator[tuple[str, Document]]:
    """The files that hold JSON, also those that the loader keeps out."""
    for file in json_files(root, folder):
        document = loader.documents.get(file) or read_document(root, file)
        if isinstance(document, Document):
            yield file, document


def _kept(document: Document, loader: Loader) -> Candidate:
    side = side_of(document.file)
    words = _tool_words(document)
    name = str(words.get("name", document.stem))
    return Candidate(document, document.value, side, name, (), Origin.REPOSITORY, loader.resources)


def _tool_words(document: Document) -> Mapping[str, Json]:
    words = document.value.get("x-tool") if isinstance(document.value, dict) else None
    return words if isinstance(words, dict) else {}


def _tools(candidates: Mapping[str, Candidate]) -> Iterator[ToolEntry]:
    outputs = {each.document.stem: each for each in candidates.values() if each.side is Side.OUTPUT}
    for candidate in candidates.values():
        if candidate.side is not Side.INPUT:
            continue
        document = candidate.document
        words = document.value if isinstance(document.value, dict) else {}
        said = words.get("description")
        annotations = _tool_words(document).get("annotations")
        yield ToolEntry(
            candidate.name,
            said if isinstance(said, str) else "",
            candidate,
            outputs.get(document.stem),
            annotations if isinstance(annotations, dict) else {},
            document,
            (),
            Origin.REPOSITORY,
        )


def _of_folder(path: Path) -> Gathered:
    """A folder that is no repository: schemas, and tool lists among them."""
    loader = Loader(path, Config(), folder="")
    loader.read()
    parts = [Gathered((), findings=_unread(loader), root=path)]
    for _, document in _documents(path, "", loader):
        if is_tool_list(document.value):
            parts.append(_of_list(document, path))
        else:
            own = Candidate(document, document.value, name=document.stem, resources=loader.resources)
            parts.append(Gathered((own,), root=path))
    return _joined(parts, path)


def _unread(loader: Loader) -> tuple[Finding, ...]:
    """What kept files from being read; what is wrong with schemas is for rules to find, and tool lists are none."""
    return tuple(each for each in loader.findings if each.code not in {"not_a_schema", "malformed_word"})


def _of_list(document: Document, root: Path) -> Gathered:
    entries, findings = entries_of(document)
    candidates = [each for entry in entries for each in (entry.input, entry.output) if each is not None]
    return Gathered(tuple(candidates), entries, findings, root=root)


def _of_file(path: Path, document: Document) -> Gathered:
    """One schema file; in a repository it is read with all of it at hand, and told alone."""
    whole = path.resolve()
    for folder in whole.parents:
        if folder.name == SCHEMAS:
            file = whole.relative_to(folder.parent).as_posix()
            found = _of_repository(folder.parent)
            own = tuple(each for each in found.candidates if each.document.file == file)
            tools = tuple(each for each in found.tools if each.document.file == file)
            told = tuple(each for each in found.findings if each.file == file)
            return Gathered(own, tools, told, found.config, found.root, whole=False)
    loader = Loader(path.parent, Config(), folder="")
    if _refers(document):
        loader.read()
    candidate = Candidate(document, document.value, name=document.stem, resources=loader.resources)
    return Gathered((candidate,), root=path.parent)


def _refers(document: Document) -> bool:
    return '"$ref"' in document.text


def _joined(parts: Iterable[Gathered], root: Path) -> Gathered:
    parts = list(parts)
    return Gathered(
        tuple(each for part in parts for each in part.candidates),
        tuple(each for part in parts for each in part.tools),
        tuple(each for part in parts for each in part.findings),
        root=root,
    )


def written(root: Path, file: str, text: str) -> None:
    """Write a file that was read anew, in one step, so that nobody sees half of it.

    Args:
        root: the folder below which the file stands.
        file: its path below it.
        text: what it is to hold.
    """
    target = root / file
    beside = target.with_name(f".{target.name}.new")
    beside.write_text(text, encoding="utf-8", newline="")
    os.replace(beside, target)  # noqa: PTH105 - replaces on every system, and keeps no half
