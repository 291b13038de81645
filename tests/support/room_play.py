"""People who play at a room's tables in tests, by chance or by the first legal action."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from houseway.games.catalogue import games
from houseway.room import LiveTable, Room, RoomSettings, TableSpec
from houseway.room.fairness import promise

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
