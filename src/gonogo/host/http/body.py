"""An answer's body, read up to a limit: of what arrives, and of what it grows to when it is decompressed."""

import zlib
from collections.abc import AsyncIterable
from typing import Final, Protocol

_EITHER: Final = zlib.MAX_WBITS | 32
"""For `zlib`: gzip or zlib, whichever it is."""

CODINGS: Final = "gzip, deflate"
"""What a request says that it takes."""

_KNOWN: Final = frozenset({"gzip", "x-gzip", "deflate"})
_PLAIN: Final = frozenset({"", "identity"})


class BadBody(ValueError):
    """Raised when a body has too many bytes, or is not of its coding.

    Attributes:
        code: a row of the gauge's table of codes.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class _Reader(Protocol):
    def more(self, chunk: bytes, most: int) -> bytes: ...

    def end(self) -> None: ...


async def read_body(chunks: AsyncIterable[bytes], coding: str, most: int) -> bytes:
    """Return a whole body.

    Args:
        chunks: what arrives.
        coding: the header Content-Encoding.
        most: bytes that it may have, decompressed.

    Raises:
        BadBody: it has more, or is not of its coding.
    """
    reader = _reader(coding.strip().lower())
    held = bytearray()
    try:
        async for chunk in chunks:
            held += reader.more(chunk, most - len(held) + 1)
            if len(held) > most:
                raise BadBody("upstream_too_large")
        reader.end()
    except zlib.error:
        raise BadBody("upstream_malformed") from None
    return bytes(held)


def _reader(coding: str) -> _Reader:
    if coding in _PLAIN:
        return _Plain()
    if coding in _KNOWN:
        return _Compressed()
    raise BadBody("upstream_malformed")


class _Plain:
    def more(self, chunk: bytes, most: int) -> bytes:
        return chunk[:most]

    def end(self) -> None:
        """Every end is the end."""


class _Compressed:
    """Decompresses no more than is asked for: a few bytes may stand for gigabytes."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj(_EITHER)
        self._begun = False

    def more(self, chunk: bytes, most: int) -> bytes:
        self._begun = self._begun or bool(chunk)
        made = self._stream.decompress(chunk, most)
        if self._stream.eof and self._stream.unused_data:
            raise zlib.error("a second stream follows the first")
        return made

    def end(self) -> None:
        if self._begun and not self._stream.eof:
            raise zlib.error("the stream ends too early")
