"""The credentials that a document asks for, by scheme; none of them is ever an argument of a tool.

Source: OpenAPI 3.1, "Security Scheme Object"; Swagger 2.0, "Security Scheme Object".
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from gonogo.openapi.fault import OpenApiFault, Repair
from gonogo.openapi.members import mapping, text
from gonogo.openapi.operation import Operation, Parameter, Version
from gonogo.openapi.source import Place, Source
from gonogo.schema.types import Json

_PLACES: Final = frozenset({"query", "header", "cookie"})
_UNKNOWN: Final[dict[str, Json]] = {"type": "unknown"}


def schemes_of(source: Source, version: Version) -> dict[str, dict[str, Json]]:
    """Return a document's security schemes by name; what cannot be understood is of type `unknown`."""
    old = version is Version.V2_0
    steps = ("securityDefinitions",) if old else ("components", "securitySchemes")
    holder: Json = source.root(source.entry)
    for step in steps:
        holder = mapping(holder, step)
    found: dict[str, dict[str, Json]] = {}
    for name, raw in holder.items():
        try:
            own = source.settled(raw, Place(source.entry, (*steps, name))).value
        except OpenApiFault:
            own = {}
        found[name] = _swagger(own) if old else _scheme(own)
    return found


def needed(operation: Operation, schemes: Mapping[str, dict[str, Json]]) -> dict[str, Json]:
    """Return the schemes that an operation speaks of, by name."""
    names = dict.fromkeys(name for row in operation.security for name in row)
    return {name: schemes.get(name, _UNKNOWN) for name in names}


def without_credentials(
    operation: Operation, schemes: Mapping[str, Json]
) -> tuple[Operation, tuple[Repair, ...]]:
    """Leave out the parameters by which a credential would become an argument."""
    keys = {_folded(row["in"], row["name"]) for row in schemes.values() if row["type"] == "apiKey"}
    dropped = [each for each in operation.parameters if _folded(each.location, each.name) in keys]
    if not dropped:
        return operation, ()
    kept: tuple[Parameter, ...] = tuple(each for each in operation.parameters if each not in dropped)
    repairs = tuple(Repair(str(each.place), "credential_dropped") for each in dropped)
    return replace(operation, parameters=kept), repairs


def _folded(location: str, name: str) -> tuple[str, str]:
    return location, name.lower() if location == "header" else name


def _scheme(own: Json) -> dict[str, Json]:
    kind = text(own, "type")
    if kind == "http":
        return {"type": "http", "scheme": text(own, "scheme").lower() or "bearer"}
    if kind == "oauth2":
        flow = mapping(mapping(own, "flows"), "clientCredentials")
        return _oauth2(text(flow, "tokenUrl"))
    if kind in {"openIdConnect", "mutualTLS"}:
        return {"type": kind}
    return _api_key(own)


def _swagger(own: Json) -> dict[str, Json]:
    kind = text(own, "type")
    if kind == "basic":
        return {"type": "http", "scheme": "basic"}
    if kind == "oauth2":
        return _oauth2(text(own, "tokenUrl") if text(own, "flow") == "application" else "")
    return _api_key(own)


def _api_key(own: Json) -> dict[str, Json]:
    location, name = text(own, "in"), text(own, "name")
    if text(own, "type") != "apiKey" or location not in _PLACES or not name:
        return dict(_UNKNOWN)
    return {"type": "apiKey", "in": location, "name": name}


def _oauth2(token_url: str) -> dict[str, Json]:
    return {"type": "oauth2", **({"token_url": token_url} if token_url else {})}
