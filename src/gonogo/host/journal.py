"""The journal: one JSON line a call, appended by many processes, and never a reason for a call to fail.

A line is one write to a file opened for appending, so that lines of several processes never mix. Where the disk is
full the call goes on: the loss is counted, told to the log once, and written down as soon as there is room again.
"""

import fcntl
import hashlib
import json
import logging
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import orjson

from gonogo.schema.text import write
from gonogo.schema.types import Json

LOST = "gonogo.journal.lost"
"""The word of a line that says how many lines before it could not be written."""

_log = logging.getLogger(__name__)


class Journal:
    """Appends lines to a file, and begins a new one when it grows large.

    Args:
        path: the file; its folder is made where there is none.
        max_bytes: bytes after which the file is put aside as `NAME.1`, an older `NAME.1` as `NAME.2`, and so on.
        keep: how many files put aside are kept.

    Attributes:
        lost: lines that could not be written and are not accounted for in the file yet.
    """

    def __init__(self, path: Path, *, max_bytes: int = 16 * 1024 * 1024, keep: int = 5) -> None:
        self.path = path
        self.lost = 0
        self._max_bytes = max_bytes
        self._keep = keep
        self._file: int | None = None
        self._identity = (0, 0)
        self._torn = False
        self._lock = threading.Lock()

    def append(self, line: Mapping[str, Json]) -> bool:
        """Write one line; returns whether it is in the file."""
        with self._lock:
            try:
                self._write(line)
            except OSError as error:
                self._count_loss(error)
                return False
            return True

    def close(self) -> None:
        """Close the file; a later line opens it again."""
        with self._lock:
            self._close()

    def _write(self, line: Mapping[str, Json]) -> None:
        file = self._current()
        if self.lost:
            self._put(file, {LOST: self.lost})
            self.lost = 0
        self._put(file, line)

    def _put(self, file: int, line: Mapping[str, Json]) -> None:
        """Append a line; after one that was cut off, on a line of its own."""
        data = (b"\n" if self._torn else b"") + write(line).encode() + b"\n"
        written = os.write(file, data)
        self._torn = 0 < written < len(data)
        if written < len(data):
            raise OSError("the journal took a part of the line only")

    def _current(self) -> int:
        """The open file, or the one that another process began in its place."""
        if self._file is not None:
            with suppress(FileNotFoundError):
                named = os.stat(self.path)  # noqa: PTH116 - half as long as Path.stat, for every line
                if (named.st_dev, named.st_ino) == self._identity:
                    if named.st_size < self._max_bytes:
                        return self._file
                    self._rotate()
            self._close()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        held = os.fstat(self._file)
        self._identity = (held.st_dev, held.st_ino)
        return self._file

    def _rotate(self) -> None:
        """Put the file aside, unless another process has just done so."""
        with open(self.path.with_name(f"{self.path.name}.lock"), "a", encoding="utf-8") as lock:  # noqa: PTH123
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self.path.exists() or self.path.stat().st_size < self._max_bytes:
                return
            for number in range(self._keep, 0, -1):
                older = self._aside(number)
                if not older.exists():
                    continue
                if number == self._keep:
                    older.unlink()
                else:
                    older.rename(self._aside(number + 1))
            if self._keep:
                self.path.rename(self._aside(1))
            else:
                self.path.unlink()

    def _aside(self, number: int) -> Path:
        return self.path.with_name(f"{self.path.name}.{number}")

    def _close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _count_loss(self, error: OSError) -> None:
        if not self.lost:
            _log.warning("the journal cannot be written, calls go on: %s", os.strerror(error.errno or 0))
        self.lost += 1


def payload_digest(value: Json) -> str:
    """Return a digest by which two equal payloads are known without keeping either: `sha256:` and hexadecimal digits.

    Args:
        value: a payload that was gauged.
    """
    try:
        text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError:  # an integer beyond 64 bits
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    return "sha256:" + hashlib.sha256(text).hexdigest()
