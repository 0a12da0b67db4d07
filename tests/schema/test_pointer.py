"""JSON Pointer: RFC 6901's own examples, and what is no pointer."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gonogo.schema import pointer
from gonogo.schema.pointer import PointerError

DOCUMENT = {
    "foo": ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
    "0": "a property, not an index",
    "ü": 9,
}

TEXTS = [  # RFC 6901, section 5
    ("", DOCUMENT),
    ("/foo", ["bar", "baz"]),
    ("/foo/0", "bar"),
    ("/", 0),
    ("/a~1b", 1),
    ("/c%d", 2),
    ("/e^f", 3),
    ("/g|h", 4),
    ("/i\\j", 5),
    ('/k"l', 6),
    ("/ ", 7),
    ("/m~0n", 8),
    ("/0", "a property, not an index"),
]

FRAGMENTS = [  # RFC 6901, section 6
    ("", DOCUMENT),
    ("/foo", ["bar", "baz"]),
    ("/foo/0", "bar"),
    ("/", 0),
    ("/a~1b", 1),
    ("/c%25d", 2),
    ("/e%5Ef", 3),
    ("/g%7Ch", 4),
    ("/i%5Cj", 5),
    ("/k%22l", 6),
    ("/%20", 7),
    ("/m~0n", 8),
    ("/m%7E0n", 8),
    ("/a%7E1b", 1),
    ("/%C3%BC", 9),
]

paths = st.lists(st.text() | st.integers(min_value=0, max_value=10**6)).map(tuple)


@pytest.mark.parametrize(("text", "value"), TEXTS)
def test_a_pointer_leads_to_its_value(text: str, value: Any) -> None:
    assert pointer.get(DOCUMENT, text) == value


@pytest.mark.parametrize(("fragment", "value"), FRAGMENTS)
def test_a_fragment_leads_to_its_value(fragment: str, value: Any) -> None:
    assert pointer.get(DOCUMENT, pointer.from_fragment(fragment)) == value


@pytest.mark.parametrize("text", ["/nothing", "/foo/2", "/foo/bar", "/foo/0/x", "/a/b", "/foo/", "//"])
def test_a_pointer_to_nothing_is_an_error(text: str) -> None:
    with pytest.raises(PointerError):
        pointer.get(DOCUMENT, text)


@pytest.mark.parametrize("index", ["-", "-1", "+0", "00", "01", "0x0", " 0", "1.0", "²", "٠", "9" * 5000])  # noqa: RUF001 - digits that are none here
def test_an_index_is_decimal_without_leading_zeros(index: str) -> None:
    with pytest.raises(PointerError):
        pointer.get(["first", "second"], f"/{index}")


def test_an_index_from_a_path_must_not_be_negative() -> None:
    with pytest.raises(PointerError):
        pointer.step(["first", "last"], -1)


@pytest.mark.parametrize("text", ["foo", "foo/bar", "#/foo", " /foo"])
def test_a_pointer_starts_with_a_slash(text: str) -> None:
    with pytest.raises(PointerError):
        pointer.split(text)


@pytest.mark.parametrize("text", ["/~", "/~2", "/a~", "/~~1", "/a/~b"])
def test_a_bare_tilde_is_an_error(text: str) -> None:
    with pytest.raises(PointerError):
        pointer.split(text)


def test_a_step_is_escaped_as_it_stands_in_a_pointer() -> None:
    assert [pointer.escape(step) for step in ("a/b", "~", "~1", 7, "")] == ["a~1b", "~0", "~01", "7", ""]


def test_escapes_are_undone_in_the_right_order() -> None:
    assert pointer.split("/~01/~00") == ("~1", "~0")


@pytest.mark.parametrize("fragment", ["/%FF", "/%C3", "/%ED%A0%80"])
def test_a_fragment_that_is_not_utf8_is_an_error(fragment: str) -> None:
    with pytest.raises(PointerError):
        pointer.from_fragment(fragment)


def test_an_object_takes_an_index_for_a_name() -> None:
    assert pointer.step({"0": "named"}, 0) == "named"


@given(paths)
def test_a_path_survives_its_pointer(path: tuple[str | int, ...]) -> None:
    assert pointer.split(pointer.join(path)) == tuple(map(str, path))


@given(st.lists(st.text(st.characters(codec="utf-8"))))
def test_a_pointer_survives_its_fragment(path: list[str]) -> None:
    text = pointer.join(path)
    fragment = pointer.to_fragment(text)
    assert fragment.isascii()
    assert pointer.from_fragment(fragment) == text
