"""Showdowns against up cards: counts by kinds of cards are those of all hands laid out, and figures those in print."""

from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

import houseway as hw
from houseway.analysis import advise, analyze, rule_list
from houseway.analysis.compare.decision_changes import decision_changes
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.counting import Comparison, information_sets
from houseway.analysis.declared.private_showdown.disjoint import count_seen
from houseway.analysis.declared.private_showdown.layout import Layout
from houseway.analysis.declared.private_showdown.situations import Situations, all_situations, given_situations
from houseway.analysis.declared.private_showdown.up_cards import Kinds, UpShowdowns, count_hidden
from houseway.analysis.results.result import percent
from houseway.cards.deck import Deck
from houseway.games.engine.declared.title import DeclaredGame
from houseway.ranking import ranking

HERE = Runner(jobs=1, cache=False)
CARIBBEAN_DEALS = 19_933_230_517_200
SIX_CARD_SIGHTS, SIX_CARD_HIDDEN = comb(52, 6) * comb(46, 3), comb(43, 3)


@pytest.mark.parametrize(
    ("deck", "cards", "told"),
    [
        (Deck.stripped(ranks="9TJQK"), (5, 1, 4), Comparison("standard", 3000)),
        pytest.param(
            Deck.stripped(ranks="89TJQKA", suits="sh"),
            (6, 3, 3),
            Comparison("standard", 3000),
            marks=pytest.mark.proof,
        ),
        pytest.param(
            Deck.stripped(ranks="234567", suits="shd"), (6, 3, 3), Comparison("standard", 0), marks=pytest.mark.proof
        ),
        (Deck.stripped(ranks="567QKA"), (3, 1, 2), Comparison("three-card", 300)),
        (Deck.stripped(ranks="89TJQK", suits="shd"), (4, 2, 1), Comparison("three-card", 0)),
    ],
    ids=lambda each: str(each) if isinstance(each, tuple) else "",
)
def test_hands_that_the_dealer_cannot_tell_apart_count_as_all_hands_do(
    deck: Deck, cards: tuple[int, int, int], told: Comparison
) -> None:
    """All sights one by one, every hidden card laid out, added up by own value and by which of two paths is better."""
    n_values = ranking(told.system).n_values
    pays = np.zeros((2, n_values + 1, told.n_codes), np.int64)
    pays[0], pays[1, :, :3] = -1, [2, 0, -2]
    found = HERE.run(UpShowdowns(deck.copies, *cards, told, pays, (0, 1)))
    seen, weights = information_sets(deck, cards[0], cards[1])
    counts = count_hidden(deck, seen, cards[0], cards[2], told)
    values = told.values(np.ascontiguousarray(seen[:, : cards[0]]))
    worth = np.stack([(counts * pays[path, values]).sum(axis=1) for path in (0, 1)])
    both = 2 * (worth[1] > worth[0]) + (worth[1] >= worth[0])
    expected = np.zeros((n_values + 1, 4, told.n_codes), np.int64)
    np.add.at(expected, (values, both), counts * weights[:, None])
    assert (found["deals"].sum(axis=0) == expected).all()
    assert found["sights"].sum() == weights.sum()


def test_only_the_suit_of_the_up_card_matters_to_four_hidden_ones() -> None:
    """Against a king of spades twelve spades are told apart, and of the other suits thirteen ranks of three cards."""
    kinds = Kinds.of(Deck.standard().distinct, [47], hidden=4, hand_size=5)
    assert len(kinds.live_cards) == 12
    assert kinds.copies.tolist() == [3] * 13 + [1] * 12
    parts = [(kinds.dead_parts(5 - n_live), kinds.live_parts(n_live)) for n_live in range(6)]
    assert sum(int(dead.ways.sum()) * len(live.ways) for dead, live in parts) == comb(51, 5)


def situations(slug: str) -> tuple[Layout, Situations]:
    game = hw.game(slug)
    assert isinstance(game, DeclaredGame)
    layout = Layout.of(game)
    return layout, all_situations(Payoffs.of(game), layout, HERE)


@pytest.fixture(scope="module")
def caribbean() -> Situations:
    return situations("caribbean-stud-poker")[1]


def loss_if_raised(found: Situations, lowest: str) -> int:
    """What raising a hand and everything better, and folding the rest, loses in all deals together."""
    least = ranking("standard").value(hw.parse_cards(lowest))
    worth = found.worth()
    return -int(np.where(found.values >= least, worth[1], worth[0]).sum())


def test_caribbean_stud_to_the_last_deal(caribbean: Situations) -> None:
    assert caribbean.total == CARIBBEAN_DEALS
    assert -int(caribbean.worth().max(axis=0).sum()) == 1_041_372_912_372


@pytest.mark.parametrize(
    ("lowest", "loss"),
    [
        ("2c 2d 5h 4s 3c", 1_090_272_101_460),
        ("Ac Kd 4h 3s 2c", 1_132_600_203_540),
        ("Ac Kd Jh 8s 3c", 1_059_715_400_580),
        ("7c 5d 4h 3s 2c", 3_310_360_338_060),
    ],
)
def test_caribbean_stud_raised_from_a_hand_on(caribbean: Situations, lowest: str, loss: int) -> None:
    assert loss_if_raised(caribbean, lowest) == loss


def test_caribbean_stud_in_print(caribbean: Situations) -> None:
    result = analyze("caribbean-stud-poker")
    assert result.value == Fraction(-1_041_372_912_372, CARIBBEAN_DEALS)
    assert percent(result.house_edge("unit bet"), 3) == "2.555%"
    assert round(float(result.net.standard_deviation), 2) == 2.24
    assert all(check.reproduced for check in result.published)
    rules = rule_list("caribbean-stud-poker")
    assert analyze("caribbean-stud-poker", strategy="rule-list").value == result.value - rules.cost


@pytest.mark.proof
def test_caribbean_stud_by_what_is_printed_for_ace_king(caribbean: Situations) -> None:
    """Two printed strategies that look at single cards of an ace-king hand and at the dealer's card."""
    game = hw.game("caribbean-stud-poker")
    assert isinstance(game, DeclaredGame)
    seen, weights = information_sets(game.deck, 5, 1)
    values = ranking("standard").evaluate(np.ascontiguousarray(seen[:, :5]))
    lowest, pair = (ranking("standard").value(hw.parse_cards(text)) for text in ("Ac Kd 4h 3s 2c", "2c 2d 5h 4s 3c"))
    ace_king = (values >= lowest) & (values < pair)
    hands, ups = np.sort(seen[ace_king, :5] // 4, axis=1), seen[ace_king, 5] // 4
    worth = given_situations(Payoffs.of(game), Layout.of(game), seen[ace_king]).worth() * weights[ace_king]
    gained = worth[1] - worth[0]
    matched = (hands == ups[:, None]).any(axis=1)
    queen, jack = (hands == 10).any(axis=1), (hands == 9).any(axis=1)
    three_rules = (ups <= 10) & matched | (ups >= 11) & (queen | jack) | ~matched & queen & (ups < hands[:, 1])
    pairs_only = loss_if_raised(caribbean, "2c 2d 5h 4s 3c")
    assert pairs_only - int(gained[matched].sum()) == 1_063_176_931_284
    assert pairs_only - int(gained[three_rules].sum()) == 1_041_417_758_724


def test_six_card_poker_in_print() -> None:
    raised = analyze("six-card-poker")
    folded = analyze(hw.game("six-card-poker", readings={"6CP-R2": "smaller"}))
    assert raised.value == folded.value
    assert percent(-folded.value, 4) == "1.2717%"
    assert round(float(folded.average_wager), 4) == 1.6987
    assert percent(folded.house_edge("unit bet"), 4) == "0.7486%"
    assert folded.net.total == SIX_CARD_SIGHTS * SIX_CARD_HIDDEN
    (fold,) = (share for share in folded.decisions if share.what.endswith("fold"))
    assert fold.combinations == 93_119_328_972 * SIX_CARD_HIDDEN
    won = sum(row.combinations for row in folded.return_table if row.pays == 1)
    assert won == 755_514_209_224_548


@pytest.mark.parametrize(
    ("slug", "own", "dealer"),
    [
        ("caribbean-stud-poker", "Ac Kd Qh 7s 2c", "7d"),
        ("caribbean-stud-poker", "Ac Kd 9h 7s 2c", "Qd"),
        ("six-card-poker", "Qc Jd 9h 7s 5c 2d", "Kd 8d 3h"),
        ("six-card-poker", "4c 4d 9h 8h 7h 2h", "Ad Qd 3d"),
    ],
)
def test_advice_is_what_a_count_of_that_sight_says(slug: str, own: str, dealer: str) -> None:
    game = hw.game(slug)
    assert isinstance(game, DeclaredGame)
    layout, payoffs = Layout.of(game), Payoffs.of(game)
    seen = np.array([[*hw.parse_cards(own), *hw.parse_cards(dealer)]], np.uint8)
    counted = given_situations(payoffs, layout, seen)
    expected = {
        path[-1][1].name: counted.as_fraction(int(worth))
        for path, worth in zip(game.paths, counted.worth()[:, 0], strict=True)
    }
    assert {each.action.kind: each.value for each in advise(game, own, dealer=dealer).options} == expected


def test_two_versions_are_compared_by_sampled_sights_with_the_up_cards(tmp_path: Path) -> None:
    """A Bet that pays nothing is not worth making with any hand."""
    rows = dict.fromkeys(ranking("standard").categories, 0)
    pays = "".join(f'"{category}" = {odds}\n' for category, odds in rows.items())
    path = tmp_path / "nothing.toml"
    path.write_text(f"[bet]\n{pays}", "utf-8")
    paid, unpaid = (hw.game("caribbean-stud-poker", paytable=table) for table in ("standard", str(path)))
    changes = decision_changes(paid, unpaid, HERE)
    assert (changes.exhaustive, changes.hands) == (False, 12)
    assert changes.changed == sum(
        advise(paid, hand.cards, dealer=hand.dealer).best.action.kind == hand.base for hand in changes.examples
    )


def test_single_sights_are_counted_alike_by_both_ways() -> None:
    rng = np.random.default_rng(3)
    seen = np.array([rng.permutation(52)[:6] for _ in range(20)], np.uint8)
    told = Comparison("standard", 1500)
    deck = Deck.standard()
    assert (count_seen(deck, seen, 5, 5, told) == count_hidden(deck, seen, 5, 4, told)).all()
