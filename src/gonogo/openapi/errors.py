"""What an operation answers when it fails: the contracts by which an error's body may be told to the caller."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from gonogo.catalog.contract import Side
from gonogo.openapi.assembly import Assembler
from gonogo.openapi.fault import OpenApiFault, Repair
from gonogo.openapi.media import is_json
from gonogo.openapi.operation import Operation, Response
from gonogo.openapi.source import Located, Place
from gonogo.schema.types import Json

_BUDGET: Final = 8 * 1024
"""Bytes of one error's contract: it is held by the host and never told to a client."""


@dataclass(frozen=True, slots=True)
class ErrorContracts:
    """The contracts of errors in one document; operations that refer to one response share its contract.

    Attributes:
        assembler: makes the document's contracts.
    """

    assembler: Assembler
    _made: dict[tuple[Place, ...], Json] = field(default_factory=dict, repr=False)

    def of(self, operation: Operation, successes: Mapping[str, str]) -> tuple[dict[str, Json], set[Repair]]:
        """Return the contracts by status; a body that is no JSON, or has no schema, has none.

        A contract that cannot be made is left out, with a repair: the operation can do without.
        """
        found: dict[str, Json] = {}
        repairs: set[Repair] = set()
        for response in operation.responses:
            schemas = _schemas(response)
            if not schemas or (response.status in successes and response.status != "default"):
                continue
            try:
                found[response.status] = self._contract(schemas)
            except (OpenApiFault, RecursionError):
                place = operation.place.below("responses", response.status)
                repairs.add(Repair(str(place), "error_contract_dropped"))
        return found, repairs

    def _contract(self, schemas: list[Located]) -> Json:
        key = tuple(each.place for each in schemas)
        if key not in self._made:
            converted = [self.assembler.schemas.convert(each, Side.OUTPUT).schema for each in schemas]
            whole: Json = converted[0] if len(converted) == 1 else {"anyOf": converted}
            if isinstance(whole, dict):
                whole = self.assembler.assemble(whole, Side.OUTPUT, str(key[0]), _BUDGET).schema
            self._made[key] = whole
        return self._made[key]


def _schemas(response: Response) -> list[Located]:
    return [
        media.schema for name, media in response.media.items() if media.schema is not None and is_json(name)
    ]
