"""Board showdowns against the generic solver, play by hand, plain enumeration and another library."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest
from support.quick import sampled
from support.street_toys import FourStreets, toy
from support.streets_by_hand import ByHand, mean_of

from houseway import game
from houseway.analysis.counting.card_sets import all_sets
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve
from houseway.analysis.declared.board_showdown.family import BoardShowdown
from houseway.analysis.declared.board_showdown.layout import Layout
from houseway.analysis.declared.board_showdown.passes import order_by_value, outcomes, path_values, sweep, value_pairs
from houseway.analysis.declared.family import Observation, Solution
from houseway.analysis.declared.payoffs import Payoffs, Stakes, usual_stakes
from houseway.analysis.declared.street_play import best_play
from houseway.analysis.declared.streets import option_values
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.recorded import recorded
from houseway.analysis.results.result import OPTIMAL
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadCards, IllegalAction
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.ending import PayClass
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Option
from houseway.games.titles.mississippi_stud import MississippiStud
from houseway.games.titles.ultimate_texas_holdem import UltimateTexasHoldEm
from houseway.ranking import ranking

phevaluator = pytest.importorskip("phevaluator")

FAMILY = BoardShowdown()
TITLE = UltimateTexasHoldEm
SHOWN = ((TITLE.before_flop, 0), (TITLE.on_flop, 3), (TITLE.on_river, 5))
ON_TURN = ((FourStreets.before, 0), (FourStreets.on_flop, 3), (FourStreets.on_turn, 4))
NINE_CARDS = "2c 5c 7d 8h 9s Jc Jd Qh Ks"
READINGS = [
    {},
    {"UTH-R2": "3-only"},
    {"UTH-R2": "4-only", "UTH-R3": "lost-on-fold"},
    {"UTH-R4": "florida"},
]


def hold_em(deck: Deck | None = None, readings: dict[str, str] | None = None) -> DeclaredGame:
    made = game("ultimate-texas-holdem", deck=deck, readings=readings)
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


@pytest.mark.proof
def test_the_solver_finds_the_same_distribution() -> None:
    title = hold_em(Deck.of(parse_cards(NINE_CARDS)), {"UTH-RT": "smaller"})
    found = distribution(solved(title))
    assert solve(title, Bet(ante=100, blind=100), symmetric=True).agrees_with(found, 100)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("readings", "last"),
    sampled(zip(READINGS, (True, False, True, False), strict=True), 2),
    ids=lambda each: ",".join(each.values()) or "as written" if isinstance(each, dict) else "",
)
def test_play_by_hand_gives_the_same_distribution(readings: dict[str, str], last: bool) -> None:
    """With Trips at stake, so that its readings matter to what is best."""
    ties = {"UTH-RT": "larger" if last else "smaller"}
    title = hold_em(Deck.of(parse_cards("2c 5c 7c Tc Jc 2d 5d 7d Td Jd")), {**readings, **ties})
    stakes = {**usual_stakes(title), TITLE.trips: Fraction(1, 2)}
    by_hand = ByHand(title, stakes, SHOWN, last).everything()
    assert distribution(solved(title, stakes)).reduced() == Distribution.of(by_hand).reduced()


@pytest.mark.slow
def test_a_decision_on_four_of_five_common_cards_is_played_as_by_hand() -> None:
    title = toy(FourStreets, Deck.of(parse_cards("3c 5c 8c Tc Qc 3d 5d 8d Td Qd")))
    by_hand = ByHand(title, usual_stakes(title), ON_TURN, last=True).everything()
    assert distribution(solved(title)).reduced() == Distribution.of(by_hand).reduced()


@pytest.mark.slow
def test_three_suits_and_their_renamings_are_played_as_by_hand() -> None:
    title = hold_em(Deck.stripped(ranks="5JK", suits="cdh"))
    by_hand = ByHand(title, usual_stakes(title), SHOWN, last=True).everything()
    assert distribution(solved(title)).reduced() == Distribution.of(by_hand).reduced()


def test_trips_not_staked_counts_every_seven_cards() -> None:
    """By its own census: every set of seven of twelve cards, once for each way to split it."""
    title = hold_em(Deck.stripped(ranks="59JK", suits="cdh"))
    solution = solved(title)
    payoffs, counts = solution.side_bets[TITLE.trips]
    sevens = Counter(title.pay_class(TITLE.trips_hand, seven).label for seven in combinations(title.deck.distinct, 7))
    found = {payoffs.levels(cell)[0]: int(times) for cell, times in enumerate(counts.sum(axis=0))}
    total = sum(sevens.values())
    for level, times in found.items():
        assert isinstance(level, PayClass)
        assert Fraction(times, solution.total) == Fraction(sevens[level.label], total)


def test_the_rows_of_a_strategy_add_up_to_all_hands_that_decide() -> None:
    solution = solved(hold_em(Deck.stripped(ranks="59JK", suits="cdh")))
    for decision, options in solution.asked.items():
        taken: Counter[Option] = Counter()
        for row in solution.rows:
            if row.decision is decision:
                taken[row.best] += row.combinations
                assert row.values[row.best] == max(row.values.values())
        assert dict(taken) == {option: times for option, times in options.items() if times}


def test_the_player_plays_each_deal_as_the_solution_counts() -> None:
    title = hold_em(Deck.of(parse_cards(NINE_CARDS)))
    payoffs = Payoffs.of(title)
    deals = np.array(list(permutations(title.deck.distinct, 7)), np.uint8)
    player = FAMILY.player(payoffs, Runner(jobs=1, cache=False))
    paths = player.paths({TITLE.hand: deals[:, :2], TITLE.board: deals[:, 2:]})
    times = np.bincount(paths, minlength=len(payoffs.paths))
    solution = solved(title)
    assert [Fraction(int(n), len(deals)) for n in times] == [
        Fraction(int(n), solution.total) for n in solution.counts.sum(axis=1)
    ]


def test_a_sweep_of_a_board_is_what_another_library_finds_dealer_by_dealer() -> None:
    """Own hands of all kinds on boards of the whole deck, with a pair as the qualifier."""
    source, ranked = Random(12), ranking("standard")
    cards, hands = np.arange(52, dtype=np.uint8), all_sets(52, 2)
    least = ranked.value(parse_cards("2c 2d 3h 4s 5c"))
    for _ in range(4):
        board = np.array(source.sample(range(52), 5), np.uint8)
        values, order = np.zeros(len(hands), np.uint16), np.zeros(len(hands), np.int32)
        value_pairs(ranked.lookup, cards, hands, board, np.zeros(52, np.uint8), values)
        n_ordered = order_by_value(values, np.zeros(ranked.n_values + 1, np.int32), order)
        assert n_ordered == 1_081
        found = np.zeros((len(hands), 3), np.int32)
        sweep(values, hands, order, n_ordered, least, np.zeros(53, np.int32), np.zeros(53, np.int32), found)
        for hand in source.sample(np.flatnonzero(values).tolist(), 5):
            result = np.zeros(6, np.int64)
            below, not_above, unqualified = found[hand].tolist()
            outcomes(below, not_above, unqualified, 990, bool(values[hand] >= least), result)
            assert result.tolist() == _by_phevaluator(hands[hand].tolist(), board.tolist())


def _by_phevaluator(own: list[int], board: list[int]) -> list[int]:
    """Won, tied, lost against dealers with a pair or better, then against the others; its best hand is 1."""
    no_pair = 6_185
    mine, found = phevaluator.evaluate_cards(*own, *board), [0] * 6
    for dealer in combinations(set(range(52)) - {*own, *board}, 2):
        theirs = phevaluator.evaluate_cards(*dealer, *board)
        found[(mine >= theirs) + (mine > theirs) + 3 * (theirs > no_pair)] += 1
    return found


@pytest.mark.parametrize(
    ("own", "board", "dead"),
    [
        ("Ah 7d", "Kc 9s 4h 3d 2c", ""),
        ("8h 8d", "Kc 9s 9h 3d 2c", "8c 8s As"),
        ("6h 2d", "Tc Ts Th Td 2c", ""),
    ],
)
def test_a_river_situation_is_worth_what_play_by_hand_makes_of_it(own: str, board: str, dead: str) -> None:
    title = hold_em()
    cards = [list(parse_cards(text)) if text else [] for text in (own, board, dead)]
    checks = tuple((decision, decision.options[0]) for decision in (TITLE.before_flop, TITLE.on_flop))
    by_hand = ByHand(title, usual_stakes(title), SHOWN, last=True).options(cards[0], cards[1], checks, 2, cards[2])
    found = FAMILY.situation(Payoffs.of(title), Observation(cards[0], cards[1], [], cards[2]))
    assert found == {option: mean_of(results) for option, results in by_hand.items()}


def test_a_flop_situation_of_a_small_deck_is_worth_what_play_by_hand_makes_of_it() -> None:
    title = hold_em(Deck.stripped(ranks="2579JK", suits="cdh"))
    own, board, dead = (list(parse_cards(text)) for text in ("5c 7d", "5d 9h Kc", "2c 2d"))
    checks = ((TITLE.before_flop, TITLE.before_flop.options[0]),)
    by_hand = ByHand(title, usual_stakes(title), SHOWN, last=True).options(own, board, checks, 1, dead)
    found = FAMILY.situation(Payoffs.of(title), Observation(own, board, [], dead))
    assert found == {option: mean_of(results) for option, results in by_hand.items()}


def test_first_decisions_one_by_one_are_worth_what_the_passes_say() -> None:
    """Plain enumeration of every board for one hand, against sums over classes of boards for all."""
    solution = solved(hold_em(Deck.stripped(ranks="2579JK", suits="cdh")))
    rows = [row for row in solution.rows if row.decision is TITLE.before_flop]
    for row in rows[::7]:
        assert FAMILY.situation(solution.payoffs, Observation(row.seen)) == row.values


def test_a_situation_where_nothing_is_to_decide_is_refused() -> None:
    payoffs = Payoffs.of(hold_em())
    own = parse_cards("Ah 7d")
    with pytest.raises(IllegalAction, match="no decision is due with 4 community cards"):
        FAMILY.situation(payoffs, Observation(own, parse_cards("Kc 9s 4h 3d")))
    with pytest.raises(IllegalAction, match="after bet-4x"):
        FAMILY.situation(payoffs, Observation(own, parse_cards("Kc 9s 4h"), [], [], [TITLE.before_flop.options[-1]]))
    with pytest.raises(BadCards, match="takes 2 cards; you gave 1"):
        FAMILY.situation(payoffs, Observation(own[:1]))


def test_titles_that_are_none_are_refused() -> None:
    stud = game("mississippi-stud")
    assert isinstance(stud, MississippiStud)
    assert FAMILY.refuses(stud).startswith("it has 0 hands of the dealer")
    assert FAMILY.refuses(hold_em()) == ""
    assert FAMILY.refuses(hold_em(Deck.standard(decks=2))) == "its deck has copies of cards, or jokers"


def test_what_would_be_counted_is_explained() -> None:
    """134,459 boards of five and 1,286,792 flops with two cards are known numbers of classes."""
    explained = FAMILY.explain(hold_em())
    assert explained.work.startswith("134,459 boards")
    assert list(explained.information_sets.values())[:2] == [169, 1_286_792]


@pytest.mark.proof
def test_the_values_that_ship_are_those_of_plain_enumeration() -> None:
    """A pair of threes is the lowest that is bet; one hand is dealt out against every board and dealer."""
    title = hold_em()
    payoffs = Payoffs.of(title)
    for text, best in (("2c 2d", "check"), ("3c 3d", "bet-4x"), ("Kc 5d", "bet-4x"), ("Kc 4d", "check")):
        values = FAMILY.situation(payoffs, Observation(parse_cards(text)))
        assert max(values, key=values.__getitem__).name == best
    layout, hand = Layout.of(title), np.array(parse_cards("Jc Td"), np.uint8)
    left = np.setdiff1d(np.arange(52, dtype=np.uint8), hand)
    play = best_play(layout.streets, path_values(layout, payoffs, hand, hand[:0], left), 50)
    ways = layout.ways(0) * payoffs.scale
    by_enumeration = option_values(layout.streets, 0, 0, play.values[0][:, 0], ways)
    assert FAMILY.situation(payoffs, Observation(hand.tolist())) == by_enumeration


def test_what_ships_of_the_second_pass_has_the_value_of_the_first_and_the_published_figures() -> None:
    """About 2.18% per Ante (2.185% is widely quoted), 4.15 units bet, element of risk 0.53%."""
    title = hold_em()
    payoffs, shipped = Payoffs.of(title), recorded(title, OPTIMAL)
    assert shipped is not None
    assert shipped.net.total == 27_813_810_024_000
    firsts = [max(FAMILY.situation(payoffs, Observation(own)).values()) for own in combinations(range(52), 2)]
    assert shipped.value == sum(firsts, Fraction(0)) / 1_326
    assert round(float(shipped.house_edge("ante")), 5) == 0.02185
    assert round(float(shipped.average_wager), 2) == 4.15
    assert round(float(shipped.house_edge("unit bet")), 4) == 0.0053


def test_trips_as_it_ships_is_a_census_of_all_seven_cards() -> None:
    """Known numbers of seven-card hands: 4,324 royal flushes of 133,784,560, and so on down to three of a kind."""
    shipped = recorded(hold_em(), OPTIMAL)
    assert shipped is not None
    (trips,) = shipped.side_bets
    times: Counter[Fraction] = Counter()
    for row in trips.rows:
        times[row.pays] += row.combinations
    known = {50: 4_324, 40: 37_260, 30: 224_848, 9: 3_473_184, 7: 4_047_644, 4: 6_180_020, 3: 6_461_620}
    total = sum(times.values())
    assert {pays: Fraction(n, total) for pays, n in times.items() if pays > 0} == {
        Fraction(pays): Fraction(n, 133_784_560) for pays, n in known.items()
    }
