"""Automatic players that no title brings with it: what they do follows from the declaration and from what they see."""

from importlib.util import find_spec

import pytest
from support.asking import ASKING

from houseway.games.catalogue import GAMES, game, game_class
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Hand
from houseway.games.strategies import play_out, strategy, strategy_names


def has_own_players(slug: str) -> bool:
    return find_spec(f"houseway.games.strategies.{slug.replace('-', '_')}") is not None


DECLARED = [slug for slug in GAMES if issubclass(game_class(slug), DeclaredGame) and not has_own_players(slug)]


@pytest.mark.parametrize("slug", DECLARED)
def test_a_declared_title_has_players_without_a_module_of_its_own(slug: str) -> None:
    table = game(slug)
    assert strategy_names(slug) == ("looks-ahead", "never-folds", "random")
    for name in strategy_names(slug):
        state = play_out(table.start([table.usual_bet(1000)] * 2, seed=3), strategy(slug, name, seed=1))
        assert state.is_over


@pytest.mark.parametrize("slug", DECLARED)
def test_players_play_by_the_readings_of_their_table(slug: str) -> None:
    for reading in game(slug).sheet.readings.values():
        for choice in reading.choices:
            if choice != reading.default:
                table = game(slug, readings={reading.id: choice})
                for name in strategy_names(slug):
                    state = play_out(table.start([table.usual_bet(1000)], seed=3), strategy(table, name, seed=1))
                    assert state.is_over


@pytest.mark.parametrize("slug", DECLARED)
def test_who_never_folds_stays_in_for_the_smallest_bets(slug: str) -> None:
    table = game(slug)
    assert isinstance(table, DeclaredGame)
    staying = [path for path in table.paths if not any(option.folds for _, option in path)]
    bets = {1000 * sum(option.times for _, option in path) for path in staying}
    for seed in range(5):
        state = play_out(table.start([table.usual_bet(1000)], seed=seed), strategy(slug, "never-folds"))
        assert not any(event.action is not None and event.action.kind == "fold" for event in state.events)
        later = sum(amount for name, amount in state.wagers()[0] if name in table.later_wagers)
        assert later == min(bets) if slug in ASKING else later in bets


@pytest.mark.parametrize(
    ("slug", "cards", "choice"),
    [
        ("three-card-poker", "As Ad Ac", "play"),
        ("three-card-poker", "2s 3d 5c", "fold"),
        ("mississippi-stud", "As Ad", "bet-3x"),
        ("mississippi-stud", "2s 7d", "fold"),
        ("ultimate-texas-holdem", "As Ad", "bet-4x"),
        ("ultimate-texas-holdem", "2s 3d", "check"),
    ],
)
def test_who_looks_ahead_tells_a_good_hand_from_a_bad_one(slug: str, cards: str, choice: str) -> None:
    table = game(slug)
    state = table.start([table.usual_bet(1000)], shoe=f"{cards} Kh 9s 8c 6h Jd 4s Th Qc").advance()
    assert str(strategy(slug, "looks-ahead", seed=1).choose(state.view(0))) == choice


@pytest.mark.slow
@pytest.mark.parametrize("slug", [slug for slug in DECLARED if slug in ASKING])
def test_who_looks_ahead_is_told_no_more_than_its_view_and_repeats_itself(slug: str) -> None:
    """The same view gives the same choice, whatever lies face down behind it."""
    table = game(slug)
    assert isinstance(table, DeclaredGame)
    choices = set()
    for seed in range(4):
        due = table.start([table.usual_bet(1000)], seed=1).cards_due()
        own = " ".join(["Ks", "9d", "4c", "8h", "6s", "Th", "2d"][:due])
        up = " ".join(["Qh", "9c", "5d"][: sum(hand.up for hand in table.every(Hand) if not hand.is_own)])
        rest = ["2c", "Ah", "Jd", "7s", "Tc", "3h", "Qd", "5c"]
        hidden = " ".join(rest[seed:] + rest[:seed])
        state = table.start([table.usual_bet(1000)], shoe=f"{own} {up} {hidden}").advance()
        choices.add(str(strategy(slug, "looks-ahead", seed=7).choose(state.view(0))))
    assert len(choices) == 1
