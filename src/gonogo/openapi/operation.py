"""An operation of an OpenAPI document, whatever the version: what the compiler works on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from gonogo.openapi.source import Located, Place
from gonogo.schema.types import Json

METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
"""The members of a path item that are operations (OpenAPI 3.2, section 4.9); `query` came with 3.2."""


_READ_ONLY: Final = frozenset({"get", "head", "options", "query", "trace"})
"""The methods that change nothing (RFC 9110, section 9.2.1)."""


class Version(Enum):
    """What the schemas of a document are written in."""

    V2_0 = "2.0"
    V3_0 = "3.0"
    V3_1 = "3.1"

    @property
    def ref_stands_alone(self) -> bool:
        """Whether the siblings of a `$ref` are ignored."""
        return self is not Version.V3_1


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter in the path, the query, a header or a cookie.

    Attributes:
        name: as it is sent.
        location: `path`, `query`, `querystring`, `header` or `cookie`.
        required: whether a call needs it.
        schema: what its value keeps; None where nothing is said.
        style: how it is written, in the words of OpenAPI; `tabDelimited` is the `tsv` of Swagger 2.0.
        explode: whether items or members are written one by one.
        media_type: what its value is written as, where `content` says so.
        allow_reserved: whether reserved characters stay as they are.
        description: what it is for.
        place: where it stands.
    """

    name: str
    location: str
    required: bool
    schema: Located | None
    style: str
    explode: bool
    media_type: str | None
    allow_reserved: bool
    description: str
    place: Place


@dataclass(frozen=True, slots=True)
class Media:
    """A body in one media type.

    Attributes:
        schema: what it keeps; None where nothing is said.
        encoding: how single properties of a form are written, in the words of OpenAPI.
    """

    schema: Located | None
    encoding: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a request.

    Attributes:
        media: by media type, in the order of the document.
        required: whether a call needs it.
        description: what it is for.
    """

    media: Mapping[str, Media]
    required: bool
    description: str


@dataclass(frozen=True, slots=True)
class Response:
    """One of an operation's responses.

    Attributes:
        status: three digits, a range such as `2XX`, or `default`.
        media: the bodies by media type; empty where it has none.
    """

    status: str
    media: Mapping[str, Media]


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation.

    Attributes:
        method: in lower case.
        path: the template.
        identifier: its `operationId`; empty where it has none.
        summary, description: what it does.
        tags: its groups.
        deprecated: whether it should not be used any more.
        parameters: its own and its path's.
        body: its request body; None where it has none.
        responses: by status, in the order of the document.
        security: the alternatives of credentials: names of schemes with their scopes.
        servers: the base URLs as the document writes them.
        place: where it stands.
    """

    method: str
    path: str
    identifier: str
    summary: str
    description: str
    tags: tuple[str, ...]
    deprecated: bool
    parameters: tuple[Parameter, ...]
    body: Body | None
    responses: tuple[Response, ...]
    security: tuple[Mapping[str, Json], ...]
    servers: tuple[str, ...]
    place: Place

    @property
    def key(self) -> str:
        """What identifies it in a document: `GET /pets/{id}`."""
        return f"{self.method.upper()} {self.path}"

    @property
    def is_read_only(self) -> bool:
        """Whether its method changes nothing."""
        return self.method in _READ_ONLY
