"""The texts of a declared round, as a dealer reads them out."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

from houseway.cards.card import RANK_NAMES, Card, rank_of
from houseway.games.engine.action import descending
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import BestOf, Chosen, Compare, Decision, Discards, Hand, Held, Option
from houseway.games.engine.event import Event, lazily
from houseway.games.engine.money import Cents
from houseway.ranking import ranking

Cards = tuple[Card, ...]

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def cards_in_words(count: int) -> str:
    """Return a number of cards in words.

    >>> cards_in_words(0), cards_in_words(1), cards_in_words(3)
    ('no card', 'one card', 'three cards')
    """
    return f"{in_words(count)} card{'s' if count > 1 else ''}"


@cache
def dealt_in_words(cards: str, to: str, up: bool) -> str:
    """Return the text about cards dealt to a seat or to the dealer."""
    return f"{cards} to {to}{', face up' if up else ''}"


def laid_out(hand: Hand, count: int, up: bool) -> str:
    """Return the text about cards dealt to the table."""
    return f"{hand.title}: {cards_in_words(count)} face {'up' if up else 'down'}"


def in_words(count: int) -> str:
    """Return a number in words."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def hand_in_words(system: str, cards: list[Card]) -> str:
    """Return the name of a hand in a ranking system. A single card has the name of its rank."""
    ranked = ranking(system)
    if ranked.system.hand_size == len(cards) == 1:
        return RANK_NAMES[rank_of(cards[0])]
    return str(ranked.describe(ranked.value(cards)))


def decided_in_words(seat: int, option: Option) -> str:
    """Return the text about a seat that takes an option."""
    return f"seat {seat}{_taken_in_words(option)}"


def _taken_in_words(option: Option) -> str:
    """Return the text about a seat that takes an option: the option's text, or its title and the bet that it makes.

    Either part is left out if the other includes it.
    """
    if option.tells:
        return f" {option.tells}"
    if not option.bets:
        return f": {option.title}"
    bet = " and ".join(bet.title for bet in option.bets)
    if bet.lower().startswith(option.title.lower()):
        return f": {bet}"
    return f": {option.title}" if option.title.lower().startswith(bet.lower()) else f": {option.title}, {bet}"


def picked_in_words(game: DeclaredGame, chosen: Chosen) -> str:
    """Return the text about a seat that picks cards of its hand, to set them or to discard them."""
    cards = cards_in_words(chosen.cards)
    if any(hand.replaces is chosen for hand in game.every(Hand)):
        return f"puts {cards} away"
    return f"sets {cards} and {in_words(chosen.of.cards - chosen.cards)} face down"


def told_decision(
    game: DeclaredGame, seat: int, decision: Decision, option: Option, bet: Bet, picked: Cards
) -> Iterator[Event]:
    """Yield the texts about an option that a seat takes: the cards that it sets apart, then its action and bets."""
    if option.sets is not None and not isinstance(option.sets, Discards):
        told = f"seat {seat} {picked_in_words(game, option.sets)}"
        yield Event(option.sets.clause, told, seat, picked, seen_by=(seat,))
    amount = Cents(sum(option.times * bet.amount(made.of.name) for made in option.bets))
    text = lazily(decided_in_words, seat, option)
    yield Event(option.clause or decision.clause, text, seat, amount=amount)


def dealer_shows(
    game: DeclaredGame, hand: Hand, common: Mapping[Held, Cards], clause: str, turned: Cards
) -> Iterator[Event]:
    """Yield the events that show a whole dealer's hand.

    It gives the hand's name in every comparison, its best cards, and whether it qualifies.
    """
    best = next((part for part in game.every(BestOf) if part.of is hand), None)
    if best is not None:
        yield Event(clause, lazily(_plays, best, [*common[best], *common[best.board]]), cards=turned)
        return
    compared = [term for term in game.every(Compare) if hand in term.dealer_hands]
    for place, term in enumerate(compared):
        cards = [card for each in term.dealer_hands for card in common[each]]
        system = game.system(term)
        if place == 0:
            yield Event(clause, lazily(_shows, system, cards), cards=turned)
        else:
            size = ranking(system).system.hand_size
            yield Event(clause, lazily(_shows_best, system, cards), cards=best_of(system, cards, size))
    for term in (term for term in compared if term.qualifier):
        cards = [card for each in term.dealer_hands for card in common[each]]
        yield Event(term.qualifier_clause, lazily(_qualifies, game, term, cards))
    if not compared:
        yield Event(clause, "the dealer shows", cards=turned)


def _plays(best: BestOf, cards: list[Card]) -> str:
    most = f"at most {in_words(best.cards)} of {in_words(best.of.cards)}"
    return f"the dealer plays {most}: {hand_in_words(best.system, cards)}"


def _shows(system: str, cards: list[Card]) -> str:
    return f"the dealer shows {hand_in_words(system, cards)}"


def _shows_best(system: str, cards: list[Card]) -> str:
    return f"the dealer's best {in_words(ranking(system).system.hand_size)}: {hand_in_words(system, cards)}"


def _qualifies(game: DeclaredGame, term: Compare, cards: list[Card]) -> str:
    value = ranking(game.system(term)).value(cards)
    qualifies = "qualifies" if value >= game.least_qualified(term) else "does not qualify"
    return f"the dealer {qualifies}{f' in {term.title}' if term.has_title else ''}"


def dealer_sets(game: DeclaredGame, cards: Cards, clause: str) -> Event:
    """Return the event of a dealer's hand that is set high and low by the house way, with the line that applies."""
    way = game.house_way
    line, split = way.set(cards)
    high, low = hand_in_words(way.high, list(split.behind)), hand_in_words(way.low, list(split.front))
    turned = (*split.behind, *split.front)
    return Event(clause, f"the dealer sets {high}, and in front {low} (house way, line {line.number})", cards=turned)


def best_of(system: str, cards: Sequence[Card], size: int) -> Cards:
    """Return the best cards of this number, the first of several equal choices."""
    return max(combinations(descending(tuple(cards)), size), key=ranking(system).value)
