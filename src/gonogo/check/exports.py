"""The files of `exports/`: written the same twice, and compared with what stands there by structure, not by bytes."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from gonogo.catalog.aliases import NAMES
from gonogo.catalog.catalog import EXPORTS, Catalog
from gonogo.catalog.config import Config
from gonogo.catalog.finding import Finding, Severity
from gonogo.catalog.loader import SCHEMAS
from gonogo.check.drift import Drift
from gonogo.check.generators import GENERATORS
from gonogo.check.types import Types, types_drift, types_of
from gonogo.projection.card import Agent
from gonogo.projection.deferring import deferred
from gonogo.projection.loss import Loss
from gonogo.projection.project import Failure, Projection, name_rule, project_all
from gonogo.projection.targets import TARGETS, TYPES
from gonogo.schema.limits import Limits
from gonogo.schema.pointer import join
from gonogo.schema.text import TextFault, parse
from gonogo.schema.types import Json
from gonogo.schema.types import Path as Steps
from gonogo.schema.value import ValueFault

_LIMITS: Final = Limits(size=256 * 1024 * 1024, depth=Limits.MAX_DEPTH, nodes=50_000_000)


@dataclass(frozen=True)
class Exports:
    """A catalog's exports.

    Attributes:
        files: what each file holds, by name.
        projections: what became of each target.
        unreadable: the files of which no tool could be made.
        types: the catalog's types, by language.
    """

    files: Mapping[str, Json]
    projections: tuple[Projection, ...]
    unreadable: tuple[Failure, ...]
    types: tuple[Types, ...] = ()

    @property
    def cuts(self) -> tuple[Projection, ...]:
        """What became of each target, and of what the types were made of."""
        return (*self.projections, *(each.projection for each in self.types))


def exports_of(
    catalog: Catalog,
    targets: Sequence[str],
    stored: Mapping[str, Mapping[str, str]] | None = None,
    *,
    witnesses: bool = True,
) -> Exports:
    """Cut a catalog to targets, and make its types.

    Args:
        catalog: the contracts.
        targets: names of `TARGETS` and of `TYPES`.
        stored: the table of names as it stands, whose aliases stay; by default the catalog's own.
        witnesses: whether each loss is to carry a payload that shows it.
    """
    agent = agent_of(catalog)
    stored = catalog.aliases if stored is None else stored
    sent = [name for name in targets if name in TARGETS]
    projections = project_all(catalog, sent, agent=agent, stored=stored, witnesses=witnesses)
    files: dict[str, Json] = {
        f"{projection.target}.json": _deferred(projection, catalog.config) for projection in projections
    }
    files[NAMES] = _names(projections, agent, stored)
    unreadable = tuple(
        Failure(finding.file, f"{finding.code} at {finding.pointer or 'the root'}: {finding.message}")
        for finding in catalog.findings
        if finding.severity is Severity.ERROR
    )
    types = types_of(catalog, [name for name in targets if name in TYPES], witnesses=witnesses)
    return Exports(MappingProxyType(files), projections, unreadable, types)


def _deferred(projection: Projection, config: Config) -> Json:
    pinned = frozenset(projection.names.get(name, name) for name in config.serve.pinned)
    return deferred(projection.target, projection.document, config.export.defer, pinned)


def agent_of(catalog: Catalog) -> Agent:
    """Return who serves a catalog, as its configuration says."""
    config, plain = catalog.config, Agent()
    folder = catalog.root.resolve().name if catalog.root else plain.name
    return Agent(
        config.serve.name or folder,
        config.serve.instructions or plain.description,
        config.export.url or plain.url,
        config.export.version or plain.version,
    )


def text_of(document: Json) -> str:
    """Return an exported file's text."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def write_exports(exports: Exports, folder: Path) -> None:
    """Write the files; those whose text is the same already are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {name: text_of(document) for name, document in exports.files.items()}
    texts |= {each.file: each.text for each in exports.types if each.text is not None}
    for name, text in texts.items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def drift(exports: Exports, folder: Path) -> tuple[Drift, ...]:
    """Return where the files of a folder differ from what they should hold."""
    found: list[Drift] = []
    for name, document in exports.files.items():
        try:
            written = _read(folder / name)
        except FileNotFoundError:
            found.append(Drift(name, None, "", "missing"))
        except (OSError, TextFault, ValueFault):
            found.append(Drift(name, None, "", "not_json"))
        else:
            for path, what in _differences(document, written, ()):
                found.append(Drift(name, _tool_at(document, written, path), join(path), what))
    return (*found, *(each for types in exports.types for each in types_drift(types, folder)))


def _names(
    projections: Sequence[Projection], agent: Agent, stored: Mapping[str, Mapping[str, str]]
) -> dict[str, Json]:
    """The table of names: rules of other targets keep their rows."""
    table: dict[str, Json] = {rule: dict(rows) for rule, rows in stored.items()}
    for projection in projections:
        rule = name_rule(TARGETS[projection.target], agent).name
        table[rule] = {name: alias for name, alias in sorted(projection.names.items()) if name != alias}
    return {rule: table[rule] for rule in sorted(table) if table[rule]}


def _read(path: Path) -> Json:
    return parse(path.read_bytes(), _LIMITS)


def _differences(wanted: Json, found: Json, path: Steps) -> Iterator[tuple[Steps, str]]:
    """Yield the places at which two values differ; the order of an object's members counts for nothing."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for name in {**wanted, **found}:
            if name not in found:
                yield (*path, name), "removed"
            elif name not in wanted:
                yield (*path, name), "added"
            else:
                yield from _differences(wanted[name], found[name], (*path, name))
    elif isinstance(wanted, list) and isinstance(found, list):
        for index in range(max(len(wanted), len(found))):
            if index >= len(found) or index >= len(wanted):
                yield (*path, index), "removed" if index >= len(found) else "added"
            else:
                yield from _differences(wanted[index], found[index], (*path, index))
    elif type(wanted) is not type(found) or wanted != found:
        yield path, "changed"


def _tool_at(wanted: Json, found: Json, path: Steps) -> str | None:
    """The tool that a place belongs to: the nearest entry around it with a name, or the last named part of the way."""
    name: str | None = None
    for document in (found, wanted):
        value = document
        for step in path:
            inner = value[step] if _holds(value, step) else None
            for own in (inner, *(inner.values() if isinstance(inner, dict) else ())):
                if isinstance(own, dict) and isinstance(own.get("name"), str) and isinstance(step, int):
                    name = own["name"]
            value = inner
        if name is not None:
            return name
    return str(path[1]) if len(path) > 1 and isinstance(path[1], str) else None


def _holds(value: Json, step: str | int) -> bool:
    if isinstance(value, dict):
        return step in value
    return isinstance(value, list) and isinstance(step, int) and step < len(value)


def export_findings(catalog: Catalog) -> Iterator[Finding]:
    """Yield what keeps a catalog from the targets that it has to reach, and where its exports were edited by hand."""
    folder = (catalog.root or Path()) / EXPORTS
    yield from _types_drift(catalog, folder)
    written = [name for name in TARGETS if (folder / f"{name}.json").is_file()]
    targets = [*catalog.config.targets, *(name for name in written if name not in catalog.config.targets)]
    if not targets:
        return
    exports = exports_of(catalog, targets, witnesses=False)
    files = {contract.name: contract.file for contract in catalog.contracts}
    for projection in exports.projections:
        if projection.target in catalog.config.targets:
            yield from _shortcomings(catalog, projection, files)
    kept = {f"{name}.json" for name in written}
    for each in drift(exports, folder) if written else ():
        if each.file in kept or each.file == NAMES:
            yield _edited(each)


def written_types(folder: Path) -> list[str]:
    """Return the names of the types that stand in a folder of exports."""
    return [name for name, generator in GENERATORS.items() if (folder / generator.file).is_file()]


def _types_drift(catalog: Catalog, folder: Path) -> Iterator[Finding]:
    """By the digests in the files' heads, so that a check needs no generator and runs nothing."""
    for types in types_of(catalog, written_types(folder), witnesses=False, generate=False):
        for each in types_drift(types, folder):
            yield _edited(each)


def _edited(each: Drift) -> Finding:
    message = f"it is not what the contracts say: {each.what}" + (f", of {each.tool}" if each.tool else "")
    file = f"{EXPORTS}/{each.file}"
    return Finding("export_drift", Severity.ERROR, file, 1, 1, each.pointer, message, "run gonogo export")


def _shortcomings(
    catalog: Catalog, projection: Projection, files: Mapping[str, str | None]
) -> Iterator[Finding]:
    for loss in _narrowed(catalog, projection):
        hint = "mend the contract, or allow it under [export] allow_narrowed"
        message = f"{loss.reason} ({projection.target})"
        file = files.get(loss.tool) or SCHEMAS
        yield Finding("narrowed_loss", Severity.ERROR, file, 1, 1, loss.pointer, message, hint)
    for failure in projection.failures:
        message = f"{projection.target} cannot be given it: {failure.reason}"
        yield Finding("not_projected", Severity.ERROR, files.get(failure.tool) or SCHEMAS, 1, 1, "", message)


def _narrowed(catalog: Catalog, projection: Projection) -> Iterator[Loss]:
    """The narrowed losses that nobody allowed, less those that a search for witnesses proves to be none."""
    allowed = frozenset(catalog.config.export.allow_narrowed)
    if all(loss.tool in allowed for loss in projection.narrowed):
        return
    (proven,) = project_all(catalog, [projection.target], agent=agent_of(catalog), witnesses=True)
    yield from (loss for loss in proven.narrowed if loss.tool not in allowed)
