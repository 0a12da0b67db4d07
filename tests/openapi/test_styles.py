"""The table of style examples in the OpenAPI specification, and the expansions of RFC 6570 that it stands on."""

from typing import Any

import pytest

from gonogo.openapi.sending import HttpRequest, PlanFault, request_from
from plans import row

EMPTY, TEXT = "", "blue"
LIST = ["blue", "black", "brown"]
OBJECT = {"R": 100, "G": 200, "B": 150}


def sent(value: Any, location: str, style: str, *, explode: bool, **more: Any) -> HttpRequest:
    parameter = row(location, style, explode=explode, **more)
    path = "/{color}" if location == "path" else "/"
    plan = {"method": "GET", "path": path, "parameters": [parameter]}
    return request_from(plan, {parameter["name"]: value})


def written(value: Any, location: str, style: str, *, explode: bool, **more: Any) -> str:
    request = sent(value, location, style, explode=explode, **more)
    where = {
        "path": request.path[1:],
        "query": request.query,
        "header": request.headers.get("color", ""),
        "cookie": request.headers.get("Cookie", ""),
    }
    return where[location]


# OpenAPI 3.1.1, "Style Examples": style, explode, location, then empty text, text, list, object; None where it has none.
TABLE = [
    ("matrix", False, "path", None, ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"),
    ("matrix", True, "path", None, ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"),
    ("label", False, "path", None, ".blue", ".blue,black,brown", ".R,100,G,200,B,150"),
    ("label", True, "path", None, ".blue", ".blue.black.brown", ".R=100.G=200.B=150"),
    ("simple", False, "path", None, "blue", "blue,black,brown", "R,100,G,200,B,150"),
    ("simple", True, "path", None, "blue", "blue,black,brown", "R=100,G=200,B=150"),
    ("simple", False, "header", "", "blue", "blue,black,brown", "R,100,G,200,B,150"),
    ("simple", True, "header", "", "blue", "blue,black,brown", "R=100,G=200,B=150"),
    ("form", False, "query", "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"),
    ("form", True, "query", "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"),
    ("form", False, "cookie", "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"),
    ("form", True, "cookie", "color=", "color=blue", "color=blue; color=black; color=brown", "R=100; G=200; B=150"),
    ("cookie", True, "cookie", "color=", "color=blue", "color=blue; color=black; color=brown", "R=100; G=200; B=150"),
    ("spaceDelimited", False, "query", "color=", "color=blue", "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"),
    ("pipeDelimited", False, "query", "color=", "color=blue", "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"),
    ("tabDelimited", False, "query", "color=", "color=blue", "color=blue%09black%09brown", "color=R%09100%09G%09200%09B%09150"),
    ("deepObject", True, "query", "color=", "color=blue", "color%5B%5D=blue&color%5B%5D=black&color%5B%5D=brown", "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
    # Swagger 2.0: `collectionFormat` outside the query
    ("pipeDelimited", False, "path", None, "blue", "blue%7Cblack%7Cbrown", "R%7C100%7CG%7C200%7CB%7C150"),
    ("spaceDelimited", False, "header", "", "blue", "blue black brown", "R 100 G 200 B 150"),
    ("tabDelimited", False, "header", "", "blue", "blue\tblack\tbrown", "R\t100\tG\t200\tB\t150"),
]  # fmt: skip


@pytest.mark.parametrize(("style", "explode", "location", "empty", "text", "items", "members"), TABLE)
def test_the_table_of_the_specification(
    style: str, explode: bool, location: str, empty: str | None, text: str, items: str, members: str
) -> None:
    for value, right in ((EMPTY, empty), (TEXT, text), (LIST, items), (OBJECT, members)):
        if right is None:
            with pytest.raises(PlanFault):
                written(value, location, style, explode=explode)
        else:
            assert written(value, location, style, explode=explode) == right


@pytest.mark.parametrize(
    ("value", "right"),
    [
        (5, "5"),
        (-0.5, "-0.5"),
        (10**30, "1000000000000000000000000000000"),
        (1234567890123456789, "1234567890123456789"),
        (0.1, "0.1"),
        (True, "true"),
        ("Hello World!", "Hello%20World%21"),
        ("50%", "50%25"),
        ("/here", "%2Fhere"),
        ("v1.2_a-b~c", "v1.2_a-b~c"),
        ("é€", "%C3%A9%E2%82%AC"),
        ("%2e%2e", None),
        ("a&b=c", "a%26b%3Dc"),
    ],
)
def test_single_values(value: Any, right: str | None) -> None:
    if right is None:
        with pytest.raises(PlanFault):
            written(value, "path", "simple", explode=False)
    else:
        assert written(value, "path", "simple", explode=False) == right


def test_a_separator_inside_an_item_stays_apart_from_those_between_items() -> None:
    assert written(["a,b", "c"], "query", "form", explode=False) == "color=a%2Cb,c"
    assert written(["a,b", "c"], "query", "form", explode=False, allow_reserved=True) == "color=a%2Cb,c"
    assert written(["a;b", "c"], "path", "matrix", explode=True) == ";color=a%3Bb;color=c"


@pytest.mark.parametrize(
    ("value", "location", "style", "explode"),
    [
        (["a b", "c"], "query", "spaceDelimited", False),
        (["a|b", "c"], "query", "pipeDelimited", False),
        (["a\tb", "c"], "query", "tabDelimited", False),
        (["1.2", "3"], "path", "label", True),
        (["a,b", "c"], "header", "simple", False),
        ({"a=b": "c"}, "header", "simple", True),
        ({"a,": "c"}, "header", "simple", True),
        ([["a"]], "query", "form", True),
        ([{"a": 1}], "query", "form", False),
        ({"a": {"b": 1}}, "query", "form", True),
        ({"a": None}, "query", "form", True),
        ([None], "query", "form", True),
        ({"a": []}, "query", "deepObject", True),
        ({"a]": 1}, "query", "deepObject", True),
        ({"": 1}, "query", "deepObject", True),
    ],
)
def test_what_a_server_would_misread_is_refused(value: Any, location: str, style: str, explode: bool) -> None:
    with pytest.raises(PlanFault) as told:
        written(value, location, style, explode=explode)
    assert told.value.code == "not_sendable"
    assert told.value.pointer.startswith("/color")
    assert told.value.hint


@pytest.mark.parametrize(
    ("arrays", "right"),
    [
        ("brackets", "p[a][]=x&p[a][]=y&p[b][0][c]=1&p[d][e]=z"),
        ("repeat", "p[a]=x&p[a]=y&p[b][0][c]=1&p[d][e]=z"),
        ("indexed", "p[a][0]=x&p[a][1]=y&p[b][0][c]=1&p[d][e]=z"),
    ],
)
def test_lists_inside_deep_objects_by_profile(arrays: str, right: str) -> None:
    value = {"a": ["x", "y"], "b": [{"c": 1}], "d": {"e": "z"}}
    made = written(value, "query", "deepObject", explode=True, name="p", arrays=arrays)
    assert made.replace("%5B", "[").replace("%5D", "]") == right


@pytest.mark.parametrize("value", [None, [], {}])
def test_what_is_undefined_is_left_out(value: Any) -> None:
    """RFC 6570, section 2.3."""
    assert written(value, "query", "form", explode=True) == ""
    assert "color" not in sent(value, "header", "simple", explode=False).headers
    with pytest.raises(PlanFault) as told:
        written(value, "query", "form", explode=True, required=True)
    assert told.value.code == "not_sendable"


def test_reserved_characters_stay_where_the_document_says_so() -> None:
    text = "a/b?c:d@e!$'()*,;"
    assert written(text, "query", "form", explode=True, allow_reserved=True) == f"color={text}"
    assert written("a#b&c=d+e[f]%41", "query", "form", explode=True, allow_reserved=True) == (
        "color=a%23b%26c%3Dd%2Be%5Bf%5D%2541"
    )


@pytest.mark.parametrize(
    "value",
    [
        *(
            ".",
            "..",
            "../x",
            "a/../b",
            "a\\..\\b",
            "%2e",
            "%2E%2e",
            ".%2e",
            "%252e%252e",
            "..;a",
            "x/..;a/y",
            "./x",
        ),
        *("%2e%2e%2fx", "..%5cx", ""),
    ],
)
def test_a_path_argument_leads_to_no_other_path(value: str) -> None:
    with pytest.raises(PlanFault) as told:
        written(value, "path", "simple", explode=False)
    assert told.value.pointer == "/color"


@pytest.mark.parametrize("path", ["/x/{color}{color}", "/x/.{color}", "/x/{color}."])
def test_a_dot_segment_is_seen_where_it_is_put_together(path: str) -> None:
    plan = {"method": "GET", "path": path, "parameters": [row("path", "simple", explode=False)]}
    assert request_from(plan, {"color": "a"}).path.startswith("/x/")
    with pytest.raises(PlanFault):
        request_from(plan, {"color": "."})
    plan["parameters"] = [row("path", "label", explode=False)]
    with pytest.raises(PlanFault):
        request_from({**plan, "path": "/x/{color}"}, {"color": "."})


@pytest.mark.parametrize("value", ["a\r\nX: y", "a\nb", "a\0", "é", " a", "a ", "\ta"])
@pytest.mark.parametrize("explode", [True, False])
def test_a_header_takes_no_line_break(value: str, explode: bool) -> None:
    for each in (value, [value], {"k": value}):
        with pytest.raises(PlanFault) as told:
            written(each, "header", "simple", explode=explode)
        assert told.value.code == "not_sendable"


@pytest.mark.parametrize("value", ["a;b", "a b", 'a"b', "a,b", "a\\b", "é", "a\r\nb"])
def test_a_cookie_takes_no_separator(value: str) -> None:
    with pytest.raises(PlanFault):
        written(value, "cookie", "cookie", explode=True)
    assert ";" not in written(value, "cookie", "form", explode=True)
