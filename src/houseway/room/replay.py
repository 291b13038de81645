"""A table rebuilt from its records. Each step is repeated and must make the stored record.

`Work` collects steps that are written together or not at all.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from houseway.cards.seed import Seed
from houseway.errors import BrokenLog, HousewayError
from houseway.games.engine.action import Action
from houseway.games.engine.event import Event
from houseway.games.engine.meter import Meter
from houseway.room import steps
from houseway.room.fairness import CURRENT, FACTS, IN_CLEAR, PROTOCOLS, commitment, keeps
from houseway.room.log import Draft, Record, as_read, at_record, canonical
from houseway.room.spec import HouseLimits, TableSpec
from houseway.room.state import TableState
from houseway.room.steps import ACTORS, Step
from houseway.room.transfers import Meters, fallen, pay_by_meters, stakes_on_meters

Seeds = Mapping[int, Seed | None]
"""The server's seed of each round: shown after the round and secret until then. None for a lost seed."""
Call = tuple[Callable[..., Step], tuple[Any, ...]]
"""A step, and its arguments other than the table."""

_FIELD_TYPES = {"user": int, "name": str, "bank": int, "seat": int, "value": bool, "until": int}
_COMMITMENT = re.compile(r"[0-9a-f]{64}")
_UNREADABLE = (KeyError, TypeError, ValueError, AssertionError, AttributeError, IndexError)
_IN_WORDS = {"events": "text", "settlements": "reason"}
"""Lists in a record, with the field of their members that had words before FACTS."""
_RANKS = {"jack": "J", "queen": "Q", "king": "K", "ace": "A", "deuce": "2", "trey": "3"}
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MEANINGS = {
    **_RANKS,
    **{f"{word}s": rank for word, rank in _RANKS.items()},
    **{word: str(number) for number, word in enumerate(_COUNTS, 1)},
    **{f"{word}{'es' if word == 'six' else 's'}": str(number) for number, word in enumerate(_COUNTS, 1)},
    **dict.fromkeys(("win", "wins", "won"), "win"),
    **dict.fromkeys(("lose", "loses", "lost"), "lose"),
    **dict.fromkeys(("pair", "pairs"), "pair"),
    **dict.fromkeys(("joker", "jokers"), "joker"),
    **{word: word for word in ("flush", "straight", "house", "kind", "royal")},
}
_FACT = re.compile(
    r"\b[2-9TJQKA][cdhs]\b|\b[2-9TJQKA](?:-[2-9TJQKA])+\b|\d[\d,]*(?:\.\d+)?|\b(?i:" + "|".join(_MEANINGS) + r")\b"
)


class UnknownSeed(BrokenLog):
    """A round whose seed is not shown, because the round is not over or the record that shows it is missing."""


def shown_seeds(records: Iterable[Record]) -> dict[int, Seed | None]:
    """Return the seeds that finished rounds and retired commitments show. The replay finds malformed ones."""
    seeds: dict[int, Seed | None] = {}
    for record in records:
        if record.kind in ("settled", "retired"):
            try:
                if record.kind == "retired" and record.data["server_seed"] is None:
                    seeds[record.data["number"]] = None
                    continue
                seeds[record.data["number"]] = Seed.from_hex(record.data["server_seed"])
            except (HousewayError, KeyError, TypeError):
                continue
    return seeds


Reworded = Callable[[bool], None]
"""Called for a record whose words differ from the current ones, with whether they name the same facts."""


def redo(state: TableState | None, record: Record, seeds: Seeds, reworded: Reworded | None = None) -> TableState:
    """Return the table after a record, which must be the one that the rules produce.

    Records before FACTS have words, which may differ in another version of the rules. With `reworded`, such a record is
    accepted by its facts alone, and `reworded` is called. Without it, the words must be the same too.

    Raises: BrokenLog: if the record differs from the one that the rules produce.
    """
    try:
        _check_values(record)
        after, draft = _repeated_step(state, record, seeds)
    except BrokenLog:
        raise
    except (HousewayError, *_UNREADABLE) as error:
        raise BrokenLog(f"{record.kind}: could not have happened: {error or type(error).__name__}") from None
    if draft.text != canonical(record.data):
        if reworded is None or after.protocol >= FACTS or not _differs_in_words_alone(draft, record):
            raise _difference(draft, record)
        reworded(_named_facts(draft.data) == _named_facts(record.data))
    if draft.transfers != record.transfers:
        raise BrokenLog(f"{record.kind}: the chips moved are not those that the rules move")
    return after


def _repeated_step(state: TableState | None, record: Record, seeds: Seeds) -> Step:
    if state is None and record.kind == "opened":
        return steps.opened(record.table, TableSpec.from_dict(record.data["spec"]), record.data["by"])
    step, given = call_of(state, record, seeds)
    return step(state, *given)


def _check_values(record: Record) -> None:
    """Check the types of the values that the rules do not determine."""
    for name, kind in _FIELD_TYPES.items():
        if name in record.data and type(record.data[name]) is not kind:
            raise BrokenLog(f"{record.kind}: {name} is {kind.__name__}; got {record.data[name]!r}")
    by, published = record.data.get("by"), record.data.get("commitment", "0" * 64)
    if by not in ACTORS if record.kind == "acted" else by is not None and type(by) is not int:
        raise BrokenLog(f"{record.kind}: by whom? got {by!r}")
    if record.kind == "voided" and by is None:
        raise BrokenLog("voided: an operator declares it; got nobody")
    if not isinstance(published, str) or not _COMMITMENT.fullmatch(published):
        raise BrokenLog(f"{record.kind}: a commitment is 64 hexadecimal digits; got {published!r}")


def call_of(state: TableState | None, record: Record, seeds: Seeds) -> Call:
    """Return the step that made a record, with its arguments other than the table."""
    data = record.data
    if state is None:
        raise BrokenLog(f"a table begins with its opening; got {record.kind}")
    if record.kind == "opened":
        raise BrokenLog("a table is opened once")
    if state.closed:
        raise BrokenLog("nothing happens at a closed table")
    if record.kind == "retired" and data["server_seed"] is None:
        return steps.retired_unseen, ()
    begins = record.kind == "started" and state.number in seeds and seeds[state.number] is None
    if begins or (state.unseen is not None and record.kind not in steps.BY_SEATS):
        if record.kind not in steps.FOLLOWED_UNSEEN or (state.unseen is None) is not begins:
            raise BrokenLog(f"{record.kind}: a round whose seed is lost ends with its commitment retired")
        return steps.FOLLOWED_UNSEEN[record.kind], (data, record.transfers)
    match record.kind:
        case "committed":
            return _committed(state, record, seeds)
        case "sat":
            return steps.sat, (data["seat"], data["user"], data["name"], data["bank"])
        case "left":
            return steps.left, (data["seat"],)
        case "leaving":
            return steps.leaving, (data["seat"],)
        case "sitting out":
            return steps.sitting_out, (data["seat"], data["value"])
        case "bet":
            promised = data["contribution" if state.protocol == IN_CLEAR else "promise"]
            return steps.bet, (data["seat"], data["wagers"], promised)
        case "no more bets":
            return steps.no_more_bets, ()
        case "revealed":
            return steps.revealed, (data["seat"], data["contribution"])
        case "withheld":
            return steps.withheld, (data["seat"], data["until"])
        case "retired":
            return steps.retired, (_seed(seeds, state.number), data["reason"])
        case "started":
            shown = {name: tuple(each) for name, each in data.get("meters", {}).items()}
            return steps.started, (_seed(seeds, state.number), shown)
        case "meters fell":
            return steps.fell, ({name: tuple(each) for name, each in data["meters"].items()},)
        case "acted":
            return steps.acted, (data["move"], Action.from_dict(data["action"]), data["by"], data["bank"])
        case "voided":
            return steps.voided, (data["irregularity"], data["reason"], data["by"])
        case "settled":
            meters = {name: Meter.from_dict(each) for name, each in data.get("meters", {}).items()}
            return steps.settled, (_seed(seeds, state.number), meters)
        case "limited":
            return steps.limited, (HouseLimits(data["least"], data["largest"]), data["by"], data.get("reason", ""))
        case "closed":
            return steps.closed, (data["by"], data.get("reason", ""))
        case other:
            raise BrokenLog(f"unknown kind of record: {other!r}")


def leads_to_the_same_call(state: TableState, record: Record, seeds: Seeds, called: Call) -> bool:
    """Return whether a replay of the record calls the same step with identical values.

    If so, the step need not run again to know its result, because a step is a pure function of its values.
    """
    try:
        _check_values(record)
        step, given = call_of(state, record, seeds)
    except (HousewayError, *_UNREADABLE):
        return False
    return step is called[0] and alike(given, called[1])


def alike(one: object, other: object) -> bool:
    """Return whether two values are the same to every function: true is not 1, 5.0 is not 5, and order counts.

    >>> alike({"ante": 5}, {"ante": 5.0}), alike({"a": 1, "b": 1}, {"b": 1, "a": 1}), alike((1, "a"), (1, "a"))
    (False, False, True)
    """
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return alike(list(one.items()), list(other.items()))
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(map(alike, one, other))
    if is_dataclass(one):
        return all(alike(getattr(one, each.name), getattr(other, each.name)) for each in fields(one))
    return one == other


def _committed(state: TableState, record: Record, seeds: Seeds) -> Call:
    """Return the call that commits to a round. The seed of a round in progress is secret, so it is not compared."""
    number, published = state.number + 1, record.data["commitment"]
    seed = seeds.get(number)
    if seed is not None and not keeps(published, seed):
        raise BrokenLog(f"the seed of round {number} is not the one that was committed to")
    protocol = record.data.get("protocol", IN_CLEAR)
    if type(protocol) is not int or protocol not in PROTOCOLS:
        known = ", ".join(map(str, PROTOCOLS))
        raise BrokenLog(f"protocol {protocol!r} is unknown; this version knows the protocols {known}")
    return steps.committed, (published, protocol)


def _seed(seeds: Seeds, number: int) -> Seed:
    seed = seeds.get(number)
    if seed is None:
        raise UnknownSeed(f"the seed of round {number} is not there")
    return seed


def facts_in(text: str) -> tuple[str, ...]:
    """Return the facts that words name, in one form and order: cards, numbers, ranks, hands, winners and losers.

    >>> facts_in("the dealer shows three of a kind, aces") == facts_in("THE DEALER HAS 3 ACES, three of a kind")
    False
    >>> facts_in("seat 2 wins $1,000 with A-J-8") == facts_in("With A-J-8, seat two won 1000 dollars")
    True
    """
    found: list[str] = []
    for match in _FACT.findall(text):
        word = match.lower()
        if word in _MEANINGS:
            found.append(_MEANINGS[word])
        else:
            found += match.replace(",", "").split("-")
    return tuple(sorted(found))


def _differs_in_words_alone(draft: Draft, record: Record) -> bool:
    return canonical(_without_words(draft.data)) == canonical(_without_words(record.data))


def _without_words(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a record with an empty text for each of its sentences."""
    plain = dict(data)
    for name, word in _IN_WORDS.items():
        if isinstance(plain.get(name), list):
            plain[name] = [
                {**each, word: ""} if isinstance(each, dict) and isinstance(each.get(word), str) else each
                for each in plain[name]
            ]
    return plain


def _named_facts(data: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the facts that the sentences of a record name, sentence by sentence."""
    return [facts_in(each[word]) for name, word in _IN_WORDS.items() for each in data.get(name, ())]


def _difference(draft: Draft, record: Record) -> BrokenLog:
    fields = [
        key
        for key in sorted({*draft.data, *record.data})
        if canonical(draft.data.get(key)) != canonical(record.data.get(key))
    ]
    return BrokenLog(f"{record.kind}: {', '.join(fields)} differ from what the rules lead to")


def rebuild(records: Iterable[Record], base: TableState, seeds: Seeds) -> TableState:
    """Rebuild a table from a checkpoint, which the first record carries."""
    return deque((state for _, state in moments(records, base, seeds)), maxlen=1).pop()


def moments(records: Iterable[Record], base: TableState, seeds: Seeds) -> Iterator[tuple[Record, TableState]]:
    """Yield every record from a checkpoint on, with the table after it."""
    state = base
    for place, record in enumerate(records):
        with at_record(record.seq):
            if not place:
                checkpoint = base.from_checkpoint(record.data["checkpoint"])
                state = replace(checkpoint, number=record.data["number"] - 1)
            state = redo(state, record, seeds, in_any_words)
        yield record, state


def in_any_words(same_facts: bool) -> None:
    """Accept a record whose words differ from the current ones. An audit reports them, but other readers need not."""


_OF_THE_GAME = (steps.acted, steps.settled)


def _events_of(state: TableState) -> tuple[Event, ...]:
    return () if state.round is None else state.round.state.events


def _no_seed() -> Seed:
    raise AssertionError("no commitment was to be made")


class Work:
    """Steps to be written together: the table after them, their drafts, and the seed of the round.

    `draw` gives a fresh, already stored seed for each commitment that the steps make. If the seed of the round is None,
    it was lost, and the only possible step is to give up its commitment.
    """

    def __init__(
        self,
        state: TableState,
        secret: Seed | None,
        meters: Callable[[], Meters] = dict,
        draw: Callable[[], Seed] = _no_seed,
    ) -> None:
        self.state, self.secret, self._draw = state, secret, draw
        self.drafts: list[Draft] = []
        self.meters_after: Meters = {}
        """The meters that the steps change, in their new state, by the table's names for them."""
        self.ruled_by: int | None = None
        """The operator who made this ruling, to be noted in the room's log."""
        self._read_meters = meters

    def take(self, step: Callable[..., steps.Step], *given: Any) -> None:
        """Take one more step, and continue from its record as read back, so that live play is replay.

        Every step is repeated from its record, except a decision and the settling of a round. These cost the most and
        depend only on the game. They are not repeated if the record asks for the same step with the same values as
        given. This is safe because a game's state is never changed and an action always has the same result. A step
        whose record would lead to another result raises BrokenLog before anything is written.
        """
        before, seeds = self.state, {self.state.number: self.secret}
        after, draft = step(before, *given)
        record = as_read(before.id, draft)
        same = step in _OF_THE_GAME and leads_to_the_same_call(before, record, seeds, (step, given))
        self.state = after if same else redo(before, record, seeds)
        if not same and _events_of(after) != _events_of(self.state):  # also in words, which the record does not have
            self.state = before
            raise BrokenLog(f"{draft.kind}: events differ from what the rules lead to")
        self.drafts.append(draft)

    def retire(self, reason: str) -> None:
        """Replace the open commitment with another one."""
        if self.secret is None:
            self.take(steps.retired_unseen)
        else:
            self.take(steps.retired, self.secret, reason)
        self.remove_leaving(self.state.people)
        self.commit_to_next()

    def start(self) -> None:
        """Shuffle and deal. The round is played for the amounts that the meters show now."""
        wager = self.state.game.meter_wager
        staked = 0 if wager is None else wager.staked(placed.bet for placed in self.state.bets.values())
        meters = self._meters() if staked else {}
        shown = {name: (meter.showing(staked).amount, meter.rules.seed, meter.turn) for name, meter in meters.items()}
        self.take(steps.started, self.secret, shown)

    def act(self, move: int, action: Action, by: str, bank: int) -> None:
        """Take a decision. If others won from the round's meters, first note the amounts that are left."""
        playing = self.state.round
        if playing is not None and playing.state.meters and not playing.state.is_over:
            meters = self._meters()
            lower = fallen(playing, meters, stakes_on_meters(self.state, playing))
            if lower:
                shown = {name: (each.amount, each.seed, meters[name].turn) for name, each in lower.items()}
                self.take(steps.fell, shown)
        self.take(steps.acted, move, action, by, bank)

    def finish_round(self) -> None:
        """Settle all wagers, show the seed, and commit to the next one."""
        over = self.state.round
        assert over is not None
        meters = self._meters() if stakes_on_meters(self.state, over) else {}
        before = self.state
        self.take(steps.settled, self.secret, meters)
        if meters:
            self.meters_after = pay_by_meters(before, over, meters).after
        self.remove_leaving(self.state.people)
        self.commit_to_next()

    def _meters(self) -> Meters:
        return self.meters_after or self._read_meters()

    def remove_leaving(self, seats: Iterable[int]) -> None:
        """Remove the players at these seats who asked to leave."""
        for seat in seats:
            if self.state.at(seat).leaving:
                self.take(steps.left, seat)

    def commit_to_next(self) -> None:
        """Draw a fresh seed for the next round, and commit to it."""
        self.secret = self._draw()
        self.take(steps.committed, commitment(self.secret), CURRENT)
