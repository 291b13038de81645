"""Decisions that a change affects: hands whose optimal play in the base game is not optimal in the changed game.

If the values of all hands are cached (`option_values`), every hand is checked. If not, a fixed sample of hands is
checked through `advise`, and the result says so.

`OptionValues` has the exact value of every option with every hand of a game, side by side, for comparing two versions.
Some games have too many situations to store, only to sum. They have no such table here.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis import advise
from houseway.analysis.counting.card_sets import Array
from houseway.analysis.counting.shards import Runner
from houseway.analysis.particulars import particulars
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards
from houseway.cards.shuffle import shuffle
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game
from houseway.plain import Plain, exact

Cards = tuple[Card, ...]
Describe = Callable[[Cards, int], str]


@dataclass(frozen=True)
class OptionValues:
    """One row for each class of hands, one column for each option.

    `values` are whole numbers of 1 / `unit` Antes above some common zero, so that only differences are meaningful. A
    value is meaningless if its option is not `allowed`. `hands` has one hand of each class, and `weights` the number of
    hands in the class. The first `n_own` cards of a row are the player's. Those after them are the dealer's face-up
    cards.
    """

    hands: NDArray[np.uint8]
    weights: NDArray[np.int64]
    values: Array
    allowed: NDArray[np.bool_]
    unit: int
    kind_of: Callable[[int], str]
    describe: Describe
    n_own: int | None = None

    @property
    def best(self) -> NDArray[np.intp]:
        """Return the best option of each hand, the first of equally good ones."""
        lowest = int(self.values[self.allowed].min())
        best: NDArray[np.intp] = np.where(self.allowed, self.values, lowest - 1).argmax(axis=1)
        return best

    def at(self, options: NDArray[np.intp]) -> Array:
        """Return the values of one option of each hand."""
        return np.asarray(self.values[np.arange(len(self.values)), options])

    def antes(self, difference: int, hands: int = 1) -> Fraction:
        """Return a difference of values, or the sum of many hands' differences, in Antes per hand."""
        return Fraction(int(difference), self.unit * hands)


SAMPLE = 12
MOST_EXAMPLES = 12


@dataclass(frozen=True, slots=True)
class ChangedHand:
    """A hand that is played differently, and the cost of the base play in the changed game, in Antes.

    `cost` is that of this one decision, with any later one played optimally. It is None if the old play is not allowed
    any more.
    """

    cards: str
    board: str
    base: str
    changed: str
    cost: Fraction | None
    dealer: str = ""

    @property
    def in_words(self) -> str:
        """Return the cards, and any other face-up cards, in words."""
        others = {"board": self.board, "dealer": self.dealer}
        return ", ".join([self.cards, *(f"{whose} {cards}" for whose, cards in others.items() if cards)])

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {
            "cards": self.cards,
            "board": self.board,
            "dealer": self.dealer,
            "base": self.base,
            "changed": self.changed,
            "cost": None if self.cost is None else exact(self.cost),
        }


@dataclass(frozen=True, slots=True)
class Move(Plain):
    """The number of hands that move from one kind of decision to another."""

    base: str
    changed: str
    hands: int


@dataclass(frozen=True, slots=True)
class DecisionChanges:
    """The checked hands, how many of them are played differently, from and to which decisions, and examples.

    `cost` is the cost in the changed game, in Antes per round, of keeping the base game's optimal strategy. It is None
    if that is not known. Then a sample was taken, an old play is not allowed, or a round has a second decision, whose
    old play is not counted.
    """

    covered: str
    exhaustive: bool
    hands: int
    changed: int
    moves: tuple[Move, ...]
    examples: tuple[ChangedHand, ...]
    cost: Fraction | None
    noun: str = "hands"
    """The unit that `hands` counts: first hands, or situations of all decisions."""

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {
            "covered": self.covered,
            "exhaustive": self.exhaustive,
            "hands": self.hands,
            "changed": self.changed,
            "moves": [move.to_dict() for move in self.moves],
            "examples": [hand.to_dict() for hand in self.examples],
            "cost_of_old_play": None if self.cost is None else exact(self.cost),
        }


def decision_changes(base: Game, changed: Game, runner: Runner) -> DecisionChanges:
    """Return the hands that are best played differently in the changed game."""
    if base.slug != changed.slug:
        return _not_comparable()
    known = particulars(base)
    if isinstance(base, DeclaredGame) and not base.decisions():
        return _none_possible("nothing is decided once the bets are down")
    if isinstance(base, DeclaredGame) and base.decisions()[0].depends_on_cards:
        return _not_sampled()
    if base.deck == changed.deck:
        if known.unchanged_because:
            return _none_possible(known.unchanged_because)
        if (followed := known.decision_changes(base, changed)) is not None:
            return followed
        before, after = (known.option_values(game, runner) for game in (base, changed))
        if before is not None and after is not None and np.array_equal(before.hands, after.hands):
            return _of_all_hands(base, before, after)
    return _of_a_sample(base, changed)


def _none_possible(why: str) -> DecisionChanges:
    covered = f"none, because no decision can change: {why}"
    return DecisionChanges(covered, True, 0, 0, (), (), Fraction(0))


def _not_comparable() -> DecisionChanges:
    covered = "none, because the two use different decks; only the shares of decisions are compared"
    return DecisionChanges(covered, False, 0, 0, (), (), None)


def _not_sampled() -> DecisionChanges:
    covered = "none, because other cards decide whether the player is asked; only the shares of decisions are compared"
    return DecisionChanges(covered, False, 0, 0, (), (), None)


def _of_all_hands(base: Game, before: OptionValues, after: OptionValues) -> DecisionChanges:
    old, new = before.best, after.best
    rows = np.arange(len(old))
    kept = _places(before, after)[old]
    still_allowed = (kept >= 0) & after.allowed[rows, kept]
    losses = np.where(still_allowed, after.at(new) - after.at(kept), 0)
    changed = np.flatnonzero(~still_allowed | (losses > 0))
    moves: Counter[tuple[str, str]] = Counter()
    dearest: dict[tuple[str, str], int] = {}
    for row in changed.tolist():
        move = before.kind_of(int(old[row])), after.kind_of(int(new[row]))
        moves[move] += int(before.weights[row])
        if move not in dearest or losses[row] > losses[dearest[move]]:
            dearest[move] = row
    total = int(before.weights.sum())
    lost = sum(int(losses[row]) * int(before.weights[row]) for row in changed.tolist())
    decides_again = particulars(base).decides_again
    stage = " at the first decision, the second one played best" if decides_again else ""
    return DecisionChanges(
        covered=f"every hand{stage}: {total:,} hands in {len(rows):,} classes",
        exhaustive=True,
        hands=total,
        changed=int(before.weights[changed].sum()),
        moves=tuple(Move(*move, hands) for move, hands in moves.most_common()),
        examples=tuple(
            _example(dearest[move], old, new, before, after, losses, bool(still_allowed[dearest[move]]))
            for move, _ in moves.most_common(MOST_EXAMPLES)
        ),
        cost=after.antes(lost, total) if bool(still_allowed.all()) and not decides_again else None,
    )


def _places(before: OptionValues, after: OptionValues) -> NDArray[np.intp]:
    """Return the place of each old option among the new ones, or -1 if the changed game does not have it."""
    kinds, now = ([each.kind_of(place) for place in range(each.allowed.shape[1])] for each in (before, after))
    if kinds == now:
        return np.arange(len(kinds))
    return np.array([now.index(kind) if kind in now else -1 for kind in kinds])


def _example(
    row: int, old: Any, new: Any, before: OptionValues, after: OptionValues, losses: Any, still_allowed: bool
) -> ChangedHand:
    cards = tuple(Card(card_id) for card_id in before.hands[row].tolist())
    own, dealers = cards[: before.n_own], cards[before.n_own :] if before.n_own is not None else ()
    return ChangedHand(
        cards=format_cards(sorted(own, reverse=True)),
        board="",
        dealer=format_cards(dealers),
        base=before.describe(cards, int(old[row])),
        changed=after.describe(cards, int(new[row])),
        cost=after.antes(int(losses[row])) if still_allowed else None,
    )


def _of_a_sample(base: Game, changed: Game) -> DecisionChanges:
    """Compare the first cards of some fixed shuffles of the cards that both games have."""
    deck = Deck(tuple(min(pair) for pair in zip(base.deck.copies, changed.deck.copies, strict=True)))
    known = particulars(base)
    (n_own, n_board), n_dealers = known.seen_first(base), known.dealers_seen_first(base)
    moves: Counter[tuple[str, str]] = Counter()
    examples = []
    for number in range(SAMPLE):
        dealt = shuffle(deck, f"comparison {number}", first=n_own + n_board + n_dealers)
        own, board, dealers = dealt[:n_own], dealt[n_own : n_own + n_board], dealt[n_own + n_board :]
        shown = {"board": board, "dealer": dealers} if dealers else {"board": board}
        before, after = (advise(game, own, **shown) for game in (base, changed))
        kept = [option for option in after.options if option.action.normal() == before.best.action.normal()]
        if kept and kept[0].value == after.best.value:
            continue
        moves[before.best.action.kind, after.best.action.kind] += 1
        cost = after.best.value - kept[0].value if kept else None
        texts = str(before.best.action), str(after.best.action)
        examples.append(ChangedHand(format_cards(own), format_cards(board), *texts, cost, format_cards(dealers)))
    return DecisionChanges(
        covered=f"a sample of {SAMPLE} hands at the first decision, dealt by fixed shuffles",
        exhaustive=False,
        hands=SAMPLE,
        changed=len(examples),
        moves=tuple(Move(*move, hands) for move, hands in moves.most_common()),
        examples=tuple(examples[:MOST_EXAMPLES]),
        cost=None,
    )
