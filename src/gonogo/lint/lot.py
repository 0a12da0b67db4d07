"""All that is linted together, and what is known beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gonogo.catalog.candidate import ToolEntry
from gonogo.lint.contract import Examined


@dataclass(frozen=True)
class Toolbox:
    """A tool with its contracts looked at.

    Attributes:
        entry: the tool as clients see it.
        input, output: its contracts; None where it has none.
        server: the name of the server that lists it; None where nobody says.
    """

    entry: ToolEntry
    input: Examined | None
    output: Examined | None
    server: str | None = None


@dataclass(frozen=True)
class Lot:
    """All that is linted together.

    Attributes:
        contracts: every contract, those of tools among them.
        tools: every tool.
        subsets: by target, the keywords that it takes; empty where targets are not asked for.
        searched: whether clients find tools by searching, so that they are not told of all at once.
    """

    contracts: tuple[Examined, ...]
    tools: tuple[Toolbox, ...]
    subsets: Mapping[str, frozenset[str]] = field(default_factory=dict)
    searched: bool = False
