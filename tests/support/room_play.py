"""People who play at a room's tables in tests, by chance or by the first legal action."""

import json
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from houseway.cards.seed import Seed
from houseway.games.catalogue import games
from houseway.room import LiveTable, Room, RoomSettings, TableSpec
from houseway.room.fairness import promise
from houseway.room.log import FIRST_PREVIOUS, canonical, hash_of

WAGERS: dict[str, dict[str, int]] = {
    **{each.slug: dict(each.usual_bet(500).items()) for each in games()},
    "five-card-holdout": {"stack": 20_000},
}


class FakeTime:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def database_file(folder: Path) -> str:
    """The URL of a database in a folder."""
    return f"sqlite:///{folder / 'room.db'}"


def secrets_file(database: Path) -> Path:
    """The file of secrets that belongs to a database file."""
    return database.with_name(f"{database.stem}.secrets{database.suffix}")


def edit_sqlite(database: Path) -> sqlite3.Connection:
    """A connection that edits a database and its secrets behind the room's back."""
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA ignore_check_constraints=ON")
    connection.execute("ATTACH DATABASE ? AS secrets", (str(secrets_file(database)),))
    return connection


def open_seed_of(table_id: int) -> str:
    """SQL that selects a table's row of the store of seeds."""
    newest = f"SELECT max(seq) FROM records WHERE chain_id = {table_id} AND kind = 'committed'"
    published = f"SELECT json_extract(body, '$.data.commitment') FROM records WHERE chain_id = {table_id}"
    return f"commitment = ({published} AND seq = ({newest}))"


def rewrite_log(folder: Path, chain_id: int, change: Callable[[list[dict[str, Any]]], object]) -> None:
    """Rewrite a log as an insider could, with every hash made good again."""
    with closing(sqlite3.connect(folder / "room.db")) as connection:
        found = "SELECT body FROM records WHERE chain_id = ? ORDER BY seq"
        records = [json.loads(body) for (body,) in connection.execute(found, (chain_id,)).fetchall()]
        change(records)
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("DELETE FROM records WHERE chain_id = ?", (chain_id,))
        previous = FIRST_PREVIOUS
        for seq, record in enumerate(records, 1):
            record |= {"seq": seq, "previous": previous}
            body = canonical(record)
            previous = hash_of(body)
            row = (chain_id, seq, record["kind"], record["data"].get("number"), body, previous)
            connection.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", row)
        connection.execute("UPDATE chains SET length = ?, head = ? WHERE id = ?", (len(records), previous, chain_id))
        connection.commit()


@contextmanager
def opened(url: str = "sqlite://", **options: Any) -> Iterator[Room]:
    """A room that is closed at the end. One clock dates and hurries, unless the test gives it two."""
    if "time" in options:
        options.setdefault("monotonic", options["time"])
    room = Room(url, **options)
    try:
        yield room
    finally:
        room.close()


def seated(
    room: Room, slug: str, people: dict[int, int], seats: int = 5, bots: dict[int, str] | None = None, **spec: Any
) -> LiveTable:
    """A table with people (seat: user) and automatic players."""
    opener = next(iter(people.values()))
    table = room.table(room.open_table(TableSpec(slug, seats=seats, bots=bots or {}, **spec), by=opener))
    for seat, user_id in people.items():
        table.sit(user_id, seat)
    return table


CONTRIBUTION = "00ff" * 16


def promise_of(table: LiveTable, seat: int, contribution: str = CONTRIBUTION) -> str:
    """What the person at a seat promises for the coming round."""
    state = table.state
    return promise(state.commitment, state.id, state.number, seat, contribution)


def promise_all(table: LiveTable, contribution: str = CONTRIBUTION) -> None:
    """Everyone bets the usual, or plays on with the stack that is there, and promises a contribution."""
    for seat in table.state.people:
        state = table.state
        wagers = {} if state.between_players and state.stacks[seat] else WAGERS[state.game.slug]
        table.bet(user_at(table, seat), wagers, promise_of(table, seat, contribution))


def bet_all(table: LiveTable, contribution: str = CONTRIBUTION) -> None:
    """Everyone bets, promises and reveals."""
    promise_all(table, contribution)
    for seat in table.state.unrevealed:
        table.reveal(user_at(table, seat), contribution)


def seed_at(table: LiveTable) -> Seed:
    """The secret seed of the round that is not over."""
    assert table._secret is not None
    return table._secret


def user_at(table: LiveTable, seat: int) -> int:
    """The person at a seat."""
    user_id = table.state.at(seat).user_id
    assert user_id is not None
    return user_id


def actor_of(table: LiveTable) -> int:
    """The person who decides now."""
    playing = table.state.round
    assert playing is not None
    assert playing.actor is not None
    user_id = table.state.at(playing.actor).user_id
    assert user_id is not None
    return user_id


def act_once(table: LiveTable, generator: random.Random) -> None:
    """A random decision of the person to act."""
    playing = table.state.round
    assert playing is not None
    table.act(actor_of(table), generator.choice(playing.prices)[0], table.state.moves)


def play_rounds(table: LiveTable, rounds: int, generator: random.Random) -> None:
    """Whole rounds of random decisions."""
    for _ in range(rounds):
        bet_all(table, generator.randbytes(32).hex())
        while table.state.round is not None:
            act_once(table, generator)


PATIENT = RoomSettings(bet_time=1e6, reveal_time=1e6, decision_time=1e6, alone_time=1e6, idle_close=1e9)
