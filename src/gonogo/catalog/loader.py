"""From a folder to a catalog: every file is judged alone, and what is wrong with one keeps none of the others out.

Layout: DESIGN section 3. A finding of severity error keeps its file out; two files that claim one identifier or
one name leave it to the first by path.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import join, normpath
from urllib.parse import unquote, urldefrag

from gonogo.catalog.config import Config
from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.document import Document, read_document, steps_to
from gonogo.catalog.finding import Finding
from gonogo.contracts import contract
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.problem import Issue
from gonogo.gauge.verdict import NoGo
from gonogo.schema.dialect import draft_of
from gonogo.schema.errors import SchemaError
from gonogo.schema.limits import Limits
from gonogo.schema.types import Schema
from gonogo.schema.uri import UriError, resolve
from gonogo.schema.walk import is_schema, walk

SCHEMAS = "schemas"
RELEASED = "released"

FOLDERS = {"tools": Side.INPUT, "outputs": Side.OUTPUT, "handoffs": Side.HANDOFF, "state": Side.STATE}
"""The folders below `schemas/` whose files are contracts, with their side; the others hold shared schemas."""

_WORDS = ("x-version", "x-tool", "x-fresh", "x-page")


@dataclass
class Loader:
    """Reads one repository; used once.

    Attributes:
        root: the repository's root.
        config: its configuration.
        imported: the stems of the tools whose contracts are somebody else's: their patterns are taken as they come.
        folder: where below the root the schemas stand; elsewhere than in `schemas/`, identifiers need not follow paths.
        findings: what was wrong, as it was found.
        resources: the schemas at hand by URI.
        documents: the files that are sound so far, by path.
    """

    root: Path
    config: Config
    folder: str = SCHEMAS
    imported: frozenset[str] = frozenset()
    findings: list[Finding] = field(default_factory=list)
    resources: dict[str, Schema] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)

    def read(self) -> None:
        """Read every file below `schemas/`, and index what can be referred to."""
        for document in self._by_identifier(self._well_formed()):
            self.documents[document.file] = document
            self.resources.setdefault(document.address, document.schema)
            if document.identifier and not _is_released(document):
                self.resources[document.identifier] = document.schema
        for document in self.documents.values():
            self.resources |= dict(self._aliases(document))

    def _well_formed(self) -> Iterator[Document]:
        for file in json_files(self.root, self.folder):
            document = read_document(self.root, file)
            fault = document if isinstance(document, Finding) else _fault_of_form(document)
            if fault is not None:
                self.findings.append(fault)
            elif isinstance(document, Document):
                yield document

    def _by_identifier(self, documents: Iterable[Document]) -> Iterator[Document]:
        """Pass on the documents whose identifier is their own: it follows the path, and no other file has it."""
        documents = list(documents)
        owners: dict[str, str] = {}
        for document in documents:
            if document.identifier and self._owns(document, document.identifier):
                owners.setdefault(document.identifier, document.file)
        for document in documents:
            fault = None if _is_released(document) else _fault_of_identifier(document, owners)
            if fault is None:
                yield document
            else:
                self.findings.append(fault)

    def _owns(self, document: Document, identifier: str) -> bool:
        kept = self.folder == SCHEMAS
        return not _is_released(document) and (not kept or follows_path(identifier, document.file))

    def contracts(self) -> Iterator[tuple[Document, Contract]]:
        """Yield the contracts that compile, by path; the others leave a finding. An output is named for its tool."""
        inputs = [document for document in self.documents.values() if side_of(document.file) is Side.INPUT]
        names = {document.stem: name_of(document) for document in inputs}
        for document in self.documents.values():
            side = side_of(document.file)
            if side is None:
                self._judge_shared(document)
                continue
            limits = self.config.input_limits if side is Side.INPUT else self.config.output_limits
            name = names.get(document.stem) if side is Side.OUTPUT else None
            made = self._make(document, name or name_of(document), side, limits)
            if made is not None:
                yield document, made

    def released(self) -> Iterator[tuple[str, Contract]]:
        """Yield the released contracts with their names."""
        for document in self.documents.values():
            if not _is_released(document):
                continue
            name = PurePosixPath(document.file).parent.name
            words = document.value if isinstance(document.value, dict) else {}
            if words.get("x-version") != document.stem:
                message = f"the file is named for version {document.stem}, and the schema says another"
                at = ("x-version",) if "x-version" in words else ()
                self.findings.append(document.finding("released_version", message, _RELEASE_HINT, at=at))
                continue
            made = self._make(document, name, _released_side(document), self.config.output_limits)
            if made is not None:
                yield name, made

    def _make(self, document: Document, name: str, side: Side, limits: Limits) -> Contract | None:
        foreign = side in {Side.INPUT, Side.OUTPUT} and document.stem in self.imported
        recipe = Recipe(resources=self.resources, base_uri=document.address, imported=foreign)
        try:
            return Contract.of(name, side, document.schema, recipe=recipe, limits=limits, file=document.file)
        except SchemaError as error:
            self.findings.append(document.fault(error))
        return None

    def _judge_shared(self, document: Document) -> None:
        """A shared schema has to compile too: whoever refers to it would fail with it."""
        if not _is_released(document):
            self._make(document, document.stem, Side.OUTPUT, self.config.output_limits)

    def _aliases(self, document: Document) -> Iterator[tuple[str, Schema]]:
        """A relative reference may follow the folders where identifiers do not: both lead to the same file."""
        if not document.identifier:
            return
        here = PurePosixPath(document.file).parent.as_posix()
        for reference in references_in(document.schema):
            relative = urldefrag(reference)[0]
            if not relative or ":" in relative or relative.startswith("/"):
                continue
            target = self.documents.get(normpath(join(here, unquote(relative))))
            if target is None:
                continue
            with suppress(UriError):  # the contract that holds it tells
                resolved = resolve(document.identifier, relative)[0]
                if resolved not in self.resources:
                    yield resolved, target.schema


def side_of(file: str) -> Side | None:
    """Return the side of the contract that a file holds, by its folder; None for a shared or a released schema."""
    root, _, below = file.partition("/")
    folder, _, rest = below.partition("/")
    return FOLDERS.get(folder) if root == SCHEMAS and rest else None


def name_of(document: Document) -> str:
    """Return the name of the tool, handoff or state that a file belongs to: `x-tool`'s, else its stem."""
    words = document.value.get("x-tool") if isinstance(document.value, dict) else None
    return str(words.get("name", document.stem)) if words else document.stem


def namespace_of(file: str) -> tuple[str, ...]:
    """Return the folders between a contract's folder and its file."""
    return tuple(file.split("/")[2:-1])


_RELEASE_HINT = "released files are written by `gonogo release` and never edited"


def json_files(root: Path, folder: str) -> list[str]:
    """The JSON files below a folder by their paths from the root, those under hidden names left out."""
    found: list[str] = []
    for here, folders, names in os.walk(root / folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        below = os.path.relpath(here, root).replace(os.sep, "/")
        # A folder named like a file is told as one that cannot be read.
        found += [
            f"{below}/{name}" for name in (*names, *folders) if name.endswith(".json") and name[0] != "."
        ]
    return sorted(normpath(path) for path in found)


def _released_side(document: Document) -> Side:
    """A state's versions stand in a folder of its name; those of others below the folder of their side."""
    steps = PurePosixPath(document.file).parts[2:-2]
    return FOLDERS.get(steps[0], Side.STATE) if steps else Side.STATE


def _is_released(document: Document) -> bool:
    return document.file.startswith(f"{SCHEMAS}/{RELEASED}/")


def references_in(schema: Schema) -> Iterator[str]:
    """Yield the texts of a schema's `$ref`s, wherever they stand as keywords."""
    try:
        draft = draft_of(schema)
    except SchemaError:
        return
    for place in walk(schema, draft):
        reference = place.schema.get("$ref") if isinstance(place.schema, dict) else None
        if isinstance(reference, str):
            yield reference


def _fault_of_form(document: Document) -> Finding | None:
    """What keeps a file from being a schema with well-formed words."""
    if not is_schema(document.value):
        return document.finding("not_a_schema", "a schema is an object or a boolean")
    held = document.value if isinstance(document.value, dict) else {}
    words = {word: held[word] for word in _WORDS if word in held}
    verdict = _words().check(words)
    return _of_issue(document, verdict.problem.issues[0]) if isinstance(verdict, NoGo) else None


def _fault_of_identifier(document: Document, owners: Mapping[str, str]) -> Finding | None:
    identifier = document.identifier
    owner = owners.get(identifier, "") if identifier else document.file
    if owner == document.file:
        return None
    at = ("$id",) if "$id" in document.value else ("id",)
    if owner:
        message = f"the identifier belongs to {owner}"
        return document.finding("duplicate_id", message, "give each file its own", at=at)
    hint = f"end it with /{document.file.removeprefix(f'{SCHEMAS}/')}"
    return document.finding(
        "id_against_path", "the identifier does not end like the file's path", hint, at=at
    )


def follows_path(identifier: str, file: str) -> bool:
    """Whether an identifier ends as its file's path below `schemas/` does; a URN, in its last word."""
    below = file.removeprefix(f"{SCHEMAS}/").removesuffix(".json")
    own = identifier.removesuffix(".json")
    if own.startswith("urn:"):
        return own.replace("/", ":").split(":")[-1] == PurePosixPath(below).name
    return own == below or own.endswith(f"/{below}")


def _of_issue(document: Document, issue: Issue) -> Finding:
    pointer = issue.pointer.removesuffix("/*")
    hint = issue.hint if issue.expected is None else f"{issue.hint}; expected {issue.expected}"
    return document.finding(
        "malformed_word", "a word of gonogo's is malformed", hint, at=steps_to(document.value, pointer)
    )


@cache
def _words() -> Gauge:
    return Gauge(contract("words"), limits=Limits())
