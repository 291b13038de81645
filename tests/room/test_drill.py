"""The dealer's drill: every answer checked by naive code of its own, or by the words of the sheet."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from support.every_game import EVERY_GAME

from houseway.errors import BadBet, HousewayError, UnknownName
from houseway.games.engine.sheet import sheet
from houseway.training.drill import Drill, new_drill
from houseway.training.drill_questions import AMOUNT, CARDS, CHOICE, ORDER, Question

RANKS = "23456789TJQKA"
ORDER_OF_HANDS = [
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
]

PUBLIC_KEYS = {"id", "kind", "prompt", "seat", "wager", "cards", "count", "options"}
NONSENSE: tuple[object, ...] = (None, True, -1, "", [], ["As"], {"deep": [[]]})


def naive_category(cards: list[str]) -> str:
    """The kind of the best five of some cards, by looking at every five."""
    return max((naive_five(five) for five in combinations(cards, 5)), key=ORDER_OF_HANDS.index)


def naive_five(cards: tuple[str, ...]) -> str:
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    groups = sorted(Counter(ranks).values(), reverse=True)
    is_flush = len({card[1] for card in cards}) == 1
    is_straight = groups[0] == 1 and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    if is_flush and is_straight:
        return "royal flush" if ranks[0] == RANKS.index("T") else "straight flush"
    by_groups = {(4, 1): "four of a kind", (3, 2): "full house", (3, 1, 1): "three of a kind"}
    if tuple(groups) in by_groups:
        return by_groups[tuple(groups)]
    if is_flush or is_straight:
        return "flush" if is_flush else "straight"
    return {(2, 2, 1): "two pair", (2, 1, 1, 1): "pair"}.get(tuple(groups), "high card")


def drills(slug: str, count: int = 40) -> list[Drill]:
    return [new_drill(slug, seed=f"test {number}") for number in range(count)]


def asked(drill: Drill, kind: str) -> list[tuple[dict[str, Any], Question]]:
    plain: Any = drill.to_dict()["questions"]
    pairs = [
        (shown, drill.questions[int(shown["id"]) - 1]) for shown in sorted(plain, key=lambda each: int(each["id"]))
    ]
    return [(shown, question) for shown, question in pairs if shown["kind"] == kind]


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_the_right_answers_are_accepted_and_no_others(slug: str) -> None:
    for drill in drills(slug, 12):
        right = {str(number): question.right[0] for number, question in enumerate(drill.questions, start=1)}
        judged = drill.judge(right)
        assert judged.right == judged.asked == len(drill.questions) > 0
        for nonsense in NONSENSE:
            assert drill.judge(dict.fromkeys(right, nonsense)).right == 0
        for correction in judged.corrections:
            assert correction.question.clause in sheet(slug).clauses
            assert correction.words == sheet(slug).clauses[correction.question.clause]


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_a_question_does_not_carry_its_answer(slug: str) -> None:
    for drill in drills(slug, 6):
        plain: Any = drill.to_dict()
        assert all(set(question) == PUBLIC_KEYS for question in plain["questions"])
        events = plain["round"]["events"]
        assert not any(word in event["text"] for event in events for word in (" has ", "pays", "loses", "keeps, by"))
        for pile in plain["round"]["piles"]:
            if pile["name"] == "dealer" and slug.startswith("fast-action"):
                assert len(pile["cards"]) == 4


@pytest.mark.parametrize("slug", ["two-hand-holdem", "fast-action-holdem"])
def test_hands_of_seats_are_read_as_the_best_five_of_seven(slug: str) -> None:
    for drill in drills(slug):
        for shown, question in asked(drill, CHOICE):
            if shown["seat"] is not None and not shown["wager"]:
                assert len(shown["cards"]) == 7
                assert question.right == (naive_category(shown["cards"]),)


def test_GEN_5_a_drill_bets_no_more_at_once_than_the_law_allows_and_leaves_no_bet_out_for_good() -> None:
    """Three Card Baccarat takes thirteen bets; on one hand six may be made, three of them over five dollars."""
    seen: set[str] = set()
    for drill in drills("three-card-baccarat"):
        plain: Any = drill.to_dict()
        for seat in {shown["seat"] for shown in plain["questions"] if shown["wager"]}:
            made = {shown["wager"] for shown in plain["questions"] if shown["seat"] == seat and shown["wager"]}
            assert len(made) <= 6
            seen |= made
    assert seen == {"player", "tie", "three_faces", *(f"total_{points}" for points in range(10))}


def test_2HH_9b_the_dealer_is_read_with_at_most_two_of_three_cards() -> None:
    for drill in drills("two-hand-holdem"):
        shown, question = asked(drill, CHOICE)[0]
        dealer, board = shown["cards"][:3], shown["cards"][3:]
        best = max((naive_category([*pair, *board]) for pair in combinations(dealer, 2)), key=ORDER_OF_HANDS.index)
        assert question.right == (best,)


def test_FA_9_a_high_pair_is_the_house_way_of_every_hand_that_has_one() -> None:
    found = 0
    for drill in drills("fast-action-holdem", 80):
        (shown, question), *_ = asked(drill, CARDS)
        ranks = Counter(card[0] for card in shown["cards"])
        pairs = [rank for rank, count in ranks.items() if count == 2]
        if len(pairs) == 1 and RANKS.index(pairs[0]) >= RANKS.index("8"):
            kept = [card for card in shown["cards"] if card[0] == pairs[0]]
            assert question.accepts(kept[::-1])
            others = [list(pair) for pair in combinations(shown["cards"], 2) if sorted(pair) != sorted(kept)]
            assert not any(question.accepts(pair) for pair in others)
            found += 1
    assert found > 3


def test_FA_15_the_bonus_is_paid_by_the_table_on_the_felt() -> None:
    paid = 0
    for drill in drills("fast-action-holdem", 80):
        plain: Any = drill.to_dict()
        odds = {row["label"]: int(row["pays"]) for row in plain["round"]["paytable"]["bonus"]}
        hands = {pile["seat"]: pile["cards"] for pile in plain["round"]["piles"] if pile["name"] == "hand"}
        board = next(pile["cards"] for pile in plain["round"]["piles"] if pile["name"] == "community")
        for shown, question in asked(drill, AMOUNT):
            if shown["wager"] == "bonus" and shown["seat"] in hands:
                stake = dict(plain["round"]["wagers"][shown["seat"]])["bonus"]
                hand = naive_category([*hands[shown["seat"]], *board])
                assert question.right == (stake * (1 + odds[hand]) if hand in odds else 0,)
                paid += bool(question.right[0])
    assert paid > 5


@pytest.mark.parametrize("slug", ["two-hand-holdem", "double-draw-poker", "fast-action-holdem"])
def test_settlement_goes_from_the_dealers_right_to_the_left(slug: str) -> None:
    for drill in [new_drill(slug, seed=f"order {number}", n_seats=3) for number in range(10)]:
        ((_, question),) = asked(drill, ORDER)
        right = question.right[0]
        assert isinstance(right, list)
        seats = [int(value.split(":")[0]) for value in right]
        assert seats == sorted(seats, reverse=True)


def test_P2_11_bonus_wagers_come_after_all_others() -> None:
    for drill in [new_drill("pick-2-poker", seed=f"order {number}", n_seats=3) for number in range(20)]:
        for _, question in asked(drill, ORDER):
            right = question.right[0]
            assert isinstance(right, list)
            is_bonus = ["three_five" in value for value in right]
            assert is_bonus == sorted(is_bonus)


def test_an_envy_bonus_is_asked_of_every_lammer_whether_due_or_not() -> None:
    for drill in drills("fast-action-holdem-multi", 10):
        plain: Any = drill.to_dict()
        with_lammer = [seat for seat, wagers in enumerate(plain["round"]["wagers"]) if dict(wagers)["bonus"] >= 500]
        envy = [shown["seat"] for shown, _ in asked(drill, AMOUNT) if shown["wager"] == "envy"]
        assert envy == with_lammer


def test_a_seed_gives_the_same_drill_again_and_another_one_another() -> None:
    first, again, other = (new_drill("pick-2-poker", seed) for seed in ("a", "a", "b"))
    assert first.to_dict() == again.to_dict()
    assert first.to_dict() != other.to_dict()


def test_an_unknown_game_or_a_wrong_number_of_seats_is_refused() -> None:
    with pytest.raises(UnknownName, match="Unknown game"):
        new_drill("pick-3-poker", "x")
    with pytest.raises(BadBet, match="1 to 5 seats"):
        new_drill("two-hand-holdem", "x", n_seats=6)
    assert issubclass(BadBet, HousewayError)


def test_the_levels_of_a_drill_are_a_few_questions_all_of_them_and_rounds_with_pushes_or_odds() -> None:
    few = new_drill("pick-2-poker", "levels", level=1)
    whole = new_drill("pick-2-poker", "levels", level=2)
    assert len(few.order) == 4
    assert ORDER not in {few.questions[number - 1].kind for number in few.order}
    assert sorted(whole.order) == list(range(1, len(whole.questions) + 1))
    for seed in range(5):
        rare = new_drill("pick-2-poker", f"rare {seed}", level=3)
        paid = [entry for payment in rare.played.payments for entry in payment.settlements if entry.staked]
        assert any(entry.returned == entry.staked or entry.returned > 2 * entry.staked for entry in paid)
    with pytest.raises(HousewayError, match="A drill has levels"):
        new_drill("pick-2-poker", "levels", level=4)


def test_what_is_due_is_looked_for_and_asked_first() -> None:
    topic = "read a hand: pair"
    for seed in range(4):
        drill = new_drill("pick-2-poker", f"due {seed}", level=1, topics=[topic])
        assert drill.questions[drill.order[0] - 1].topic == topic


def test_questions_are_not_asked_in_the_order_of_the_table() -> None:
    orders = [new_drill("pick-2-poker", f"order {seed}").order for seed in range(5)]
    assert any(order != tuple(sorted(order)) for order in orders)
    assert orders == [new_drill("pick-2-poker", f"order {seed}").order for seed in range(5)]
