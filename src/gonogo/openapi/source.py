"""The files of an OpenAPI document, and where the references between them lead.

Source: OpenAPI 3.1, section 4.3.2 and RFC 6901. A reference leads into one of the files at hand or is a fault: none
is fetched, and none leaves the folder.
"""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from urllib.parse import unquote

from gonogo.openapi.fault import OpenApiFault
from gonogo.openapi.reading import read
from gonogo.schema.pointer import PointerError, from_fragment, join, split, step
from gonogo.schema.types import Json

_LONGEST_CHAIN: Final = 64


class Place(NamedTuple):
    """One place in one of the files.

    Attributes:
        file: the file's path below the folder, with `/`.
        path: the steps from the file's root, all as text.
    """

    file: str
    path: tuple[str, ...]

    def below(self, *steps: str | int) -> "Place":
        """Return a place inside this one."""
        return Place(self.file, (*self.path, *map(str, steps)))

    def __str__(self) -> str:
        return f"{self.file}#{join(self.path)}"


class Located(NamedTuple):
    """A value and where it stands."""

    value: Json
    place: Place


@dataclass
class Source:
    """The files at hand, each read when it is first needed.

    Attributes:
        files: their bytes by path.
        entry: the path of the file that the document starts with.
    """

    files: Mapping[str, bytes]
    entry: str
    _read: dict[str, Json] = field(default_factory=dict, repr=False)
    _anchors: dict[str, dict[str, Place]] = field(default_factory=dict, repr=False)

    def root(self, file: str) -> Json:
        """Return what a file holds.

        Raises:
            OpenApiFault: as for `read`.
        """
        if file not in self._read:
            self._read[file] = read(file, self.files[file])
        return self._read[file]

    def follow(self, reference: Json, at: Place) -> Located:
        """Return what a reference leads to; references on the way are followed, the last one is not.

        Args:
            reference: the value of a `$ref`.
            at: where it stands.

        Raises:
            OpenApiFault: it leads nowhere, outside the folder, or to the network.
        """
        if not isinstance(reference, str):
            raise OpenApiFault("malformed_reference", str(at), "`$ref` is a URI reference as text")
        uri, _, fragment = reference.partition("#")
        file = self._file(uri, at)
        if fragment and not fragment.startswith("/"):
            place = self._anchored(file).get(fragment)
            if place is None:
                raise _nowhere(at)
            return self._located(file, place.path, at)
        try:
            return self._located(file, split(from_fragment(fragment)), at)
        except PointerError:
            raise _nowhere(at) from None

    def below(self, outer: Place, reference: str) -> Located:
        """Return what a reference by pointer leads to when it starts at a place instead of at the file's root.

        Raises:
            OpenApiFault: it leads nowhere.
        """
        try:
            steps = (*outer.path, *split(from_fragment(reference.removeprefix("#"))))
            return self._located(outer.file, steps, outer)
        except PointerError:
            raise _nowhere(outer) from None

    def settled(self, value: Json, place: Place) -> Located:
        """Return an object itself, or what it refers to where it is a reference.

        Raises:
            OpenApiFault: as for `follow`; or its references lead round in a circle.
        """
        for _ in range(_LONGEST_CHAIN):
            if not (isinstance(value, dict) and "$ref" in value):
                return Located(value, place)
            value, place = self.follow(value["$ref"], place)
        raise OpenApiFault("reference_cycle", str(place), "the reference leads back to itself")

    def _located(self, file: str, steps: tuple[str, ...], at: Place) -> Located:
        value, place = self.root(file), Place(file, ())
        for token in steps:
            try:
                child = step(value, token)
            except PointerError:
                value, place = self.settled(value, place)
                child = step(value, token)
            value, place = child, place.below(token)
        if place == at:
            raise OpenApiFault("reference_cycle", str(at), "the reference leads back to itself")
        return Located(value, place)

    def _file(self, uri: str, at: Place) -> str:
        if not uri:
            return at.file
        if uri.startswith("//") or ":" in uri.split("/", maxsplit=1)[0]:
            raise OpenApiFault(
                "reference_to_network", str(at), "nothing is fetched: put the file into the folder"
            )
        path = posixpath.normpath(posixpath.join(posixpath.dirname(at.file), unquote(uri)))
        if path.startswith(("/", "../")) or path == "..":
            raise OpenApiFault(
                "reference_outside", str(at), "a reference stays inside the folder of the document"
            )
        if path not in self.files:
            raise OpenApiFault("reference_to_no_file", str(at), "there is no such file in the folder")
        return path

    def _anchored(self, file: str) -> dict[str, Place]:
        """The `$anchor`s of a file, wherever they stand."""
        if file not in self._anchors:
            found: dict[str, Place] = {}
            waiting = [Located(self.root(file), Place(file, ()))]
            while waiting:
                value, place = waiting.pop()
                if isinstance(value, dict):
                    for word in ("$anchor", "$dynamicAnchor"):
                        if isinstance(value.get(word), str):
                            found.setdefault(value[word], place)
                    waiting += [Located(item, place.below(name)) for name, item in value.items()]
                elif isinstance(value, list):
                    waiting += [Located(item, place.below(index)) for index, item in enumerate(value)]
            self._anchors[file] = found
        return self._anchors[file]


def _nowhere(at: Place) -> OpenApiFault:
    return OpenApiFault("reference_nowhere", str(at), "the reference leads to no place of its file")
