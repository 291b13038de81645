"""Declarations that are private showdowns: the cards dealt, and the cards seen when the seat decides."""

from dataclasses import dataclass
from math import comb

from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.open_hands import DEALERS_CARDS
from houseway.analysis.declared.side_bet.census import pays_by_color, touched_by_play
from houseway.cards.card import N_NATURAL
from houseway.errors import BadDeclaration
from houseway.games.engine.declared.steps import Ask, DealHand, Show
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare, Hand, Owner, Paid
from houseway.ranking.system import BY_SUIT, READABLE_ONLY, SYSTEMS, ranking_system

MOST_SHOWDOWNS = 10**10
"""Player hands times dealer's hands, up to renaming of suits. Beyond this number enumerating them takes too long."""
MOST_SIGHTS = 10**7
SUIT_RENAMINGS = 24
DEALER_CARDS_TO_EXCLUDE = range(3, 7)
OWN_CARDS_TO_EXCLUDE = range(1, 8)
"""For hands of these sizes dealer's hands are counted by inclusion and exclusion. Larger tables would be too large."""
MOST_SWEPT = 7
HIDDEN_CARDS = range(1, 5)
"""The most hidden cards beside up cards, for the same reason."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The player's hand, the dealer's hand, and how many cards of the latter are seen when the seat decides.

    `others` are cards of other seats that affect the player's decisions. Where a table pays by colors, situations are
    combined only if a renaming of suits that keeps colors together makes one of the other.
    """

    own: Hand
    dealer: Hand
    up: int
    others: Hand | None = None
    keep_colors: bool = False

    @classmethod
    def of(cls, game: DeclaredGame) -> "Layout":
        """Return the layout of a title, which must be a private showdown."""
        if reason := reason_against(game):
            raise BadDeclaration(f"{game.title} is not a private showdown: {reason}")
        own, dealer = _hands(game, Owner.SEAT)[0], _hands(game, Owner.DEALER)[0]
        return cls(own, dealer, _seen_cards(game, dealer)[0], game.others, pays_by_color(game))

    def by_exclusion(self, game: DeclaredGame) -> bool:
        """Return whether a single comparison is counted by inclusion and exclusion, without enumerating showdowns."""
        return (
            self.own.cards in OWN_CARDS_TO_EXCLUDE and self.dealer.cards in DEALER_CARDS_TO_EXCLUDE and _has_keys(game)
        )

    def by_sweep(self, game: DeclaredGame) -> bool:
        """Return whether a single comparison of hands of the same size is counted in one sweep, without
        table limits.
        """
        alike = self.own.cards == self.dealer.cards and not self.up
        return alike and not self.by_exclusion(game) and self.own.cards <= MOST_SWEPT and _has_keys(game)

    def by_up_cards(self, game: DeclaredGame) -> bool:
        """Return whether showdowns are counted by the up cards: one comparison, and tables that rank player's cards
        alike.
        """
        compared = game.every(Compare)
        paid = [term for term in game.features if isinstance(term, Paid)]
        holding = [option.holding for path in game.paths for _, option in path if option.holding is not None]
        return (
            self.up > 0
            and not any(game.deck.copies[N_NATURAL:])
            and all(needed.read(game).system == game.system(compared[0]) for needed in holding if compared)
            and self.own.cards in OWN_CARDS_TO_EXCLUDE
            and self.dealer.cards - self.up in HIDDEN_CARDS
            and len(compared) == 1
            and _has_keys(game)
            and not compared[0].always_against
            and all(term.hands == (self.own,) for term in paid)
            and all(game.table(term).form.system == game.system(compared[0]) for term in paid)
        )

    def dealer_hands(self, deck_size: int) -> int:
        """Return how many dealer's hands there are against one player's hand, once the up cards are seen."""
        known = self.own.cards + self.up + (self.others.cards if self.others is not None else 0)
        return comb(deck_size - known, self.dealer.cards - self.up)


def reason_against(game: DeclaredGame) -> str:
    """Return why a title is not a private showdown that can be counted; empty if it is one."""
    own, dealers = _hands(game, Owner.SEAT), _hands(game, Owner.DEALER)
    if _hands(game, Owner.TABLE):
        return "it has common cards"
    if len(own) != 1 or len(dealers) != 1:
        return f"it has {len(own)} hands of a seat and {len(dealers)} of the dealer; expected one of each"
    if len(set(_seen_cards(game, dealers[0]))) != 1:
        return "cards are shown between its decisions"
    looked_at: list[Compare | Paid] = [*game.every(Compare), *game.every(Paid)]
    for term in looked_at:
        if reason := cannot_value(game, term):
            return reason
    if any(decision.closed_from(option, game) for path in game.paths for decision, option in path):
        return "a bet is closed to hands that may make a larger one"
    deck = game.deck
    if deck.max_copies > 1:
        return "its deck has copies of cards"
    layout = Layout(own[0], dealers[0], _seen_cards(game, dealers[0])[0], game.others, pays_by_color(game))
    if layout.keep_colors and (layout.up or layout.by_sweep(game)):
        return "a table pays by colors, and dealer's cards are seen or hands are counted in one sweep"
    return _others_against(game, layout) or _too_much(game, layout)


def _others_against(game: DeclaredGame, layout: Layout) -> str:
    """Return why open hands of other seats cannot be included; empty if they can, or if there are none."""
    if layout.others is None:
        return ""
    if layout.up or layout.dealer.cards != DEALERS_CARDS:
        return f"other seats' cards are seen, and the dealer has not {DEALERS_CARDS} cards face down"
    if game.deck.size < layout.own.cards + layout.dealer.cards + layout.others.cards:
        return f"its deck of {game.deck.size} cards does not serve the other seats"
    for wager, alone in touched_by_play(Payoffs.of(game)).items():
        if any(isinstance(term, Paid) and layout.dealer in term.hands for term in alone.features):
            return f"{wager.title} is lost by a fold, is paid on the dealer's cards, and other seats' cards are seen"
    return ""


def _too_much(game: DeclaredGame, layout: Layout) -> str:
    """Return why a count would take too long; empty if it would not."""
    size, own = game.deck.size, layout.own.cards
    if size < own + layout.dealer.cards:
        return f"{own + layout.dealer.cards} cards are dealt, and the deck has {size}"
    if layout.by_up_cards(game):
        return ""
    sights = comb(size, own) * comb(size - own, layout.up) // SUIT_RENAMINGS
    if sights > MOST_SIGHTS:
        return f"a seat can see about {sights:,} different hands; at most {MOST_SIGHTS:,} are counted"
    pools = [term for term in game.features if isinstance(term, Paid) and layout.dealer in term.hands]
    if (layout.by_exclusion(game) or layout.by_sweep(game)) and not pools and len(game.every(Compare)) <= 1:
        return ""
    showdowns = sights * layout.dealer_hands(size)
    return f"about {showdowns:,} showdowns are too many to lay out" if showdowns > MOST_SHOWDOWNS else ""


def _has_keys(game: DeclaredGame) -> bool:
    """Return whether the hands compared have values by sums of card keys, which kernels look up."""
    return all(game.system(term) in SYSTEMS for term in game.every(Compare))


def _hands(game: DeclaredGame, owner: Owner) -> list[Hand]:
    return [hand for hand in game.every(Hand) if hand.owner is owner]


def _seen_cards(game: DeclaredGame, dealer: Hand) -> list[int]:
    """Return how many of the dealer's cards are seen at each decision; none where the hands are not yet dealt."""
    seen, asked, dealt = dealer.up_at(game), [], set[Hand]()
    for step in (step for lap in game.procedure for step in lap.steps):
        if isinstance(step, DealHand):
            dealt.add(step.hand)
        if isinstance(step, Show) and step.hand is dealer:
            seen = dealer.cards if step.cards is None else min(dealer.cards, seen + step.cards)
        if isinstance(step, Ask):
            asked.append(seen if len(dealt) == len(game.every(Hand)) else -1)
    return asked


def cannot_value(game: DeclaredGame, term: Compare | Paid) -> str:
    """Return why the hands of a comparison or of a pay table have no values in tables; empty if they have."""
    if isinstance(term, Compare):
        system, sizes = game.system(term), [term.own.cards, term.against.cards]
    else:
        system, sizes = game.table(term).form.system, [sum(hand.cards for hand in term.hands)]
    if system in READABLE_ONLY or (isinstance(term, Compare) and system in BY_SUIT):
        return f"the ranking system {system} has no tables"
    known = ranking_system(system).sizes
    bad = [size for size in sizes if size not in known]
    return f"{system} values {known[0]} to {known[-1]} cards, not {bad[0]}" if bad else ""
