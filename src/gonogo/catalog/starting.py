"""A contract repository to start from, and contracts to begin with: closed, typed, with an output and two fixtures.

Nothing that stands there already is overwritten.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gonogo.catalog.contract import Side
from gonogo.schema.types import Json

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}")
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_BASE: Final = "https://example.com"
_METADATA: Final = {
    "type": "object",
    "description": "Whatever else its sender wants to say; nobody relies on it.",
    "additionalProperties": True,
}


class BadName(ValueError):
    """Raised for a name that no tool can have; its message says which are good."""


@dataclass(frozen=True, slots=True)
class Started:
    """A file to begin with.

    Attributes:
        file: its path below the repository's root, with `/`.
        text: what stands in it.
    """

    file: str
    text: str


def write_missing(root: Path, files: list[Started]) -> tuple[list[str], list[str]]:
    """Write files that are not there yet.

    Returns:
        The files that were written, and those that were there.
    """
    written: list[str] = []
    there: list[str] = []
    for each in files:
        path = root / each.file
        if path.exists():
            there.append(each.file)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(each.text, encoding="utf-8")
        written.append(each.file)
    return written, there


def repository(contracts: dict[str, Json]) -> list[Started]:
    """Return the files of a new repository: one tool, its fixtures, a workflow for CI, a hook, editors' associations.

    Args:
        contracts: gonogo's own contracts by `$id`, for editors to check its files by.
    """
    own = [
        Started(f".gonogo/contracts/{name.rpartition(':')[2]}.json", _json(value))
        for name, value in contracts.items()
    ]
    return [
        Started("gonogo.toml", _CONFIG),
        Started(".gitignore", ".gonogo/\n"),
        Started(".github/workflows/contracts.yml", _WORKFLOW),
        Started(".pre-commit-config.yaml", _HOOK),
        Started(".vscode/settings.json", _json(_EDITOR)),
        *own,
        *contract_files(Side.INPUT, "get_status"),
    ]


def contract_files(side: Side, name: str) -> list[Started]:
    """Return the files of a new contract, with fixtures that it takes and refuses.

    Args:
        side: an input (a tool, with its output), a handoff or a state.
        name: the tool's, handoff's or state's.

    Raises:
        BadName: no tool can have such a name.
    """
    if not _NAME.fullmatch(name):
        raise BadName(f"{name!r} is no name: up to 64 letters, digits, `_`, `-` and `.`, a letter first")
    if side is Side.INPUT:
        return [*_contract("tools", name, _INPUT, _ASKED), *_contract("outputs", name, _OUTPUT, _ANSWERED)]
    folder, schema, payload = (
        ("handoffs", _HANDOFF, _HANDED) if side is Side.HANDOFF else ("state", _STATE, _KEPT)
    )
    return list(_contract(folder, name, schema, payload))


def _contract(folder: str, name: str, schema: dict[str, Json], payload: dict[str, Json]) -> Iterator[Started]:
    head = {"$schema": _DIALECT, "$id": f"{_BASE}/schemas/{folder}/{name}.json", "x-version": "0.1.0"}
    described = {**schema, "description": schema["description"].format(name=name)}
    yield Started(f"schemas/{folder}/{name}.json", _json({**head, **described}))
    first = next(iter(payload))
    wrong = {key: value for key, value in payload.items() if key != first}
    yield Started(f"fixtures/valid/{folder}/{name}/right.json", _json(payload))
    yield Started(f"fixtures/invalid/{folder}/{name}/without-{first}.json", _json(wrong))
    reasons = [{"pointer": f"/{first}", "keyword": "required"}]
    yield Started(f"fixtures/invalid/{folder}/{name}/without-{first}.errors.json", _json(reasons))


def _json(value: Json) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


_INPUT: Final[dict[str, Json]] = {
    "description": "{name} tells how one thing is doing. Replace this by what the tool does, and when to call it.",
    "type": "object",
    "properties": {
        "id": {"type": "string", "minLength": 1, "maxLength": 64, "description": "Which thing."},
        "detail": {"enum": ["short", "full"], "description": "How much to tell."},
        "metadata": _METADATA,
    },
    "required": ["id"],
    "additionalProperties": False,
}
_OUTPUT: Final[dict[str, Json]] = {
    "description": "What {name} answers: how the thing is doing, or that nobody knows it.",
    "type": "object",
    "properties": {
        "result": {"enum": ["found", "not_found"], "description": "Whether the thing is known."},
        "state": {
            "anyOf": [{"enum": ["ok", "degraded", "stopped"]}, {"type": "null"}],
            "description": "How it is doing; null where it is not known.",
        },
        "checked_at": {"type": "string", "format": "date-time", "description": "When this was true."},
        "metadata": _METADATA,
    },
    "required": ["result", "state", "checked_at"],
    "additionalProperties": False,
    "if": {"properties": {"result": {"const": "found"}}, "required": ["result"]},
    "then": {"properties": {"state": {"type": "string"}}},
    "else": {"properties": {"state": {"type": "null"}}},
}
_HANDOFF: Final[dict[str, Json]] = {
    "description": "{name}: what one agent hands to the next. Replace this by who sends it, and when.",
    "type": "object",
    "properties": {
        "intent": {"enum": ["question", "request", "complaint"], "description": "What the user wants."},
        "confidence": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "How sure the sender is.",
        },
        "from": {"const": "sender", "description": "The agent that hands over."},
        "to": {"const": "receiver", "description": "The agent that takes over."},
        "metadata": _METADATA,
    },
    "required": ["intent", "confidence", "from", "to"],
    "additionalProperties": False,
}
_STATE: Final[dict[str, Json]] = {
    "description": "{name}: what a run knows at a checkpoint. Replace this by what the next step needs.",
    "type": "object",
    "properties": {
        "step": {"enum": ["started", "done"], "description": "Which step is finished."},
        "request_id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "What the run is about.",
        },
        "metadata": _METADATA,
    },
    "required": ["step", "request_id"],
    "additionalProperties": False,
}
_ASKED: Final[dict[str, Json]] = {"id": "thing-1", "detail": "short"}
_ANSWERED: Final[dict[str, Json]] = {"result": "found", "state": "ok", "checked_at": "2026-01-31T10:00:00Z"}
_HANDED: Final[dict[str, Json]] = {
    "intent": "question",
    "confidence": 0.9,
    "from": "sender",
    "to": "receiver",
}
_KEPT: Final[dict[str, Json]] = {"step": "started", "request_id": "request-1"}

_CONFIG: Final = """#:schema .gonogo/contracts/gonogo-toml.json
# What each setting means stands in that file, which editors with TOML support read.

[catalog]
targets = []
"""

_WORKFLOW: Final = """name: contracts
on: [pull_request]
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: actions/setup-python@v5
        with:
          python-version: "3.11"
      - run: pip install gonogo
      - run: gonogo check --base "origin/${{ github.base_ref }}" --format markdown | tee -a "$GITHUB_STEP_SUMMARY"
        shell: bash
"""

_HOOK: Final = """repos:
  - repo: local
    hooks:
      - id: gonogo-check
        name: gonogo check
        entry: gonogo check
        language: system
        pass_filenames: false
        files: ^(schemas|fixtures|routes|gonogo\\.(toml|lock))
"""

_EDITOR: Final[dict[str, Json]] = {
    "json.schemas": [
        {"fileMatch": ["/schemas/**/*.json"], "url": _DIALECT},
        {"fileMatch": ["/routes/*.json"], "url": "./.gonogo/contracts/routes.json"},
        {"fileMatch": ["/gonogo.lock"], "url": "./.gonogo/contracts/lock.json"},
    ],
    "files.associations": {"gonogo.lock": "json"},
}
