"""What the pai gow titles share: one wager on two hands, which wins with both and is lost with neither."""

from fractions import Fraction

from houseway.games.engine.declared.words import Compare, Ending, Opening, Settled


def on_both_hands(
    wager: Opening, end: Ending, hands: tuple[Compare, Compare], clauses: tuple[str, str, str], pays: int | Fraction = 1
) -> Settled:
    """The wager paid, pushed or lost, by the clauses for both hands won, one and none; a copy is not won."""
    both, one, none = clauses
    won = sum(end[each].won for each in hands)
    odds, clause = ((None, none), (Fraction(0), one), (Fraction(pays), both))[won]
    return Settled(wager, odds, clause, *hands)
