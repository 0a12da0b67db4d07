"""A store by its address."""

import os
from pathlib import Path

from gonogo.catalog.catalog import Catalog
from gonogo.host.folder_store import FolderStore
from gonogo.host.sqlite_store import SqliteStore
from gonogo.host.store import Store, StoreError

POSTGRES = ("postgresql://", "postgres://")


class NoStore(StoreError):
    """Raised when an address names no kind of store, or one whose extra is not installed; its text says which."""

    code = "no_store"


def open_store(address: str, root: Path | None = None) -> Store:
    """Open a store.

    Args:
        address: `sqlite:PATH`, `folder:PATH`, or `postgresql://…`, which needs the extra `durable`.
        root: what a relative path starts from; the current folder where None.

    Raises:
        NoStore: the address names no store that there is.
        StoreError: the store cannot be opened.
    """
    if address.startswith(POSTGRES):
        try:
            from gonogo.host.postgres_store import PostgresStore  # noqa: PLC0415 - an extra
        except ModuleNotFoundError:
            raise NoStore(
                "checkpoints in PostgreSQL need its driver: pip install 'gonogo[durable]'"
            ) from None
        return PostgresStore(address)
    kind, _, path = address.partition(":")
    where = (root or Path()) / path
    if kind == "sqlite" and path:
        return SqliteStore(where)
    if kind == "folder" and path:
        return FolderStore(where)
    # The address is not repeated: it may hold a password.
    raise NoStore("a store is sqlite:PATH, folder:PATH or postgresql://…")


def configured_store(catalog: Catalog) -> Store:
    """Open the store that a repository's configuration names; an environment variable may name another.

    Raises:
        NoStore: the catalog was made in memory and names none, or the address names no store that there is.
        StoreError: the store cannot be opened.
    """
    config, root = catalog.config.runs, catalog.root
    named = os.environ.get(config.store_env) if config.store_env else None
    if named is None and root is None:
        raise NoStore("the host was made without a store")
    return open_store(named or config.store, root)
