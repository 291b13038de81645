"""Which decisions a modification changes: hands whose best play in the approved game is not the best any more.

Where the values of all hands are kept (`option_values`), every hand is looked at. Elsewhere a fixed list of hands is
asked about through `advise`; what was looked at is said with the result.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from houseway.analysis import advise
from houseway.analysis.compare.option_values import OptionValues
from houseway.analysis.counting.shards import Runner
from houseway.analysis.particulars import particulars
from houseway.analysis.results.result import exact
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards
from houseway.cards.shuffle import shuffle
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game

SAMPLE = 12
MOST_EXAMPLES = 12


@dataclass(frozen=True, slots=True)
class ChangedHand:
    """A hand that is played otherwise, and what the old play gives away in the modified game, in Antes.

    `cost` is that of this one decision, with any later one played best; None where the old play is not allowed any
    more.
    """

    cards: str
    board: str
    approved: str
    modified: str
    cost: Fraction | None
    dealer: str = ""

    @property
    def in_words(self) -> str:
        """The cards, and what else lies face up."""
        others = {"board": self.board, "dealer": self.dealer}
        return ", ".join([self.cards, *(f"{whose} {cards}" for whose, cards in others.items() if cards)])

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {
            "cards": self.cards,
            "board": self.board,
            "dealer": self.dealer,
            "approved": self.approved,
            "modified": self.modified,
            "cost": None if self.cost is None else exact(self.cost),
        }


@dataclass(frozen=True, slots=True)
class Move:
    """So many hands go from one kind of decision to another."""

    approved: str
    modified: str
    hands: int

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {"approved": self.approved, "modified": self.modified, "hands": self.hands}


@dataclass(frozen=True, slots=True)
class DecisionChanges:
    """What was looked at, how many of those hands are played otherwise, from what to what, and examples.

    `cost` is what a player gives away in the modified game, in Antes a round, who plays it as the approved one was best
    played; None where that is not known: a sample was taken, an old play is not allowed, or a round has a second
    decision, whose old play is not counted.
    """

    covered: str
    exhaustive: bool
    hands: int
    changed: int
    moves: tuple[Move, ...]
    examples: tuple[ChangedHand, ...]
    cost: Fraction | None

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {
            "covered": self.covered,
            "exhaustive": self.exhaustive,
            "hands": self.hands,
            "changed": self.changed,
            "moves": [move.to_dict() for move in self.moves],
            "examples": [hand.to_dict() for hand in self.examples],
            "cost_of_old_play": None if self.cost is None else exact(self.cost),
        }


def decision_changes(approved: Game, modified: Game, runner: Runner) -> DecisionChanges:
    """The hands that are best played otherwise in the modified game."""
    if approved.slug != modified.slug:
        return _not_comparable()
    known = particulars(approved)
    if isinstance(approved, DeclaredGame) and not approved.decisions():
        return _none_possible("nothing is decided once the bets are down")
    if isinstance(approved, DeclaredGame) and approved.decisions()[0].depends_on_cards:
        return _not_sampled()
    if approved.deck == modified.deck:
        if known.unchanged_because:
            return _none_possible(known.unchanged_because)
        before, after = (known.option_values(game, runner) for game in (approved, modified))
        if before is not None and after is not None and np.array_equal(before.hands, after.hands):
            return _of_all_hands(approved, before, after)
    return _of_a_sample(approved, modified)


def _none_possible(why: str) -> DecisionChanges:
    covered = f"no hand needs to be looked at: {why}"
    return DecisionChanges(covered, True, 0, 0, (), (), Fraction(0))


def _not_comparable() -> DecisionChanges:
    covered = "no hand: the two are dealt from different decks, so only the shares of decisions are set side by side"
    return DecisionChanges(covered, False, 0, 0, (), (), None)


def _not_sampled() -> DecisionChanges:
    covered = (
        "no hand: whether one is asked depends on other cards, so only the shares of decisions are set side by side"
    )
    return DecisionChanges(covered, False, 0, 0, (), (), None)


def _of_all_hands(approved: Game, before: OptionValues, after: OptionValues) -> DecisionChanges:
    old, new = before.best, after.best
    rows = np.arange(len(old))
    still_allowed = after.allowed[rows, old]
    losses = np.where(still_allowed, after.at(new) - after.at(old), 0)
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
    decides_again = particulars(approved).decides_again
    stage = " at the first option, the second one played best" if decides_again else ""
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


def _example(
    row: int, old: Any, new: Any, before: OptionValues, after: OptionValues, losses: Any, still_allowed: bool
) -> ChangedHand:
    cards = tuple(Card(card_id) for card_id in before.hands[row].tolist())
    own, dealers = cards[: before.n_own], cards[before.n_own :] if before.n_own is not None else ()
    return ChangedHand(
        cards=format_cards(sorted(own, reverse=True)),
        board="",
        dealer=format_cards(dealers),
        approved=before.describe(cards, int(old[row])),
        modified=after.describe(cards, int(new[row])),
        cost=after.antes(int(losses[row])) if still_allowed else None,
    )


def _of_a_sample(approved: Game, modified: Game) -> DecisionChanges:
    """The first cards of some fixed shuffles of the cards that both games have."""
    deck = Deck(tuple(min(pair) for pair in zip(approved.deck.copies, modified.deck.copies, strict=True)))
    known = particulars(approved)
    (n_own, n_board), n_dealers = known.seen_first(approved), known.dealers_seen_first(approved)
    moves: Counter[tuple[str, str]] = Counter()
    examples = []
    for number in range(SAMPLE):
        dealt = shuffle(deck, f"comparison {number}", first=n_own + n_board + n_dealers)
        own, board, dealers = dealt[:n_own], dealt[n_own : n_own + n_board], dealt[n_own + n_board :]
        shown = {"board": board, "dealer": dealers} if dealers else {"board": board}
        before, after = (advise(game, own, **shown) for game in (approved, modified))
        kept = [option for option in after.options if option.action.normal() == before.best.action.normal()]
        if kept and kept[0].value == after.best.value:
            continue
        moves[before.best.action.kind, after.best.action.kind] += 1
        cost = after.best.value - kept[0].value if kept else None
        texts = str(before.best.action), str(after.best.action)
        examples.append(ChangedHand(format_cards(own), format_cards(board), *texts, cost, format_cards(dealers)))
    return DecisionChanges(
        covered=f"a sample of {SAMPLE} hands, dealt by fixed shuffles: the counts of all hands are not at hand",
        exhaustive=False,
        hands=SAMPLE,
        changed=len(examples),
        moves=tuple(Move(*move, hands) for move, hands in moves.most_common()),
        examples=tuple(examples[:MOST_EXAMPLES]),
        cost=None,
    )
