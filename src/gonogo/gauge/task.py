"""One schema to be explained against one instance that breaks it."""

from dataclasses import dataclass

from gonogo.gauge.problem import Because
from gonogo.gauge.view import View
from gonogo.schema.types import Json, Path


@dataclass(slots=True)
class Task:
    """Work on the explainer's list; never changed, but not frozen, since one is made for every step down.

    Attributes:
        view: the schema.
        instance: the value, which breaks it.
        path: the steps to the value, as they stand in the payload.
        pointer: the pointer to the value; None where the path may hold a key that the contract does not declare.
        because: what chose the branch in which the schema stands.
    """

    view: View
    instance: Json
    path: Path = ()
    pointer: str | None = ""
    because: Because | None = None
