"""What a host says of how its tools are listed and found, without a transport. CASES I2."""

from typing import Any

import pytest

from gonogo.gauge.problem import Door
from gonogo.host.host import Host
from hosts import Made, host_of
from shops import shop, tool


def codes(host: Host) -> list[str]:
    known = {"no_output_contract"}
    return [each.code for each in host.findings if each.code not in known]


def test_a_crowd_in_the_list_is_told_with_its_count() -> None:
    host = host_of({f"tool_{number}": Made({"type": "object"}, {}) for number in range(560)})
    (finding,) = [each for each in host.findings if each.code == "crowded_list"]
    assert "560 tools" in finding.message
    assert "[serve]" in (finding.hint or "")
    assert host.discovery.counts == "560 tools are listed"


def test_a_crowd_behind_the_search_is_none() -> None:
    host = shop(pinned=("get_coupon",))
    assert codes(host) == []
    assert host.discovery.counts == "24 tools are offered, 1 listed; find_tools finds the others"


def test_a_pinned_tool_that_is_not_there_is_a_finding() -> None:
    (finding,) = [each for each in shop(pinned=("get_cupon",)).findings if each.code == "unknown_pinned"]
    assert "get_coupon" in (finding.hint or "")


@pytest.mark.parametrize(("count", "hides"), [(10, False), (11, True)])
def test_more_than_ten_tools_are_many(count: int, hides: bool) -> None:
    made: dict[str, Any] = {f"tool_{number}": Made({"type": "object"}, {}) for number in range(count)}
    host = Host(host_of(made).catalog.of(host_of(made).catalog.tools.values()))
    for name, each in made.items():
        host.register(name, each.handler())
    assert host.discovery.hides is hides
    assert len(host.discovery.tools) == count + 4 * hides


def test_what_is_registered_later_is_found() -> None:
    host = shop(tool("weigh_anvil", "Weigh an anvil."))
    assert host.search("anvil").hits[0].scored.tool.name == "weigh_anvil"
    late = Host(host.catalog)
    assert late.search("anvil").hits == ()
    late.register("weigh_anvil", lambda _given: {"id": "", "state": "kept"})
    assert [each.scored.tool.name for each in late.search("anvil").hits] == ["weigh_anvil"]


def test_a_search_takes_filters() -> None:
    hits = shop().search("coupon", 3, read_only=True).hits
    assert [each.scored.tool.name for each in hits] == ["get_coupon"]


def test_the_four_are_judged_at_the_search_door() -> None:
    own = [tool for name, tool in shop().discovery.tools.items() if shop().discovery.is_own(name)]
    assert {each.input.gauge.subject.door for each in own} == {Door.SEARCH}
