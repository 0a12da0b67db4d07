"""`gonogo.toml`: precise types, and an unknown key is an error with a suggestion."""

from pathlib import Path

import pytest

from gonogo.catalog.config import Config, HttpConfig, read_config


def write(root: Path, text: str) -> Path:
    (root / "gonogo.toml").write_text(text)
    return root


def test_without_the_file_defaults_are_taken(tmp_path: Path) -> None:
    assert read_config(tmp_path) == (Config(), ())


def test_every_section_is_read(tmp_path: Path) -> None:
    text = """
[catalog]
targets = ["mcp", "openai-chat-strict"]
[limits]
input_bytes = 1000
output_bytes = 2000
depth = 10
nodes = 50
[host]
timeout = 1.5
[host.tools.get_stock]
timeout = 5
[journal]
path = "log/calls.jsonl"
max_bytes = 10000
keep = 2
[serve]
name = "orders"
instructions = "Ask for stock first."
key_env = "ORDERS_KEY"
"""
    config, findings = read_config(write(tmp_path, text))
    assert findings == ()
    assert config.targets == ("mcp", "openai-chat-strict")
    assert (config.input_limits.size, config.input_limits.depth, config.input_limits.nodes) == (1000, 10, 50)
    assert config.output_limits.size == 2000
    assert (config.host.timeout, dict(config.host.timeouts)) == (1.5, {"get_stock": 5})
    assert (config.journal.path, config.journal.max_bytes, config.journal.keep) == (
        "log/calls.jsonl",
        10000,
        2,
    )
    assert (config.serve.name, config.serve.key_env) == ("orders", "ORDERS_KEY")


@pytest.mark.parametrize(
    ("text", "code", "pointer", "line", "hint"),
    [
        ("[host]\ntimout = 3", "additionalProperties", "/host/*", 1, "did you mean 'timeout'?"),
        ("[catalogue]", "additionalProperties", "/*", 1, "did you mean 'catalog'?"),
        ("\n[host]\ntimeout = -1", "exclusiveMinimum", "/host/timeout", 3, "send a number greater"),
        ("[catalog]\ntargets = ['mpc']", "enum", "/catalog/targets/0", 2, "did you mean 'mcp'?"),
        ("[journal]\nkeep = '5'", "stringified_json", "/journal/keep", 2, "send a JSON integer"),
    ],
)
def test_a_wrong_key_or_value_is_told_with_its_line(
    text: str, code: str, pointer: str, line: int, hint: str, tmp_path: Path
) -> None:
    config, findings = read_config(write(tmp_path, text))
    assert config == Config()
    assert [(f.code, f.pointer, f.line) for f in findings] == [(code, pointer, line)]
    assert hint in findings[0].hint


def test_what_is_not_toml_is_a_finding(tmp_path: Path) -> None:
    config, findings = read_config(write(tmp_path, "[host"))
    assert config == Config()
    assert [finding.code for finding in findings] == ["not_toml"]


def test_the_section_http(tmp_path: Path) -> None:
    text = """
[http]
base_urls = ["https://api.example.com/v1"]
allow = ["https://login.example.com/token"]
allow_private = true
pass_through = true
retries = 0
credentials = { staff_key = "STAFF_KEY" }
"""
    config, findings = read_config(write(tmp_path, text))
    assert not findings
    assert config.http == HttpConfig(
        ("https://api.example.com/v1",),
        ("https://login.example.com/token",),
        allow_private=True,
        pass_through=True,
        retries=0,
        credentials={"staff_key": "STAFF_KEY"},
    )


@pytest.mark.parametrize("url", ["ftp://h", "https://u:p@h/", "https://h/?q=1", "https://h/#f", "h"])
def test_what_is_no_base_url(url: str, tmp_path: Path) -> None:
    _, findings = read_config(write(tmp_path, f'[http]\nbase_urls = ["{url}"]\n'))
    assert [finding.code for finding in findings] == ["pattern"]
