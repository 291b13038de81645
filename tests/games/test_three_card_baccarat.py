"""Three Card Baccarat, clause by clause: amounts and counts are worked out by hand from the sheet.

A shoe is written in the order of the deal: three cards of the Player, then three of the Dealer.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

import pytest
from support.arranged import clauses, declared_game, play, returned

from houseway.analysis import analyze
from houseway.errors import BadBet
from houseway.games.engine.bet import Bet
from houseway.games.engine.state import State

SLUG = "three-card-baccarat"
SIX, SEVEN, PICTURES = "2s 4s Ts", "3h 4h Th", "Jd Qd Kd"


def round_of(players: str, dealers: str, bet: Bet, **readings: str) -> State:
    return play(declared_game(SLUG, **readings), [bet], f"{players} {dealers}")


def of_player(players: str, dealers: str, **readings: str) -> tuple[int, str]:
    """What comes back of 10 on the Player, and the clause that says so."""
    state = round_of(players, dealers, Bet(player=1000), **readings)
    return returned(state)["player"], clauses(state)["player"]


def test_TCB_1_TCB_2_TCB_RT_one_deck_any_bet_and_nothing_to_decide() -> None:
    table = declared_game(SLUG, RT="smaller")
    assert table.deck.size == 52
    for wager in table.wagers:
        if table.takes(wager):
            assert table.start([Bet(**{wager.name: 500})]).advance().is_over
    with pytest.raises(BadBet, match="TCB-2"):
        table.start([Bet()])


def test_TCB_3_three_cards_each_whatever_the_totals() -> None:
    view = round_of("9s Th Js", "As Ah Ad", Bet(player=1000)).view(None)
    assert [len(view.cards(name)) for name in ("players", "dealers")] == [3, 3]


@pytest.mark.parametrize(
    ("players", "dealers", "paid"),
    [
        (SEVEN, SIX, 1950),
        (SIX, SEVEN, 0),
        ("9s 9h 9d", "6s Th Td", 1950),
        ("3s 4s Ks", SEVEN, 1950),
        ("3s 4s Ks", "2h 5h Qh", 1000),
        ("Ks Kh Ts", "Qs Th Td", 1950),
        ("Ts Th Td", "2s 8h Tc", 1000),
    ],
    ids=["points", "fewer", "modulo ten", "a picture", "both equal", "pictures of no points", "tens are no pictures"],
)
def test_TCB_4_TCB_6_points_then_pictures(players: str, dealers: str, paid: int) -> None:
    assert of_player(players, dealers)[0] == paid


@pytest.mark.parametrize(
    ("players", "dealers", "points", "faces"),
    [
        ("As Kd Qh", "4s 5s Th", 0, 1950),
        ("As Kd Qh", "9s Jd Jh", 0, 0),
        ("9s Jd 2h", "8s Qd 9h", 0, 0),
        (PICTURES, "9s Jc Jh", 1950, 1950),
        (PICTURES, "Js Jc Jh", 1000, 1000),
        ("3s 4s Ks", "2h 5h Qh", 1000, 1000),
    ],
    ids=["pictures first", "then points", "as many", "three above all", "three and three", "both equal"],
)
def test_TCB_R3_which_is_compared_first(players: str, dealers: str, points: int, faces: int) -> None:
    assert [of_player(players, dealers, R3=each)[0] for each in ("points", "faces")] == [points, faces]


def test_TCB_R3_TCB_9_TCB_11_the_other_bets_do_not_look_at_the_order() -> None:
    bet = Bet(tie=1000, three_faces=1000, total_0=1000)
    for reading in ("points", "faces"):
        state = round_of("Js Jh Jc", PICTURES, bet, R3=reading)
        assert returned(state) == {"tie": 21000, "three_faces": 17000, "total_0": 9000}


def test_TCB_5_TCB_R1_TCB_R4_three_pictures_are_the_highest_hand_and_tie_with_three_others() -> None:
    assert of_player(PICTURES, "4s 5s Ks") == (1950, "TCB-7")
    assert of_player("4s 5s Ks", PICTURES) == (0, "TCB-8")
    assert of_player(PICTURES, "Js Jh Jc") == (1000, "TCB-8")


@pytest.mark.parametrize(
    ("reading", "seven", "six", "clause"),
    [("5-percent", 1950, 1950, "TCB-7"), ("3-percent", 1970, 1970, "TCB-7"), ("six-half", 2000, 1500, "TCB-12")],
)
def test_TCB_7_TCB_8_TCB_12_TCB_R2_what_a_win_pays(reading: str, seven: int, six: int, clause: str) -> None:
    assert of_player(SEVEN, "As Ts 2d", R2=reading) == (seven, clause)
    assert of_player(SIX, "As Th 2d", R2=reading) == (six, clause)
    assert of_player("As Th 2d", SIX, R2=reading) == (0, "TCB-8")
    assert of_player("As Th 2d", "2s Ah Td", R2=reading) == (1000, "TCB-8")


def test_TCB_12_TCB_R2_the_Dealer_may_be_bet_on_without_commission_only() -> None:
    bet = Bet(dealer=1000)
    with pytest.raises(BadBet, match="TCB-12"):
        declared_game(SLUG).start([bet])
    paid = [
        returned(round_of(players, dealers, bet, R2="six-half"))["dealer"]
        for players, dealers in (("As Tc 2d", SEVEN), ("As Tc 2d", SIX), (SEVEN, SIX), (SIX, "3d 3h Td"))
    ]
    assert paid == [2000, 1500, 0, 1000]


@pytest.mark.parametrize(
    ("dealers", "points"), [(SIX, 6), (PICTURES, 0), ("9s 9h 9d", 7), ("Ts Th Ad", 1), ("4s 5s Ks", 9)]
)
def test_TCB_9_the_Dealers_total_whatever_its_pictures(dealers: str, points: int) -> None:
    for total in range(10):
        state = round_of("2c 5c Tc", dealers, Bet(**{f"total_{total}": 500}))
        assert returned(state) == {f"total_{total}": 4500 if total == points else 0}
        assert clauses(state) == {f"total_{total}": "TCB-9"}


def test_TCB_10_TCB_11_the_Tie_and_Three_Faces() -> None:
    bet = Bet(tie=1000, three_faces=1000)
    assert returned(round_of("3s 4s Ks", "2h 5h Qh", bet)) == {"tie": 21000, "three_faces": 0}
    assert returned(round_of("Js Jh Jc", PICTURES, bet)) == {"tie": 21000, "three_faces": 17000}
    assert returned(round_of(PICTURES, SIX, bet)) == {"tie": 0, "three_faces": 0}


KINDS = dict.fromkeys(range(10), 4) | {10: 12}
"""What a card counts, and how many there are; 10 stands for a picture, which counts nothing."""


def points_in(hand: Counter[int]) -> int:
    return sum(count * times for count, times in hand.items() if count < 10) % 10


def recount(*, pictures_first: bool = False) -> Counter[tuple[int, bool]]:
    """Unordered deals in which the Player loses (-1), ties or wins, and whether the higher hand has six points, from
    multisets of eleven kinds of cards.
    """
    hands = [Counter(kinds) for kinds in combinations_with_replacement(KINDS, 3)]
    told = [
        (hand[10], points_in(hand)) if pictures_first else (hand[10] == 3, points_in(hand), hand[10]) for hand in hands
    ]
    strength = [(3,) if hand[10] == 3 else each for hand, each in zip(hands, told, strict=True)]
    found: Counter[tuple[int, bool]] = Counter()
    for mine, my_strength in zip(hands, strength, strict=True):
        ways = prod(comb(KINDS[kind], times) for kind, times in mine.items())
        for theirs, their_strength in zip(hands, strength, strict=True):
            outcome = (my_strength > their_strength) - (my_strength < their_strength)
            six = points_in(mine if outcome > 0 else theirs) == 6
            deals = prod(comb(KINDS[kind] - mine[kind], times) for kind, times in theirs.items())
            found[outcome, six and outcome != 0] += ways * deals
    return found


def outcomes(counts: Counter[tuple[int, bool]]) -> dict[int, int]:
    return {outcome: counts[outcome, True] + counts[outcome, False] for outcome in (-1, 0, 1)}


def test_a_recount_has_our_ties_and_not_those_of_the_source() -> None:
    counts = recount()
    assert outcomes(counts) == {-1: 195_898_240, 0: 15_373_920, 1: 195_898_240}
    assert counts.total() == comb(52, 3) * comb(49, 3) == 407_170_400
    result = analyze(SLUG)
    assert result.net.total == 36 * counts.total()
    assert result.net.weights[Fraction(0)] == 36 * outcomes(counts)[0]
    assert result.value == Fraction(195_898_240, 407_170_400) * Fraction(-1, 20)


def test_TCB_R3_a_recount_with_pictures_first_has_as_many_ties_and_fewer_wins_by_six() -> None:
    """Which comes first moves neither ties nor the even chances of the hands; with a six that pays half it does."""
    points, faces = recount(), recount(pictures_first=True)
    assert outcomes(faces) == outcomes(points)
    assert analyze(declared_game(SLUG, R3="faces")).value == analyze(SLUG).value
    for reading, counts in (("points", points), ("faces", faces)):
        result = analyze(declared_game(SLUG, R2="six-half", R3=reading))
        assert result.value == Fraction(-counts[1, True], 2 * counts.total())


def test_the_published_figures_are_reproduced_but_for_the_Tie() -> None:
    checks = {check.what: check.reproduced for check in analyze(SLUG).published}
    assert {what for what, reproduced in checks.items() if not reproduced} == {"Tie, house edge"}
    assert len(checks) == 6
    (three_percent,) = [
        check for check in analyze(declared_game(SLUG, R2="3-percent")).published if "per Player" in check.what
    ]
    assert three_percent.reproduced


@pytest.mark.parametrize(("points", "hands"), [(0, 2384), (1, 2212), (2, 2164), (7, 2212), (8, 2164)])
def test_the_published_hands_of_each_total(points: int, hands: int) -> None:
    (table,) = [each for each in analyze(SLUG).side_bets if each.wager == f"total_{points}"]
    (paid,) = [row.combinations for row in table.rows if row.pays > 0]
    assert Fraction(paid, table.total) == Fraction(hands, 22_100)
