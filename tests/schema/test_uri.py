"""URI references: RFC 3986's own examples, and the engine's word for the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gonogo.schema.engine import Options, compile_schema, registry_of
from gonogo.schema.errors import SchemaError
from gonogo.schema.uri import UriError, resolve

BASE = "http://a/b/c/d;p?q"

EXAMPLES = [  # RFC 3986, section 5.4
    ("g:h", "g:h"),
    ("g", "http://a/b/c/g"),
    ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g"),
    ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"),
    (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"),
    ("../../", "http://a/"),
    ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"),
    ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"),
    ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("http:g", "http:g"),
]

EQUAL = [
    ("HTTP://A.Example/x", "http://a.example/x"),
    ("http://a.example:80/x", "http://a.example/x"),
    ("https://a.example:443/x", "https://a.example/x"),
    ("http://a.example:/x", "http://a.example/x"),
    ("http://a.example/%7Ex/%61", "http://a.example/~x/a"),
    ("http://a.example/%2f", "http://a.example/%2F"),
    ("http://a.example/x/./y/../z", "http://a.example/x/z"),
]

DIFFERENT = [
    ("http://a.example/x", "http://a.example/X"),
    ("http://a.example", "http://a.example/"),
    ("http://a.example/x", "http://a.example/x?"),
    ("http://a.example:8080/x", "http://a.example/x"),
    ("urn:a:b", "urn:A:b"),
]

NO_REFERENCES = ["a b", "é", "#/é", "#/a b", "#/L<T>", "#/a[0]", "#/{x}", "#/a|b", "#/a^b", '#/"', "#/%zz", "#a#b", "1a:b", "http://[::1", "http://a:b:c/"]  # fmt: skip

pieces = st.sampled_from(
    ["a", "b", ".", "..", "/", "//", "?", "q", "%41", "%2f", "%zz", ":", "@", "x.y", ":80", "[::1]", "HTTP", "urn", "é", " ", "~"]
)  # fmt: skip
references = st.lists(pieces, min_size=1, max_size=6).map("".join)
bases = st.sampled_from(["http://h/p/q", "mcp://s/a/b", "urn:x:y", "file:///d/e", "https://h:8/p/"])


@pytest.mark.parametrize(("reference", "target"), EXAMPLES)
def test_a_reference_is_resolved_as_the_standard_says(reference: str, target: str) -> None:
    assert resolve(BASE, reference) == (target, "")


@pytest.mark.parametrize(("reference", "target"), EXAMPLES)
def test_a_scheme_that_nobody_knows_resolves_as_well(reference: str, target: str) -> None:
    if reference == "http:g":
        return  # a whole URI, whatever the base
    base = BASE.replace("http", "mcp")
    assert resolve(base, reference)[0] == target.replace("http", "mcp")


@pytest.mark.parametrize(
    ("reference", "fragment"),
    [("#", ""), ("#s", "s"), ("g#s/../x", "s/../x"), ("g?y#%7E", "%7E"), ("?y#s", "s")],
)
def test_a_fragment_is_handed_on_as_it_is_written(reference: str, fragment: str) -> None:
    assert resolve(BASE, reference)[1] == fragment


@pytest.mark.parametrize(("left", "right"), EQUAL)
def test_equal_uris_have_one_normal_form(left: str, right: str) -> None:
    assert resolve(BASE, left) == resolve(BASE, right)


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_different_uris_stay_different(left: str, right: str) -> None:
    assert resolve(BASE, left) != resolve(BASE, right)


@pytest.mark.parametrize("text", NO_REFERENCES)
def test_what_is_no_reference_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(UriError) as caught:
        resolve(BASE, text)
    assert caught.value.hint


@pytest.mark.parametrize("reference", ["c", "/c", "//c", "?c", "c#d"])
def test_a_urn_is_no_base_for_a_path(reference: str) -> None:
    with pytest.raises(UriError):
        resolve("urn:example:a", reference)


@pytest.mark.parametrize("reference", ["", "#", "#/a", "urn:example:b", "http://a/"])
def test_a_urn_is_a_base_for_a_fragment_and_for_a_whole_uri(reference: str) -> None:
    assert resolve("urn:example:a", reference)[0] == (reference.partition("#")[0] or "urn:example:a")


def test_a_hostile_reference_is_refused_without_backtracking() -> None:
    with pytest.raises(UriError):
        resolve(BASE, "//" + "a" * 200_000 + "\\")


@given(bases, references)
def test_the_engine_finds_the_same_document(base: str, reference: str) -> None:
    try:
        target = resolve(base, reference)[0]
    except UriError:
        target = None
    assert engine_finds(base, reference, target or "http://elsewhere/") is (target is not None)


def engine_finds(base: str, reference: str, document: str) -> bool:
    if document == base:
        return True
    registry = registry_of({document: {"type": "string"}}, Options().draft)
    try:
        judge = compile_schema({"$id": base, "$ref": reference}, Options(registry=registry))
    except SchemaError:
        return False
    return judge.is_valid("text") and not judge.is_valid(1)
