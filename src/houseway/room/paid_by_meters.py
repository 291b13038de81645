"""A round's bets on meters, as the ledger has them: contributions, prizes, seeds, and the rest to the house.

The meters as they stand when the round is settled are an input, and written into the log: from them and the round's
settlements everything else follows, at the table and for whoever verifies it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from houseway.errors import BrokenLog
from houseway.games.engine.meter import Changed, Meter, Move, Party, Showing
from houseway.room.ledger import Transfer, house_account, meter_account, move, reserve_account
from houseway.room.round import Round
from houseway.room.state import TableState

Meters = Mapping[str, Meter]


@dataclass(frozen=True, slots=True)
class PaidByMeters:
    """The meters after a round, and the chips that went to and from them."""

    after: Meters
    transfers: tuple[Transfer, ...]


def stakes_on_meters(state: TableState, playing: Round) -> int:
    """What the seats of a round have on meters together, in cents; nothing once the round is void."""
    wager = state.game.meter_wager
    return 0 if wager is None or playing.ruling is not None else wager.staked(playing.bets)


def fallen(playing: Round, meters: Meters, staked: int) -> dict[str, Showing]:
    """What the round is played for from now on, where others took from its meters since its bets were closed.

    Never more than was shown then: who waits for others to feed a meter gains nothing by it.
    """
    shown = playing.state.meters
    now = {name: meter.showing(staked) for name, meter in meters.items()}
    lower = {name: Showing(min(was.amount, now[name].amount), was.seed) for name, was in shown.items()}
    return lower if lower != shown else {}


def pay_by_meters(state: TableState, over: Round, meters: Meters) -> PaidByMeters:
    """All bets feed the meters first, then prizes are paid in the order of settlement; one change for each meter."""
    wager = state.game.meter_wager
    assert wager is not None, "the table has meters"
    if set(meters) != set(wager.prizes.meters):
        raise BrokenLog(f"expected the meters {', '.join(wager.prizes.meters)}; got {', '.join(meters)}")
    staked = stakes_on_meters(state, over)
    book = _Book(state, dict(meters))
    for name in wager.prizes.meters:
        book.change(name, book.meters[name].fed(staked))
    given = sum(transfer.amount for transfer in book.transfers)
    book.transfers += move(state.stakes, house_account(state.id), staked - given, f"{wager.name} rest")
    for settlement in over.state.settlements:
        if settlement.wager != wager.name:
            continue
        purse, memo = state.purse(over.seats[settlement.seat]), f"{wager.name} {settlement.clause}"
        if (prize := settlement.paid_by) is not None:
            hit = book.meters[prize.meter].hit(settlement.returned, prize.takes_all)
            book.change(prize.meter, hit, purse)
        else:
            book.transfers += move(house_account(state.id), purse, settlement.returned, memo)
    after = {name: meter.next_turn() for name, meter in book.meters.items()}
    return PaidByMeters(after, tuple(book.transfers))


class _Book:
    """Meters on their way, and the transfers so far."""

    def __init__(self, state: TableState, meters: dict[str, Meter]) -> None:
        self.state, self.meters = state, meters
        self.transfers: list[Transfer] = []

    def change(self, name: str, changed: Changed, purse: str = "") -> None:
        self.meters[name], moves = changed
        accounts = {
            **accounts_of(self.state.spec.meters[name]),
            Party.STAKES: self.state.stakes,
            Party.HOUSE: house_account(self.state.id),
            Party.PLAYER: purse,
        }
        self.transfers += map(partial(transfer_of, accounts=accounts), moves)


def accounts_of(meter_id: int) -> dict[Party, str]:
    """The accounts that are a meter's own."""
    return {Party.METER: meter_account(meter_id), Party.RESERVE: reserve_account(meter_id)}


def transfer_of(moved: Move, accounts: Mapping[Party, str]) -> Transfer:
    """A move between parties as one between accounts, with its reason."""
    return Transfer(accounts[moved.source], accounts[moved.target], moved.amount, f"meter: {moved.reason}")
