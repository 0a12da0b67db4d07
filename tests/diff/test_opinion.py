"""The second opinion: it agrees with the engine, and gives up rather than take for ever."""

from random import Random

from deep.instances import declared_in, instance_of
from deep.random_pairs import pair
from gonogo.diff.opinion import SecondOpinion
from gonogo.schema.portable import document
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Schema
from gonogo.witness.formula import Side


def test_both_judges_agree_on_random_schemas() -> None:
    judged = 0
    for number in range(150):
        schema = document(Bundle(pair(number)[0]))
        first, second = Side(schema, "schema").root, SecondOpinion(schema)
        chance = Random(number)
        for value in (*declared_in(schema), *(instance_of(chance) for _ in range(20))):
            opinion = second.accepts(value)
            judged += opinion is not None
            assert opinion in {None, first.accepts(value)}, (number, value)
    assert judged > 3_000


def test_it_has_none_on_a_schema_that_forks_at_each_level() -> None:
    named: dict[str, Schema] = {"0": {"type": "string"}}
    for level in range(1, 26):
        named[str(level)] = {"allOf": [{"$ref": f"#/$defs/{level - 1}"}] * 2}
    assert SecondOpinion({"$ref": "#/$defs/25", "$defs": named}).accepts("x") is None


def test_multiples_are_reckoned_in_decimals() -> None:
    assert SecondOpinion({"multipleOf": 0.1}).accepts(0.3) is True
