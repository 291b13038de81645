"""The result of a round: both hands by name with the deciding card, the cards that played, and the reasons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.cards.card import Card
from houseway.games.engine.event import Settlement, visible_text
from houseway.games.engine.game import Game
from houseway.games.engine.money import dollars
from houseway.games.engine.state import State
from houseway.games.engine.view import HAND_OF, ShownHand
from houseway.games.telling.hands import name_of, of_rank, playing_cards, table_text, versus
from houseway.games.telling.words import capital, plain
from houseway.ranking.category import with_article

Cards = tuple[Card, ...]
UNTITLED = "the hand"


@dataclass(frozen=True, slots=True)
class Showdown:
    """A shown hand and its comparison: a sentence, and the cards to highlight.

    `seat` is None for a hand that belongs to no seat. `outcome` is won, lost or tied, or empty.
    """

    seat: int | None
    sentence: str
    outcome: str
    own: Cards
    others: Cards = ()
    deciding: Cards = ()

    def to_dict(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return {
            "seat": self.seat,
            "sentence": self.sentence,
            "outcome": self.outcome,
            "own": visible_text(self.own).split(),
            "others": visible_text(self.others).split(),
            "deciding": visible_text(self.deciding).split(),
        }


@dataclass(frozen=True, slots=True)
class Result:
    """All hands that were shown, and the dealer's cards that are pushed forward because they play and others do not."""

    showdowns: tuple[Showdown, ...]
    pushed: Cards

    def of_seat(self, seat: int | None) -> tuple[Showdown, ...]:
        """Return the hands of a seat, and those that belong to no seat."""
        return tuple(each for each in self.showdowns if each.seat in (seat, None))


def result_of(state: State) -> Result:
    """Return the result of a finished round."""
    shown = list(state.shown_hands())
    dealers = [hand for hand in shown if hand.seat is None]
    seats = [hand for hand in shown if hand.seat is not None]
    if seats:
        showdowns = list(_against(state, seats, dealers))
        absent = set(range(state.n_seats)) - {hand.seat for hand in seats}
        showdowns += [_alone(hand, "the dealer has ", seat) for seat in sorted(absent) for hand in dealers[:1]]
    else:
        showdowns = list(_common(dealers))
    return Result(tuple(showdowns), _pushed(dealers))


def _against(state: State, seats: Sequence[ShownHand], dealers: Sequence[ShownHand]) -> Iterator[Showdown]:
    """Compare each seat's hand with the dealer's of its kind, with the best of the other seats, or with a pay table."""
    met: dict[tuple[int | None, str], int] = {}
    for hand in seats:
        system = hand.value.system
        same = [each for each in dealers if each.value.system == system]
        if same:
            turn = met[hand.seat, system] = met.get((hand.seat, system), -1) + 1
            other = same[min(turn, len(same) - 1)]
            yield _given_up(hand, other) if hand.given_up else _between(hand, other, "the dealer's ")
            continue
        rivals = [each for each in seats if each.seat != hand.seat and each.meets_seats]
        if hand.meets_seats and rivals:
            best = max(rivals, key=lambda each: each.value)
            yield _between(hand, best, f"seat {best.seat}'s ")
        else:
            yield _by_pay_table(state, hand)


def _common(hands: Sequence[ShownHand]) -> Iterator[Showdown]:
    """Compare two hands that belong to no seat."""
    if len(hands) == 2 and hands[0].value.system == hands[1].value.system:
        name, other = (hand.title.removeprefix(HAND_OF) for hand in hands)
        yield _between(hands[0], hands[1], f"{other}'s ", f"{name}'s ")
    else:
        yield from (_alone(hand) for hand in hands)


def _between(own: ShownHand, other: ShownHand, whose: str, named: str = "") -> Showdown:
    """Compare two hands that met. `named` goes before this hand if it has a name rather than a title."""
    told = versus(own.value, other.value)
    mine, theirs = playing_cards(own), playing_cards(other)
    deciding = of_rank(mine if told.outcome == "won" else theirs, told.deciding)
    compared = told.sentence(whose, named)
    sentence = f"{'' if named else _titled(own)}{compared}.{_noted(other)}"
    return Showdown(own.seat, capital(sentence), told.outcome, mine, theirs, deciding)


def _given_up(own: ShownHand, other: ShownHand) -> Showdown:
    """Name a folded hand beside the dealer's. Neither won, whichever is higher."""
    dealers = with_article(name_of(other.value))
    sentence = f"Folded {with_article(name_of(own.value))}. The dealer has {dealers}.{_noted(other)}"
    return Showdown(own.seat, sentence, "", playing_cards(own), playing_cards(other))


def _alone(hand: ShownHand, before: str = "", seat: int | None = None) -> Showdown:
    """Name a hand that met no other, or against which another seat folded."""
    if before:
        told = f"{before}{with_article(name_of(hand.value))}."
        return Showdown(seat, capital(told), "", (), playing_cards(hand))
    told = f"{_titled(hand)}{with_article(name_of(hand.value))}."
    return Showdown(hand.seat, capital(told), "", playing_cards(hand))


def _by_pay_table(state: State, hand: ShownHand) -> Showdown:
    """Name a hand that a pay table decides, with its payout, or with the lowest hand that does not lose."""
    name = with_article(name_of(hand.value))
    if hand.given_up:
        return Showdown(hand.seat, f"Folded {name}.", "", playing_cards(hand))
    because = f"{hand.value.name}: "
    mine = [each.reason for each in state.settlements if each.seat == hand.seat]
    paid = next((reason.removeprefix(because) for reason in mine if reason.startswith(because)), "")
    lowest = _lowest_paid(state.game, hand)
    if lowest:
        paid = "loses"
    decided = f"{',' if ',' in name else ''} {paid}" if paid else ""
    needed = f" It takes {with_article(plain(lowest))}." if lowest else ""
    return Showdown(hand.seat, f"{capital(_titled(hand) + name)}{decided}.{needed}", "", playing_cards(hand))


def _lowest_paid(game: Game, hand: ShownHand) -> str:
    """Return the lowest row of the pay table that decides a hand, if the hand is below it."""
    tables = game.pay_set.tables.values() if game.pay_set is not None else ()
    table = next((each for each in tables if each.form.system == hand.value.system and each.rows), None)
    if table is None or table.row_of_value(hand.value.value) is not None:
        return ""
    label = table.rows[-1].label
    return label if label.endswith(" or better") else f"{label} or better"


def _noted(hand: ShownHand) -> str:
    return f" {hand.note}." if hand.note else ""


def _titled(hand: ShownHand) -> str:
    return "" if hand.title == UNTITLED else f"{hand.title.removeprefix('the ')}: "


def _pushed(dealers: Sequence[ShownHand]) -> Cards:
    """Return the dealer's cards that play, if not all of them do."""
    made = [(playing_cards(hand), hand.cards) for hand in dealers]
    return min((plays for plays, cards in made if len(plays) < len(cards)), key=len, default=())


def money_words(net: int, name: str = "you") -> str:
    """Return the money that a player won or lost, as a sentence.

    >>> money_words(6000), money_words(-500, "Seat 2"), money_words(0)
    ('You win $60.', 'Seat 2 loses $5.', 'You break even.')
    """
    ending = "" if name.lower() == "you" else "s"
    if not net:
        return f"{capital(name)} break{ending} even."
    verb = ("win" if net > 0 else "lose") + ending
    return f"{capital(name)} {verb} {dollars(abs(net))}."


def wager_words(game: Game, name: str) -> str:
    """Return the display name of a wager, or of an award that needs no bet, such as the Envy Bonus."""
    return capital(game.wager_titles().get(name, name.replace("_", " ")))


def reason_words(settlement: Settlement) -> str:
    """Return the reason of a settlement as a sentence."""
    return f"{capital(table_text(settlement.reason))}."
