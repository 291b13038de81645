"""What can happen at a table. Every step gives the table after it and the draft of its record.

The same functions run when the table is live, when it is rebuilt from its records, and when its log is verified: then
each record must be the one that the step makes again.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from houseway.cards.seed import Seed
from houseway.errors import BadBet, NotAllowed, StaleMove, suggestions, without_seat
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import STACK
from houseway.games.engine.meter import Showing
from houseway.games.engine.money import dollars
from houseway.room.bots import bot_bet
from houseway.room.fairness import IN_CLEAR, PROMISED, check_contribution_in_clear, check_promise
from houseway.room.ledger import Transfer
from houseway.room.log import Draft
from houseway.room.paid_by_meters import Meters, pay_by_meters, stakes_on_meters
from houseway.room.round import Round, bets_to_list
from houseway.room.ruling import check_reason, clause_of
from houseway.room.spec import HouseLimits, TableSpec
from houseway.room.state import PERSON, PlacedBet, Seat, TableState
from houseway.room.transfers import (
    LEAST_BUY_IN,
    bet_transfers,
    big_blind,
    bot_funds,
    cash_out,
    payout_transfers,
    stake_transfers,
)

Step = tuple[TableState, Draft]
Shown = Mapping[str, tuple[int, int, int]]
"""What meters show to a round: the amount and the seed in cents, and at which of its turns the meter showed it."""

PERSON_ACTS, BOT_ACTS, CLOCK_ACTS = ACTORS = ("person", "bot", "clock")
"""Who makes a decision: the person or the automatic player at the seat, or the clock for one who does not answer."""


def step(state: TableState, kind: str, data: Mapping[str, Any], transfers: tuple[Transfer, ...] = ()) -> Step:
    """The table after a record, whose transfers change its stacks, and the record's draft."""
    draft = Draft(kind, data, transfers)
    return state.after_transfers(draft), draft


def opened(table_id: int, spec: TableSpec, by: int) -> Step:
    """A table is opened."""
    return step(TableState.opened(table_id, spec), "opened", {"spec": spec.to_dict(), "by": by})


def committed(state: TableState, published: str, protocol: int = PROMISED) -> Step:
    """The house publishes its commitment to the seed of the next round, before anyone can bet on it.

    A finished round stays in view for one more commitment at most: then the two checkpoints before this one hold all.
    """
    if protocol < state.protocol:
        raise NotAllowed(f"Player seeds are committed in advance since round {state.number}, which cannot be undone.")
    number = state.number + 1
    data: dict[str, Any] = {"number": number, "commitment": published, "checkpoint": state.checkpoint(protocol)}
    if protocol != IN_CLEAR:
        data["protocol"] = protocol
    barred = {user: until for user, until in state.barred.items() if until > number}
    changed = replace(state, number=number, commitment=published, protocol=protocol, barred=barred)
    if state.last is not None and state.last.number < number - 2:
        changed = replace(changed, last=None, last_commitment="", last_seed="")
    return step(changed, "committed", data)


def sat(state: TableState, seat: int, user_id: int, name: str, bank: int) -> Step:
    """A person sits down at an empty seat."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(state.seats):
        raise NotAllowed(
            f"Seat index {seat!r} does not exist. The indexes of this table run from 0 to {len(state.seats) - 1}."
        )
    if (own := state.seat_of(user_id)) is not None:
        raise NotAllowed(f"You already sit at seat {own + 1} of this table.")
    if state.seats[seat] is not None:
        raise NotAllowed(f"Seat {seat + 1} is taken. Choose an empty seat.")
    data = {"seat": seat, "user": user_id, "name": name, "bank": bank}
    return step(state.with_seat(seat, Seat(PERSON, name, user_id, bank=bank)), "sat", data)


def left(state: TableState, seat: int) -> Step:
    """A seat that plays no round is given up; its chips go back to the person."""
    if seat in state.promises and seat in state.bets:
        raise NotAllowed("Bets are closed. You leave the seat after the round.")
    if state.unseen is not None and state.purse(seat) in state.unseen:
        raise NotAllowed("The seat is in a round in progress. You leave it after the round.")
    transfers = cash_out(state, seat)
    data = {"seat": seat, "user": state.at(seat).user_id}
    bets = {other: placed for other, placed in state.bets.items() if other != seat}
    return step(replace(state.with_seat(seat, None), bets=bets), "left", data, transfers)


def leaving(state: TableState, seat: int) -> Step:
    """A person leaves during a round: the seat is given up after it."""
    return step(state.with_seat(seat, replace(state.at(seat), leaving=True)), "leaving", {"seat": seat})


def sitting_out(state: TableState, seat: int, value: bool) -> Step:
    """A seat sits out from now on, or comes back; a bet for the next round is withdrawn while bets are open."""
    transfers: tuple[Transfer, ...] = ()
    bets = dict(state.bets)
    if value and seat in bets and not state.promises:
        transfers = () if state.between_players else bet_transfers(state, seat, Bet())
        del bets[seat]
    changed = replace(state.with_seat(seat, replace(state.at(seat), sitting_out=value)), bets=bets)
    return step(changed, "sitting out", {"seat": seat, "value": value}, transfers)


def bet(state: TableState, seat: int, wagers: Mapping[str, int], promised: str) -> Step:
    """A person bets on the next round, or brings chips and is ready for the next hand; an earlier bet is replaced.

    With the bet comes the promise of a contribution; in the first protocol it was the contribution itself.
    """
    if state.round is not None or state.promises:
        raise StaleMove("Bets are closed: the round has started.")
    if (until := state.barred_until(seat)) is not None:
        raise NotAllowed(
            f"Your browser did not reveal its player seed in time. You can play here again from round {until}."
        )
    placed = _checked_bet(state, seat, wagers)
    if state.protocol == IN_CLEAR:
        added, name = PlacedBet(placed, contribution=check_contribution_in_clear(promised)), "contribution"
    else:
        added, name = PlacedBet(placed, check_promise(promised)), "promise"
    transfers = bet_transfers(state, seat, placed)
    back = state.with_seat(seat, replace(state.at(seat), sitting_out=False))
    changed = replace(back, bets={**state.bets, seat: added})
    data = {"number": state.number, "seat": seat, "wagers": dict(placed), name: getattr(added, name)}
    return step(changed, "bet", data, transfers)


def _checked_bet(state: TableState, seat: int, wagers: Mapping[str, int]) -> Bet:
    """The wagers in the order of the game's own: the log has them by name, in no order of the client's."""
    placed = _read_bet(state, wagers)
    if state.between_players:
        placed = _checked_stack(state, seat, placed)
    state.limits.check(state.game, placed)
    try:
        return state.game.check_bets([placed] * state.game.seats[0])[0]
    except BadBet as error:
        raise type(error)(without_seat(error)) from None


def _read_bet(state: TableState, wagers: Mapping[str, int]) -> Bet:
    if not isinstance(wagers, Mapping) or not all(isinstance(name, str) for name in wagers):
        raise BadBet(f"Wagers must be amounts by name; got {wagers!r}.")
    known = [wager.name for wager in state.game.wagers]
    for name in wagers:
        if name not in known:
            raise BadBet(f"Unknown wager {name!r}. {suggestions('wager', name, known)}")
    return Bet(**wagers)


def _checked_stack(state: TableState, seat: int, wished: Bet) -> Bet:
    stack = state.stacks[seat]
    amount = wished.amount(STACK) or stack
    if amount < stack:
        raise BadBet(f"Your stack of {dollars(stack)} stays on the table until you leave; got {dollars(amount)}.")
    least = LEAST_BUY_IN * big_blind(state)
    if stack < amount < least:
        raise BadBet(f"Buy in for at least {LEAST_BUY_IN} big blinds, {dollars(least)}; got {dollars(amount)}.")
    return Bet(**{**wished, STACK: amount})


def started(state: TableState, server_seed: Seed, shown: Shown | None = None) -> Step:
    """All is revealed that was promised, the deck is shuffled, and the round goes on to its first decision.

    `shown` is what its meters show as the bets close, these in them: more the round cannot win of them.
    """
    if state.awaited or not state.can_start:
        raise NotAllowed("A round starts when everyone has bet and there are enough players.")
    if state.unrevealed or (not state.promises and any(placed.promise for placed in state.bets.values())):
        raise NotAllowed("A round starts when all player seeds are revealed.")
    bets = {seat: placed.bet for seat, placed in state.bets.items()}
    bets |= {seat: bot_bet(state, seat) for seat in state.bots}
    users = {seat: state.at(seat).user_id for seat in bets}
    contributions = {seat: placed.contribution for seat, placed in state.bets.items()}
    button = state.next_button()
    meters = _checked_shown(shown or {})
    begun = Round.begin(
        state.game, state.id, state.number, bets, users, contributions, button, server_seed, state.protocol, meters
    )
    begun = replace(begun, promises=state.promises, withheld=state.withheld)
    funds = bot_funds(state, bets)
    funded = state.after_transfers(Draft("", {}, funds))
    at_stake = {} if state.between_players else {seat: sum(bets[seat].values()) for seat in state.bets}
    data = {
        "number": state.number,
        "seats": list(begun.seats),
        "names": [state.at(seat).name for seat in begun.seats],
        "bets": bets_to_list(begun.bets),
        "contributions": {str(seat): contributions[seat] for seat in sorted(contributions)},
        "button": button,
        "events": begun.events_after(0),
        **({"meters": {name: list(each) for name, each in sorted(shown.items())}} if shown else {}),
    }
    shuffled = replace(state, round=begun, bets={}, promises={}, withheld={}, retired=None)
    changed = replace(shuffled, button=state.button if button is None else button)
    return step(changed, "started", data, (*funds, *stake_transfers(funded, at_stake, begun, "opening bet")))


def _checked_shown(shown: Shown) -> dict[str, Showing]:
    for name, each in shown.items():
        if len(each) != 3 or any(type(count) is not int or count < 0 for count in each):
            raise BadBet(f"what the {name} shows is an amount, a seed and a turn; got {each!r}")
    return {name: Showing(amount, seed) for name, (amount, seed, _) in shown.items()}


def fell(state: TableState, shown: Shown) -> Step:
    """Others took from the meters of the round that is on: it is played for what is left."""
    before = state.round
    if before is None or before.actor is None:
        raise StaleMove("No decision is open.")
    meters, was = _checked_shown(shown), before.state.meters
    if any(each.amount > was[name].amount for name, each in meters.items()) or meters == was:
        raise BadBet(f"Meters can only fall while a round is in progress; got {shown!r}.")
    data = {"number": state.number, "meters": {name: list(each) for name, each in sorted(shown.items())}}
    after = replace(before, state=before.state.with_meters(meters))
    return step(replace(state, round=after), "meters fell", data)


def acted(state: TableState, move: int, action: Action, by: str, bank: int) -> Step:
    """The seat to act decides, or is decided for."""
    before = state.round
    if before is None or before.actor is None:
        raise StaleMove("No decision is open.")
    if move != state.moves:
        raise StaleMove(f"Decision {state.moves} is open; got an answer to {move!r}.")
    seat = before.actor
    meant = before.state.recognize(action)
    after = before.play(meant)
    data = {
        "number": state.number,
        "move": move,
        "seat": seat,
        "by": by,
        "bank": bank,
        "action": meant.to_dict(),
        "events": after.events_after(len(before.state.events)),
    }
    transfers = stake_transfers(state, before.staked, after, meant.kind)
    changed = state if state.at(seat).bank == bank else state.with_seat(seat, replace(state.at(seat), bank=bank))
    return step(replace(changed, round=after, moves=move + 1), "acted", data, transfers)


def voided(state: TableState, name: str, reason: str, by: int) -> Step:
    """An operator declares an irregularity: the round is over, and the decision that was open is open no more."""
    before = state.round
    if before is None or before.state.is_over:
        raise NotAllowed("No round is in progress, so no irregularity can be declared.")
    after = before.void(name, check_reason(reason), by)
    assert after.ruling is not None
    data = {
        "number": state.number,
        "irregularity": name,
        "clause": clause_of(after.ruling.irregularity),
        "reason": after.ruling.reason,
        "by": by,
        "events": after.events_after(len(before.state.events)),
    }
    return step(replace(state, round=after, moves=state.moves + 1), "voided", data)


def settled(state: TableState, server_seed: Seed, meters: Meters | None = None) -> Step:
    """Every wager is paid or taken, and the seed is shown; `meters` as they stand, where the round has bets on them."""
    over = state.round
    assert over is not None
    assert over.state.is_over
    if bool(meters) is not bool(stakes_on_meters(state, over)):
        raise NotAllowed("Only a round with bets on meters is settled with meters.")
    paid = pay_by_meters(state, over, meters) if meters else None
    data = {
        "number": state.number,
        "server_seed": server_seed.hex,
        "settlements": over.settlements(),
        "results": {str(seat): amount for seat, amount in over.results.items()},
        **({"meters": {name: meter.to_dict() for name, meter in sorted(meters.items())}} if meters else {}),
    }
    besides = state.game.meter_wager.name if paid is not None and state.game.meter_wager is not None else ""
    transfers = (*payout_transfers(state, over, besides), *(paid.transfers if paid is not None else ()))
    changed = replace(state, round=None, last=over, last_commitment=state.commitment, last_seed=server_seed.hex)
    return step(changed, "settled", data, transfers)


def limited(state: TableState, limits: HouseLimits, by: int, reason: str = "") -> Step:
    """The operator sets what the house allows on each wager."""
    limits.check_itself()
    return step(replace(state, limits=limits), "limited", {**limits.to_dict(), "by": by, **_reason(reason)})


def _reason(text: str) -> dict[str, str]:
    """An operator's reason as it is kept; records of before reasons were asked for have none."""
    return {"reason": check_reason(text)} if text else {}


def closed(state: TableState, by: int | None, reason: str = "") -> Step:
    """The table is closed; all chips on it go back."""
    if state.round is not None or state.promises:
        raise NotAllowed("A round is in progress. Close the table after it.")
    transfers = tuple(
        transfer for seat, sitter in enumerate(state.seats) if sitter is not None for transfer in cash_out(state, seat)
    )
    empty = replace(state, seats=(None,) * len(state.seats), bets={}, closed=True)
    return step(empty, "closed", {"by": by, **_reason(reason)}, transfers)
