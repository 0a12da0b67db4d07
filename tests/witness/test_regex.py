"""Patterns as regular languages: what they hold is what the engine matches."""

from random import Random

import pytest

from gonogo.schema.engine import Options, compile_schema
from gonogo.witness.language import (
    NOTHING,
    TooLarge,
    all_of,
    is_empty,
    matches,
    none_of,
    of_length,
    texts,
    word,
)
from gonogo.witness.regex import Unsupported, language_of

PATTERNS = [
    "^[a-z]+$", "a*", "^A-[0-9]{4,}$", "^(a|b)c?$", "(^a|b$)", "^$", "", "x", "^x-", r"^\d{3}-\w+$", "[^a-c]",
    r"^[^\s]+$", "^.{2,3}$", r"^(?:foo|bar)\.[a-z]*$", r"^a\.b", r"\/", r"^[\w.-]+@[a-z]+$", r"^\u0041$",
    r"[\u{1F600}-\u{1F64F}]", "^(a(b|c)*d)+$", "$", "^", "^^a", "a$$", "[-a]", "[a-]", "(?<n>ab)", "a|b|^c$",
    r"^\x41\t?$", "^a{2}b{0,1}$", r"^[\d_]+$", "a??b", "(a|b|)c", "^(?:a|^b)$", r"[\]\\^-]",
]  # fmt: skip
LETTERS = "abcdxAB01-_ .@/\n\r\t\u2028é😀foobar"


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_language_holds_what_the_engine_matches(pattern: str) -> None:
    try:
        language = language_of(pattern)
    except Unsupported:
        assert pattern == "^(?:a|^b)$"
        return
    finds = compile_schema({"pattern": pattern}, Options()).is_valid
    chance = Random(pattern)
    for _ in range(400):
        text = "".join(chance.choice(LETTERS) for _ in range(chance.randint(0, 6)))
        assert matches(language, text) is finds(text), text


@pytest.mark.parametrize("pattern", PATTERNS[:30])
def test_the_texts_of_a_language_are_matched_by_the_engine(pattern: str) -> None:
    finds = compile_schema({"pattern": pattern}, Options()).is_valid
    for text in list(texts(language_of(pattern), 2_000))[:6]:
        assert finds(text), text


@pytest.mark.parametrize(
    "pattern",
    ["(?=a)b", "(?!a)b", "(?<=a)b", r"(a)\1", r"\bword", r"\p{L}", "a(", "a)", "[", "*a", "a{2", "a{3,1}", "\\",
     "^((a{1,50}){1,50}){1,50}$", "[z-a]", r"\ud800", "a{1,100000}", "x^y", "(" * 60 + "a" + ")" * 60, r"[a&&b]", r"\x4"],
)  # fmt: skip
def test_what_is_no_regular_language_is_refused(pattern: str) -> None:
    with pytest.raises(Unsupported):
        language_of(pattern)


@pytest.mark.parametrize(
    ("inner", "outer"),
    [
        ("^[a-c]+$", "^[a-z]+$"),
        ("^[0-9]{3}$", r"^\d+$"),
        ("^ab$", "^a"),
        ("^(ab)+$", "^a.*b$"),
        ("^https://", "^http"),
    ],
)
def test_one_pattern_lies_within_another_and_not_the_reverse(inner: str, outer: str) -> None:
    one, other = language_of(inner), language_of(outer)
    assert is_empty(all_of(one, none_of(other)), 2_000)
    assert not is_empty(all_of(other, none_of(one)), 2_000)


def test_lengths_meet_patterns() -> None:
    three = language_of("^[0-9]{3}$")
    assert is_empty(all_of(three, of_length(4, None)), 500)
    assert next(texts(all_of(language_of("^[a-z]+$"), of_length(5, 9)), 500)) == "aaaaa"
    assert all_of(word("a"), none_of(word("a"))) is NOTHING


def test_a_question_that_costs_too_much_is_not_answered() -> None:
    with pytest.raises(TooLarge):
        list(texts(language_of("^([a-z]{1,40}-){3,9}$"), 50))
