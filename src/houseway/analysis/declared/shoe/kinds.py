"""Cards that no rule of a title tells apart: in a shoe of eight decks all tens and pictures are one kind of 128."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_CARDS
from houseway.cards.deck import Deck
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Cause, Compare, Hand, Paid
from houseway.ranking.system import RankingSystem, ranking_system

POINTS = "points"


@dataclass(frozen=True)
class Kinds:
    """The kinds of the cards of a deck: a card that stands for each, how many there are, and the kind of every card."""

    sample: tuple[int, ...]
    copies: tuple[int, ...]
    of_card: NDArray[np.int64]

    @classmethod
    def of(cls, game: DeclaredGame, dead: Sequence[int] = ()) -> "Kinds":
        """Those of a title's deck, less some cards."""
        systems = systems_of(game)
        alike: dict[object, int] = {}
        of_card = np.full(N_CARDS, -1, np.int64)
        for card in game.deck.distinct:
            key = tuple(system.alike(card) for system in systems if system.alike is not None)
            of_card[card] = alike.setdefault(key, len(alike))
        samples = {int(of_card[card]): int(card) for card in reversed(game.deck.distinct)}
        left: Deck = game.deck.without(dead)
        copies = [0] * len(alike)
        for card in left.cards:
            copies[of_card[card]] += 1
        return cls(tuple(samples[kind] for kind in range(len(alike))), tuple(copies), of_card)

    def __len__(self) -> int:
        return len(self.sample)

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(self.copies)


def systems_of(game: DeclaredGame) -> tuple[RankingSystem, ...]:
    """The ranking systems that a title looks at its cards by: points too, where it counts them."""
    names = [system_of(game, term) for term in game.features]
    names += [POINTS for hand in game.every(Hand) if hand.draws is not None]
    return tuple(ranking_system(name) for name in dict.fromkeys(names))


def system_of(game: DeclaredGame, term: Cause) -> str:
    """The ranking system by which a feature looks at cards."""
    if isinstance(term, Compare):
        return game.system(term)
    return game.table(term).form.system if isinstance(term, Paid) else POINTS
