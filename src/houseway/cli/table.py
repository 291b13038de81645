"""How the terminal draws cards, the table, moves and results. It only appends: what is being read stays put."""

from collections.abc import Iterable, Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cards.card import CARD_SYMBOLS, Card, is_joker, suit_of
from houseway.cli.moves import own_cards
from houseway.games.engine.action import Action
from houseway.games.engine.event import HIDDEN, Event, visible_text
from houseway.games.engine.money import dollars
from houseway.games.engine.state import State
from houseway.games.engine.view import View

SUIT_COLOURS = ("green", "blue", "red", "black")
LONGEST_MOVE_LIST = 16
YOU = "You"


class Terminal:
    """One player's terminal: boxes and colour, or plain lines for pipes and screen readers."""

    def __init__(self, out: Console, plain: bool) -> None:
        self.out = out
        self.plain = plain

    def cards(self, cards: tuple[Card, ...]) -> Text:
        """Cards side by side, red and black as on the table; the back of a hidden one."""
        if self.plain:
            return Text(visible_text(cards))
        row = Text()
        for card_id in cards:
            row.append(*_box(card_id))
            row.append(" ")
        return row

    def heading(self, text: str) -> None:
        """A line that starts something new."""
        self.out.print(Text(f"\n{text}", style="bold"))

    def events(self, events: Iterable[Event]) -> None:
        """What the dealer says, with the clause of each step."""
        for event in events:
            line = Text(f"{event.clause:>8}  ", style="dim").append(event.text, style="none")
            if event.amount:
                line.append(f" {dollars(event.amount)}")
            if event.cards:
                line.append("  ").append(self.cards(event.cards))
            self.out.print(line)

    def situation(self, view: View, typed: Mapping[str, Action]) -> None:
        """What the player to act sees, and may do by typing what stands before a move."""
        self.heading(f"Your turn, seat {view.seat}")
        for pile in view.piles:
            if pile.cards and (pile.seat is None or pile.seat == view.seat):
                self.out.print(Text(f"{pile.name:>8}  ").append(self.cards(pile.cards)))
        held = own_cards(view)
        if len(view.legal_actions) <= LONGEST_MOVE_LIST:
            for key, action in typed.items():
                self.out.print(f"  {key:>2}  {action}", markup=False)
        else:
            kinds = dict.fromkeys(" ".join(filter(None, (a.kind, a.option))) for a in view.legal_actions)
            self.out.print(f"  moves: {', '.join(kinds)}", markup=False)
            numbered = ", ".join(f"{place} {CARD_SYMBOLS[card_id]}" for place, card_id in enumerate(held, 1))
            self.out.print(f"  cards: {numbered}", markup=False)

    def results(self, state: State, names: Sequence[str]) -> None:
        """Wager by wager: staked, returned, why."""
        self.heading("Result")
        if self.plain:
            for entry in state.settlements:
                self.out.print(
                    f"{names[entry.seat]}, {_title(state, entry.wager)}: staked {dollars(entry.staked)}, "
                    f"returned {dollars(entry.returned)}, {entry.reason} ({entry.clause})",
                    markup=False,
                )
        else:
            self.out.print(_results_table(state, names))
        for seat, name in enumerate(names):
            self.out.print(_outcome(name, state.result(seat)), markup=False)


def _box(card_id: int) -> tuple[str, str]:
    if card_id == HIDDEN:
        return " ▒▒ ", "white on blue"
    colour = "magenta" if is_joker(card_id) else SUIT_COLOURS[suit_of(card_id)]
    return f" {CARD_SYMBOLS[card_id]} ", f"bold {colour} on white"


def _results_table(state: State, names: Sequence[str]) -> Table:
    table = Table(pad_edge=False, box=SIMPLE_HEAD)
    for heading in ("seat", "wager", "staked", "returned", "why", "clause"):
        table.add_column(heading, justify="right" if heading in ("staked", "returned") else "left")
    for entry in state.settlements:
        style = "green" if entry.net > 0 else "red" if entry.net < 0 else ""
        table.add_row(
            names[entry.seat],
            _title(state, entry.wager),
            dollars(entry.staked),
            Text(dollars(entry.returned), style=style),
            entry.reason,
            entry.clause,
        )
    return table


def _title(state: State, wager: str) -> str:
    return state.game.wager_titles().get(wager, wager.replace("_", " "))


def _outcome(name: str, amount: int) -> str:
    """In words, for you or for a seat."""
    ending = "" if name == YOU else "s"
    if not amount:
        return f"{name} break{ending} even"
    return f"{name} win{ending} {dollars(amount)}" if amount > 0 else f"{name} lose{ending} {dollars(-amount)}"
