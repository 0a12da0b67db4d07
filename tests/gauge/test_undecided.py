"""Where the engine breaks off, the answer is no-go: a format of the caller's own makes it break off here."""

from collections.abc import Callable, Iterator

import pytest

from gonogo import Gauge, NoGo
from gonogo.gauge.arguments import gauge_arguments
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.verdict import Verdict

SCHEMA = {"type": "object", "properties": {"id": {"format": "own"}}, "required": ["id"]}


class PanicException(BaseException):
    """As a panic of the engine: it derives from nothing nearer."""


def raising(error: BaseException) -> Callable[[str], bool]:
    def check(_text: str) -> bool:
        raise error

    return check


def gauge_with(check: Callable[[str], bool]) -> Gauge:
    return Gauge(SCHEMA, Recipe(checkers={"own": check}))


def codes(verdict: Verdict) -> list[str]:
    assert isinstance(verdict, NoGo)
    return [issue.code for issue in verdict.problem.issues]


@pytest.mark.parametrize("error", [PanicException("s3cr3t"), RuntimeError("s3cr3t"), ValueError("s3cr3t")])
def test_an_engine_that_breaks_off_is_no_go_at_every_entrance(error: BaseException) -> None:
    gauge = gauge_with(raising(error))
    for verdict in (gauge.read('{"id":"a"}'), gauge.check({"id": "a"}), gauge_arguments(gauge, '{"id":"a"}')):
        assert codes(verdict) == ["not_decided"]
        assert "s3cr3t" not in repr(verdict)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3)])
def test_an_interrupt_goes_through(error: BaseException) -> None:
    gauge = gauge_with(raising(error))
    with pytest.raises(type(error)):
        gauge.read('{"id":"a"}')


@pytest.mark.parametrize("error", [PanicException(), ValueError()])
def test_a_refusal_that_cannot_be_explained_stays_one(error: BaseException) -> None:
    def answers() -> Iterator[bool]:
        yield False
        raise error

    turn = answers()
    gauge = gauge_with(lambda _text: next(turn))
    assert codes(gauge.check({"id": "a"})) == ["not_explained"]
