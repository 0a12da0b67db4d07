"""What a packed catalog runs: the server of its own copy of the catalog."""

import hashlib
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from gonogo.cli.main import run


@dataclass(frozen=True, slots=True)
class Packaged:
    """A catalog inside an installed package.

    Attributes:
        name, version: the package.
        catalog: the folder of the catalog in it.
    """

    name: str
    version: str
    catalog: Path


def serve_packaged(packaged: Packaged) -> NoReturn:
    """Serve a packed catalog over standard input and output; further words go to `gonogo serve`.

    It is served from a copy in the user's state folder: where packages are installed, no journal can be kept.
    """
    run(["serve", str(copied(packaged, _state())), "--stdio", *sys.argv[1:]])


def copied(packaged: Packaged, state: Path) -> Path:
    """Return a folder that holds the catalog, and can be written into: made when it is first needed."""
    target = state / packaged.name / f"{packaged.version}-{_digest(packaged.catalog)}"
    if (target / "schemas").is_dir():
        return target
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{packaged.version}-", dir=target.parent))
    except OSError:
        beside = target = Path(tempfile.mkdtemp(prefix=f"{packaged.name}-"))
    shutil.copytree(packaged.catalog, beside, dirs_exist_ok=True)
    if beside != target:
        try:
            beside.rename(target)
        except OSError:  # another process was first
            shutil.rmtree(beside, ignore_errors=True)
    return target


def _digest(folder: Path) -> str:
    """What tells one catalog from another of the same version: it may have been packed anew."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def _state() -> Path:
    given = os.environ.get("XDG_STATE_HOME")
    return Path(given) if given else Path.home() / ".local" / "state"
