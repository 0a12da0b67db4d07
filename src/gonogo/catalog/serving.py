"""`[serve]` in `gonogo.toml`: how a catalog is served, over standard input and output and over HTTP."""

from dataclasses import dataclass, field
from typing import Any, Literal

from gonogo.schema.types import Json


@dataclass(frozen=True, slots=True)
class AuthConfig:
    """Whose tokens are taken beside our own keys.

    Attributes:
        issuer: the authorization server, by its address; None where there is none.
        resource: this server's address as clients know it, which a token must name as its audience; None with no
            issuer.
        jwks: where the issuer's public keys are; by default what its metadata says.
    """

    issuer: str | None = None
    resource: str | None = None
    jwks: str | None = None


@dataclass(frozen=True, slots=True)
class ListenConfig:
    """How the catalog is served over HTTP.

    Attributes:
        path: where the endpoint is.
        hosts: values of `Host` that are taken beside the address that is bound; `*` takes any.
        origins: values of `Origin` that are taken beside those of this machine.
        proxies: addresses whose `X-Forwarded-For` is believed.
        body_bytes: what a request's body may measure.
        header_bytes: what a request's line and headers may measure.
        body_seconds: how long a request's body may take to arrive.
        header_seconds: how long a request's headers may take to arrive.
        shutdown_seconds: how long calls in flight may take when the server ends.
        concurrency: requests of one client that run at once, in one worker.
        rate: requests a second of one client, in one worker; 0 for as many as it likes.
        burst: requests that one client may send at once before `rate` holds.
        ttl_seconds: how long clients may keep what they were told.
        keys: the file of keys, below the repository's root.
        keys_env: the environment variable that holds such a file's text.
    """

    path: str = "/mcp"
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ("127.0.0.1",)
    body_bytes: int = 4 * 1024 * 1024
    header_bytes: int = 32 * 1024
    body_seconds: float = 10.0
    header_seconds: float = 10.0
    shutdown_seconds: float = 30.0
    concurrency: int = 256
    rate: float = 0.0
    burst: int = 100
    ttl_seconds: float = 60.0
    keys: str | None = None
    keys_env: str | None = None


@dataclass(frozen=True, slots=True)
class ServeConfig:
    """How the catalog is served.

    Attributes:
        name: the server's name; None for the folder's.
        instructions: what clients are told of the server as a whole.
        key_env: the environment variable that must hold a key for the server to start over stdio.
        search: whether `find_tools` stands for the tools: `always`, `never`, or `auto` where there are many.
        pinned: tools that stay in the list though `find_tools` stands for the others.
        search_tokens: what an answer of `find_tools` may measure.
        http: how it is served over HTTP.
        auth: whose tokens are taken over HTTP.
    """

    name: str | None = None
    instructions: str | None = None
    key_env: str | None = None
    search: Literal["auto", "always", "never"] = "auto"
    pinned: tuple[str, ...] = ()
    search_tokens: int = 6_000
    http: ListenConfig = field(default_factory=ListenConfig)
    auth: AuthConfig = field(default_factory=AuthConfig)


def serve_config(section: Json) -> ServeConfig:
    """Return the configuration that a section holds; the section was gauged."""
    http: dict[str, Any] = {
        word: tuple(each) if isinstance(each, list) else each
        for word, each in section.get("http", {}).items()
    }
    return ServeConfig(
        section.get("name"),
        section.get("instructions"),
        section.get("key_env"),
        section.get("search", "auto"),
        tuple(section.get("pinned", ())),
        section.get("search_tokens", ServeConfig().search_tokens),
        ListenConfig(**http),
        AuthConfig(**section.get("auth", {})),
    )
