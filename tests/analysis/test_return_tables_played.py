"""Return tables row by row against rounds of the table itself.

What a row says is true of its rounds, they net what it says, and they are as frequent as it says. Rounds are told by
their own endings and lines, never by analysis code; automatic players of the games decide.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import sqrt
from random import Random

import pytest
from support.return_rows import row_of, told, truths

from houseway import game
from houseway.analysis import analyze, analyzed
from houseway.analysis.operations.clientele import NAIVE, strategies_known, strategy_of
from houseway.analysis.results.result import OPTIMAL, Analysis, ReturnRow
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.games.engine.action import Action
from houseway.games.engine.declared.ending import IsMade
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Between
from houseway.games.engine.game import Game
from houseway.games.engine.setting import SettingWay, Split
from houseway.games.engine.state import State
from houseway.games.engine.view import View
from houseway.games.strategies import play_out, strategy
from houseway.games.strategies.base import RandomLegal, Strategy

ROUNDS = 200
UNIT = 2000
"""Cents of the first wager: every payout is whole."""
DEVIATIONS = 4.5
"""How far a frequency may be from a row's share, in standard deviations; the seeds are fixed."""


def rounds(table: Game, player: Strategy | None, number: int = ROUNDS) -> Iterator[tuple[State, Fraction]]:
    """Some rounds, and what each nets in units; without a player any legal action is taken."""
    bet = table.usual_bet(UNIT)
    for each in range(number):
        source = Random(f"{table.slug} {each}")
        state = table.start([bet], seed=source.getrandbits(256).to_bytes(32, "big"))
        ended = play_out(state, player or RandomLegal(generator=source))
        yield ended, Fraction(ended.result(0), UNIT)


def agree(result: Analysis, found: Counter[ReturnRow]) -> None:
    """Every row's frequency is within its bound of what the row says."""
    rounds = sum(found.values())
    for row in result.return_table:
        share = row.combinations / result.net.total
        reach = DEVIATIONS * sqrt(rounds * share * (1 - share)) + 1
        assert abs(found[row] - rounds * share) <= reach, (row.outcome, found[row], rounds * share)


@pytest.mark.parametrize("slug", analyzed())
def test_every_round_of_an_automatic_player_is_in_the_row_that_tells_it(slug: str) -> None:
    table = game(slug)
    name = strategy_of(table, NAIVE) if len(strategies_known(table)) > 1 else OPTIMAL
    result, found = analyze(table, strategy=name), Counter[ReturnRow]()
    for state, net in rounds(table, strategy(slug, strategy_of(table, NAIVE))):
        row = row_of(told(state, slug), net, result.return_table)
        assert row is not None, told(state, slug)
        assert row.pays == net, (row, told(state, slug))
        found[row] += 1
    agree(result, found)


@pytest.mark.slow
@pytest.mark.parametrize("slug", analyzed())
def test_a_row_of_best_play_that_is_true_of_a_round_is_true_of_its_net_result(slug: str) -> None:
    """Actions at random: rounds that best play does not lead to are in no row."""
    table, found = game(slug), Counter[ReturnRow]()
    result = analyze(table)
    for state, net in rounds(table, None):
        row = row_of(told(state, slug), net, result.return_table)
        if row is not None:
            assert row.pays == net, (row, told(state, slug))
            found[row] += 1
    assert sum(found.values()) > ROUNDS / 10
    assert len(found) >= min(3, len(result.return_table))


def best_front(way: SettingWay, own: Sequence[Card], dealer: Split, smaller: bool) -> Split:
    """The setting that wins most halves; of equal ones that with the higher high hand, or with the higher low hand."""
    legal = [split for split in way.splits(own) if not split.fouled]
    ends = [(split.low, split.high) if smaller else (split.high, split.low) for split in legal]
    won = [(split.high > dealer.high) + (split.low > dealer.low) for split in legal]
    return max(zip(won, ends, legal, strict=True), key=lambda each: each[:2])[2]


@dataclass
class SetsForTheDealer:
    """Sets every hand for the one of the dealer's that it sees."""

    table: DeclaredGame
    smaller: bool
    name: str = "sets for the dealer"

    def choose(self, view: View) -> Action:
        way = self.table.house_way
        dealer = way.set([*view.cards("dealer"), *view.cards("dealer_low")])[1]
        assert view.seat is not None
        split = best_front(way, view.cards("hand", view.seat), dealer, self.smaller)
        return next(each for each in view.legal_actions if {*each.cards} == {*split.front})


def test_FUP_RT_the_half_that_wins_a_split_hand_is_the_one_told() -> None:
    table = game("face-up-pai-gow")
    assert isinstance(table, DeclaredGame)
    result, found = analyze(table), Counter[ReturnRow]()
    for state, net in rounds(table, SetsForTheDealer(table, smaller=False), 400):
        row = row_of(truths(state), net, result.return_table)
        assert row is not None, truths(state)
        assert row.pays == net
        found[row] += 1
    agree(result, found)
    assert {row.outcome for row in found if not row.pays} == {
        "high hand wins; low hand loses",
        "high hand loses; low hand wins",
        "dealer's ace high",
    }


@pytest.mark.slow
@pytest.mark.parametrize("ties", ["larger", "smaller"])
def test_FUP_RT_every_pair_of_hands_of_a_small_deck_is_counted_in_its_row(ties: str) -> None:
    deck = Deck.of(parse_cards("As Ah Kd Kc Qs Jh Td 9c 9d 7s 6c 5d 2h Jk"))
    table = game("face-up-pai-gow", deck=deck, readings={"FUP-RT": ties})
    assert isinstance(table, DeclaredGame)
    way, counted = table.house_way, Counter[str]()
    hands = [*combinations(deck.cards, 7)]
    dealt = {hand: way.set(hand)[1] for hand in hands}
    aces = {hand for hand in hands if ending_of(table, hand).made}
    for own in hands:
        dealers = tuple(card for card in deck.cards if card not in own)
        if dealers in aces:
            counted["dealer's ace high"] += 1
            continue
        dealer = dealt[dealers]
        split = best_front(way, own, dealer, ties == "smaller")
        high, low = ("wins" if won else "loses" for won in (split.high > dealer.high, split.low > dealer.low))
        counted[f"high hand {high}; low hand {low}"] += 1
    result = analyze(table)
    share = Fraction(sum(counted.values()), result.net.total)
    assert counted == {row.outcome: row.combinations * share for row in result.return_table}


def ending_of(table: DeclaredGame, dealers: Sequence[Card]) -> IsMade:
    (term,) = table.every(Between)
    found = table.feature(term, {term.hands[0]: dealers})
    assert isinstance(found, IsMade)
    return found
