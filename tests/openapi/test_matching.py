"""Which operation a recorded request was one of."""

import pytest

from gonogo.openapi.matching import Route, Routes

ROUTES = Routes(
    [
        Route("get_pet", "GET /pets/{id}", ("https://api.example/v1",)),
        Route("mine", "GET /pets/mine", ("https://api.example/v1",)),
        Route("drop", "DELETE /pets/{id}", ("https://api.example/v1",)),
        Route("anywhere", "GET /shops/{a}.{b}", ("https://{region}.example/",)),
        Route("relative", "GET /rel", ("/base",)),
        Route("bare", "GET /bare"),
    ]
)


@pytest.mark.parametrize(
    ("method", "url", "tool"),
    [
        ("GET", "https://api.example/v1/pets/7?a=b#c", "get_pet"),
        ("GET", "https://API.example/v1/pets/7/", "get_pet"),
        ("GET", "https://api.example/v1/pets/mine", "mine"),
        ("DELETE", "https://api.example/v1/pets/a%20b", "drop"),
        ("GET", "/pets/7", "get_pet"),
        ("GET", "/v1/pets/7", "get_pet"),
        ("GET", "https://eu.example/shops/a.b", "anywhere"),
        ("GET", "https://other.example/base/rel", "relative"),
        ("GET", "https://other.example/bare", "bare"),
        ("GET", "https://other.example/v1/pets/7", None),
        ("GET", "https://api.example/pets/7", None),
        ("POST", "https://api.example/v1/pets/7", None),
        ("GET", "https://api.example/v1/pets/7/toys", None),
        ("GET", "https://[broken", None),
    ],
)
def test_the_operation_of_a_request(method: str, url: str, tool: str | None) -> None:
    assert ROUTES.tool_of(method, url) == tool


def test_further_base_urls() -> None:
    routes = Routes(
        [Route("get_pet", "GET /pets/{id}", ("https://api.example",))], ["http://127.0.0.1:8000/api"]
    )
    assert routes.tool_of("GET", "http://127.0.0.1:8000/api/pets/1") == "get_pet"
