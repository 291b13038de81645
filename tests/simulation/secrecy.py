"""No hidden card and no secret in any message: judged from the log alone, by who was to see each card when it came."""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from houseway.room.round_check import Following, opening_packets, plan_of
from simulation.promises import Told
from simulation.violation import Violation
from simulation.witness import Seen

if TYPE_CHECKING:
    from simulation.world import World

IN_SIGHT = ("board", "community")
"""The places before no seat where cards lie for everyone to see."""
FACE_DOWN = ("FA-4",)
"""The clauses that deal community cards face down."""
CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jk)\b")


class Shown:
    """Who had seen which cards of the round that was on, after each record of a table."""

    def __init__(self, chain: list[Seen]) -> None:
        self._by_seq: list[dict[int | None, set[str]] | None] = []
        users: dict[int, int | None] = {}
        players: list[int | None] = []
        game, dealing = "", Dealing({"opening": [], "later": []}, {"seats": []})
        known: dict[int | None, set[str]] | None = None
        for seen in chain:
            data = seen.data
            if seen.kind == "sat":
                users[data["seat"]] = data["user"]
            if seen.kind == "opened":
                game = data["spec"]["game"]
            if seen.kind == "started":
                dealing = Dealing(plan_of(game), data)
                players = [users.get(seat) for seat in data["seats"]]
                known = defaultdict(set)
            if known is not None and seen.kind in ("started", "acted", "voided"):
                known = {viewer: set(cards) for viewer, cards in known.items()}
                for event in data["events"]:
                    _take(known, event, players, dealing)
            if seen.kind == "settled":
                known = None
            self._by_seq.append(known)

    def entitled(self, seq: int, user_id: int | None) -> set[str] | None:
        """The cards that a person may have seen after a record; None: the round is over, or none is on."""
        known = self._by_seq[seq - 1]
        if known is None:
            return None
        return known.get("everyone", set()) | known.get(user_id, set())  # type: ignore[call-overload,no-any-return]


class Dealing:
    """Where the packets of one round go, by the published plan of dealing."""

    def __init__(self, plan: Mapping[str, Any], started: Mapping[str, Any]) -> None:
        self._seats = len(started["seats"])
        self._opening = iter(opening_packets(plan, self._seats, started))
        self._later = Following(plan["later"])

    def place(self, event: Mapping[str, Any]) -> str:
        """Return the place of the next packet; it is empty for a packet to a seat."""
        packet = next(self._opening, None)
        count = len(event["action"]["cards"].split())
        return self._later.place(event["clause"], event["seat"], count, self._seats) if packet is None else packet[3]


def _take(known: dict[Any, set[str]], event: dict[str, Any], players: list[int | None], dealing: Dealing) -> None:
    """A card that is dealt to a seat is that seat's alone; a card is everyone's once it was shown to everyone."""
    cards = set(event["cards"].split())
    seen_by = event["seen_by"]
    is_deal = event["action"] is not None and event["action"]["kind"] == "deal"
    if is_deal and not _is_seen_rightly(event, dealing.place(event)):
        raise Violation("secret", f"cards were dealt to be seen by {seen_by}: {event}")
    if seen_by is None:
        known.setdefault("everyone", set()).update(cards)
        return
    for place in seen_by:
        if players[place] is not None:
            known.setdefault(players[place], set()).update(cards)


def _is_seen_rightly(event: dict[str, Any], place: str) -> bool:
    """A packet is seen by its seat alone, one to the dealer or face down by nobody; only the board is everyone's."""
    if event["seat"] is not None:
        return bool(event["seen_by"] == [event["seat"]])
    in_sight = place in IN_SIGHT and event["clause"] not in FACE_DOWN
    return event["seen_by"] is None if in_sight else bool(event["seen_by"] == [])


def check_secrecy(world: "World", secrets: dict[int, str]) -> None:
    """All messages of a world."""
    for table, chain in world.witness.chains.items():
        if not table:
            continue
        shown = Shown(chain)
        for told in world.promises.states:
            if told.table == table:
                _check_cards(told, shown)
    _check_seeds(world, secrets)


def _check_cards(told: Told, shown: Shown) -> None:
    entitled = shown.entitled(told.seq, told.user_id)
    if entitled is None or told.message["phase"] == "result":
        return
    for name, value in told.message.items():
        if name in ("clauses", "table", "seats"):
            continue
        for card in CARD.findall(str(value)):
            if card not in entitled:
                raise Violation(
                    "secret", f"table {told.table}, record {told.seq}: {told.user_id} was shown {card} in {name}"
                )


def _check_seeds(world: "World", secrets: dict[int, str]) -> None:
    """A server's seed is in no message before the record that shows it, and no contribution before all are in."""
    shown_at = {secret: float("inf") for secret in secrets.values() if secret}
    for chain in world.witness.chains.values():
        for seen in chain:
            if seen.kind in ("settled", "retired"):
                shown_at[seen.data["server_seed"]] = seen.at
        shown_at |= _contributions(chain)
    pattern = re.compile(r"[0-9a-f]{64}")
    for user_id, table, text, at in world.promises.texts:
        for found in pattern.findall(text):
            if at < shown_at.get(found, 0.0):
                raise Violation("secret", f"table {table}: {user_id} was told a seed or a contribution before its time")


def _contributions(chain: list[Seen]) -> dict[str, float]:
    """When each contribution may first be shown: when the round starts, or its commitment is given up."""
    may_be_shown: dict[str, float] = {}
    revealed: list[str] = []
    for seen in chain:
        if seen.kind == "revealed":
            revealed.append(seen.data["contribution"])
        elif seen.kind in ("started", "retired"):
            may_be_shown |= dict.fromkeys(revealed, seen.at)
            revealed.clear()
    return may_be_shown | dict.fromkeys(revealed, float("inf"))
