"""One schema to be explained against one instance that breaks it."""

from dataclasses import dataclass

from gonogo.gauge.problem import Because
from gonogo.gauge.view import View
from gonogo.schema.types import Json, Path


@dataclass(frozen=True, slots=True)
class Task:
    """Work on the explainer's list.

    Attributes:
        view: the schema.
        instance: the value, which breaks it.
        path: the steps to the value, as they stand in the payload.
        declared: whether every name in the path is one that the contract declares.
        because: what chose the branch in which the schema stands.
    """

    view: View
    instance: Json
    path: Path = ()
    declared: bool = True
    because: Because | None = None
