"""From the last bet to the first card: bets are closed, what was promised is revealed, and who withholds does not play.

Steps as in `steps`: each gives the table after it and the draft of its record.
"""

from dataclasses import replace

from houseway.cards.seed import Seed
from houseway.errors import BrokenLog, IllegalAction, NotAllowed, StaleMove
from houseway.games.engine.bet import Bet
from houseway.room.fairness import check_contribution, keeps, promise
from houseway.room.ledger import Transfer
from houseway.room.state import Retired, TableState
from houseway.room.steps import Step, step
from houseway.room.transfers import bet_transfers

ROUNDS_OUT = 10
"""How many rounds someone who withheld does not play while others are at the table."""

TAKEN_OVER = "a server took the table over"
RESTORED = "the database was restored from a copy"
SEVERAL_WITHHELD = "more than one seat did not reveal"
TOO_FEW = "too few players are left"
REASONS = (TAKEN_OVER, RESTORED, SEVERAL_WITHHELD, TOO_FEW)
"""Why a commitment is retired, and its seed shown."""
SEED_LOST = "the seed was lost"
"""Why one is retired whose seed nobody can show (see `unseen`)."""


def no_more_bets(state: TableState) -> Step:
    """Bets are closed: from here no bet is made, changed or taken back, and what was promised is to be revealed."""
    if state.promises or state.awaited or not state.can_start:
        raise NotAllowed("Bets close once, when everyone has bet and there are enough players.")
    promises = {seat: state.bets[seat].promise if seat in state.bets else "" for seat in state.ready}
    if not any(promises.values()):
        raise NotAllowed("No player has committed to a player seed.")
    data = {"number": state.number, "promises": {str(seat): text for seat, text in promises.items()}}
    return step(replace(state, promises=promises), "no more bets", data)


def revealed(state: TableState, seat: int, contribution: str) -> Step:
    """A seat reveals what it promised."""
    if seat not in state.unrevealed:
        raise StaleMove("You have no player seed to reveal now.")
    given, placed = check_contribution(contribution), state.bets[seat]
    if promise(state.commitment, state.id, state.number, seat, given) != placed.promise:
        raise IllegalAction(
            f"This player seed does not match the commitment of seat {seat + 1} for round {state.number}."
        )
    bets = {**state.bets, seat: replace(placed, contribution=given)}
    return step(replace(state, bets=bets), "revealed", {"number": state.number, "seat": seat, "contribution": given})


def withheld(state: TableState, seat: int, until: int) -> Step:
    """A seat has not revealed in time: its bet goes back whole, and it does not play.

    `until` is the round that its person may play again, where others had bet too.
    """
    if seat not in state.unrevealed:
        raise NotAllowed(f"Seat {seat + 1} has no player seed left to reveal.")
    sitter = state.at(seat)
    assert sitter.user_id is not None, "only people promise"
    others = {*state.bets, *state.withheld} - {seat}
    changed = replace(
        state.with_seat(seat, replace(sitter, sitting_out=True)),
        bets={other: placed for other, placed in state.bets.items() if other != seat},
        withheld={**state.withheld, seat: sitter.name},
        barred={**state.barred, sitter.user_id: until} if others else state.barred,
    )
    data = {"number": state.number, "seat": seat, "user": sitter.user_id, "name": sitter.name, "until": until}
    return step(changed, "withheld", data, bet_back(state, seat))


def retired(state: TableState, server_seed: Seed, reason: str) -> Step:
    """The open commitment is given up: its seed is shown, and all bets on it go back."""
    if state.round is not None:
        raise NotAllowed("The seed of a round in progress cannot be retired.")
    if reason not in REASONS:
        raise BrokenLog(f"A commitment is retired for {' or '.join(REASONS)}; got {reason!r}.")
    if not keeps(state.commitment, server_seed):
        raise BrokenLog(f"the seed of round {state.number} is not the one that was committed to")
    back = tuple(transfer for seat in state.bets for transfer in bet_back(state, seat))
    data = {"number": state.number, "server_seed": server_seed.hex, "reason": reason}
    given_up = Retired(state.number, reason, state.withheld)
    changed = replace(state, bets={}, promises={}, withheld={}, retired=given_up)
    return step(changed, "retired", data, back)


def bet_back(state: TableState, seat: int) -> tuple[Transfer, ...]:
    """A seat's open bet, returned; between players a stack stays on the table."""
    return () if state.between_players else bet_transfers(state, seat, Bet())
