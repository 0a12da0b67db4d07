"""The files of a folder as bytes by path, each read when it is asked for; and files written into one."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

_LARGEST: Final = 64 * 1024 * 1024


class Folder(Mapping[str, bytes]):
    """The files below a folder, by their paths with `/`. A link that leads out of it leads nowhere.

    Args:
        root: the folder.
    """

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()

    def __getitem__(self, path: str) -> bytes:
        try:
            found = (self._root / path).resolve()
            if not found.is_relative_to(self._root) or not found.is_file():
                raise KeyError(path)
            with found.open("rb") as file:
                return file.read(_LARGEST + 1)
        except (OSError, ValueError):
            raise KeyError(path) from None

    def __contains__(self, path: object) -> bool:
        try:
            found = (self._root / str(path)).resolve()
            return found.is_relative_to(self._root) and found.is_file()
        except (OSError, ValueError):
            return False

    def __iter__(self) -> Iterator[str]:
        for path in sorted(self._root.rglob("*")):
            if path.is_file():
                yield path.relative_to(self._root).as_posix()

    def __len__(self) -> int:
        return sum(1 for _ in self)


def write_files(root: Path, files: Mapping[str, str]) -> tuple[str, ...]:
    """Write files by their paths below a folder, over those that are there, and return the paths.

    Raises:
        OSError: one cannot be written.
    """
    for file, text in files.items():
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tuple(files)
