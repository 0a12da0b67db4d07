"""A consumer's schema, said of what the producer sends: true of a value where what is taken from it fits the consumer.

What the consumer gets is an object with one member for each of its properties that is mapped, where the pointer leads
to something. So each keyword about members becomes one about the places that they are taken from.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import Final

from gonogo.schema.pointer import split
from gonogo.schema.portable import portable
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Json, Schema
from gonogo.witness.formula import Side, Term
from gonogo.witness.places import together
from gonogo.witness.text import finds

_CONSUMER: Final = "consumer"
_MOST_WAYS: Final = 256
_LISTS: Final = ("allOf", "anyOf", "oneOf")
_ONE: Final = ("not", "if", "then", "else")
_UNCERTAIN: Final = frozenset({"anyOf", "oneOf", "if", "not", "dependentSchemas"})


class NotLifted(ValueError):
    """Raised for a keyword of the consumer that cannot be said of what the producer sends; its message names it."""


def lifted(consumer: Bundle, fields: Mapping[str, str]) -> Schema:
    """Return the schema that a producer's value satisfies where what is taken from it satisfies the consumer's.

    Args:
        consumer: the consumer's schema.
        fields: for each mapped property of the consumer, a JSON pointer into what the producer sends.

    Raises:
        NotLifted: the consumer counts or compares its members in a way that has no such schema.
    """
    schema, definitions = portable(consumer, f"#/$defs/{_CONSUMER}")
    document: dict[str, Json] = {**schema, "$defs": {**definitions, _CONSUMER: schema}}
    lift = _Lift(Side(document, _CONSUMER), fields)
    whole = lift.of(Term(lift.side, ("$defs", _CONSUMER), schema))
    body = whole if isinstance(whole, dict) else ({} if whole else {"not": {}})
    return {**body, "$defs": {**document["$defs"], **lift.named}}


def names_of(bundle: Bundle) -> list[str]:
    """Return the properties that a schema declares at its root, through references, unions and conditions."""
    schema, definitions = portable(bundle, f"#/$defs/{_CONSUMER}")
    side = Side({"$defs": {**definitions, _CONSUMER: schema}}, _CONSUMER)
    terms = together((side.term(("$defs", _CONSUMER), schema),))
    return list(dict.fromkeys(name for term in terms for name in term.words.get("properties", ())))


def taken(value: Json, fields: Mapping[str, str]) -> dict[str, Json]:
    """Return what a consumer gets of a value that a producer sends."""
    found = {}
    for name, pointer in fields.items():
        place = value
        for step in split(pointer):
            if isinstance(place, dict) and step in place:
                place = place[step]
            elif isinstance(place, list) and step.isdecimal() and int(step) < len(place):
                place = place[int(step)]
            else:
                break
        else:
            found[name] = place
    return found


@dataclass
class _Lift:
    """Rewrites one consumer.

    Attributes:
        side: its document.
        fields: where each mapped property is taken from.
        named: the rewritten schemas that references lead to.
    """

    side: Side
    fields: Mapping[str, str]
    named: dict[str, Schema] = field(default_factory=dict)

    def of(self, term: Term) -> Schema:
        """Rewrite a schema that judges the whole of what is taken."""
        words = term.words
        if isinstance(term.schema, bool):
            return term.schema
        parts: list[Schema] = list(self._members(term))
        if "type" in words and "object" not in (
            [words["type"]] if isinstance(words["type"], str) else words["type"]
        ):
            return False
        for keyword in ("enum", "const"):
            if keyword in words:
                raise NotLifted(keyword)
        joined: dict[str, Json] = {}
        for keyword in _LISTS:
            if keyword in words:
                joined[keyword] = [self.of(part) for _, part in term.parts(keyword)]
        joined |= {keyword: self.of(term.part(keyword)) for keyword in _ONE if keyword in words}
        if "$ref" in words:
            parts.append({"$ref": self._reference(term)})
        if "dependentSchemas" in words:
            parts += [
                _either(self._absent(str(name)), self.of(part))
                for name, part in term.parts("dependentSchemas")
            ]
        return {**joined, "allOf": [*joined.get("allOf", ()), *parts]} if parts else joined

    def _reference(self, term: Term) -> str:
        """Where the rewritten target of a reference stands; it is written once."""
        text = str(term.words["$ref"])
        name = "taken " + text.removeprefix("#/$defs/")
        if name not in self.named:
            self.named[name] = True  # a circle through the same value says nothing more
            self.named[name] = self.of(self.side.target(text))
        return "#/$defs/" + name.replace(" ", "%20")

    def _members(self, term: Term) -> Iterator[Schema]:
        """What the keywords about members say of the places that they are taken from."""
        words = term.words
        for name in words.get("required", ()):
            yield self._present(name)
        for name, others in words.get("dependentRequired", {}).items():
            yield _either(self._absent(name), {"allOf": [self._present(other) for other in others]})
        for name in self.fields:
            yield from (self._at(name, part) for part in _of_member(term, name))
            if "propertyNames" in words and not term.part("propertyNames").accepts(name):
                yield self._absent(name)
        yield from self._counted(words)
        if words.get("unevaluatedProperties", True) is not True and any(
            _UNCERTAIN & each.words.keys() for each in together((term,))
        ):
            raise NotLifted("unevaluatedProperties")

    def _counted(self, words: dict[str, Json]) -> Iterator[Schema]:
        names = list(self.fields)
        least, most = int(words.get("minProperties", 0)), int(words.get("maxProperties", len(names)))
        if (
            max(comb(len(names), min(least, len(names))), comb(len(names), min(most + 1, len(names))))
            > _MOST_WAYS
        ):
            raise NotLifted("minProperties" if least else "maxProperties")
        if least:
            yield {
                "anyOf": [{"allOf": list(map(self._present, each))} for each in combinations(names, least)]
                or [False]
            }
        for each in combinations(names, most + 1) if most < len(names) else ():
            yield {"not": {"allOf": list(map(self._present, each))}}

    def _present(self, name: str) -> Schema:
        return _leads(split(self.fields[name])) if name in self.fields else False

    def _absent(self, name: str) -> Schema:
        return {"not": self._present(name)}

    def _at(self, name: str, part: Term) -> Schema:
        return _inside(split(self.fields[name]), part.schema)


def _of_member(term: Term, name: str) -> list[Term]:
    """The schemas that one schema sets for a member, unevaluated ones left out."""
    words = term.words
    found = [term.part("properties", name)] if name in words.get("properties", ()) else []
    patterns = words.get("patternProperties", ())
    found += [term.part("patternProperties", pattern) for pattern in patterns if finds(pattern, name)]
    if not found and "additionalProperties" in words:
        return [term.part("additionalProperties")]
    return found


def _either(one: Schema, other: Schema) -> Schema:
    return {"anyOf": [one, other]}


def _inside(steps: tuple[str, ...], schema: Schema) -> Schema:
    """A schema for the place that some steps lead to, where they lead somewhere."""
    for step in reversed(steps):
        below: dict[str, Json] = {"properties": {step: schema}}
        if step.isdecimal():
            below["prefixItems"] = [*[True] * int(step), schema]
        schema = below
    return schema


def _leads(steps: tuple[str, ...]) -> Schema:
    """A schema for values in which some steps lead somewhere."""
    schema: Schema = True
    for step in reversed(steps):
        members: Schema = {"type": "object", "required": [step], "properties": {step: schema}}
        if step.isdecimal():
            items = {"type": "array", "minItems": int(step) + 1, "prefixItems": [*[True] * int(step), schema]}
            members = _either(members, items)
        schema = members
    return schema
