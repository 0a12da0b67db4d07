"""How a projection is undone: what a model sent in the target's form, back into the contract's.

Each step is data, so that what is undone can be looked at; `Inverse` applies them both ways.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from gonogo.gauge.arguments import NotUndone
from gonogo.projection.form import Form
from gonogo.schema.engine import Options, Patterns, compile_schema
from gonogo.schema.errors import SchemaError
from gonogo.schema.limits import Limits
from gonogo.schema.text import TextFault, parse, write
from gonogo.schema.types import Json, Path, Schema
from gonogo.schema.value import ValueFault

NAME, VALUE = "name", "value"
"""The properties of an entry, where an object travels as a list."""

_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class Member:
    """One property of an object.

    Attributes:
        wire: its name as the target takes it.
        name: its own name.
        undo: how its value is undone; None where nothing is to be done.
        absent: whether null stands for "absent".
        filled: whether null, its default, is sent where it is absent, and stays.
    """

    wire: str
    name: str
    undo: "Undo | None" = None
    absent: bool = False
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Members:
    """Undoes the properties of an object; other keys stay."""

    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """Undoes every item of a list."""

    undo: "Undo"


@dataclass(frozen=True, slots=True)
class Text:
    """Reads a value that travels as JSON text."""


@dataclass(frozen=True, slots=True)
class Entries:
    """Makes an object of a list of names and values."""

    undo: "Undo | None" = None


@dataclass(frozen=True, slots=True)
class Wrapped:
    """Takes a value out of the object that carries it."""

    name: str
    undo: "Undo | None" = None


@dataclass(frozen=True, slots=True)
class Named:
    """Undoes what a schema of `$defs` describes."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """One branch of a union.

    Attributes:
        form: what tells it from the others on the way.
        undo: how it is undone.
        branch: the contract's own schema of it, whole.
    """

    form: Form
    undo: "Undo | None"
    branch: Schema


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Undoes a value as the branch says that it has the form of."""

    options: tuple[Option, ...]


Undo: TypeAlias = Members | Items | Text | Entries | Wrapped | Named | Choice
"""One step."""


@dataclass(frozen=True)
class Inverse:
    """How the arguments of one tool are undone.

    Attributes:
        root: the first step; None where nothing is to be done.
        steps: the steps of named schemas.
    """

    root: Undo | None = None
    steps: Mapping[str, Undo] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.root is not None

    def undo(self, value: Json) -> Json:
        """Return a payload in the contract's form; what does not have the target's form stays, for the gauge to judge.

        Args:
            value: a payload in the target's form; it is not changed.

        Raises:
            NotUndone: a text that stands for JSON holds none, or a name stands twice where names are unique.
        """
        return _Undoing(self.steps).at(self.root, value, ()) if self.root is not None else value

    def apply(self, value: Json) -> Json:
        """Return a payload of the contract as it would travel; what `undo` undoes.

        Args:
            value: a payload that the contract admits.
        """
        return _Applying(self.steps).at(self.root, value) if self.root is not None else value


def members(inverse: Inverse) -> Iterator[Member]:
    """Yield every property that an inverse knows of."""
    waiting: list[Undo | None] = [inverse.root, *inverse.steps.values()]
    while waiting:
        match waiting.pop():
            case Members(held):
                yield from held
                waiting += [member.undo for member in held]
            case Items(undo) | Entries(undo) | Wrapped(undo=undo):
                waiting.append(undo)
            case Choice(options):
                waiting += [option.undo for option in options]


def _followed(step: Undo | None, steps: Mapping[str, Undo]) -> Undo | None:
    """Return the step that a name stands for; None for names that stand for one another."""
    seen: set[str] = set()
    while isinstance(step, Named):
        if step.name in seen:
            return None
        seen.add(step.name)
        step = steps.get(step.name)
    return step


class _Undoing:
    def __init__(self, steps: Mapping[str, Undo]) -> None:
        self._steps = steps

    def at(self, step: Undo | None, value: Json, path: Path) -> Json:
        step = _followed(step, self._steps)
        match step:
            case Members() if isinstance(value, dict):
                return self._object(step, value, path)
            case Items() if isinstance(value, list):
                return [self.at(step.undo, item, (*path, index)) for index, item in enumerate(value)]
            case Text() if isinstance(value, str):
                return _read(value, path)
            case Entries() if isinstance(value, list):
                return self._entries(step, value, path)
            case Wrapped() if isinstance(value, dict) and set(value) == {step.name}:
                return self.at(step.undo, value[step.name], (*path, step.name))
            case Choice():
                fitting = (option.undo for option in step.options if option.form.fits(value))
                return self.at(next(fitting, None), value, path)
        return value

    def _object(self, step: Members, value: dict[str, Json], path: Path) -> dict[str, Json]:
        known = {member.wire: member for member in step.members}
        out: dict[str, Json] = {}
        for key, inner in value.items():
            member = known.get(key)
            if member is None:
                out[key] = inner
            elif not (member.absent and inner is None):
                out[member.name] = self.at(member.undo, inner, (*path, key))
        return out

    def _entries(self, step: Entries, value: list[Json], path: Path) -> Json:
        out: dict[str, Json] = {}
        for index, entry in enumerate(value):
            if not isinstance(entry, dict) or set(entry) != {NAME, VALUE} or not isinstance(entry[NAME], str):
                return value
            if entry[NAME] in out:
                raise NotUndone((*path, index, NAME), "duplicate_key")
            out[entry[NAME]] = self.at(step.undo, entry[VALUE], (*path, index, VALUE))
        return out


def _read(text: str, path: Path) -> Json:
    try:
        return parse(text, _LIMITS)
    except TextFault as fault:
        raise NotUndone(path, fault.code) from None
    except ValueFault as fault:
        raise NotUndone(path, fault.code) from None


class _Applying:
    def __init__(self, steps: Mapping[str, Undo]) -> None:
        self._steps = steps

    def at(self, step: Undo | None, value: Json) -> Json:
        step = _followed(step, self._steps)
        match step:
            case Members() if isinstance(value, dict):
                return self._object(step, value)
            case Items() if isinstance(value, list):
                return [self.at(step.undo, item) for item in value]
            case Text():
                return write(value)
            case Entries() if isinstance(value, dict):
                return [{NAME: name, VALUE: self.at(step.undo, inner)} for name, inner in value.items()]
            case Wrapped():
                return {step.name: self.at(step.undo, value)}
            case Choice():
                return self._chosen(step, value)
        return value

    def _chosen(self, step: Choice, value: Json) -> Json:
        """A value may be of several branches of the contract, and travel in the form of some of them only."""
        first = value
        for option in reversed(step.options):
            if _accepts(option.branch, value):
                first = self.at(option.undo, value)
        for option in step.options:
            if _accepts(option.branch, value):
                sent = self.at(option.undo, value)
                if option.form.fits(sent):
                    return sent
        return first

    def _object(self, step: Members, value: dict[str, Json]) -> dict[str, Json]:
        """In the schema's order, since decoders of some vendors write keys in that order only."""
        out: dict[str, Json] = {}
        for member in step.members:
            if member.name in value:
                out[member.wire] = self.at(member.undo, value[member.name])
            elif member.absent or member.filled:
                out[member.wire] = None
        known = {member.name for member in step.members}
        return out | {key: inner for key, inner in value.items() if key not in known}


def _accepts(branch: Schema, value: Json) -> bool:
    try:
        return compile_schema(branch, Options(patterns=Patterns.BACKTRACKING)).is_valid(value)
    except SchemaError:
        return False
