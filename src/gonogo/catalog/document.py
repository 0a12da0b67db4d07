"""One JSON file of a contract repository, read strictly, with its text at hand to name lines and columns."""

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from gonogo.catalog.finding import Finding, Severity
from gonogo.gauge.codes import CODES
from gonogo.schema.errors import SchemaError
from gonogo.schema.limits import Limits
from gonogo.schema.pointer import PointerError, join, split
from gonogo.schema.positions import Position, Positions, position_of, position_of_byte
from gonogo.schema.text import TextFault, parse
from gonogo.schema.types import Json, Schema
from gonogo.schema.types import Path as Steps
from gonogo.schema.value import ValueFault

PATH_BASE = "https://gonogo.invalid/"
"""What stands before a file's path where a document has no `$id` of its own; never fetched, like any other."""

_PLAIN = "/!$&'()*+,;=:@"
"""What a URI's path may hold as it is, beside letters and digits."""

_START = Position(1, 1)
_LIMITS = Limits(size=4 * 1024 * 1024, depth=Limits.MAX_DEPTH)


@dataclass(frozen=True)
class Document:
    """A JSON file that was read.

    Attributes:
        file: its path below the repository's root, with `/`.
        text: what stands in it.
        value: what it holds.
    """

    file: str
    text: str
    value: Json

    @property
    def schema(self) -> Schema:
        """What it holds, where that is a schema by its shape."""
        schema: Schema = self.value
        return schema

    @property
    def identifier(self) -> str | None:
        """Its own `$id`, without a fragment; None where it has none."""
        own = self.value.get("$id", self.value.get("id")) if isinstance(self.value, dict) else None
        return own.split("#")[0] or None if isinstance(own, str) else None

    @property
    def address(self) -> str:
        """The URI that stands for its path."""
        return PATH_BASE + quote(self.file, safe=_PLAIN)

    @property
    def stem(self) -> str:
        """Its file name without `.json`."""
        return self.file.rpartition("/")[2].removesuffix(".json")

    @cached_property
    def _positions(self) -> Positions:
        return Positions(self.text)

    def finding(
        self, code: str, message: str, hint: str = "", *, at: Steps = (), severity: Severity = Severity.ERROR
    ) -> Finding:
        """Return a finding on a place in it."""
        position = self._positions.of(at)
        return Finding(code, severity, self.file, position.line, position.column, join(at), message, hint)

    def fault(self, error: SchemaError) -> Finding:
        """Return a finding for what is wrong with it as a schema."""
        return self.finding(error.code, error.detail, error.hint, at=steps_to(self.value, error.pointer))


def read_document(root: Path, file: str) -> Document | Finding:
    """Read one file of a repository.

    Args:
        root: the repository's root.
        file: the file's path below it, with `/`.

    Returns:
        The document, or the finding that says why it could not be read.
    """
    path = root / file
    try:
        data = path.read_bytes()
    except OSError as error:
        return _unreadable(file, "unreadable", f"the file cannot be read: {os.strerror(error.errno or 0)}")
    try:
        value = parse(data, _LIMITS)
    except TextFault as fault:
        position = position_of_byte(data, fault.offset)
        return _unreadable(file, fault.code, CODES[fault.code].meaning, CODES[fault.code].hint, position)
    except ValueFault as fault:
        text = data.decode()
        row = CODES[fault.code]
        return _unreadable(file, fault.code, row.meaning, row.hint, position_of(text, fault.path))
    return Document(file, data.decode(), value)


def steps_to(document: Json, pointer: str) -> Steps:
    """Return the steps of a pointer into a document, indices as numbers, as far as they lead."""
    steps: list[str | int] = []
    try:
        tokens = split(pointer)
    except PointerError:  # a place in another document, which this one refers to
        return ()
    for token in tokens:
        if isinstance(document, list) and token.isdigit() and int(token) < len(document):
            steps.append(int(token))
            document = document[int(token)]
        elif isinstance(document, dict) and token in document:
            steps.append(token)
            document = document[token]
        else:
            break
    return tuple(steps)


def _unreadable(file: str, code: str, message: str, hint: str = "", position: Position = _START) -> Finding:
    return Finding(code, Severity.ERROR, file, position.line, position.column, "", message, hint)
