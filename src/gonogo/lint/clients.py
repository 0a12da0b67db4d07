"""What known clients and vendors take of a catalog: how many tools, and how long and of what their names.

Sources, by row: the vendors' SDKs and documentation and their users' reports, read on 2026-11-30.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NameRule:
    """What a client takes as a tool's name.

    Attributes:
        client: who.
        longest: characters that the name may have as the client tells it.
        frame: how the client tells it: `{server}` and `{tool}` stand for the names.
        pattern: what a name consists of.
        source: where that is said.
    """

    client: str
    longest: int
    frame: str
    pattern: re.Pattern[str]
    source: str

    def refuses(self, tool: str, server: str | None) -> bool:
        """Whether a name is too long or holds what the client does not take.

        Args:
            tool: the tool's name.
            server: the name of its server; where nobody says, the shortest there is.
        """
        told = self.frame.format(server=server or "s", tool=tool)
        return len(told) > self.longest or self.pattern.fullmatch(tool) is None


_PLAIN = re.compile(r"[A-Za-z0-9_-]+")
_DOTTED = re.compile(r"[A-Za-z0-9_.-]+")

NAME_RULES = (
    NameRule("MCP", 128, "{tool}", _DOTTED, "specification 2026-07-28, Tool Names"),
    NameRule("OpenAI", 64, "{tool}", _PLAIN, "openai 3.57, function_definition"),
    NameRule("Anthropic", 128, "{tool}", _PLAIN, "anthropic documentation"),
    NameRule("Bedrock", 64, "{tool}", _PLAIN, "botocore 1.44, ToolName"),
    NameRule(
        "Gemini", 63, "{tool}", re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]*"), "google-genai 3.6, Gemini CLI"
    ),
    NameRule("Claude Code", 64, "mcp__{server}__{tool}", _PLAIN, "users' reports"),
    NameRule("Cursor", 59, "{server}{tool}", _PLAIN, "users' reports"),
)
"""The name rules that are known; a catalog for all of them keeps the strictest."""


@dataclass(frozen=True, slots=True)
class KeyRule:
    """What a vendor takes as the name of a property at the root of a tool's input."""

    client: str
    pattern: re.Pattern[str]
    source: str


KEY_RULES = (
    KeyRule("Anthropic", re.compile(r"[a-zA-Z0-9_.-]{1,64}"), "error text of the API"),
    KeyRule("Bedrock", re.compile(r"[a-zA-Z0-9_.-]{1,64}"), "error text of the API"),
)
"""The rules for property names that are known."""


@dataclass(frozen=True, slots=True)
class ToolCap:
    """How many tools a client takes at once."""

    client: str
    most: int
    source: str


TOOL_CAPS = (
    ToolCap("Cursor", 40, "bun913/mcp-testrail#6"),
    ToolCap("Snowflake", 80, "Snowflake-Labs/mcp#77"),
    ToolCap("VS Code", 128, "microsoft/vscode-copilot-release#11653"),
)
"""The caps that are known."""
