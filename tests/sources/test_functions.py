"""Python functions with type hints become contract files."""

import dataclasses
import enum
import types
from collections.abc import Callable
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pydantic
import pytest

from gonogo.catalog.contract import Contract, Side
from gonogo.sources.functions import functions_in, read_functions, schema_of


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass
class Place:
    city: str
    street: str | None = None


class Row(TypedDict):
    sku: str
    note: NotRequired[str]


class Model(pydantic.BaseModel):
    n: int


def closed(properties: Any, required: list[str]) -> Any:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


TEXT = {"type": "string"}


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (str, TEXT),
        (Any, {}),
        (None, {"type": "null"}),
        (str | None, {"anyOf": [TEXT, {"type": "null"}]}),
        (list[int], {"type": "array", "items": {"type": "integer"}}),
        (list, {"type": "array"}),
        (set[str], {"type": "array", "items": TEXT, "uniqueItems": True}),
        (dict[str, float], {"type": "object", "additionalProperties": {"type": "number"}}),
        (dict, {"type": "object"}),
        (
            tuple[str, int],
            {"type": "array", "prefixItems": [TEXT, {"type": "integer"}], "items": False, "minItems": 2},
        ),
        (Literal["a", 1], {"enum": ["a", 1]}),
        (Colour, {"enum": ["red", "blue"]}),
        (Annotated[str, "The city."], {**TEXT, "description": "The city."}),
        (Place, closed({"city": TEXT, "street": {"anyOf": [TEXT, {"type": "null"}]}}, ["city"])),
        (Row, closed({"sku": TEXT, "note": TEXT}, ["sku"])),
    ],
)
def test_a_hint_has_its_schema(hint: Any, schema: Any) -> None:
    assert schema_of(hint) == schema
    Contract.of("t", Side.OUTPUT, schema)


def test_a_pydantic_model_says_its_own() -> None:
    assert schema_of(Model) == Model.model_json_schema()


def find(city: str, limit: Annotated[int, "At most so many."] = 5) -> list[str]:
    """Find articles.

    More about it.
    """
    return [city] * limit


def test_a_function_is_a_tool_with_its_output() -> None:
    (tool,) = read_functions({"find": find})
    assert tool.files == {
        "schemas/tools/find.json": {
            "description": "Find articles.",
            **closed(
                {"city": TEXT, "limit": {"type": "integer", "description": "At most so many.", "default": 5}},
                ["city"],
            ),
        },
        "schemas/outputs/find.json": {"type": "array", "items": TEXT},
    }


def _bad() -> dict[str, Callable[..., Any]]:
    def unhinted(a) -> None: ...  # type: ignore[no-untyped-def]  # noqa: ANN001
    def catching(*a: int) -> None: ...
    def keyed(a: dict[int, str]) -> None: ...
    def foreign(a: types.ModuleType) -> None: ...

    return {each.__name__: each for each in (unhinted, catching, keyed, foreign)}


def test_a_function_that_cannot_be_read_takes_no_other_with_it() -> None:
    tools = read_functions({**_bad(), "find": find})
    assert [tool.fault is None for tool in tools] == [False, False, False, False, True]


def test_only_a_modules_own_public_functions_are_read() -> None:
    module = types.ModuleType("shop")
    exec("from os import getcwd\ndef a(): ...\ndef _b(): ...\n", vars(module))  # noqa: S102
    assert list(functions_in(module)) == ["a"]
