"""Which addresses are called: none that is private unless that is allowed, whatever a name server says meanwhile."""

import socket
from collections.abc import Iterator

import pytest

from gonogo.host.http.addresses import may_be_called
from gonogo.host.http.target import BadUrl, Target
from listeners import Listener
from services import connected as connect
from services import getting, json_body, service

DOC = getting({"200": json_body({"type": "object"})})
PUBLIC = ("93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34", "64:ff9b::5db8:d822")
PRIVATE = (
    "127.0.0.1", "127.8.9.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "::1", "fd00::1",
    "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "198.18.0.1",
)  # fmt: skip
NEVER = ("169.254.169.254", "fe80::1%eth0", "0.0.0.0", "::", "224.0.0.1", "ff02::1", "::ffff:169.254.169.254")  # noqa: S104


@pytest.fixture(name="listener")
def fixture_listener() -> Iterator[Listener]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield Listener(server)


def port_of(listener: Listener) -> int:
    return int(listener.server.getsockname()[1])


def test_what_may_be_called() -> None:
    for address in PUBLIC:
        assert may_be_called(address, allow_private=False), address
    for address in PRIVATE:
        assert not may_be_called(address, allow_private=False), address
        assert may_be_called(address, allow_private=True), address
    for address in NEVER:
        assert not may_be_called(address, allow_private=True), address


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::ffff:127.0.0.1"]])
def test_a_name_that_leads_to_a_private_address_is_not_called(
    addresses: list[str], listener: Listener
) -> None:
    async def resolve(_host: str, _port: int) -> list[str]:
        return addresses

    each = connect(DOC, f"http://api.example:{port_of(listener)}", resolver=resolve)
    problem = each.problem()
    assert problem.issues[0].code == "address_refused"
    assert not problem.executed
    assert listener.visits() == 0


def test_a_name_that_is_bound_anew_is_judged_anew() -> None:
    """Rebinding: the first look-up answers with a permitted address, the second with one that never is."""
    answers = [["127.0.0.1"], ["169.254.169.254"]]

    async def resolve(_host: str, _port: int) -> list[str]:
        return answers.pop(0)

    with service() as held:
        base = f"http://api.example:{held.port}"
        each = connect(DOC, base, resolver=resolve, allow_private=True, retries=0)
        assert not each.run().is_error
        assert each.code() == "address_refused"
        assert len(held.asked) == 1
    assert not answers


def test_the_connection_goes_to_the_address_that_was_judged() -> None:
    """The name does not exist: only the judged number can have been called, and the name is in the request."""
    looked: list[str] = []

    async def resolve(host: str, _port: int) -> list[str]:
        looked.append(host)
        return ["127.0.0.1"]

    with service() as held:
        each = connect(DOC, f"http://api.invalid:{held.port}", resolver=resolve, allow_private=True)
        assert not each.run().is_error
        assert held.asked[0].header("host") == f"api.invalid:{held.port}"
    assert looked == ["api.invalid"]


@pytest.mark.parametrize("base", ["http://127.0.0.1", "http://localhost"])
def test_an_address_that_the_owner_wrote_down_is_called(base: str) -> None:
    with service() as held:
        assert not connect(DOC, f"{base}:{held.port}").run().is_error


@pytest.mark.parametrize("base", ["http://169.254.169.254", "http://[fe80::1]", "http://0.0.0.0"])
def test_link_local_addresses_are_never_called(base: str) -> None:
    assert connect(DOC, base, allow_private=True, retries=0).code() == "address_refused"


@pytest.mark.parametrize("base", ["http://2130706433", "http://0x7f000001", "http://127.1"])
def test_other_spellings_of_this_machine_are_seen_through(base: str, listener: Listener) -> None:
    each = connect(DOC, f"{base}:{port_of(listener)}", retries=0)
    assert each.code() in {"address_refused", "upstream_unreachable"}
    assert listener.visits() == 0


@pytest.mark.parametrize(
    "url",
    ["", "x", "ftp://h/", "file:///etc/passwd", "http://", "http://u:p@h/", "http://h:99999/", "http://h\\@e/",
     "http://h/ü", "http://h/ x", "http://[::1"],
)  # fmt: skip
def test_what_is_no_base_url(url: str) -> None:
    with pytest.raises(BadUrl):
        Target.of(url)


@pytest.mark.parametrize(
    ("base", "url", "inside"),
    [
        ("http://h/v1", "http://h/v1/x", True),
        ("http://h/v1/", "http://H:80/v1", True),
        ("http://h", "http://h/anything", True),
        ("http://h/v1", "http://h/v10", False),
        ("http://h/v1", "http://h/v1/../admin", False),
        ("http://h/v1", "http://h/v1/%2e%2e/admin", False),
        ("http://h/v1", "https://h/v1", False),
        ("http://h/v1", "http://h:8080/v1", False),
        ("http://h/v1", "http://h.example/v1", False),
    ],
)
def test_what_a_base_url_covers(base: str, url: str, inside: bool) -> None:
    assert Target.of(base).covers(Target.of(url)) is inside
