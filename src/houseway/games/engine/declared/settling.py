"""A settled wager as the ledger has it: cents, clause, and a reason in words."""

from collections.abc import Mapping
from fractions import Fraction

from houseway.cards.card import Card
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.ending import Ending
from houseway.games.engine.declared.telling import hand_in_words
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import Award, Compare, Hand, Settled
from houseway.games.engine.money import Cents, winnings
from houseway.games.engine.settlement import Settlement


def settlement_of(
    game: DeclaredGame, seat: int, settled: Settled, bet: Bet, path: Path, reason: str
) -> Settlement | None:
    """The settlement of a wager that was made, or of an award that is due; None where there is nothing to settle."""
    wager = settled.wager
    staked = game.stake(wager, bet, path)
    if isinstance(wager, Award):
        paid = winnings(bet.amount(wager.on.name), settled.odds) if settled.odds else Cents(0)
        return Settlement(seat, wager.name, Cents(0), paid, settled.clause, reason) if paid else None
    if not staked:
        return None
    returned = 0 if settled.odds is None else staked + winnings(staked, settled.odds)
    return Settlement(seat, wager.name, Cents(staked), Cents(returned), settled.clause, reason)


def reason_of(game: DeclaredGame, settled: Settled, end: Ending, cards: Mapping[Hand, tuple[Card, ...]]) -> str:
    """Why a wager came to what it did: the hands that decided it, and what it pays."""
    odds = settled.odds
    result = "loses" if odds is None else "pushes" if not odds else f"pays {odds_in_words(odds)}"
    because = settled.because
    if because is None:
        return f"folded: {result}" if end.folded else result
    if isinstance(because, Compare):
        own = hand_in_words(because.system, [card for hand in because.own_hands for card in cards[hand]])
        dealers = hand_in_words(because.system, [card for hand in because.dealer_hands for card in cards[hand]])
        kickers = (
            "" if own != dealers or end[because].tied else f" with {'lower' if end[because].won else 'higher'} kickers"
        )
        unqualified = "" if end[because].qualified else ", which does not qualify"
        return f"{own} against {dealers}{kickers}{unqualified}: {result}"
    system = game.table(because).form.system
    return f"{hand_in_words(system, [card for hand in because.hands for card in cards[hand]])}: {result}"


def odds_in_words(odds: Fraction) -> str:
    """Odds as a table prints them.

    >>> odds_in_words(Fraction(3, 2)), odds_in_words(Fraction(5))
    ('3 to 2', '5 to 1')
    """
    return f"{odds.numerator} to {odds.denominator}"
