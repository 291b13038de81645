"""Settlement of a seat's round, in cents: by cards, by meters, and the Envy Bonus."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway.cards.card import Card
from houseway.games.engine.bet import ENVY, Bet
from houseway.games.engine.declared.ending import Ending, Lead
from houseway.games.engine.declared.seat import Cards, Hands, Seat
from houseway.games.engine.declared.text import cards_in_words, hand_in_words
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import (
    Award,
    Between,
    Compare,
    EnvyBonus,
    Held,
    Makes,
    Margin,
    MeterBet,
    Opening,
    Owner,
    Paid,
    Settled,
)
from houseway.games.engine.event import Event, FromMeter, Settlement, lazily
from houseway.games.engine.meter import ProgressiveTable, Showing
from houseway.games.engine.money import NO_MONEY, Cents, dollars, winnings
from houseway.ranking import ranking
from houseway.ranking.system import ranking_system

HeldCards = Mapping[Held, tuple[Card, ...]]


def settled_by(
    game: DeclaredGame, seat: int, bet: Bet, end: Ending, cards: HeldCards, settled: Iterable[Settled]
) -> list[tuple[Settled, Settlement]]:
    """Return the settlements of all wagers made and all awards due."""
    path = tuple(end.options.items())
    found = []
    for each in settled:
        staked, returned = _money_of(game, each, bet, path)
        if staked or returned:
            reason = lazily(_whole_reason, game, each, end, cards, staked, returned)
            gone = isinstance(each.wager, Opening) and end.took_back(each.wager)
            settlement = Settlement(seat, each.wager.name, staked, returned, each.clause, reason, taken_back=gone)
            found.append((each, settlement))
    return found


def _whole_reason(
    game: DeclaredGame, settled: Settled, end: Ending, cards: HeldCards, staked: Cents, returned: Cents
) -> str:
    return f"{game.reason(settled, end, cards)}{_cut_by_limit(game, settled, staked, returned)}"


def _money_of(game: DeclaredGame, settled: Settled, bet: Bet, path: Path) -> tuple[Cents, Cents]:
    """Return the stake of a wager and the amount returned. An award has no stake."""
    wager = settled.wager
    if isinstance(wager, Award):
        return Cents(0), winnings(bet.amount(wager.on.name), settled.odds) if settled.odds else Cents(0)
    staked = Cents(game.stake(wager, bet, path))
    return staked, Cents(0 if settled.odds is None else staked + game.won(wager, staked, settled.odds))


def _cut_by_limit(game: DeclaredGame, settled: Settled, staked: Cents, returned: Cents) -> str:
    """Return a note if less is paid than the odds. An award is never reduced."""
    if not staked or settled.odds is None or returned >= staked + winnings(staked, settled.odds):
        return ""
    assert game.aggregate is not None, "only a posted limit cuts what is won"
    return f", of which {dollars(returned - staked)} is paid, the posted limit ({game.aggregate.clause})"


def events_of(
    game: DeclaredGame, seat: int, end: Ending, cards: HeldCards, made: Sequence[tuple[Settled, Settlement]]
) -> Iterator[Event]:
    """Yield a line for each wager, or one line for all wagers that a titled comparison decides.

    If a seat's cards are not shown separately, a line carries the cards that it turns up.
    """
    told: set[Compare] = set()
    for settled, settlement in made:
        because = settled.because
        turned = () if game.shows_apart else own_cards(settled, cards)
        if not isinstance(because, Compare) or not because.has_title:
            yield Event(settled.clause, lazily(line_of, seat, settled.wager.title, settlement), seat, turned)
        elif because not in told:
            told.add(because)
            decided = [(by.wager.title, each) for by, each in made if by.because is because]
            text = lazily(_line_of_comparison, game, seat, because, end, cards, decided)
            yield Event(because.clause, text, seat, turned)


def line_of(seat: int, title: str, settlement: Settlement) -> str:
    """Return the line about one settled wager."""
    return f"seat {seat}: {title}, {settlement.reason}"


def _line_of_comparison(
    game: DeclaredGame,
    seat: int,
    term: Compare,
    end: Ending,
    cards: HeldCards,
    decided: Sequence[tuple[str, Settlement]],
) -> str:
    """Return the line about a titled comparison, for all wagers that it decides."""
    outcomes = [f"the {title} {_outcome(settlement)}" for title, settlement in decided]
    return f"seat {seat}: {_versus(game, term, end, cards)}: {', '.join(outcomes)}"


def own_cards(settled: Settled, cards: HeldCards) -> tuple[Card, ...]:
    """Return the seat's cards that decided a wager."""
    also = settled.also.hands if isinstance(settled.also, Compare) else ()
    looked_at = () if settled.because is None else (*settled.because.hands, *also)
    return tuple(card for hand in looked_at if hand.owner is Owner.SEAT for card in cards[hand])


def _outcome(settlement: Settlement) -> str:
    net = settlement.returned - settlement.staked
    return "wins" if net > 0 else "loses" if net < 0 else "pushes"


def reason_of(game: DeclaredGame, settled: Settled, end: Ending, cards: HeldCards) -> str:
    """Return why a wager had its result: the hands that decided it, and the odds."""
    odds = settled.odds
    result = "loses" if odds is None else "pushes" if not odds else f"pays {odds_in_words(odds)}"
    if odds is not None and odds < 0:
        result = "loses half" if odds == Fraction(-1, 2) else f"loses {-odds} of it"
    because = settled.because
    note = f"{settled.note}; " if settled.note else ""
    if isinstance(because, Makes | Between):
        if not end[because].made:
            return f"{note}no {because.title}: {result}"
        beaten = f", {_versus(game, settled.also, end, cards)}" if isinstance(settled.also, Compare) else ""
        return f"{note}{because.title}{beaten}: {result}"
    if isinstance(because, Margin):
        return f"{note}{lead_in_words(end[because], ' wins')}: {result}"
    if because is None:
        if settled.note and odds == 0:
            return settled.note
        gone = next((f"{option.tells.removesuffix('s')}ed: " for option in end.options.values() if option.folds), "")
        return f"{note}{gone}{result}"
    if isinstance(because, Compare):
        versus = "; ".join(
            _versus(game, each, end, cards) for each in (because, settled.also) if isinstance(each, Compare)
        )
        return f"{note}{versus}" if because.has_title else f"{note}{versus}: {result}"
    held = _paid_hand(game, because, cards)
    if isinstance(settled.also, Paid):
        size = ranking_system(game.table(settled.also).form.system).hand_size
        held = f"{held}, of {cards_in_words(size)} {_paid_hand(game, settled.also, cards)}"
    return f"{note}{held}: {result}"


def lead_in_words(lead: Lead, verb: str = "") -> str:
    """Return which hand is ahead, and by how much if that counts. A verb completes the sentence."""
    if not lead.points:
        return "natural tie" if lead.natural else "tie"
    ahead = lead.of.own if lead.points > 0 else lead.of.against
    return f"{ahead.title}{verb} by {'a natural' if lead.natural else abs(lead.points)}"


def _paid_hand(game: DeclaredGame, paid: Paid, cards: HeldCards) -> str:
    return hand_in_words(game.table(paid).form.system, [card for hand in paid.hands for card in cards[hand]])


def _versus(game: DeclaredGame, term: Compare, end: Ending, cards: HeldCards) -> str:
    own = hand_in_words(game.system(term), [card for hand in term.own_hands for card in cards[hand]])
    dealers = hand_in_words(game.system(term), [card for hand in term.dealer_hands for card in cards[hand]])
    if term.has_title:
        return f"{term.title}, {own} against {dealers}"
    if term.own.owner is not Owner.SEAT:
        return f"{term.own.title}'s {own} against {term.against.title}'s {dealers}"
    kickers = "" if own != dealers or end[term].tied else f" with {'lower' if end[term].won else 'higher'} kickers"
    unqualified = "" if end[term].qualified else ", which does not qualify"
    return f"{own} against {dealers}{kickers}{unqualified}"


def odds_in_words(odds: Fraction) -> str:
    """Return odds as a table prints them.

    >>> odds_in_words(Fraction(3, 2)), odds_in_words(Fraction(5))
    ('3 to 2', '5 to 1')
    """
    return f"{odds.numerator} to {odds.denominator}"


@dataclass(frozen=True)
class Ended:
    """All cards that decide a seat's wagers, and the ending that follows from them and its decisions."""

    game: DeclaredGame
    cards: HeldCards
    end: Ending

    @cached_property
    def settled(self) -> tuple[Settled, ...]:
        """Return the title's result for every wager."""
        return tuple(self.game.settle(self.end))


_LATEST: dict[int, tuple[tuple[object, ...], Ended]] = {}
"""For each seat number, at any table: the last judged cards and decisions, and their result."""


def ended(game: DeclaredGame, seat: int, player: Seat, common: Hands) -> Ended:
    """Return the ending of a round for a seat, as far as the cards are dealt.

    Its wagers are settled in several steps, and none of this changes between them. So the same cards and decisions as
    at the last call for this seat number are not judged again.
    """
    by = (game, player.hands, player.chosen, common, player.path)
    latest = _LATEST.get(seat)
    if latest is not None and all(one is other for one, other in zip(latest[0], by, strict=True)):
        return latest[1]
    parts: list[Mapping[Any, Cards]] = [player.hands, player.chosen, common]
    cards = game.with_derived({held: cards for part in parts for held, cards in part.items()})
    found = Ended(game, cards, game.ending_with(player.path, cards))
    _LATEST[seat] = by, found
    return found


Meters = Mapping[str, Showing]


def settled_on_meters(
    game: DeclaredGame, seat: int, bet: Bet, cards: HeldCards, wagers: Iterable[MeterBet], meters: Meters
) -> list[Settlement]:
    """Return the settlements of a seat's wagers on meters with these values."""
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
    """Settle a meter wager. A share is paid in whole cents of the current value.

    A fraction of a cent stays in the meter, for the players.
    """
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


def settled_envy(
    game: DeclaredGame, envy: EnvyBonus, seat: int, bet: Bet, hands: Mapping[int, tuple[Card, ...]]
) -> tuple[Settlement, ...]:
    """Return the Envy Bonus of a seat with this bet for the hands of all seats."""
    if bet.amount(envy.on.name) < envy.least:
        return ()
    table = game.pays_fixed(envy.table)
    system = table.form.system
    earned = {
        other: int(pays)
        for other, cards in hands.items()
        if other != seat and (pays := table.pays_value(ranking(system).value(cards)))
    }
    return tuple(
        Settlement(seat, ENVY, NO_MONEY, Cents(sum_), envy.clause, f"seat {other} has {_named(system, hands[other])}")
        for other, sum_ in earned.items()
    )


def _named(system: str, cards: tuple[Card, ...]) -> str:
    return hand_in_words(system, list(cards))
