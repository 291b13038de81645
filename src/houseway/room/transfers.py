"""Which chips move when: bets to the stakes, stakes back to the seats, the house's part to the house."""

from collections.abc import Mapping

from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import STACK, GameBetweenPlayers
from houseway.room.ledger import Transfer, house_account, move, seat_account, user_account
from houseway.room.log import Draft
from houseway.room.round import Round
from houseway.room.state import BOT, TableState

GIVEN_CHIPS = 100_000
"""What an automatic player, or anyone at a table with practice chips, gets when its chips do not cover a bet."""

BUY_IN, LEAST_BUY_IN, BOT_BUYS_BELOW = 100, 10, 20
"""In big blinds: what an automatic player brings to a player-against-player table, the least that a person may bring,
and the stack under which an automatic player buys more."""


def big_blind(state: TableState) -> int:
    """The big blind of a player-against-player table."""
    assert isinstance(state.game, GameBetweenPlayers), "players bring stacks to such a game only"
    return state.game.big_blind


def bet_transfers(state: TableState, seat: int, bet: Bet) -> tuple[Transfer, ...]:
    """A seat's opening wagers instead of those that it has made, or the chips that it brings besides those it has."""
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
    """Where the chips of a seat come from and go back to."""
    user_id = state.at(seat).user_id
    return state.bank if user_id is None or state.practice else user_account(user_id)


def given_chips(state: TableState, seat: int, needed: int) -> tuple[Transfer, ...]:
    """Chips for a seat that brings none of its own, where those before it do not cover what it needs."""
    given = state.at(seat).kind == BOT or state.practice
    if not given or needed <= state.stacks[seat]:
        return ()
    memo = "chips for an automatic player" if state.at(seat).kind == BOT else "practice chips"
    return move(state.bank, seat_account(state.id, seat), GIVEN_CHIPS + needed, memo)


def cash_out(state: TableState, seat: int) -> tuple[Transfer, ...]:
    """All that a seat has on the table outside a round goes back to where it came from."""
    back: tuple[Transfer, ...] = ()
    if not state.between_players and seat in state.bets:
        back = bet_transfers(state, seat, Bet())
    stack = state.after_transfers(Draft("", {}, back)).stacks[seat]
    return (*back, *move(seat_account(state.id, seat), owner_of_chips(state, seat), stack, "cash out"))


def bot_funds(state: TableState, bets: dict[int, Bet]) -> tuple[Transfer, ...]:
    """Chips for automatic players that could not cover their opening bets."""
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
    """What the seats' wagers have grown by goes to the stakes; an uncalled bet comes back."""
    transfers: list[Transfer] = []
    for seat, staked in after.staked.items():
        added = staked - before.get(seat, 0)
        transfers += given_chips(state, seat, added)
        transfers += move(state.purse(seat), state.stakes, added, memo)
    return tuple(transfers)


def payout_transfers(state: TableState, over: Round, besides: str = "") -> tuple[Transfer, ...]:
    """Every settled wager from the stakes to its seat or to the house; what is won besides, from the house.

    The wager `besides` is left out: meters have a part in it.
    """
    transfers: list[Transfer] = []
    house = house_account(state.id)
    for settlement in over.state.settlements:
        if settlement.wager == besides:
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
