"""Verify one finished round from its records and one player's observations.

The same rules are in the pages (`fair/round.js`). docs/fairness.md lists them in the order in which they are checked.
tests/vectors/fairness has honest and dishonest rounds for which both must give the same code. Nothing here runs the
rules of a game. `verify` does that for whole logs. These checks need the records, SHA-256, the shuffle, and a table of
how each game deals (`round_rules.json`), which is published before any round is played.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards
from houseway.cards.seed import Seed
from houseway.cards.shuffle import shuffle
from houseway.errors import BrokenLog, HousewayError
from houseway.room.fairness import FACTS, IN_CLEAR, PROMISED, commitment, promise, round_seed
from houseway.room.log import Record, hash_of, read_line, read_record

VERIFIED = "verified"
LARGEST_NUMBER = 2**53 - 1
HIDDEN = "??"
_HASH = re.compile(r"[0-9a-f]{64}")
_SEAT = re.compile(r"0|[1-9][0-9]?")
_KEY = re.compile(r"[\x20-\x7e]*")
_REASONS = {
    "form": "The house sent a record that is not in the one form that the log allows.",
    "hash": "A record was changed: its hash does not fit its text.",
    "table": "The house sent a record of another table.",
    "order": "Records are missing or not in their order.",
    "head": "The log was rewritten: it is not the one that this browser saw during the round.",
    "round": "The records are not those of one whole round.",
    "in-clear": "This round says it was played by the first protocol. Under it the house could choose the deck.",
    "commitment": "The house's seed is not the one it committed to.",
    "commitment-shown": "The house exchanged its commitment after you bet.",
    "line-up": "The list of players and their hashes is missing, or it is not the one by which the round was played.",
    "line-up-shown": "The house exchanged the players or their hashes after you revealed your seed.",
    "line-up-late": "Bets were not closed yet when you revealed your seed.",
    "withheld": "More than one player is said to have withheld a seed. Then no round may be played.",
    "withheld-you": "The house says that you did not reveal your seed. This browser did send it, perhaps too late.",
    "outsider": "A seed was added for a seat that did not commit to one before the reveal.",
    "contribution": "A player's seed is not the one that was committed to.",
    "own-part": "Your seed, which this browser sent, was not used.",
    "game": "The house names a game that this program does not know.",
    "dealing": "Cards were dealt to other places, or in another order, than the rules of the game say.",
    "deck": "A card that was dealt is not the one that the shuffled deck gives.",
    "card": "A card was shown that had not been dealt there.",
    "card-shown": "Your screen showed a card that had not been dealt there.",
    "event-shown": "Your screen showed something else than the log of the round.",
    "bet-shown": "Your bet in the log is not the one on your screen.",
    "payout": "The results do not fit the bets, or chips were moved that were neither bet nor paid.",
    "result-shown": "Your screen showed another result than the log of the round.",
}


def reasons() -> dict[str, str]:
    """Return the sentence for each reason for a failed round, by its code."""
    return dict(_REASONS)


class Failed(Exception):
    """The reason why a round failed, as a code."""

    def __init__(self, code: str) -> None:
        super().__init__(_REASONS[code])
        self.code = code


@dataclass(frozen=True, slots=True)
class RoundRecords:
    """The records of one finished round, from its commitment to its settlement."""

    table: int
    number: int
    committed: Record
    started: Record
    settled: Record
    closed: Record | None
    """The record `no more bets`."""
    all: tuple[Record, ...]

    def of(self, kind: str) -> tuple[Record, ...]:
        """Return the records of a kind."""
        return tuple(record for record in self.all if record.kind == kind)

    @property
    def events(self) -> list[Any]:
        """Return all events of the round."""
        return [event for record in self.all if "events" in record.data for event in record.data["events"]]


def check_round(
    lines: Sequence[str],
    table: int,
    number: int,
    seen: Mapping[str, Any] | None = None,
    announced: Mapping[str, Any] = {},
) -> str:
    """Verify a round from its log lines and a player's observations. Return VERIFIED or the code of the reason.

    Args:
        lines: the log from any record up to the settlement of the round, each line as it is exported.
        table: the number of the table.
        number: the number of the round.
        seen: a browser's notes (docs/fairness.md), None without a watching browser.
        announced: the game and its readings as the server names them, for a check without notes.
    """
    noted = dict(seen or {})
    try:
        records = _linked(lines, table, noted)
        found = _round_of(records, table, number)
        _check_lengths(found, noted)
        _check_line_up(found, noted)
        deals = check_dealing(found, {**announced, **noted})
        _check_cards(found, deals)
        _check_shown(found, deals, noted)
        _check_payout(found, noted)
    except Failed as failed:
        return failed.code
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return "form"
    return VERIFIED


def check_cards_dealt(records: Sequence[Record], game: str, readings: Mapping[str, str]) -> None:
    """Check that every card in a round's events is the one that its deck gives, and was dealt there.

    Unlike the replay of `verify`, this runs no game code. The published plan gives the place of each card. A BrokenLog
    names the problem. A game without a published plan is not checked.
    """
    if game not in _rules()["games"]:
        return
    table, number = records[-1].table, records[-1].data["number"]
    try:
        found = _round_of(records, table, number)
        _check_cards(found, check_dealing(found, {"game": game, "readings": readings}))
    except Failed as failed:
        raise BrokenLog(f"round {number}: {failed}") from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise BrokenLog(f"round {number}: its cards cannot be read: {error!r}") from None


# The records.


def _linked(lines: Sequence[str], table: int, noted: Mapping[str, Any]) -> list[Record]:
    """Return the records, after checking each hash, the chain, and the log hashes that were shown."""
    records: list[Record] = []
    previous = ""
    heads = noted.get("heads", {})
    for line in lines:
        try:
            body, hash_text = read_line(line)
            record = read_record(body)
            _check_numbers(record)
        except (HousewayError, RecursionError):
            raise Failed("form") from None
        if hash_of(body) != hash_text:
            raise Failed("hash")
        if record.table != table:
            raise Failed("table")
        if records and (record.seq != records[-1].seq + 1 or record.at < records[-1].at):
            raise Failed("order")
        if records and record.previous != previous:
            raise Failed("order")
        if not records and record.seq != noted.get("after", record.seq - 1) + 1:
            raise Failed("order")
        if not records and heads.get(str(record.seq - 1), record.previous) != record.previous:
            raise Failed("head")
        if heads.get(str(record.seq), hash_text) != hash_text:
            raise Failed("head")
        records.append(record)
        previous = hash_text
    return records


def _check_numbers(record: Record) -> None:
    """Check that numbers are whole and small enough for every language, and that names are ASCII."""
    todo: list[object] = [record.data, record.at, record.seq, record.table, *(each.amount for each in record.transfers)]
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            if not all(_KEY.fullmatch(key) for key in value):
                raise Failed("form")
            todo += value.values()
        elif isinstance(value, list):
            todo += value
        elif isinstance(value, float) or (isinstance(value, int) and abs(value) > LARGEST_NUMBER):
            raise Failed("form")


def _round_of(records: Sequence[Record], table: int, number: int) -> RoundRecords:
    """Return the records of the round: one commitment, at most one line-up, one start, one settlement at the end."""
    begun = [place for place, record in enumerate(records) if record.kind == "committed" and _number(record) == number]
    if len(begun) != 1:
        raise Failed("round")
    own = tuple(records[begun[0] :])
    kinds = [record.kind for record in own]
    if any("number" in record.data and _number(record) != number for record in own):
        raise Failed("round")
    if kinds.count("started") != 1 or kinds.count("settled") != 1 or kinds[-1] != "settled":
        raise Failed("round")
    if kinds.count("committed") != 1 or kinds.count("no more bets") > 1 or "retired" in kinds:
        raise Failed("round")
    start = kinds.index("started")
    if any(kind in ("bet", "no more bets", "revealed", "withheld") for kind in kinds[start:]):
        raise Failed("round")
    if any(kind in ("acted", "voided", "meters fell") for kind in kinds[:start]):
        raise Failed("round")
    closed = own[kinds.index("no more bets")] if "no more bets" in kinds else None
    if closed is not None and "bet" in kinds[own.index(closed) :]:
        raise Failed("round")
    return RoundRecords(table, number, own[0], own[start], own[-1], closed, own)


def _number(record: Record) -> object:
    value = record.data["number"]
    return value if type(value) is int else None


def _check_lengths(found: RoundRecords, noted: Mapping[str, Any]) -> None:
    """Check that every log length shown during the round is that of one of its records."""
    for length in noted.get("during", []):
        if not _is_noted(length, noted) or not found.committed.seq <= length < found.settled.seq:
            raise Failed("head")


def _is_noted(length: object, noted: Mapping[str, Any]) -> bool:
    """Return whether a length is a whole number for which a log hash was shown."""
    return type(length) is int and str(length) in noted.get("heads", {})


# Commitments and seeds.


def _check_line_up(found: RoundRecords, noted: Mapping[str, Any]) -> None:
    """Check the commitment, everyone's promise and everyone's contribution."""
    protocol = found.committed.data.get("protocol", IN_CLEAR)
    if type(protocol) is not int or protocol not in (PROMISED, FACTS):
        raise Failed("in-clear")
    published = _digits(found.committed.data["commitment"])
    if commitment(Seed.from_hex(_digits(found.settled.data["server_seed"]))) != published:
        raise Failed("commitment")
    if noted.get("commitment", published) != published:
        raise Failed("commitment-shown")
    withheld = {_seat_number(record.data["seat"]) for record in found.of("withheld")}
    if len(withheld) > 1 or len(found.of("withheld")) != len(withheld):
        raise Failed("withheld")
    given = {_seat(seat): text for seat, text in found.started.data["contributions"].items()}
    if found.closed is None:
        if withheld or any(given.values()) or noted.get("promises") is not None or "contribution" in noted:
            raise Failed("line-up")
        return
    _check_promises(found, published, given, withheld, noted)


def _check_promises(
    found: RoundRecords, published: str, given: Mapping[int, Any], withheld: set[int], noted: Mapping[str, Any]
) -> None:
    assert found.closed is not None
    promises = {_seat(seat): text for seat, text in found.closed.data["promises"].items()}
    if any(text != "" for text in promises.values() if not _is_digits(text)):
        raise Failed("form")
    shown = noted.get("promises")
    if shown is not None and {_seat(seat): text for seat, text in shown.items()} != promises:
        raise Failed("line-up-shown")
    if "contribution" in noted or "revealed_at" in noted:
        _check_reveal(found.closed, found.started, noted)
    if "contribution" in noted and noted["seat"] in withheld:
        raise Failed("withheld-you")
    if not withheld <= {seat for seat, text in promises.items() if text}:
        raise Failed("line-up")
    if found.started.data["seats"] != sorted(set(promises) - withheld):
        raise Failed("line-up")
    bettors = _bettors(found)
    if set(given) - (set(promises) & bettors):
        raise Failed("outsider")
    if set(given) != (set(promises) & bettors) - withheld:
        raise Failed("contribution")
    for seat, text in given.items():
        promised = promises[seat]
        if not promised and text != "":
            raise Failed("contribution")
        if promised and promise(published, found.table, found.number, seat, _digits(text)) != promised:
            raise Failed("contribution")
    if "contribution" in noted and given.get(noted["seat"]) != noted["contribution"]:
        raise Failed("own-part")


def _check_reveal(closed: Record, started: Record, noted: Mapping[str, Any]) -> None:
    """Check that the log hash shown at the reveal fixes every bet: it is from the line-up to before the start."""
    length: Any = noted.get("revealed_at")
    if not _is_noted(length, noted):
        raise Failed("head")
    if length < closed.seq:
        raise Failed("line-up-late")
    if length >= started.seq:
        raise Failed("head")


def _bettors(found: RoundRecords) -> set[int]:
    """Return the seats that bet on the round before bets were closed. Bets of computer players have no record."""
    return {_seat_number(record.data["seat"]) for record in found.of("bet")}


def _digits(text: object) -> str:
    if not _is_digits(text):
        raise Failed("form")
    return str(text)


def _is_digits(text: object) -> bool:
    return isinstance(text, str) and _HASH.fullmatch(text) is not None


def _seat(text: str) -> int:
    if not _SEAT.fullmatch(text):
        raise Failed("form")
    return int(text)


def _seat_number(value: object) -> int:
    if type(value) is not int or not 0 <= value < 100:
        raise Failed("form")
    return value


# Cards.


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards that the shoe gave, to a seat of the game or to a place without a seat."""

    seat: int | None
    place: str
    cards: tuple[str, ...]


@cache
def _rules() -> Any:
    return json.loads(files("houseway.room").joinpath("round_rules.json").read_text("ascii"))


def plan_of(game: object) -> Any:
    """Return the published plan by which a game deals."""
    plan = _rules()["games"].get(game)
    if plan is None:
        raise Failed("game")
    return plan


def check_dealing(found: RoundRecords, announced: Mapping[str, Any]) -> list[Deal]:
    """Derive the deck, and check that every card was dealt from its top to where the game deals it."""
    plan = plan_of(announced.get("game"))
    events = list(_deal_events(found))
    needed = sum(len(event["action"]["cards"].split(" ")) for event in events)
    order = iter(_deck_order(found, plan, announced.get("readings", {}), needed))
    places = len(found.started.data["seats"])
    opening, follow = opening_packets(plan, places, found.started.data), Following(plan["later"])
    deals: list[Deal] = []
    for event in events:
        cards = tuple(event["action"]["cards"].split(" "))
        seat, expected = event["seat"], len(deals)
        if expected < len(opening):
            clause, target, count, place = opening[expected]
            if (event["clause"], seat, len(cards)) != (clause, target, count):
                raise Failed("dealing")
        else:
            place = follow.place(event["clause"], seat, len(cards), places)
        deals.append(Deal(seat, place, cards))
    if len(deals) < len(opening):
        raise Failed("dealing")
    _check_order(deals, order, len(opening) if plan.get("rotation") else 0)
    return deals


def _deck_order(found: RoundRecords, plan: Mapping[str, Any], readings: Mapping[str, str], first: int) -> list[str]:
    """Return the first cards in the order that the seeds of house and players give."""
    deck, packs = plan["deck"], plan["deck"]["packs"]
    if "reading" in deck and deck["reading"] in readings:
        packs = int(readings[deck["reading"]])
    given = {_seat(seat): text for seat, text in found.started.data["contributions"].items()}
    server_seed = Seed.from_hex(_digits(found.settled.data["server_seed"]))
    protocol = found.committed.data.get("protocol", IN_CLEAR)
    seed = round_seed(server_seed, found.table, found.number, given, protocol)
    cards = Deck.stripped(decks=packs, jokers=deck["jokers"])
    return format_cards(shuffle(cards, seed, first=min(first, cards.size))).split()


Packet = tuple[str, int | None, int, str]
"""The clause, the seat (None: no seat), the number of cards, and whose they are."""


def opening_packets(plan: Mapping[str, Any], places: int, started: Mapping[str, Any]) -> list[Packet]:
    """Return the packets dealt before the first decision.

    Seats are in turn, from the one after the button if there is one.
    """
    first = started["seats"].index(started["button"]) + 1 if plan.get("button") else 0
    turns = [(first + turn) % places for turn in range(places)]
    opening: list[Packet] = []
    for clause, to, count in plan["opening"]:
        if to == "seat":
            opening += [(clause, seat, count, "") for seat in turns]
        else:
            opening.append((clause, None, count, to))
    return opening


class Following:
    """The packets that may follow the first ones: each in turn, to places once, to seats in ascending order."""

    def __init__(self, later: Sequence[Sequence[Any]]) -> None:
        self._later, self._at, self._last = later, 0, -2

    def place(self, clause: str, seat: object, count: int, places: int) -> str:
        """Return the place of the next packet. Fail if the game deals no such packet now."""
        if seat is not None and not (type(seat) is int and 0 <= seat < places):
            raise Failed("dealing")
        for at in range(self._at, len(self._later)):
            its_clause, to, least, most = self._later[at]
            if (its_clause, to == "seat") != (clause, seat is not None) or not least <= count <= most:
                continue
            turn = -1 if seat is None else seat
            if at == self._at and self._last >= turn:
                continue
            self._at, self._last = at, turn
            return "" if to == "seat" else str(to)
        raise Failed("dealing")


def _deal_events(found: RoundRecords) -> Iterator[Mapping[str, Any]]:
    for event in found.events:
        if event["action"] is not None and event["action"]["kind"] == "deal":
            yield event


def _check_order(deals: Sequence[Deal], order: Iterator[str], rotated: int) -> None:
    """Check that cards come from the top of the deck, packet by packet. The first packets may come in rotation."""
    given = [iter(deal.cards) for deal in deals[:rotated]]
    longest = max((len(deal.cards) for deal in deals[:rotated]), default=0)
    for _ in range(longest):
        for hand in given:
            if next(hand) != next(order, None):
                raise Failed("deck")
    for deal in deals[rotated:]:
        for card in deal.cards:
            if card != next(order, None):
                raise Failed("deck")


def _dealt_to(deals: Sequence[Deal], seat: int | None, place: str | None = None) -> Counter[str]:
    """Return the cards dealt to a seat of the game, or to a place without a seat (None: to any such place)."""
    return Counter(
        card
        for deal in deals
        if deal.seat == seat and (place is None or seat is not None or deal.place == place)
        for card in deal.cards
    )


def _check_cards(found: RoundRecords, deals: Sequence[Deal]) -> None:
    """Check that no event names a card that was not dealt to its seat, or to the table."""
    for event in found.events:
        cards = Counter(event["cards"].split(" ") if event["cards"] else ())
        if cards - _dealt_to(deals, event["seat"]):
            raise Failed("card")


# The player's screen.


def _place_of(name: str) -> str:
    return "dealer" if name.startswith("dealer") else name


def _check_shown(found: RoundRecords, deals: Sequence[Deal], noted: Mapping[str, Any]) -> None:
    seats = found.started.data["seats"]
    if noted.get("changed"):
        raise Failed("event-shown")
    for pile in noted.get("piles", []):
        cards = Counter(card for card in pile["cards"] if card != HIDDEN)
        if pile["seat"] is not None and pile["seat"] not in seats:
            raise Failed("card-shown")
        seat = None if pile["seat"] is None else seats.index(pile["seat"])
        if cards - _dealt_to(deals, seat, _place_of(pile["name"])):
            raise Failed("card-shown")
    logged = found.events
    shown = noted.get("events", [])
    if len(shown) > len(logged):
        raise Failed("event-shown")
    for event, recorded in zip(shown, logged, strict=False):
        seat = None if recorded["seat"] is None else seats[recorded["seat"]]
        if (event["clause"], event["seat"], event["amount"]) != (recorded["clause"], seat, recorded["amount"]):
            raise Failed("event-shown")
        if HIDDEN not in event["cards"] and event["cards"] != recorded["cards"]:
            raise Failed("event-shown")
    if "bet" in noted and found.started.data["bets"][seats.index(noted["seat"])] != noted["bet"]:
        raise Failed("bet-shown")


def _check_payout(found: RoundRecords, noted: Mapping[str, Any]) -> None:
    """Check that the results are those of the settlements, and that the player's chips moved accordingly."""
    seats, results = found.started.data["seats"], found.settled.data["results"]
    won: Counter[int] = Counter()
    for entry in found.settled.data["settlements"]:
        won[seats[_seat_number(entry["seat"])]] += entry["returned"] - entry["staked"]
    if {_seat(seat): amount for seat, amount in results.items()} != {seat: won[seat] for seat in seats}:
        raise Failed("payout")
    if "user" in noted and "seat" in noted and noted["seat"] in seats:
        _check_own_chips(found, noted["seat"], f"user:{noted['user']}")
    if "results" in noted and noted["results"] != results:
        raise Failed("result-shown")


def _check_own_chips(found: RoundRecords, seat: int, user: str) -> None:
    """Check that a player's chips went only to the stakes, and that stakes and payouts match the settlements."""
    own = f"seat:{found.table}/{seat}"
    _check_spent(found, seat, user, own)
    purses, stakes = (user, own), f"stakes:{found.table}"
    moved = [each for record in found.all for each in record.transfers]
    staked = sum(each.amount for each in moved if each.source in purses and each.target == stakes)
    for record in found.all[:-1]:
        staked -= sum(each.amount for each in record.transfers if each.source == stakes and each.target in purses)
    paid = sum(each.amount for each in found.settled.transfers if each.target in purses)
    place = found.started.data["seats"].index(seat)
    entries = [entry for entry in found.settled.data["settlements"] if entry["seat"] == place]
    if staked != sum(entry["staked"] for entry in entries) or paid != sum(entry["returned"] for entry in entries):
        raise Failed("payout")


def _check_spent(found: RoundRecords, seat: int, user: str, own: str) -> None:
    """Check that a player's chips went only to the stakes and the seat, and that loans to other seats were returned.

    The chips before the seat are the player's from the bet on. Until then another player may have left the seat.
    """
    lent: Counter[str] = Counter()
    last_bet = max((record.seq for record in found.of("bet") if record.data["seat"] == seat), default=0)
    stakes, stacks = f"stakes:{found.table}", f"seat:{found.table}/"
    for record in found.all:
        for each in record.transfers:
            if each.source == own and record.seq >= last_bet and each.target != stakes:
                raise Failed("payout")
            if each.source == user and each.target not in (stakes, own):
                if record.seq >= last_bet or not each.target.startswith(stacks):
                    raise Failed("payout")
                lent[each.target] += each.amount
            if each.target == user and each.source != own and each.source.startswith(stacks):
                lent[each.source] -= each.amount
    if any(amount > 0 for amount in lent.values()):
        raise Failed("payout")
