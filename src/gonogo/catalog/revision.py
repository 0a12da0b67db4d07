"""A path as it was at a revision of git, written into a folder of its own."""

import io
import os
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Final

from gonogo.catalog.config import CONFIG_FILE
from gonogo.catalog.loader import SCHEMAS

_PREFIX: Final = "git:"
_SECONDS: Final = 120


class NoRevision(ValueError):
    """Raised when a revision, or a path in it, cannot be read; its message says which."""


class NotInRevision(NoRevision):
    """Raised when a revision is there, and holds no such path."""


def is_revision(text: str) -> bool:
    """Whether a side is named as `git:REV` or `git:REV:PATH`."""
    return text.startswith(_PREFIX)


def checked_out(text: str, into: Path, default: str = ".") -> Path:
    """Write what a revision holds into a folder.

    Args:
        text: `git:REV`, or `git:REV:PATH`; the path is looked up from where the process stands.
        into: an empty folder.
        default: the path where none is given.

    Returns:
        Where the path now is, below `into`.

    Raises:
        NoRevision: git is not there, this is no repository, or it knows no such revision or path.
    """
    revision, _, path = text.removeprefix(_PREFIX).partition(":")
    path = os.path.relpath(path or default)
    commit = _git(
        "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}", what=revision
    )
    top = _git("rev-parse", "--show-toplevel", what=revision)
    below = PurePosixPath(os.path.relpath(os.path.realpath(path), os.path.realpath(top)).replace(os.sep, "/"))
    if below.parts[:1] == ("..",):
        raise NoRevision(f"{path} lies outside the repository")
    needed = _needed(below, lambda name: bool(_git("-C", top, "ls-tree", commit, "--", name, what=revision)))
    if not needed:
        raise NotInRevision(f"{revision} holds no {path}")
    packed = _run("-C", top, "archive", "--format=tar", commit, "--", *needed, what=f"{revision}:{path}")
    _unpack(packed, into)
    found = into.joinpath(*below.parts)
    if not found.exists():
        raise NotInRevision(f"{revision} holds no {path}")
    return found


def _needed(path: PurePosixPath, is_there: Callable[[str], bool]) -> list[str]:
    """What has to be unpacked to read a path: of a repository its contracts, for a file its folder, else the path.

    The rest may be large. Nothing where the path is not there.
    """
    if SCHEMAS in path.parts:
        path = PurePosixPath(*path.parts[: path.parts.index(SCHEMAS)])
    elif path.suffix == ".json":
        return [path.parent.as_posix()] if is_there(path.as_posix()) else []
    if is_there((path / SCHEMAS).as_posix()):
        return [name for part in (SCHEMAS, CONFIG_FILE) if is_there(name := (path / part).as_posix())]
    return [path.as_posix()] if not path.parts or is_there(path.as_posix()) else []


def _git(*words: str, what: str) -> str:
    return _run(*words, what=what).decode().strip()


def _run(*words: str, what: str) -> bytes:
    try:
        done = subprocess.run(  # noqa: S603 - no shell, and a revision is never taken for an option
            ["git", *words],  # noqa: S607 - the user's git
            capture_output=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        raise NoRevision("git is not installed") from None
    except subprocess.TimeoutExpired:
        raise NoRevision(f"git took over {_SECONDS} s to read {what}") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise NoRevision(f"git cannot read {what}" + (f": {said[0]}" if said else ""))
    return done.stdout


def _unpack(packed: bytes, into: Path) -> None:
    """Write the plain files of an archive; links and devices are no contracts."""
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive:
            target = into / member.name
            if member.isfile() and target.resolve().is_relative_to(into.resolve()):
                held = archive.extractfile(member)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(held.read() if held is not None else b"")
