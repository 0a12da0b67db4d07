"""A Python wheel that serves a catalog: its files, a pinned gonogo, and a command.

Source: Python Packaging User Guide, "Binary distribution format" (wheel 1.0), "Core metadata" 2.1 and "Entry points".
The same files make the same bytes.
"""

import base64
import hashlib
import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?")
_VERSION: Final = re.compile(r"[0-9]+(\.[0-9]+)*((a|b|rc)[0-9]+)?(\.post[0-9]+)?(\.dev[0-9]+)?")
_MOMENT: Final = (1980, 1, 1, 0, 0, 0)
_READABLE: Final = 0o644 << 16

_MODULE: Final = '''"""Serves a catalog over MCP."""

from pathlib import Path

from gonogo.cli.packaged import Packaged, serve_packaged


def main() -> None:
    """Serve it over standard input and output."""
    serve_packaged(Packaged({name!r}, {version!r}, Path(__file__).parent / "catalog"))


if __name__ == "__main__":
    main()
'''


class NoPackage(ValueError):
    """Raised when a catalog cannot be packed; its message says why."""


@dataclass(frozen=True)
class Wheel:
    """A package that serves a catalog.

    Attributes:
        name: what it is installed and called as: lower letters, digits and hyphens.
        version: as PEP 440 has it.
        gonogo: the version of gonogo that serves it.
        summary: what it is for, in one line.
        files: the catalog's files by path.
    """

    name: str
    version: str
    gonogo: str
    summary: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise NoPackage(f"{self.name!r} is no name of a package: use lower letters, digits and hyphens")
        if not _VERSION.fullmatch(self.version):
            raise NoPackage(f"{self.version!r} is no version of a package: write it as 1.2.3")

    @property
    def module(self) -> str:
        """The module that it is imported as; a letter comes first."""
        plain = self.name.replace("-", "_")
        return plain if plain[0].isalpha() else f"_{plain}"

    @property
    def file(self) -> str:
        """What its file is called."""
        return f"{self.name.replace('-', '_')}-{self.version}-py3-none-any.whl"

    def to_bytes(self) -> bytes:
        """Return the wheel's bytes."""
        info = f"{self.name.replace('-', '_')}-{self.version}.dist-info"
        held: dict[str, bytes] = {
            f"{self.module}/__init__.py": _MODULE.split("\n", 1)[0].encode() + b"\n",
            f"{self.module}/__main__.py": _MODULE.format(name=self.name, version=self.version).encode(),
            **{f"{self.module}/catalog/{path}": data for path, data in sorted(self.files.items())},
            f"{info}/METADATA": self._metadata().encode(),
            f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: gonogo\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            f"{info}/entry_points.txt": (
                f"[console_scripts]\n{self.name} = {self.module}.__main__:main\n"
            ).encode(),
        }
        rows = [f"{path},sha256={_digest(data)},{len(data)}" for path, data in held.items()]
        held[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, data in held.items():
                entry = zipfile.ZipInfo(path, _MOMENT)
                entry.external_attr = _READABLE
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, data)
        return out.getvalue()

    def _metadata(self) -> str:
        summary = " ".join(self.summary.split())
        return (
            f"Metadata-Version: 2.1\nName: {self.name}\nVersion: {self.version}\n"
            + (f"Summary: {summary}\n" if summary else "")
            + f"Requires-Python: >=3.11\nRequires-Dist: gonogo[serve]=={self.gonogo}\n"
        )


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
