"""`gonogo.toml`: the configuration of a contract repository, read into precise types.

Its contract is `contracts/gonogo-toml.json`: an unknown key is an error with a suggestion, like anywhere else.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from gonogo.catalog.finding import Finding, Severity
from gonogo.catalog.serving import ServeConfig, serve_config
from gonogo.contracts import contract
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.problem import Issue
from gonogo.gauge.verdict import Go
from gonogo.schema.limits import INPUT_LIMITS, Limits
from gonogo.schema.types import Json

CONFIG_FILE = "gonogo.toml"


@dataclass(frozen=True, slots=True)
class HostConfig:
    """How tools are executed.

    Attributes:
        timeout: seconds that a call may take.
        timeouts: exceptions by tool.
    """

    timeout: float = 30.0
    timeouts: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JournalConfig:
    """Where calls are written down.

    Attributes:
        path: the file, below the repository's root.
        max_bytes: bytes after which a new file is begun.
        keep: old files that are kept.
    """

    path: str = ".gonogo/journal.jsonl"
    max_bytes: int = 16 * 1024 * 1024
    keep: int = 5


@dataclass(frozen=True, slots=True)
class HttpConfig:
    """How tools that have bindings are executed.

    Attributes:
        base_urls: where requests may go; a binding whose document names one of them goes there, the others to the first.
        allow: further URLs to which credentials may be sent for a token.
        allow_private: whether addresses of this machine and of private networks may be called.
        pass_through: whether the caller's own Bearer token is sent on where an operation asks for one.
        retries: how often a request that may be repeated is sent again.
        credentials: for the name of a security scheme, the environment variable that holds its credential.
    """

    base_urls: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    allow_private: bool = False
    pass_through: bool = False
    retries: int = 2
    credentials: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunsConfig:
    """Where checkpoints are kept.

    Attributes:
        store: the store's address; a path in it is below the repository's root.
        store_env: the environment variable that names the store, where it is set.
    """

    store: str = "sqlite:.gonogo/runs.sqlite"
    store_env: str | None = None


@dataclass(frozen=True, slots=True)
class Wiring:
    """An output, or a handoff, whose values an input or another handoff takes.

    Attributes:
        producer, consumer: the names of tools or handoffs.
        fields: for each property of the consumer a pointer into what the producer sends; by name where there are none.
    """

    producer: str
    consumer: str
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExportConfig:
    """What is written into `exports/`.

    Attributes:
        url: where the agent is reached, for the A2A card.
        version: the agent's version, for the A2A card.
        allow_narrowed: the tools of which a narrowed loss is no fault.
        defer: who searches for tools that models load late, `vendor` or `host`; None where all are loaded at once.
        types: the types that are written without being named.
    """

    url: str | None = None
    version: str | None = None
    allow_narrowed: tuple[str, ...] = ()
    defer: str | None = None
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OverlaysConfig:
    """How long what is told less of an output contract may stay.

    Attributes:
        expire_after: so many newer responses that keep the contract show that the service was mended.
        max_age: seconds after which the need of an overlay has to be seen again.
    """

    expire_after: int = 20
    max_age: float = 180 * 24 * 3600.0


@dataclass(frozen=True, slots=True)
class IgnoredFinding:
    """Findings of lint that somebody decided to live with.

    Attributes:
        rule: the rule's id.
        reason: why.
        file, pointer: patterns for where, `*` and `?` as in a shell.
    """

    rule: str
    reason: str
    file: str = "*"
    pointer: str = "*"


@dataclass(frozen=True, slots=True)
class LintConfig:
    """How contracts are linted.

    Attributes:
        severity: by rule, `error`, `warning`, `note` or `off`.
        ignore: findings to leave out, each with its reason.
    """

    severity: Mapping[str, str] = field(default_factory=dict)
    ignore: tuple[IgnoredFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class Config:
    """The configuration of a contract repository.

    Attributes:
        targets: the targets that every contract must reach without a narrowed loss.
        input_limits: what the arguments of a call may measure.
        output_limits: what any other payload may measure; `size` holds for a whole result.
        host, http, journal, serve, export, runs, lint, overlays: the sections of these names.
        renames: for the name that a tool had, the one that it has now.
        wiring: the pairs that have to fit each other.
    """

    targets: tuple[str, ...] = ()
    input_limits: Limits = INPUT_LIMITS
    output_limits: Limits = field(default_factory=Limits)
    host: HostConfig = field(default_factory=HostConfig)
    http: HttpConfig = field(default_factory=HttpConfig)
    journal: JournalConfig = field(default_factory=JournalConfig)
    serve: ServeConfig = field(default_factory=ServeConfig)
    export: ExportConfig = field(default_factory=ExportConfig)
    runs: RunsConfig = field(default_factory=RunsConfig)
    renames: Mapping[str, str] = field(default_factory=dict)
    wiring: tuple[Wiring, ...] = ()
    lint: LintConfig = field(default_factory=LintConfig)
    overlays: OverlaysConfig = field(default_factory=OverlaysConfig)


def read_config(root: Path) -> tuple[Config, tuple[Finding, ...]]:
    """Read a repository's configuration; without the file, and for what is wrong in it, defaults are taken."""
    path = root / CONFIG_FILE
    if not path.exists():
        return Config(), ()
    try:
        text = path.read_text(encoding="utf-8")
        value = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        detail = "the file cannot be read" if isinstance(error, OSError) else f"not TOML: {error}"
        return Config(), (Finding("not_toml", Severity.ERROR, CONFIG_FILE, 1, 1, "", detail),)
    verdict = _gauge().check(value)
    if isinstance(verdict, Go):
        return _config(verdict.value), ()
    return Config(), tuple(_finding(text, issue) for issue in verdict.problem.issues)


@cache
def _gauge() -> Gauge:
    return Gauge(contract("gonogo-toml"), limits=Limits())


def _config(value: Json) -> Config:
    limits, host = value.get("limits", {}), value.get("host", {})
    export = value.get("export", {})
    depth = limits.get("depth", Limits().depth)
    return Config(
        targets=tuple(value.get("catalog", {}).get("targets", ())),
        input_limits=Limits(
            limits.get("input_bytes", INPUT_LIMITS.size), depth, limits.get("nodes", INPUT_LIMITS.nodes)
        ),
        output_limits=Limits(
            limits.get("output_bytes", Limits().size), depth, limits.get("nodes", Limits().nodes)
        ),
        host=HostConfig(
            host.get("timeout", HostConfig().timeout),
            {name: tool["timeout"] for name, tool in host.get("tools", {}).items() if "timeout" in tool},
        ),
        http=_http(value.get("http", {})),
        journal=JournalConfig(**value.get("journal", {})),
        serve=serve_config(value.get("serve", {})),
        export=ExportConfig(
            export.get("url"),
            export.get("version"),
            tuple(export.get("allow_narrowed", ())),
            export.get("defer"),
            tuple(export.get("types", ())),
        ),
        runs=RunsConfig(**value.get("runs", {})),
        renames=value.get("renames", {}),
        wiring=tuple(
            Wiring(each["producer"], each["consumer"], each.get("fields", {}))
            for each in value.get("wiring", ())
        ),
        lint=_lint(value.get("lint", {})),
        overlays=OverlaysConfig(**value.get("overlays", {})),
    )


def _http(section: Json) -> HttpConfig:
    urls = {name: tuple(section.get(name, ())) for name in ("base_urls", "allow")}
    return HttpConfig(**{**section, **urls})


def _lint(section: Json) -> LintConfig:
    return LintConfig(
        section.get("severity", {}), tuple(IgnoredFinding(**entry) for entry in section.get("ignore", ()))
    )


def _finding(text: str, issue: Issue) -> Finding:
    """Name the line of the last key on the way to the issue; TOML's reader keeps no positions."""
    line = 1
    for token in issue.pointer.split("/")[1:]:
        found = next(
            (
                number
                for number, row in enumerate(text.splitlines()[line - 1 :], start=line)
                if row.strip().strip("[]").split("=")[0].strip().split(".")[-1] == token
            ),
            None,
        )
        line = found or line
    return Finding(issue.code, Severity.ERROR, CONFIG_FILE, line, 1, issue.pointer, _told(issue), issue.hint)


def _told(issue: Issue) -> str:
    if issue.code == "additionalProperties":
        return "an unknown key"
    return f"expected {issue.expected}" if issue.code in ("type", "enum") else f"breaks `{issue.code}`"
