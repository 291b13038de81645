"""Locks of some hands, of later rounds and of one board; ranges by words."""

import numpy as np
import pytest

from houseway.analysis.between_players import equity
from houseway.analysis.solve.locks import lock_as_typed, read_lock
from houseway.analysis.solve.range_text import typed_range
from houseway.analysis.solve.ranges import Range
from houseway.analysis.solve.subgame import Subgame
from houseway.analysis.titles.five_card_holdout.blueprint import Blueprint, Spot
from houseway.analysis.titles.five_card_holdout.named_hands import named_hands
from houseway.analysis.titles.five_card_holdout.subgames import subgame
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadSetting, HousewayError
from houseway.games.titles.five_card_holdout.hold_rules import hold_best
from houseway.ranking import rank

DECK = Deck.standard()
BOARD = parse_cards("2c Qh Ks Ad", deck=DECK)


def typed(text: str, size: int = 2, seen: tuple[int, ...] = BOARD) -> Range:
    return typed_range(text, DECK, size, seen, named_hands)


def spot(first: str, second: str) -> Subgame:
    return subgame("2c Qh Ks Ad", (2, 2), 8, (typed(first), typed(second)))


def test_a_lock_of_some_hands_leaves_the_others_free() -> None:
    """Three aces against threes that must call and fours that may fold: half of the time two are won besides."""
    game = spot("As Ah", "3s 3h, 4s 4h")
    lock_as_typed(game, "bet [3s 3h]: call 1", BOARD, named_hands)
    found = game.solve(target=0.01)
    assert found.value == pytest.approx(5, abs=0.05)
    decision = game.last.lines.index("bet")
    often = game.play(1)[game.last.cells_of(decision)]
    threes, fours = (game.ranges[1].texts.index(hand) for hand in ("3h 3s", "4h 4s"))
    assert often[:, threes].tolist() == [0, 1, 0]
    assert often[0, fours] > 0.9


def test_a_best_response_keeps_to_the_lock_of_a_hand() -> None:
    """Three aces that must fold to every bet lose half of the pot to a bet, though they would win."""
    game = spot("As Ah", "3s 3h")
    for lock in ("start [AA]: check 1", "check bet [AA]: fold 1", "check [33]: bet 1"):
        lock_as_typed(game, lock, BOARD, named_hands)
    game.step()
    assert game.best_response(0).tolist() == [-4.0]
    assert game.measure().exploitability == pytest.approx(0)


@pytest.mark.proof
def test_without_any_bet_a_flop_is_worth_the_share_of_the_boards_that_are_won() -> None:
    """An ace against a trey on a flop: both rounds locked to checks, the value is that of all boards to come."""
    known = [Range(np.array([[card]], np.uint8), np.ones(1)) for card in parse_cards("As 3h", deck=DECK)]
    game = subgame("Qh Ks", (1, 1), 4, known)
    free = game.measure().value
    for lock in (
        "start: check 1", "check [3]: check 1", "check check / * / start: check 1", "check check / * / check: check 1",
    ):  # fmt: skip
        lock_as_typed(game, lock, parse_cards("Qh Ks", deck=DECK), named_hands)
    game.step()
    share = equity(["As", "3h"], board="Qh Ks").players[0].equity
    assert game.measure().value == pytest.approx(float(4 * share - 2), abs=1e-6)
    assert game.measure().value != pytest.approx(free, abs=1e-3)


@pytest.mark.proof
def test_a_lock_of_one_board_is_of_no_other() -> None:
    known = [Range(np.array([[card]], np.uint8), np.ones(1)) for card in parse_cards("As 3h", deck=DECK)]
    game = subgame("Qh Ks", (1, 1), 4, known, same_suits=False)
    seen = parse_cards("Qh Ks", deck=DECK)
    lock_as_typed(game, "check check / 7d 2c / start: bet 1", seen)
    for _ in range(3):
        game.step()
    board = game.boards.cards.index(tuple(sorted(parse_cards("7d 2c", deck=DECK))))
    entry = [game.first.lines_to_endings[ending] for ending in game.first.going_on].index("check check")  # type: ignore[union-attr]
    assert game.play(0, board, entry)[:2, 0].tolist() == [0, 1]
    others = [game.play(0, other, entry)[1, 0] for other in range(0, len(game.boards), 50) if other != board]
    assert any(often not in (0, 1) for often in others)
    for wrong in ("check check / 7d Qh / start: bet 1", "check bet / * / start: bet 1", "check / * / : bet 1"):
        with pytest.raises(HousewayError):
            lock_as_typed(game, wrong, seen)


def test_a_lock_that_tells_suits_apart_needs_them_apart() -> None:
    some = typed("A, 3", 1, parse_cards("Qh Ks", deck=DECK))
    game = subgame("Qh Ks", (1, 1), 4, (some, some))
    lock_as_typed(game, "start [A]: bet 1", parse_cards("Qh Ks", deck=DECK))
    with pytest.raises(BadSetting, match="--all-suits"):
        lock_as_typed(game, "start [Ac]: bet 1", parse_cards("Qh Ks", deck=DECK))
    with pytest.raises(BadSetting, match="--all-suits"):
        lock_as_typed(game, "check check / 7d 2c / start: bet 1")


@pytest.mark.parametrize(
    "text", ["bet", "bet: call", "bet: call 1, x", "[AA]: call 1", "a / b: call 1", "bet AA: call 1"]
)
def test_what_is_no_lock_is_shown_one(text: str) -> None:
    with pytest.raises(BadSetting, match="--lock takes"):
        read_lock(text)


# Ranges by words.


def made_with_board(hand: list[int]) -> int:
    return max(int(rank([*hand, *(card for card in BOARD if card != left)])) for left in BOARD)


def test_words_name_what_hands_make_with_the_board() -> None:
    pairs = int(rank("2c 2d 3s 4s 5h"))
    every = typed("xx")
    by_hand = [
        text for text, hand in zip(every.texts, every.hands.tolist(), strict=True) if made_with_board(hand) >= pairs
    ]
    assert typed("pair or better").texts == by_hand
    assert sorted(typed("pairs, two pair or better").texts) == sorted(by_hand)
    assert len(typed("high card").hands) == len(every.hands) - len(by_hand)
    assert set(typed("top 10%").texts) <= set(by_hand)
    strongest = sorted(map(made_with_board, every.hands.tolist()))[-1]
    assert all(made_with_board(hand) == strongest for hand in typed("top 0.1%").hands.tolist())


def test_a_rule_of_holding_is_a_range_with_its_weights() -> None:
    """Pocket nines are what hold-best keeps of every five cards with no other pair, three to a flush, or straight."""
    known = typed("hold-best & 99")
    left = [card for card in DECK.distinct if card not in BOARD]
    hand = parse_cards("9s 9h", deck=DECK)
    rest = [card for card in left if card not in hand]
    rng = np.random.default_rng(7)
    dealt = [rng.choice(rest, 3, replace=False).tolist() for _ in range(400)]
    kept = sum(set(hold_best([*hand, *others])) == set(hand) for others in dealt) / len(dealt)
    weight = dict(zip(known.texts, known.weights.tolist(), strict=True))["9h 9s"]
    assert weight / 15180 == pytest.approx(kept, abs=0.08), "of 46 cards taken three at a time"
    half = typed("0.5:hold-best & 99")
    assert half.weights.tolist() == (known.weights / 2).tolist()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pear", "words of the game such as"),
        ("top 0%", "above 0%"),
        ("AA & KK", "no hand of 2 cards"),
        ("AA &", "names no hand"),
        ("hold-worst", "names no hand"),
    ],
)
def test_a_range_that_is_none_says_what_one_is(text: str, words: str) -> None:
    with pytest.raises(BadSetting, match=words):
        typed(text)


def test_what_hands_make_is_asked_of_a_whole_board() -> None:
    with pytest.raises(BadSetting, match="only 2 of 4 cards lie"):
        typed("pair or better", seen=BOARD[:2])


@pytest.mark.parametrize(
    ("text", "size", "seen"),
    [
        ("blueprint button 3-3 raise call / bet call", 3, BOARD[1:3]),
        ("blueprint button 3-3 raise call", 3, BOARD),
        ("blueprint dealer 3-3 raise call", 3, BOARD[1:3]),
        ("blueprint button 3-2 raise call", 3, BOARD[1:3]),
        ("blueprint button 3-3 raise call", 3, ()),
    ],
)
def test_a_range_of_the_blueprint_that_is_none_is_refused(text: str, size: int, seen: tuple[int, ...]) -> None:
    with pytest.raises(BadSetting, match="blueprint"):
        typed(text, size, seen)


@pytest.mark.proof
def test_a_range_of_the_blueprint_is_its_own_with_suits_that_nothing_tells_apart_as_one() -> None:
    """On Qh Ks clubs and diamonds can be exchanged: both of a pair of hands have the mean of their weights."""
    flop = BOARD[1:3]
    found = typed("blueprint button 3-3 raise call", 3, flop)
    plan = Blueprint.load().range_of(1, Spot("raise call", (3, 3), board=flop))
    told = dict(zip(plan.texts, plan.weights.tolist(), strict=True))
    weights = dict(zip(found.texts, found.weights.tolist(), strict=True))
    for one, two in (("7c 7h As", "7d 7h As"), ("Tc Jc Qc", "Td Jd Qd"), ("8h 9h Th", "8h 9h Th")):
        assert weights[one] == weights[two] == pytest.approx((told[one] + told[two]) / 2)
    assert sum(weights.values()) == pytest.approx(sum(told.values()))
