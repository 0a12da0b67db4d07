"""Schemas by chance in which something stands where it may not: what may only raise a typed error."""

from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from deep.instances import instances
from deep.random_schemas import schemas
from gonogo.schema.dialect import Draft
from gonogo.schema.types import Json


@st.composite
def broken_schemas(draw: DrawFn) -> Json:
    """Return a schema in which something stands where it may not: most are no schemas any more."""
    schema = draw(schemas(draw(st.sampled_from([Draft.DRAFT_7, Draft.DRAFT_2020_12]))))
    holder: Json = {"": schema}
    chance = Random(draw(st.integers(0, 2**32)))
    for value in draw(st.lists(_strange, min_size=1, max_size=2)):
        inside, key = holder, ""
        while isinstance(inside[key], dict | list) and inside[key] and chance.random() < _DEEPER:
            inside = inside[key]
            key = chance.choice([*inside] if isinstance(inside, dict) else range(len(inside)))
        if isinstance(inside[key], dict) and chance.random() < _DEEPER:
            inside[key][chance.choice(_WORDS)] = value
        else:
            inside[key] = value
    return holder[""]


_DEEPER = 0.7
_URIS = (
    "#", "", "#a", "#/$defs/a", "#/$defs/none", "a.json", "http://[", "http://[::1]:x/", "urn:x", "//", "#/%zz", "#/~2",
    "https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-04/schema", "file:///a", "\x00", "a b",
)  # fmt: skip
_WORDS = (
    "$id", "$ref", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef", "$schema", "id", "$vocabulary",
    "$comment", "type", "enum", "required", "properties", "items", "pattern", "patternProperties", "dependencies", "format",
    "minLength", "multipleOf", "contains", "minContains", "x-version", "discriminator", "unevaluatedItems",
)  # fmt: skip
_strange: SearchStrategy[Json] = (
    st.sampled_from(_URIS)
    | st.sampled_from([-1, 0, 1.5, 10**30, "(", "(?=a)", "(a)\\1", "a{9999999}", None, True])
    | instances()
)
