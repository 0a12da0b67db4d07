"""`gonogo serve`, `call`, `show` and `demo` as real processes: both forms of the report, and the exit statuses."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge
from gonogo.contracts import contract, contracts
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.problem import Door, Subject
from gonogo.schema.types import Json

TESTS = Path(__file__).parents[1]
ORDERS = TESTS.parent / "examples" / "orders"
PATIENCE = 300.0
SERVER = [sys.executable, "-m", "gonogo", "serve", "--stdio", "--app"]
EDGY = [*SERVER, "edgy:host"]

APP = """
from gonogo.catalog.catalog import Catalog
from gonogo.host.host import Host

host = Host(Catalog.load("."))
"""


def gonogo(*arguments: str, cwd: Path = ORDERS, **environment: str) -> "subprocess.CompletedProcess[str]":
    paths = os.pathsep.join(map(str, (TESTS, TESTS / "mcp" / "apps")))
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "gonogo", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": paths, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def report_of(done: "subprocess.CompletedProcess[str]", name: str) -> Any:
    """The report on standard output, which is valid against its contract."""
    subject = Subject(Door.OUTPUT)
    verdict = Gauge(contract(name), Recipe(resources=contracts()), subject=subject).read(done.stdout)
    assert verdict, (verdict, done.stderr)
    return verdict.value


def repository(root: Path, config: str = "") -> Path:
    """A repository of one tool without a handler, with an app that serves it."""
    (root / "schemas" / "tools").mkdir(parents=True)
    (root / "schemas" / "tools" / "work.json").write_text('{"type": "object"}')
    (root / "gonogo.toml").write_text(config)
    (root / "app.py").write_text(APP)
    return root


def test_the_demo_goes_as_it_should() -> None:
    done = gonogo("demo", "--format", "json")
    report = report_of(done, "demo-report")
    assert done.returncode == 0
    assert report["as_expected"] is True
    assert [step["expected"] for step in report["steps"]] == [True] * 20
    stopped = [(s["verdict"], s["door"], *s["codes"]) for s in report["steps"] if s["verdict"] != "go"]
    assert stopped == [
        ("failed", "output", "source_unavailable"),
        ("no-go", "output", "stale"),
        ("failed", "output", "type"),
        ("no-go", "output", "type"),
        ("no-go", "input", "stringified_json"),
        ("no-go", "handoff", "required", "const", "enum", "pattern"),
    ]


@pytest.mark.long
def test_the_demo_is_told_a_step_a_line() -> None:
    done = gonogo("demo")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert len(lines) == 21
    assert lines[-1] == "20 steps, and each decision fell as it should."
    assert "UNEXPECTED" not in done.stdout


def test_an_object_argument_reaches_the_tool() -> None:
    sent: Json = {"params": {"a": 1, "b": [None, "žluť"], "n": 2**70}}
    done = gonogo("call", "echo", "--json", json.dumps(sent), "--format", "json", "--", *EDGY)
    assert report_of(done, "call-report") == {"verdict": "go", "value": sent, "problem": None, "text": ""}
    assert done.returncode == 0


def test_a_value_is_printed_as_one_line_of_json() -> None:
    done = gonogo("call", "echo", "--json", '{"text": "' + "long " * 100 + '[bold]"}', "--", *EDGY)
    assert json.loads(done.stdout) == {"text": "long " * 100 + "[bold]"}
    assert done.stdout.count("\n") == 1


def test_arguments_are_refused_before_the_tool_runs() -> None:
    done = gonogo("call", "noisy", "--json", '{"s3cret": 1}', "--format", "json", "--", *EDGY)
    report = report_of(done, "call-report")
    assert done.returncode == 1
    assert (report["verdict"], report["problem"]["executed"]) == ("no-go", False)
    assert "s3cret" not in done.stdout + done.stderr


def test_a_failure_of_the_tool_is_told(tmp_path: Path) -> None:
    order = ["call", "get_stock", "--json", '{"sku": "KETTLE"}', "--format", "json"]
    down = gonogo(*order, "--", *SERVER, "app:host", ORDERS_SOURCE="down", ORDERS_DB=str(tmp_path / "orders"))
    report = report_of(down, "call-report")
    assert down.returncode == 1
    assert report["verdict"] == "failed"
    assert report["problem"]["issues"][0]["code"] == "source_unavailable"
    assert json.loads(report["text"]) == report["problem"]


def test_a_local_contract_is_judged_by(tmp_path: Path) -> None:
    loose = [sys.executable, str(ORDERS / "loose.py")]
    order = ["call", "get_stock", "--json", '{"sku": "LAMP"}']
    assert gonogo(*order, "--", *loose).returncode == 0
    judged = gonogo(*order, "--catalog", str(ORDERS), "--", *loose)
    assert judged.returncode == 1
    assert "quantity" in judged.stdout
    assert gonogo(*order, "--catalog", str(tmp_path), "--", *loose).returncode == 64


@pytest.mark.parametrize(
    "arguments",
    [
        ["echo", "--jsn", "{}", "--", *EDGY],
        ["echo"],
        ["echo", "--", "no-such-program"],
        ["echo", "--", sys.executable, "-c", "pass"],
        ["echo", "--mode", "2031-01-01", "--", *EDGY],
        ["echo", "--timeout", "soon", "--", *EDGY],
        ["echo", "http://127.0.0.1:9/mcp"],
    ],
)
def test_a_call_that_cannot_be_begun_is_64(arguments: list[str]) -> None:
    done = gonogo("call", *arguments)
    assert (done.returncode, done.stdout) == (64, "")
    assert done.stderr
    assert "Traceback" not in done.stderr


def test_what_is_wrong_with_a_host_is_told_and_the_rest_is_served(tmp_path: Path) -> None:
    done = gonogo("serve", "--stdio", "--app", "app:host", cwd=repository(tmp_path))
    assert (done.returncode, done.stdout) == (0, "")
    assert "contract_without_handler" in done.stderr


def test_a_host_without_its_key_is_64(tmp_path: Path) -> None:
    root = repository(tmp_path, '[serve]\nkey_env = "WORK_KEY"\n')
    without = gonogo("serve", "--stdio", "--app", "app:host", cwd=root)
    assert (without.returncode, without.stdout) == (64, "")
    assert "WORK_KEY" in without.stderr
    assert gonogo("serve", "--stdio", "--app", "app:host", cwd=root, WORK_KEY="k").returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["--app", "app:host"],
        ["--stdio"],
        ["--stdio", "--app", "app"],
        ["--stdio", "--app", "nowhere:host"],
        ["--stdio", "--app", "app:nothing"],
        ["--stdio", "--app", "broken:host"],
        ["--stdio", "--app", "app:host", "--catalog", "elsewhere"],
    ],
)
def test_a_host_that_cannot_be_served_is_64(arguments: list[str], tmp_path: Path) -> None:
    (repository(tmp_path) / "broken.py").write_text("print('at import')\nraise RuntimeError('a fault')\n")
    done = gonogo("serve", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (64, "")
    assert "gonogo: " in done.stderr or "Usage" in done.stderr
    if "broken:host" in arguments:
        assert "a fault" in done.stderr


def test_show_tells_every_contract_of_a_name() -> None:
    done = gonogo("show", "create_refund", "--format", "json")
    report = report_of(done, "show-report")
    assert done.returncode == 0
    assert [(row["side"], row["version"]) for row in report["contracts"]] == [
        ("input", "1.2.0"),
        ("output", "1.0.0"),
    ]
    file = ORDERS / report["contracts"][0]["file"]
    assert report["contracts"][0]["document"] == json.loads(file.read_text(encoding="utf-8"))
    text = gonogo("show", "create_refund")
    assert text.returncode == 0
    assert report["contracts"][0]["digest"] in text.stdout


@pytest.mark.parametrize("name", ["triage_to_billing", "refund_flow"])
def test_show_knows_handoffs_and_states(name: str) -> None:
    assert report_of(gonogo("show", name, "--format", "json"), "show-report")["name"] == name


def test_show_names_the_nearest(tmp_path: Path) -> None:
    done = gonogo("show", "create_refnd")
    assert (done.returncode, done.stdout) == (64, "")
    assert "did you mean create_refund" in done.stderr
    assert gonogo("show", "create_refund", "--catalog", str(tmp_path)).returncode == 64
