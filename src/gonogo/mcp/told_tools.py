"""What clients of an era are told of tools, each made when it is first asked for: most of a hidden catalog never is."""

from collections.abc import Iterator, Mapping

from gonogo.catalog.contract import Tool
from gonogo.projection.told import Era, Told, told


class ToldTools(Mapping[str, Told]):
    """What is told of each tool, by its name.

    Args:
        tools: the tools.
        era: what the clients speak.
    """

    def __init__(self, tools: Mapping[str, Tool], era: Era) -> None:
        self._tools = tools
        self._era = era
        self._made: dict[str, Told] = {}

    def __getitem__(self, name: str) -> Told:
        made = self._made.get(name)
        if made is None:
            made = self._made[name] = told(self._tools[name], self._era)
        return made

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)
