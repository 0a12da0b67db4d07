"""What is wrong with a payload, in words that hold nothing of the payload itself.

No value and no undeclared key ever stands here: declared names, declared values and pointers only; an
undeclared key is `*`. The one exception is `upstream`: what a service said in a form that its document declares. The
JSON form is a contract: `src/gonogo/contracts/problem.json`.
"""

from dataclasses import dataclass, field
from enum import Enum

from gonogo.schema.text import write
from gonogo.schema.types import Json

UNDECLARED = "*"
"""What stands in a pointer for a key that the contract does not declare."""


class Door(str, Enum):
    """A place where the host gauges."""

    SEARCH = "search"
    INPUT = "input"
    OUTPUT = "output"
    HANDOFF = "handoff"
    CHECKPOINT = "checkpoint"


@dataclass(frozen=True, slots=True)
class Subject:
    """What is gauged, and against which contract.

    Attributes:
        door: where the payload is judged.
        tool: the tool, handoff or state that it belongs to; None for a bare schema.
        schema: the contract's `$id`; None where it has none.
        version: the contract's `x-version`; None where it has none.
        digest: the contract's digest, `sha256:…`.
    """

    door: Door = Door.INPUT
    tool: str | None = None
    schema: str | None = None
    version: str | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class Because:
    """What chose the branch of the contract that an issue comes from.

    Attributes:
        keyword: `if`, `const`, `enum`, `type`, `fit`, `dependentRequired` or `dependentSchemas`.
        pointer: the place in the payload that decided.
        schema_pointer: the place in the schema that decided.
        declared: the value, or the list of values, that the contract names there; None where it names none.
        negated: whether it decided by not holding, as an `else` does.
    """

    keyword: str
    pointer: str
    schema_pointer: str
    declared: Json = None
    negated: bool = False

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form."""
        return {
            "keyword": self.keyword,
            "pointer": self.pointer,
            "schema_pointer": self.schema_pointer,
            "declared": self.declared,
            "negated": self.negated,
        }


@dataclass(frozen=True, init=False)
class Issue:
    """One thing wrong.

    Attributes:
        code: a row of `codes.CODES`.
        pointer: the place in the payload; the missing place where something is missing.
        keyword: the schema keyword that failed; None before the contract is looked at.
        schema_pointer: where that keyword stands in the contract; None before the contract is looked at.
        expected: what the contract declares there: a type, a value, a bound, names, or an excerpt of a schema.
        received: the JSON type that came, `missing`, or None.
        because: what chose the branch of the contract; None where there was no choice.
        hint: what to do about it.
        offset: bytes of UTF-8 text before the fault; None where the fault is not one of text.
    """

    code: str
    pointer: str
    keyword: str | None
    schema_pointer: str | None
    expected: Json
    received: str | None
    because: Because | None
    hint: str
    offset: int | None = None

    def __init__(
        self,
        code: str,
        pointer: str,
        keyword: str | None,
        schema_pointer: str | None,
        expected: Json,
        received: str | None,
        because: Because | None,
        hint: str,
        offset: int | None = None,
    ) -> None:
        # Refusals are made of these: one assignment costs half of what nine do.
        fields = {
            "code": code,
            "pointer": pointer,
            "keyword": keyword,
            "schema_pointer": schema_pointer,
            "expected": expected,
            "received": received,
            "because": because,
            "hint": hint,
            "offset": offset,
        }
        object.__setattr__(self, "__dict__", fields)

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form; `offset` stands in it only where there is one."""
        form: dict[str, Json] = {
            "code": self.code,
            "pointer": self.pointer,
            "keyword": self.keyword,
            "schema_pointer": self.schema_pointer,
            "expected": self.expected,
            "received": self.received,
            "because": self.because.to_dict() if self.because else None,
            "hint": self.hint,
        }
        if self.offset is not None:
            form["offset"] = self.offset
        return form


@dataclass(frozen=True, slots=True)
class Upstream:
    """What a service behind a tool said instead of a result.

    Attributes:
        status: the status of its answer.
        body: the body of its answer, where it keeps the contract that is declared for it.
        has_body: whether there is such a body.
        retry_after: seconds that it asks to wait; None where it does not.
    """

    status: int
    body: Json = field(default=None, repr=False)
    has_body: bool = False
    retry_after: float | None = None

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form."""
        form: dict[str, Json] = {"status": self.status}
        if self.has_body:
            form["body"] = self.body
        if self.retry_after is not None:
            form["retry_after"] = self.retry_after
        return form


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a payload was refused.

    Attributes:
        subject: what was gauged, and against which contract.
        issues: at least one, in the order of the payload.
        retryable: whether the sender can mend it by sending something else.
        executed: whether the tool has already run.
        truncated: whether there may be more issues than stand here.
        upstream: what the service behind the tool said, where it is the service that failed.
    """

    subject: Subject
    issues: tuple[Issue, ...]
    retryable: bool
    executed: bool = False
    truncated: bool = False
    upstream: Upstream | None = None

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form, as `contracts/problem.json` describes it."""
        subject = self.subject
        told = {} if self.upstream is None else {"upstream": self.upstream.to_dict()}
        return {
            "door": subject.door.value,
            "tool": subject.tool,
            "schema": subject.schema,
            "version": subject.version,
            "digest": subject.digest,
            "retryable": self.retryable,
            "executed": self.executed,
            "truncated": self.truncated,
            "issues": [issue.to_dict() for issue in self.issues],
            **told,
        }

    def to_json(self) -> str:
        """Return the JSON form as compact text."""
        return write(self.to_dict())
