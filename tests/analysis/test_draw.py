"""Draws: the family against a plain program that lays every deal out."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from houseway.analysis import advise, analyze, rule_list, simulate
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve
from houseway.analysis.declared import analyzer
from houseway.analysis.declared.choices import NEVER_FOLDS, stakes_of
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of, reasons_against
from houseway.analysis.declared.simulation import unit_and_bet
from houseway.analysis.results.rules import RULE_LIST
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadCards
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame

HERE = Runner(jobs=1, cache=False)
SLUG = "three-card-draw-poker"


def title() -> DeclaredGame:
    table = game(SLUG)
    assert isinstance(table, DeclaredGame)
    return table


def judged(cards: tuple[int, ...]) -> tuple[int, tuple[int, ...], int]:
    """Three cards by the rules of the sheet and nothing else: the order of kinds, ranks, and the bonus odds."""
    ranks, suits = sorted((card // 4 for card in cards), reverse=True), {card % 4 for card in cards}
    straight = ranks[0] - 1 == ranks[1] == ranks[2] + 1 or ranks == [12, 1, 0]
    high = (1,) if ranks == [12, 1, 0] else (ranks[0],)
    if straight and len(suits) == 1:
        return (6, high, 20) if ranks == [12, 11, 10] else (5, high, 10)
    if len(set(ranks)) == 1:
        return 4, high, 5
    if straight:
        return 3, high, 1
    if len(suits) == 1:
        return 2, tuple(ranks), 0
    if len(set(ranks)) == 2:
        return 1, (ranks[1], sum(ranks) - 2 * ranks[1]), 0
    return 0, tuple(ranks), 0


def best_of_four(cards: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return max(judged(three)[:2] for three in combinations(cards, 3))


def net(final: tuple[int, ...], theirs: tuple[int, tuple[int, ...]]) -> int:
    kind, ranks, bonus = judged(final)
    mine = kind, ranks
    return (2 if mine > theirs else -2 if mine < theirs else 0) + bonus


def values_laid_out(own: tuple[int, ...], deck: tuple[int, ...]) -> dict[tuple[str, tuple[int, ...]], Fraction]:
    """Every option with every card that it puts away: all draws, then all dealer's hands, one after another."""
    left = [card for card in deck if card not in own]
    stands = [net(own, best_of_four(dealer)) for dealer in combinations(left, 4)]
    found: dict[tuple[str, tuple[int, ...]], Fraction] = {("fold", ()): Fraction(-1)}
    found["stand", ()] = Fraction(sum(stands), len(stands))
    for away in own:
        nets = []
        for drawn in left:
            final = (*(card for card in own if card != away), drawn)
            rest = [card for card in left if card != drawn]
            nets += [net(final, best_of_four(dealer)) for dealer in combinations(rest, 4)]
        found["draw", (away,)] = Fraction(sum(nets), len(nets))
    return found


def test_the_whole_game_on_a_small_deck_is_that_of_a_plain_program() -> None:
    table = title().with_deck(Deck.stripped(ranks="3QK", suits="shd"))
    best = [max(values_laid_out(own, table.deck.cards).values()) for own in combinations(table.deck.cards, 3)]
    assert analyzer.analyze(table, runner=HERE).value == sum(best, Fraction(0)) / len(best)


@pytest.mark.parametrize("own", ["Ah Kh 4d", "8h 8d 3s", "Qh 7h 2h", "9h 8d 2s", "Ks Qs 9d"])
def test_advice_with_many_cards_known_is_that_of_a_plain_program(own: str) -> None:
    """Nine cards are left."""
    hand = parse_cards(own)
    rest = [card for card in Deck.standard().cards if card not in hand]
    left, dead = rest[::5][:9], [card for card in rest if card not in rest[::5][:9]]
    advice = {(each.action.kind, each.action.cards): each.value for each in advise(SLUG, hand, dead=dead).options}
    assert advice == values_laid_out(hand, (*hand, *left))


def test_the_value_of_best_play_the_rules_and_standing_pat() -> None:
    best, rules = analyze(SLUG, recompute=True), rule_list(SLUG)
    assert best.value == analyze(SLUG, strategy=RULE_LIST).value + rules.cost
    never = analyze(SLUG, strategy=NEVER_FOLDS)
    assert never.value < best.value < 0
    assert never.average_wager == 2
    assert len(best.decisions) == 3
    assert best.net.total == 22_100 * 211_876 * 45


def test_the_first_cards_are_a_census_in_all_but_the_folded_hands() -> None:
    """48 straight flushes in 22,100 hands, 52 threes of a kind, 720 straights, 1,096 flushes, 3,744 pairs."""
    (bonus,) = analyze(SLUG, recompute=True).side_bets
    times: Counter[str] = Counter()
    for row in bonus.rows:
        times[row.outcome.rpartition("; ")[2]] += row.combinations * 22_100 // bonus.total
    assert [times[kind] for kind in ("suited A-K-Q", "straight flush", "three of a kind")] == [4, 44, 52]
    assert [times[kind] for kind in ("straight", "flush", "pair")] == [720, 1_096, 3_744]


def test_the_kernel_draws_as_the_best_strategy_does() -> None:
    assert simulate(SLUG, 300_000, seed=2).agrees_with(analyze(SLUG).value)
    assert simulate(SLUG, 200_000, seed=2, strategy=RULE_LIST).agrees_with(analyze(SLUG, strategy=RULE_LIST).value)


def with_bonus(reading: str, deck: Deck | None = None) -> DeclaredGame:
    table = game(SLUG, deck=deck, readings={"TCD-R3": reading, "TCD-RT": "smaller"})
    assert isinstance(table, DeclaredGame)
    return table


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["first-three", "pair-only"])
def test_TCD_R3_a_first_3_bonus_beside_the_ante_is_that_of_the_solver(reading: str) -> None:
    """On this deck a pair, a straight and three of a kind are all dealt, and better hands stand for their bonus."""
    table, bets = with_bonus(reading, Deck.stripped(ranks="QKA", suits="shd")), {"first_three": 1}
    unit, bet = unit_and_bet(Payoffs.of(table, stakes_of(table, bets)))
    assert solve(table, bet).agrees_with(analyzer.analyze(table, runner=HERE, bets=bets).net, unit)


@pytest.mark.slow
def test_TCD_R3_what_the_bonus_alone_comes_to_where_only_a_pair_is_seen_after_a_draw() -> None:
    """With the Ante alone at stake no hand above a pair draws. Deuces or threes with an ace in the suit of one of them,
    24 hands, keep that one and the ace: they break their pair, and lose 1 instead of winning 1.
    """
    (usual,), (seen,) = (analyze(with_bonus(each)).side_bets for each in ("first-three", "pair-only"))
    drawn = {row.outcome: row.combinations * 22_100 // usual.total for row in usual.rows if "draw" in row.outcome}
    assert drawn.keys() == {"draw; pair", "draw; nothing"}
    for broken, away in (("2h 2d Ah", "2d"), ("3h 3d Ah", "3d")):
        assert advise(SLUG, broken).best.action.cards == parse_cards(away)
    assert usual.value - seen.value == Fraction(24 * 2, 22_100)
    bets = {"first_three": 100}
    values = [analyze(with_bonus(each), bets=bets).value for each in ("first-three", "pair-only")]
    assert values[1] < values[0]
    assert simulate(with_bonus("pair-only"), 200_000, seed=3, bets={"first_three": 1}).agrees_with(
        analyze(with_bonus("pair-only"), bets={"first_three": 1}).value
    )


def test_what_a_draw_cannot_count_is_refused() -> None:
    assert family_of(title()).name == "draw"
    assert "picks discard of a hand" in reasons_against(title())["private showdown"]
    other = game("three-card-poker")
    assert isinstance(other, DeclaredGame)
    assert reasons_against(other)["draw"] == "no hand of it is exchanged"
    in_parts = game("two-hand-holdem")
    assert isinstance(in_parts, DeclaredGame)
    for family, reason in reasons_against(in_parts).items():
        expected = "at most 2 cards of dealer's hand play, board is dealt in parts, bonus pays nothing here"
        assert reason == expected, family
    with pytest.raises(BadCards, match="takes 3 cards"):
        advise(SLUG, "Ah Kh")
