"""The keyword matrix: what each target makes of each keyword, as a page tells it."""

from collections.abc import Iterator
from typing import Final

from gonogo.projection.rules import PLACES, Source, Target
from gonogo.projection.targets import TARGETS
from gonogo.projection.words import CONTENT_WORDS, GENERAL, WORDS_OF

GROUPS: Final = (
    ("Shapes", PLACES),
    ("Of every type", (*GENERAL, "anyOf siblings")),
    ("Objects", WORDS_OF["object"]),
    ("Lists", WORDS_OF["array"]),
    ("Texts", ("minLength", "maxLength", "pattern", "format")),
    ("Numbers", ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
    ("Annotations", ("title", "description", "default", "examples", *CONTENT_WORDS, "unknown keyword")),
)
"""The rows of the matrix, in groups."""


def matrix() -> str:
    """Return the matrix as Markdown: for each group a table, then formats, limits and names, then the sources."""
    targets = [target for target in TARGETS.values() if target.name not in ("a2a", "json-schema")]
    sources = _numbered(targets)
    parts = [part for title, keywords in GROUPS for part in _group(title, keywords, targets, sources)]
    return "\n".join([*parts, *_limits(targets, sources), *_sources(sources)]) + "\n"


def _group(
    title: str, keywords: tuple[str, ...], targets: list[Target], sources: dict[Source, int]
) -> Iterator[str]:
    yield f"\n### {title}\n"
    yield "| keyword | what becomes of it | targets | source |"
    yield "|---|---|---|---|"
    for keyword in keywords:
        ways: dict[tuple[str, int], list[str]] = {}
        for target in targets:
            rule = target.rules.get(keyword)
            way = ("kept", 0) if rule is None else (rule.how.value, sources[rule.source])
            ways.setdefault(way, []).append(target.name)
        for (how, source), names in ways.items():
            yield f"| `{keyword}` | {how} | {_named(names, targets)} | {f'[{source}]' if source else ''} |"


def _named(names: list[str], targets: list[Target]) -> str:
    return "all" if len(names) == len(targets) else ", ".join(names)


def _limits(targets: list[Target], sources: dict[Source, int]) -> Iterator[str]:
    yield "\n### Formats, limits and names\n"
    yield "| target | formats | one schema | one request | names | property names |"
    yield "|---|---|---|---|---|---|"
    for target in targets:
        formats = "any" if target.formats is None else ", ".join(sorted(target.formats)) or "none"
        budget, request = target.budget, target.request
        held = [
            f"{most} {what}"
            for most, what in (
                (budget.properties, "properties"),
                (budget.depth, "levels"),
                (budget.enum_values, "enum values"),
            )
            if most is not None
        ]
        one = f"{', '.join(held)} [{sources[budget.source]}]" if budget.source else ""
        many = (
            f"{request.tools} strict tools, {request.optional} optional and {request.unions} union parameters "
            f"[{sources[request.source]}]"
            if request
            else ""
        )
        names = f"`{target.names.pattern}`, {target.names.longest} [{sources[target.names.source]}]"
        keys = f"`{target.keys.pattern}`{' at the root' if target.top_keys else ''}" if target.keys else ""
        yield f"| {target.name} | {formats} | {one} | {many} | {names} | {keys} |"


def _sources(sources: dict[Source, int]) -> Iterator[str]:
    yield "\n### Sources\n"
    for source, number in sources.items():
        yield f"{number}. {source.text} (read {source.date})"


def _numbered(targets: list[Target]) -> dict[Source, int]:
    found: dict[Source, int] = {}
    for target in targets:
        own = [rule.source for rule in target.rules.values()] + [target.names.source]
        own += [each.source for each in (target.budget, target.request) if each is not None and each.source]
        for source in own:
            found.setdefault(source, len(found) + 1)
    return found
