"""Every kind of action, sent at every moment of every game: only what the actor may do happens, and nobody voids."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from support.rounds import MOST_SEATS, Variant, choose
from support.variants import VARIANTS

from houseway.cards.card import JOKERS
from houseway.errors import IllegalAction
from houseway.games.catalogue import GAMES, game
from houseway.games.engine.action import PROCEED, Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import HOUSE_DECISION
from houseway.games.engine.procedure import ProcedureState
from houseway.games.engine.state import CHANCE, DEALER, State

SEATS_KINDS = ("fold", "check", "call", "bet", "raise", "arrange", "draw", "discard", "five", "three", "keep", "split")
KINDS = (*SEATS_KINDS, "deal", "proceed", "void", "settle", "", "Fold", "fold ")
OPTIONS = ("", "hand-1", "both", "ante", "bonus", "house-decision", "card-face-up", "shuffler-fault", "nonsense")
AMOUNTS: tuple[Any, ...] = (0, 1, 500, 1000, 2000, -1, -1000, 10**30, True, 0.0, 500.0, "500", None)
TABLES_OF_A_VARIANT, TRIES_A_STATE = 3, 12


def states_of(variant: Variant, generator: random.Random) -> Iterator[State]:
    """Every state of one random round, at a table with random readings."""
    table = variant.table(generator)
    n_seats = generator.choice(list(table.seats)[:MOST_SEATS])
    bets = [variant.bet(generator, table) for _ in range(n_seats)]
    options: dict[str, Any] = {"button": generator.randrange(n_seats)} if "stack" in bets[0] else {}
    state = table.start(bets, seed=generator.getrandbits(64), **options)
    yield state
    while not state.is_over:
        state = state.apply(choose(state, generator))
        yield state


def candidates(state: State, generator: random.Random) -> Iterator[Action]:
    """The actions that there are, each changed in every field, and any others."""
    own: list[Any] = [card_id for pile in state.piles() for card_id in pile.cards]
    legal = list(state.legal_actions())
    for option in OPTIONS:
        yield Action("void", option=option)
    for _ in range(TRIES_A_STATE):
        kind, option = generator.choice(KINDS), generator.choice(OPTIONS)
        drawn: Any = generator.choice(
            [(), generator.sample(own, min(len(own), generator.randint(0, 5))), (0, 0), (99,)]
        )
        cards: Any = generator.choice([tuple(drawn), tuple(drawn), list(drawn), (True, "As")])
        yield Action(kind, cards, generator.choice(AMOUNTS), option)
        if legal:
            known = generator.choice(legal)
            yield Action(known.kind, tuple(generator.sample(known.cards, len(known.cards))), known.amount, known.option)
            yield Action(known.kind, known.cards, generator.choice(AMOUNTS), known.option)
            yield Action(known.kind, known.cards, known.amount, generator.choice(OPTIONS))
            yield Action(known.kind, (*known.cards, *drawn), known.amount, known.option)
            yield Action(generator.choice(KINDS), known.cards, known.amount, known.option)


def is_meant(state: State, action: Action, legal: Action) -> bool:
    """Whether an action is a legal one in another form: its cards in any order, either joker, its bet told or not."""
    first, second = JOKERS
    texts = [
        sorted(first if card_id == second else card_id for card_id in cards) for cards in (action.cards, legal.cards)
    ]
    if (action.kind, action.option) != (legal.kind, legal.option) or texts[0] != texts[1]:
        return False
    if isinstance(state, ProcedureState):
        return action.amount in (0, state.bet_due(legal)[0] if isinstance(state.actor, int) else 0)
    return action.amount == legal.amount or (legal.kind == "call" and action.amount == 0)


def may_happen(state: State, action: Action) -> bool:
    """What the rules say of an action, from the list of legal ones alone."""
    types = [type(action.kind), type(action.cards), type(action.amount), type(action.option)]
    if types != [str, tuple, int, str] or any(type(card_id) is not int for card_id in action.cards):
        return False
    if state.actor == DEALER:
        return action == PROCEED
    legal = state.legal_actions()
    if state.actor == CHANCE:
        (deal,) = legal
        return (action.kind, action.amount, action.option) == ("deal", 0, "") and (
            sorted(action.cards) == sorted(deal.cards)
        )
    raises = [other.amount for other in legal if other.kind == action.kind and action.kind in ("bet", "raise")]
    if not isinstance(state, ProcedureState) and raises and not action.cards and not action.option:
        return min(raises) <= action.amount <= max(raises)
    return any(is_meant(state, action, other) for other in legal)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: "-".join([variant.slug, *variant.excluded]))
def test_only_what_is_legal_for_the_actor_ever_happens(variant: Variant) -> None:
    generator = random.Random(variant.slug)
    tried: Counter[str] = Counter()
    for _ in range(TABLES_OF_A_VARIANT):
        for state in states_of(variant, generator):
            before = dict(state.__dict__)
            for action in candidates(state, generator):
                tried[check_one(state, action)] += 1
            assert all(state.__dict__[name] is value for name, value in before.items())
    assert tried["done"] > 50
    assert tried["refused"] > 500


def check_one(state: State, action: Action) -> str:
    """Send one action; the record of what happened is a legal action itself, in the form that the rules list."""
    if not may_happen(state, action):
        with pytest.raises(IllegalAction) as refusal:
            state.apply(action)
        assert "void" not in str(refusal.value).partition("legal:")[2], "what the floor may do is not for the actor"
        with pytest.raises(IllegalAction):
            state.recognize(action)
        return "refused"
    after = state.apply(action)
    (recorded,) = [event.action for event in after.events[len(state.events) :] if event.action is not None]
    assert recorded == state.recognize(action)
    assert [type(card_id) for card_id in recorded.cards] == [int] * len(recorded.cards)
    if recorded.kind not in ("bet", "raise"):
        assert recorded in state.legal_actions()
    assert state.apply(recorded) == after
    return "done"


@pytest.mark.parametrize("slug", GAMES)
def test_the_house_may_stop_a_round_of_any_game_and_every_chip_goes_back(slug: str) -> None:
    generator = random.Random(slug)
    variant = next(variant for variant in VARIANTS if variant.slug == slug)
    stopped = 0
    for state in (state for _ in range(3) for state in states_of(variant, generator)):
        if state.is_over:
            with pytest.raises(IllegalAction, match="the round is over"):
                state.void(HOUSE_DECISION.name)
            continue
        void = state.void(HOUSE_DECISION.name)
        staked = {(seat, wager): amount for seat, wagers in enumerate(state.wagers()) for wager, amount in wagers}
        assert {(each.seat, each.wager): each.returned for each in void.settlements} == staked
        assert {each.clause for each in void.settlements} == {"house"}
        assert [void.result(seat) for seat in range(void.n_seats)] == [0] * void.n_seats
        assert (void.is_over, void.house_result) == (True, 0)
        stopped += 1
    assert stopped > 5


def test_a_stopped_round_is_replayed_from_its_events() -> None:
    for slug, bet in (("five-card-holdout", Bet(stack=5000)), ("pick-2-poker", Bet(ante=500, three_five=500))):
        table = game(slug)
        void = table.start([bet, bet], seed=3).advance().void(HOUSE_DECISION.name)
        again = table.replay([bet, bet], void.events)
        assert (again.events, again.settlements, again.is_over) == (void.events, void.settlements, True)


def test_a_game_has_no_irregularity_of_another() -> None:
    state = game("two-hand-holdem").start([Bet(ante_1=500, ante_2=500)], seed=1).advance()
    assert state.irregularities() == ()
    with pytest.raises(IllegalAction, match=r"void shuffler-fault is not legal now.*legal: void house-decision"):
        state.void("shuffler-fault")


WAGERS = {"ante": 500, "three_five": 500, "five_card_bonus": 500, "tip": 100}


def test_a_bet_has_one_order_whatever_order_it_comes_in() -> None:
    table = game("pick-2-poker", tips=True)
    played: list[State] = []
    for _ in range(24):
        names = random.Random(len(played)).sample(sorted(WAGERS), len(WAGERS))
        bet = Bet(**{name: WAGERS[name] for name in names})
        assert list(table.check_bets([bet])[0]) == list(WAGERS)
        played.append(table.start([bet], seed=9).advance().apply(Action("fold")).advance())
    assert all(state.events == played[0].events for state in played)
    assert all(state.settlements == played[0].settlements for state in played)
