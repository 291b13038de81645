"""A settled wager as the ledger has it: cents, clause, and a reason in words."""

from collections.abc import Mapping

from houseway.cards.card import Card
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.ending import Ending
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import Award, Compare, Hand, Settled
from houseway.games.engine.money import Cents, winnings
from houseway.games.engine.settlement import Settlement
from houseway.ranking import ranking


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
    result = "loses" if odds is None else "pushes" if not odds else f"pays {odds} to 1"
    because = settled.because
    if because is None:
        return f"folded: {result}" if end.folded else result
    if isinstance(because, Compare):
        own = _named(because.system, [card for hand in because.own_hands for card in cards[hand]])
        dealers = _named(because.system, [card for hand in because.dealer_hands for card in cards[hand]])
        unqualified = "" if end[because].qualified else ", which does not qualify"
        return f"{own} against {dealers}{unqualified}: {result}"
    system = game.table(because).form.system
    return f"{_named(system, [card for hand in because.hands for card in cards[hand]])}: {result}"


def _named(system: str, cards: list[Card]) -> str:
    ranked = ranking(system)
    return str(ranked.describe(ranked.value(cards)))
