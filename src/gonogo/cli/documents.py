"""An OpenAPI document that is named on the command line: a file with its folder, or one URL."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from gonogo.catalog.folder import Folder
from gonogo.cli.usage import WrongUsage


def document_at(doc: str) -> tuple[Mapping[str, bytes], str]:
    """Return the files of a document, and the path of the one that it starts with.

    Of a URL that file is all there is: what it refers to is not fetched.

    Raises:
        WrongUsage: there is no such file, or the URL cannot be read.
        ModuleNotFoundError: it is a URL, and the HTTP client is not installed.
    """
    if "://" in doc:
        name, data = _fetched(doc)
        return {name: data}, name
    file = Path(doc)
    if not file.is_file():
        raise WrongUsage(f"{doc} is no file")
    return Folder(file.parent), file.name


def _fetched(url: str) -> tuple[str, bytes]:
    from gonogo.host.http.fetching import NotFetched, fetched  # noqa: PLC0415 - only here is the client needed

    try:
        return asyncio.run(fetched(url))
    except NotFetched as error:
        raise WrongUsage(f"the document cannot be read: {error}") from None
