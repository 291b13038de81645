"""Actions of any kind that are not legal are refused, with a message that lists what was, and change nothing."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.asking import ASKING
from support.variants import VARIANTS

from houseway.errors import HousewayError, IllegalAction
from houseway.games.engine.action import Action
from houseway.games.engine.procedure import ProcedureState
from houseway.games.engine.state import State

KINDS = (
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "arrange",
    "draw",
    "discard",
    "five",
    "three",
    "keep",
    "split",
    "deal",
)
fuzzed_actions = st.builds(
    Action,
    kind=st.one_of(st.sampled_from([*KINDS, "proceed"]), st.text(max_size=8)),
    cards=st.lists(st.integers(-2, 60), max_size=6).map(tuple),
    amount=st.integers(-(10**6), 10**12),
    option=st.sampled_from(["", "hand-1", "hand-2", "both", "ante", "bonus", "nonsense"]),
)
not_actions = st.one_of(st.none(), st.integers(), st.text(max_size=5), st.dictionaries(st.text(max_size=3), st.none()))


def decision_states(seed: int) -> list[State]:
    """A state of every game in which a seat must decide."""
    generator = random.Random(seed)
    states = []
    for variant in (each for each in VARIANTS if each.slug in ASKING):
        table = variant.table(generator)
        bets = [variant.bet(generator, table) for _ in range(max(2, table.seats[0]))]
        states.append(table.start(bets, seed=seed).advance())
    return states


STATES = decision_states(1)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.game.slug)
@settings(max_examples=100, deadline=None)
@given(action=fuzzed_actions)
def test_a_fuzzed_action_is_legal_or_refused_with_the_legal_ones(state: State, action: Action) -> None:
    legal = state.legal_actions()
    before = dict(state.__dict__)
    try:
        state.apply(action)
    except IllegalAction as error:
        assert "legal" in str(error)
        assert str(legal[0]) in str(error)
        assert str(legal[-1]) in str(error)
    else:
        amounts = [other.amount for other in legal if other.kind == action.kind]
        due = state.bet_due(action)[0] if isinstance(state, ProcedureState) else 0
        assert action.normal() in legal or min(amounts) <= action.amount <= max(amounts) or action.amount in (0, due)
    assert state.__dict__ == before


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.game.slug)
@settings(max_examples=50, deadline=None)
@given(thing=not_actions)
def test_what_is_no_action_at_all_is_refused(state: State, thing: Any) -> None:
    with pytest.raises(IllegalAction, match="not legal now"):
        state.apply(thing)


@settings(max_examples=200, deadline=None)
@given(
    plain=st.one_of(
        not_actions,
        st.fixed_dictionaries(
            {"kind": st.one_of(st.text(max_size=5), st.integers())},
            optional={
                "cards": st.one_of(st.text(max_size=8), st.integers(), st.lists(st.integers(), max_size=3)),
                "amount": st.one_of(st.integers(), st.floats(), st.booleans(), st.text(max_size=3)),
                "option": st.one_of(st.text(max_size=5), st.none()),
            },
        ),
    )
)
def test_a_malformed_plain_action_is_an_illegal_action(plain: Any) -> None:
    try:
        action = Action.from_dict(plain)
    except HousewayError as error:
        assert isinstance(error, IllegalAction)
    else:
        assert isinstance(action, Action)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.game.slug)
def test_nothing_is_legal_once_the_round_is_over(state: State) -> None:
    generator = random.Random(2)
    while not state.is_over:
        state = state.apply(generator.choice(state.legal_actions()))
    assert state.legal_actions() == ()
    for action in (Action("fold"), Action("proceed"), Action("deal")):
        with pytest.raises(IllegalAction, match="the round is over"):
            state.apply(action)
