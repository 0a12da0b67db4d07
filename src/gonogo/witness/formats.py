"""Formats: texts that conform to each, texts that nearly do, and what every conforming text looks like.

Source: JSON Schema Validation 2020-12, section 7.3, and the RFCs named there. The shapes are wider than the
formats: they prove that a text does not conform, never that it does.
"""

from typing import Final

SHAPES: Final = {
    "date": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    "time": r"^[0-9]{2}:[0-9]{2}:[0-9]{2}[^a-yA-Y]*$",
    "date-time": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}.[0-9]{2}:[0-9]{2}:[0-9]{2}[^a-yA-Y]*$",
    "uuid": r"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
    "ipv4": r"^[0-9.]{7,15}$",
    "ipv6": r"^[0-9a-fA-F:.]{2,45}$",
    "duration": r"^P[0-9A-Z.,]{2,}$",
    "email": r"@",
    "idn-email": r"@",
    "uri": r"^[a-zA-Z][a-zA-Z0-9+.-]*:",
    "iri": r"^[a-zA-Z][a-zA-Z0-9+.-]*:",
    "json-pointer": r"^(/|$)",
    "relative-json-pointer": r"^[0-9]",
}
"""For some formats, a pattern that every conforming text matches."""

_SPECIMENS: Final = {
    "date": ("2026-01-31", "2024-02-29", "1999-12-31"),
    "time": ("10:00:00Z", "23:59:59.5+02:00"),
    "date-time": ("2026-01-31T10:00:00Z", "2024-02-29T23:59:59.5+02:00"),
    "duration": ("P1D", "PT5M", "P1Y2M3DT4H5M6S"),
    "email": ("name@example.com", "a@b.io"),
    "idn-email": ("name@example.com", "имя@пример.рф"),
    "hostname": ("example.com", "a", "1"),
    "idn-hostname": ("example.com", "a", "пример.рф"),
    "ipv4": ("192.0.2.1", "127.0.0.1"),
    "ipv6": ("2001:db8::1", "::1", "::ffff:192.0.2.1"),
    "uri": ("https://example.com/", "urn:a", "mailto:name@example.com"),
    "uri-reference": ("/a", "https://example.com/", "a"),
    "iri": ("https://example.com/", "https://пример.рф/"),
    "iri-reference": ("/a", "/ä"),
    "uri-template": ("https://example.com/{id}", "a"),
    "uuid": ("6ba7b810-9dad-41d1-80b4-00c04fd430c8", "00000000-0000-4000-8000-000000000000"),
    "json-pointer": ("/a", "", "/a~1b/0"),
    "relative-json-pointer": ("0/a", "1", "0#"),
    "regex": ("^a$", "a", "[0-9]+"),
}

_NEARLY: Final = (
    "not-a-format", "", "2026-02-30", "2026-13-45T99:00:00Z", "2026-01-31 10:00", "25:00:00Z", "P", "name@", "-a-.com",
    "999.0.0.1", "::g", "http://[", "{", "zzzzzzzz-0000-4000-8000-000000000000", "a~2", "/~", "(", "01", "a b", "ü",
    "http://example.com/a b", "xn--a", "1.2.3", "2026-01-31", "2026-01-31T10:00:00", "a@b@c", "\u3002", "[",
)  # fmt: skip

KNOWN: Final = frozenset(_SPECIMENS)
"""The formats that the engine knows; any other decides nothing."""


def specimens(name: str) -> tuple[str, ...]:
    """Return texts that conform to a format; none where it is not known."""
    return _SPECIMENS.get(name, ())


def others() -> tuple[str, ...]:
    """Return texts of which some conform to no format, and some to one only."""
    return (*_NEARLY, *(text for texts in _SPECIMENS.values() for text in texts))
