"""Fast Action Hold'em up to the players' hands, its readings, views and automatic players, by the rule sheet."""

import random
from collections import Counter
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from support.fast_action_table import (
    BOARD,
    MULTI,
    SINGLE,
    clauses,
    keeps,
    returned,
    shoe_of,
    splits,
    started,
    texts,
)

from houseway.cards import Deck, format_cards, parse_cards
from houseway.errors import BadBet, BadCards, IllegalAction, LimitExceeded, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.action import PROCEED, Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.money import Cents
from houseway.games.engine.state import CHANCE, State
from houseway.games.house_way import house_way, keep
from houseway.games.strategies import play_out, strategy, strategy_names

# Facts of the sheets.


@pytest.mark.parametrize("slug", [SINGLE, MULTI])
def test_every_clause_and_reading_of_the_rule_sheet_is_there(slug: str) -> None:
    facts = game(slug).sheet
    one_deck = ["FA-0a", "FA-0b", "FA-0c", "FA-0d", *(f"FA-{number}" for number in range(1, 17)), "FA-7a", "FA-15i"]
    several = ["FAM-0a", "FAM-0b", "FAM-0c", *(f"FAM-{number}" for number in range(1, 14)), "FAM-4a", "FAM-P3"]
    assert set(facts.clauses) == set(one_deck if slug == SINGLE else [*several, "FAM-12a", "FAM-12i", "FAM-12b"])
    single = {
        "FA-R2": ("all", {"all", "no-bonus-only"}),
        "FA-R3": ("player-chooses", {"player-chooses", "first-hand"}),
        "FA-R4": ("high-first", {"high-first", "low-first"}),
        "FA-R5": ("any", {"any", "unsuited"}),
        "FA-R6": ("of-kind", {"of-kind", "literal"}),
        "FA-R9": ("each", {"each", "better"}),
        "FA-R10": ("6", {"6", "7", "8", "9"}),
    }
    multi = {
        "FA-R1": ("inferred", {"inferred", "user-file"}),
        "FA-R7": ("as-paid", {"as-paid", "fives-on-top"}),
        "FA-R8": ("6", {"6", "7", "8"}),
        "FA-R11": ("suited-first", {"suited-first", "any"}),
    }
    expected = single if slug == SINGLE else single | multi
    assert {name: (reading.default, set(reading.choices)) for name, reading in facts.readings.items()} == expected
    assert str(facts.letter) == "approval letter of June 14, 2023, submission 3119, to Light & Wonder"


def test_published_edges_are_those_of_the_letter() -> None:
    figures = {
        (slug, figure.paytable): figure.value for slug in (SINGLE, MULTI) for figure in game(slug).sheet.published
    }
    assert figures == {
        (SINGLE, "4"): "6.88%",
        (SINGLE, "5"): "11.47%",
        (SINGLE, "6"): "11.28%",
        (MULTI, "1"): "17.80%",
        (MULTI, "2"): "7.78%",
        (MULTI, "3"): "4.63%",
    }


# FA-0 to FA-3: equipment and bets.


@pytest.mark.parametrize("slug", [SINGLE, MULTI])
def test_FA_0a_FAM_0a_wagers_stay_within_the_limits(slug: str) -> None:
    table = game(slug, on=date(2020, 1, 1))
    table.start([Bet(ante=30000, bonus=30000)])
    for bet in (Bet(ante=30001), Bet(ante=500, bonus=30001)):
        with pytest.raises(LimitExceeded, match=r"over the limit of \$300 .* \(WAC 230-15-140"):
            table.start([bet])


def test_FA_0b_FA_0c_FAM_0b_a_shuffler_deals_in_a_mode_that_is_known() -> None:
    with pytest.raises(UnknownName, match=r"shuffler mode \(FA-1\) 'six'. Expected one of: custom, standard"):
        game(SINGLE, shuffler="six")
    with pytest.raises(
        UnknownName, match=r"table setting 'shuffler' of fast-action-holdem-multi. Expected one of: aggregate"
    ):
        game(MULTI, shuffler="custom")


def test_FA_1_the_standard_mode_deals_the_community_first_and_a_custom_one_last() -> None:
    shoe = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d"
    state = game(SINGLE).start([Bet(ante=500)], shoe=shoe)
    assert state.legal_actions() == (Action.of("deal", "2c 3c 4c 5c 6c"),)
    custom = game(SINGLE, shuffler="custom").start([Bet(ante=500)], shoe=shoe)
    dealt = []
    while custom.actor == CHANCE:
        dealt += [format_cards(custom.legal_actions()[0].cards)]
        custom = custom.apply(custom.legal_actions()[0])
    assert dealt == ["2c 3c 4c 5c", "6c 7c 8c 9c", "Tc Jc Qc Kc Ac"]
    assert clauses(custom)[-1] == "FA-1"
    assert custom.view(0).cards("community") == (HIDDEN,) * 5
    over = custom.advance().apply(keeps("5c 4c")).advance()
    assert returned(over) == {"ante": 0}
    assert over.view(None).cards("community") == parse_cards("Tc Jc Qc Kc Ac")


def test_FA_2_the_ante_is_required_and_the_bonus_is_not() -> None:
    with pytest.raises(BadBet, match="the Ante is required \\(FA-2\\)"):
        game(SINGLE).start([Bet(bonus=500)])
    state = game(SINGLE).start([Bet(ante=1000), Bet(ante=700, bonus=200)])
    assert state.wagers() == ((("ante", 1000),), (("ante", 700), ("bonus", 200)))
    assert clauses(state) == ["FA-2", "FA-2", "FA-3"]
    with pytest.raises(BadBet, match=r"unknown wager 'envy'. Expected one of: ante, bonus"):
        game(SINGLE).start([Bet(ante=1000, envy=100)])


def test_FA_3_a_bonus_of_five_dollars_earns_a_lammer_and_a_smaller_one_does_not() -> None:
    state = game(SINGLE).start([Bet(ante=100, bonus=499), Bet(ante=100, bonus=500)])
    assert texts(state, "FA-3") == ["seat 0 bets the Bonus", "seat 1 bets the Bonus and gets an Envy lammer"]


def test_FAM_1_FAM_2_the_bets_of_several_decks_cite_their_own_clauses() -> None:
    with pytest.raises(BadBet, match="the Ante is required \\(FAM-1\\)"):
        game(MULTI).start([Bet(bonus=500)])
    state = game(MULTI).start([Bet(ante=100, bonus=500)])
    assert [(event.clause, event.text) for event in state.events] == [
        ("FAM-1", "seat 0 bets the Ante"),
        ("FAM-2", "seat 0 bets the Bonus and gets an Envy lammer"),
    ]


def test_FA_0d_FAM_0c_one_deck_or_six_to_eight() -> None:
    assert game(SINGLE).deck == Deck.standard()
    assert [game(MULTI, readings={"FA-R8": decks}).deck for decks in "678"] == [Deck.standard(n) for n in (6, 7, 8)]
    assert (game(SINGLE).sheet.deck_clauses, game(MULTI).sheet.deck_clauses) == (("FA-0d",), ("FAM-0c",))


# FA-4 to FA-6: the deal.


def test_FA_4_FA_5_one_deck_is_dealt_in_packets_clockwise_with_the_dealer_last() -> None:
    hands, dealer = ["As Ah 3c 3d", "Qs Qh 5c 5d"], "Ts Th 6c 6d"
    state = game(SINGLE).start([Bet(ante=500)] * 2, shoe=shoe_of(SINGLE, hands, dealer, BOARD)).advance()
    assert clauses(state)[2:] == ["FA-4", "FA-5", "FA-5", "FA-5", "FA-6"]
    assert [format_cards(event.cards) for event in state.events[2:6]] == [BOARD, *hands, dealer]
    assert state.view(0).cards("hole", 0) == parse_cards(hands[0])
    assert state.view(1).cards("hole", 1) == parse_cards(hands[1])


@pytest.mark.slow
def test_FAM_3_to_FAM_8_several_decks_are_dealt_one_card_at_a_time_and_the_community_last() -> None:
    shoe = "2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s Ac Kc Qc Jc Tc"
    state = game(MULTI).start([Bet(ante=500)] * 2, shoe=shoe).advance()
    assert state.view(0).cards("hole", 0) == parse_cards("2c 2d 2h 2s")
    assert state.view(1).cards("hole", 1) == parse_cards("3c 3d 3h 3s")
    assert state.view(None).cards("community") == ()
    state = state.apply(keeps("2s 2h")).advance()
    assert state.view(None).cards("community") == ()
    state = state.apply(keeps("3s 3h")).advance()
    assert state.view(None).cards("community") == parse_cards("Ac Kc Qc Jc Tc")
    discards, dealers, settled = ["FAM-5", "FAM-5"], ["FAM-6", "FAM-6", "FAM-7", "FAM-9"], ["FAM-8", "FAM-9", "FAM-10"]
    bets_and_deal = ["FAM-1", "FAM-1", "FAM-3", "FAM-3", "FAM-3"]
    assert clauses(state) == [*bets_and_deal, "FAM-4", "FAM-4", *discards, *dealers, *settled, *settled]
    with pytest.raises(BadCards, match="2 seats and the dealer take 12 cards in rotation; the shoe has 4"):
        game(MULTI).start([Bet(ante=500)] * 2, shoe="2c 3c 4c 2d")


def test_FA_5_four_cards_each_from_a_shuffled_deck() -> None:
    state = started(SINGLE, [Bet(ante=500)] * 6)
    assert [len(state.view(seat).cards("hole", seat)) for seat in range(6)] == [4] * 6
    assert len(state.view(0).cards("dealer")) == 4


@pytest.mark.parametrize(
    ("seats", "text"), [(6, "full table: the shuffler dispenses"), (5, "presses the green button")]
)
def test_FA_6_the_rest_of_the_cards(seats: int, text: str) -> None:
    (event_text,) = texts(started(SINGLE, [Bet(ante=500)] * seats), "FA-6")
    assert text in event_text


def test_FA_6_a_full_table_of_seven_has_seven_seats() -> None:
    (event_text,) = texts(started(SINGLE, [Bet(ante=500)] * 6, readings={"FA-R10": "7"}), "FA-6")
    assert "green button" in event_text


def test_the_multi_deck_version_cites_no_clause_of_the_single_deck_one() -> None:
    bets = [Bet(ante=500, bonus=500)] * 6
    for seed in range(20):
        state = play_out(game(MULTI).start(bets, seed=seed), strategy(MULTI, "random", seed=seed))
        cited = {*clauses(state), *(entry.clause for entry in state.settlements)}
        assert cited <= set(game(MULTI).sheet.clauses), cited
    readings = game(MULTI).sheet.readings.values()
    assert {clause for reading in readings for clause in reading.clauses} <= set(game(MULTI).sheet.clauses)


# FA-7, FA-8: keep or split.

HOLE = "As Kd 9c 2h"


def options(slug: str, bet: Bet, hole: str, **readings: str) -> list[str]:
    names = {key.replace("_", "-"): choice for key, choice in readings.items()}
    shoe = shoe_of(slug, [hole], "Ts Th 6c 6d", BOARD)
    return [str(action) for action in game(slug, readings=names).start([bet], shoe=shoe).advance().legal_actions()]


PAIRS = ["As Kd", "As 9c", "As 2h", "Kd 9c", "Kd 2h", "9c 2h"]


def test_FA_7_any_two_of_the_four_may_be_kept() -> None:
    assert options(SINGLE, Bet(ante=500), HOLE)[:6] == [f"keep {pair}" for pair in PAIRS]


def test_FA_7a_without_a_bonus_only_the_ante_is_split_and_each_division_is_listed_once() -> None:
    assert options(SINGLE, Bet(ante=500), HOLE)[6:] == [f"split ante {pair}" for pair in PAIRS[:3]]


def test_FA_7a_FA_R2_all_splits_of_ante_bonus_and_both() -> None:
    expected = [f"split {option} {pair}" for option in ("ante", "bonus") for pair in PAIRS]
    expected += [f"split both {pair}" for pair in PAIRS[:3]]
    assert options(SINGLE, Bet(ante=500, bonus=100), HOLE)[6:] == expected


def test_FA_R2_no_bonus_only() -> None:
    expected = [f"split ante {pair}" for pair in PAIRS] + [f"split both {pair}" for pair in PAIRS[:3]]
    assert options(SINGLE, Bet(ante=500, bonus=100), HOLE, FA_R2="no-bonus-only")[6:] == expected


def test_FA_R3_first_hand_is_the_one_with_the_highest_card() -> None:
    expected = [f"split {option} {pair}" for option in ("ante", "bonus", "both") for pair in PAIRS[:3]]
    assert options(SINGLE, Bet(ante=500, bonus=100), HOLE, FA_R3="first-hand")[6:] == expected


def test_FA_R3_first_hand_leaves_the_choice_between_hands_of_equal_ranks() -> None:
    listed = options(SINGLE, Bet(ante=500, bonus=100), "As Ah 8h 8d", FA_R3="first-hand")
    assert [text for text in listed if text.startswith("split ante")] == [
        f"split ante {pair}" for pair in ("As Ah", "As 8h", "As 8d", "Ah 8h", "Ah 8d")
    ]


def test_FAM_4a_copies_of_a_card_make_no_option_twice() -> None:
    listed = options(MULTI, Bet(ante=500, bonus=100), "As As As Kd")
    assert listed == [
        "keep As As",
        "keep As Kd",
        "split ante As As",
        "split ante As Kd",
        "split bonus As As",
        "split bonus As Kd",
        "split both As As",
    ]


def test_FA_7a_a_split_bet_equals_its_bet() -> None:
    state = started(SINGLE, [Bet(ante=700, bonus=300)])
    hole = format_cards(state.view(0).cards("hole", 0)[:2])
    assert dict(state.apply(splits("ante", hole)).wagers()[0]) == {"ante": 700, "bonus": 300, "split_ante": 700}
    assert dict(state.apply(splits("bonus", hole)).wagers()[0]) == {"ante": 700, "bonus": 300, "split_bonus": 300}
    both = next(action for action in state.legal_actions() if action.option == "both")
    after = state.apply(both)
    assert dict(after.wagers()[0]) == {"ante": 700, "bonus": 300, "split_ante": 700, "split_bonus": 300}
    assert [event.amount for event in after.events if "makes the Split" in event.text] == [700, 300]


@pytest.mark.parametrize(("slug", "clause"), [(SINGLE, "FA-7a"), (MULTI, "FAM-4a")])
@pytest.mark.parametrize(("option", "due"), [("ante", 700), ("bonus", 300), ("both", 1000)])
def test_FA_7a_FAM_4a_a_split_bet_that_is_not_equal_is_refused_with_its_clause(
    slug: str, clause: str, option: str, due: int
) -> None:
    state = started(slug, [Bet(ante=700, bonus=300)])
    split = next(action for action in state.legal_actions() if action.option == option)
    assert state.apply(replace(split, amount=Cents(due))) == state.apply(split)
    for wrong in (due - 100, due + 1):
        with pytest.raises(IllegalAction, match=rf"its bet is exactly \${due // 100} \({clause}\); legal: keep"):
            state.apply(replace(split, amount=Cents(wrong)))


def test_FA_7_no_bet_goes_with_keeping_two_cards() -> None:
    state = started(SINGLE, [Bet(ante=700)])
    with pytest.raises(IllegalAction, match=r"no bet goes with it; legal: keep"):
        state.apply(replace(state.legal_actions()[0], amount=Cents(700)))


def test_FA_7_illegal_moves_are_refused_with_the_legal_ones_and_change_nothing() -> None:
    state = started(SINGLE, [Bet(ante=500)])
    before = (state.events, state.wagers(), state.view(0))
    hole = state.view(0).cards("hole", 0)
    foreign = next(card for card in Deck.standard().cards if card not in hole)
    for action in (
        Action("keep", hole[:1]),
        Action("keep", hole[:3]),
        Action("keep", (hole[0], foreign)),
        Action("split", hole[:2], option="bonus"),
        Action("split", hole[:2], option="both"),
        Action("split", hole[:2]),
        Action("fold"),
        PROCEED,
    ):
        with pytest.raises(IllegalAction, match=r"legal: keep .*, split ante "):
            state.apply(action)
    assert (state.events, state.wagers(), state.view(0)) == before


def test_FA_8_the_dealer_takes_the_discards_of_those_who_did_not_split() -> None:
    hands = ["As Ah 3c 3d", "Qs Qh 5c 5d", "8s 8h 6h 6s"]
    state = game(SINGLE).start([Bet(ante=500)] * 3, shoe=shoe_of(SINGLE, hands, "Ts Th Kc Kd", BOARD)).advance()
    state = state.apply(keeps("As Ah")).apply(splits("ante", "Qs Qh")).apply(keeps("8s 6h"))
    state = state.apply(PROCEED)
    assert texts(state, "FA-8") == [f"the dealer takes the two discards of seat {seat}" for seat in (0, 2)]
    assert state.view(2).cards("discards", 2) == parse_cards("8h 6s")
    assert state.view(2).cards("discards", 0) == state.view(None).cards("discards", 0) == (HIDDEN, HIDDEN)
    everyone_split = (
        game(SINGLE).start([Bet(ante=500)], shoe=shoe_of(SINGLE, hands[:1], "Ts Th Kc Kd", BOARD)).advance()
    )
    assert "FA-8" not in clauses(everyone_split.apply(splits("ante", "As Ah")).advance())


# Readings of the table.


@pytest.mark.parametrize(("choice", "cards"), [("6", 312), ("7", 364), ("8", 416)])
def test_FA_R8_number_of_decks(choice: str, cards: int) -> None:
    assert game(MULTI, readings={"FA-R8": choice}).deck.size == cards


@pytest.mark.parametrize("slug", [SINGLE, MULTI])
def test_FA_R10_seats(slug: str) -> None:
    for seats in ("6", "7", "8", "9"):
        table = game(slug, readings={"FA-R10": seats})
        table.start([Bet(ante=500)] * int(seats), seed=1)
        with pytest.raises(BadBet, match=f"takes 1 to {seats} seats; got {int(seats) + 1}"):
            table.start([Bet(ante=500)] * (int(seats) + 1))


def test_FA_R10_no_more_seats_than_the_cards_suffice_for() -> None:
    twenty = game(SINGLE, deck=Deck.stripped(ranks="TJQKA"))
    with pytest.raises(BadBet, match="takes 1 to 2 seats; got 3"):
        twenty.start([Bet(ante=500)] * 3)
    with pytest.raises(BadCards, match="needs a deck of at least 13 cards; got 12"):
        game(SINGLE, deck=Deck.stripped(ranks="QKA"))


# Views, replays, chance.


def visible(state: State, seat: int | None) -> set[int]:
    view = state.view(seat)
    cards = [card for pile in view.piles for card in pile.cards]
    cards += [card for event in view.events for card in event.cards]
    cards += [card for event in view.events if event.action for card in event.action.cards]
    cards += [card for action in view.legal_actions for card in action.cards]
    return {card for card in cards if card != HIDDEN}


def test_views_show_a_player_nothing_but_the_own_cards_before_the_dealer_shows() -> None:
    hands, dealer = ["As Ah 3c 3d", "Qs Qh 5c 5d"], "Ts Th 6c 6d"
    bets = [Bet(ante=500, bonus=500)] * 2
    state = game(SINGLE).start(bets, shoe=shoe_of(SINGLE, hands, dealer, BOARD)).advance()
    for move in (keeps("As 3c"), splits("ante", "Qs 5c")):
        assert [visible(state, seat) for seat in (0, 1)] == [set(parse_cards(hand)) for hand in hands]
        assert visible(state, None) == set()
        state = state.apply(move)
    assert visible(state, None) == set()
    state = state.apply(PROCEED).apply(PROCEED)
    assert visible(state, None) == set(parse_cards(dealer))
    state = state.apply(PROCEED).apply(PROCEED)
    assert visible(state, None) == set(parse_cards(f"{dealer} {BOARD} {hands[1]}"))
    state = state.advance()
    assert visible(state, None) == set(parse_cards(f"{dealer} {BOARD} {hands[1]} As 3c"))
    assert visible(state, 1) == visible(state, None)
    assert visible(state, 0) == visible(state, None) | set(parse_cards("Ah 3d"))


@pytest.mark.parametrize(("slug", "settings"), [(SINGLE, {}), (SINGLE, {"shuffler": "custom"}), (MULTI, {})])
def test_a_round_replayed_from_its_events_in_plain_form_is_the_same(slug: str, settings: dict[str, Any]) -> None:
    generator = random.Random(3)
    table = game(slug, **settings)
    bets = [Bet(ante=500, bonus=500), Bet(ante=1000), Bet(ante=700, bonus=100)]
    for seed in range(150):
        state = table.start(bets, seed=seed)
        while not state.is_over:
            state = state.apply(generator.choice(state.legal_actions()))
        again = table.start(bets, open_shoe=True)
        for event in state.events:
            if event.action is not None:
                again = again.apply(Action.from_dict(event.action.to_dict()))
        assert (again.events, again.settlements) == (state.events, state.settlements)
        assert sum(state.result(seat) for seat in range(3)) + state.house_result == 0


def test_FA_R4_chance_gives_the_dealers_equally_good_cards_as_a_shuffled_deck_does() -> None:
    deck = Deck.of(parse_cards("7c 7d 7h As 2c 3d 4h 5s 9c Td Jh Qs Kc"))
    table = game(SINGLE, deck=deck)
    state = table.start([Bet(ante=500)], open_shoe=True)
    state = state.apply(Action.of("deal", "Kc Qs Jh Td 9c")).apply(Action.of("deal", "5s 4h 3d 2c"))
    outcomes = list(state.chance_outcomes())
    assert sum(probability for _, probability in outcomes) == 1
    kept = {keep(action.cards, house_way(SINGLE))[1]: probability for action, probability in outcomes}
    shuffled = Counter(keep(order, house_way(SINGLE))[1] for order in permutations(parse_cards("7c 7d 7h As")))
    assert Counter(frozenset(pair) for pair in kept) == Counter({frozenset(pair) for pair in shuffled})
    assert set(kept.values()) == {Fraction(1, 3)}
    for action, _ in outcomes:
        after = state.apply(action)
        assert after.apply(PROCEED).apply(keeps("5s 4h")).advance().view(None).cards("dealer") == action.cards[:2]


# Automatic players.


@pytest.mark.parametrize("slug", [SINGLE, MULTI])
@pytest.mark.parametrize("name", strategy_names(SINGLE))
def test_every_automatic_player_finishes_rounds_of_both_versions(slug: str, name: str) -> None:
    player = strategy(slug, name)
    assert player.name == name
    for seed in range(20):
        state = play_out(game(slug).start([Bet(ante=500, bonus=500), Bet(ante=500)], seed=seed), player)
        assert {entry.seat for entry in state.settlements} == {0, 1}


@pytest.mark.parametrize(
    ("name", "bet", "hole", "move"),
    [
        ("house-way", Bet(ante=500, bonus=500), "9d 8d Tc 2h", keeps("9d 8d")),
        ("keep-highest", Bet(ante=500, bonus=500), "9d 8d Tc 2h", keeps("Tc 9d")),
        ("split-strong", Bet(ante=500, bonus=500), "9d 8d Tc 2h", keeps("9d 8d")),
        ("split-strong", Bet(ante=500, bonus=500), "Ah Kd Ac Ks", splits("both", "Ac Ah")),
        ("split-strong", Bet(ante=500), "Ah Kh 8c 8s", splits("ante", "Ah Kh")),
    ],
)
def test_automatic_players_choose_as_they_say(name: str, bet: Bet, hole: str, move: Action) -> None:
    state = game(SINGLE).start([bet], shoe=shoe_of(SINGLE, [hole], "Ts Th 6c 6d", BOARD)).advance()
    assert strategy(SINGLE, name).choose(state.view(0)) == move
