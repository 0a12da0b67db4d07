"""What to do about a change that breaks: one sentence a rule, for whoever reads the report."""

from collections.abc import Mapping
from typing import Final

from gonogo.diff.changes import Change
from gonogo.diff.judgement import Judgement, Verdict, Way

_SENDERS: Final[Mapping[str, str]] = {
    "required-narrowed": "make the property optional: callers that do not know it cannot send it",
    "required-added": "make the properties optional: callers that do not know them cannot send them",
    "property-removed": "keep the property, if need be ignored: callers still send it",
    "property-added": "let the new property take what callers may already send under that name",
    "enum-narrowed": "keep accepting the value, or map it at the door: callers still send it",
    "enum-added": "keep accepting every value that was accepted",
    "const-changed": "accept the old value too",
    "type-narrowed": "keep accepting the type: callers still send it",
    "type-added": "keep accepting what was accepted",
    "additionalProperties-added": "declare the keys that callers send before the object is closed",
    "oneOf-added": "make every old payload match exactly one branch",
    "oneOf-removed": "keep the branch: callers still send it",
    "anyOf-added": "make every old payload match a branch",
    "anyOf-removed": "keep the branch: callers still send it",
    "format-added": "a format is asserted at our doors: keep accepting texts that do not conform",
    "format-changed": "a format is asserted at our doors: accept the old format too",
}
"""For payloads of the old schema that the new one refuses."""

_READERS: Final[Mapping[str, str]] = {
    "enum-widened": "readers know the old values only: give the new one to those who ask for it",
    "enum-removed": "readers know the old values only",
    "required-widened": "keep sending the property: readers count on it",
    "required-removed": "keep sending the properties: readers count on them",
    "property-added": "readers refuse keys that they do not know: put it under an open object, or open this one first",
    "property-removed": "readers check what they know of the property: keep sending it as it was",
    "type-widened": "readers know the old types only",
    "additionalProperties-removed": "readers refuse keys that they do not know: keep the object closed",
    "oneOf-added": "readers do not know the new branch",
    "anyOf-added": "readers do not know the new branch",
    "schema-changed": "readers count on a typed result: keep the output contract",
}
"""For payloads of the new schema that the old one refuses."""

_SILENT: Final[Mapping[Way, str]] = {
    Way.FORWARD: "it is accepted and ignored: tell whoever sends it, or keep declaring it",
    Way.BACK: "nobody promises it any more: tell whoever reads it, or keep declaring it",
}
_BY_ACTION: Final[Mapping[Way, str]] = {
    Way.FORWARD: "loosen it again, or give the change a new major version and a new name beside the old one",
    Way.BACK: "send what was promised, or give the change a new major version and a new name beside the old one",
}


def advice(judgement: Judgement) -> str:
    """Return what to do about a judgement; empty where nothing has to be done."""
    if judgement.verdict is Verdict.UNKNOWN:
        return (
            f"neither proven nor shown ({', '.join(judgement.blocked)}): look at it, or write it more simply"
        )
    if judgement.verdict is Verdict.SILENT:
        return _SILENT[judgement.way]
    if judgement.verdict is Verdict.COMPATIBLE:
        return ""
    table = _SENDERS if judgement.way is Way.FORWARD else _READERS
    said = next((table[cause.rule] for cause in judgement.causes if cause.rule in table), None)
    return said or _BY_ACTION[judgement.way]


def sentence(change: Change) -> str:
    """Return a change in words, with the names and values that came or went as the schema declares them."""
    words = change.rule.replace("-", " ")
    return f"{words}: {', '.join(map(str, change.what))}" if change.what else words
