"""Whose address a request is counted for, and what that changes: proxies, IPv6 networks, cookies under TLS."""

from contextlib import suppress

import pytest
from fastapi.testclient import TestClient

from houseway.errors import BadSetting
from houseway.room import Room
from houseway.web import create_app
from houseway.web.addresses import Proxies, Source, source_of
from houseway.web.errors import Busy, TooFast
from houseway.web.rate_limits import RateLimit, Slots
from houseway.web.settings import WIDE, Rate, Settings

pytest_plugins = ["support.web_fixtures"]


def client_at(room: Room, address: str, settings: Settings) -> TestClient:
    return TestClient(create_app(room, settings), client=(address, 50_000), base_url="http://testserver")


@pytest.mark.parametrize(
    ("forwarded", "expected"),
    [
        (["192.0.2.7"], "192.0.2.7"),
        (["6.6.6.6, 192.0.2.7"], "192.0.2.7"),
        (["6.6.6.6", "192.0.2.7, 10.1.1.1"], "192.0.2.7"),
        (["192.0.2.7:4711"], "192.0.2.7"),
        (["[2001:db8::1]:4711"], "2001:db8::1"),
        (["nonsense"], "10.0.0.1"),
        (["192.0.2.7, nonsense"], "10.0.0.1"),
        (["10.0.0.9, 10.0.0.8"], "10.0.0.9"),
        ([""], "10.0.0.1"),
        ([], "10.0.0.1"),
    ],
)
def test_a_proxy_speaks_for_the_rightmost_address_that_is_not_a_proxy(forwarded: list[str], expected: str) -> None:
    assert Proxies(["10.0.0.0/8"]).client("10.0.0.1", forwarded) == expected


def test_a_proxy_is_an_address_or_a_network() -> None:
    with pytest.raises(BadSetting, match="--trusted-proxy takes"):
        Proxies(["*"])


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_nobody_gets_a_new_address_by_a_header(room: Room, header: str) -> None:
    client = client_at(room, "127.0.0.1", Settings(requests=Rate(0.001, 5), refusal_pause=0))
    statuses = [
        client.get("/api/me", headers={header: f"for=192.0.2.{n}" if header == "Forwarded" else f"192.0.2.{n}"})
        for n in range(7)
    ]
    assert [answer.status_code for answer in statuses] == [200] * 5 + [429] * 2


def test_behind_a_trusted_proxy_each_client_is_counted_alone(room: Room) -> None:
    settings = Settings(requests=Rate(0.001, 2), refusal_pause=0, trusted_proxies=("10.0.0.0/8",))
    client = client_at(room, "10.0.0.1", settings)
    for address in ("192.0.2.1", "192.0.2.2"):
        headers = {"X-Forwarded-For": f"6.6.6.6, {address}"}
        assert [client.get("/api/me", headers=headers).status_code for _ in range(3)] == [200, 200, 429]


def test_an_ipv6_network_is_one_visitor_and_a_wider_one_eight(room: Room) -> None:
    meter = RateLimit("requests", Rate(0.001, 2), Rate(1000, 1000))
    for n in range(2):
        meter.take(source_of(f"2001:db8:1:2::{n}"))
    with pytest.raises(TooFast):
        meter.take(source_of("2001:db8:1:2:ffff::1"))
    for subnet in range(3, 1 + WIDE * 2):
        meter.take(source_of(f"2001:db8:1:{subnet:x}::1"))
    with pytest.raises(TooFast, match="your network"):
        meter.take(source_of("2001:db8:1:ffff::1"))
    meter.take(source_of("2001:db8:2::1"))


def test_everyone_together_is_told_that_the_room_is_busy() -> None:
    meter = RateLimit("requests", Rate(1, 10), Rate(0.5, 3), clock=lambda: 0.0)
    for n in range(3):
        meter.take(Source(f"192.0.2.{n}"))
    with pytest.raises(Busy) as error:
        meter.take(Source("192.0.2.200"))
    assert error.value.seconds == pytest.approx(2)


METERED = ("requests", "reading", "sign_ins", "accounts", "guests", "tables", "calculations")


@pytest.mark.slow
@pytest.mark.parametrize("name", METERED)
@pytest.mark.parametrize("attackers", [["192.0.2.1"], ["192.0.2.1", "192.0.2.2", "192.0.2.3"], ["2001:db8::/48"]])
def test_a_few_addresses_never_shut_a_newcomer_out(name: str, attackers: list[str]) -> None:
    settings, now = Settings(), [0.0]
    meter = RateLimit(name, getattr(settings, name), getattr(settings, f"all_{name}"), lambda: now[0])
    sources = [
        source_of(address if "/" not in address else f"2001:db8:0:{subnet:x}::1")
        for address in attackers
        for subnet in range(1 if "/" not in address else 20)
    ]
    for newcomer in range(60):
        for source in sources * 60:
            with suppress(TooFast, Busy):
                meter.take(source)
        meter.take(source_of(f"198.51.100.{newcomer}"))
        now[0] += getattr(settings, f"all_{name}").burst / getattr(settings, f"all_{name}").per_second / 20


@pytest.mark.parametrize(
    ("most", "everyone"),
    [
        ("most_requests_at_once", "all_requests_at_once"),
        ("most_readers", "all_readers"),
        ("most_sockets", "all_sockets"),
    ],
)
def test_a_few_addresses_never_hold_all_slots(most: str, everyone: str) -> None:
    settings = Settings()
    slots = Slots("requests", getattr(settings, most), getattr(settings, everyone))
    for subnet in range(2000):
        with suppress(TooFast, Busy):
            slots.enter(source_of(f"2001:db8:{subnet % 3}:{subnet:x}::1"))
    for newcomer in range(3):
        slots.enter(source_of(f"198.51.100.{newcomer}"))


def test_a_proxy_brings_everyone() -> None:
    slots = Slots("connections", 100, 100)
    for _ in range(100):
        slots.enter(Source("10.0.0.1"))


def test_slots_are_given_back() -> None:
    slots, ann, ben = Slots("requests", 1, 2), Source("a"), Source("b")
    with slots.held(ann), slots.held(ben):
        with pytest.raises(TooFast):
            slots.enter(ann)
        with pytest.raises(Busy):
            slots.enter(Source("c"))
    with slots.held(ann):
        assert slots.total == 1


def test_who_asks_for_a_page_too_often_gets_a_page_that_tries_again(room: Room) -> None:
    client = client_at(room, "192.0.2.1", Settings(requests=Rate(0.001, 1), refusal_pause=0))
    assert client.get("/api/games", headers={"Accept": "text/html"}).status_code == 200
    page = client.get("/", headers={"Accept": "text/html"})
    assert page.status_code == 429
    assert "The room is busy" in page.text
    assert 'http-equiv="refresh"' in page.text
    assert int(page.headers["Retry-After"]) >= 1
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert client.get("/static/css/base.css").json()["code"] == "too_fast"


class TestUnderTls:
    def test_the_cookie_is_bound_to_the_host_and_browsers_come_back_by_tls_only(self, room: Room) -> None:
        client = TestClient(create_app(room, Settings()), base_url="https://cards.example")
        answer = client.get("/api/me")
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-houseway_session=")
        assert "Secure" in cookie
        assert "Path=/;" in cookie
        assert "Domain" not in cookie
        assert int(answer.headers["strict-transport-security"].split("=")[1].split(";")[0]) >= 31_536_000
        assert client.get("/api/me").json()["csrf"] == answer.json()["csrf"]

    def test_a_cookie_planted_without_the_prefix_is_not_read(self, room: Room) -> None:
        client = TestClient(create_app(room, Settings()), base_url="https://cards.example")
        planted = client.get("/api/me", headers={"Cookie": f"houseway_session={'A' * 43}"})
        assert "set-cookie" in planted.headers

    def test_a_trusted_proxy_says_that_it_was_tls_and_nobody_else_does(self, room: Room) -> None:
        for address, secure in (("10.0.0.1", True), ("192.0.2.1", False)):
            client = client_at(room, address, Settings(trusted_proxies=("10.0.0.1",)))
            answer = client.get("/api/me", headers={"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.9"})
            assert ("strict-transport-security" in answer.headers) == secure
            assert answer.headers["set-cookie"].startswith("__Host-") == secure
