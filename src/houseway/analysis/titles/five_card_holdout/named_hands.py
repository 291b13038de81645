"""Hands of Five Card HoldOut named in words.

Words name the made hand with the board, the strongest hands, a rule's holds, or the blueprint's range at a moment.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import set_numbers, suit_images
from houseway.analysis.solve.ranges import Range
from houseway.analysis.titles.five_card_holdout.blueprint import Blueprint, Spot
from houseway.analysis.titles.five_card_holdout.chances import Range as HeldByRule
from houseway.analysis.titles.five_card_holdout.showdown import RANKING
from houseway.analysis.titles.five_card_holdout.subgames import hand_strengths
from houseway.cards.deck import Deck
from houseway.errors import BadSetting
from houseway.games.titles.five_card_holdout.hold_rules import HOLD_RULES
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS, FLOP_CARDS
from houseway.ranking import ranking

Weights = NDArray[np.float64]
_KIND = re.compile(r"(?P<kind>[a-z ]+?)s?(?P<more> or (?:better|worse))?")
_TOP = re.compile(r"(?P<side>top|bottom) (?P<percent>[0-9.]+)%")
_SEATS = ("big blind", "button")
_PLANNED = re.compile(
    rf"blueprint (?P<seat>{'|'.join(_SEATS)}) (?P<held>[2-5]-[2-5]) (?P<first>[a-z ]+?)(?: / (?P<middle>[a-z ]+))?"
)


def named_hands(text: str, every: Range, seen: Sequence[int]) -> Weights | None:
    """Return the weights of the hands that some words name, or None for other words.

    `two pair`, `pair or better`, `straight or worse`: the hand that is made with the whole board. `top 20%`, `bottom
    5%`: of all hands, by strength, those of equal strength as one. `hold-best`: the number of dealt hands of which that
    rule holds these cards. `blueprint button 3-3 raise call / bet call`: the seat's range if it plays as the blueprint
    does. It is the range after both hold these numbers of cards and after these lines, the second once the whole board
    is dealt.
    """
    if text in HOLD_RULES:
        return _held(text, every, seen)
    if text.startswith("blueprint"):
        return _planned(text, every, seen)
    top, kind = _TOP.fullmatch(text), _KIND.fullmatch(text)
    if top is not None:
        return _strongest(top["side"] == "top", top["percent"], _strengths(text, every, seen))
    names = [str(category) for category in ranking(RANKING).categories]
    if kind is None or kind["kind"] not in names:
        return None
    places = ranking(RANKING).category_places[_strengths(text, every, seen)]
    place = names.index(kind["kind"])
    if kind["more"] is None:
        named = places == place
    else:
        named = places >= place if kind["more"].endswith("better") else places <= place
    weights: Weights = named.astype(np.float64)
    return weights


def _strengths(text: str, every: Range, seen: Sequence[int]) -> NDArray[np.int64]:
    if len(seen) != BOARD_CARDS:
        raise BadSetting(
            f"{text!r} is what hands make with the whole board; only {len(seen)} of {BOARD_CARDS} cards lie"
        )
    return hand_strengths(every.hands, np.tile(np.array(seen, np.uint8), (len(every.hands), 1)))


def _strongest(top: bool, percent: str, strengths: NDArray[np.int64]) -> Weights:
    try:
        share = float(percent) / 100
    except ValueError:
        share = -1.0
    if not 0 < share <= 1:
        raise BadSetting(f"A share of all hands must be above 0% and at most 100%; got {percent!r}.")
    order = np.sort(strengths)
    wanted = max(1, round(share * len(order)))
    named = strengths >= order[-wanted] if top else strengths <= order[wanted - 1]
    weights: Weights = named.astype(np.float64)
    return weights


def _held(rule: str, every: Range, seen: Sequence[int]) -> Weights:
    """Return, for each hand, how many of the hands that can be dealt beside the cards seen a rule holds that way."""
    unseen = np.array(Deck.standard().without(seen).distinct, np.uint8)
    known = HeldByRule.by_rule(unseen, every.size, rule)
    weights = np.zeros(len(every.hands))
    numbers = set_numbers(every.hands)
    weights[np.searchsorted(numbers, set_numbers(unseen[known.kept]))] = known.hands
    return weights


def _planned(text: str, every: Range, seen: Sequence[int]) -> Weights:
    """Return how often the blueprint reaches a moment with each hand, equal for hands that differ by a renaming."""
    found = _PLANNED.fullmatch(text)
    if found is None or (found["middle"] is None) != (len(seen) < BOARD_CARDS) or not seen:
        raise BadSetting(
            f"a range of the blueprint is as 'blueprint button 3-3 raise call' on a flop, and 'blueprint big blind 3-4 "
            f"raise call / bet call' on a whole board; got {text!r} with {len(seen)} cards of the board"
        )
    player = _SEATS.index(found["seat"])
    held = tuple(int(size) for size in found["held"].split("-"))
    if held[player] != every.size:
        raise BadSetting(f"{text!r} is of {held[player]} held cards, where {every.size} are held")
    known = Blueprint.load().range_of(player, Spot(found["first"], held, found["middle"] or "", board=tuple(seen)))
    weights = np.zeros(len(every.hands))
    numbers = set_numbers(every.hands)
    weights[np.searchsorted(numbers, set_numbers(known.hands))] = known.weights
    flop, later = set(seen[:FLOP_CARDS]), set(seen[FLOP_CARDS:])
    alike = [
        weights[np.searchsorted(numbers, every.numbers(image))]
        for image in suit_images(Deck.standard())
        if {int(image[card]) for card in flop} == flop and {int(image[card]) for card in later} == later
    ]
    return _mean(alike)


def _mean(alike: list[Weights]) -> Weights:
    """Return the mean of weights in any order. Equal hands get equal weights, to the last bit."""
    return np.sort(alike, axis=0).mean(axis=0)  # type: ignore[no-any-return]
