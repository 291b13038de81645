"""A commitment whose seed was lost: its round cannot be dealt again, so it is void, and every wager goes back.

That happens where the log is put back from a copy without the store of secrets, or that store is lost. Cards and
decisions of such a round cannot be verified without its seed. Its chips can: each transfer is one that a round makes
before it is settled, and at the end the stakes go back to those who made them. The log says so with a record `retired`
that shows no seed, and gives the reason SEED_LOST.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from houseway.errors import BrokenLog, NotAllowed
from houseway.room.ledger import Transfer, move, seat_account
from houseway.room.promises import SEED_LOST, bet_back
from houseway.room.state import Retired, TableState
from houseway.room.steps import Step, step

MEMO = "seed lost"
BY_SEATS = ("sat", "left", "leaving", "sitting out", "limited")
"""What goes on at a table whatever its round is."""


def started(state: TableState, data: Mapping[str, Any], transfers: Iterable[Transfer]) -> Step:
    """Take over what a record says of the start of a round; of its chips, check that they are at stake."""
    if state.awaited or not state.can_start or state.unrevealed:
        raise NotAllowed("a round starts when everyone has bet and has revealed")
    if data["number"] != state.number or data["seats"] != list(state.ready) or data["button"] != state.next_button():
        raise BrokenLog("started: number, seats or button differ from what the rules lead to")
    staked: dict[str, int] = {state.purse(seat): 0 for seat in state.ready}
    if not state.between_players:
        staked |= {state.purse(seat): sum(placed.bet.values()) for seat, placed in state.bets.items()}
    button = state.button if data["button"] is None else data["button"]
    begun = replace(state, unseen=staked, bets={}, promises={}, withheld={}, retired=None, button=button)
    return _followed(begun, "started", data, transfers)


def acted(state: TableState, data: Mapping[str, Any], transfers: Iterable[Transfer]) -> Step:
    """Take over a decision in such a round."""
    if data["number"] != state.number or data["move"] != state.moves:
        raise BrokenLog("acted: number or move differ from what the rules lead to")
    seat = data["seat"]
    decided = state.with_seat(seat, replace(state.at(seat), bank=data["bank"]))
    return _followed(replace(decided, moves=state.moves + 1), "acted", data, transfers)


def fell(state: TableState, data: Mapping[str, Any], transfers: Iterable[Transfer]) -> Step:
    """Take over what others took from the meters meanwhile."""
    return _followed(state, "meters fell", data, transfers)


def _followed(state: TableState, kind: str, data: Mapping[str, Any], transfers: Iterable[Transfer]) -> Step:
    """The table after chips went to the stakes, came back uncalled, or were given to a seat that brings none."""
    assert state.unseen is not None
    staked, moved = dict(state.unseen), tuple(transfers)
    stacks = {seat_account(state.id, seat) for seat in range(len(state.seats))}
    for transfer in moved:
        if transfer.target == state.stakes and transfer.source in staked:
            staked[transfer.source] += transfer.amount
        elif transfer.source == state.stakes and staked.get(transfer.target, 0) >= transfer.amount:
            staked[transfer.target] -= transfer.amount
        elif transfer.source != state.bank or transfer.target not in stacks:
            raise BrokenLog(f"{kind}: the chips moved are not those of a round")
    return step(replace(state, unseen=staked), kind, data, moved)


def lost(state: TableState) -> Step:
    """Give up a commitment whose seed is lost: bets and wagers go back, and a round in progress is void."""
    if state.round is not None:
        raise NotAllowed("the seed of this round is there")
    if state.unseen is None:
        back = tuple(transfer for seat in state.bets for transfer in bet_back(state, seat))
    else:
        back = tuple(each for purse, cents in state.unseen.items() for each in move(state.stakes, purse, cents, MEMO))
    data = {"number": state.number, "server_seed": None, "reason": SEED_LOST}
    given_up = Retired(state.number, SEED_LOST, state.withheld)
    moves = state.moves if state.unseen is None else state.moves + 1
    changed = replace(state, bets={}, promises={}, withheld={}, retired=given_up, unseen=None, moves=moves)
    return step(changed, "retired", data, back)


FOLLOWED = {"started": started, "acted": acted, "meters fell": fell}
"""The records that only a seed can verify, and how they are followed without it."""
