"""The shared parts of the pai gow titles: one wager on two hands, which wins with both and loses with neither."""

from fractions import Fraction

from houseway.games.engine.declared.words import Compare, Ending, Opening, Settled


def on_both_hands(
    wager: Opening, end: Ending, hands: tuple[Compare, Compare], clauses: tuple[str, str, str], pays: int | Fraction = 1
) -> Settled:
    """Pay, push or lose the wager by the clauses for both hands won, one and none. A copy is not won."""
    both, one, none = clauses
    won = sum(end[each].won for each in hands)
    odds, clause = ((None, none), (Fraction(0), one), (Fraction(pays), both))[won]
    return Settled(wager, odds, clause, *hands)
