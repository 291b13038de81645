"""Honest and dishonest rounds, for every program that verifies one. Run this file to write them again.

Each vector has the lines of a log, what a player saw, and the code that a verifier must give. The codes are written
here by hand, beside each lie: no verifier is asked.
"""

import copy
import json
import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from houseway.cards.seed import Seed
from houseway.room import Room
from houseway.room.fairness import CURRENT, commitment, promise, round_seed
from houseway.room.log import canonical, export_line, hash_of
from support.room_play import PATIENT, WAGERS, FakeTime, act_once, opened, promise_of, seated, user_at
from support.witness import Witness

FOLDER = Path(__file__).resolve().parent.parent / "vectors" / "fairness"
ANN, BOB, BOT, NOBODY = 1, 3, 4, 2
"""Seats: Ann commits to a seed, Bob bets without one, a computer player bets, and nobody sits at the last."""
OTHER = "5a" * 32
Record = dict[str, Any]
Vector = dict[str, Any]


def reproducible() -> Any:
    """Salts and seeds that are the same whenever the vectors are made."""
    chance = random.Random(2024)
    return (
        patch("houseway.room.log.secrets.token_hex", lambda size: chance.randbytes(size).hex()),
        patch("houseway.cards.seed.Seed.fresh", lambda: Seed(chance.randbytes(32))),
        patch("houseway.room.table.secrets.randbits", chance.getrandbits),
    )


def played(slug: str, silent: bool = False, void: bool = False) -> Vector:
    """The second round of a table, as Ann saw it."""
    salts, seeds, choices = reproducible()
    chance, time = random.Random(f"{slug}/{silent}/{void}"), FakeTime()
    with salts, seeds, choices, opened(time=time, settings=PATIENT) as room:
        people = [room.guest() for name in ("Ann", "Bob", "Cleo")]
        at = {ANN: people[0].id, BOB: people[1].id, **({NOBODY: people[2].id} if silent else {})}
        style = {} if slug == "five-card-holdout" else {BOT: bot_style(slug)}
        table = seated(room, slug, at, seats=5, bots=style)
        for number in (1, 2):
            witness = one_round(room, table, people[0].id, chance, time, silent and number == 2, void and number == 2)
        lines = table.export().splitlines()
        first = max(place for place, line in enumerate(lines) if '"kind":"committed"' in line and '"number":2' in line)
        last = max(place for place, line in enumerate(lines) if '"kind":"settled"' in line)
        seen = witness.seen
        chosen = lines[first : last + 1]
        seen["readings"] = {}
        return {"table": table.id, "number": 2, "lines": chosen, "seen": seen}


def bot_style(slug: str) -> str:
    from houseway.games.strategies import strategy_names

    return strategy_names(slug)[0]


def one_round(
    room: Room, table: Any, ann: int, chance: random.Random, time: FakeTime, silent: bool, void: bool
) -> Witness:
    witness = Witness(table.state.number)
    witness.look(table, ann)
    parts = {seat: chance.randbytes(32).hex() for seat in table.state.people}
    for seat in table.state.people:
        now = table.state
        wagers = {} if now.between_players and now.stacks[seat] else WAGERS[now.game.slug]
        promised = "" if seat == BOB else promise_of(table, seat, parts[seat])
        table.bet(user_at(table, seat), wagers, promised)
    witness.reveals(table.snapshot(ann), parts[ANN])
    for seat in table.state.unrevealed:
        if not (silent and seat == NOBODY):
            table.reveal(user_at(table, seat), parts[seat])
    if silent:
        time.now += 2e6
        table.tick()
    witness.look(table, ann)
    if void:
        floor = room.register("Dana", "a password of many words").id
        room.make_operator("Dana")
        table.declare(floor, "house-decision", "the cards were exposed", table.state.number)
    while table.state.round is not None:
        act_once(table, chance)
        witness.look(table, ann)
    witness.look(table, ann)
    return witness


# Lies.


def records_of(vector: Vector) -> list[Record]:
    return [json.loads(line)["record"] for line in vector["lines"]]


def chained(records: list[Record], first: str) -> list[str]:
    """Records as a house writes them that rewrites its log: numbered and linked as an honest one."""
    lines, previous, seq = [], first, records[0]["seq"]
    for place, record in enumerate(records):
        body = canonical({**record, "seq": seq + place, "previous": previous})
        previous = hash_of(body)
        lines.append(export_line(body, previous))
    return lines


def heads_of(lines: list[str]) -> dict[str, str]:
    """The log hash that a house shows at each length of a log."""
    return {str(json.loads(line)["record"]["seq"]): json.loads(line)["hash"] for line in lines}


def lie(vector: Vector, change: Callable[[list[Record], dict[str, Any]], None], blind: bool = True) -> Vector:
    """A round with changed records under good hashes. `blind`: the house showed Ann the hashes of these all along."""
    told = copy.deepcopy(vector)
    records = records_of(told)
    first = records[0]["previous"]
    change(records, told["seen"])
    told["lines"] = chained(records, first)
    if blind:
        told["seen"]["heads"] = heads_of(told["lines"])
    return told


def one(records: list[Record], kind: str) -> Record:
    return next(record for record in records if record["kind"] == kind)


def deals(records: list[Record]) -> list[Record]:
    events = [event for record in records for event in record["data"].get("events", [])]
    return [event for event in events if event["action"] and event["action"]["kind"] == "deal"]


def dealt_again(records: list[Record], protocol: int = CURRENT) -> None:
    """Give every packet the cards of the deck that the records now lead to, as a careful liar does."""
    from houseway.cards.deck import Deck
    from houseway.cards.notation import format_cards
    from houseway.cards.shuffle import shuffle

    started, settled = one(records, "started"), one(records, "settled")
    parts = {int(seat): text for seat, text in started["data"]["contributions"].items()}
    server = Seed.from_hex(settled["data"]["server_seed"])
    seed = round_seed(server, started["table"], started["data"]["number"], parts, protocol)
    order = format_cards(shuffle(Deck.standard(), seed)).split()
    new = {}
    for event in deals(records):
        for card in event["action"]["cards"].split():
            new[card] = order.pop(0)
    for record in records:
        for event in record["data"].get("events", []):
            event["cards"] = " ".join(new[card] for card in event["cards"].split())
            if event["action"]:
                event["action"]["cards"] = " ".join(new[card] for card in event["action"]["cards"].split())


def unseen(seen: dict[str, Any], *names: str) -> None:
    for name in names:
        seen.pop(name, None)


def lies(base: Vector) -> Iterator[tuple[str, str, Vector]]:
    """Every lie, with the code that a verifier must give."""

    def tell(name: str, code: str, change: Callable[[list[Record], dict[str, Any]], Any], blind: bool = True) -> Any:
        return name, code, lie(base, lambda records, seen: (change(records, seen), None)[1], blind)

    def screen(seen: dict[str, Any]) -> None:
        """A house that shows the same lie on the screen."""
        unseen(seen, "piles", "events", "results", "bet")

    def outsider(seat: int) -> Callable[[list[Record], dict[str, Any]], None]:
        def change(records: list[Record], seen: dict[str, Any]) -> None:
            one(records, "started")["data"]["contributions"][str(seat)] = OTHER
            dealt_again(records)
            screen(seen)

        return change

    yield tell("a seed of an empty seat is added after the reveal", "outsider", outsider(NOBODY))
    yield tell("a seed of the computer player is added after the reveal", "outsider", outsider(BOT))

    def part_of_bob(records: list[Record], seen: dict[str, Any]) -> None:
        one(records, "started")["data"]["contributions"][str(BOB)] = OTHER
        dealt_again(records)
        screen(seen)

    yield tell("a seed is added for a player who committed to none", "contribution", part_of_bob)

    def without_bob(records: list[Record], seen: dict[str, Any]) -> None:
        del one(records, "started")["data"]["contributions"][str(BOB)]
        dealt_again(records)
        screen(seen)

    yield tell("the empty seed of a player is left out", "contribution", without_bob)

    def empty_of_bot(records: list[Record], seen: dict[str, Any]) -> None:
        one(records, "started")["data"]["contributions"][str(BOT)] = ""
        dealt_again(records)
        screen(seen)

    yield tell("an empty seed of the computer player is added", "outsider", empty_of_bot)

    def first_protocol(records: list[Record], seen: dict[str, Any]) -> None:
        del one(records, "committed")["data"]["protocol"]
        dealt_again(records, 1)
        screen(seen)

    yield tell("the round says that it is of the first protocol", "in-clear", first_protocol)

    def true_protocol(records: list[Record], seen: dict[str, Any]) -> None:
        one(records, "committed")["data"]["protocol"] = True

    yield tell("the protocol is the word true", "in-clear", true_protocol)

    def three_aces(records: list[Record], seen: dict[str, Any]) -> None:
        packet = next(event for event in deals(records) if event["seat"] is None)
        packet["cards"] = packet["action"]["cards"] = "As Ah Ad"
        dealer_shows(records)["cards"] = "As Ah Ad"
        screen(seen)

    def dealer_shows(records: list[Record]) -> Record:
        events = [event for record in records for event in record["data"].get("events", [])]
        open_cards = [event for event in events if event["cards"] and event["seen_by"] is None]
        return next(event for event in open_cards if event["seat"] is None)

    yield tell("the dealer is dealt three aces", "deck", three_aces)

    def shows_aces(records: list[Record], seen: dict[str, Any]) -> None:
        dealer_shows(records)["cards"] = "As Ah Ad"
        screen(seen)

    yield tell("the dealer turns up three aces that were not dealt", "card", shows_aces)

    def screen_aces(records: list[Record], seen: dict[str, Any]) -> None:
        dealer = [pile for pile in seen["piles"] if pile["name"] == "dealer" and "??" not in pile["cards"]]
        dealer[-1]["cards"] = ["As", "Ah", "Ad"]

    yield tell("only the screen shows three aces of the dealer", "card-shown", screen_aces, blind=False)

    def other_hand(records: list[Record], seen: dict[str, Any]) -> None:
        hand = next(pile for pile in seen["piles"] if pile["seat"] == ANN and "??" not in pile["cards"])
        hand["cards"] = ["2c", "3d", "5h"]

    yield tell("Ann's screen shows a hand that she was not dealt", "card-shown", other_hand, blind=False)

    def dealer_first(records: list[Record], seen: dict[str, Any]) -> None:
        events = one(records, "started")["data"]["events"]
        places = [place for place, event in enumerate(events) if event["action"]]
        packets = [events[place] for place in places]
        for place, event in zip(places, [packets[-1], *packets[:-1]], strict=True):
            events[place] = event
        dealt_again(records)
        screen(seen)

    yield tell("the dealer takes the first packet", "dealing", dealer_first)

    def swapped_seats(records: list[Record], seen: dict[str, Any]) -> None:
        first, second, *_ = deals(records)
        first["seat"], second["seat"] = second["seat"], first["seat"]
        screen(seen)

    yield tell("two players' packets are exchanged", "dealing", swapped_seats)

    def fewer_cards(records: list[Record], seen: dict[str, Any]) -> None:
        last = deals(records)[-1]
        last["action"]["cards"] = last["cards"] = " ".join(last["cards"].split()[:2])
        screen(seen)

    yield tell("the dealer takes two cards instead of three", "dealing", fewer_cards)

    def one_card(records: list[Record], seen: dict[str, Any]) -> None:
        first = deals(records)[0]
        cards = first["cards"].split()
        first["action"]["cards"] = first["cards"] = " ".join([cards[1], cards[0], *cards[2:]])
        screen(seen)

    yield tell("two cards of a packet are exchanged", "deck", one_card)

    def renamed(records: list[Record], seen: dict[str, Any]) -> None:
        one(records, "started")["data"]["names"][0] = "Mallory"

    yield tell("a record is rewritten during the sitting", "head", renamed, blind=False)

    def left_out(records: list[Record], seen: dict[str, Any]) -> None:
        seen["after"] = records[0]["seq"] - 2

    yield tell("a record before the round is left out", "order", left_out, blind=False)

    def other_seed(records: list[Record], seen: dict[str, Any]) -> None:
        one(records, "settled")["data"]["server_seed"] = OTHER
        dealt_again(records)
        screen(seen)

    yield tell("the house shows another seed", "commitment", other_seed)

    def other_commitment(records: list[Record], seen: dict[str, Any]) -> None:
        one(records, "settled")["data"]["server_seed"] = OTHER
        published = commitment(Seed.from_hex(OTHER))
        one(records, "committed")["data"]["commitment"] = published
        part = one(records, "started")["data"]["contributions"][str(ANN)]
        line_up = one(records, "no more bets")["data"]["promises"]
        line_up[str(ANN)] = promise(published, base["table"], base["number"], ANN, part)
        dealt_again(records)
        screen(seen)

    yield tell("the commitment is exchanged between the bet and the line-up", "commitment-shown", other_commitment)

    def other_part(records: list[Record], seen: dict[str, Any]) -> None:
        published = one(records, "committed")["data"]["commitment"]
        one(records, "started")["data"]["contributions"][str(ANN)] = OTHER
        line_up = one(records, "no more bets")["data"]["promises"]
        line_up[str(ANN)] = promise(published, base["table"], base["number"], ANN, OTHER)
        dealt_again(records)
        screen(seen)

    yield tell("Ann's seed is exchanged, and her hash with it", "line-up-shown", other_part)

    def forgot_line_up(records: list[Record], seen: dict[str, Any]) -> None:
        other_part(records, seen)
        unseen(seen, "promises")

    yield tell("the same, where only her seed was noted", "own-part", forgot_line_up)

    def unkept(records: list[Record], seen: dict[str, Any]) -> None:
        one(records, "started")["data"]["contributions"][str(ANN)] = OTHER
        dealt_again(records)
        screen(seen)

    yield tell("Ann's seed is exchanged under her hash", "contribution", unkept)

    def swapped_line_up(records: list[Record], seen: dict[str, Any]) -> None:
        line_up = one(records, "no more bets")["data"]["promises"]
        line_up[str(ANN)], line_up[str(BOB)] = line_up[str(BOB)], line_up[str(ANN)]

    yield tell("two seats of the line-up are exchanged", "line-up-shown", swapped_line_up)

    def one_more(records: list[Record], seen: dict[str, Any]) -> None:
        one(records, "no more bets")["data"]["promises"][str(NOBODY)] = ""
        unseen(seen, "promises")

    yield tell("the line-up has a seat that does not play", "line-up", one_more)

    def no_line_up(records: list[Record], seen: dict[str, Any]) -> None:
        records.remove(one(records, "no more bets"))
        screen(seen)

    yield tell("the line-up is missing", "line-up", no_line_up)

    def late(records: list[Record], seen: dict[str, Any]) -> None:
        seen["revealed_at"] = one(records, "no more bets")["seq"] - 1

    yield tell("bets were not closed when Ann revealed", "line-up-late", late)

    def withheld(*seats: int) -> Callable[[list[Record], dict[str, Any]], None]:
        def change(records: list[Record], seen: dict[str, Any]) -> None:
            place = records.index(one(records, "started"))
            for seat in seats:
                data = {"name": "x", "number": base["number"], "seat": seat, "until": 13, "user": 1}
                records.insert(place, {**records[place], "kind": "withheld", "data": data, "transfers": []})
            screen(seen)

        return change

    yield tell("Ann is said to have withheld what she revealed", "withheld-you", withheld(ANN))
    yield tell("two players are said to have withheld", "withheld", withheld(ANN, BOB))

    def paid_less(records: list[Record], seen: dict[str, Any]) -> None:
        entry = one(records, "settled")["data"]["settlements"][-1]
        entry["returned"] += 100
        screen(seen)

    yield tell("a settlement does not fit the result", "payout", paid_less)

    def other_transfer(records: list[Record], seen: dict[str, Any]) -> None:
        settled = one(records, "settled")
        settled["transfers"].append([f"house:{base['table']}", f"user:{seen['user']}", 100, "gift"])

    yield tell("the chips paid to Ann are not those of her result", "payout", other_transfer)

    def other_result(records: list[Record], seen: dict[str, Any]) -> None:
        seen["results"][str(ANN)] += 100

    yield tell("the screen shows another result than the log", "result-shown", other_result, blind=False)

    def other_bet(records: list[Record], seen: dict[str, Any]) -> None:
        seen["bet"] = {name: amount + 100 for name, amount in seen["bet"].items()}

    yield tell("the log has another bet than the screen", "bet-shown", other_bet, blind=False)

    def other_event(records: list[Record], seen: dict[str, Any]) -> None:
        seen["events"][0]["amount"] += 100

    yield tell("the screen tells of another amount", "event-shown", other_event, blind=False)

    def more_events(records: list[Record], seen: dict[str, Any]) -> None:
        seen["events"].append(dict(seen["events"][-1]))

    yield tell("the screen tells of more than happened", "event-shown", more_events, blind=False)

    def changed_screen(records: list[Record], seen: dict[str, Any]) -> None:
        seen["changed"] = True

    yield tell("the screen told the same event in two ways", "event-shown", changed_screen, blind=False)

    def twice(records: list[Record], seen: dict[str, Any]) -> None:
        records.insert(0, copy.deepcopy(one(records, "committed")))

    yield tell("a round number is used for two commitments", "round", twice)

    def late_bet(records: list[Record], seen: dict[str, Any]) -> None:
        bet = one(records, "bet")
        records.insert(records.index(one(records, "started")), copy.deepcopy(bet))

    yield tell("a bet is taken after bets were closed", "round", late_bet)

    def other_number(records: list[Record], seen: dict[str, Any]) -> None:
        one(records, "started")["data"]["number"] = 1

    yield tell("a record of another round is among them", "round", other_number)

    def unfinished(records: list[Record], seen: dict[str, Any]) -> None:
        records.pop()

    yield tell("the round has no end", "round", unfinished)

    def other_table(records: list[Record], seen: dict[str, Any]) -> None:
        for record in records:
            record["table"] += 1

    yield tell("the records are of another table", "table", other_table)

    def capitals(records: list[Record], seen: dict[str, Any]) -> None:
        settled = one(records, "settled")["data"]
        settled["server_seed"] = settled["server_seed"].upper()

    yield tell("a seed in capital letters", "form", capitals)

    def capitals_of_ann(records: list[Record], seen: dict[str, Any]) -> None:
        given = one(records, "started")["data"]["contributions"]
        given[str(ANN)] = given[str(ANN)].upper()

    yield tell("a player's seed in capital letters", "form", capitals_of_ann)

    def odd_seat(records: list[Record], seen: dict[str, Any]) -> None:
        given = one(records, "started")["data"]["contributions"]
        given[f"0{ANN}"] = given[str(ANN)]

    yield tell("a seat with a leading zero", "form", odd_seat)

    def large_number(records: list[Record], seen: dict[str, Any]) -> None:
        one(records, "settled")["at"] = 2**60

    yield tell("a number that languages read differently", "form", large_number)

    def odd_name(records: list[Record], seen: dict[str, Any]) -> None:
        one(records, "started")["data"]["caf\u00e9"] = 1

    yield tell("a field whose name is not ASCII", "form", odd_name)

    def as_list(records: list[Record], seen: dict[str, Any]) -> None:
        one(records, "started")["data"]["contributions"] = []

    yield tell("contributions as a list", "form", as_list)

    def unknown_game(records: list[Record], seen: dict[str, Any]) -> None:
        seen["game"] = "three-card-monte"

    yield tell("a game that is not published", "game", unknown_game)

    def earlier(records: list[Record], seen: dict[str, Any]) -> None:
        one(records, "settled")["at"] = records[0]["at"] - 1

    yield tell("a record is dated before the one that it follows", "order", earlier)


def lies_about_the_log(base: Vector) -> Iterator[tuple[str, str, Vector]]:
    """Rounds for which the house chose bets or players after the reveal, and hides it by the numbers of the records."""

    def tell(name: str, code: str, *changes: Callable[[list[Record], dict[str, Any]], Any], blind: bool = False) -> Any:
        def change(records: list[Record], seen: dict[str, Any]) -> None:
            for each in changes:
                each(records, seen)

        return name, code, lie(base, change, blind)

    def renumbered(records: list[Record], seen: dict[str, Any]) -> None:
        records[0]["seq"] = 1

    def only_the_reveal(records: list[Record], seen: dict[str, Any]) -> None:
        unseen(seen, "during")
        seen["heads"] = {str(seen["revealed_at"]): seen["heads"][str(seen["revealed_at"])]}

    def dealt_as_shown(records: list[Record], seen: dict[str, Any]) -> None:
        dealt_again(records)
        unseen(seen, "piles", "events", "results", "bet")

    def without_bet_of_bob(records: list[Record], seen: dict[str, Any]) -> None:
        records.remove(next(each for each in records if each["kind"] == "bet" and each["data"]["seat"] == BOB))
        del one(records, "started")["data"]["contributions"][str(BOB)]
        dealt_as_shown(records, seen)

    def bet_of_bot(records: list[Record], seen: dict[str, Any]) -> None:
        bet = copy.deepcopy(next(each for each in records if each["kind"] == "bet" and each["data"]["seat"] == BOB))
        bet["data"]["seat"], bet["transfers"] = BOT, []
        records.insert(records.index(one(records, "no more bets")), bet)
        one(records, "started")["data"]["contributions"][str(BOT)] = ""
        dealt_as_shown(records, seen)

    yield tell("the records are numbered otherwise than they were shown", "head", renumbered)
    yield tell("the same, where only the hash at the reveal was noted", "head", renumbered, only_the_reveal)
    choices = [("a silent player's bet is dropped", without_bet_of_bob), ("the computer player bets", bet_of_bot)]
    for name, choice in choices:
        yield tell(f"{name} after the reveal, under other numbers", "head", choice, renumbered)
        yield tell(f"{name}, and only the hash at the reveal was noted", "head", choice, renumbered, only_the_reveal)
        yield tell(f"{name} after the reveal, under the same numbers", "head", choice)

    def inflated(records: list[Record], seen: dict[str, Any]) -> None:
        first = records[0]
        seen["heads"] = {str(int(seq) + 500): OTHER for seq in seen["heads"]}
        seen["heads"][str(first["seq"] - 1)] = first["previous"]
        seen["during"] = [length + 500 for length in seen["during"]]
        seen |= {"revealed_at": seen["revealed_at"] + 500, "after": first["seq"] - 1}

    def not_during(records: list[Record], seen: dict[str, Any]) -> None:
        unseen(seen, "during")

    yield tell("lengths of the log were shown 500 too high", "head", inflated)
    yield tell("the same, where only the length at the reveal was noted", "head", inflated, not_during)

    def one_inflated(records: list[Record], seen: dict[str, Any]) -> None:
        seen["heads"]["5000"] = OTHER
        seen["during"].append(5000)

    def too_low(records: list[Record], seen: dict[str, Any]) -> None:
        seen["heads"]["2"] = OTHER
        seen["during"].append(2)

    yield tell("one length shown during the round is beyond its end", "head", one_inflated)
    yield tell("one length shown during the round is before its commitment", "head", too_low)

    def garbage(records: list[Record], seen: dict[str, Any]) -> None:
        seen["heads"] = dict.fromkeys(seen["heads"], OTHER)

    yield tell("no log hash that was shown is in the log", "head", garbage)

    def hash_missing(records: list[Record], seen: dict[str, Any]) -> None:
        del seen["heads"][str(seen["revealed_at"])]

    yield tell("no log hash was shown at the reveal", "head", hash_missing, not_during)
    yield tell("no log hash was shown for a length during the round", "head", hash_missing)

    def length_missing(records: list[Record], seen: dict[str, Any]) -> None:
        unseen(seen, "revealed_at")

    def broken_length(records: list[Record], seen: dict[str, Any]) -> None:
        seen["revealed_at"] += 0.5
        seen["heads"][str(seen["revealed_at"])] = OTHER

    def started_already(records: list[Record], seen: dict[str, Any]) -> None:
        seen["revealed_at"] = one(records, "started")["seq"]

    yield tell("no length of the log was shown at the reveal", "head", length_missing)
    yield tell("the length shown at the reveal is not a whole number", "head", broken_length)
    yield tell("the round had started when Ann revealed", "head", started_already, blind=True)

    def added(records: list[Record], seen: dict[str, Any]) -> None:
        one(records, "no more bets")["data"]["promises"][str(NOBODY)] = ""

    def dropped(seat: int) -> Callable[[list[Record], dict[str, Any]], None]:
        def change(records: list[Record], seen: dict[str, Any]) -> None:
            del one(records, "no more bets")["data"]["promises"][str(seat)]

        return change

    def played_by(*seats: int) -> Callable[[list[Record], dict[str, Any]], None]:
        def change(records: list[Record], seen: dict[str, Any]) -> None:
            one(records, "started")["data"]["seats"] = list(seats)
            unseen(seen, "piles", "events", "results", "bet")

        return change

    everyone = (ANN, NOBODY, BOB, BOT)
    yield tell("a silent seat is added to the line-up", "line-up-shown", added, played_by(*everyone), blind=True)
    yield tell("a silent seat is dropped from it", "line-up-shown", dropped(BOB), played_by(ANN, BOT), blind=True)
    yield tell("the computer player is dropped from it", "line-up-shown", dropped(BOT), played_by(ANN, BOB), blind=True)
    yield tell("a seat plays that is not in the line-up", "line-up", played_by(*everyone), blind=True)
    yield tell("the computer player of the line-up does not play", "line-up", played_by(ANN, BOB), blind=True)


def lies_about_chips(base: Vector, hand: Vector) -> Iterator[tuple[str, str, Vector]]:
    """Rounds that take more from Ann than she bet: a round against the house, and a hand between players."""

    def fee(kind: str, source: str, target: str) -> Callable[[list[Record], dict[str, Any]], None]:
        def change(records: list[Record], seen: dict[str, Any]) -> None:
            one(records, kind)["transfers"].append([source, target, 99_999, "fee"])

        return change

    def tell(name: str, vector: Vector, change: Callable[[list[Record], dict[str, Any]], None]) -> Any:
        return name, "payout", lie(vector, change)

    def practice(records: list[Record], seen: dict[str, Any]) -> None:
        seen["practice"] = True
        fee("started", "user:1", "house:1")(records, seen)

    def more_staked(records: list[Record], seen: dict[str, Any]) -> None:
        settled = one(records, "settled")["data"]
        next(entry for entry in settled["settlements"] if entry["seat"] == 0)["staked"] += 50_000
        settled["results"][str(ANN)] -= 50_000
        seen["results"] = settled["results"]

    yield tell("Ann pays the house a fee at the settlement", base, fee("settled", "user:1", "house:1"))
    yield tell("Ann pays somebody a fee at a decision", base, fee("acted", "user:1", "user:666"))
    yield tell("Ann pays a fee with her bet", base, fee("bet", "user:1", "house:1"))
    yield tell("Ann pays a fee at a practice table", base, practice)
    yield tell("more goes to the stakes than is settled", base, fee("acted", "user:1", "stakes:1"))
    yield tell("chips go to the stakes at the settlement", base, fee("settled", "user:1", "stakes:1"))
    yield tell("chips go to another seat", base, fee("started", "user:1", "seat:1/4"))
    yield tell("chips went to another seat before the bet", base, fee("committed", "user:1", "seat:1/4"))
    yield tell("the settlement says that Ann staked more than she did", base, more_staked)
    yield tell("a fee is taken from the stack before Ann", hand, fee("acted", "seat:1/1", "house:1"))
    yield tell("chips of the stack go to Ann's opponent", hand, fee("started", "seat:1/1", "seat:1/3"))


def raw_lies(base: Vector) -> Iterator[tuple[str, str, Vector]]:
    """Lies in the lines themselves."""

    def tell(name: str, code: str, change: Callable[[list[str]], list[str]]) -> tuple[str, str, Vector]:
        return name, code, {**base, "lines": change(list(base["lines"]))}

    def hashed_again(place: int, old: str, new: str) -> Callable[[list[str]], list[str]]:
        """Another text under its own hash."""

        def change(lines: list[str]) -> list[str]:
            body = lines[place][len('{"hash":"') + 64 + len('","record":') : -1]
            assert old in body
            changed = body.replace(old, new, 1)
            digest = sha256(b"houseway/log/1:" + changed.encode()).hexdigest()
            return [*lines[:place], f'{{"hash":"{digest}","record":{changed}}}', *lines[place + 1 :]]

        return change

    last = len(base["lines"]) - 1
    yield tell("a name is given twice", "form", hashed_again(last, '"kind":', '"kind":"left","kind":'))
    yield tell("a number is written as 2e0", "form", hashed_again(last, '"number":2', '"number":2e0'))
    yield tell("a number is written as 2.0", "form", hashed_again(last, '"number":2', '"number":2.0'))
    yield tell("a blank is added", "form", hashed_again(last, '"kind":', '"kind": '))
    yield tell("a letter is written as an escape", "form", hashed_again(last, '"settled"', '"\\u0073ettled"'))
    yield tell("a record is not JSON", "form", hashed_again(last, '"transfers":[', '"transfers":[[['))
    yield tell("a line is cut off", "form", lambda lines: [*lines[:-1], lines[-1][:-9]])
    yield tell("a field is missing", "form", hashed_again(last, '"table":', '"tabel":'))
    yield tell("a record is changed under its old hash", "hash", lambda lines: [*lines[:-1], swap(lines[-1])])
    yield tell("a record is removed", "order", lambda lines: [*lines[:3], *lines[4:]])
    yield tell("two records are exchanged", "order", lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]])
    yield tell("there are no records", "round", lambda lines: [])


def swap(line: str) -> str:
    return line.replace('"salt":"', '"salt":"0', 1).replace('0"', '"', 0)


def vectors() -> list[dict[str, Any]]:
    """Every vector: a name, the lines, what was seen, and the code."""
    base, hand = played("three-card-poker"), played("five-card-holdout")
    honest = [
        ("an honest round, as a player saw it", base),
        ("an honest round, to somebody who was not there", {**base, "seen": None, "told": told(base)}),
        ("a round that the floor voided", played("three-card-poker", void=True)),
        ("a round without one player who withheld", played("three-card-poker", silent=True)),
        ("a hand dealt in rotation from the seat after the button", hand),
        ("a round in which players draw", played("double-draw-poker")),
        ("a round of eight decks, dealt in turn", played("dragon-bonus")),
        ("a round of the second protocol, whose records hold words", of_the_second_protocol()),
    ]
    found = [{"name": name, "code": "verified", **vector} for name, vector in honest]
    told_lies = (*lies(base), *lies_about_the_log(base), *lies_about_chips(base, hand), *raw_lies(base))
    found += [{"name": name, "code": code, **vector} for name, code, vector in told_lies]
    return found


def of_the_second_protocol() -> Vector:
    """The first round of a log that an earlier version wrote, to somebody who was not there."""
    lines = (FOLDER.parents[1] / "room" / "second_protocol" / "three-card-poker.jsonl").read_text("ascii").splitlines()
    kinds = [json.loads(line)["record"]["kind"] for line in lines]
    chosen = lines[kinds.index("committed") : kinds.index("settled") + 1]
    opening = json.loads(lines[0])["record"]
    game = {name: opening["data"]["spec"][name] for name in ("game", "readings")}
    return {"table": opening["table"], "number": 1, "lines": chosen, "seen": None, "told": game}


def told(vector: Vector) -> dict[str, Any]:
    return {"game": vector["seen"]["game"], "readings": vector["seen"]["readings"]}


def read() -> list[Vector]:
    """The vectors of the file; lines that several have are written once in it."""
    stored = json.loads((FOLDER / "rounds.json").read_text("ascii"))
    return [{**each, "lines": [stored["lines"][place] for place in each["lines"]]} for each in stored["rounds"]]


def write() -> None:
    """Make the file."""
    places: dict[str, int] = {}
    found = vectors()
    for vector in found:
        vector["lines"] = [places.setdefault(line, len(places)) for line in vector["lines"]]
    lines, rounds = (",\n".join(json.dumps(each, sort_keys=True) for each in part) for part in (places, found))
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "rounds.json").write_text(f'{{"lines": [\n{lines}\n],\n"rounds": [\n{rounds}\n]}}\n', "ascii")


if __name__ == "__main__":
    write()
