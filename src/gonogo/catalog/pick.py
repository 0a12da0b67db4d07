"""One contract out of a file or a folder, ready to judge."""

from pathlib import Path

from gonogo.catalog.config import Config
from gonogo.catalog.contract import Side
from gonogo.catalog.document import Document, read_document
from gonogo.catalog.finding import Finding
from gonogo.catalog.loader import SCHEMAS, Loader, references_in, side_of
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.hints import nearest
from gonogo.gauge.problem import Subject
from gonogo.schema.errors import SchemaError
from gonogo.schema.limits import Limits


class PickError(ValueError):
    """Raised when a path leads to no contract.

    Attributes:
        findings: what is wrong with the schema, where it could be read; empty where the path or the identifier
            is wrong.
    """

    def __init__(self, message: str, findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(message)
        self.findings = findings


def pick_contract(path: Path, identifier: str | None = None) -> Gauge:
    """Return the gauge of one contract.

    A file of a contract repository may refer to the others; any other file to those beside and below it.

    Args:
        path: a schema file; or a folder, with `identifier`.
        identifier: the `$id` of the contract in a folder.

    Raises:
        PickError: nothing is there, or it is no usable contract.
    """
    if path.is_dir():
        if identifier is None:
            raise PickError(f"{path} is a folder: say which contract with --id")
        loader = _loaded(path)
        return _compiled(loader, _with_identifier(loader, identifier))
    if not path.is_file():
        raise PickError(f"{path}: no such file")
    root, file = _repository_of(path.resolve())
    document = read_document(root, file)
    if isinstance(document, Finding):
        raise PickError(str(document), (document,))
    loader = _loaded(root) if _refers_outward(document) else Loader(root, Config())
    return _compiled(loader, document)


def _loaded(path: Path) -> Loader:
    """The documents of a repository; of any other folder, whatever their identifiers."""
    root = path.parent if path.name == SCHEMAS else path
    kept = (root / SCHEMAS).is_dir()
    loader = Loader(root if kept else path, Config(), folder=SCHEMAS if kept else "")
    loader.read()
    return loader


def _repository_of(path: Path) -> tuple[Path, str]:
    """The root that a schema file belongs to, and the file's path below it."""
    for folder in path.parents:
        if folder.name == SCHEMAS:
            return folder.parent, path.relative_to(folder.parent).as_posix()
    return path.parent, path.name


def _refers_outward(document: Document) -> bool:
    return any(not reference.startswith("#") for reference in references_in(document.schema))


def _with_identifier(loader: Loader, identifier: str) -> Document:
    named = {each.identifier: each for each in loader.documents.values() if each.identifier}
    found = named.get(identifier.split("#", maxsplit=1)[0])
    if found is not None:
        return found
    near = nearest(identifier, named)
    hint = f"; did you mean {near}?" if near else ""
    raise PickError(f"no schema here has the identifier {identifier}{hint}")


def _compiled(loader: Loader, document: Document) -> Gauge:
    side = side_of(document.file) or Side.INPUT
    subject = Subject(side.door, None if side_of(document.file) is None else document.stem)
    recipe = Recipe(resources=loader.resources, base_uri=document.address)
    try:
        return Gauge(document.schema, recipe, subject=subject, limits=Limits())
    except SchemaError as error:
        finding = document.fault(error)
        raise PickError(str(finding), (finding,)) from None
