"""The second opinion: python-jsonschema with formats, less the differences that are known and have a reason.

Where a row of `DIFFERENCES` applies, the verdict on that one keyword is the one that its source asks for;
everything else is judged by `jsonschema`. A verdict of the gauge that differs then is a finding.
"""

import json
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from jsonschema import Draft7Validator, Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend, validator_for

from deep.differences import ADOPTED, ADOPTED_FORMATS, DIFFERENCES, MODERNISED, UNCOMPARED, Side, as_python
from gonogo.schema.types import Json, Schema


class Oracle:
    """Judges by `jsonschema`, and counts which known differences decided.

    Args:
        schema: the contract, in draft 2020-12 or 7.
        used: where the rows that decided are counted, by name.
    """

    def __init__(self, schema: Schema, used: Counter[str] | None = None) -> None:
        made = validator_for(schema, default=Draft202012Validator)
        self._used = Counter[str]() if used is None else used
        draft = made.META_SCHEMA["$schema"]
        adopted = {word: Draft7Validator.VALIDATORS[word] for word in ADOPTED if word not in made.VALIDATORS}
        if draft in MODERNISED:
            word = MODERNISED[draft][0]
            adopted[word] = Draft202012Validator.VALIDATORS[word]
        self._compared = draft not in UNCOMPARED or f'"{UNCOMPARED[draft][0]}"' not in json.dumps(schema)
        corrected = {word: self._corrected(made, word) for word in ("multipleOf", "format")}
        judge: Any = extend(made, adopted | corrected)  # type: ignore[no-untyped-call]
        self._judge: Any = judge(_translated(schema), format_checker=_checker(made))

    def is_valid(self, instance: Json) -> bool | None:
        """Return the verdict; None where `jsonschema` has none.

        It recurses for ever by a reference back to the same instance; for the rest see `UNCOMPARED`.
        """
        if not self._compared:
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # `re` warns of texts in the format `regex`
            try:
                return bool(self._judge.is_valid(instance))
            except RecursionError:
                return None

    def _corrected(self, made: Any, word: str) -> Callable[..., Iterator[ValidationError]]:
        original = made.VALIDATORS[word]

        def judge(
            validator: Any, declared: Json, instance: Json, schema: Schema
        ) -> Iterator[ValidationError]:
            errors = list(original(validator, declared, instance, schema) or ())
            known = word != "format" or declared in validator.format_checker.checkers  # by the draft
            name = _row(word, declared, instance, accepts=not errors) if known else None
            if name is None:
                yield from errors
                return
            self._used[name] += 1
            if not errors:
                yield ValidationError(name)

        return judge


def _checker(made: Any) -> FormatChecker:
    """The formats of a draft, and those that the engine adopts into it."""
    checker = FormatChecker(())
    known = Draft7Validator.FORMAT_CHECKER.checkers
    checker.checkers = {name: known[name] for name in ADOPTED_FORMATS} | made.FORMAT_CHECKER.checkers
    return checker


def _row(word: str, declared: Json, instance: Json, *, accepts: bool) -> str | None:
    """The row by which `jsonschema` decided wrongly, or None where there is none."""
    wanted = str if word == "format" else (int, float)
    if not isinstance(instance, wanted) or isinstance(instance, bool):
        return None
    keyword = f"format {declared}" if word == "format" else word
    side = Side.LOOSER if accepts else Side.STRICTER
    for row in DIFFERENCES:
        if row.keyword == keyword and row.side is side and row.applies(declared, instance):
            return row.name if row.right(declared, instance) is not accepts else None
    return None


def _translated(value: Json) -> Json:
    """A schema with its patterns in the dialect of `re`."""
    if isinstance(value, list):
        return [_translated(item) for item in value]
    if not isinstance(value, dict):
        return value
    # Without `$schema`: by it `jsonschema` would go back to a validator that knows of no difference.
    translated = {name: _translated(item) for name, item in value.items() if name != "$schema"}
    if isinstance(value.get("pattern"), str):
        translated["pattern"] = as_python(value["pattern"])
    if isinstance(
        translated.get("items"), bool
    ):  # no list: then `additionalItems` means nothing, and `jsonschema` falls over it
        translated.pop("additionalItems", None)
    named = translated.get("patternProperties")
    if isinstance(named, dict):
        translated["patternProperties"] = {as_python(name): item for name, item in named.items()}
    return translated
