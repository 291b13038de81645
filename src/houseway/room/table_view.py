"""One person's view of a table, ready for JSON. It is made from the game's view of that seat, so that nothing leaks."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from threading import Lock
from typing import Any

from sqlalchemy import select

from houseway.errors import NotAllowed
from houseway.games.engine.between_players import RoundBetweenPlayers
from houseway.games.engine.event import visible_text
from houseway.games.engine.game import Game
from houseway.games.engine.money import dollars
from houseway.games.letters import status_of
from houseway.games.telling.hands import table_text
from houseway.games.telling.prompt import prompt_of
from houseway.games.telling.result import wager_words
from houseway.games.telling.styles import introductions
from houseway.games.telling.units import units_of
from houseway.games.telling.words import capital, choice_words, named, plays_words, table_words
from houseway.room import meters, models
from houseway.room.database import Database
from houseway.room.history import Archive
from houseway.room.ledger import user_account
from houseway.room.log import Head
from houseway.room.opening import StoredTable
from houseway.room.spec import TableInfo, TableSpec, invites
from houseway.room.state import Round, Seat, TableState
from houseway.room.store import balances


class Presence:
    """Connections by person. Every method may be called from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: Counter[int] = Counter()
        self._people: frozenset[int] = frozenset()

    def note(self, user_id: int, is_here: bool) -> bool:
        """Note that a browser of a person came or went. Return whether it was their first or last."""
        with self._lock:
            before = self._counts.pop(user_id, 0)
            after = max(0, before + (1 if is_here else -1))
            if after:
                self._counts[user_id] = after
            if bool(before) != bool(after):
                self._people = frozenset(self._counts)
            return bool(before) != bool(after)

    def people(self) -> frozenset[int]:
        """Return the people who are present."""
        return self._people


BETTING, REVEALING, PLAYING, RESULT, CLOSED = "betting", "revealing", "playing", "result", "closed"


EMPTY_SEAT: dict[str, Any] = {
    "kind": "empty",
    "name": "",
    "plays": "",
    "you": False,
    "chips": 0,
    "connected": False,
    "sitting_out": False,
    "leaving": False,
    "time_bank": 0,
    "bet": {},
    "ready": False,
    "reveals": False,
    "barred_until": None,
}


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewer (None: a spectator), account balances, connected people, the time left and its clock."""

    user_id: int | None
    chips: Mapping[str, int]
    connected: frozenset[int]
    time_left: float | None
    on_time_bank: bool = False
    meters: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    """By number, the titles and amounts of the table's meters."""


def snapshot(state: TableState, head: Head, viewer: Viewer, game_facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the whole table. A finished round is shown to a viewer until they have bet on the next one.

    Cards, wagers and results are by seat, and those at the viewer's seat read as the viewer's. So the finished round is
    not shown to a viewer who has since sat down where another person played.
    """
    seat = state.seat_of(viewer.user_id)
    phase = _phase(state, seat, viewer)
    shown = state.round if phase == PLAYING else state.last if phase == RESULT else None
    return {
        "type": "state",
        "seq": head.length,
        "table": {**game_facts, "limits": _limits(state)},
        "phase": phase,
        "round": _round_facts(state, shown, head),
        "next": None if state.round is not None else {"number": state.number, "commitment": state.commitment},
        "retired": _retired(state),
        "finished": None if state.last is None else state.last.number,
        "seats": [_seat_facts(state, place, viewer) for place in range(len(state.seats))],
        "you": you(state, viewer),
        "move": state.moves,
        "time_left": None if viewer.time_left is None else round(viewer.time_left, 3),
        "on_time_bank": viewer.on_time_bank,
        **({"meters": _meters(state, shown, viewer)} if state.spec.meters else {}),
        **_cards_and_wagers(state, shown, seat, viewer),
    }


def you(state: TableState, viewer: Viewer) -> dict[str, Any]:
    """Return the part of a snapshot that concerns the viewer alone."""
    seat = state.seat_of(viewer.user_id)
    return {"seat": seat, "user_id": viewer.user_id, "chips": _account(viewer, viewer.user_id)}


def has_own_view(state: TableState, user_id: int | None) -> bool:
    """Return whether a person may see more than a spectator: at a seat, or with a hand in a round that is shown."""
    if user_id is None:
        return False
    rounds = [each for each in (state.round, state.last) if each is not None]
    return state.seat_of(user_id) is not None or any(each.place_of_user(user_id) is not None for each in rounds)


def general_phase(state: TableState) -> str:
    """Return the phase of a table, the same for every viewer."""
    if state.closed:
        return CLOSED
    return PLAYING if state.round is not None else REVEALING if state.promises else BETTING


def _phase(state: TableState, seat: int | None, viewer: Viewer) -> str:
    phase, last = general_phase(state), state.last
    if phase != BETTING or last is None or seat in state.bets:
        return phase
    in_anothers_seat = seat in last.seats and last.place_of(seat) != last.place_of_user(viewer.user_id)
    return BETTING if in_anothers_seat else RESULT


def _limits(state: TableState) -> dict[str, Any]:
    legal = state.game.limits.largest_wager
    most = [amount for amount in (None if legal is None else legal.value, state.limits.largest) if amount is not None]
    at_once = state.game.bets_at_once
    return {
        "least_wager": state.limits.least,
        "largest_wager": min(most, default=None),
        **({} if at_once is None else {"at_once": {**asdict(at_once), "words": capital(f"{at_once}.")}}),
    }


def facts_of_game(state: TableState) -> dict[str, Any]:
    """Return the facts that stay the same at a table from its first round to its last."""
    game, offered = state.game, state.game.offered()
    return {
        "id": state.id,
        "game": game.slug,
        "title": game.title,
        "label": named(game),
        "chosen": table_words(game),
        "units": units_of(game),
        "letter": str(game.sheet.letter),
        "summary": game.sheet.summary,
        "status": status_of(game.sheet).value,
        "jurisdiction": game.limits.jurisdiction,
        "on": game.limits.on.isoformat(),
        "limit_words": None if game.limits.largest_wager is None else game.limits.largest_wager.words,
        "paytable": _pay_table(game),
        "readings": dict(game.readings),
        "reading_words": {
            reading.id: [reading.question, choice_words(reading, game.readings[reading.id])]
            for reading in game.sheet.readings.values()
        },
        "options": dict(state.spec.options),
        "modifications": list(game.modifications()),
        "practice": state.practice,
        "felt": game.felt(),
        "wagers": [
            {
                "name": wager.name,
                "title": wager.title,
                "required": wager.required,
                "clause": wager.clause,
                "offered": wager in offered,
                "own_game": wager.own_game,
            }
            for wager in game.wagers
            if game.takes(wager)
        ],
        **_prizes(game),
    }


def _prizes(game: Game) -> dict[str, Any]:
    """Return the prizes of the wager on meters, and its price, if the table takes one."""
    wager = game.meter_wager
    if wager is None:
        return {}
    rows = {
        prize.label: str(prize) if prize.meter else dollars(int(prize.pays * wager.amount))
        for prize in wager.prizes.prizes
    }
    return {"prizes": {"wager": wager.name, "amount": wager.amount, "table": wager.prizes.name, "rows": rows}}


def _pay_table(game: Game) -> dict[str, Any] | None:
    if game.pay_set is None:
        return None
    rows = {form: {row.label: row.pays_text for row in table.rows} for form, table in game.pay_set.tables.items()}
    return {"name": game.pay_set.name, **rows}


def _round_facts(state: TableState, shown: Round | None, head: Head) -> dict[str, Any]:
    """Return the facts of the round. Promises are shown from the first bet on.

    No contribution is shown before all promised ones are in, or the time is up.
    """
    over = shown is not None and shown is state.last
    number = state.number if shown is None else shown.number
    placed = {seat: placed.promise for seat, placed in state.bets.items()}
    promises = state.promises or placed if shown is None else shown.promises
    return {
        "id": number,
        "number": number,
        "commitment": state.last_commitment if over else state.commitment,
        "promises": _by_seat(promises),
        "contributions": {} if shown is None else _by_seat(shown.contributions),
        "withheld": _by_seat(state.withheld if shown is None else shown.withheld),
        "server_seed": state.last_seed if over else None,
        "void": None if shown is None or shown.ruling is None else shown.ruling.to_dict(),
        "head": head.hash,
    }


def _retired(state: TableState) -> dict[str, Any] | None:
    """Return the commitment before this one, if no round was played with it."""
    gone = state.retired
    if gone is None:
        return None
    return {"number": gone.number, "reason": gone.reason, "withheld": _by_seat(gone.withheld)}


def _meters(state: TableState, shown: Round | None, viewer: Viewer) -> list[dict[str, Any]]:
    """Return the table's meters: their amounts, and the prize amounts of the round in view if it has bets on them."""
    played_for = {} if shown is None else shown.state.meters
    return [
        {
            "name": name,
            "id": meter_id,
            "title": viewer.meters[meter_id][0] if meter_id in viewer.meters else name,
            "amount": viewer.meters[meter_id][1] if meter_id in viewer.meters else None,
            "played_for": played_for[name].amount if name in played_for else None,
        }
        for name, meter_id in _in_order_of_prizes(state)
    ]


def _in_order_of_prizes(state: TableState) -> list[tuple[str, int]]:
    wager = state.game.meter_wager
    return [] if wager is None else [(name, state.spec.meters[name]) for name in wager.prizes.meters]


def _by_seat(texts: Mapping[int, str]) -> dict[str, str]:
    return {str(seat): text for seat, text in sorted(texts.items())}


def _seat_facts(state: TableState, place: int, viewer: Viewer) -> dict[str, Any]:
    sitter = state.seats[place]
    if sitter is None:
        return {"seat": place, **EMPTY_SEAT}
    return {
        "seat": place,
        "kind": sitter.kind,
        "name": state.spec.automatic.get(place, sitter.name),
        "plays": plays_words(state.game, sitter.strategy),
        "you": sitter.user_id is not None and sitter.user_id == viewer.user_id,
        "chips": _seat_chips(state, place, sitter, viewer),
        "connected": sitter.user_id is None or sitter.user_id in viewer.connected,
        "sitting_out": sitter.sitting_out,
        "leaving": sitter.leaving,
        "time_bank": sitter.bank / 1000,
        "bet": _opening_bet(state, place),
        "ready": place in state.bets,
        "reveals": place in state.unrevealed,
        "barred_until": state.barred_until(place),
    }


def _seat_chips(state: TableState, place: int, sitter: Seat, viewer: Viewer) -> int:
    if sitter.user_id is None or state.between_players or state.practice:
        return state.stacks[place]
    return _account(viewer, sitter.user_id)


def _account(viewer: Viewer, user_id: int | None) -> int:
    return 0 if user_id is None else viewer.chips.get(user_account(user_id), 0)


def _opening_bet(state: TableState, place: int) -> dict[str, int]:
    if state.round is not None and place in state.round.seats:
        return dict(state.round.bets[state.round.seats.index(place)])
    return dict(state.bets[place].bet) if place in state.bets else {}


def _cards_and_wagers(state: TableState, shown: Round | None, seat: int | None, viewer: Viewer) -> dict[str, Any]:
    if shown is None:
        empty: dict[str, Any] = {
            "actor": None,
            "piles": [],
            "wagers": [[] for _ in state.seats],
            "legal_actions": [],
            "prompt": None,
            "events": [],
            "clauses": _clauses(state, {wager.clause for wager in state.game.wagers}),
            "settlements": [],
            "results": {},
            "result": None,
        }
        return {**empty, "betting": _betting(state, None)} if state.between_players else empty
    view = shown.state.view(shown.place_of_user(viewer.user_id))
    events = [shown.at_table(event) for event in view.events]
    settlements = [
        {
            **entry.to_dict(),
            "seat": shown.seats[entry.seat],
            "reason": shown.words_at_table(table_text(entry.reason)),
            "title": wager_words(state.game, entry.wager),
            "taken_back": entry.taken_back,
        }
        for entry in view.settlements
    ]
    actor = shown.state.actor
    cited = {entry["clause"] for entry in (*events, *settlements)} | {wager.clause for wager in state.game.wagers}
    facts: dict[str, Any] = {
        "actor": shown.seats[actor] if isinstance(actor, int) else actor,
        "piles": [
            {
                "name": pile.name,
                "seat": None if pile.seat is None else shown.seats[pile.seat],
                "cards": visible_text(pile.cards).split(),
            }
            for pile in view.piles
        ],
        "wagers": _wagers(state, shown),
        "legal_actions": _legal_actions(state, shown, seat, viewer),
        "prompt": _prompt(state, shown, seat, viewer),
        "events": events,
        "clauses": _clauses(state, cited),
        "settlements": settlements,
        "results": {str(place): amount for place, amount in shown.results.items()} if shown.state.is_over else {},
        "result": _result(shown),
    }
    return {**facts, "betting": _betting(state, shown)} if state.between_players else facts


def _result(shown: Round) -> dict[str, Any] | None:
    """Return every hand that was shown and its opponent, by the seats of the table.

    In a finished round all are public.
    """
    if shown.result is None:
        return None
    showdowns = [
        {
            **each.to_dict(),
            "seat": None if each.seat is None else shown.seats[each.seat],
            "sentence": shown.words_at_table(each.sentence),
        }
        for each in shown.result.showdowns
    ]
    return {"showdowns": showdowns, "pushed": visible_text(shown.result.pushed).split()}


def _wagers(state: TableState, shown: Round) -> list[list[list[Any]]]:
    by_seat = dict(zip(shown.seats, shown.state.wagers(), strict=True))
    return [[[name, amount] for name, amount in by_seat.get(place, ())] for place in range(len(state.seats))]


def _prompt(state: TableState, shown: Round, seat: int | None, viewer: Viewer) -> dict[str, Any] | None:
    if seat is None or shown.actor != seat:
        return None
    chips = None if state.practice else _seat_chips(state, seat, state.at(seat), viewer)
    return prompt_of(shown.state, shown.prices, chips).to_dict()


def _legal_actions(state: TableState, shown: Round, seat: int | None, viewer: Viewer) -> list[dict[str, Any]]:
    if seat is None or shown.actor != seat:
        return []
    chips = _seat_chips(state, seat, state.at(seat), viewer)
    return [
        {
            "kind": action.kind,
            "cards": visible_text(action.cards),
            "amount": action.amount,
            "option": action.option,
            "text": str(action),
            "price": price,
            "affordable": state.practice or price <= chips,
        }
        for action, price in shown.prices
    ]


def _clauses(state: TableState, cited: set[str]) -> dict[str, str]:
    words = state.game.sheet.clauses
    return {clause: words[clause] for clause in sorted(cited) if clause in words}


def _betting(state: TableState, shown: Round | None) -> dict[str, Any]:
    """Return stacks, bets of this betting round and the pot, by the seats of the table."""
    bets = [0] * len(state.seats)
    pot = 0
    if shown is not None and isinstance(shown.state, RoundBetweenPlayers):
        pot = shown.state.betting.pot
        for place, amount in enumerate(shown.state.betting.bets):
            bets[shown.seats[place]] = amount
    return {"stacks": list(state.stacks), "bets": bets, "pot": pot, "button": state.button}


Shared = tuple[Callable[[], dict[str, Any]], dict[int | None, dict[str, Any]]]
"""The shared view of some viewers, to be made once, and the separate part of each."""


class TableView:
    """The readable part of a table. `lock` is held while several values are read that must match."""

    def __init__(
        self,
        database: Database,
        stored: StoredTable,
        lock: AbstractContextManager[object],
        presence: Presence | None = None,
    ) -> None:
        self.id = stored.state.id
        self.opened = stored.opened
        self.is_quarantined = False
        """Whether the log failed verification. Then nothing more is written."""
        self._database, self._lock = database, lock
        self._state, self._head, self._secret = stored.state, stored.head, stored.secret
        self.presence = Presence() if presence is None else presence
        """The people with a browser at the table, in this process."""
        self._game_facts = facts_of_game(self._state)
        self._listed: tuple[TableState, TableInfo] | None = None

    @property
    def state(self) -> TableState:
        """Return the table's current state. It has the hidden cards, so it is only for the house's programs."""
        return self._state

    @property
    def head(self) -> Head:
        """Return the end of the log."""
        return self._head

    @property
    def spec(self) -> TableSpec:
        """Return the spec with which the table was opened."""
        return self._state.spec

    def connect(self, user_id: int, value: bool = True) -> bool:
        """Note that a browser of a person came or went.

        Return whether others see it: the first or last of a seated person.
        """
        return self.presence.note(user_id, value) and self._state.seat_of(user_id) is not None

    def _connected(self) -> frozenset[int]:
        """Return the people who have the table open, in any process."""
        return self.presence.people()

    def _shown_time(self) -> tuple[float | None, bool]:
        """Return the seconds left to the player who must act, and whether they are from the time bank."""
        return None, False

    def snapshot(self, user_id: int | None = None) -> dict[str, Any]:
        """Return everything that a person (None: a spectator) may see now, ready for JSON."""
        ((make, yours),) = self.snapshots([user_id])
        return {**make(), "you": yours[user_id]}

    def snapshots(self, user_ids: Iterable[int | None]) -> list[Shared]:
        """Return the views of several people, one for all with the same view: how to make it, and the `you` of each.

        Everyone without a seat, and without a hand in the round that is shown, has a spectator's view.
        """
        viewers = dict.fromkeys(user_ids)
        with self._lock:
            state, head = self._state, self._head
            people = [sitter.user_id for sitter in state.seats if sitter and sitter.user_id is not None]
            wanted = {*viewers, *people} - {None}
            with self._database.read() as connection:
                chips = balances(connection, [user_account(person) for person in wanted if person is not None])
                shown = {meter_id: meters.shown(connection, meter_id) for meter_id in state.spec.meters.values()}
            time_left, on_bank = self._shown_time()
            connected = self._connected()
        groups: dict[int | None, list[int | None]] = {}
        for user_id in viewers:
            groups.setdefault(user_id if has_own_view(state, user_id) else None, []).append(user_id)
        made: list[Shared] = []
        for seen_by, group in groups.items():
            viewer = Viewer(seen_by, chips, connected, time_left, on_bank, shown)
            yours = {user_id: you(state, replace(viewer, user_id=user_id)) for user_id in group}
            made.append((partial(snapshot, state, head, viewer, self._game_facts), yours))
        return made

    def is_short(self, user_id: int) -> bool:
        """Return whether a person whose turn it is lacks the chips for an action that the rules allow."""
        with self._lock:
            seat, playing = self._state.seat_of(user_id), self._state.round
            if seat is None or playing is None or playing.actor != seat:
                return False
            if self._state.between_players or self._state.practice:
                return False
            account = user_account(user_id)
            with self._database.read() as connection:
                chips = balances(connection, [account]).get(account, 0)
            return any(price > chips for _, price in playing.prices)

    @property
    def info(self) -> TableInfo:
        """Return the table as listed in the lobby. It is the same object until part of it changes."""
        state, connected = self._state, self._connected()
        known = self._listed
        if known is not None and known[0] is state and known[1].present == connected:
            return known[1]
        made = self._info(state, connected)
        info = known[1] if known is not None and known[1] == made else made
        self._listed = state, info
        return info

    def _info(self, state: TableState, connected: frozenset[int]) -> TableInfo:
        phase = general_phase(state)
        game = state.game
        free = [place for place, seat in enumerate(state.seats) if seat is None]
        sitting = [state.at(place) for place in state.people]
        return TableInfo(
            self.id,
            game.slug,
            game.title,
            self._label,
            seats=len(state.seats),
            free=len(free),
            people=len(sitting),
            phase=phase,
            opened=self.opened.at,
            names=tuple(seat.name for seat in sitting),
            automatic=self._introductions,
            free_seat=free[0] if free else None,
            usual=self._is_usual,
            private=bool(state.spec.invitation),
            practice=state.practice,
            by=self.opened.by,
            sitters=frozenset(seat.user_id for seat in sitting if seat.user_id is not None),
            present=connected,
        )

    @cached_property
    def _label(self) -> str:
        return named(self._state.game)

    @cached_property
    def _introductions(self) -> tuple[str, ...]:
        return tuple(introductions(self._state.game, self._state.spec.bots))

    @cached_property
    def _is_usual(self) -> bool:
        spec = self._state.spec
        return spec.paytable is None and not spec.options and not self._state.game.modifications()

    def lets_in(self, user_id: int | None, code: str = "") -> bool:
        """Return whether a person may watch the table and sit down.

        A private table admits its people and those with the code.
        """
        invitation = self._state.spec.invitation
        if not invitation or user_id == self.opened.by or self._state.seat_of(user_id) is not None:
            return True
        return invites(code, invitation)

    @property
    def archive(self) -> Archive:
        """Return the finished rounds: history, proofs, export."""
        return Archive(self._database, self.id, self._state.spec, self._state.game)

    def history(self, limit: int = 20) -> list[dict[str, Any]]:
        """Return the last rounds, newest first."""
        return self.archive.history(limit)

    def proof(self, number: int) -> dict[str, Any]:
        """Return everything needed to derive the deck of a finished round again."""
        return self.archive.proof(number)

    def export(self) -> str:
        """Return the log as JSON lines, up to the round in progress."""
        return self.archive.export()

    def _name(self, user_id: int) -> str:
        return str(self._user_row(user_id).name)

    def _need_operator(self, user_id: int) -> None:
        if self._user_row(user_id).role != "operator":
            raise NotAllowed("Only an operator can do this.")

    def _user_row(self, user_id: int) -> Any:
        with self._database.read() as connection:
            row = connection.execute(select(models.users).where(models.users.c.id == user_id)).first()
        if row is None:
            raise NotAllowed(f"Unknown user {user_id!r}.")
        return row
