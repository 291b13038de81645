"""Hand histories in the PHH format and as JSON.

PHH has codes for known variants only. Those of houseway are F, P or N (fixed limit, pot limit, no limit) and the
title's code. Players are numbered from the left of the button, and amounts are in cents. Discards are written as `sd`,
though no card replaces them. Custom fields, which begin with an underscore as PHH requires, have the game file and the
burned cards.

In JSON the words of events and settlements are for people. A replay compares facts only, so better wording breaks no
file.
"""

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from houseway.cards.card import Card
from houseway.cards.notation import format_cards
from houseway.errors import BadHistory, HousewayError
from houseway.games.engine.action import DEAL, PROCEED, Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.betting import FIXED, NO_LIMIT, POT
from houseway.games.engine.between_players import BURN, DEAL_BOARD, DEAL_HOLE, GameBetweenPlayers, RoundBetweenPlayers
from houseway.games.engine.event import VOID, Event
from houseway.games.engine.game import Game
from houseway.games.engine.meter import Showing
from houseway.games.engine.state import State
from houseway.games.files.gamefile import game_from_text
from houseway.games.files.gamefile_text import export_game, toml_value

FORMAT = 1
SOURCE = "the hand history's game"
_WORDS = ("text", "reason")


def to_json(state: State, bets: Sequence[Bet]) -> str:
    """Return the JSON of a round, finished or not: the game as a game file, the bets, all events and the settlements.

    It includes all cards, hidden ones too, so it is for the record and not for a seat.
    """
    plain = {
        "format": FORMAT,
        "game": export_game(state.game),
        "bets": [dict(bet) for bet in bets],
        "events": [event.to_dict() for event in state.events],
        "settlements": [settlement.to_dict() for settlement in state.settlements],
        **_meters_of(state),
        "results": [state.result(seat) for seat in range(state.n_seats)],
    }
    return json.dumps(plain, ensure_ascii=False, indent=1)


def _meters_of(state: State) -> dict[str, Any]:
    """Return the amount and the seed of each meter of a round, in cents."""
    shown = {name: [each.amount, each.seed] for name, each in state.meters.items()}
    return {"meters": shown} if shown else {}


def from_json(text: str) -> State:
    """Replay a history. The facts of its events, settlements and results must equal those of the replay."""
    plain = _read(text)
    game = game_from_text(plain["game"], SOURCE)
    state = _replayed_json(game, plain)
    written = [plain["events"], plain["settlements"], plain["results"]]
    again = json.loads(to_json(state, [Bet(**bet) for bet in plain["bets"]]))
    for name, before in zip(("events", "settlements", "results"), written, strict=True):
        expected, given = _facts(again[name]), _facts(before)
        if expected != given:
            raise BadHistory(f"The {name} in the file do not match the actions: {_differ(given, expected)}.")
    return state


def _facts(entries: Sequence[Any]) -> list[Any]:
    """Return events, settlements or results without their words."""
    return [
        {name: value for name, value in entry.items() if name not in _WORDS} if isinstance(entry, dict) else entry
        for entry in entries
    ]


def _read(text: str) -> dict[str, Any]:
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadHistory(f"The history is not a JSON object: {error}.") from None
    kinds = {"format": int, "game": str, "bets": list, "events": list, "settlements": list, "results": list}
    if isinstance(plain, dict) and "meters" in plain:
        kinds["meters"] = dict
    if not isinstance(plain, dict) or set(plain) != set(kinds):
        raise BadHistory(f"A history must be a JSON object with {', '.join(kinds)}. Write it with to_json.")
    for name, kind in kinds.items():
        if not isinstance(plain[name], kind):
            raise BadHistory(f"The field {name} must be of type {kind.__name__}; got {type(plain[name]).__name__}.")
    if plain["format"] != FORMAT:
        raise BadHistory(f"The history has format {plain['format']}; this version reads format {FORMAT}.")
    return plain


def _replayed_json(game: Game, plain: Mapping[str, Any]) -> State:
    try:
        shown = {name: Showing(amount, seed) for name, (amount, seed) in plain.get("meters", {}).items()}
        options = {"meters": shown} if shown else {}
        events = [_event(entry) for entry in plain["events"]]
        return game.replay([Bet(**bet) for bet in plain["bets"]], events, **options)
    except HousewayError as error:
        raise BadHistory(f"The round cannot be replayed: {error}") from None
    except (TypeError, ValueError):
        raise BadHistory(
            "A bet must be an object of wager names and cents, and an event an object with an action."
        ) from None


def _event(entry: Any) -> Event:
    """Return the clause, the seat and the action of an event, for a replay."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("clause"), str):
        raise BadHistory(f"An event must be an object with a clause; got {entry!r}.")
    action = entry.get("action")
    return Event(entry["clause"], "", entry.get("seat"), action=None if action is None else Action.from_dict(action))


def _differ(written: Sequence[Any], again: Sequence[Any]) -> str:
    """Return the first difference between two lists."""
    for place, (before, after) in enumerate(zip(written, again, strict=False)):
        if before != after:
            return f"number {place} is {before!r}, expected {after!r}"
    return f"{len(written)} of them, expected {len(again)}"


Result = TypeVar("Result")
STRUCTURES = {FIXED: "F", POT: "P", NO_LIMIT: "N"}


def to_phh(state: RoundBetweenPlayers, about: Mapping[str, object] | None = None) -> str:
    """Return a hand as the text of a .phh file. PHH cannot store a voided hand.

    `about` are further fields, such as the players and the place.
    """
    if any(event.action is not None and event.action.kind == VOID for event in state.events):
        raise BadHistory("PHH cannot store a voided hand. Write it with to_json.")
    table, order = state.table, state.order
    blinds = [table.small_blind, table.big_blind, *[0] * (len(order) - 2)]
    fields: dict[str, object] = {
        "variant": variant_of(table),
        "antes": [0] * len(order),
        "blinds_or_straddles": blinds,
    }
    if table.structure == FIXED:
        fields |= {"small_bet": table.terms[0].bet, "big_bet": table.terms[-1].bet}
    else:
        fields["min_bet"] = table.big_blind
    fields["starting_stacks"] = [state.opening[seat] for seat in order]
    fields["actions"] = list(_actions(state))
    fields["seats"] = [seat + 1 for seat in order]
    if state.is_over:
        fields["finishing_stacks"] = finishing_stacks(state)
    fields |= {**(about or {}), "_burns": format_cards(state.burns), "_game": export_game(table)}
    return "".join(f"{name} = {_value(value)}\n" for name, value in fields.items())


def variant_of(table: GameBetweenPlayers) -> str:
    """Return the code of a game with its betting structure."""
    return f"{STRUCTURES[table.structure]}{table.phh_code}"


def to_phhs(hands: Iterable[str]) -> str:
    """Return the texts of hands as one .phhs file, numbered from 1."""
    return "\n".join(f"[{place}]\n{hand}" for place, hand in enumerate(hands, start=1))


def finishing_stacks(state: RoundBetweenPlayers) -> list[int] | None:
    """Return the final stack of each player, or None before the end. The fee was taken before the start."""
    if not state.is_over:
        return None
    return [state.opening[seat] + state.result(seat) + state.table.fee for seat in state.order]


def _actions(state: RoundBetweenPlayers) -> Iterator[str]:
    """Yield the moves of the hand in PHH notation, then the shown hands. Burned cards are left out."""
    player = {seat: f"p{place}" for place, seat in enumerate(state.order, 1)}
    for event in state.events:
        action = event.action
        if action is None or action == PROCEED:
            continue
        if action.kind == DEAL:
            if event.seat is not None:
                yield f"d dh {player[event.seat]} {_packed(action.cards)}"
            elif event.seen_by is None:
                yield f"d db {_packed(action.cards)}"
            continue
        assert event.seat is not None, "a seat's move names the seat"
        words = {"fold": "f", "check": "cc", "call": "cc", "discard": f"sd {_packed(action.cards)}".rstrip()}
        yield f"{player[event.seat]} {words.get(action.kind) or f'cbr {action.amount}'}"
    yield from _shown(state)


def _shown(state: RoundBetweenPlayers) -> Iterator[str]:
    for seat in state.live_at_showdown:
        yield f"p{state.order.index(seat) + 1} sm {_packed(state.held[seat])}"


def _packed(cards: Sequence[Card]) -> str:
    return format_cards(cards).replace(" ", "")


def _value(value: object) -> str:
    return f"[{', '.join(map(_value, value))}]" if isinstance(value, list) else toml_value(value)


def from_phh(text: str) -> RoundBetweenPlayers:
    """Replay a hand that `to_phh` wrote. Raise BadHistory if it does not follow the rules."""
    return _replayed(text, lambda plain: _Replay(plain).played())


def from_phhs(text: str) -> tuple[RoundBetweenPlayers, ...]:
    """Replay the hands of a .phhs file."""
    return _replayed(text, lambda plain: tuple(_Replay(hand).played() for hand in plain.values()))


def _replayed(text: str, replay: Callable[[dict[str, Any]], Result]) -> Result:
    try:
        return replay(tomllib.loads(text))
    except HousewayError as error:
        raise BadHistory(f"The hand cannot be replayed: {error}") from None
    except (ValueError, RecursionError) as error:
        raise BadHistory(f"The hand is not valid TOML: {error}.") from None
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise BadHistory(f"A field is missing or has the wrong type: {error!r}.") from None


class _Replay:
    """A hand that is being read, line by line."""

    def __init__(self, plain: dict[str, Any]) -> None:
        table = game_from_text(plain["_game"], SOURCE)
        if not isinstance(table, GameBetweenPlayers):
            raise BadHistory(f"The field _game must name a player vs. player game; got {table.title}.")
        if plain["variant"] != variant_of(table):
            raise BadHistory(f"The variant of this game is {variant_of(table)}; got {plain['variant']!r}.")
        order = [number - 1 for number in plain["seats"]]
        stacks = dict(zip(order, plain["starting_stacks"], strict=True))
        bets = [Bet(stack=stacks[seat] + table.fee) for seat in range(len(order))]
        opened = table.start(bets, open_shoe=True, button=order[-1])
        assert isinstance(opened, RoundBetweenPlayers)
        self.state = opened
        self.seat_of = {f"p{place}": seat for place, seat in enumerate(order, 1)}
        self.burns = [Action.of(DEAL, text) for text in plain["_burns"].split()]
        self.lines: list[str] = plain["actions"]
        self.finishing = plain.get("finishing_stacks")

    def played(self) -> RoundBetweenPlayers:
        """Return the state after all lines. PHH stores neither burned cards nor the dealer's last step."""
        shown = []
        for line in self.lines:
            if line.split()[1:2] == ["sm"]:
                shown.append(line)
                continue
            self._burn()
            self.state = self.state.apply(self._action(line))
        self._burn()
        if self.finishing is not None:
            self.state = self.state.apply(PROCEED)
        self._compare("finishing_stacks", self.finishing, finishing_stacks(self.state))
        self._compare("hands shown", shown, list(_shown(self.state)))
        return self.state

    def _burn(self) -> None:
        if self.state.step == BURN and self.burns:
            self.state = self.state.apply(self.burns.pop(0))

    def _action(self, line: str) -> Action:
        """Return the action of a line, for the player who acts."""
        match line.split():
            case "d", "dh", player, cards if self.state.step == DEAL_HOLE:
                self._compare(line, self.seat_of[player], self.state.waiting[0])
                return Action.of(DEAL, cards)
            case "d", "db", cards if self.state.step == DEAL_BOARD:
                return Action.of(DEAL, cards)
            case player, word, *rest if player in self.seat_of:
                self._compare(line, self.seat_of[player], self.state.actor)
                return self._move(word, "".join(rest))
        raise BadHistory(f"{line!r} is not the next step of this hand.")

    def _move(self, word: str, rest: str) -> Action:
        if word == "sd":
            return Action.of("discard", rest)
        kinds = [action.kind for action in self.state.legal_actions()]
        meant = {"f": ["fold"], "cc": ["check", "call"], "cbr": ["bet", "raise"]}.get(word, [])
        kind = next((kind for kind in meant if kind in kinds), word)
        return Action.of(kind, amount=int(rest or 0))

    def _compare(self, what: str, written: object, expected: object) -> None:
        if written != expected:
            raise BadHistory(f"{what}: the file has {written}, but the rules give {expected}.")
