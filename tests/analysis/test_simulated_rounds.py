"""Simulated rounds one by one: settled as the table settles the same cards, decided as each sight by itself says."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway import game
from houseway.analysis import simulate
from houseway.analysis.counting.numbering import columns
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.family import Observation, Player
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.bounded import BoundedPlayer
from houseway.analysis.declared.private_showdown.layout import Layout
from houseway.analysis.declared.private_showdown.rank_player import RankPlayer
from houseway.analysis.declared.registry import family_of
from houseway.analysis.declared.set_a_hand.player import SetPlayer
from houseway.analysis.declared.simulation import Simulator, player_of, unit_and_bet
from houseway.analysis.declared.streets import Streets, reason_against
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RULE_LIST
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.streams import deal
from houseway.games.engine.action import Action
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.views import bet_of, path_of
from houseway.games.engine.declared.vocabulary import Decision, Hand, Option, Owner
from houseway.games.engine.view import View
from houseway.games.strategies import play_out

SMALL = Deck.stripped(ranks="789TJQKA")
SLUGS = [
    "three-card-poker",
    "caribbean-stud-poker",
    "crazy-4-poker",
    "six-card-poker",
    "ultimate-texas-holdem",
    "texas-holdem-bonus",
    "mississippi-stud",
    "i-luv-suits-poker",
    "three-card-draw-poker",
]
DECKS = [pytest.param(SMALL, id="small"), pytest.param(None, id="whole", marks=pytest.mark.proof)]
POINTS = [min(rank, 8) + 2 if rank < 8 else 0 for rank in range(12)] + [1]
"""Of a deuce to a nine its number, of tens and pictures none, of an ace one."""


@dataclass
class Rounds:
    """Some rounds of a title, dealt and played by the simulator."""

    title: DeclaredGame
    number: int
    strategy: str = OPTIMAL

    def __post_init__(self) -> None:
        self.payoffs = Payoffs.of(self.title)
        self.simulator = Simulator.of(self.payoffs, player_of(self.payoffs, self.strategy, Runner(jobs=1)), 7)
        self.dealt = deal(self.number, self.simulator.round_cards, self.title.deck, 7)
        self.ends = self.simulator.ends(self.dealt).tolist()

    def cards(self, row: int) -> Mapping[Hand, list[int]]:
        """The cards of each hand of a round."""
        places = self.simulator.places.items()
        return {hand: self.dealt[row, place].tolist() for hand, place in places if isinstance(hand, Hand)}

    def path(self, row: int) -> dict[Decision, Option]:
        """What the seat did."""
        return dict(self.payoffs.paths[self.ends[row] // self.payoffs.n_cells])

    def put_away(self, row: int) -> set[int]:
        """The cards that the seat exchanged, if it did."""
        player, own = self.simulator.player, self.cards(row)
        one = {hand: np.array([cards], np.uint8) for hand, cards in own.items()}
        exchanged = player.exchanged(one)
        if not exchanged:
            return set()
        return {card for hand in own for card in own[hand] if hand.is_own} - {
            card for final in exchanged.values() for card in final[0].tolist()
        }


@dataclass
class Follows:
    """Does what a path says, and puts away what it is told."""

    title: DeclaredGame
    path: Mapping[Decision, Option]
    away: set[int]
    name: str = "follows"

    def choose(self, view: View) -> Action:
        decision = self.title.next_decision(path_of(self.title, view), bet_of(self.title, view))
        assert decision is not None
        alike = [action for action in view.legal_actions if action.kind == self.path[decision].name]
        return next(action for action in alike if not action.cards or set(action.cards) <= self.away)


@cache
def rounds_of(slug: str, deck: Deck | None) -> Rounds:
    return Rounds(titled(slug, deck), 150)


def titled(slug: str, deck: Deck | None) -> DeclaredGame:
    made = game(slug, deck=deck)
    assert isinstance(made, DeclaredGame)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("slug", SLUGS)
def test_the_table_settles_the_same_cards_the_same_way(slug: str, deck: Deck | None) -> None:
    rounds = rounds_of(slug, deck)
    unit, bet = unit_and_bet(rounds.payoffs)
    for row, cards in enumerate(rounds.dealt.tolist()):
        state = rounds.title.start([bet], shoe=[Card(card) for card in cards])
        ended = play_out(state, Follows(rounds.title, rounds.path(row), rounds.put_away(row)))
        assert Fraction(ended.result(0), unit) == rounds.simulator.settle(rounds.ends[row])


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("slug", SLUGS)
def test_no_sight_by_itself_says_that_another_option_is_better(slug: str, deck: Deck | None) -> None:
    rounds = rounds_of(slug, deck)
    title, family = rounds.title, family_of(rounds.title)
    streets = None if reason_against(title) else Streets.of(title)
    dealer = next((hand for hand in title.every(Hand) if hand.owner is Owner.DEALER), None)
    for row in range(40 if deck else 12):
        cards, taken = rounds.cards(row), list[Option]()
        own = cards[streets.own] if streets else next(cards[hand] for hand in cards if hand.is_own)
        later = [card for hand in streets.board.hands for card in cards[hand]] if streets else []
        up = cards[dealer][: dealer.up] if dealer else []
        for decision, option in rounds.path(row).items():
            shown = next((each.shown for each in streets.stages if each.decision is decision), 0) if streets else 0
            worth = family.situation(rounds.payoffs, Observation(own, later[:shown], up, (), tuple(taken)))
            assert worth[option] == max(worth.values())
            taken.append(option)


@pytest.mark.slow
@pytest.mark.parametrize("smaller_on_ties", [False, True])
def test_sights_decided_by_ranks_are_decided_as_by_all_cards(
    smaller_on_ties: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of ranks with its cuts against sums over cards, which know no ranks; the one asks the other little."""
    title = titled("six-card-poker", SMALL)
    monkeypatch.setattr(type(title), "smaller_on_ties", smaller_on_ties)
    payoffs, layout = Payoffs.of(title), Layout.of(title)
    by_cards = BoundedPlayer(layout, payoffs)
    asked = Counted(by_cards, layout.own)
    dealt = deal(20_000, 12, SMALL, 3)
    cards = {layout.own: columns(dealt, range(6)), layout.dealer: columns(dealt, range(6, 12))}
    by_ranks = RankPlayer.of(layout, payoffs, asked).paths(cards)
    assert (by_ranks == by_cards.paths(cards)).all()
    assert {*by_ranks.tolist()} == {0, 1}
    assert 0 < asked.rounds < 5_000


@dataclass
class Counted(Player):
    """Another player, and how many rounds it was asked about."""

    player: Player
    own: Hand
    rounds: int = 0

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        self.rounds += len(cards[self.own])
        return self.player.paths(cards)


def test_baccarat_ends_as_the_tableau_by_hand_says() -> None:
    """The Player's bet, one unit: won, tied and lost by third cards that are drawn by the printed tableau."""
    rounds = Rounds(titled("dragon-bonus", None), 4000)
    own, banker = (hand for hand in rounds.title.every(Hand))
    results = {1: 0, 0: 0, -1: 0}
    for row in range(rounds.number):
        points = {hand: [POINTS[card // 4] for card in cards] for hand, cards in rounds.cards(row).items()}
        lead = by_tableau(points[own], points[banker])
        net = rounds.simulator.settle(rounds.ends[row])
        side = 1 if "player" in next(iter(rounds.payoffs.stakes)).name else -1
        assert (net > 0) - (net < 0) == side * lead
        results[lead] += 1
    assert min(results.values()) > 100


def by_tableau(player: list[int], banker: list[int]) -> int:
    """1 where the Player wins, 0 for a tie, -1 where the Banker does."""
    mine, theirs = sum(player[:2]) % 10, sum(banker[:2]) % 10
    if max(mine, theirs) < 8:
        third = player[2] if mine <= 5 else None
        draws = {
            0: range(10),
            1: range(10),
            2: range(10),
            3: {*range(10)} - {8},
            4: range(2, 8),
            5: range(4, 8),
            6: {6, 7},
        }
        if theirs <= 5 if third is None else third in draws.get(theirs, ()):
            theirs = (theirs + banker[2]) % 10
        mine = mine if third is None else (mine + third) % 10
    return (mine > theirs) - (mine < theirs)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["ez-pai-gow", "pai-gow-poker"])
def test_hands_set_by_the_house_way_are_settled_as_at_the_table(slug: str) -> None:
    rounds = Rounds(titled(slug, None), 300, RULE_LIST)
    unit, bet = unit_and_bet(rounds.payoffs)
    for row, cards in enumerate(rounds.dealt.tolist()):
        state = rounds.title.start([bet], shoe=[Card(card) for card in cards])
        ended = play_out(state, Follows(rounds.title, rounds.path(row), set()))
        assert Fraction(ended.result(0), unit) == rounds.simulator.settle(rounds.ends[row])


@pytest.mark.slow
def test_whoever_sees_the_dealers_hand_wins_both_halves_if_any_setting_does() -> None:
    rounds = Rounds(titled("pai-gow-poker", None), 300, RULE_LIST)
    player, way = rounds.simulator.player, rounds.title.house_way
    assert isinstance(player, SetPlayer)
    seeing = replace(rounds.simulator, player=replace(player, seeing=True))
    nets = {2: Fraction(19, 20), 1: Fraction(0), 0: Fraction(-1)}
    for row, end in enumerate(seeing.ends(rounds.dealt).tolist()):
        dealt = rounds.cards(row)
        own = next(dealt[hand] for hand in dealt if hand.is_own)
        dealer = way.set([Card(card) for hand in dealt if not hand.is_own for card in dealt[hand]])[1]
        legal = [split for split in way.splits([Card(card) for card in own]) if not split.fouled]
        most = max((split.high > dealer.high) + (split.low > dealer.low) for split in legal)
        assert seeing.settle(end) == nets[most]


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["ez-baccarat", "casino-war", "three-card-draw-poker", "mississippi-stud"])
def test_parts_and_threads_make_no_difference(slug: str) -> None:
    whole = simulate(slug, 50_000, seed=3)
    assert simulate(slug, 50_000, seed=3, jobs=3).net == whole.net
    parts = [simulate(slug, 20_000, seed=3), simulate(slug, 30_000, seed=3, first_round=20_000)]
    together = {value: sum(part.net.weights.get(value, 0) for part in parts) for value in whole.net.weights}
    assert together == dict(whole.net.weights)
