"""The contracts of one moment: what a comparison has on either side, wherever it was read from.

A side is a schema file, a contract repository or another folder of schemas, an MCP tool list as JSON, or any of
these at a revision of git.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.config import Config
from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.document import Document, read_document, steps_to
from gonogo.catalog.finding import Finding
from gonogo.catalog.loader import SCHEMAS, Loader, side_of
from gonogo.catalog.pick import PickError, pick_contract
from gonogo.catalog.revision import checked_out, is_revision
from gonogo.catalog.toollist import entries_of, is_tool_list
from gonogo.catalog.version import UNVERSIONED, Version
from gonogo.gauge.compiled import Recipe
from gonogo.schema.errors import SchemaError
from gonogo.schema.types import Json

Key: TypeAlias = tuple[Side, str]
"""A contract's side, and the name of its tool, handoff or state."""


class NoEdition(ValueError):
    """Raised when a path holds nothing to compare; its message says why."""


@dataclass(frozen=True)
class Edition:
    """The contracts of one moment.

    Attributes:
        label: how the user named it.
        contracts: by side and name.
        faults: for contracts that are there and cannot be used, what is wrong.
        findings: what else is wrong.
        config: the repository's configuration; the default one elsewhere.
        alone: whether it is one schema and nothing else, whatever its name.
    """

    label: str
    contracts: Mapping[Key, Contract]
    faults: Mapping[Key, Finding] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    config: Config = field(default_factory=Config)
    alone: bool = False

    @property
    def keys(self) -> list[Key]:
        """What it holds, usable or not."""
        return list(dict.fromkeys((*self.contracts, *self.faults)))


def read_edition(text: str, *, side: Side | None = None, beside: str | None = None) -> Edition:
    """Read the contracts of one moment.

    Args:
        text: a file, a folder, `git:REV` or `git:REV:PATH`.
        side: the side of a schema that stands in no contract repository; the input where None.
        beside: the other side as the user named it: the path of a `git:REV` without one.

    Raises:
        NoEdition: there is no such path, or it holds no contracts.
        NoRevision: the revision, or the path in it, cannot be read.
    """
    if not is_revision(text):
        return _read(Path(text), text, side)
    default = beside if beside and not is_revision(beside) else "."
    with TemporaryDirectory(prefix="gonogo-") as folder:
        return _read(checked_out(text, Path(folder), default), text, side)


def _read(path: Path, label: str, side: Side | None) -> Edition:
    if path.is_dir():
        repository = path.name == SCHEMAS or (path / SCHEMAS).is_dir()
        return of_catalog(Catalog.load(path), label) if repository else _of_folder(path, label, side)
    if not path.is_file():
        raise NoEdition(f"{label}: no such file or folder")
    document = read_document(path.parent, path.name)
    if isinstance(document, Finding):
        raise NoEdition(f"{label}: {document.message}")
    return _of_list(document, label) if is_tool_list(document.value) else _of_schema(path, label, side)


def of_catalog(catalog: Catalog, label: str) -> Edition:
    """Return the contracts of a repository that has been read.

    Args:
        catalog: the repository.
        label: how the user named it.
    """
    faults = {
        (own, finding.file.rpartition("/")[2].removesuffix(".json")): finding
        for finding in catalog.findings
        if (own := side_of(finding.file)) is not None
    }
    found = {(each.side, each.name): each for each in catalog.contracts}
    rest = tuple(finding for finding in catalog.findings if side_of(finding.file) is None)
    return Edition(
        label, found, {key: each for key, each in faults.items() if key not in found}, rest, catalog.config
    )


def _of_folder(path: Path, label: str, side: Side | None) -> Edition:
    """A folder of schemas that is no repository: each file is a contract, named by its path."""
    loader = Loader(path, Config(), folder="")
    loader.read()
    own = side or Side.INPUT
    found: dict[Key, Contract] = {}
    faults = {(own, _name(finding.file)): finding for finding in loader.findings}
    for document in loader.documents.values():
        recipe = Recipe(resources=loader.resources, base_uri=document.address)
        made = _made(_name(document.file), own, document.schema, recipe, document.file)
        if isinstance(made, Contract):
            found[own, made.name] = made
        else:
            faults[own, _name(document.file)] = document.fault(made)
    if not found and not faults:
        raise NoEdition(f"{label}: no schema files in the folder")
    return Edition(label, found, faults)


def _name(file: str) -> str:
    return file.removesuffix(".json")


def _made(name: str, side: Side, schema: Json, recipe: Recipe, file: str | None) -> Contract | SchemaError:
    try:
        return Contract.of(name, side, schema, recipe=recipe, file=file)
    except SchemaError as error:
        return error


def _of_schema(path: Path, label: str, side: Side | None) -> Edition:
    own = side or side_of(_below_schemas(path)) or Side.INPUT
    name = path.name.removesuffix(".json")
    try:
        gauge = pick_contract(path)
    except PickError as error:
        if not error.findings:
            raise NoEdition(f"{label}: {error}") from None
        return Edition(label, {}, {(own, name): error.findings[0]}, alone=True)
    contract = Contract(name, own, gauge, _version(gauge.schema), path.name)
    return Edition(label, {(own, name): contract}, alone=True)


def _below_schemas(path: Path) -> str:
    parts = path.resolve().parts
    return "/".join(parts[parts.index(SCHEMAS) :]) if SCHEMAS in parts else path.name


def _version(schema: Json) -> Version:
    try:
        return Version.parse(schema["x-version"])
    except (KeyError, TypeError, ValueError):
        return UNVERSIONED


def _of_list(document: Document, label: str) -> Edition:
    entries, findings = entries_of(document)
    found: dict[Key, Contract] = {}
    faults: dict[Key, Finding] = {}
    for candidate in (each for entry in entries for each in (entry.input, entry.output) if each is not None):
        side = candidate.side or Side.INPUT
        made = _made(candidate.name, side, candidate.schema, Recipe(imported=True), None)
        if isinstance(made, Contract):
            found[side, candidate.name] = made
        else:
            at = candidate.outset + steps_to(candidate.schema, made.pointer)
            faults[side, candidate.name] = document.finding(made.code, made.detail, made.hint, at=at)
    return Edition(label, found, faults, tuple(each for each in findings if each.code == "not_a_tool"))
