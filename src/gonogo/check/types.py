"""The files of types in `exports/`, and whether one that stands there is what its contracts say.

The head of a file holds a digest of the contracts, one of the text, and the generator with its version. So a file can be
judged where no generator is installed: whether the contracts have moved on, and whether somebody edited it.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final

from gonogo.catalog.catalog import Catalog
from gonogo.check.drift import Drift
from gonogo.check.generators import GENERATORS, Generator, NoGenerator, NotGenerated
from gonogo.projection.cut import Cutter
from gonogo.projection.project import Failure, Projection
from gonogo.projection.typed import part_of, typed
from gonogo.schema.canonical import canonical


@dataclass(frozen=True)
class Types:
    """A catalog's types in one language.

    Attributes:
        projection: what the generator is given, and what that lost.
        file: the file's name.
        text: what the file holds; None where it was not generated.
        missing: why it was not generated; None where it was.
    """

    projection: Projection
    file: str
    text: str | None = None
    missing: str | None = None


def types_of(
    catalog: Catalog, names: Sequence[str], *, witnesses: bool = True, generate: bool = True
) -> tuple[Types, ...]:
    """Make a catalog's types; a contract of which none can be made takes no other with it.

    Args:
        catalog: the contracts.
        names: names of `TYPES`.
        witnesses: whether each loss is to carry a payload that shows it.
        generate: whether the generators are run; else only what they would be given is made.
    """
    cutter = Cutter(witnesses)
    made = (typed(catalog, name, cutter=cutter) for name in names)
    return tuple(_generated(each) if generate else Types(each, GENERATORS[each.target].file) for each in made)


def _generated(projection: Projection) -> Types:
    generator = GENERATORS[projection.target]
    keys = tuple(projection.names)
    try:
        try:
            body = _body(generator, projection, keys)
        except NotGenerated:
            failed = dict(_failing(generator, projection, keys))
            keys = tuple(key for key in keys if key not in failed)
            failures = (
                *projection.failures,
                *(Failure(key.partition(" ")[2], why) for key, why in failed.items()),
            )
            projection = replace(projection, failures=failures)
            body = _body(generator, projection, keys)
    except (NoGenerator, NotGenerated) as error:
        return Types(projection, generator.file, missing=str(error))
    return Types(projection, generator.file, _head(generator, projection, body) + body)


def _body(generator: Generator, projection: Projection, keys: Sequence[str]) -> str:
    """The types of some contracts, each under its name."""
    if not keys:
        return "\n"
    whole = len(keys) == len(projection.names)
    text = generator.generate(projection.document if whole else part_of(projection, frozenset(keys)))
    defined = {match[1] for match in _DEFINED.finditer(text)}
    lost = [projection.names[key] for key in keys if projection.names[key] not in defined]
    if lost:
        raise NotGenerated(f"{generator.package} does not define {lost[0]}")
    return text


def _failing(generator: Generator, projection: Projection, keys: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the contracts of which no types can be made, each found by halving those around it."""
    try:
        _body(generator, projection, keys)
    except NotGenerated as error:
        if len(keys) == 1:
            yield keys[0], str(error)
            return
        half = len(keys) // 2
        yield from _failing(generator, projection, keys[:half])
        yield from _failing(generator, projection, keys[half:])


_DEFINED: Final = re.compile(
    r"^(?:class |export (?:interface|type) )?([A-Za-z][A-Za-z0-9]*)(?=\(|: TypeAlias| = TypedDict| \{| =)",
    re.MULTILINE,
)
"""Where a type is defined, in either language."""


def _head(generator: Generator, projection: Projection, body: str) -> str:
    installed = generator.find()
    lines = (
        "written by gonogo export; do not edit. Types tell a value's shape; its contract judges it",
        f"{_CONTRACTS} {_contracts_digest(projection)}",
        f"{_TEXT} {_digest(body)}",
        f"{_GENERATOR} {generator.package} {installed.version if installed else ''}",
    )
    return "".join(f"{generator.comment} {line}\n" for line in lines)


_CONTRACTS: Final = "contracts:"
_TEXT: Final = "text:"
_GENERATOR: Final = "generator:"
_HEAD_LINES: Final = 4


def _contracts_digest(projection: Projection) -> str:
    return _digest(canonical(projection.document))


def _digest(text: str) -> str:
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def types_drift(types: Types, folder: Path) -> tuple[Drift, ...]:
    """Return where a file of types is not what its contracts say.

    Where types were generated by the version that wrote the file, the texts are compared. Else the digests in its head
    are: of the contracts, and of the text.
    """
    try:
        written = (folder / types.file).read_text(encoding="utf-8")
    except FileNotFoundError:
        return (Drift(types.file, None, "", "missing"),)
    except (OSError, UnicodeDecodeError):
        return (Drift(types.file, None, "", "changed"),)
    head, body = _parted(written)
    if types.text is not None and head[-1:] == _parted(types.text)[0][-1:]:
        return tuple(_differences(types, types.text, written))
    comment = GENERATORS[types.projection.target].comment
    known = {
        f"{comment} {_CONTRACTS} {_contracts_digest(types.projection)}",
        f"{comment} {_TEXT} {_digest(body)}",
    }
    return () if known <= {*head} else (Drift(types.file, None, "", "changed"),)


def _parted(text: str) -> tuple[list[str], str]:
    lines = text.splitlines(keepends=True)
    return [line.rstrip("\n") for line in lines[:_HEAD_LINES]], "".join(lines[_HEAD_LINES:])


def _differences(types: Types, wanted: str, found: str) -> Iterator[Drift]:
    """Yield each tool at whose types the texts differ, once for each way."""
    left, right = wanted.splitlines(), found.splitlines()
    seen: list[Drift] = []
    for tag, start, end, other, _ in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        what = {"insert": "added", "delete": "removed"}.get(tag, "changed")
        lines, line = (right, other) if tag == "insert" else (left, start)
        if lines[line : end if lines is left else line + 1] and line < _HEAD_LINES:
            continue  # digests of the head follow what they are made of
        each = Drift(types.file, _tool_at(types.projection, lines, line), "", what)
        if each not in seen:
            seen.append(each)
    if not seen and wanted != found:
        seen.append(Drift(types.file, None, "", "changed"))
    yield from seen


def _tool_at(projection: Projection, lines: Sequence[str], line: int) -> str | None:
    """The tool whose type a line belongs to: by the definition above it, or where it is a comment below it."""
    above = (match[1] for each in reversed(lines[: line + 1]) for match in [_DEFINED.match(each)] if match)
    below = (match[1] for each in lines[line:] for match in [_DEFINED.match(each)] if match)
    described = lines[line : line + 1] and lines[line].startswith(("/**", " *", "//"))
    name = next(below if described else above, None)
    owners = [
        (len(own), key) for key, own in projection.names.items() if name is not None and name.startswith(own)
    ]
    return max(owners)[1].partition(" ")[2] if owners else None
