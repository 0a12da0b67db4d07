"""Bindings: how a tool is executed over HTTP, as a file of `bindings/` or an importer says."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gonogo.schema.types import Json, Schema


@dataclass(frozen=True, slots=True)
class Scheme:
    """A security scheme: what an operation asks for as a credential.

    Attributes:
        kind: `apiKey`, `http`, `oauth2`, `openIdConnect`, `mutualTLS` or `unknown`.
        place, name: for a key, where it is sent and under which name.
        scheme: for `http`, the scheme of the header Authorization.
        token_url: for `oauth2`, where client credentials are exchanged for a token; None where that is not foreseen.
    """

    kind: str
    place: str = ""
    name: str = ""
    scheme: str = ""
    token_url: str | None = None


@dataclass(frozen=True, slots=True)
class Answers:
    """What is made of an operation's responses.

    Attributes:
        shape: `bare`, `envelope` or `none`.
        statuses: what body each success has: `json`, `other`, `mixed` or `empty`; by status, range or `default`.
        media_types: the media types of each success.
        errors: the contracts of errors' bodies by status, range or `default`.
    """

    shape: str
    statuses: Mapping[str, str]
    media_types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    errors: Mapping[str, Schema] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Binding:
    """How a tool is executed over HTTP.

    Attributes:
        operation: method and path.
        servers: the base URLs that its document names; a host sends to none that its owner has not listed.
        security: the alternatives of credentials: scopes by scheme.
        schemes: what each scheme asks for.
        request: how a request is made of the arguments: a plan, see `gonogo.openapi.sending`.
        answers: what is made of the response.
    """

    operation: str
    servers: tuple[str, ...]
    security: tuple[Mapping[str, tuple[str, ...]], ...]
    schemes: Mapping[str, Scheme]
    request: Mapping[str, Json]
    answers: Answers

    @classmethod
    def of(cls, value: Json) -> "Binding":
        """Read a binding's JSON form, which keeps `contracts/binding.json`."""
        answers = value["response"]
        return cls(
            operation=value["operation"],
            servers=tuple(value["servers"]),
            security=tuple(_scopes(row) for row in value["security"]),
            schemes={name: _scheme(row) for name, row in value.get("security_schemes", {}).items()},
            request=value["request"],
            answers=Answers(
                answers["shape"],
                answers["statuses"],
                {status: tuple(names) for status, names in answers.get("media_types", {}).items()},
                answers.get("errors", {}),
            ),
        )


def _scopes(row: Mapping[str, Json]) -> dict[str, tuple[str, ...]]:
    return {
        name: tuple(each for each in scopes if isinstance(each, str)) if isinstance(scopes, list) else ()
        for name, scopes in row.items()
    }


def _scheme(row: Mapping[str, Json]) -> Scheme:
    return Scheme(
        row["type"], row.get("in", ""), row.get("name", ""), row.get("scheme", ""), row.get("token_url")
    )
