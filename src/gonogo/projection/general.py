"""What speaks of values of every type: `not`, conditions, unions that the target takes, and annotations."""

from typing import TYPE_CHECKING

from gonogo.projection.loss import NO_CONDITIONS, Kind
from gonogo.projection.piece import Making
from gonogo.projection.rules import How
from gonogo.projection.words import ANNOTATIONS, KNOWN

if TYPE_CHECKING:
    from gonogo.projection.walker import Walker


def cut_general(walker: "Walker", making: Making) -> None:
    """Cut the keywords that speak of values of every type, and those that never decide."""
    schema = making.schema
    if "not" in schema:
        walker.keep_inside(making, "not", exactly=True)
    if "if" in schema:
        _condition(walker, making)
    for word, exactly in (("allOf", False), ("anyOf", False), ("oneOf", True)):
        if word in schema:
            walker.keep_inside(making, word, exactly=exactly)
    for word in schema:
        if word not in KNOWN or word in ANNOTATIONS:
            _annotation(walker, making, word)
    for word in ("then", "else"):
        if word in schema and "if" not in schema:
            walker.lose(schema, word, Kind.EXACT, "it says nothing without `if`")


def _annotation(walker: "Walker", making: Making, word: str) -> None:
    if walker.how(word if word in KNOWN else "unknown keyword") is not How.KEEP:
        walker.lose(making.schema, word, Kind.EXACT, "an annotation")
        if word == "default":
            making.prose = making.prose.with_word(word, making.schema[word])
    elif word != "description":
        making.out[word] = making.schema[word]


def _condition(walker: "Walker", making: Making) -> None:
    if walker.keep_inside(making, "if", exactly=True):
        for word in ("then", "else"):
            if word in making.schema:
                walker.keep_inside(making, word)
        return
    for word in ("then", "else"):
        if word in making.schema:
            walker.lose(making.schema, word, Kind.WIDENED, NO_CONDITIONS)
