"""A catalog as an A2A 1.0 Agent Card.

A skill has no place for a schema, and an extension's parameters are a protobuf Struct, in which every number becomes
a float: so the extension says where each contract is and what its digest is, never the contract itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Tool
from gonogo.schema.types import Json

EXTENSION: Final = "urn:gonogo:a2a:contracts:1"
"""The URI of the extension that holds the contracts' identities."""

_JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Agent:
    """Who serves a catalog.

    Attributes:
        name: the agent's or server's name.
        description: what it is for.
        url: where it is reached.
        version: its version.
    """

    name: str = "gonogo"
    description: str = "Tools whose arguments and results are gauged."
    url: str = "https://agent.invalid/"
    version: str = "0.0.0"


def card(catalog: Catalog, agent: Agent, names: Mapping[str, str]) -> dict[str, Json]:
    """Return the Agent Card of a catalog.

    Args:
        catalog: its tools are the skills.
        agent: who serves them.
        names: each tool's identifier as a skill.
    """
    skills = {names[name]: _contracts(tool) for name, tool in catalog.tools.items()}
    extension = {
        "uri": EXTENSION,
        "description": "Identifier, version, digest and address of the contracts of each skill.",
        "params": {"skills": skills},
    }
    return {
        "name": agent.name,
        "description": agent.description,
        "version": agent.version,
        "supportedInterfaces": [{"url": agent.url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
        "capabilities": {"extensions": [extension]},
        "defaultInputModes": [_JSON],
        "defaultOutputModes": [_JSON],
        "skills": [_skill(tool, names[name]) for name, tool in catalog.tools.items()],
    }


def _skill(tool: Tool, name: str) -> dict[str, Json]:
    return {
        "id": name,
        "name": tool.title or tool.name,
        "description": tool.description or tool.title or tool.name,
        "tags": list(tool.namespace) or ["tool"],
    }


def _contracts(tool: Tool) -> dict[str, Json]:
    own = {"input": _identity(tool.input)}
    return own if tool.output is None else {**own, "output": _identity(tool.output)}


def _identity(contract: Contract) -> dict[str, Json]:
    address = contract.id or contract.digest
    return {
        "schema": address,
        "version": str(contract.version),
        "digest": contract.digest,
        "url": address if address.startswith("http") else "",
    }
