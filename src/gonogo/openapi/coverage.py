"""What became of a document's operations, as a report that keeps `contracts/openapi-report.json`."""

from collections import Counter
from dataclasses import dataclass

from gonogo.openapi.compilation import Compilation, CompiledTool
from gonogo.openapi.fault import REPAIRS
from gonogo.schema.types import Json


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a document became typed tools.

    Attributes:
        compilation: what was compiled.
    """

    compilation: Compilation

    @property
    def typed(self) -> int:
        """How many tools have an output contract."""
        return sum(tool.output is not None for tool in self.compilation.tools)

    @property
    def share(self) -> float:
        """The typed tools of all tools; 1 where there is no tool."""
        tools = len(self.compilation.tools)
        return self.typed / tools if tools else 1.0

    def to_dict(self) -> dict[str, Json]:
        """Return the report."""
        own = self.compilation
        reasons = Counter(tool.reason for tool in own.tools if tool.reason)
        losses = Counter(REPAIRS[repair.code] for tool in own.tools for repair in tool.repairs)
        return {
            "title": own.title,
            "version": own.version,
            "operations": len(own.tools) + len(own.failed) + len(own.left_out),
            "tools": len(own.tools),
            "typed": self.typed,
            "share": self.share,
            "untyped": dict(sorted(reasons.items())),
            "losses": dict(sorted(losses.items())),
            "failed": [
                {
                    "operation": each.key,
                    "code": each.fault.code,
                    "place": each.fault.place,
                    "hint": each.fault.hint,
                }
                for each in own.failed
            ],
            "left_out": list(own.left_out),
            "rows": [_row(tool) for tool in own.tools],
        }


def _row(tool: CompiledTool) -> dict[str, Json]:
    return {
        "tool": tool.name,
        "operation": tool.operation.key,
        "group": tool.group or None,
        "shape": tool.binding["response"]["shape"],
        "reason": tool.reason or None,
        "repairs": [repair.to_dict() for repair in tool.repairs],
        "cuts": list(tool.cuts),
    }
