"""What can be wrong with a schema: typed, with a place, in words."""

import pickle

import pytest

from gonogo.schema.errors import (
    MalformedSchema,
    RefusedPattern,
    SchemaError,
    SchemaOverBudget,
    UnknownDialect,
    UnresolvedReference,
)

KINDS = [MalformedSchema, RefusedPattern, SchemaOverBudget, UnknownDialect, UnresolvedReference]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_a_fault_of_the_schema_and_a_wrong_value(kind: type[SchemaError]) -> None:
    assert issubclass(kind, SchemaError)
    assert issubclass(kind, ValueError)


def test_every_kind_has_a_code_of_its_own() -> None:
    codes = [kind.code for kind in KINDS]
    assert len({*codes, SchemaError.code}) == len(KINDS) + 1


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (MalformedSchema("/items", "it is wrong"), "it is wrong at /items"),
        (MalformedSchema("", "it is wrong"), "it is wrong at the root"),
        (MalformedSchema("/a", "it is wrong", "mend it"), "it is wrong at /a (mend it)"),
    ],
)
def test_a_fault_reads_as_a_sentence(fault: SchemaError, text: str) -> None:
    assert str(fault) == text


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_seen_from_another_document_keeps_its_kind_and_words(kind: type[SchemaError]) -> None:
    seen = kind("/a b/~1", "it is wrong", "mend it").within("https://example.com/a")
    assert type(seen) is kind
    assert (seen.pointer, seen.detail, seen.hint) == (
        "https://example.com/a#/a%20b/~1",
        "it is wrong",
        "mend it",
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_travels_between_processes(kind: type[SchemaError]) -> None:
    fault = kind("/a", "it is wrong", "mend it")
    copy = pickle.loads(pickle.dumps(fault))  # noqa: S301 - our own bytes
    assert (type(copy), copy.pointer, copy.detail, copy.hint) == (kind, "/a", "it is wrong", "mend it")
