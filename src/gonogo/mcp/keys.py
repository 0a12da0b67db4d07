"""Bearer keys: what is written down of them is a salted hash, and a key is told once, when it is made.

A key is `gonogo_ID_SECRET`. Its secret is 256 bits by chance, so that one round of SHA-256 with a salt is enough:
nobody guesses it, and each request costs little.
"""

import hashlib
import hmac
import json
import logging
import os
import secrets
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Protocol

from gonogo.contracts import contract
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.verdict import NoGo
from gonogo.host.caller import Caller
from gonogo.schema.limits import Limits

_PREFIX: Final = "gonogo"
_NOBODY: Final = "0" * 64
"""What an unknown key is compared with, so that it takes as long as a wrong one."""

_log = logging.getLogger(__name__)


class BadKeys(ValueError):
    """Raised when a text is no list of keys."""


@dataclass(frozen=True, slots=True)
class Key:
    """What is written down of a key.

    Attributes:
        name: what it is called; unique in its file.
        id: its second part, by which it is found.
        salt: hexadecimal digits.
        hash: SHA-256 of salt and secret, in hexadecimal digits.
        scopes: what it may do.
        created: when it was made.
        revoked: when it was revoked; None while it is good.
    """

    name: str
    id: str
    salt: str
    hash: str
    scopes: tuple[str, ...]
    created: str
    revoked: str | None = None

    def caller(self, token: str) -> Caller:
        """Return whoever holds it."""
        return Caller(self.name, frozenset(self.scopes), token)


def new_key(name: str, scopes: Sequence[str], now: datetime) -> tuple[Key, str]:
    """Make a key; returns what is written down, and the key itself, which is to be told once."""
    identifier, salt, secret = secrets.token_hex(6), secrets.token_hex(16), secrets.token_urlsafe(32)
    key = Key(name, identifier, salt, _hash(salt, secret), tuple(scopes), now.isoformat(timespec="seconds"))
    return key, f"{_PREFIX}_{identifier}_{secret}"


def _hash(salt: str, secret: str) -> str:
    return hashlib.sha256(bytes.fromhex(salt) + secret.encode()).hexdigest()


def find(keys: Mapping[str, Key], token: str) -> Key | None:
    """Return the key that a token is, in a time that says nothing of how near a wrong one came; None for a wrong one.

    Args:
        keys: those that are good, by their `id`.
        token: what a request carried.
    """
    prefix, _, rest = token.partition("_")
    identifier, _, secret = rest.partition("_")
    key = keys.get(identifier) if prefix == _PREFIX else None
    try:
        given = _hash(key.salt if key else "00", secret)
    except UnicodeEncodeError:
        return None
    same = hmac.compare_digest(given, key.hash if key else _NOBODY)
    return key if same else None


def read_keys(text: str | bytes) -> list[Key]:
    """Return the keys of a file's text.

    Raises:
        BadKeys: it holds none.
    """
    verdict = Gauge(contract("keys"), limits=Limits()).read(text)
    if isinstance(verdict, NoGo):
        issue = verdict.problem.issues[0]
        raise BadKeys(f"not a file of keys: {issue.code} at {issue.pointer or 'its root'}: {issue.hint}")
    rows: list[dict[str, Any]] = verdict.value["keys"]
    return [Key(**{**row, "scopes": tuple(row["scopes"])}) for row in rows]


def write_keys(path: Path, keys: Sequence[Key]) -> None:
    """Write a file of keys in one step, for its owner alone: a server that reads meanwhile sees the old or the new."""
    rows = [{word: value for word, value in asdict(key).items() if value is not None} for key in keys]
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # made for its owner alone
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({"keys": rows}, file, indent=2)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    Path(name).replace(path)


class KeySource(Protocol):
    """Where keys come from."""

    def good(self) -> Mapping[str, Key]:
        """Return those that are good now, by their `id`."""


class KeysInEnvironment:
    """The keys of an environment variable, read once.

    Args:
        text: the variable's value.

    Raises:
        BadKeys: it holds no keys.
    """

    def __init__(self, text: str) -> None:
        self._good = _good(read_keys(text))

    def good(self) -> Mapping[str, Key]:
        """Return those that are good now, by their `id`."""
        return self._good


class KeysInFile:
    """The keys of a file, read again when it changes: a key that is revoked is refused from the next request on.

    Where the file is gone, or is no file of keys, nobody is let in.

    Args:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[int, int, int] | None = None
        self._good: Mapping[str, Key] = {}

    def good(self) -> Mapping[str, Key]:
        """Return those that are good now, by their `id`."""
        try:
            state = os.stat(self._path)  # noqa: PTH116 - half as long as Path.stat, in every request
        except OSError:
            self._seen, self._good = None, {}
            return self._good
        seen = (state.st_mtime_ns, state.st_size, state.st_ino)
        if seen != self._seen:
            try:
                self._good = _good(read_keys(self._path.read_bytes()))
            except (OSError, BadKeys) as error:
                _log.error("nobody is let in: %s: %s", self._path.name, error)
                self._good = {}
            self._seen = seen
        return self._good


def _good(keys: Sequence[Key]) -> dict[str, Key]:
    return {key.id: key for key in keys if key.revoked is None}
