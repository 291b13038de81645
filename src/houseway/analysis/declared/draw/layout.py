"""Which declarations are draws: own cards of which some may be exchanged unseen, against the dealer's."""

from dataclasses import dataclass
from math import comb

from houseway.analysis.declared.private_showdown.layout import DEALER_CARDS_TO_EXCLUDE
from houseway.analysis.declared.streets import hands_of
from houseway.cards.card import N_NATURAL
from houseway.errors import BadDeclaration
from houseway.games.engine.declared.steps import Ask, Show
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import (
    Between,
    Chosen,
    Compare,
    Decision,
    Exchanged,
    Hand,
    Owner,
    Paid,
    Rest,
)
from houseway.ranking.system import SYSTEMS

MOST_DRAWS = 5 * 10**6
"""Own hands up to renaming of suits times holds times draws: beyond this the counts are too many to keep."""
SUIT_RENAMINGS = 24


@dataclass(frozen=True, slots=True)
class Layout:
    """The own hand, what is drawn for the cards that are put away, the hand in the end, and the dealer's.

    `kept` are the cards that are not put away, where the title asks about them.
    """

    own: Hand
    away: Chosen
    drawn: Hand
    final: Exchanged
    dealer: Hand
    compare: Compare
    kept: tuple[Rest, ...]

    @classmethod
    def of(cls, game: DeclaredGame) -> "Layout":
        """The layout of a title, which must not be refused."""
        if reason := reason_against(game):
            raise BadDeclaration(f"{game.title} is not a draw game: {reason}")
        (final,) = game.every(Exchanged)
        assert final.drawn.replaces is not None
        compare, dealer = game.every(Compare)[0], hands_of(game, Owner.DEALER)[0]
        kept = tuple(rest for rest in game.every(Rest) if rest.of is final.drawn.replaces)
        return cls(final.of, final.drawn.replaces, final.drawn, final, dealer, compare, kept)


def reason_against(game: DeclaredGame) -> str:
    """Why a title is no draw that can be counted; empty if it is one."""
    exchanged, compares, dealers = game.every(Exchanged), game.every(Compare), hands_of(game, Owner.DEALER)
    if len(exchanged) != 1 or len(game.every(Chosen)) != 1:
        return "no hand of it is exchanged" if not exchanged else "it picks cards for more than one exchange"
    final = exchanged[0]
    if hands_of(game, Owner.TABLE) or len(dealers) != 1 or set(hands_of(game, Owner.SEAT)) != {final.of, final.drawn}:
        return "it is not one own hand against one of the dealer's"
    if len(compares) != 1 or compares[0].own is not final or game.system(compares[0]) not in SYSTEMS:
        return "the hand in the end is not what is compared, in a ranking with tables"
    if len(game.every(Decision)) != 1 or game.depends_on_hand:
        return "it does not ask one decision that is open to every hand"
    if dealers[0].up_at(game) or dealers[0].cards not in DEALER_CARDS_TO_EXCLUDE or _shown_before(game):
        return "the dealer's hand is seen, or not of three to five cards"
    for paid in game.every(Paid):
        if set(paid.hands) not in ({final}, {final.of}) or game.table(paid).form.system not in SYSTEMS:
            return f"{paid.place}: {paid.title} is not paid on the own hand, at first or in the end"
    for term in game.every(Between):
        if not isinstance(term.hands[0], Rest) or term.hands[0].of is not final.drawn.replaces:
            return f"{term.place}: {term.title} is not about the cards that are kept"
    deck = game.deck
    if deck.max_copies > 1 or any(deck.copies[N_NATURAL:]):
        return "its deck has copies of cards, or jokers"
    if game.cards_needed(1) > deck.size:
        return f"its deck has {deck.size} cards, and a round takes {game.cards_needed(1)}"
    draws = n_draws(game, final)
    return f"about {draws:,} draws are too many" if draws > MOST_DRAWS else ""


def n_draws(game: DeclaredGame, final: Exchanged) -> int:
    """About how many holds and draws there are."""
    size, own, more = game.deck.size, final.of.cards, final.drawn.cards
    return comb(size, own) // SUIT_RENAMINGS * comb(own, more) * comb(size - own, more)


def _shown_before(game: DeclaredGame) -> bool:
    steps = [step for lap in game.procedure for step in lap.steps]
    asked = [place for place, step in enumerate(steps) if isinstance(step, Ask)]
    return any(isinstance(step, Show) and place < max(asked) for place, step in enumerate(steps))
