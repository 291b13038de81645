"""The chip transfers of a table: bets to the stakes, stakes back to the seats, the house's share to the house.

Bets on meters are settled from the meters' values at that moment, which are an input and written to the log. Those
values and the round's settlements determine contributions, prizes and the house's share, live and in verification.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from houseway.errors import BadBet, BrokenLog, HousewayError
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import STACK, GameBetweenPlayers
from houseway.games.engine.meter import Changed, Meter, Move, Party, Showing
from houseway.room.ledger import (
    Transfer,
    house_account,
    meter_account,
    move,
    reserve_account,
    seat_account,
    user_account,
)
from houseway.room.log import Draft
from houseway.room.state import BOT, Round, TableState

GIVEN_CHIPS = 100_000
"""Chips for a computer player, or for anyone at a table with practice chips, whose chips do not cover a bet."""

BUY_IN, LEAST_BUY_IN, BOT_BUYS_BELOW = 100, 10, 20
"""In big blinds: a computer player's stack at a player vs. player table, and the minimum that a person may bring. The
last is the stack below which a computer player buys more.
"""


def big_blind(state: TableState) -> int:
    """Return the big blind of a player vs. player table."""
    assert isinstance(state.game, GameBetweenPlayers), "players bring stacks to such a game only"
    return state.game.big_blind


def bet_transfers(state: TableState, seat: int, bet: Bet) -> tuple[Transfer, ...]:
    """Return the transfers that replace a seat's opening wagers, or that bring more chips."""
    if state.between_players:
        added = bet.amount(STACK) - state.stacks[seat]
        return move(owner_of_chips(state, seat), seat_account(state.id, seat), added, "buy-in")
    before = state.bets[seat].bet if seat in state.bets else Bet()
    return given_chips(state, seat, sum(bet.values()) - sum(before.values())) + tuple(
        transfer
        for wager in state.game.wagers
        for transfer in move(
            state.purse(seat), state.stakes, bet.amount(wager.name) - before.amount(wager.name), wager.name
        )
    )


def owner_of_chips(state: TableState, seat: int) -> str:
    """Return the account that a seat's chips come from and return to."""
    user_id = state.at(seat).user_id
    return state.bank if user_id is None or state.practice else user_account(user_id)


def given_chips(state: TableState, seat: int, needed: int) -> tuple[Transfer, ...]:
    """Return chips for a seat that brings none, if its stack does not cover its needs."""
    given = state.at(seat).kind == BOT or state.practice
    if not given or needed <= state.stacks[seat]:
        return ()
    memo = "chips for an automatic player" if state.at(seat).kind == BOT else "practice chips"
    return move(state.bank, seat_account(state.id, seat), GIVEN_CHIPS + needed, memo)


def cash_out(state: TableState, seat: int) -> tuple[Transfer, ...]:
    """Return the transfers that give back everything that a seat has on the table outside a round."""
    back: tuple[Transfer, ...] = ()
    if not state.between_players and seat in state.bets:
        back = bet_transfers(state, seat, Bet())
    stack = state.after_transfers(Draft("", {}, back)).stacks[seat]
    return (*back, *move(seat_account(state.id, seat), owner_of_chips(state, seat), stack, "cash out"))


def bot_funds(state: TableState, bets: dict[int, Bet]) -> tuple[Transfer, ...]:
    """Return chips for computer players that could not cover their opening bets."""
    transfers: list[Transfer] = []
    for seat in state.bots:
        needed = sum(bets[seat].values())
        if state.between_players:
            added = needed - state.stacks[seat]
            transfers += move(state.bank, seat_account(state.id, seat), added, "chips for an automatic player")
        else:
            transfers += given_chips(state, seat, needed)
    return tuple(transfers)


def stake_transfers(state: TableState, before: Mapping[int, int], after: Round, memo: str) -> tuple[Transfer, ...]:
    """Return the transfers for wagers that have grown, to the stakes, and for uncalled bets, back from them."""
    transfers: list[Transfer] = []
    for seat, staked in after.staked.items():
        added = staked - before.get(seat, 0)
        transfers += given_chips(state, seat, added)
        transfers += move(state.purse(seat), state.stakes, added, memo)
    return tuple(transfers)


def payout_transfers(state: TableState, over: Round, apart_from: str = "") -> tuple[Transfer, ...]:
    """Return the transfers of settled wagers from the stakes to their seats or the house, and of winnings from the
    house.

    The wager `besides` is left out, because meters have a part in it.
    """
    transfers: list[Transfer] = []
    house = house_account(state.id)
    for settlement in over.state.settlements:
        if settlement.wager == apart_from:
            continue
        purse = state.purse(over.seats[settlement.seat])
        staked, returned = settlement.staked, settlement.returned
        memo = f"{settlement.wager} {settlement.clause}"
        if over.between_players:
            transfers += move(state.stakes, purse, returned, memo)
            continue
        transfers += move(state.stakes, purse, min(staked, returned), memo)
        transfers += move(state.stakes, house, max(0, staked - returned), memo)
        transfers += move(house, purse, max(0, returned - staked), memo)
    if over.between_players:
        left = sum(entry.staked - entry.returned for entry in over.state.settlements)
        transfers += move(state.stakes, house, left, "rake")
    return tuple(transfers)


EVERYDAY_UNIT = 1000


def bot_bet(state: TableState, seat: int) -> Bet:
    """Return the opening bet of a computer player: ten dollars on each default wager, or less if the limits require
    it.
    """
    if state.between_players:
        stack = state.stacks[seat]
        blind = big_blind(state)
        return Bet(**{STACK: stack if stack >= BOT_BUYS_BELOW * blind else BUY_IN * blind})
    for bet in _candidates(state):
        try:
            state.limits.check(state.game, bet)
            return state.game.check_bets([bet])[0]
        except HousewayError:
            continue
    raise BadBet(f"Computer players have no bet within the limits of table {state.id}.")


def _candidates(state: TableState) -> Iterator[Bet]:
    """Yield candidates from the default bet down: the default wagers, all wagers equal, required wagers alone.

    The money in a meter belongs to people, so computer players never bet on one.
    """
    wagers = [wager for wager in state.game.wagers if state.game.takes(wager) and not wager.on_meter]
    largest = state.limits.largest
    units = [EVERYDAY_UNIT, state.limits.least] if largest is None else [EVERYDAY_UNIT, state.limits.least, largest]
    for unit in units:
        yield state.game.usual_bet(unit)
        yield Bet(**{wager.name: unit for wager in wagers})
        yield Bet(**{wager.name: unit for wager in wagers if wager.required})


Meters = Mapping[str, Meter]


@dataclass(frozen=True, slots=True)
class PaidByMeters:
    """The meters after a round, and the chips that went to and from them."""

    after: Meters
    transfers: tuple[Transfer, ...]


def stakes_on_meters(state: TableState, playing: Round) -> int:
    """Return the seats' total bets on meters in a round, in cents. It is 0 once the round is void."""
    wager = state.game.meter_wager
    return 0 if wager is None or playing.ruling is not None else wager.staked(playing.bets)


def fallen(playing: Round, meters: Meters, staked: int) -> dict[str, Showing]:
    """Return the lower amounts that a round is played for, after others won from its meters.

    They are never more than was shown then, so waiting for others to feed a meter gains nothing.
    """
    shown = playing.state.meters
    now = {name: meter.showing(staked) for name, meter in meters.items()}
    lower = {name: Showing(min(was.amount, now[name].amount), was.seed) for name, was in shown.items()}
    return lower if lower != shown else {}


def pay_by_meters(state: TableState, over: Round, meters: Meters) -> PaidByMeters:
    """Pay prizes from the meters. All bets feed the meters first, then prizes are paid in settlement order.

    Each meter changes once.
    """
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
    """The meters during settlement, and the transfers so far."""

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
    """Return the accounts of a meter."""
    return {Party.METER: meter_account(meter_id), Party.RESERVE: reserve_account(meter_id)}


def transfer_of(moved: Move, accounts: Mapping[Party, str]) -> Transfer:
    """Return a move between parties as a transfer between accounts, with its reason."""
    return Transfer(accounts[moved.source], accounts[moved.target], moved.amount, f"meter: {moved.reason}")
