"""The exact value of every way to play one hand, with any cards dead.

The hand is counted now, without stored counts.
"""

import os
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from houseway.analysis.results.advice import Advice, Option, by_value, in_sight
from houseway.analysis.results.result import OPTIMAL, Subject, percent
from houseway.analysis.titles.fast_action_holdem.analyzer import as_fast_action
from houseway.analysis.titles.fast_action_holdem.choices import Way, bonus_amount, legal_ways, odds_by_class
from houseway.analysis.titles.fast_action_holdem.counts import job_of
from houseway.analysis.titles.fast_action_holdem.direct import count_hand
from houseway.analysis.titles.fast_action_holdem.space import BOARD, HAND, PLACES, UNITS
from houseway.cards.card import Card
from houseway.cards.notation import CardsLike, format_cards, parse_cards
from houseway.errors import BadCards
from houseway.games.engine.action import Action, descending
from houseway.games.engine.game import Game
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH, rest_of
from houseway.plain import Plain, exact

STAGE = "keep or split"


@dataclass(frozen=True, slots=True)
class PairValue(Plain):
    """Two of the four cards: the chances that they win, or tie and so lose, and the value of a Bonus of one."""

    cards: tuple[Card, ...]
    win: Fraction
    tie: Fraction
    bonus: Fraction

    @property
    def ante(self) -> Fraction:
        """Return the value of an Ante on the two cards."""
        return 2 * self.win - 1


@dataclass(frozen=True, slots=True)
class FastActionOption(Option):
    """A way to play: the hands with an Ante and the hands with a Bonus."""

    ante: tuple[tuple[Card, ...], ...] = ()
    bonus: tuple[tuple[Card, ...], ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {
            "action": self.action.to_dict(),
            "ante": [format_cards(hand).split() for hand in self.ante],
            "bonus": [format_cards(hand).split() for hand in self.bonus],
            "ev": exact(self.value),
            "text": str(self.action),
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class FastActionAdvice(Advice):
    """Advice with the values of the six pairs, from which all others follow."""

    pairs: tuple[PairValue, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the plain form that `--json` prints."""
        return {**Advice.to_dict(self), "pairs": [pair.to_dict() for pair in self.pairs]}


def advise(
    game: Game,
    cards: CardsLike,
    *,
    board: CardsLike = (),
    stage: int = 1,
    dead: CardsLike = (),
    bonus: Fraction | int = 1,
    jobs: int | None = None,
) -> FastActionAdvice:
    """Return the value in Antes of every way to play four cards, best first. `bonus` is the Bonus bet in Antes.

    Dead cards are cards seen elsewhere. Neither the board nor the dealer can have them.
    """
    table = as_fast_action(game)
    if parse_cards(board, deck=table.deck) or stage != 1:
        raise BadCards(f"{table.title} has one decision, before the board; got board {board!r} and stage {stage!r}")
    amount = bonus_amount(table, bonus)
    seen = in_sight(table, cards, count=HAND, dead=dead, needed=BOARD + HAND, needing="board and dealer need")
    hand = tuple(sorted(seen.own))
    pairs = pair_values(table, hand, seen.dead, jobs)
    options = [_option(action, way, hand, pairs, amount) for action, way in legal_ways(table, hand, bool(amount))]
    subject, known = Subject.of(table, OPTIMAL), tuple(pairs[::-1])
    return FastActionAdvice(subject, descending(hand), (), seen.dead, STAGE, by_value(options), pairs=known)


def _cards_of(hand: tuple[Card, ...], slot: int) -> tuple[Card, ...]:
    return descending(hand[place] for place in PLACES[slot])


def pair_values(
    game: FastActionGame, hand: tuple[Card, ...], dead: tuple[Card, ...] = (), jobs: int | None = None
) -> list[PairValue]:
    """Return the six pairs of a hand, cards ascending, in the order of PLACES."""
    job = job_of(game)
    found = count_hand(job, hand, dead, jobs or os.cpu_count() or 1)
    n_left = game.deck.size - HAND - len(dead)
    n_boards = comb(n_left, BOARD)
    n_all = n_boards * UNITS * comb(n_left - BOARD, HAND)
    odds = odds_by_class(game, job.first_values)
    return [
        PairValue(
            _cards_of(hand, slot),
            Fraction(wins, n_all),
            Fraction(ties, n_all),
            sum((each * times for each, times in zip(odds, boards, strict=True)), Fraction(0)) / n_boards,
        )
        for slot, (wins, ties, boards) in enumerate(zip(found.wins, found.ties, found.boards, strict=True))
    ]


def _option(
    action: Action, way: Way, hand: tuple[Card, ...], pairs: list[PairValue], bonus: Fraction
) -> FastActionOption:
    first, other = pairs[way.slot], pairs[5 - way.slot]
    if action.cards != first.cards:
        first, other = other, first
    second = rest_of(descending(hand), first.cards)
    on_ante = [first, other] if way.kind in (ANTE, BOTH) else [first]
    on_bonus = [first, other] if way.kind in (BONUS, BOTH) else [first]
    value = sum((pair.ante for pair in on_ante), Fraction(0)) + bonus * sum(
        (pair.bonus for pair in on_bonus), Fraction(0)
    )
    hands = (first.cards, second)
    chances = " and ".join(f"{format_cards(pair.cards)} wins {percent(pair.win, 2)}" for pair in on_ante)
    return FastActionOption(action, value, chances, hands[: len(on_ante)], hands[: len(on_bonus)] if bonus else ())
