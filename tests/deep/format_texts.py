"""Texts near to what a format or a pattern takes: where two readers of one rule come apart."""

from collections.abc import Mapping
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from deep.instances import TEXTS
from deep.random_schemas import FORMATS, PATTERNS
from gonogo.schema.types import Schema

_SAMPLES: Mapping[str, tuple[str, ...]] = {
    "date": ("2026-01-31", "2024-02-29", "1900-02-28"),
    "time": ("12:00:00Z", "23:59:60Z", "00:00:00.5+02:00"),
    "date-time": ("2026-01-31T12:00:00Z", "2016-12-31T23:59:60Z", "2026-01-31t12:00:00.123-02:30"),
    "duration": ("P1D", "PT1H", "P1Y2M3DT4H5M6S", "P2W"),
    "email": ("x@example.com", '"a b"@example.com', "a.b@[127.0.0.1]"),
    "idn-email": ("\u00e9@example.com",),
    "hostname": ("example.com", "a-b.example", "xn--4gbwdl.xn--wgbh1c"),
    "idn-hostname": ("\u00e9a.com", "example.com"),
    "ipv4": ("192.0.2.1", "255.255.255.255"),
    "ipv6": ("::1", "2001:db8::1", "::ffff:192.0.2.1"),
    "uri": ("https://example.com/a?b#c", "urn:x:y"),
    "uri-reference": ("/a/0", "a", "#x"),
    "iri": ("https://example.com/\u00e9",),
    "iri-reference": ("/\u00e9",),
    "uri-template": ("{x}", "https://example.com/{a}"),
    "uuid": ("00000000-0000-4000-8000-000000000000",),
    "json-pointer": ("/a/0", "/a~1b", ""),
    "relative-json-pointer": ("0#", "1/a", "20"),
    "regex": ("^a$", "[a-z]+", "(?:a)"),
}
_CHARACTERS = "az09AZ:-./@#~%+ \n{}[]()\\TtZzPWDYMHS_<>\"'|^`?*$&,;=!\u00e9\u0661\u2028"

RULES: tuple[Schema, ...] = (
    *({"format": name} for name in FORMATS),
    *({"pattern": pattern} for pattern in PATTERNS),
)
"""What the texts are judged by."""


def near_texts(rule: Schema) -> SearchStrategy[str]:
    """Return texts near to what a rule takes."""
    name = rule.get("format") if isinstance(rule, dict) else None
    right = st.sampled_from([*_SAMPLES.get(str(name), ()), *TEXTS])
    return st.builds(_changed, right, st.integers(0, 2**32))


def _changed(text: str, number: int) -> str:
    chance = Random(number)
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        start = chance.randint(0, len(text))
        put = chance.choice(["", *_CHARACTERS])
        text = text[:start] + put + text[start + chance.choice([0, 1]) :]
    return text
