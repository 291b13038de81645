"""The automatic player that thinks ahead: at a server it never takes an option that is worth less than another."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

from houseway.cards.notation import parse_cards
from houseway.games.catalogue import as_game, games
from houseway.games.engine.action import Action
from houseway.games.engine.state import State
from houseway.games.strategies import strategy_names
from houseway.training.spots import SEAT, opened, seed_number
from houseway.web.bots import ExactPlayer, players_who_ask
from houseway.web.calculations import carry_out
from houseway.web.errors import NoAdvice
from houseway.web.situations import ANY_DECK

STYLE = "looks-ahead"
TITLES = [each.slug for each in games() if STYLE in strategy_names(each.slug)]
QUICK = ["casino-war", "three-card-poker", "let-it-ride", "mississippi-stud", "caribbean-stud-poker"]
"""Their exact values take a moment, even where nothing is kept yet."""
MOST_DEALS = 60


def decisions_of(slug: str, wanted: int) -> Iterator[State]:
    """The first decisions of rounds in which there is one."""
    game = as_game(slug)
    found = (opened(game, seed_number("thinks ahead", number)) for number in range(MOST_DEALS * wanted))
    asked = (state for state in found if state.actor == SEAT)
    yield from (state for state, _ in zip(asked, range(wanted), strict=False))


def exact(request: Mapping[str, Any]) -> Mapping[str, Any]:
    return carry_out({"task": "advise", **request}, lambda *_: None)


def check_best(slug: str, wanted: int) -> int:
    """How many decisions of the player were found to be the best there is, by values that are counted here again."""
    player, checked = players_who_ask(exact)(slug, STYLE, 1), 0
    assert isinstance(player, ExactPlayer)
    for state in decisions_of(slug, wanted):
        chosen = player.choose(state.view(SEAT))
        situation = state.game.situation(state.view(SEAT))
        assert situation is not None
        told = exact(
            {
                "game": slug,
                "cards": situation.cards,
                "situation": dict(situation.known),
                "wagers": dict(situation.stakes),
            }
        )
        values = {
            Action.from_dict(each["action"]).normal(): Fraction(each["value"]["exact"]) for each in told["options"]
        }
        same = state.game.same_decisions(parse_cards(situation.cards, deck=ANY_DECK), chosen)
        assert max(values.values()) == max(values[way.normal()] for way in same if way.normal() in values), chosen
        checked += 1
    return checked


def test_at_casino_war_it_never_surrenders() -> None:
    """To surrender costs half the bet; to go to war costs less on average, whatever the card that ties."""
    player = players_who_ask(exact)("casino-war", STYLE, 1)
    chosen = [player.choose(state.view(SEAT)).kind for state in decisions_of("casino-war", 8)]
    assert chosen == ["war"] * 8


@pytest.mark.slow
@pytest.mark.parametrize("slug", QUICK)
def test_it_takes_the_best_option_by_exact_values(slug: str) -> None:
    assert check_best(slug, 2)


@pytest.mark.proof
@pytest.mark.parametrize("slug", TITLES)
def test_it_takes_the_best_option_of_every_title_by_exact_values(slug: str) -> None:
    check_best(slug, 3)


@pytest.mark.parametrize("slug", TITLES)
def test_it_takes_the_option_that_the_answer_lists_first_in_every_title(slug: str) -> None:
    for state in decisions_of(slug, 1):
        view = state.view(SEAT)
        for wanted in (view.legal_actions[0], view.legal_actions[-1]):
            player = players_who_ask(always(wanted))(slug, STYLE, 1)
            assert player.choose(view) == wanted


def always(wanted: Action) -> Callable[[Mapping[str, Any]], Mapping[str, Any]]:
    return lambda request: {"options": [{"action": wanted.to_dict()}]}


def test_while_nobody_answers_it_deals_for_itself() -> None:
    def busy(request: Mapping[str, Any]) -> Mapping[str, Any]:
        raise NoAdvice("too many automatic players ask at this moment")

    (state,) = decisions_of("three-card-poker", 1)
    assert players_who_ask(busy)("three-card-poker", STYLE, 1).choose(state.view(SEAT)) in state.legal_actions()
