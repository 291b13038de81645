"""Wagers on meters, settled: fixed prizes by the house, shares by the meters, one seat after the other."""

from collections.abc import Iterable, Mapping

from houseway.cards.card import Card
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.settling import HeldCards
from houseway.games.engine.declared.telling import hand_in_words
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import MeterBet
from houseway.games.engine.event import FromMeter, Settlement
from houseway.games.engine.meter import ProgressiveTable, Showing
from houseway.games.engine.money import Cents, dollars

Meters = Mapping[str, Showing]


def settled_on_meters(
    game: DeclaredGame, seat: int, bet: Bet, cards: HeldCards, wagers: Iterable[MeterBet], meters: Meters
) -> list[Settlement]:
    """The settlements of a seat's wagers on meters that show this."""
    on_table = game.meter_wager
    if on_table is None:
        return []
    return [
        _settled(wager, on_table.prizes, seat, bet.amount(wager.name), _cards(wager, cards), meters)
        for wager in wagers
        if bet.amount(wager.name)
    ]


def _cards(wager: MeterBet, cards: HeldCards) -> list[Card]:
    return [card for held in wager.on for card in cards[held]]


def _settled(
    wager: MeterBet, table: ProgressiveTable, seat: int, staked: Cents, hand: list[Card], meters: Meters
) -> Settlement:
    """A share of a meter is paid in whole cents of what it shows then: a broken cent stays in it, for the players."""
    held, prize = hand_in_words(table.rows.form.system, hand), table.prize_of(hand)
    if prize is None:
        return Settlement(seat, wager.name, staked, Cents(0), wager.clause, f"{held}: loses")
    if not prize.meter:
        paid = Cents(int(prize.pays * staked))
        return Settlement(seat, wager.name, staked, paid, wager.clause, f"{held}: pays {dollars(paid)}")
    shown = meters[prize.meter]
    won = Cents(int(shown.amount * prize.share))
    reason = f"{held}: takes {prize} at {dollars(shown.amount)}, {dollars(won)}"
    return Settlement(seat, wager.name, staked, won, wager.clause, reason, FromMeter(prize.meter, prize.takes_all))
