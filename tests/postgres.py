"""A PostgreSQL server of our own in a temporary folder: reached by a socket there, and gone with it."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ABSENT = "PostgreSQL is not installed"
USER = "gonogo"


class Cluster:
    """A running server.

    Args:
        folder: where its data and its socket are.
        programs: where `pg_ctl` is.
    """

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self._programs = programs

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def make(self, database: str) -> str:
        """Make a database; returns its URL."""
        self.run("createdb", "-h", str(self.folder), "-U", USER, database)
        return self.url(database)

    def start(self) -> None:
        options = f"-c listen_addresses='' -k {self.folder}"
        self.run("pg_ctl", "-w", "-D", str(self.data), "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        self.run("pg_ctl", "-w", "-D", str(self.data), "-m", mode, "stop")

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs; as root it would refuse to run."""
        user = _user()
        subprocess.run(  # noqa: S603 - PostgreSQL's own programs
            [str(self._programs / program), *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            user=user,
            group=None if user is None else pwd.getpwnam(user).pw_gid,
            extra_groups=None if user is None else [],
            cwd=self.folder,
        )


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs; None where it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    named = shutil.which("initdb")
    return found[-1].parent if found else Path(named).resolve().parent if named else None


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Run a server for as long as it is needed.

    Raises:
        FileNotFoundError: PostgreSQL is not installed.
    """
    where = programs()
    if where is None:
        raise FileNotFoundError(ABSENT)
    folder = Path(tempfile.mkdtemp(prefix="gonogo-pg-"))
    user = _user()
    if user is not None:
        shutil.chown(folder, user)
    server = Cluster(folder, where)
    try:
        server.run("initdb", "-D", str(server.data), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user() -> str | None:
    """Whom the server runs as; None for whoever runs this."""
    return "postgres" if os.geteuid() == 0 else None
