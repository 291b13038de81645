"""No two names look alike, the house's are kept, and databases from before get along."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Engine, create_engine, select, text
from support.postgres import empty_schema, needs_postgres
from support.room_play import database_file, opened

from houseway.errors import BadName, NotAllowed
from houseway.room.database import alembic_config
from houseway.room.models import users
from houseway.room.names import check_name, fold_name, skeleton

PASSWORD = "correct horse"
ALIKE = [
    ("Alice", "AIice"),
    ("Alice", "A1ice"),
    ("Olga", "0lga"),
    ("Arnold", "Amold"),
    ("Wendy", "VVendy"),
    ("Ann Lee", "Ann-Lee"),
    ("Ann", "Ann."),
    ("pope", "роре"),
    ("coco", "сосо"),
    ("Ann", "ＡＮＮ"),
    ("Eva 5", "Eva ５"),
    ("TOM", "ТОМ"),
    ("Kate", "Κate"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), ALIKE)
def test_a_name_that_can_be_mistaken_for_another_is_refused(first: str, second: str) -> None:
    with opened() as room:
        room.register(first, PASSWORD)
        with pytest.raises(BadName):
            room.register(second, PASSWORD)


@pytest.mark.parametrize("name", ["Anna", "Zoë", "Нина", "Ελένη", "田中 Taro", "김민수", "محمد", "O'Neil", "J. R. 7"])
def test_names_of_every_script_are_names(name: str) -> None:
    assert check_name(name) == name
    assert skeleton(name)


@pytest.mark.parametrize(
    "name", ["Аnn", "Annα", "a\u3164b", "\u115f", "\u200bAnn", "A\u00adnn", "7\u0667", "a\0", "ﷺ" * 5]
)
def test_mixtures_and_what_cannot_be_seen_are_refused(name: str) -> None:
    with pytest.raises(BadName):
        check_name(name)


@pytest.mark.parametrize(
    "name", ["Operator", "0perator", "HOUSE", "The House", "dea1er", "Houseway Staff", "Guest 12", "gυest"]
)
def test_the_names_of_the_house_and_of_guests_are_kept(name: str) -> None:
    with opened() as room, pytest.raises(BadName):
        room.register(name, PASSWORD)


def test_no_form_of_a_name_is_longer_than_its_column() -> None:
    expanding = "".join(chr(code) for code in (0xFDFA, 0xFB03, 0x1E9E, 0x0390, 0x1FB7, 0x33A7))
    for sign in expanding:
        for count in (1, 4, 5, 12, 24):
            try:
                name = check_name(sign * count)
            except BadName:
                continue
            assert len(fold_name(name)) <= 80
            assert len(skeleton(name)) <= 80


def old_database(engine: Engine) -> None:
    """A database of the first schema, with people whose names look alike."""
    with engine.begin() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for number, name in enumerate(("Alice", "A1ice", "Guest 12", "Operator"), 1):
            row = {"id": number, "name": name, "folded": name.lower()}
            connection.execute(text("INSERT INTO users VALUES (:id, :name, :folded, 'player', NULL)"), row)
            connection.execute(text("INSERT INTO sessions VALUES (:name, :id, 1)"), {"name": name, "id": number})


def check_after_migration(url: str) -> None:
    with opened(url) as room:
        with room.database.read() as connection:
            found = dict(iter(connection.execute(select(users.c.name, users.c.skeleton))))
        assert found == {"Alice": "alice", "A1ice": "alice/2", "Guest 12": "guestl2", "Operator": "operator"}
        with pytest.raises(BadName, match="looks too much like 'Alice'"):
            room.register("AIice", PASSWORD)
        assert room.register("Bob", PASSWORD).id == 5


def test_a_database_from_before_is_brought_up_to_date(tmp_path: Path) -> None:
    engine = create_engine(database_file(tmp_path))
    old_database(engine)
    engine.dispose()
    check_after_migration(database_file(tmp_path))


@pytest.fixture
def postgres() -> Iterator[str]:
    with empty_schema() as url:
        yield url


@needs_postgres
def test_a_database_from_before_on_postgresql_too(postgres: str) -> None:
    engine = create_engine(postgres.replace("postgresql://", "postgresql+psycopg://", 1))
    old_database(engine)
    engine.dispose()
    check_after_migration(postgres)


@pytest.mark.slow
@needs_postgres
@pytest.mark.parametrize("name", ["a\0b", "ﷺ" * 24, "ΐ" * 24, "x" * 200])
def test_no_name_breaks_postgresql(postgres: str, name: str) -> None:
    with opened(postgres) as room:
        with pytest.raises(NotAllowed):
            room.sign_in(name, PASSWORD)
        with suppress(BadName):
            room.register(name, PASSWORD)
        assert room.verify().ok


@pytest.mark.parametrize("name", ["Ruth", "RUTH", "Ruth 2", "ruth-3", "Am0s", "Arnos", "Gide0n"])
def test_nobody_takes_the_name_of_an_automatic_player(name: str) -> None:
    with opened() as room, pytest.raises(BadName, match=r"computer player. Add to it"):
        room.register(name, PASSWORD)


def test_a_person_of_that_name_adds_to_it() -> None:
    with opened() as room:
        assert room.register("Ruth B", PASSWORD).name == "Ruth B"
