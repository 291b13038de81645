"""The shared parts of the baccarat titles: Player's and Banker's hands, the Banker bet, the Dragon Bonus.

This is not a title.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from houseway.cards.card import Card
from houseway.games.engine.declared.words import TABLE, Compared, DrawingRule, Hand, Lead, Opening, Settled

NATURALS = (8, 9)
PLAYER_DRAWS: Mapping[int | None, range] = {None: range(6)}
BANKER_DRAWS: Mapping[int | None, range] = {
    None: range(6),
    **dict.fromkeys((0, 1, 9), range(4)),
    8: range(3),
    **dict.fromkeys((2, 3), range(5)),
    **dict.fromkeys((4, 5), range(6)),
    **dict.fromkeys((6, 7), range(7)),
}
"""The points on which the Banker draws, by the count of the Player's third card; None if the Player stood."""
DRAGON_BONUS = {
    "A": {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1},
    "B": {9: 30, 8: 10, 7: 4, 6: 4, 5: 2, 4: 2},
}
"""Odds to one by the margin of a win without a natural."""


def players_hand(dealt: str, draws: str) -> Hand:
    """Return the Player's hand: two cards face up, and a third on 0 to 5."""
    rule = DrawingRule(draws, PLAYER_DRAWS, naturals=NATURALS)
    return Hand("Player", dealt, cards=2, owner=TABLE, up=2, draws=rule)


def bankers_hand(dealt: str, stood: str, drew: str, player: Hand) -> Hand:
    """Return the Banker's hand: two cards face up, and a third that depends on the Player's draw."""
    rule = DrawingRule(stood, BANKER_DRAWS, after=player, drawn_clause=drew, naturals=NATURALS)
    return Hand("Banker", dealt, cards=2, owner=TABLE, up=2, draws=rule)


def banker_bet(banker: Opening, shown: Compared, clause: str, odds: int | Fraction = 1) -> Settled:
    """Return the Banker bet, paid if the Player's hand loses and lost if it wins. A tie pushes."""
    if shown.tied:
        return banker.pushes(clause, shown.of)
    return banker.pays_if(shown.lost, odds, clause, shown.of)


def dragon_bonuses(
    lead: Lead, player: Opening, banker: Opening, table: str, clauses: tuple[str, str], natural_tie: int = 0
) -> Iterator[Settled]:
    """Return both bets on the margin. `clauses` are that of a natural and that of all other hands."""
    for wager, side in ((player, 1), (banker, -1)):
        odds = natural_tie if lead.natural and not lead.points else dragon_odds(lead, side, table)
        yield wager.pays_if(odds is not None, odds or 0, clauses[not lead.natural], lead.of)


def dragon_odds(lead: Lead, side: int, table: str) -> int | None:
    """Return the odds of a Dragon Bonus on a hand that did not tie with a natural.

    They are 1 for a natural win, else they depend on the margin. `side` is 1 for the hand whose lead it is, -1 for the
    other.
    """
    margin = side * lead.points
    if lead.natural:
        return 1 if margin > 0 else None
    return DRAGON_BONUS[table].get(margin)


def alternating(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return a shoe dealt Player, Banker, Player, Banker, in the order in which hands of two take their cards."""
    return (*cards[:4:2], *cards[1:4:2], *cards[4:])
