"""What people were told and what they said: kept to compare with the log, when it is written and at the end."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simulation.violation import Violation
from simulation.witness import NOBODYS, Seen

if TYPE_CHECKING:
    from simulation.world import World

EARLY = 0.001
"""Seconds by which a clock may seem early: times are rounded."""


Wait = tuple[str, int] | tuple[str, int, int]
"""What a table waits for from someone: a decision by its number, or what a seat promised for a round."""


@dataclass(frozen=True)
class Told:
    """A state that was sent to someone."""

    user_id: int | None
    table: int
    seq: int
    message: dict[str, Any] = field(hash=False)
    text: str
    at: float

    @property
    def head(self) -> str:
        """The hash of the last record that it shows."""
        return str(self.message["round"]["head"])


def is_on(chain: Sequence[Seen]) -> bool:
    """Whether at the end of a log a round is on, or its bets are closed."""
    for seen in reversed(chain):
        if seen.kind in ("settled", "closed", "opened", "retired"):
            return False
        if seen.kind in ("started", "no more bets"):
            return True
    return False


def action_key(action: dict[str, Any]) -> tuple[Any, ...]:
    """An action, whatever the order of its cards."""
    return action["kind"], tuple(sorted(str(action["cards"]).split())), action["amount"], action["option"]


class Promises:
    """By whom what was said, to whom what was told."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.states: list[Told] = []
        self.texts: list[tuple[int | None, int, str, float]] = []
        """Every message that was sent: to whom, at which table, when."""
        self._decisions: dict[tuple[int, int], set[Any]] = defaultdict(set)
        self._bets: dict[tuple[int, int], set[str]] = defaultdict(set)
        self._words: dict[tuple[int, int], set[str]] = defaultdict(set)
        """What each person has promised and revealed."""
        self._deeds: dict[tuple[int, int], set[str]] = defaultdict(set)
        self._time_until: dict[tuple[int, Wait], float] = {}
        self._committed_in: dict[int, int] = {}
        self._may_be_known: set[int] = set()
        """Tables whose round was on in a copy that was put back: its cards may have been seen before."""
        self._made_at: dict[str, float] = {}
        self._users: dict[tuple[int, int], int] = {}
        self._leaving: set[tuple[int, int]] = set()
        world.witness.watches.append(self._watch)

    # What people say.

    def said(self, user_id: int | None, table: int, text: str) -> None:
        """Remember what somebody asked for."""
        try:
            message = json.loads(text)
            kind = message["type"]
        except (ValueError, TypeError, KeyError):
            return
        if user_id is None:
            return
        key = (table, user_id)
        if kind == "act" and "action" in message:
            self._decisions[key].add((message["move"], action_key(message["action"])))
        elif kind == "bet" and isinstance(message.get("wagers"), dict):
            self._bets[key].add(bet_key(message["wagers"]))
            self._words[key].add(str(message.get("promise", "")).lower())
        elif kind == "reveal":
            self._words[key].add(str(message.get("contribution")).lower())
        else:
            self._deeds[key].add(kind)

    # What they are told.

    def told(self, user_id: int | None, table: int, text: str) -> None:
        """Remember what somebody was sent."""
        message = json.loads(text)
        now = self._world.agenda.now
        self.texts.append((user_id, table, text, now))
        if message["type"] != "state":
            return
        self.states.append(Told(user_id, table, message["seq"], message, text, now))
        chain = self._world.witness.chains[table]
        if message["seq"] > len(chain) or chain[message["seq"] - 1].hash != message["round"]["head"]:
            told = f"table {table}: {user_id} was told of record {message['seq']}"
            self._world.blame(Violation("promise", f"{told}, which is not written so"))
        own = message["you"]["seat"]
        if own is not None and message["time_left"] is not None:
            self._note_time(message, own, self._made_at.get(text, now))

    def written(self, text: str) -> None:
        """A state was made: the time that it gives counts from now, whenever it is sent."""
        self._made_at[text] = self._world.agenda.now

    def _note_time(self, message: dict[str, Any], own: int, made_at: float) -> None:
        """For what this person is waited for, and until when."""
        awaited: Wait | None = None
        if message["actor"] == own and message["legal_actions"]:
            awaited = ("decision", message["move"])
        elif message["phase"] == "revealing" and message["seats"][own]["reveals"]:
            awaited = ("reveal", message["round"]["number"], own)
        if awaited is not None:
            key = (message["table"]["id"], awaited)
            self._time_until[key] = max(self._time_until.get(key, 0.0), made_at + message["time_left"])

    # What is written.

    def _watch(self, seen: Seen) -> None:
        data = seen.data
        match seen.kind:
            case "sat":
                self._users[(seen.table, data["seat"])] = data["user"]
                self._leaving.discard((seen.table, data["seat"]))
                self._need_deed(seen, data["user"], "sit")
            case "leaving":
                self._leaving.add((seen.table, data["seat"]))
                self._need_deed(seen, self._users[(seen.table, data["seat"])], "leave")
            case "left":
                self._need_deed(seen, data["user"], "leave")
            case "bet":
                self._check_bet(seen)
            case "revealed":
                self._need_word(seen, data["contribution"])
            case "withheld":
                self._check_time(seen, ("reveal", data["number"], data["seat"]))
            case "committed":
                self._committed_in[seen.table] = self._world.outcome.kills
            case "no more bets":
                self._check_commitment(seen)
            case "settled" | "retired":
                self._may_be_known.discard(seen.table)
            case "started":
                self._check_unknown(seen)
            case "acted":
                self._check_unknown(seen)
                self._check_acted(seen)
            case "set aside":
                raise Violation("error", f"a table was set aside, and nobody has touched its log: {data}")

    def _need_deed(self, seen: Seen, user_id: int, kind: str) -> None:
        if kind not in self._deeds[(seen.table, user_id)]:
            raise Violation("deed", f"table {seen.table}: {seen.kind} of user {user_id}, who never asked for it")

    def _check_bet(self, seen: Seen) -> None:
        user_id = self._users[(seen.table, seen.data["seat"])]
        said = self._bets[(seen.table, user_id)]
        if bet_key(seen.data["wagers"]) not in said and "{}" not in said:
            raise Violation("deed", f"table {seen.table}: a bet {seen.data['wagers']} that user {user_id} never made")
        self._need_word(seen, seen.data["promise"])

    def _need_word(self, seen: Seen, word: str) -> None:
        user_id = self._users[(seen.table, seen.data["seat"])]
        if word not in self._words[(seen.table, user_id)]:
            raise Violation("deed", f"table {seen.table}: {seen.kind} {word!r}, which user {user_id} never said")

    def _check_commitment(self, seen: Seen) -> None:
        """Bets are closed only on a seed that this very server has drawn: another may have been shown before."""
        if self._committed_in[seen.table] != self._world.outcome.kills:
            raise Violation("seed", f"table {seen.table}: a round begins on the seed of a server before this one")

    def _check_unknown(self, seen: Seen) -> None:
        if seen.table in self._may_be_known:
            raise Violation("seed", f"table {seen.table}: a round of a copy goes on, though its cards may be known")

    def _check_time(self, seen: Seen, awaited: Wait) -> None:
        early = self._time_until.get((seen.table, awaited), 0.0) - seen.at
        if early > EARLY:
            raise Violation("time", f"table {seen.table}, {awaited}: the clock was {early:.3f} s early")

    def _check_acted(self, seen: Seen) -> None:
        data, table = seen.data, seen.table
        if data["action"]["kind"] in NOBODYS:
            raise Violation("deed", f"table {table}: {data['by']} at seat {data['seat']} did {data['action']}")
        if data["by"] == "person":
            user_id = self._users[(table, data["seat"])]
            said = self._decisions[(table, user_id)]
            meant = {(data["move"], action_key({**data["action"], "amount": amount})) for amount in amounts_of(data)}
            if not meant & said:
                raise Violation("deed", f"table {table}: user {user_id} never said {data['action']} to {data['move']}")
        elif data["by"] == "clock" and (table, data["seat"]) not in self._leaving:
            self._check_time(seen, ("decision", data["move"]))

    def roll_back(self) -> None:
        """An older copy of the database was put in place: what was told of later records is no promise any more."""
        chains = self._world.witness.chains
        self.states = [told for told in self.states if told.head in [seen.hash for seen in chains[told.table]]]
        self._time_until.clear()
        self._may_be_known = {table for table, chain in chains.items() if is_on(chain)}
        self.texts.clear()


def amounts_of(data: dict[str, Any]) -> tuple[int, int]:
    """The amounts that a person may have said: one that the rules fix may be left out."""
    return data["action"]["amount"], 0


def bet_key(wagers: dict[str, Any]) -> str:
    """Wagers in one form; those of nothing are none."""
    return json.dumps({name: amount for name, amount in wagers.items() if amount}, sort_keys=True)
