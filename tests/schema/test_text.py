"""Strict JSON text: what it says, or what is wrong with it and at which byte."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from gonogo.schema.limits import Limits
from gonogo.schema.text import TextFault, admit, parse, raw_reader, reader, write
from gonogo.schema.value import ValueFault

LIMITS = Limits()
DEPTH = 200_000

FAULTS: dict[str, list[tuple[bytes, int]]] = {
    "duplicate_key": [
        (b'{"a":1,"a":2}', 7),
        (b'{"a":1,"b":2,"a":3}', 13),
        (b'[0,{"x":{"a":1,"a":2}}]', 15),
        (b'{"a":1,"\\u0061":2}', 7),
        (b'{"\\u0061":1,"a":2}', 12),
        (b'{"":1,"":2}', 6),
        (b'{"a\\"b":1,"a\\"b":2}', 10),
        (b'{"k\\\\":1,"k\\\\":2}', 9),
        (b'{"a":"x\\"","b":1,\n  "b" : 2}', 20),
        ('{\n "é": 1,\n "é": 2}'.encode(), 13),
        ('{"😀":1,"\\ud83d\\ude00":2}'.encode(), 10),
    ],
    "not_finite": [
        (b"NaN", 0),
        (b"Infinity", 0),
        (b"-Infinity", 0),
        (b"[1, NaN]", 4),
        (b'{"a":-Infinity}', 5),
        (b'{"a":\n[Infinity]}', 7),
        ('["é",\n-NaN]'.encode(), 7),
        (b"[+Infinity]", 1),
    ],
    "lone_surrogate": [
        (rb'"\ud800"', 1),
        (rb'["a","\udc00"]', 6),
        (rb'["\ud83d\ude00\ud83d"]', 14),
        (rb'["\ud800\ud800\udc00"]', 2),
        (rb'["\ud800\u0041"]', 2),
        (rb'["\\ud800","\ud800x"]', 12),
        (rb'{"\uDFFF":1}', 2),
        (r'["é€\ud800"]'.encode(), 7),
    ],
    "trailing_text": [
        (b"1 2", 2),
        (b"{}{}", 2),
        (b'{"a":1}}', 7),
        (b"null,", 4),
        (b"[1]\n\n x", 6),
        ('"é" x'.encode(), 5),
        (b"{}\n```", 3),
        (b"{} // done", 3),
        (b"0x10", 1),
        (b"truefalse", 4),
    ],
    "byte_order_mark": [(b"\xef\xbb\xbf{}", 0), (b"\xef\xbb\xbf", 0), (b"\xef\xbb\xbf{", 0)],
    "code_fence": [(b"```json\n{}\n```", 0), (b"```\n{}\n```", 0), (b"\n  ```json\n{}\n```\n", 3)],
    "not_utf8": [
        (b'"\xff"', 1),
        (b'["a\xe2\x82"]', 3),
        (b'["\xc0\xaf"]', 2),
        (b'["\xe0\x80\xaf"]', 2),
        (b'["\xed\xa0\x80"]', 2),
        (b'["\xf4\x90\x80\x80"]', 2),
        ('["é",\n"'.encode() + b'\xff"]', 8),
        (b"\xff", 0),
        (b"[1, \xff]", 4),
        ('{"a":1}'.encode("utf-16"), 0),
        ('{"a":1}'.encode("utf-16-le"), 0),
        ('{"a":1}'.encode("utf-16-be"), 0),
        ("[1]".encode("utf-32"), 0),
    ],
    "number_range": [(b"1" * 5000, 0), (b'{"a": -' + b"1" * 5000 + b"}", 6)],
    "not_json": [
        (b"", 0),
        (b"  \n", 3),
        (b"{", 1),
        (b'{"a"', 4),
        (b'{"a":', 5),
        (b'{"a":1', 6),
        (b'{"a":1,', 7),
        (b"[1,", 3),
        (b'"abc', 4),
        (b'"abc\\', 5),
        (b"tru", 3),
        (b"-", 1),
        (b"1.", 2),
        (b"1e", 2),
        (b"True", 0),
        (b"[None]", 1),
        (b"{'a': 1}", 1),
        (b"['a']", 1),
        (b"[1,]", 3),
        (b'{"a":1,}', 7),
        (b"{a: 1}", 1),
        (b"[1 2]", 3),
        (b'{"a" 1}', 5),
        (b"// comment\n{}", 0),
        (b"[1, /* two */ 2]", 4),
        (b"# comment\n1", 0),
        (b"01", 1),
        (b"+1", 0),
        (b".5", 0),
        (b"[1.e3]", 3),
        (b'"a\nb"', 2),
        (b'\n\n"a\n\nb"', 4),
        (b'"a\tb"', 2),
        (b'"a\x00b"', 2),
        (b'"\\x41"', 2),
        (b"undefined", 0),
        (b"[,1]", 1),
        (b"\x0c1", 0),
        (b"\xc2\xa01", 0),
        ('{"a":\n\n "€" ,\n "b": tru}'.encode(), 25),
        (("[\n" * 40 + '"é", ?').encode(), 86),
    ],
}  # fmt: skip

ROWS = [
    pytest.param(text, code, offset, id=f"{code}-{number}")
    for code, rows in FAULTS.items()
    for number, (text, offset) in enumerate(rows)
]


def fault(text: str | bytes, limits: Limits = LIMITS) -> TextFault | ValueFault:
    try:
        parse(text, limits)
    except (TextFault, ValueFault) as found:
        return found
    pytest.fail("the text was read")


@pytest.mark.parametrize(("text", "code", "offset"), ROWS)
def test_a_fault_has_its_code_and_the_byte_where_it_begins(text: bytes, code: str, offset: int) -> None:
    found = fault(text)
    assert isinstance(found, TextFault)
    assert (found.code, found.offset) == (code, offset)


@pytest.mark.parametrize(("text", "code", "offset"), ROWS)
def test_text_and_its_bytes_have_the_same_fault(text: bytes, code: str, offset: int) -> None:
    try:
        decoded = text.decode()
    except UnicodeDecodeError:
        return
    found = fault(decoded)
    assert isinstance(found, TextFault)
    assert (found.code, found.offset) == (code, offset)


def test_half_a_pair_in_python_text_is_a_fault_too() -> None:
    found = fault('["é\ud800"]')
    assert isinstance(found, TextFault)
    assert (found.code, found.offset) == ("lone_surrogate", 4)


WHOLE = '{"a":["\\ud83d\\ude00é",-1.5e+3,true,null,{"b":false}],"€":0}'.encode()


@pytest.mark.parametrize("length", range(1, len(WHOLE)))
def test_a_text_that_is_cut_off_is_at_fault_at_its_end(length: int) -> None:
    found = fault(WHOLE[:length])
    assert isinstance(found, TextFault)
    assert (found.code, found.offset) == ("not_json", length)


@pytest.mark.parametrize(
    ("text", "path"),
    [("1e400", ()), ("[1, -1e400]", (1,)), ('{"a": {"b": 1e999}}', ("a", "b")), ("9" * 400 + ".5", ())],
)
def test_a_number_that_overflows_is_told_by_its_path(text: str, path: tuple[str | int, ...]) -> None:
    found = fault(text)
    assert isinstance(found, ValueFault)
    assert (found.code, found.path) == ("number_range", path)


def test_a_fault_says_nothing_of_the_payload() -> None:
    assert "secret" not in str(fault('{"secret":1,"secret":2}'))


EXACT = [
    ("9007199254740993", 2**53 + 1),
    ("-9007199254740993", -(2**53) - 1),
    ("18446744073709551616", 2**64),
    ("1" + "0" * 400, 10**400),
    ("5.0", 5),
    ("-5.00", -5),
    ("1e0", 1),
    ("1E2", 100),
    ("10e-1", 1),
    ("1.50e1", 15),
    ("-0", 0),
    ("-0.0", 0),
    ("0.5", 0.5),
    ("1e22", 1e22),
    ("9007199254740992.0", 2.0**53),
    ("9007199254740991.0", 2**53 - 1),
    ("1.00000000000000000001", 1),
    ("4503599627370497.3", 4503599627370497),
    ("true", True),
    ("false", False),
    ('"\\ud83d\\ude00"', "😀"),
    ('"\\u0000"', "\0"),
    ('"5.0"', "5.0"),
]
PADDING = json.dumps("x" * 1000)


@pytest.mark.parametrize(("text", "value"), EXACT)
@pytest.mark.parametrize(
    "around",
    [
        lambda text, _: text,
        lambda text, _: f" [{text}] ",
        lambda text, _: f'{{"a":{{"b":[{text}]}}}}',
        lambda text, _: f"[{text},{PADDING}]",
    ],
    ids=["alone", "in a list", "nested", "in a long text"],
)
def test_a_value_is_read_exactly(text: str, value: Any, around: Callable[[str, Any], str]) -> None:
    found = parse(around(text, value), LIMITS)
    while isinstance(found, dict | list):
        found = next(iter(found.values())) if isinstance(found, dict) else found[0]
    assert (type(found), found) == (type(value), value)


@pytest.mark.parametrize(
    "text", [b" {} ", b"\t[]\r\n", b'{"__proto__":1}', b'{"a":1,"A":2}', b'"\x7f"', '"\ufeff"'.encode()]
)
def test_what_is_json_is_read(text: bytes) -> None:
    assert parse(text, LIMITS) == json.loads(text)


LIMITED = [
    ("[1,2,3]", Limits(size=7), None),
    ("[1,2,3]", Limits(size=6), "too_large"),
    ('"é"', Limits(size=4), None),
    ('"é"', Limits(size=3), "too_large"),
    ("[[1]]", Limits(depth=2), None),
    ("[[1]]", Limits(depth=1), "too_deep"),
    ("1", Limits(depth=0), None),
    ("[1,2]", Limits(nodes=3), None),
    ("[1,2]", Limits(nodes=2), "too_many_nodes"),
    ('{"a":{},"b":[]}', Limits(nodes=3), None),
    ('{"a":{},"b":[]}', Limits(nodes=2), "too_many_nodes"),
    ('[",,,,[[{{"]', Limits(nodes=2), None),
]


@pytest.mark.parametrize(("text", "limits", "code"), LIMITED)
def test_a_limit_is_exact(text: str, limits: Limits, code: str | None) -> None:
    if code is None:
        assert parse(text, limits) == json.loads(text)
    else:
        assert fault(text, limits).code == code


def test_size_answers_before_the_text_is_read() -> None:
    assert fault("not json at all", Limits(size=3)).code == "too_large"


@pytest.mark.parametrize(
    "text", ["[" * DEPTH, '{"a":' * DEPTH, "[" * DEPTH + "]" * DEPTH, "[" * 129 + "]" * 129]
)
def test_no_depth_of_text_is_a_crash(text: str, anywhere: Callable[[Callable[[], Any]], Any]) -> None:
    assert anywhere(lambda: fault(text, Limits(depth=Limits.MAX_DEPTH))).code == "too_deep"


def test_one_reader_reads_many_texts() -> None:
    read = reader(LIMITS)
    assert [read(text) for text in ("[1.0]", b"{}", "null")] == [[1], {}, None]


def test_what_the_raw_reader_leaves_can_be_found() -> None:
    read = raw_reader(LIMITS)
    admit(read('{"a":5.0}'), LIMITS)
    for text, code in (("[1e999]", "number_range"), ("[" * 100 + "]" * 100, "too_deep")):
        with pytest.raises(ValueFault) as caught:
            admit(read(text), LIMITS)
        assert caught.value.code == code


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(st.characters(codec="utf-8"), max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=4), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(values)
def test_what_is_written_is_read_again(value: Any) -> None:
    assert parse(write(value), LIMITS) == value


@given(values)
def test_a_text_by_another_hand_is_read_the_same(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=2)):
        assert parse(text, LIMITS) == value


@given(st.binary(max_size=40))
def test_any_bytes_get_a_value_or_a_fault(data: bytes) -> None:
    try:
        value = parse(data, LIMITS)
    except TextFault as found:
        event(found.code)
        return
    assert json.loads(data) == value


@pytest.mark.parametrize(
    "value", [10**30, [2**64], {"a": -(10**400)}, "é", {"é": ["\u2028"]}, [1.5, True, None]]
)
def test_writing_is_compact_and_keeps_every_digit(value: Any) -> None:
    assert write(value) == json.dumps(value, ensure_ascii=False, separators=(",", ":"))
