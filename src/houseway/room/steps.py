"""The steps of a table. Each step returns the table after it and the draft of its record.

The same functions run when the table is live, when it is rebuilt from its records, and when its log is verified. In the
last two cases each record must equal the one that the step makes again.

A commitment whose seed was lost (a log restored without the secret store) makes its round void, and every wager is
returned. Its cards and decisions cannot be verified without the seed. Its chips can be verified. Each transfer is one
that a round makes before it is settled, and in the end the stakes go back to their owners. Such a round has a `retired`
record without a seed, with the reason SEED_LOST.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from houseway.cards.seed import Seed
from houseway.errors import BadBet, BrokenLog, IllegalAction, NotAllowed, StaleMove, suggestions, without_seat
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import STACK
from houseway.games.engine.meter import Showing
from houseway.games.engine.money import dollars
from houseway.room.fairness import (
    IN_CLEAR,
    check_contribution,
    check_contribution_in_clear,
    check_promise,
    keeps,
    promise,
)
from houseway.room.ledger import Transfer, move, seat_account
from houseway.room.log import Draft
from houseway.room.ruling import check_reason, clause_of
from houseway.room.spec import HouseLimits, TableSpec
from houseway.room.state import PERSON, PlacedBet, Retired, Round, Seat, TableState, bets_to_list
from houseway.room.transfers import (
    LEAST_BUY_IN,
    Meters,
    bet_transfers,
    big_blind,
    bot_bet,
    bot_funds,
    cash_out,
    pay_by_meters,
    payout_transfers,
    stake_transfers,
    stakes_on_meters,
)

Step = tuple[TableState, Draft]
Shown = Mapping[str, tuple[int, int, int]]
"""The meters as shown to a round: the amount and the seed in cents, and the meter's turn when they were shown."""

PERSON_ACTS, BOT_ACTS, CLOCK_ACTS = ACTORS = ("person", "bot", "clock")
"""The maker of a decision: the person or the computer player at the seat, or the clock if the person does not answer.
"""


def step(state: TableState, kind: str, data: Mapping[str, Any], transfers: tuple[Transfer, ...] = ()) -> Step:
    """Return the table with the stacks after a record's transfers, and the record's draft."""
    draft = Draft(kind, data, transfers)
    return state.after_transfers(draft), draft


def opened(table_id: int, spec: TableSpec, by: int) -> Step:
    """Open a table."""
    return step(TableState.opened(table_id, spec), "opened", {"spec": spec.to_dict(), "by": by})


def committed(state: TableState, published: str, protocol: int) -> Step:
    """Publish the house's commitment to the seed of the next round, before bets on it are accepted.

    A finished round stays in view for at most one more commitment. Then the two checkpoints before this one have
    everything.
    """
    if protocol < state.protocol:
        raise NotAllowed(
            f"Round {state.number} was played by protocol {state.protocol}, so protocol {protocol} is too old for "
            f"the next one. A table never goes back to an older protocol."
        )
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
    """Seat a person at an empty seat."""
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
    """Free a seat that is not in a round, and return its chips to the person."""
    if seat in state.promises and seat in state.bets:
        raise NotAllowed("Bets are closed. You leave the seat after the round.")
    if state.unseen is not None and state.purse(seat) in state.unseen:
        raise NotAllowed("The seat is in a round in progress. You leave it after the round.")
    transfers = cash_out(state, seat)
    data = {"seat": seat, "user": state.at(seat).user_id}
    bets = {other: placed for other, placed in state.bets.items() if other != seat}
    return step(replace(state.with_seat(seat, None), bets=bets), "left", data, transfers)


def leaving(state: TableState, seat: int) -> Step:
    """Note that a person leaves after the round in progress."""
    return step(state.with_seat(seat, replace(state.at(seat), leaving=True)), "leaving", {"seat": seat})


def sitting_out(state: TableState, seat: int, value: bool) -> Step:
    """Make a seat sit out from now on, or come back. While bets are open, its bet is withdrawn."""
    transfers: tuple[Transfer, ...] = ()
    bets = dict(state.bets)
    if value and seat in bets and not state.promises:
        transfers = () if state.between_players else bet_transfers(state, seat, Bet())
        del bets[seat]
    changed = replace(state.with_seat(seat, replace(state.at(seat), sitting_out=value)), bets=bets)
    return step(changed, "sitting out", {"seat": seat, "value": value}, transfers)


def bet(state: TableState, seat: int, wagers: Mapping[str, int], promised: str) -> Step:
    """Place a person's bet on the next round, or the chips brought to the next hand. An earlier bet is replaced.

    The bet includes the promise of a contribution. In the first protocol it included the contribution itself.
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
    """Return the checked wagers in the game's order, whatever the client's order was."""
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
    """Shuffle the deck once all player seeds are revealed, and continue to the first decision.

    `shown` has the meters' amounts when the bets close, these bets included. The round cannot win more from the meters.
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
        "events": begun.events_after(0, state.protocol),
        **({"meters": {name: list(each) for name, each in sorted(shown.items())}} if shown else {}),
    }
    shuffled = replace(state, round=begun, bets={}, promises={}, withheld={}, retired=None)
    changed = replace(shuffled, button=state.button if button is None else button)
    return step(changed, "started", data, (*funds, *stake_transfers(funded, at_stake, begun, "opening bet")))


def _checked_shown(shown: Shown) -> dict[str, Showing]:
    for name, each in shown.items():
        if len(each) != 3 or any(type(count) is not int or count < 0 for count in each):
            raise BadBet(f"The {name} meter must show an amount, a seed and a turn; got {each!r}.")
    return {name: Showing(amount, seed) for name, (amount, seed, _) in shown.items()}


def fell(state: TableState, shown: Shown) -> Step:
    """Lower what the round in progress is played for, after others won from its meters."""
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
    """Take the decision of the seat to act, made by the player or by the clock."""
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
        "events": after.events_after(len(before.state.events), state.protocol),
    }
    transfers = stake_transfers(state, before.staked, after, meant.kind)
    changed = state if state.at(seat).bank == bank else state.with_seat(seat, replace(state.at(seat), bank=bank))
    return step(replace(changed, round=after, moves=move + 1), "acted", data, transfers)


def voided(state: TableState, name: str, reason: str, by: int) -> Step:
    """Void the round for an irregularity that an operator declares. No decision stays open."""
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
        "events": after.events_after(len(before.state.events), state.protocol),
    }
    return step(replace(state, round=after, moves=state.moves + 1), "voided", data)


def settled(state: TableState, server_seed: Seed, meters: Meters | None = None) -> Step:
    """Pay or take every wager, and show the seed. `meters` are the current ones if the round has bets on them."""
    over = state.round
    assert over is not None
    assert over.state.is_over
    if bool(meters) is not bool(stakes_on_meters(state, over)):
        raise NotAllowed("Only a round with bets on meters is settled with meters.")
    paid = pay_by_meters(state, over, meters) if meters else None
    data = {
        "number": state.number,
        "server_seed": server_seed.hex,
        "settlements": over.settlements(state.protocol),
        "results": {str(seat): amount for seat, amount in over.results.items()},
        **({"meters": {name: meter.to_dict() for name, meter in sorted(meters.items())}} if meters else {}),
    }
    apart_from = state.game.meter_wager.name if paid is not None and state.game.meter_wager is not None else ""
    transfers = (*payout_transfers(state, over, apart_from), *(paid.transfers if paid is not None else ()))
    changed = replace(state, round=None, last=over, last_commitment=state.commitment, last_seed=server_seed.hex)
    return step(changed, "settled", data, transfers)


def limited(state: TableState, limits: HouseLimits, by: int, reason: str = "") -> Step:
    """Set the operator's limits on each wager."""
    limits.check_itself()
    return step(replace(state, limits=limits), "limited", {**limits.to_dict(), "by": by, **_reason(reason)})


def _reason(text: str) -> dict[str, str]:
    """Return an operator's reason as a record holds it. Older records may have none."""
    return {"reason": check_reason(text)} if text else {}


def closed(state: TableState, by: int | None, reason: str = "") -> Step:
    """Close the table, and return all chips on it."""
    if state.round is not None or state.promises:
        raise NotAllowed("A round is in progress. Close the table after it.")
    transfers = tuple(
        transfer for seat, sitter in enumerate(state.seats) if sitter is not None for transfer in cash_out(state, seat)
    )
    empty = replace(state, seats=(None,) * len(state.seats), bets={}, closed=True)
    return step(empty, "closed", {"by": by, **_reason(reason)}, transfers)


ROUNDS_OUT = 10
"""Number of rounds that a player who withheld sits out while others are at the table."""

TAKEN_OVER = "a server took the table over"
RESTORED = "the database was restored from a copy"
SEVERAL_WITHHELD = "more than one seat did not reveal"
TOO_FEW = "too few players are left"
REASONS = (TAKEN_OVER, RESTORED, SEVERAL_WITHHELD, TOO_FEW)
"""The reasons for which a commitment is retired and its seed shown."""
SEED_LOST = "the seed was lost"
"""The reason for which a commitment with a lost seed is retired (see `retired_unseen`)."""


def no_more_bets(state: TableState) -> Step:
    """Close the bets. From here no bet is made, changed or withdrawn, and player seeds must be revealed."""
    if state.promises or state.awaited or not state.can_start:
        raise NotAllowed("Bets close once, when everyone has bet and there are enough players.")
    promises = {seat: state.bets[seat].promise if seat in state.bets else "" for seat in state.ready}
    if not any(promises.values()):
        raise NotAllowed("No player has committed to a player seed.")
    data = {"number": state.number, "promises": {str(seat): text for seat, text in promises.items()}}
    return step(replace(state, promises=promises), "no more bets", data)


def revealed(state: TableState, seat: int, contribution: str) -> Step:
    """Reveal the player seed of a seat."""
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
    """Return the whole bet of a seat that did not reveal in time. The seat sits out the round.

    If others had bet too, `until` is the round from which its person may play again.
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
    """Retire the open commitment: show its seed, and return all bets on it."""
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
    """Return the transfers that give back a seat's open bet. Between players a stack stays on the table."""
    return () if state.between_players else bet_transfers(state, seat, Bet())


SEED_LOST_MEMO = "seed lost"
BY_SEATS = ("sat", "left", "leaving", "sitting out", "limited")
"""Steps that do not depend on the table's round."""


def started_unseen(state: TableState, data: Mapping[str, Any], transfers: Iterable[Transfer]) -> Step:
    """Apply a record of a round's start without its seed, and check that its chips are at stake."""
    if state.awaited or not state.can_start or state.unrevealed:
        raise NotAllowed("A round starts when everyone has bet and all player seeds are revealed.")
    if data["number"] != state.number or data["seats"] != list(state.ready) or data["button"] != state.next_button():
        raise BrokenLog("started: number, seats or button differ from what the rules lead to")
    staked: dict[str, int] = {state.purse(seat): 0 for seat in state.ready}
    if not state.between_players:
        staked |= {state.purse(seat): sum(placed.bet.values()) for seat, placed in state.bets.items()}
    button = state.button if data["button"] is None else data["button"]
    begun = replace(state, unseen=staked, bets={}, promises={}, withheld={}, retired=None, button=button)
    return _followed_unseen(begun, "started", data, transfers)


def acted_unseen(state: TableState, data: Mapping[str, Any], transfers: Iterable[Transfer]) -> Step:
    """Apply a decision in a round without a seed."""
    if data["number"] != state.number or data["move"] != state.moves:
        raise BrokenLog("acted: number or move differ from what the rules lead to")
    seat = data["seat"]
    decided = state.with_seat(seat, replace(state.at(seat), bank=data["bank"]))
    return _followed_unseen(replace(decided, moves=state.moves + 1), "acted", data, transfers)


def fell_unseen(state: TableState, data: Mapping[str, Any], transfers: Iterable[Transfer]) -> Step:
    """Apply a record of others' winnings from the meters."""
    return _followed_unseen(state, "meters fell", data, transfers)


def _followed_unseen(state: TableState, kind: str, data: Mapping[str, Any], transfers: Iterable[Transfer]) -> Step:
    """Follow chips that went to the stakes, came back uncalled, or were given to a seat without chips."""
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


def retired_unseen(state: TableState) -> Step:
    """Give up a commitment whose seed was lost. Bets and wagers are returned, and a round in progress is void."""
    if state.round is not None:
        raise NotAllowed("The seed of this round is known, so the round cannot be retired without it.")
    if state.unseen is None:
        back = tuple(transfer for seat in state.bets for transfer in bet_back(state, seat))
    else:
        back = tuple(
            each for purse, cents in state.unseen.items() for each in move(state.stakes, purse, cents, SEED_LOST_MEMO)
        )
    data = {"number": state.number, "server_seed": None, "reason": SEED_LOST}
    given_up = Retired(state.number, SEED_LOST, state.withheld)
    moves = state.moves if state.unseen is None else state.moves + 1
    changed = replace(state, bets={}, promises={}, withheld={}, retired=given_up, unseen=None, moves=moves)
    return step(changed, "retired", data, back)


FOLLOWED_UNSEEN = {"started": started_unseen, "acted": acted_unseen, "meters fell": fell_unseen}
"""The records that only a seed can verify, and the steps that apply them without it."""
