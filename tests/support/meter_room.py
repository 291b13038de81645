"""Tables with meters for tests: a room with an operator, and shuffles in which somebody hits."""

from fractions import Fraction
from itertools import count
from typing import Any

from houseway.cards.shuffle import shuffle
from houseway.games.engine.action import Action
from houseway.games.engine.meter import MeterRules
from houseway.room import LiveTable, Room, TableSpec
from houseway.room.fairness import round_seed
from support.room_play import actor_of, promise_of, seed_at, user_at

GAME = "mississippi-stud"
BETS = {"ante": 500, "progressive": 100}
NAMES = ("mega", "major", "minor")
SEEDS = {"mega": 1_000_000, "major": 100_000, "minor": 20_000}
QUADS = "four of a kind"


def rules(seed: int, increment: str = "0.2375", reserve: str = "0.0125", cap: int | None = None) -> MeterRules:
    """A meter to which a dollar gives 23 3/4 cents, and 1 1/4 cents to its reserve."""
    return MeterRules(seed, Fraction(increment), Fraction(reserve), cap)


def operator(room: Room, name: str = "Olga") -> int:
    """An operator's account."""
    room.register(name, "correct horse battery")
    return room.make_operator(name).id


def three_meters(room: Room, by: int) -> dict[str, int]:
    """The meters of the table of prizes that has three of them."""
    return {name: room.meters.open(name.capitalize(), rules(SEEDS[name]), by) for name in NAMES}


def meter_table(room: Room, by: int, meters: dict[str, int], people: dict[int, int], **spec: Any) -> LiveTable:
    """A table of Mississippi Stud on these meters, with people at its seats."""
    given = {"seats": 3, "options": {"prizes": "PA-C"}, "meters": meters, **spec}
    table = room.table(room.open_table(TableSpec(GAME, **given), by=by))
    for seat, user_id in people.items():
        table.sit(user_id, seat)
    return table


def lucky(table: LiveTable, hand: str = QUADS, start: int = 0) -> str:
    """What the person at the only seat that plays contributes, so that this hand is dealt; `start` is where to look."""
    state, secret, wager = table.state, seed_at(table), table.state.game.meter_wager
    (seat,) = state.people
    assert wager is not None
    for number in count(start):
        contribution = f"{number:064x}"
        seed = round_seed(secret, state.id, state.number, {seat: contribution})
        prize = wager.prizes.prize_of(shuffle(state.game.deck, seed, first=5))
        if prize is not None and prize.label == hand:
            return contribution
    raise AssertionError("some shuffle deals every hand")


def begin(table: LiveTable, contribution: str = "00ff" * 16, bets: dict[str, int] | None = None) -> None:
    """Everyone bets on the meters too, and the round goes on to its first decision."""
    for seat in table.state.people:
        table.bet(user_at(table, seat), bets or BETS, promise_of(table, seat, contribution))
    for seat in table.state.unrevealed:
        table.reveal(user_at(table, seat), contribution)


def decide(table: LiveTable, kind: str = "fold") -> None:
    """The person to act decides."""
    table.act(actor_of(table), Action(kind), table.state.moves)


def play(table: LiveTable, contribution: str = "00ff" * 16) -> None:
    """A whole round in which everybody folds: no meter minds."""
    begin(table, contribution)
    while table.state.round is not None:
        decide(table)


def amounts(room: Room) -> dict[str, int]:
    """What the meters show, by their titles."""
    return {info.title: info.meter.amount for info in room.meters.all()}
