"""The postings of an index as bytes, to be kept and read again: numbers and words only, nothing that runs."""

import hashlib
import json
import math
import sys
from array import array
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from gonogo.schema.text import write
from gonogo.search.described import Described
from gonogo.search.index import WEIGHTS, Index
from gonogo.search.postings import K1, B, Postings

_FORMAT = "gonogo-index-1"
_ARRAYS = {"starts": "I", "places": "I", "impacts": "f", "masks": "H", "held": "I", "held_starts": "I"}


def key_of(tools: Iterable[Described], weights: Mapping[str, float] = WEIGHTS) -> str:
    """Return a digest of all that an index is made from: the texts of its tools, and how they are weighed.

    A catalog's own digests leave descriptions out, which a search reads.
    """
    digest = hashlib.sha256(write([_FORMAT, sorted(weights.items()), K1, B]).encode())
    for tool in tools:
        digest.update(b"\n")
        digest.update(write([*tool.texts().items()]).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def to_bytes(index: Index, key: str) -> bytes:
    """Return the postings of an index, with the key that says what they were made from."""
    postings = index.postings
    body = b"".join(_little(getattr(postings, name)).tobytes() for name in _ARRAYS)
    lengths = {name: len(getattr(postings, name)) for name in _ARRAYS}
    head = {"format": _FORMAT, "key": key, "lengths": lengths, "terms": list(postings.terms)}
    told = write(head).encode()
    return hashlib.sha256(told + b"\n" + body).digest() + told + b"\n" + body


def from_bytes(data: bytes, key: str, tools: tuple[Described, ...]) -> Index | None:
    """Return the index of these tools from what has been kept; None where that is damaged, or made from others.

    The tools themselves are never read from it: at worst, a file that somebody forged ranks them wrongly.
    """
    checksum, rest = data[:32], data[32:]
    if hashlib.sha256(rest).digest() != checksum:
        return None
    told, _, body = rest.partition(b"\n")
    try:
        head = json.loads(told)
        if (head["format"], head["key"]) != (_FORMAT, key):
            return None
        postings = _read(head, body)
    except (ValueError, KeyError, TypeError):
        return None
    return Index(tools, postings=postings) if _is_sound(postings, len(tools)) else None


def _read(head: Any, body: bytes) -> Postings:
    arrays: dict[str, array[Any]] = {}
    at = 0
    for name, code in _ARRAYS.items():
        values: array[Any] = array(code)
        end = at + head["lengths"][name] * values.itemsize
        values.frombytes(body[at:end])
        arrays[name], at = _little(values), end
    terms = {str(term): number for number, term in enumerate(head["terms"])}
    return Postings(terms, **arrays)


def _is_sound(postings: Postings, tools: int) -> bool:
    """Whether every number leads to something that is there."""
    terms, rows = len(postings.terms), len(postings.places)
    return (
        _are_starts(postings.starts, terms, rows)
        and _are_starts(postings.held_starts, tools, len(postings.held))
        and len(postings.impacts) == len(postings.masks) == rows
        and all(place < tools for place in postings.places)
        and all(number < terms for number in postings.held)
        and all(math.isfinite(impact) and impact >= 0 for impact in postings.impacts)
    )


def _are_starts(starts: "array[int]", parts: int, rows: int) -> bool:
    ascending = all(first <= second for first, second in pairwise(starts))
    return len(starts) == parts + 1 and ascending and starts[0] == 0 and starts[-1] == rows


def _little(values: "array[Any]") -> "array[Any]":
    """The same numbers, turned to or from the order of bytes that is kept."""
    if sys.byteorder == "little":
        return values
    turned = array(values.typecode, values)
    turned.byteswap()
    return turned
