"""Words and meaning together, and an encoder that is not installed."""

import sys
from collections.abc import Sequence

import pytest

from gonogo.search.answer import Answer, Asked, find
from gonogo.search.described import Described
from gonogo.search.encoders import ExtraAbsent, semantic, told_of
from gonogo.search.fused import Fused
from gonogo.search.index import Index

TOOLS = (Described("send_letter", "Send a letter."), Described("pay_bill", "Pay a bill.", server="bank"))


class Numbers:
    """A meaning of given numbers."""

    def __init__(self, *numbers: float) -> None:
        self.numbers = numbers

    def reads(self, query: str) -> bool:
        return query.isascii()

    def likeness(self, query: str) -> Sequence[float]:
        return self.numbers


def names(answer: Answer) -> list[str]:
    return [hit.scored.tool.name for hit in answer.hits]


def test_meaning_finds_what_shares_no_word() -> None:
    assert names(find(Fused(Index(TOOLS), Numbers(-0.2, 0.4), 0.7), Asked("money"))) == ["pay_bill"]


def test_words_and_meaning_are_each_divided_by_their_highest() -> None:
    hits = Fused(Index(TOOLS), Numbers(0.1, 0.4), 0.7).scored("letter", 5)
    assert [(hit.tool.name, round(hit.score, 6)) for hit in hits] == [
        ("send_letter", 1.175),
        ("pay_bill", 0.7),
    ]
    assert [hit.fields for hit in hits] == [("name", "description"), ()]


def test_filters_hold_for_meaning_too() -> None:
    fused = Fused(Index(TOOLS), Numbers(0.9, 0.4), 0.7)
    assert names(find(fused, Asked("letter", server="bank"))) == ["pay_bill"]


@pytest.mark.parametrize("query", ["", " ", "\x00\x1b", "…", "!?"])
def test_a_query_without_a_word_has_no_meaning(query: str) -> None:
    assert names(find(Fused(Index(TOOLS), Numbers(0.9, 0.4), 0.7), Asked(query))) == []


def test_a_query_that_the_encoder_cannot_read_is_asked_for_words() -> None:
    assert names(find(Fused(Index(TOOLS), Numbers(0.9, 0.4), 0.7), Asked("письмо"))) == []


def test_an_absent_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wordllama", None)
    with pytest.raises(ExtraAbsent, match=r"install gonogo\[semantic\]"):
        semantic(Index(TOOLS))


def test_a_tool_tells_its_name_in_words() -> None:
    assert told_of(Described("sendLetter", "By mail.", title="Post")) == "send letter. Post. By mail."
