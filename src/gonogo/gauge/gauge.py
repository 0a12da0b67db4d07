"""The gauge: one payload against one contract, Go or NoGo.

Stages, the first that fails answering alone: size, depth and nodes; strict JSON; the engine's verdict, and
only where it is no, the explanation. What passed is what is handed on: nothing is coerced, stripped or filled
in, except that a number with an integral value below 2^53 is an `int`, whatever its spelling.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from jiter import from_json

from gonogo.gauge.codes import CODES
from gonogo.gauge.compiled import Compiled, Recipe, compile_contract
from gonogo.gauge.counting import counting
from gonogo.gauge.explain import Explaining
from gonogo.gauge.explainer import Budget, Explanation
from gonogo.gauge.facts import type_of
from gonogo.gauge.mending import Mend, mending
from gonogo.gauge.problem import Door, Issue, Problem, Subject
from gonogo.gauge.shape import shape_of
from gonogo.gauge.verdict import Go, NoGo, Verdict, new, passed, set_notes, set_value
from gonogo.schema.canonical import digest
from gonogo.schema.engine import Options, is_panic, reaches_limit
from gonogo.schema.limits import INPUT_LIMITS, Limits
from gonogo.schema.numbers import SAFE_INTEGER, make_whole
from gonogo.schema.pointer import join
from gonogo.schema.reach import bundled
from gonogo.schema.refs import Bundle
from gonogo.schema.text import LONG, TextFault, admit, fault_of, harmless_size, raw_reader, reader
from gonogo.schema.types import Json, Schema
from gonogo.schema.value import ValueFault, measure, with_whole_numbers

_MENDABLE = frozenset({Door.SEARCH, Door.INPUT, Door.HANDOFF})
"""Doors whose payload the sender can mend; at the others the fault is in our own house."""

_BYTES_OF_CHARACTER = 4
"""At most, in UTF-8."""


class Gauge:
    """A compiled contract.

    Args:
        schema: the contract's JSON Schema; a copy of it is held.
        recipe: how it is compiled: its documents, draft, formats and budgets.
        subject: what is gauged with it, as a problem will name it; by default the schema's own `$id` and
            `x-version` at the input door.
        limits: what a payload may measure; by default 1 MiB and 100,000 nodes at the input door, else 8 MiB.
        budget: what an explanation may cost.
        expired: asked now and then, during an explanation, whether time is up.

    Raises:
        SchemaError: the schema is no usable contract; one of its kinds says why, with the place.
    """

    # Slots, since reading an attribute of a payload's way out of a dictionary costs a tenth of the whole.
    __slots__ = (
        "_compiled", "_expired", "_explaining", "_is_valid", "_mend", "_numbers", "_parse", "_rounds", "_short",
        "_subject",
        "_suspects", "_verdict_first", "_whole_subject", "budget", "limits",
    )  # fmt: skip

    def __init__(
        self,
        schema: Schema,
        recipe: Recipe | None = None,
        *,
        subject: Subject | None = None,
        limits: Limits | None = None,
        budget: Budget | None = None,
        expired: Callable[[], bool] | None = None,
    ) -> None:
        self._compiled: Compiled = compile_contract(schema, recipe or Recipe())
        self._is_valid = self._compiled.validator.is_valid
        self._suspects = self._compiled.backtracking
        self._subject = subject or Subject()
        self.limits = limits or (INPUT_LIMITS if self._subject.door is Door.INPUT else Limits())
        self.budget = budget or Budget()
        self._expired = expired
        self._whole_subject: Subject | None = None
        self._explaining: Explaining | None = None
        self._parse: Callable[[str | bytes], Json] = self._parse_first
        self._short = -1
        self._verdict_first = False
        self._numbers: tuple[str, ...] = ()
        self._mend: Mend | None = None
        self._rounds = False

    @property
    def schema(self) -> Schema:
        """The schema that is gauged against; not to be changed."""
        return self._compiled.bundle.root.schema

    @property
    def bundle(self) -> Bundle:
        """The schema with the documents that it needs, every place addressable."""
        return self._compiled.bundle

    @property
    def options(self) -> Options:
        """How parts of the schema are compiled."""
        return self._compiled.options

    @property
    def dropped(self) -> tuple[str, ...]:
        """Pointers of the patterns of an imported schema that no engine takes, and that decide nothing here."""
        return self._compiled.dropped

    @property
    def subject(self) -> Subject:
        """What is gauged, and against which contract; completed from the schema where it was not given whole."""
        if self._whole_subject is None:
            self._whole_subject = self._completed()
        return self._whole_subject

    def read(self, text: str | bytes) -> Verdict:
        """Judge JSON text.

        Args:
            text: one JSON value, as text or as UTF-8.
        """
        # Nearly every text is short and passes. What is said elsewhere in a call is said here in place: for a
        # text of 100 bytes, each call of a Python function costs a twentieth of the whole.
        try:
            if type(text) is bytes and len(text) <= self._short:
                value = from_json(text, catch_duplicate_keys=True, allow_inf_nan=False, cache_mode="keys")
            else:
                value = self._parse(text)
        except ValueError as error:
            return self._refuse_unread(text, error)
        if not self._verdict_first:
            return self._judge(value)
        try:
            valid = self._is_valid(value)
        except BaseException as error:  # noqa: BLE001 - a panic derives from nothing nearer
            return self._undecided(error)
        if not valid:
            return self._look_again(text, value, valid)
        for name in self._numbers:
            number = value.get(name)
            if type(number) is float and number.is_integer():
                if not -SAFE_INTEGER < number < SAFE_INTEGER:
                    return self._look_again(text, value, valid)
                value[name] = int(number)
        if self._mend is not None and not self._mend(value):
            return self._look_again(text, value, valid)
        go = new(Go)  # as in `passed`
        set_value(go, value)
        set_notes(go, ())
        return go

    def check(self, value: Json) -> Verdict:
        """Judge a Python value, held to the rules of JSON text: string keys, finite numbers, no foreign types.

        Args:
            value: dict, list, str, int, float, bool or None, and nothing that derives from them.
        """
        try:
            whole = measure(value, self.limits)
        except ValueFault as fault:
            return self._refuse_value(fault)
        return self._judge(with_whole_numbers(value) if whole else value)

    def explain(self, value: Json) -> Explanation:
        """Return why a value that has been measured breaks the contract, with what finding it out cost."""
        return self._known().explain(value, self.budget, self._expired)

    def refuse(
        self, code: str, *, pointer: str = "", expected: Json = None, received: str | None = None,
        offset: int | None = None,
    ) -> NoGo:  # fmt: skip
        """Answer NoGo with one issue that was found before the contract was looked at."""
        issue = Issue(code, pointer, None, None, expected, received, None, CODES[code].hint, offset)
        return self._no_go((issue,), truncated=code == "not_explained")

    def _completed(self) -> Subject:
        own = self._compiled.bundle
        words = own.root.schema if isinstance(own.root.schema, dict) else {}
        given = self._subject
        said = {word: text for word, text in words.items() if isinstance(text, str)}
        return replace(
            given,
            schema=given.schema or said.get(own.draft.id_keyword),
            version=given.version or said.get("x-version"),
            digest=given.digest or digest(bundled(own), own.draft),
        )

    def _parse_first(self, text: str | bytes) -> Json:
        """Parse the first text, and choose how the others are read.

        Of what the contract declares, its verdict answers what else a walk would. Other threads may read meanwhile:
        what they use stands before they are sent to it.
        """
        shape = None if self._suspects else shape_of(self._compiled.bundle)
        if shape is None or shape.depth > self.limits.depth or not (shape.is_object or shape.is_list):
            self._parse = reader(self.limits)
        else:
            self._numbers = shape.numbers
            self._mend = mending(shape)
            self._verdict_first = True
            members = counting(shape)
            self._parse = raw_reader(self.limits, members)
            self._rounds = members is not None
            self._short = (
                harmless_size(self.limits) if members is None else min(LONG - 1, harmless_size(self.limits))
            )
        return self._parse(text)

    def _judge(self, value: Json) -> Verdict:
        try:
            if self._suspects and any(reaches_limit(p, t) for t in _texts(value) for p in self._suspects):
                return self.refuse("not_decided")
            valid = self._is_valid(value)
        except BaseException as error:  # noqa: BLE001 - a panic derives from nothing nearer
            return self._undecided(error)
        return passed(value) if valid else self._refuse(value)

    def _undecided(self, error: BaseException) -> NoGo:
        """Answer where the engine broke off: what cannot be decided is no-go. Ctrl-C and the like go through."""
        if not isinstance(error, Exception) and not is_panic(error):
            raise error
        return self.refuse("not_decided")

    def _look_again(self, text: str | bytes, value: Json, valid: bool) -> Verdict:
        """Judge again what the raw reader left, as it is handed on: to draft 4 a `1.0` is no integer, a 1 is one.

        The stages before the contract answer first. What is valid already is passed, unless its numbers may have been
        rounded: a text long enough for that is parsed again.
        """
        try:
            if self._rounds and len(text) * _BYTES_OF_CHARACTER >= LONG:
                value, valid = reader(self.limits)(text), False
            else:
                admit(value, self.limits)
        except ValueFault as fault:
            return self._refuse_value(fault)
        value = make_whole(value)
        return passed(value) if valid else self._judge(value)

    def _refuse(self, value: Json) -> NoGo:
        explanation = self.explain(value)
        if not explanation.issues:
            return self.refuse("not_explained", received=type_of(value))
        return self._no_go(explanation.issues, truncated=explanation.truncated)

    def _refuse_unread(self, text: str | bytes, error: ValueError) -> NoGo:
        if isinstance(error, ValueFault):
            return self._refuse_value(error)
        if not isinstance(error, TextFault):
            error = fault_of(text, error)
        return self.refuse(error.code, received="text", offset=error.offset)

    def _refuse_value(self, fault: ValueFault) -> NoGo:
        pointer = join(self._known().names.declared(fault.path))
        return self.refuse(fault.code, pointer=pointer)

    def _no_go(self, issues: tuple[Issue, ...], *, truncated: bool) -> NoGo:
        door = self._subject.door
        return NoGo(
            Problem(
                self.subject,
                issues,
                retryable=door in _MENDABLE,
                executed=door is Door.OUTPUT,
                truncated=truncated,
            )
        )

    def _known(self) -> Explaining:
        """What explanations of this contract share; made when the first one is asked for."""
        if self._explaining is None:
            self._explaining = Explaining(self._compiled)
        return self._explaining


def _texts(value: Json) -> Iterator[str]:
    """Every text in a value, names among them."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            yield from item
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)
