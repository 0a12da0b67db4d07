"""The index of a catalog's tools, kept under `.gonogo/` from one command to the next."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.loader import SCHEMAS
from gonogo.search.described import Described
from gonogo.search.index import Index
from gonogo.search.stored import from_bytes, key_of, to_bytes

KEPT = Path(".gonogo") / "search.index"

LEAST_TOOLS = 200
"""The index of fewer tools is made as fast as it is read."""


def index_of(catalog: Catalog, folder: Path) -> Index:
    """Return the index of a catalog's tools: the one that is kept in its folder, or a new one, which is then kept.

    A kept index that is damaged or was made from other texts is made anew. Where nothing can be written, nothing is.
    """
    tools = tuple(Described.of(tool) for tool in catalog.tools.values())
    if len(tools) < LEAST_TOOLS:
        return Index(tools)
    root = folder.parent if folder.name == SCHEMAS and not (folder / SCHEMAS).is_dir() else folder
    key, path = key_of(tools), root / KEPT
    with suppress(OSError):
        kept = from_bytes(path.read_bytes(), key, tools)
        if kept is not None:
            return kept
    made = Index(tools)
    with suppress(OSError):
        _keep(path, to_bytes(made, key))
    return made


def _keep(path: Path, data: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
