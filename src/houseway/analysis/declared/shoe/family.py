"""Shoes: hands that are compared or paid by the ranks of their cards, from one or more decks.

The count. Cards that no rule distinguishes form one kind, so a shoe is a few numbers of copies. The procedure runs on
all deals of kinds side by side, each with the number of ordered deals that it represents. Third cards follow their
rule. A question after a tie is put to the seats that tie. All cards are face up when a seat decides, so the best option
is found situation by situation. Eight decks of baccarat have 302,500 deals of kinds for 4,998,398,275,503,360 deals of
cards.

Bounds: the number of deals times the largest net result is checked against 64 bits before the count.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.family import Family, Observation, Player, Solution, StrategyRow
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.shoe.player import ShoePlayer
from houseway.analysis.declared.shoe.rounds import NONE, Count, Kinds, Numbers, Rounds, systems_of
from houseway.analysis.declared.side_bet.census import side_payoffs
from houseway.analysis.declared.streets import asked_of
from houseway.analysis.results.explanation import Explanation
from houseway.analysis.results.result import OPTIMAL
from houseway.cards.card import RANK_NAMES, Card, rank_of
from houseway.errors import BadCards, BadDeclaration
from houseway.games.engine.declared.steps import Ask, DealHand
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Chosen, Compare, Hand, Option, Owner

MOST_ROUNDS = 5_000_000
"""Deals of kinds that are enumerated side by side. More would take too much memory."""
ROUNDS_A_SECOND = 4e5
"""Deals that a core of 2020 enumerates and settles per second."""
START = 0.5
"""CPU seconds before the first deal."""


class Shoe(Family):
    """Hands compared or paid by the ranks of their cards, from any number of decks. They may have third cards by a
    rule, wars after a tie, and at most one decision, at which all cards are face up.
    """

    name = "shoe"
    follows_rules = True

    def refuses(self, game: DeclaredGame) -> str:
        """Return why the family cannot count a title; empty if it can."""
        if by_suit := [system.name for system in systems_of(game) if system.alike is None]:
            return f"suits may count in the ranking {by_suit[0]}: it does not say which cards are alike"
        if any(term.always_against for term in game.every(Compare)):
            return "whether the dealer qualifies depends on the own hand"
        if game.every(Chosen):
            return "an option picks cards"
        if len(game.decisions()) > 1:
            return f"it asks {len(game.decisions())} decisions; at most one is counted"
        if hidden := _hidden_at_the_decision(game):
            return f"{hidden.title} lies face down when a seat decides"
        walk = Count(game, Kinds.of(game))
        if game.deck.size < walk.n_cards:
            return f"{walk.n_cards} cards are dealt, and the deck has {game.deck.size}"
        if (rounds := _n_rounds(walk)) > MOST_ROUNDS:
            return f"about {rounds:,} deals of kinds are too many; at most {MOST_ROUNDS:,} are counted"
        return ""

    def explain(self, game: DeclaredGame) -> Explanation:
        """Return how the title is counted, and its cost."""
        walk = Count(game, Kinds.of(game))
        seen = {decision.title: len(np.unique(walk.counted().asked)) - 1 for decision in game.decisions()}
        return Explanation(
            family=self.name,
            argument="deals are listed by the ranks that matter, weighted by the number of ways to draw them",
            information_sets=seen,
            work=f"at most {_n_rounds(walk):,} deals of {len(walk.kinds)} kinds of cards, which represent "
            f"{walk.total:,} deals of single cards",
            cpu_seconds=START + _n_rounds(walk) / ROUNDS_A_SECOND,
        )

    def solve(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Solution:
        """Count every deal, the best option after it, and the endings that follow."""
        walk = Count(payoffs.game, Kinds.of(payoffs.game))
        _check_bound(payoffs, walk.total)
        rounds = walk.counted()
        worth, best = _best(walk, rounds, payoffs)
        played = rounds.rows((rounds.asked == NONE) | (rounds.path == best[rounds.asked]))
        counts = _ended(walk, played, payoffs)
        side_bets = side_payoffs(payoffs)
        return Solution(
            payoffs=payoffs,
            counts=counts,
            total=walk.total,
            asked=asked_of(payoffs, counts),
            rows=tuple(_rows(walk, rounds, payoffs, worth, best)),
            side_bets={wager: (alone, _ended(walk, played, alone)) for wager, alone in side_bets.items()},
        )

    def situation(self, payoffs: Payoffs, sight: Observation) -> Mapping[Option, Fraction]:
        """Return the exact value of every option that is due, with known cards out of the shoe."""
        game = payoffs.game
        given = _in_sight(game, {Owner.SEAT: sight.own, Owner.TABLE: sight.board, Owner.DEALER: sight.dealer_up})
        seen = [card for cards in given.values() for card in cards]
        kinds = Kinds.of(game, [Card(card) for card in (*seen, *sight.dead)])
        walk = Count(game, kinds, {hand: kinds.of_card[list(cards)].tolist() for hand, cards in given.items()})
        if kinds.size < walk.n_cards - len(seen):
            raise BadCards(f"The round needs {walk.n_cards - len(seen)} more cards; the shoe has {kinds.size} left.")
        rounds = walk.counted()
        if (rounds.asked == NONE).all():
            raise BadCards(f"{game.title}: with these cards nothing is decided; expected hands that tie")
        worth, _ = _best(walk, rounds, payoffs)
        return {
            option: Fraction(int(worth[0, number]), walk.total * payoffs.scale)
            for number, path in enumerate(game.paths)
            for _, option in path
        }

    def player(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Player:
        """Return a player of the best strategy, for many rounds at once."""
        walk = Count(payoffs.game, Kinds.of(payoffs.game))
        rounds = walk.counted()
        _, best = _best(walk, rounds, payoffs)
        decided, first = np.unique(rounds.asked, return_index=True)
        seen = _seen(rounds, walk.game)[first[decided != NONE]] if walk.game.decisions() else np.zeros((0, 0))
        table = {tuple(row): path for row, path in zip(seen.tolist(), best[:-1].tolist(), strict=True)}
        return ShoePlayer(payoffs, walk.kinds, table)


def _best(walk: Count, rounds: Rounds, payoffs: Payoffs) -> tuple[Numbers, Numbers]:
    """Return the value of every path in every situation, as a sum over deals, and the best path of each.

    One more place at the end is for rounds in which nothing is asked. NONE points there.
    """
    sums = np.zeros((int(rounds.asked.max(initial=NONE)) + 1, len(walk.game.paths)), np.int64)
    asked = rounds.rows(rounds.asked != NONE)
    nets = payoffs.net[asked.path, walk.cells(asked, payoffs)]
    np.add.at(sums, (asked.asked, asked.path), nets * asked.weight)
    order = [number for number, path in enumerate(walk.game.paths) if path]
    order = order if payoffs.game.smaller_on_ties else order[::-1]
    best = [max(order, key=row.__getitem__) for row in sums.tolist()]
    return sums, np.array([*best, NONE], np.int64)


def _ended(walk: Count, rounds: Rounds, payoffs: Payoffs) -> NDArray[np.object_]:
    """Return the deals of some rounds by path and cell."""
    counts = np.zeros(payoffs.net.shape, np.int64)
    np.add.at(counts, (rounds.path, walk.cells(rounds, payoffs)), rounds.weight)
    return counts.astype(object)


def _rows(walk: Count, rounds: Rounds, payoffs: Payoffs, worth: Numbers, best: Numbers) -> list[StrategyRow]:
    """Return the best option of every situation, by the ranks in sight."""
    game, rows = walk.game, []
    for situation in range(len(worth)):
        here = rounds.rows((rounds.asked == situation) & (rounds.path == best[situation]))
        seen = [walk.kinds.sample[kind] for kind in _seen(here, game)[0] if kind != NONE]
        ((decision, option),) = game.paths[best[situation]]
        deals = int(here.weight.sum())
        values = {
            path[0][1]: Fraction(int(worth[situation, number]), deals * payoffs.scale)
            for number, path in enumerate(game.paths)
            if path
        }
        tie = "" if decision.if_tied is None else "tie, "
        own = sum(hand.cards for hand in _before_the_decision(game) if hand.is_own)
        label = tie + " and ".join(RANK_NAMES[rank_of(card)] for card in seen[:own])
        rows.append(StrategyRow(decision, (), tuple(seen), label, deals, values, option))
    return rows


def _seen(rounds: Rounds, game: DeclaredGame) -> Numbers:
    """Return the kinds of all cards that are dealt at the decision."""
    return np.hstack([rounds.cards[hand] for hand in _before_the_decision(game) if hand in rounds.cards])


def _before_the_decision(game: DeclaredGame) -> tuple[Hand, ...]:
    hands: list[Hand] = []
    for step in (step for lap in game.procedure for step in lap.steps):
        if isinstance(step, Ask):
            return tuple(hands)
        if isinstance(step, DealHand):
            hands.append(step.hand)
    return ()


def _hidden_at_the_decision(game: DeclaredGame) -> Hand | None:
    return next(
        (hand for hand in _before_the_decision(game) if not hand.is_own and hand.up_at(game) < hand.cards), None
    )


def _in_sight(game: DeclaredGame, by_owner: Mapping[Owner, Sequence[int]]) -> dict[Hand, Sequence[int]]:
    """Return the cards in sight, hand by hand, or raise an error that names the number required."""
    given: dict[Hand, Sequence[int]] = {}
    for owner, cards in by_owner.items():
        hands = [hand for hand in _before_the_decision(game) if hand.owner is owner]
        if len(cards) != sum(hand.cards for hand in hands):
            titles = " and ".join(hand.title for hand in hands) or f"the {owner.value}"
            raise BadCards(f"{titles}: expected {sum(hand.cards for hand in hands)} cards; got {len(cards)}")
        first = 0
        for hand in hands:
            given[hand] = cards[first : first + hand.cards]
            first += hand.cards
    return given


def _n_rounds(walk: Count) -> int:
    """Return the most deals of kinds that are enumerated."""
    found = 1
    for hand in walk.hands:
        found *= comb(len(walk.kinds) + hand.cards - 1, hand.cards) * len(walk.kinds) ** (hand.most_cards - hand.cards)
    return found


def _check_bound(payoffs: Payoffs, total: int) -> None:
    largest = max(1, int(np.abs(payoffs.net).max()))
    if total * largest >= 2**63:
        raise BadDeclaration(f"{payoffs.game.title}: {total:,} deals with payoffs up to {largest:,} pass 64 bits")
