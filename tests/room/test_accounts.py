"""Names, passwords, roles, sessions, chips."""

import pytest
from sqlalchemy import select
from support.room_play import FakeTime, bet_all, opened, seated

from houseway.errors import BadName, HousewayError, NotAllowed, UnknownName
from houseway.games.engine.action import Action
from houseway.room import TableSpec
from houseway.room.accounts import SESSION_DAYS, STARTING_CHIPS
from houseway.room.models import sessions, users
from houseway.room.settings import RoomSettings

PASSWORD = "correct horse"


@pytest.mark.slow
def test_a_person_registers_and_signs_in_with_the_right_password_only() -> None:
    with opened() as room:
        ann = room.register("Ann", PASSWORD)
        assert (ann.name, ann.role, ann.chips, ann.guest) == ("Ann", "player", STARTING_CHIPS, False)
        assert room.sign_in("ann", PASSWORD) == ann
        for name, password in (("Ann", "wrong horse"), ("Bob", PASSWORD), ("Ann", ""), ("Ann", None), (None, PASSWORD)):
            with pytest.raises(NotAllowed, match="Wrong name or password"):
                room.sign_in(name, password)  # type: ignore[arg-type]


def test_a_password_is_kept_as_a_salted_argon2_hash() -> None:
    with opened() as room:
        room.register("Ann", PASSWORD)
        room.register("Bob", PASSWORD)
        with room.database.read() as connection:
            hashes = connection.execute(select(users.c.password_hash)).scalars().all()
        assert all(text.startswith("$argon2id$") for text in hashes)
        assert len(set(hashes)) == 2
        assert not any(PASSWORD in text for text in hashes)


def test_a_guest_cannot_be_signed_in_as() -> None:
    with opened() as room:
        guest = room.guest()
        assert guest.guest
        with pytest.raises(NotAllowed):
            room.sign_in(guest.name, PASSWORD)


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "<b>", "a\nb", "_ann", "a\u202eb", None, 7, "\ud800"])
def test_a_name_that_could_mislead_is_refused(name: object) -> None:
    with opened() as room, pytest.raises(BadName):
        room.register(name, PASSWORD)  # type: ignore[arg-type]


@pytest.mark.parametrize("password", ["short", "x" * 201, None, "\ud800" * 10])
def test_a_password_is_of_some_length(password: object) -> None:
    with opened() as room, pytest.raises(BadName):
        room.register("Ann", password)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("second", ["Zoë", "zoë", "ZOË", "Zoe\u0308"])
def test_two_names_that_look_alike_are_one_name(second: str) -> None:
    with opened() as room:
        room.register("Zoë", PASSWORD)
        with pytest.raises(BadName, match="taken"):
            room.register(second, PASSWORD)


def test_only_someone_with_a_password_becomes_operator() -> None:
    with opened() as room:
        guest = room.guest()
        with pytest.raises(UnknownName):
            room.make_operator(guest.name)
        with pytest.raises(UnknownName):
            room.make_operator("nobody")
        room.register("Olga", PASSWORD)
        assert room.make_operator("olga").is_operator
        assert room.make_operator("olga").is_operator
        assert room.verify().ok


def test_a_session_lasts_until_it_is_closed_or_old() -> None:
    time = FakeTime()
    with opened(time=time) as room:
        ann = room.guest()
        token, other = room.open_session(ann.id), room.open_session(ann.id)
        assert room.session_user(token) == ann
        assert room.session_user(token + "x") is None
        assert room.session_user("\ud800") is None
        room.close_session(token)
        assert room.session_user(token) is None
        time.now += SESSION_DAYS * 86_400 - 1
        assert room.session_user(other) == ann
        time.now += 2
        assert room.session_user(other) is None


def test_the_database_does_not_hold_what_a_browser_signs_in_with() -> None:
    with opened() as room:
        token = room.open_session(room.guest().id)
        with room.database.read() as connection:
            row = connection.execute(select(sessions)).one()
        assert token not in [str(value) for value in row]


def test_chips_are_bought_again_up_to_the_start() -> None:
    with opened() as room:
        ann = room.guest().id
        with pytest.raises(NotAllowed):
            room.rebuy(ann)
        table = seated(room, "pick-2-poker", {0: ann})
        bet_all(table)
        table.act(ann, Action("fold"), 0)
        assert room.user(ann).chips == STARTING_CHIPS - 1000
        assert room.rebuy(ann).chips == STARTING_CHIPS
        assert room.verify().ok


def test_who_may_open_tables_and_how_many() -> None:
    with opened(settings=RoomSettings(most_tables_of_a_player=2)) as room:
        ann = room.guest().id
        for _ in range(2):
            room.open_table(TableSpec("pick-2-poker"), by=ann)
        with pytest.raises(NotAllowed, match="at most 2"):
            room.open_table(TableSpec("pick-2-poker"), by=ann)
    with opened(settings=RoomSettings(tables_by_operators_only=True)) as room:
        olga = room.register("Olga", PASSWORD).id
        with pytest.raises(NotAllowed, match="Only an operator"):
            room.open_table(TableSpec("pick-2-poker"), by=olga)
        room.make_operator("Olga")
        assert room.open_table(TableSpec("pick-2-poker"), by=olga) == 1
        with pytest.raises(HousewayError):
            room.open_table(TableSpec("pick-2-poker"), by=99)
