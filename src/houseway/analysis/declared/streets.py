"""The streets of a title: the cards seen at each decision after the player's first cards, and the ways leading there.

The *later* cards are community cards that are shown in parts, or more player's cards that are dealt between decisions;
to one seat they are the same. A *stage* is a decision with the number of later cards that are seen there. A *prefix* is
the sequence of a seat's options before a stage. Before the first stage there is one, the empty one. After the last, the
prefixes are the paths of the title.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.payoffs import Payoffs
from houseway.cards.card import N_NATURAL, Card
from houseway.errors import BadCards, BadDeclaration, IllegalAction
from houseway.games.engine.declared.steps import Ask, DealHand, Show
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import Decision, Hand, Option, Owner


@dataclass(frozen=True, slots=True)
class Later:
    """The cards that come street by street: one community hand, or one or more hands of the seat."""

    hands: tuple[Hand, ...]

    @property
    def cards(self) -> int:
        """Return how many later cards there are."""
        return sum(hand.cards for hand in self.hands)

    def dealt(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.uint8]:
        """Return all later cards, one row per round, from the cards of every hand."""
        return cards[self.hands[0]] if len(self.hands) == 1 else np.hstack([cards[hand] for hand in self.hands])


@dataclass(frozen=True, slots=True)
class Stage:
    """A decision, and how many later cards the seat sees when it is asked."""

    decision: Decision
    shown: int


@dataclass(frozen=True)
class Streets:
    """The seat's first hand, the later cards, and the stages in order."""

    game: DeclaredGame
    own: Hand
    board: Later
    stages: tuple[Stage, ...]

    @classmethod
    def of(cls, game: DeclaredGame) -> "Streets":
        """Return the streets of a title that has them."""
        if reason := reason_against(game):
            raise BadDeclaration(f"{game.title} has no streets: {reason}")
        own, *more = hands_of(game, Owner.SEAT)
        board = Later((*more, *hands_of(game, Owner.TABLE)))
        return cls(game, own, board, tuple(_stages(game, board)))

    @cached_property
    def prefixes(self) -> tuple[tuple[Path, ...], ...]:
        """Return every prefix before each stage, in the order of the options, and last the whole paths."""
        found = []
        for stage in range(len(self.stages) + 1):
            before = {each.decision for each in self.stages[:stage]}
            cut = (tuple(step for step in path if step[0] in before) for path in self.game.paths)
            found.append(tuple(dict.fromkeys(cut)))
        return tuple(found)

    @cached_property
    def children(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Return, by stage and prefix, the prefixes after it, one for each option; one if the seat is not asked."""
        return tuple(
            tuple(
                tuple(place for place, longer in enumerate(after) if longer[: len(prefix)] == prefix)
                for prefix in before
            )
            for before, after in zip(self.prefixes, self.prefixes[1:], strict=False)
        )

    def option(self, stage: int, child: int) -> Option | None:
        """Return the option at a stage that leads to a prefix after it; None where the seat was not asked."""
        return dict(self.prefixes[stage + 1][child]).get(self.stages[stage].decision)

    def is_asked(self, stage: int, prefix: int) -> bool:
        """Return whether a seat with this prefix decides at the stage."""
        return self.option(stage, self.children[stage][prefix][0]) is not None

    def due(self, shown: int, taken: Sequence[Option]) -> tuple[int, int]:
        """Return the stage and the prefix of a seat that sees `shown` community cards and has taken these options.

        Where only one way leads to a decision on these cards, the options may be left out.
        """
        here = [
            (stage, prefix)
            for stage, each in enumerate(self.stages)
            for prefix in range(len(self.prefixes[stage]))
            if each.shown == shown and self.is_asked(stage, prefix)
        ]
        ways = [tuple(option for _, option in self.prefixes[stage][prefix]) for stage, prefix in here]
        if tuple(taken) in ways:
            return here[ways.index(tuple(taken))]
        if len(here) == 1 and not taken:
            return here[0]
        got = ", ".join(option.name for option in taken) or "no option"
        listed = "; ".join(", ".join(option.name for option in way) for way in ways)
        raise IllegalAction(
            f"{self.game.title}: no decision is due with {shown} community cards after {got}"
            + (f"; expected one of: {listed}" if listed else "")
        )

    def chains(self, n_cards: int, stage: int = 0, given: int = 0) -> int:
        """Return the ways to show the community cards, street by street, from a stage on; `given` are already known."""
        sizes = [each.shown for each in self.stages[stage:]] + [self.board.cards]
        steps = zip([given, *sizes], sizes, strict=False)
        return prod(comb(n_cards - (before - given), after - before) for before, after in steps)


def hands_of(game: DeclaredGame, owner: Owner) -> tuple[Hand, ...]:
    """Return the hands of a kind of owner."""
    return tuple(hand for hand in game.every(Hand) if hand.owner is owner)


def reason_against(game: DeclaredGame) -> str:
    """Return why a title has no player's hand and later cards in streets; empty if it has."""
    own, common = hands_of(game, Owner.SEAT), hands_of(game, Owner.TABLE)
    if not own or (len(own) != 1 if common else len(own) == 1) or len(common) > 1:
        return f"it has {len(own)} hands of a seat and {len(common)} common ones; expected a common one, or more own"
    steps = [step for lap in game.procedure for step in lap.steps]
    asks = [place for place, step in enumerate(steps) if isinstance(step, Ask)]
    deals = {step.hand: place for place, step in enumerate(steps) if isinstance(step, DealHand)}
    if not asks or len({step.decision for step in steps if isinstance(step, Ask)}) != len(asks):
        return "it asks nothing" if not asks else "it asks the same decision twice"
    if any((place > min(asks)) is not (hand in own[1:]) for hand, place in deals.items()):
        return "cards are dealt between its decisions that are not the seat's own, or own hands before them"
    if [hand for hand in deals if hand in own] != list(own):
        return "its own hands are not declared in the order in which they are dealt"
    if game.depends_on_hand:
        return "what a seat may do depends on its own hand"
    if game.deck.max_copies > 1 or any(game.deck.copies[N_NATURAL:]):
        return "its deck has copies of cards, or jokers"
    if game.cards_needed(1) > game.deck.size:
        return f"its deck has {game.deck.size} cards, and a round takes {game.cards_needed(1)}"
    return ""


def _stages(game: DeclaredGame, board: Later) -> list[Stage]:
    shown, stages = sum(hand.up_at(game) for hand in board.hands if not hand.is_own), []
    for step in (step for lap in game.procedure for step in lap.steps):
        if isinstance(step, Show) and step.hand in board.hands:
            shown = board.cards if step.cards is None else min(shown + step.cards, board.cards)
        if isinstance(step, DealHand) and step.hand.is_own and step.hand in board.hands:
            shown += step.hand.cards
        if isinstance(step, Ask):
            stages.append(Stage(step.decision, shown))
    return stages


def asked_of(payoffs: Payoffs, counts: NDArray[np.object_]) -> dict[Decision, dict[Option, int]]:
    """Return how often each option of each decision is taken, from the paths that go through it."""
    found: dict[Decision, dict[Option, int]] = {}
    for path, times in zip(payoffs.paths, counts.sum(axis=1).tolist(), strict=True):
        for decision, option in path:
            taken = found.setdefault(decision, dict.fromkeys(decision.offered(payoffs.game), 0))
            taken[option] += int(times)
    return found


def option_values(
    streets: Streets, stage: int, prefix: int, values: NDArray[np.int64], ways: int
) -> Mapping[Option, Fraction]:
    """Return the values of the options at a stage, from sums over `ways` ways by the prefixes that they lead to."""
    found = {}
    for child in streets.children[stage][prefix]:
        option = streets.option(stage, child)
        assert option is not None, "the seat is asked here"
        found[option] = Fraction(int(values[child]), ways)
    return found


def check_cards(streets: Streets, own: Sequence[int], board: Sequence[int], dead: Sequence[int]) -> None:
    """Refuse a situation with a wrong number of cards, with cards not in the deck, or with too many cards to go on."""
    if len(own) != streets.own.cards:
        raise BadCards(f"{streets.game.title} takes {streets.own.cards} cards; you gave {len(own)}.")
    left = streets.game.deck.without([Card(card) for card in (*own, *board, *dead)])
    others = sum(hand.cards for hand in hands_of(streets.game, Owner.DEALER)) + streets.board.cards - len(board)
    if left.size < others:
        raise BadCards(f"The round needs {others} more cards; the deck has {left.size} left.")


def left_of(game: DeclaredGame, seen: Sequence[int]) -> NDArray[np.uint8]:
    """Return the cards of the deck that are not seen."""
    return np.array([card for card in game.deck.distinct if card not in set(seen)], np.uint8)
