"""A payload made small while it still shows what it shows."""

from gonogo.diff.shrinking import shrunk


def test_what_is_not_needed_is_left_out() -> None:
    value = {"a": [1, 2, {"b": "x" * 99}], "c": None}
    assert shrunk(value, lambda each: "b" in str(each)) == {"a": [{"b": "x" * 12}]}


def test_a_payload_that_needs_all_of_itself_stays() -> None:
    value = {"a": 1, "b": [2]}
    assert shrunk(value, lambda each: each == value) == value
