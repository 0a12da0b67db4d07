"""What `import gonogo` offers."""

import subprocess
import sys

import pytest

import gonogo


def test_the_few_names_that_a_user_needs_are_there() -> None:
    assert sorted(gonogo.__all__) == ["Catalog", "Contract", "Gauge", "Go", "Host", "Issue", "NoGo", "Tool"]
    for name in gonogo.__all__:
        assert getattr(gonogo, name).__name__ == name


def test_another_name_is_not() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Goo'"):
        gonogo.Goo  # noqa: B018 - asked for to see it fail


def test_a_gauge_loads_neither_host_nor_mcp() -> None:
    code = "import sys, gonogo; gonogo.Gauge(True); sys.exit(any(m in sys.modules for m in ('gonogo.host', 'mcp')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603 - our own
