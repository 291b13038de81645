"""Which declarations are hands to be set: seven own cards, two of them in front, against a dealer by the house way."""

from dataclasses import dataclass

from houseway.analysis.declared.set_a_hand.classes import HAND
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
    Hand,
    HouseSet,
    Makes,
    Margin,
    Option,
    Owner,
    Paid,
    Rest,
)
from houseway.ranking.system import SYSTEMS

BONUS = "pai-gow-bonus"
HIGH_SYSTEMS, LOW_SYSTEM = {name for name in SYSTEMS if name.startswith("pai-gow")}, "pai-gow-low"


@dataclass(frozen=True, slots=True)
class Layout:
    """The own hand and the dealer's, the two comparisons, the decision, and whether the dealer's hand is seen at it."""

    own: Hand
    low: Chosen
    dealer: Hand
    highs: Compare
    lows: Compare
    decision: Decision
    by_house_way: Option
    freely: Option
    dealer_seen: bool

    @classmethod
    def of(cls, game: DeclaredGame) -> "Layout":
        """The layout of a title, which must not be refused."""
        if reason := reason_against(game):
            raise BadDeclaration(f"{game.title} is not a hand-setting game: {reason}")
        (low,), (decision,) = game.every(Chosen), game.decisions()
        lows, highs = (_comparison(game, kind) for kind in (Chosen, Rest))
        house, free = sorted(decision.offered(game), key=lambda option: not option.by_house_way)
        dealer = hands_of(game, Owner.DEALER)[0]
        return cls(low.of, low, dealer, highs, lows, decision, house, free, _shown_before(game, dealer))


def reason_against(game: DeclaredGame) -> str:
    """Why a title is no hand to be set; empty if it is one."""
    own, dealers = hands_of(game, Owner.SEAT), hands_of(game, Owner.DEALER)
    if len(game.every(HouseSet)) != 1 or len(game.every(Chosen)) != 1 or len(game.every(Rest)) != 2:
        return "no hand of it is set high and low by player and house way"
    if [hand.cards for hand in (*own, *dealers)] != [HAND, HAND] or hands_of(game, Owner.TABLE):
        return f"it is not one own hand of {HAND} cards against one of the dealer's"
    compares = game.every(Compare)
    if len(compares) != 2 or any(term.qualifier for term in compares):
        return "it does not compare two hands with two, without a qualifier"
    systems = {game.system(term) for term in compares}
    if not systems & HIGH_SYSTEMS or LOW_SYSTEM not in systems:
        return f"its hands rank by {', '.join(sorted(systems))}"
    options = [option for decision in game.decisions() for option in decision.offered(game)]
    if len(game.decisions()) != 1 or sorted(option.by_house_way for option in options) != [False, True]:
        return "it does not ask one decision, to set by the house way or freely"
    if any(option.bets is not None or option.folds for option in options):
        return "an option bets or folds"
    for paid in game.every(Paid):
        if paid.hands != (own[0],) or game.table(paid).form.system != BONUS:
            return f"{paid.place}: {paid.title} is not paid on all own cards"
    if game.envy is not None and game.pays_fixed(game.envy.table).form.system != BONUS:
        return "its Envy Bonus is not for what all own cards hold"
    about_points = [term for term in game.features if isinstance(term, Makes | Margin)]
    if about_points or any(term.hands[0].owner is Owner.SEAT for term in game.every(Between)):
        return "it asks more of the hands than their ranks"
    deck = game.deck
    if deck.max_copies > 1 or sum(deck.copies[N_NATURAL:]) > 1 or deck.size < 2 * HAND:
        return "its deck has copies of cards, two jokers, or too few cards"
    return ""


def _comparison(game: DeclaredGame, kind: type) -> Compare:
    return next(term for term in game.every(Compare) if isinstance(term.own, kind))


def _shown_before(game: DeclaredGame, dealer: Hand) -> bool:
    steps = [step for lap in game.procedure for step in lap.steps]
    asked = next(place for place, step in enumerate(steps) if isinstance(step, Ask))
    return any(isinstance(step, Show) and step.hand is dealer for step in steps[:asked])
