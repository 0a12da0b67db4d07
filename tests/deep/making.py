"""Values made from what an issue says is expected: a small schema, and nothing else."""

import json
from collections.abc import Iterator
from functools import cache

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException
from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator

from gonogo.schema.types import Json

_SEARCH = settings(
    max_examples=300,
    database=None,
    derandomize=True,
    deadline=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)

_OF_FORMATS = {
    "date": "2026-01-01",
    "time": "10:00:00Z",
    "date-time": "2026-01-01T10:00:00Z",
    "duration": "P1D",
    "email": "name@example.com",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com/",
    "uri-reference": "/a",
    "uri-template": "https://example.com/{id}",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "json-pointer": "/a",
    "regex": "^a$",
}

_BY_TYPE: dict[str, Json] = {
    "null": None,
    "boolean": True,
    "integer": 0,
    "number": 0,
    "string": "",
}
_IMPLIED = (
    ("string", ("minLength", "maxLength", "pattern", "format")),
    ("number", ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
    ("array", ("minItems", "maxItems", "contains", "items", "prefixItems")),
    ("object", ("required", "minProperties", "properties", "propertyNames")),
)


def fits(value: Json, excerpt: Json) -> bool:
    """Whether a value satisfies an excerpt."""
    return _judge(json.dumps(excerpt)).is_valid(value)


def made(excerpt: Json) -> Json:
    """Return a value that an excerpt asks for; null where it asks for nothing."""
    if not isinstance(excerpt, dict):
        return None
    if "const" in excerpt:
        return excerpt["const"]
    if "enum" in excerpt:
        return next((value for value in excerpt["enum"] if fits(value, excerpt)), None)
    for word in ("anyOf", "oneOf"):
        if word in excerpt:
            rest = {name: value for name, value in excerpt.items() if name != word}
            plain = plainest(excerpt[word])
            return made(rest | plain) if isinstance(plain, dict) else made(rest)
    kind = _type_of(excerpt)
    if kind == "string":
        return _text(json.dumps(excerpt))
    if kind in {"integer", "number"}:
        return next(filter(lambda value: fits(value, excerpt), _numbers(excerpt)), 0)
    if kind == "array":
        return _list(excerpt)
    return _members(excerpt) if kind == "object" else _BY_TYPE.get(kind)


def _list(excerpt: dict[str, Json]) -> list[Json]:
    first, rest = excerpt.get("prefixItems", []), excerpt.get("items", {})
    if isinstance(rest, list):
        first, rest = rest, {}
    wanted = [excerpt["contains"]] * excerpt.get("minContains", 1) if "contains" in excerpt else []
    parts = [*first, *wanted]
    parts += [rest] * (excerpt.get("minItems", 0) - len(parts))
    return (
        distinct([made(part) for part in parts], parts)
        if "uniqueItems" in excerpt
        else list(map(made, parts))
    )


def distinct(items: list[Json], parts: list[Json]) -> list[Json]:
    """Return a list with each item that stands in it twice replaced by another that its excerpt takes."""
    kept: list[Json] = []
    for item, part in zip(items, parts, strict=True):
        others = (each for each in _others(item, part) if fits(each, part))
        fresh = (each for each in [item, *others] if fits([*kept, each], {"uniqueItems": True}))
        kept.append(next(fresh, item))
    return kept


def _others(value: Json, excerpt: Json) -> Iterator[Json]:
    """Values near one."""
    yield from excerpt.get("enum", ()) if isinstance(excerpt, dict) else ()
    if isinstance(value, str):
        yield from (value + mark * times for times in (1, 2, 3) for mark in "x0A")
        yield from (value[:-1] + mark for mark in "123xyzXYZ")
    elif isinstance(value, int | float):
        yield from (value + step for step in range(1, 20))


def _members(excerpt: dict[str, Json]) -> dict[str, Json]:
    named = excerpt.get("properties", {})
    value = {name: made(named.get(name)) for name in excerpt.get("required", ())}
    return completed(value, excerpt)


def completed(value: dict[str, Json], excerpt: dict[str, Json]) -> dict[str, Json]:
    """Return an object with as many members as an excerpt's `minProperties` asks for."""
    names = [*excerpt.get("properties", ())]
    if "propertyNames" in excerpt:
        names += distinct(
            [made({"type": "string"} | excerpt["propertyNames"])] * 4, [excerpt["propertyNames"]] * 4
        )
    names += [f"name_{index}" for index in range(9)]
    value = dict(value)
    for name in names:
        if len(value) < excerpt.get("minProperties", 0) and name not in value:
            part = excerpt.get("properties", {}).get(name, excerpt.get("additionalProperties"))
            value[name] = made(part)
    return value


def plainest(forms: list[Json]) -> Json:
    """Return the shortest of several excerpts; one that leaves something untold, or is null, only where it must be."""

    def rank(form: Json) -> tuple[bool, int, int]:
        text = json.dumps(form)
        return form == {"type": "null"}, text.count("{}"), len(text)

    return min(forms, key=rank)


def _type_of(excerpt: dict[str, Json]) -> str:
    named = excerpt.get("type")
    if isinstance(named, list):
        return str(next((name for name in named if name != "null"), "null"))
    if named is not None:
        return str(named)
    return next((kind for kind, words in _IMPLIED if any(word in excerpt for word in words)), "null")


def _numbers(excerpt: dict[str, Json]) -> Iterator[Json]:
    """Numbers near each bound, and multiples near each bound."""
    bounds = [
        excerpt[word]
        for word in ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")
        if word in excerpt
    ]
    step = excerpt.get("multipleOf", 1)
    yield 0
    for bound in [*bounds, 0]:
        yield bound
        for near in (bound, bound // step * step):
            yield from (near + way * step * size for size in (1, 0.5, 0.25) for way in (1, -1))
        yield from (round(bound + way, 6) for way in (0.01, -0.01))


@cache
def _text(excerpt: str) -> str:
    """The plainest text that an excerpt asks for; empty where none is found."""
    words = json.loads(excerpt)
    holds = _judge(excerpt).is_valid
    least = words.get("minLength", 0)
    for plain in ("text".ljust(least, "x"), "x" * least, _OF_FORMATS.get(words.get("format"), "")):
        if holds(plain):
            return plain
    if "pattern" not in words:
        return ""
    texts = st.from_regex(words["pattern"], alphabet=st.characters(codec="ascii"))
    try:
        # `$` of Python matches before a last line break too; that of ECMA-262 does not
        return find(texts, lambda text: "\n" not in text and holds(text), settings=_SEARCH)
    except HypothesisException:
        return ""


@cache
def _judge(excerpt: str) -> Validator:
    return Draft202012Validator(json.loads(excerpt), format_checker=Draft202012Validator.FORMAT_CHECKER)
