"""Checkpoints as JSON files, a folder a run: written beside, put on the disk, then renamed into place at once."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import quote, unquote

from gonogo.host.store import Conflict, Row, StoreError, StoreFull, StoreLocked, StoreLost

_DIGITS = 16
_PAUSE = 0.002
_KINDS: dict[int, type[StoreError]] = {ENOSPC: StoreFull, EDQUOT: StoreFull, EFBIG: StoreFull}


class FolderStore:
    """A store of files, for many threads and processes of one machine.

    `ROOT/RUN/0000000000000001.json` is the first checkpoint of a run. Whatever starts with a dot is no checkpoint:
    a writer that was killed may leave one behind, and the next one takes it away.

    Args:
        root: the folder; it is made where there is none.
        wait: seconds that a write waits for other writers of its run.

    Raises:
        StoreError: the folder cannot be made.
    """

    def __init__(self, root: str | Path, *, wait: float = 30.0) -> None:
        self.root = Path(root)
        self._wait = wait
        self._seen: dict[str, int] = {}
        with _told():
            self.root.mkdir(parents=True, exist_ok=True)

    def append(self, row: Row) -> None:
        """Keep the next checkpoint of a run; see `Store`."""
        folder = self._folder(row.run_id)
        data = row.text.encode() if isinstance(row.text, str) else row.text
        with _told():
            if not folder.is_dir():
                folder.mkdir(exist_ok=True)
                _sync(self.root)
            with _locked(folder, self._wait):
                place = _place(folder, row.revision)
                before = row.revision == 1 or _place(folder, row.revision - 1).exists()
                if place.exists() or not before:
                    raise Conflict(self._last(folder, row.run_id))
                beside = folder / ".next"
                _put(beside, data)
                beside.rename(place)
                _sync(folder)

    def last(self, run_id: str) -> Row | None:
        """Return the last checkpoint of a run."""
        folder = self._folder(run_id)
        with _told():
            revision = self._last(folder, run_id)
            return _read(folder, run_id, revision) if revision else None

    def history(self, run_id: str) -> Iterator[Row]:
        """Yield the checkpoints of a run, from the first."""
        folder = self._folder(run_id)
        with _told():
            revisions = sorted(_revisions(folder))
        for revision in revisions:
            with _told():
                row = _read(folder, run_id, revision)
            yield row

    def heads(self) -> Iterator[Row]:
        """Yield the last checkpoint of each run, by run."""
        for run_id in self._runs():
            row = self.last(run_id)
            if row is not None:
                yield row

    def rows(self) -> Iterator[Row]:
        """Yield every checkpoint, by run and revision."""
        for run_id in self._runs():
            yield from self.history(run_id)

    def count(self) -> int:
        """Return how many checkpoints are kept."""
        with _told():
            return sum(len(list(_revisions(self._folder(run_id)))) for run_id in self._runs())

    def close(self) -> None:
        """Do nothing: nothing is held open."""

    def _folder(self, run_id: str) -> Path:
        return self.root / quote(run_id, safe="@:+=~")

    def _last(self, folder: Path, run_id: str) -> int:
        """The last revision of a run: counted on from the last that was seen here, since a folder may be long."""
        revision = self._seen.get(run_id, 0)
        if not revision or not _place(folder, revision).exists():
            revision = max(_revisions(folder), default=0)
        while _place(folder, revision + 1).exists():
            revision += 1
        self._seen[run_id] = revision
        return revision

    def _runs(self) -> list[str]:
        with _told():
            return sorted(unquote(entry.name) for entry in os.scandir(self.root) if entry.is_dir())


def _revisions(folder: Path) -> Iterator[int]:
    """The revisions that a run's folder holds."""
    try:
        names = [entry.name for entry in os.scandir(folder)]
    except FileNotFoundError:
        return
    for name in names:
        stem, _, ending = name.partition(".")
        if ending == "json" and stem.isdecimal():
            yield int(stem)


def _read(folder: Path, run_id: str, revision: int) -> Row:
    return Row(run_id, revision, _place(folder, revision).read_bytes())


def _place(folder: Path, revision: int) -> Path:
    return folder / f"{revision:0{_DIGITS}}.json"


def _put(path: Path, data: bytes) -> None:
    """Write a file and put it on the disk."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(file, view) :]
        os.fsync(file)
    finally:
        os.close(file)


def _sync(folder: Path) -> None:
    """Put a folder's names on the disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _locked(folder: Path, wait: float) -> Iterator[None]:
    """Be the only writer of a run; the lock ends with the process that holds it."""
    handle = os.open(folder / ".lock", os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        deadline = monotonic() + wait
        while not _taken(handle):
            if monotonic() > deadline:
                raise StoreLocked("another writer holds the run")
            sleep(_PAUSE)
        yield
    finally:
        os.close(handle)


def _taken(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _told() -> Iterator[None]:
    """Turn the system's errors into ours."""
    try:
        yield
    except OSError as error:
        kind = _KINDS.get(error.errno or 0, StoreLost)
        raise kind("the folder answered with an error") from error
