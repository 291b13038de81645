"""Signing in under attack: no way round the limit, no way to lock an owner out, no 500, no hash in a log."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.own_loop import run_apart
from support.web_players import Player

from houseway.errors import NotAllowed
from houseway.room import Room
from houseway.web.addresses import Source
from houseway.web.errors import Busy, TooFast
from houseway.web.settings import Rate, Settings
from houseway.web.sign_ins import SignIns

pytest_plugins = ["support.web_fixtures"]

FREELY = Rate(1e5, 100_000)
PASSWORD = "correct horse"


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def make(room: Room, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., SignIns]]:
    """Sign-ins that hash nothing: a password is right where it is the right one."""
    made: list[SignIns] = []
    user = room.register("Ann", PASSWORD)

    def sign_in(name: str, password: str) -> object:
        if password != PASSWORD:
            raise NotAllowed("Wrong name or password.")
        return user

    monkeypatch.setattr(room, "sign_in", sign_in)

    def new(**settings: object) -> SignIns:
        made.append(SignIns(room, Settings(**{"longest_doubt": 0.02, **settings}), clock))  # type: ignore[arg-type]
        return made[-1]

    yield new
    for each in made:
        each.close()


def attempt(sign_ins: SignIns, address: str, name: str, password: str) -> str:
    try:
        run_apart(sign_ins.sign_in(Source(address), name, password))
    except (NotAllowed, TooFast, Busy) as error:
        return type(error).__name__
    return "in"


def test_full_width_and_capital_letters_are_the_same_name_to_the_limit(make: Callable[..., SignIns]) -> None:
    sign_ins = make(sign_ins=FREELY, all_sign_ins=FREELY, failures=Rate(0.01, 3))
    names = ("Ann", "ann", "ＡＮＮ", "Ａnn", "aＮn")
    assert [attempt(sign_ins, "6.6.6.6", name, "guess") for name in names] == ["NotAllowed"] * 3 + ["TooFast"] * 2


def test_a_stranger_cannot_lock_the_owner_out(make: Callable[..., SignIns], clock: Clock) -> None:
    sign_ins = make(all_sign_ins=FREELY)
    for n in range(40):
        for _ in range(5):
            attempt(sign_ins, f"6.6.6.{n}", "Ann", "guess")
    assert 0 < sign_ins.doubt("ann") <= 0.02
    assert attempt(sign_ins, "192.0.2.1", "Ann", PASSWORD) == "in"
    clock.now += 600
    assert sign_ins.doubt("ann") == 0


def test_who_has_signed_in_here_before_does_it_again_though_everybody_guesses(make: Callable[..., SignIns]) -> None:
    sign_ins = make(all_sign_ins=Rate(0.001, 3))
    assert attempt(sign_ins, "192.0.2.1", "Ann", PASSWORD) == "in"
    assert [attempt(sign_ins, f"6.6.6.{n}", "Ann", "guess") for n in range(4)] == ["NotAllowed"] * 2 + ["Busy"] * 2
    assert attempt(sign_ins, "192.0.2.1", "Ann", PASSWORD) == "in"


def test_few_passwords_wait_to_be_hashed(make: Callable[..., SignIns]) -> None:
    sign_ins = make(sign_ins=FREELY, all_sign_ins=FREELY, all_hashing=2)

    async def rush() -> list[object]:
        tries = [sign_ins.sign_in(Source(f"192.0.2.{n}"), "Ann", PASSWORD) for n in range(5)]
        return await asyncio.gather(*tries, return_exceptions=True)

    outcomes = run_apart(rush())
    assert sum(isinstance(outcome, Busy) for outcome in outcomes) == 3


class TestGuests:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(guests=Rate(0.001, 3), all_guests=Rate(0.001, 4), refusal_pause=0)

    def test_one_address_makes_few_guests_whatever_its_cookies(self, clients: Callable[[], Player]) -> None:
        made = [clients().call("POST", "/api/session", {"guest": True}).status_code for _ in range(5)]
        assert made == [201] * 3 + [429] * 2


@pytest.mark.parametrize("name", ["a\0b", "a\x1fb", "\0", "a\x7f", "ﷺ" * 20])
def test_no_name_or_password_breaks_the_server(player: Player, name: str) -> None:
    for path in ("/api/session", "/api/accounts"):
        for body in ({"name": name, "password": PASSWORD}, {"name": "Ann", "password": f"{name} and more"}):
            answer = player.call("POST", path, body)
            assert answer.status_code in (201, 400, 403, 422), answer.text
            assert answer.status_code != 201 or "ﷺ" in body["password"]


def test_a_query_with_a_nul_is_malformed(player: Player, room: Room) -> None:
    player.register("Olga")
    room.make_operator("Olga")
    assert player.call("GET", "/api/ledger?account=a%00b").status_code == 422
    assert player.call("GET", "/api/ledger?account=user:1").status_code == 200


def test_an_error_of_the_database_does_not_tell_its_parameters(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for url in (f"sqlite:///{tmp_path / 'room.sqlite'}", "sqlite://"):
        room = Room(url)
        try:
            with room.database.engine.begin() as connection:
                connection.exec_driver_sql("DROP TABLE secrets.open_sessions")
                connection.exec_driver_sql("DROP TABLE users")
            try:
                room.register("Ann", PASSWORD)
            except Exception:
                logging.getLogger("houseway").exception("it failed")
        finally:
            room.close()
    assert "no such table" in caplog.text
    assert "argon2" not in caplog.text
