"""Private showdowns: two ways of counting agree, and both agree with deals laid out and settled one at a time."""

from fractions import Fraction
from itertools import combinations

import pytest
from support.declared_by_hand import best_results, features_of, net_of
from support.declared_toys import CappedDuel, Duel, SmallDuel, TwoCardDuel, toy

import houseway
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared import registry
from houseway.analysis.declared.advice import advise
from houseway.analysis.declared.analyzer import analyze
from houseway.analysis.declared.payoffs import Payoffs, usual_stakes
from houseway.analysis.declared.private_showdown.counting import Comparison, Showdowns
from houseway.analysis.declared.private_showdown.disjoint import DisjointShowdowns
from houseway.analysis.declared.private_showdown.family import PrivateShowdown
from houseway.analysis.declared.rule_list import best_cuts
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Hand

HERE = Runner(jobs=1, cache=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deck", "cards", "told"),
    [
        (Deck.standard(), (3, 0, 3), Comparison("three-card", 300)),
        (Deck.stripped(ranks="89TJQK"), (4, 1, 3), Comparison("three-card", 200)),
        (Deck.stripped(ranks="9TJQK", suits="shd"), (5, 2, 2), Comparison("three-card", 0)),
        (Deck.stripped(ranks="9TJQKA", suits="shd"), (5, 1, 4), Comparison("standard", 3000)),
        (Deck.stripped(ranks="9TJQKA", suits="shd"), (6, 0, 5), Comparison("standard", 6000)),
        (Deck.stripped(ranks="TJQKA", suits="shd"), (5, 1, 5), Comparison("four-card", 1500)),
        (Deck.stripped(ranks="2JQKA", suits="shd", jokers=1), (5, 0, 5), Comparison("wild-deuces", 3000)),
    ],
)
def test_inclusion_and_exclusion_counts_what_laying_out_counts(
    deck: Deck, cards: tuple[int, int, int], told: Comparison
) -> None:
    excluded = HERE.run(DisjointShowdowns(deck.copies, *cards, told))["counts"]
    laid_out = HERE.run(Showdowns(deck.copies, *cards, (told,)))["counts"]
    assert (excluded == laid_out).all()


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        toy(Duel, Deck.stripped(ranks="2QKA", suits="shd")),
        toy(SmallDuel, Deck.stripped(ranks="9TJQ", suits="shd")),
        toy(SmallDuel, Deck.stripped(ranks="TQK")),
        toy(CappedDuel, Deck.stripped(ranks="JQKA", suits="shd")),
        toy(TwoCardDuel, Deck.stripped(ranks="79JQKA")),
    ],
    ids=lambda game: f"{game.slug}, {game.deck.size} cards",
)
def test_the_distribution_is_that_of_all_deals_settled_by_the_title(game: DeclaredGame) -> None:
    assert dict(analyze(game, runner=HERE).net.weights) == best_results(game)


def test_a_duel_of_two_cards_is_worth_what_its_169_kinds_of_hand_laid_out_are() -> None:
    """Pairs above two ranks, in plain Python: every own hand against every other of the deck."""
    hands = list(combinations([(rank, suit) for rank in range(13) for suit in range(4)], 2))
    strengths = {hand: (hand[0][0] == hand[1][0], hand[1][0], hand[0][0]) for hand in hands}
    worth: dict[tuple[bool, int, int], Fraction] = {}
    for own, strength in strengths.items():
        if strength not in worth:
            against = [other for hand, other in strengths.items() if not {*hand} & {*own}]
            ahead = sum((strength > other) - (strength < other) for other in against)
            worth[strength] = max(Fraction(-1), Fraction(2 * ahead, len(against)))
    expected = sum((worth[strength] for strength in strengths.values()), Fraction(0)) / len(hands)
    assert analyze(toy(TwoCardDuel, Deck.standard()), runner=HERE).value == expected


def test_a_side_bet_that_is_made_counts_in_the_choice() -> None:
    game = toy(Duel, Deck.stripped(ranks="2QKA", suits="sh"))
    stakes = {**usual_stakes(game), Duel.pairs: Fraction(2)}
    assert dict(analyze(game, runner=HERE, bets={"pairs": 2}).net.weights) == best_results(game, stakes)


def test_an_option_that_a_hand_is_too_low_for_is_neither_advised_nor_taken_by_rules() -> None:
    game = toy(CappedDuel, Deck.stripped(ranks="9JQKA", suits="shd"))
    assert {option.action.kind for option in advise(game, "Js Jh Kd Ad").options} == {"fold", "call"}
    assert {option.action.kind for option in advise(game, "Qs Qh Jd 9d").options} == {"fold", "call", "raise"}
    rules = PrivateShowdown().rule_list(Payoffs.of(game), HERE).lines()
    assert rules[0] == "Raise with a pair of queens or better", "any hand above is worth three Antes more"
    assert PrivateShowdown().solve(Payoffs.of(game), HERE).asked.keys() == {CappedDuel.choice}


def test_rules_are_cuts_in_the_order_of_hands() -> None:
    assert best_cuts([[5, 0, 0, -5], [0, 1, 1, 0], [-9, -9, 0, 7]]) == [(0, 0), (1, 1), (3, 2)]
    assert best_cuts([[0, 0], [1, 1]]) == [(0, 1)]


@pytest.mark.slow
@pytest.mark.parametrize(("hand", "dead"), [("Qs 6h 4d", ""), ("Kd Jd 2c", "Ah Ac 9s 9d")])
def test_advice_with_the_full_deck_is_the_mean_of_all_deals_settled_by_the_title(hand: str, dead: str) -> None:
    game = houseway.game("three-card-poker")
    assert isinstance(game, DeclaredGame)
    own, dealer = game.every(Hand)
    mine = parse_cards(hand)
    left = game.deck.without((*mine, *parse_cards(dead))).cards
    shown = [features_of(game, {own: mine, dealer: theirs}) for theirs in combinations(left, dealer.cards)]
    stakes = usual_stakes(game)
    means = {
        path[-1][1].name: sum((net_of(game, path, each, stakes) for each in shown), Fraction(0)) / len(shown)
        for path in game.paths
    }
    assert {option.action.kind: option.value for option in advise(game, hand, dead=dead).options} == means


def test_a_title_that_no_family_takes_says_so_and_is_simulated_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    class Picky(PrivateShowdown):
        def refuses(self, game: DeclaredGame) -> str:
            return "it is not wanted"

    monkeypatch.setattr(registry, "FAMILIES", (("private_showdown.family", "PrivateShowdown"),))
    monkeypatch.setattr(registry, "_family", lambda module, name: Picky())
    with pytest.raises(registry.NotCountableError, match="private showdown: it is not wanted"):
        houseway.analyze("three-card-poker", recompute=True)
    played = houseway.simulate("three-card-poker", 200, seed=1)
    assert (played.subject.strategy, played.rounds) == ("random", 200)
