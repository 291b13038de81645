"""Equity for Five Card HoldOut: the letter's example, readable brute force, the engine's pots, wrong cards."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest
from support.quick import in_proof

from houseway.analysis.between_players import best_hold, equity
from houseway.analysis.counting.card_sets import all_sets, set_numbers
from houseway.analysis.titles.five_card_holdout.held import kept_cards
from houseway.cards import Card, Deck, parse_cards
from houseway.errors import BadCards, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.titles.five_card_holdout.hold_rules import HOLD_RULES
from houseway.ranking.composition import ALL_HELD, best_hand
from houseway.ranking.natural import Strength
from houseway.ranking.system import ranking_system

strength = ranking_system("standard").strength
PLAYERS = ("Ts Jd", "Tc Jh Qd", "Td Jc 2h")


def best(held: Sequence[int], board: Sequence[int]) -> Strength:
    """The readable way: every hand that FCH-3d and FCH-3e allow, judged one by one."""
    return strength(best_hand(ALL_HELD, held, board, strength))


def all_but(unseen: str, *seen: str) -> tuple[Card, ...]:
    """The dead cards that leave only these to come."""
    return Deck.standard().without([card for cards in (unseen, *seen) for card in parse_cards(cards)]).cards


def test_FCH_5c_players_one_and_two_split_the_letters_pot() -> None:
    result = equity(PLAYERS, board="2c Qh Ks Ad")
    assert result.boards == 1
    assert [player.equity for player in result.players] == [Fraction(1, 2), Fraction(1, 2), 0]
    assert [player.tie for player in result.players] == [1, 1, 0]
    assert [player.win for player in result.players] == [0, 0, 0]


def test_equity_with_two_known_cards_equals_readable_brute_force() -> None:
    held, board = [parse_cards(cards) for cards in PLAYERS], parse_cards("2c Qh")
    left = Deck.standard().without([*board, *(card for hand in held for card in hand)]).cards
    shares = [Fraction(0)] * len(held)
    wins = [0] * len(held)
    for more in combinations(left, 2):
        values = [best(hand, (*board, *more)) for hand in held]
        winners = [seat for seat, value in enumerate(values) if value == max(values)]
        for seat in winners:
            shares[seat] += Fraction(1, len(winners))
            wins[seat] += len(winners) == 1
    boards = comb(len(left), 2)
    result = equity(PLAYERS, board="2c Qh")
    assert result.boards == boards
    assert [player.equity for player in result.players] == [share / boards for share in shares]
    assert [player.win for player in result.players] == [Fraction(count, boards) for count in wins]


def test_all_numbers_of_held_cards_meet_on_every_board_of_a_few_cards() -> None:
    hands, unseen = ("As", "Ks Kd", "9c 8c 7c", "4h 4d 4s 2h", "Qs Qd 3c 3d 5h"), "Ah Kc 6c Tc 4c 2c Jc"
    result = equity(hands, dead=all_but(unseen, *hands))
    held = [parse_cards(cards) for cards in hands]
    values = [[best(hand, board) for hand in held] for board in combinations(parse_cards(unseen), 4)]
    assert result.boards == len(values) == 35
    for seat, player in enumerate(result.players):
        alone = sum(each[seat] == max(each) and each.count(max(each)) == 1 for each in values)
        assert player.win == Fraction(alone, 35)
    assert sum(player.equity for player in result.players) == 1


def test_whole_space_of_boards_is_counted_and_shared_out() -> None:
    result = equity(["As", "Ac"])
    assert result.boards == comb(50, 4)
    assert [player.equity for player in result.players] == [Fraction(1, 2), Fraction(1, 2)]
    assert sum(player.win for player in result.players) + result.players[0].tie == 1


def test_FCH_3d_a_pat_hand_does_not_use_the_board() -> None:
    result = equity(["As Ks Qs Js Ts", "2c"], board="2d 2h 2s 3c")
    assert result.players[0].win == 1


def test_equities_are_what_the_engine_pays_on_a_finished_board() -> None:
    """Three seats put the same in and check to the end; the pot is shared as the equity says."""
    table = game("five-card-holdout")
    hands = ("Ts Jd 3c 4c 5d", "Tc Jh Qd 3h 4h", "Td Jc 2h 6s 7s")
    deal = [parse_cards(cards) for cards in hands]
    in_rotation = [hand[place] for place in range(5) for hand in (deal[1], deal[2], deal[0])]
    shoe = (*in_rotation, *parse_cards("8c 2c Qh 8d Ks Ad"))
    state = table.start([Bet(stack=100_000)] * 3, shoe=shoe, button=0).advance()
    held = [parse_cards(cards) for cards in PLAYERS]
    while not state.is_over:
        legal = {action.kind: action for action in state.legal_actions()}
        seat = state.actor
        assert isinstance(seat, int)
        if "check" in legal or "call" in legal:
            state = state.apply(legal.get("check") or legal["call"]).advance()
        else:
            thrown = [card for card in deal[seat] if card not in held[seat]]
            state = state.apply(Action.of("discard", thrown)).advance()
    won = [sum(each.returned for each in state.settlements if each.seat == seat) for seat in range(3)]
    staked = [sum(each.staked for each in state.settlements if each.seat == seat) for seat in range(3)]
    shares = [player.equity for player in equity(PLAYERS, board="2c Qh Ks Ad").players]
    pot = sum(staked)
    assert [Fraction(amount, pot) for amount in won] == shares


def test_plain_form_is_the_contract() -> None:
    plain: dict[str, Any] = equity(PLAYERS, board="2c Qh Ks Ad").to_dict()
    assert plain["boards"] == 1
    assert plain["players"][0] == {
        "held": ["Ts", "Jd"],
        "win": {"exact": "0/1", "value": 0.0},
        "tie": {"exact": "1/1", "value": 1.0},
        "equity": {"exact": "1/2", "value": 0.5},
    }


@pytest.mark.parametrize(
    ("held", "board", "dead", "message"),
    [
        (["As"], "", "", "2 to 9 players; got 1"),
        (["As", ""], "", "", "0"),
        (["As", "2c 3c 4c 5c 6c 7c"], "", "", "6"),
        (["As", "As"], "", "", "As"),
        (["As", "Ks"], "2c 3c 4c 5c 6c", "", "5"),
        (["As", "Ks"], "2c 3c 4c", "", "expected 0 or 2 or 4 cards; got 3"),
        (["As", "Ks"], "As 2c", "", "repeated card As"),
        (["As", "Ks"], "", "Ks", "Ks"),
        (["As", "Jk"], "", "", "Jk"),
        (["As", "Xx"], "", "", "Unknown card 'Xx'"),
    ],
)
def test_wrong_hands_boards_and_dead_cards_are_refused(held: list[str], board: str, dead: str, message: str) -> None:
    with pytest.raises(BadCards, match=message):
        equity(held, board, dead)


def test_too_many_dead_cards_leave_no_board() -> None:
    with pytest.raises(BadCards, match="needs 4 more cards; the deck has 3 left"):
        equity(["As", "Ks"], dead=all_but("2c 3c 4c", "As", "Ks"))


def holds_of(hand: Sequence[Card]) -> list[tuple[Card, ...]]:
    return [held for size in range(1, 6) for held in combinations(hand, size)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "unseen", ["Ah Ks 9d 8c 7c 6c 5d 5h 2c Tc", in_proof("Ah Ks 9d 8c 7c 6c 5d 5h 2c Tc Jd")], ids=["ten", "eleven"]
)
@pytest.mark.parametrize("rule", HOLD_RULES)
def test_best_hold_against_any_opponent_equals_readable_brute_force(rule: str, unseen: str) -> None:
    hand = "Ac Kd 9c 9h 4c"
    own, cards = parse_cards(hand), parse_cards(unseen)
    won, tied = dict.fromkeys(holds_of(own), 0), dict.fromkeys(holds_of(own), 0)
    for board in combinations(cards, 4):
        ours = {held: best(held, board) for held in won}
        for other in combinations([card for card in cards if card not in board], 5):
            theirs = best(HOLD_RULES[rule](other), board)
            for held, value in ours.items():
                won[held] += value > theirs
                tied[held] += value == theirs
    result = best_hold(hand, opponent_rule=rule, dead=all_but(unseen, hand))
    situations = comb(len(cards), 4) * comb(len(cards) - 4, 5)
    assert result.situations == situations
    assert len(result.holds) == 31
    for hold in result.holds:
        held = next(each for each in won if set(each) == set(hold.held))
        assert (hold.win, hold.tie) == (Fraction(won[held], situations), Fraction(tied[held], situations))
        assert hold.equity == hold.win + hold.tie / 2
    assert result.best.equity == max(hold.equity for hold in result.holds)


def test_best_hold_against_a_given_hand_equals_the_equity_of_each_hold() -> None:
    hand, other = "As Ks Qd 7h 7c", "Ah Ad 3c 4c 9d"
    unseen = "2c 2d 6h 8h Tc Jd Js Kc"
    dead = all_but(unseen, hand, other)
    result = best_hold(hand, opponent=other, opponent_rule="hold-pairs", dead=dead)
    for hold in result.holds:
        discards = [card for card in parse_cards(hand) if card not in hold.held]
        known = (*dead, *discards, *parse_cards("3c 4c 9d"))
        ours = equity([hold.held, "Ah Ad"], dead=known).players[0]
        assert (hold.win, hold.tie, hold.equity) == (ours.win, ours.tie, ours.equity)
    assert result.situations == comb(8, 4)
    held_as_given = best_hold(hand, opponent="Ah Ad", dead=(*dead, *parse_cards("3c 4c 9d")))
    assert held_as_given.holds == result.holds


def test_a_rule_is_spread_over_suits_as_it_holds() -> None:
    hands = all_sets(52, 5)[:: 2_598_960 // 500]
    kept = kept_cards("hold-best")[set_numbers(hands)]
    for cards, bits in zip(hands.tolist(), kept.tolist(), strict=True):
        held = {card for place, card in enumerate(cards) if bits >> place & 1}
        assert held == set(HOLD_RULES["hold-best"]([Card(card) for card in cards]))


def test_wrong_holds_are_refused() -> None:
    with pytest.raises(BadCards, match="4"):
        best_hold("As Ks Qs Js")
    with pytest.raises(UnknownName, match="hold-best"):
        best_hold("As Ks Qs Js Ts", opponent_rule="bluff")
    with pytest.raises(BadCards, match="expected 5 cards to hold from by hold-best; got 2"):
        best_hold("As Ks Qs Js Ts", opponent="2c 2d", opponent_rule="hold-best")
    with pytest.raises(BadCards, match="1 to 5 held cards; got 0"):
        best_hold("As Ks Qs Js Ts", opponent="")
    with pytest.raises(BadCards, match="repeated card As"):
        best_hold("As Ks Qs Js Ts", opponent="As 2d")
    with pytest.raises(BadCards, match="need 9 cards; the deck has 8 left"):
        best_hold("As Ks Qs Js Ts", dead=all_but("2c 3c 4c 5c 6c 7c 8c 9c", "As Ks Qs Js Ts"))
