"""Which declarations are counted by suits: own cards against the dealer's, the longest flush wins."""

from dataclasses import dataclass
from math import prod

import numpy as np

from houseway.analysis.declared.levels import level_by_value
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.situations import by_commitment
from houseway.analysis.declared.side_bet.census import touched_by_play
from houseway.analysis.declared.streets import hands_of
from houseway.analysis.declared.suits.counting import MOST_CARDS, Decided
from houseway.cards.card import N_NATURAL
from houseway.errors import BadDeclaration
from houseway.games.engine.declared.steps import Ask, Show
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare, Decision, Hand, Owner, Paid
from houseway.ranking import ranking
from houseway.ranking.keys import SUIT_MASK
from houseway.ranking.special_rankings import SuitRanking
from houseway.ranking.system import BY_SUIT

LONGEST_FLUSH = "longest-flush"


@dataclass(frozen=True, slots=True)
class Layout:
    """The player's hand, the dealer's, and how they are compared."""

    own: Hand
    dealer: Hand
    compare: Compare

    @classmethod
    def of(cls, game: DeclaredGame) -> "Layout":
        """The layout of a title, which must not be refused."""
        if reason := reason_against(game):
            raise BadDeclaration(f"{game.title} is not counted by suits: {reason}")
        return cls(hands_of(game, Owner.SEAT)[0], hands_of(game, Owner.DEALER)[0], game.every(Compare)[0])


def reason_against(game: DeclaredGame) -> str:
    """Why a title is not counted by suits; empty if it is."""
    own, dealers, compares = hands_of(game, Owner.SEAT), hands_of(game, Owner.DEALER), game.every(Compare)
    if hands_of(game, Owner.TABLE) or len(own) != 1 or len(dealers) != 1 or len(compares) != 1:
        return "it is not one own hand against one of the dealer's, in one comparison"
    if (system := game.system(compares[0])) != LONGEST_FLUSH:
        return f"hands rank by {system}, not by the longest flush"
    if compares[0].always_against:
        return "whether the dealer qualifies depends on the own hand"
    if max(own[0].cards, dealers[0].cards) > MOST_CARDS:
        return f"hands of more than {MOST_CARDS} cards are not ranked"
    if dealers[0].up_at(game) or _shows_before_a_question(game):
        return "cards of the dealer's are seen when a seat decides"
    if len(game.every(Decision)) != 1:
        return f"it has {len(game.every(Decision))} decisions; expected one"
    for paid in game.every(Paid):
        if set(paid.hands) != {own[0]} or game.table(paid).form.system not in BY_SUIT:
            return f"{paid.place}: {paid.title} is not paid on own cards in a ranking by suit"
    for option in game.every(Decision)[0].options:
        if option.holding is not None and option.holding.read(game).system != LONGEST_FLUSH:
            return f"{option.place}: {option} depends on another ranking than the longest flush"
    touched = touched_by_play(Payoffs.of(game))
    if touched:
        return f"{', '.join(wager.title for wager in touched)} depends on how the hand is played"
    deck = game.deck
    if deck.max_copies > 1 or any(deck.copies[N_NATURAL:]):
        return "its deck has copies of cards, or jokers"
    return "" if game.cards_needed(1) <= deck.size else f"its deck has {deck.size} cards"


def _shows_before_a_question(game: DeclaredGame) -> bool:
    steps = [step for lap in game.procedure for step in lap.steps]
    asked = [place for place, step in enumerate(steps) if isinstance(step, Ask)]
    return any(isinstance(step, Show) and place < max(asked, default=-1) for place, step in enumerate(steps))


def suit_ranking(system: str) -> SuitRanking:
    """A ranking by suit."""
    ranked = ranking(system)
    assert isinstance(ranked, SuitRanking), f"{system} is no ranking by suit"
    return ranked


def decided_by(payoffs: Payoffs, layout: Layout) -> Decided:
    """The payoffs as arrays that a kernel decides by."""
    game, flush = payoffs.game, suit_ranking(LONGEST_FLUSH)
    strides = [prod(payoffs.shape[place + 1 :]) for place in range(len(payoffs.shape))]
    masks = np.zeros(flush.n_values + 1, np.int64)
    masks[flush.mask_values] = np.arange(len(flush.mask_values))
    masks[0] = 0
    tables = [(term, stride) for term, stride in zip(payoffs.features, strides, strict=True) if isinstance(term, Paid)]
    systems = [suit_ranking(game.table(term).form.system) for term, _ in tables]
    own_cells = np.zeros((len(tables), max((each.n_values + 1 for each in systems), default=1)), np.int64)
    for row, (term, stride) in zip(own_cells, tables, strict=True):
        levels = level_by_value(game, term)
        row[: len(levels)] = stride * levels
    compared = [stride for term, stride in zip(payoffs.features, strides, strict=True) if isinstance(term, Compare)]
    n_codes = len(game.levels(layout.compare))
    least = [
        max((option.holding.read(game).least for _, option in path if option.holding), default=0)
        for path in payoffs.paths
    ]
    closed = [
        min((lowest.least for step in path if (lowest := step[0].closed_from(step[1], game))), default=len(masks))
        for path in payoffs.paths
    ]
    return Decided(
        flush_values=flush.mask_values.astype(np.int64),
        masks=masks,
        qualifier=game.least_qualified(layout.compare),
        own_values=np.array([each.mask_values for each in systems], np.int64).reshape(len(tables), SUIT_MASK + 1),
        own_cells=own_cells,
        offsets=np.arange(n_codes, dtype=np.int64) * (compared[0] if compared else 0),
        net=payoffs.net,
        order=by_commitment(payoffs)[:: 1 if game.smaller_on_ties else -1].astype(np.int64),
        least=np.array(least, np.int64),
        closed_from=np.array(closed, np.int64),
    )
