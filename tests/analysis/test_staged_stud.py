"""Staged stud against published figures, the generic solver, and play by hand."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from support.quick import in_proof
from support.street_toys import LetItRide, toy
from support.streets_by_hand import ByHand, mean_of

from houseway import game
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve
from houseway.analysis.declared.family import Observation, Solution
from houseway.analysis.declared.payoffs import Payoffs, Stakes, usual_stakes
from houseway.analysis.declared.simulation import simulate
from houseway.analysis.declared.staged_stud.family import StagedStud
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.recorded import recorded
from houseway.analysis.results.result import OPTIMAL
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadCards, IllegalAction
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.titles.mississippi_stud import MississippiStud
from houseway.games.titles.ultimate_texas_holdem import UltimateTexasHoldEm

FAMILY = StagedStud()
SHOWN = ((MississippiStud.on_two, 0), (MississippiStud.on_three, 1), (MississippiStud.on_four, 2))
FEW_PAIRS = "2c 6h 8s 9c Tc Jd Jh"
ONE_SUIT_LONG = "5c 6c 7c 8c 9d Jc Jd"


def mississippi(deck: str = "", readings: dict[str, str] | None = None, paytable: str | None = None) -> DeclaredGame:
    cards = Deck.of(parse_cards(deck)) if deck else None
    made = game("mississippi-stud", deck=cards, readings=readings, paytable=paytable)
    assert isinstance(made, DeclaredGame)
    return made


def solved(title: DeclaredGame, stakes: Stakes | None = None) -> Solution:
    return FAMILY.solve(Payoffs.of(title, stakes), Runner(jobs=1, cache=False))


def distribution(solution: Solution) -> Distribution:
    payoffs, counts = solution.payoffs, solution.counts
    return Distribution.of(
        (Fraction(int(net), payoffs.scale), int(times))
        for net, times in zip(payoffs.net.ravel().tolist(), counts.ravel().tolist(), strict=True)
    )


def average_wager(solution: Solution) -> Fraction:
    times = solution.counts.sum(axis=1).tolist()
    staked = [sum(each) for each in zip(*solution.payoffs.staked.values(), strict=True)]
    return sum((n * amount for n, amount in zip(times, staked, strict=True)), Fraction(0)) / solution.total


@pytest.fixture(scope="module")
def raising() -> Solution:
    """The whole deck; of equally good options the larger bet."""
    return solved(mississippi())


@pytest.fixture(scope="module")
def folding() -> Solution:
    """The whole deck; of equally good options the smaller commitment."""
    return solved(mississippi(readings={"MS-R2": "smaller"}))


def test_mississippi_stud_has_the_published_edge_whoever_wins_ties(raising: Solution, folding: Solution) -> None:
    assert round(-float(distribution(raising).mean), 4) == 0.0491
    assert distribution(raising).mean == distribution(folding).mean


def test_the_published_average_wager_and_element_of_risk_raise_where_choices_are_equal(raising: Solution) -> None:
    assert round(float(average_wager(raising)), 2) == 3.59
    assert round(-float(distribution(raising).mean / average_wager(raising)), 4) == 0.0137


def test_folding_where_choices_are_equal_bets_less(folding: Solution) -> None:
    assert round(float(average_wager(folding)), 2) == 3.48


def test_the_table_with_5_for_a_straight_has_the_published_edge() -> None:
    assert round(-float(distribution(solved(mississippi(paytable="hand=straight-5"))).mean), 6) == 0.037591


def test_betting_two_units_is_never_better_than_one_or_three(raising: Solution) -> None:
    without = distribution(solved(mississippi(readings={"MS-R1": "1-3"})))
    assert without.mean == distribution(raising).mean
    for decision, options in raising.asked.items():
        assert {option.name: times for option, times in options.items()}["bet-2x"] == 0, decision


def test_the_3_card_bonus_counts_every_three_community_cards(raising: Solution) -> None:
    (wager,) = raising.side_bets
    _, counts = raising.side_bets[wager]
    times = [int(each) * 22_100 // raising.total for each in counts.sum(axis=0)]
    assert times == [4, 44, 52, 720, 1_096, 3_744, 16_440]
    assert counts.sum() == raising.total


def test_the_third_street_play_is_the_one_in_common_use(raising: Solution) -> None:
    """Jack to ace two points, six to ten one: play two points or more, or 6-5 suited; 3x with a pair."""
    rows = [row for row in raising.rows if row.decision is MississippiStud.on_two]
    assert sum(row.combinations for row in rows) == raising.total
    for row in rows:
        low, high = sorted(card // 4 for card in row.seen)
        points = sum(2 if rank >= 9 else 1 if rank >= 4 else 0 for rank in (low, high))
        suited_six_five = (low, high) == (3, 4) and row.label.endswith("suited")
        expected = "bet-3x" if low == high else "bet-1x" if points >= 2 or suited_six_five else "fold"
        assert row.best.name == expected, row.label


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deck", "readings"), [in_proof((FEW_PAIRS, {})), (ONE_SUIT_LONG, {"MS-R1": "1-3"})], ids=["1-2-3", "1-3"]
)
def test_the_solver_finds_the_same_distribution(deck: str, readings: dict[str, str]) -> None:
    title = mississippi(deck, readings={**readings, "MS-R2": "smaller"})
    assert solve(title, Bet(ante=100)).agrees_with(distribution(solved(title)), 100)


@pytest.mark.slow
@pytest.mark.parametrize(("last", "bonus"), [(False, 2), (True, 0)], ids=["smaller", "larger"])
def test_play_by_hand_gives_the_same_distribution(last: bool, bonus: int) -> None:
    title = mississippi("2c 2d 4d 6h 6s 9c Tc Jd", {"MS-R2": "larger" if last else "smaller"})
    stakes = {**usual_stakes(title), MississippiStud.three_card_bonus: Fraction(bonus)}
    by_hand = ByHand(title, stakes, SHOWN, last).everything()
    assert distribution(solved(title, stakes)) == Distribution.of(by_hand)


@pytest.mark.slow
@pytest.mark.parametrize("last", [False, True], ids=["smaller", "larger"])
def test_three_own_and_two_common_cards_are_played_as_by_hand(last: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LetItRide, "smaller_on_ties", not last)
    title = toy(LetItRide, Deck.stripped(ranks="2579TK", suits="cd"))
    shown = (LetItRide.on_three, 0), (LetItRide.on_four, 1)
    by_hand = ByHand(title, usual_stakes(title), shown, last).everything()
    assert distribution(solved(title)) == Distribution.of(by_hand)


def test_let_it_ride_has_its_published_edge() -> None:
    """3.5057% of one bet (wizardofodds.com, Let It Ride)."""
    assert round(-float(distribution(solved(toy(LetItRide, Deck.standard()))).mean), 6) == 0.035057


@pytest.mark.slow
@pytest.mark.parametrize(
    ("own", "board", "dead", "taken"),
    [
        ("Ac Kd", "7h", "", ("bet-1x",)),
        ("6c 6d", "9h", "6h Js", ("bet-3x",)),
        ("Tc 9c", "8c 2d", "", ("bet-1x", "bet-2x")),
        ("Jc 4d", "8c 2d", "Jd Jh Js", ("bet-3x", "bet-1x")),
    ],
)
def test_a_situation_is_worth_what_play_by_hand_makes_of_it(
    own: str, board: str, dead: str, taken: tuple[str, ...]
) -> None:
    title = mississippi()
    cards = [list(parse_cards(text)) if text else [] for text in (own, board, dead)]
    decisions = [decision for decision, _ in SHOWN]
    options = [
        next(option for option in decision.options if option.name == name)
        for decision, name in zip(decisions, taken, strict=False)
    ]
    path = tuple(zip(decisions, options, strict=False))
    by_hand = ByHand(title, usual_stakes(title), SHOWN, last=True).options(
        cards[0], cards[1], path, len(taken), cards[2]
    )
    found = FAMILY.situation(Payoffs.of(title), Observation(cards[0], cards[1], [], cards[2], options))
    assert found == {option: mean_of(results) for option, results in by_hand.items()}


def test_a_first_decision_is_worth_what_the_whole_solution_says(raising: Solution) -> None:
    for row in raising.rows[:169:24]:
        assert FAMILY.situation(raising.payoffs, Observation(row.seen)) == row.values


def test_a_situation_needs_to_know_the_bets_already_made() -> None:
    payoffs = Payoffs.of(mississippi())
    own, board = parse_cards("Ac Kd"), parse_cards("7h")
    with pytest.raises(
        IllegalAction, match=r"no decision is due with 1 community cards after no option; expected one of"
    ):
        FAMILY.situation(payoffs, Observation(own, board))
    with pytest.raises(IllegalAction, match="no decision is due with 3 community cards"):
        FAMILY.situation(payoffs, Observation(own, parse_cards("7h 8h 9h")))


def test_a_situation_with_wrong_cards_is_refused() -> None:
    payoffs = Payoffs.of(mississippi())
    with pytest.raises(BadCards, match="takes 2 cards; you gave 3"):
        FAMILY.situation(payoffs, Observation(parse_cards("Ac Kd 2c")))
    with pytest.raises(BadCards):
        FAMILY.situation(payoffs, Observation(parse_cards("Ac Kd"), [], [], parse_cards("Ac")))


def test_titles_with_a_dealer_or_a_deck_with_copies_are_refused() -> None:
    hold_em = game("ultimate-texas-holdem")
    assert isinstance(hold_em, UltimateTexasHoldEm)
    assert FAMILY.refuses(hold_em) == "there is a dealer's hand"
    two_decks = game("mississippi-stud", deck=Deck.standard(decks=2))
    assert isinstance(two_decks, MississippiStud)
    assert FAMILY.refuses(two_decks) == "its deck has copies of cards, or jokers"
    assert FAMILY.refuses(mississippi()) == ""


def test_what_would_be_counted_is_explained() -> None:
    """169 kinds of two cards; with three and four cards, own ones apart, as many as suits leave apart."""
    explained = FAMILY.explain(mississippi())
    assert next(iter(explained.information_sets.values())) == 169
    assert explained.work.startswith("about 3,312,400 sets")


@pytest.mark.parametrize("smaller", [False, True])
def test_the_player_of_a_simulation_takes_the_paths_of_the_solution(
    smaller: bool, raising: Solution, folding: Solution
) -> None:
    """Every class of own hands with every order of four cards would be too much; what is dealt lies in the interval."""
    solution = folding if smaller else raising
    played = simulate(mississippi(readings={"MS-R2": "smaller" if smaller else "larger"}), 400_000, seed=5)
    assert abs(played.mean - float(distribution(solution).mean)) < 4 * played.standard_error


def test_the_player_plays_each_deal_of_a_small_deck_as_the_solution_counts() -> None:
    title = mississippi("2c 2d 4d 6h 6s 9c Tc Jd")
    payoffs = Payoffs.of(title)
    deals = np.array(list(permutations(title.deck.distinct, 5)), np.uint8)
    player = FAMILY.player(payoffs, Runner(jobs=1, cache=False))
    paths = player.paths({MississippiStud.hand: deals[:, :2], MississippiStud.community: deals[:, 2:]})
    times = np.bincount(paths, minlength=len(payoffs.paths))
    solution = solved(title)
    assert [Fraction(int(n), len(deals)) for n in times] == [
        Fraction(int(n), solution.total) for n in solution.counts.sum(axis=1)
    ]


def test_what_ships_is_what_is_counted(raising: Solution, folding: Solution) -> None:
    for choice, solution in (("larger", raising), ("smaller", folding)):
        shipped = recorded(mississippi(readings={"MS-R2": choice}), OPTIMAL)
        assert shipped is not None
        assert shipped.net == distribution(solution)
        assert shipped.average_wager == average_wager(solution)
