"""Other evaluators of poker hands, where they are installed, called hand by hand as their users call them.

Cards are made beforehand in the form that each library likes best, so that only evaluation is timed.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from itertools import starmap
from typing import Any

from houseway.bench.measure import Case, Run
from houseway.cards.card import card_text

Hands = Sequence[Sequence[int]]

ONE_BY_ONE = "call per hand"


def group_of(n_cards: int) -> str:
    """The name under which evaluations of so many cards are compared."""
    return f"{n_cards} cards"


def one_by_one(evaluate: Callable[[Any], object], hands: Sequence[Any]) -> Run:
    """Call the evaluator for each hand; a hand is its only argument."""
    return lambda: sum(1 for _ in map(evaluate, hands))


def other_evaluators(five: Hands, seven: Hands) -> Iterator[Case]:
    """Cases for phevaluator, which is the baseline, treys and eval7, in so far as they are installed."""
    for hands in (five, seven):
        group = group_of(len(hands[0]))
        if find_spec("phevaluator"):
            yield from _phevaluator(hands, group)
        if find_spec("treys"):
            yield Case("treys", ONE_BY_ONE, group, 1, _treys(hands))
        if find_spec("eval7"):
            yield Case("eval7", ONE_BY_ONE, group, 1, _eval7(hands))


def _phevaluator(hands: Hands, group: str) -> Iterator[Case]:
    """Its quickest call for this number of cards and its general one, both with card ids."""
    import phevaluator

    general: Callable[..., int] = phevaluator.evaluate_cards
    quickest: Callable[..., int] = getattr(phevaluator, f"evaluate_{len(hands[0])}cards", general)
    for evaluate in {quickest.__name__: quickest, general.__name__: general}.values():
        yield Case(
            f"phevaluator.{evaluate.__name__}",
            ONE_BY_ONE,
            group,
            1,
            _called_with_arguments(evaluate, hands),
            baseline=evaluate is quickest,
        )


def _called_with_arguments(evaluate: Callable[..., int], calls: Sequence[Sequence[Any]]) -> Run:
    return lambda: sum(1 for _ in starmap(evaluate, calls))


def _treys(hands: Hands) -> Run:
    import treys

    own = [[treys.Card.new(card_text(card_id)) for card_id in hand] for hand in hands]
    return _called_with_arguments(treys.Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in own])


def _eval7(hands: Hands) -> Run:
    import eval7

    return one_by_one(eval7.evaluate, [[eval7.Card(card_text(card_id)) for card_id in hand] for hand in hands])
