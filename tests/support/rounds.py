"""Random rounds of any game, and what every one of them must satisfy."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.cards import Card, Deck
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.round import DeclaredRound
from houseway.games.engine.declared.vocabulary import Hand
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import sheet
from houseway.games.engine.state import CHANCE, State
from houseway.games.engine.view import View

MOST_SEATS = 3
AMOUNTS = (500, 700, 1000, 2500, 10000)


@dataclass(frozen=True)
class Variant:
    """A game to play at random: how a seat bets, and how many public cards it may see at its decision, by the sheet."""

    slug: str
    bet: Callable[[random.Random, Game], Bet]
    public_cards: Callable[[State], int] = lambda state: 0
    excluded: tuple[str, ...] = ()
    paytable: Path | None = None

    def table(self, generator: random.Random) -> Game:
        """The game with every reading, less the excluded choices, and the pay table chosen at random."""
        facts = sheet(self.slug)
        chosen = {
            key: generator.choice([choice for choice in reading.choices if choice not in self.excluded])
            for key, reading in facts.readings.items()
        }
        choices = [f"{form}={generator.choice(list(tables))}" for form, tables in facts.pay_sets.choices.items()]
        named = ", ".join(choices) or (generator.choice(list(facts.pay_sets)) if facts.pay_sets else None)
        paytable = self.paytable or named
        return game(self.slug, readings=chosen, paytable=paytable)


def play_random_round(variant: Variant, table: Game, generator: random.Random, *, looked_at: bool = True) -> None:
    """One round of random legal actions in which everything that must hold is checked.

    What each seat sees at every decision, and the round played again from its events, only where it is `looked_at`:
    the two take twice as long as the rest.
    """
    n_seats = generator.choice(list(table.seats)[:MOST_SEATS])
    bets = [variant.bet(generator, table) for _ in range(n_seats)]
    options: dict[str, Any] = {"button": generator.randrange(n_seats)} if "stack" in bets[0] else {}
    state = table.start(bets, seed=generator.getrandbits(64), **options)
    dealt: list[Card] = []
    own_cards = Counter[int]()
    while (actor := state.actor) is not None:
        if looked_at and isinstance(actor, int):
            check_views(state, actor, own_cards[actor] + variant.public_cards(state))
        action = choose(state, generator)
        after = apply_unchanged(state, action)
        if actor == CHANCE:
            dealt += action.cards
            receiver = after.events[len(state.events)].seat
            if receiver is not None:
                own_cards[receiver] += len(action.cards)
        state = after
    check_money(state)
    check_cards(dealt, table.deck)
    if looked_at:
        replayed = table.replay(bets, state.events, **options)
        assert replayed.events == state.events
        assert replayed.settlements == state.settlements


def choose(state: State, generator: random.Random) -> Action:
    """A legal action; between the ends of a range, any amount."""
    actions = state.legal_actions()
    action = actions[int(generator.random() * len(actions))]
    amounts = [other.amount for other in actions if other.kind == action.kind]
    if len(amounts) > 1 and amounts[0] != amounts[-1] and action.amount:
        return Action(action.kind, action.cards, type(action.amount)(generator.randint(min(amounts), max(amounts))))
    return action


def apply_unchanged(state: State, action: Action) -> State:
    """Apply, and check that the state applied to is as it was: its fields are the very same objects."""
    before = dict(state.__dict__)
    after = state.apply(action)
    assert all(state.__dict__[name] is value for name, value in before.items())
    assert after is not state
    assert after.events[: len(state.events)] == state.events
    return after


def visible_cards(view: View) -> list[Card]:
    """Every different card that a view shows anywhere."""
    shown = {card_id for pile in view.piles for card_id in pile.cards}
    shown |= {card_id for event in view.events for card_id in event.cards}
    shown |= {card_id for event in view.events if event.action for card_id in event.action.cards}
    shown |= {card_id for action in view.legal_actions for card_id in action.cards}
    return [card_id for card_id in shown if card_id != HIDDEN]


def visible_count(view: View) -> int:
    """How many physical cards a view shows in its piles, and no card elsewhere that is not in a pile."""
    in_piles = [card_id for pile in view.piles for card_id in pile.cards if card_id != HIDDEN]
    assert set(visible_cards(view)) <= set(in_piles)
    return len(in_piles)


def check_views(state: State, seat: int, cards_it_may_see: int) -> None:
    """The seat to act sees just as many cards as the rules let it see; nobody else may act or sees what is its own."""
    view = state.view(seat)
    assert view.legal_actions == state.legal_actions()
    assert visible_count(view) == cards_it_may_see, (view.piles, seat)
    spectator = state.view(None)
    assert spectator.legal_actions == ()
    assert set(visible_cards(spectator)) <= set(visible_cards(view))
    other = (seat + 1) % state.n_seats
    if other != seat:
        neighbor = state.view(other)
        assert neighbor.legal_actions == ()
        face_up = (
            {hand.name for hand in state.game.every(Hand) if hand.up_at(state.game)}
            if isinstance(state, DeclaredRound)
            else set()
        )
        own = [pile for pile in neighbor.piles if pile.seat == seat and pile.name not in face_up]
        assert all(card_id == HIDDEN for pile in own for card_id in pile.cards)


def check_money(state: State) -> None:
    """Chips are conserved and every wager is settled exactly once."""
    assert sum(state.result(seat) for seat in range(state.n_seats)) + state.house_result == 0
    for seat, wagers in enumerate(state.wagers()):
        settled = Counter[str]()
        for entry in state.settlements:
            assert entry.staked >= 0
            assert entry.returned >= 0
            assert entry.clause
            if entry.seat == seat:
                settled[entry.wager] += entry.staked
        assert +settled == Counter({name: amount for name, amount in wagers if amount})


def check_cards(dealt: list[Card], deck: Deck) -> None:
    """No card comes more often than the deck holds it."""
    assert all(times <= deck.copies[card_id] for card_id, times in Counter(dealt).items())
