"""A consumer's schema said of what the producer sends: true of a value exactly where what is taken from it fits."""

from random import Random

import pytest

from deep.instances import NAMES, instance_of
from deep.random_pairs import pair
from gonogo.diff.lifting import NotLifted, lifted, names_of, taken
from gonogo.schema.portable import document
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Json, Schema
from gonogo.witness.formula import Side
from gonogo.witness.payloads import Payloads


def values(schema: Schema, number: int) -> list[Json]:
    chance = Random(number)
    made = [value for _, value in zip(range(30), Payloads(Bundle(schema), steps=4_000).valid(), strict=False)]
    return [*made, *(instance_of(chance) for _ in range(20)), {}, None, []]


def test_it_holds_where_what_is_taken_fits() -> None:
    judged = 0
    for number in range(150):
        producer, consumer = pair(number)[0], pair(number + 10_000)[0]
        bundle = Bundle(consumer)
        chance = Random(number)
        fields = {
            name: f"/{chance.choice(('a', 'b', 'status', 'id', 'a/b', '0'))}" for name in names_of(bundle)
        }
        try:
            lift = Side(lifted(bundle, fields), "lifted").root
        except NotLifted:
            continue
        judge = Side(document(bundle), "consumer").root
        for value in values(producer, number):
            judged += 1
            assert lift.accepts(value) is judge.accepts(taken(value, fields)), (number, value, fields)
    assert judged > 2_000


@pytest.mark.parametrize(
    ("fields", "value", "got"),
    [
        ({"x": "/a/b"}, {"a": {"b": 1}}, {"x": 1}),
        ({"x": "/a/b"}, {"a": {}}, {}),
        ({"x": "/a/1"}, {"a": [1, 2]}, {"x": 2}),
        ({"x": "/a/1"}, {"a": {"1": 3}}, {"x": 3}),
        ({"x": ""}, 5, {"x": 5}),
        ({"x": "/a~1b"}, {"a/b": 2}, {"x": 2}),
    ],
)
def test_what_is_taken(fields: dict[str, str], value: Json, got: Json) -> None:
    assert taken(value, fields) == got


def test_what_cannot_be_said_of_the_producer_is_named() -> None:
    with pytest.raises(NotLifted, match="const"):
        lifted(Bundle({"const": {"a": 1}}), {})
    many: Schema = {"properties": {f"p{at}": {} for at in range(14)}, "minProperties": 7}
    with pytest.raises(NotLifted, match="minProperties"):
        lifted(Bundle(many), {f"p{at}": f"/p{at}" for at in range(14)})


def test_names_are_found_through_references_and_unions() -> None:
    schema: Schema = {
        "$ref": "#/$defs/T",
        "anyOf": [{"properties": {NAMES[0]: {}}}],
        "$defs": {"T": {"properties": {"t": {}}}},
    }
    assert set(names_of(Bundle(schema))) == {NAMES[0], "t"}
