"""Spots are moments of real rounds, the same from the same seed, and chosen as they are wanted."""

from fractions import Fraction

import pytest

from houseway.cards.notation import parse_cards
from houseway.cards.seed import Seed
from houseway.games.catalogue import as_game, between_players
from houseway.games.engine.action import Action
from houseway.training.search import Wanted, kinds_of, look_for
from houseway.training.spots import (
    SEAT,
    Kind,
    NoSpot,
    Spot,
    cannot_be_practiced,
    deal_spot,
    hand_in_words,
    kind_of,
    practiced,
    seed_number,
)

GAME = "three-card-poker"
RANKS = "23456789TJQKA"
BASE = Seed.of("spots").hex


def plays_by_the_published_rule(cards: str) -> bool:
    """The rule that everybody knows: play queen, six, four or better."""
    ranks = sorted((RANKS.index(card[0]) for card in cards.split()), reverse=True)
    one_suit = len({card[1] for card in cards.split()}) == 1
    in_line = ranks[0] - ranks[2] == 2 and len(set(ranks)) == 3
    if len(set(ranks)) < 3 or one_suit or in_line or ranks == [12, 1, 0]:
        return True
    return ranks >= [RANKS.index("Q"), RANKS.index("6"), RANKS.index("4")]


def test_the_same_seed_gives_the_same_spot_and_a_spot_survives_json() -> None:
    game = as_game("ultimate-texas-holdem")
    for number in range(6):
        spot = deal_spot(game, seed_number(BASE, number))
        assert deal_spot(game, seed_number(BASE, number)) == spot
        again = Spot.from_dict(spot.to_dict())
        assert again == spot
        assert again.state().view(SEAT) == spot.state().view(SEAT)
        assert spot.state().actor == SEAT


def test_rounds_are_practiced_at_their_later_decisions_too() -> None:
    game = as_game("ultimate-texas-holdem")
    depths = {len(deal_spot(game, seed_number(BASE, number)).before) for number in range(12)}
    assert {0, 1} <= depths


@pytest.mark.slow
def test_the_best_play_of_each_spot_is_that_of_the_published_rule() -> None:
    number, seen = 0, set()
    for _ in range(6):
        found, number = look_for(as_game(GAME), Wanted(), BASE, range(number, 100), seconds=60.0)
        assert found is not None
        wanted = "play" if plays_by_the_published_rule(found.situation.cards) else "fold"
        assert found.advice.best.action == Action(wanted)
        seen.add(wanted)
    assert seen == {"play", "fold"}


def test_only_spots_of_the_wanted_kind_are_found() -> None:
    found, _ = look_for(as_game(GAME), Wanted("fold or play", "queen high"), BASE, range(400), seconds=60.0)
    assert found is not None
    assert found.kind == Kind("fold or play", "queen high")
    assert kind_of(found.spot.state()) == found.kind
    ranks = {card[0] for card in found.situation.cards.split()}
    assert "Q" in ranks
    assert not {"A", "K"} & ranks


def test_only_close_decisions_are_found_if_asked_for() -> None:
    share = Fraction(1, 4)
    found, _ = look_for(as_game(GAME), Wanted(closest=share), BASE, range(400), seconds=60.0)
    assert found is not None
    values = sorted((option.value for option in found.advice.options), reverse=True)
    assert 0 < values[0] - values[1] <= share


def test_the_search_ends_after_the_last_deal_and_after_its_time() -> None:
    never = Wanted("fold or play", "five aces")
    assert look_for(as_game(GAME), never, BASE, range(30, 40), seconds=60.0) == (None, 40)
    times = iter([0.0, 1.0, 2.0, 3.0])
    assert look_for(as_game(GAME), never, BASE, range(40), seconds=2.0, clock=lambda: next(times)) == (None, 2)


def test_games_without_decisions_or_exact_values_say_why() -> None:
    assert cannot_be_practiced("three-card-poker") == ""
    assert "nothing is decided" in cannot_be_practiced("ez-baccarat")
    assert cannot_be_practiced("five-card-holdout") == "", "its last rounds are solved"
    assert {"three-card-poker", "two-hand-holdem", "casino-war", "pai-gow-poker"} <= set(practiced())


@pytest.mark.parametrize(
    ("game", "cards", "words"),
    [
        (GAME, "Qh 6d 4c", "queen high"),
        (GAME, "Ah 2h 3h", "straight flush"),
        (GAME, "9h 9d 4c", "pair"),
        ("mississippi-stud", "Ah 9h", "ace high, suited"),
        ("mississippi-stud", "9h 9d", "pair"),
        ("let-it-ride", "9h 9d 9c 4h", "three of a kind"),
        ("double-draw-poker", "9h 9d 8c 4h Jk", "pair"),
        ("ultimate-texas-holdem", "9h 9d 8c 8h Ks", "two pair"),
    ],
)
def test_hands_go_by_what_people_call_them(game: str, cards: str, words: str) -> None:
    table = as_game(game)
    assert hand_in_words(table, parse_cards(cards, deck=table.deck)) == words


def test_the_kinds_of_a_game_are_those_that_come_up() -> None:
    kinds = dict(kinds_of(as_game(GAME)))
    assert {kind.decision for kind in kinds} == {"fold or play"}
    hands = {kind.hand: rounds for kind, rounds in kinds.items()}
    assert {"pair", "ace high", "king high", "queen high", "flush", "straight"} <= set(hands)
    assert sum(hands.values()) == 300


def test_no_kind_of_spot_depends_on_the_bet() -> None:
    """Kinds come back for weeks, and bets differ from table to table: no kind may name an amount."""
    for slug in set(practiced()) - set(between_players()):
        game = as_game(slug)
        for number in range(3):
            try:
                kind = kind_of(deal_spot(game, seed_number("kinds", number)).state())
            except NoSpot:
                continue
            assert "$" not in str(kind), (slug, kind)
