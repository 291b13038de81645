"""How the terminal draws cards, the table, moves and results. It only appends: what is being read stays put."""

from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cards.card import Card, is_joker, suit_of
from houseway.cards.notation import shown_cards
from houseway.cli.moves import how_to_type, own_cards
from houseway.games.engine.event import HIDDEN, Event
from houseway.games.engine.felt import Felt
from houseway.games.engine.money import dollars
from houseway.games.engine.state import State
from houseway.games.engine.view import View
from houseway.games.telling.people import with_names
from houseway.games.telling.prompt import CARDS, NOTHING, Prompt
from houseway.games.telling.result import money_words, reason_words, result_of, wager_words
from houseway.games.telling.verdict import SHARES, in_antes
from houseway.games.telling.words import capital, counted, plain

MOST_OPTIONS = 6
SUIT_COLORS = ("green", "blue", "red", "black")


def pile_titles(felt: Felt) -> dict[str, str]:
    """What the piles of a felt are called in the middle of a line."""
    center = {area["pile"]: area["title"].lower() for area in felt["centre"]}
    down = {area["down"]: f"{area['title'].lower()} face down" for area in felt["centre"] if "down" in area}
    return {**center, **down, **felt.get("piles", {})}


class Terminal:
    """One player's terminal: boxes and color, or plain lines for pipes and screen readers.

    `names` are what the seats are called in the order of their numbers; the player is "you".
    """

    def __init__(self, out: Console, plain_lines: bool, names: Sequence[str] = ()) -> None:
        self.out = out
        self.plain = plain_lines
        self.names = names

    def cards(self, cards: tuple[Card, ...]) -> Text:
        """Cards side by side, red and black as on the table; the back of a hidden one."""
        if self.plain:
            return Text(" ".join("??" if card_id == HIDDEN else shown_cards([card_id]) for card_id in cards))
        row = Text()
        for card_id in cards:
            row.append(*_box(card_id))
            row.append(" ")
        return row

    def heading(self, text: str) -> None:
        """A line that starts something new."""
        self.out.print(Text(f"\n{text}", style="bold"))

    def say(self, text: str, style: str = "") -> None:
        """A line of plain words."""
        self.out.print(Text(text, style="" if self.plain else style))

    def events(self, events: Iterable[Event]) -> None:
        """What the dealer says, with the clause of each step."""
        for event in events:
            words = capital(plain(with_names(event.text, self.names)))
            line = Text(f"{event.clause:>8}  ", style="dim").append(words, style="none")
            if event.amount:
                line.append(f" {dollars(event.amount)}")
            if event.cards:
                line.append("  ").append(self.cards(event.cards))
            self.out.print(line)

    def situation(self, view: View, prompt: Prompt, felt: Felt) -> None:
        """Print what the player to act sees, and the moves with what to type for each."""
        self.heading(" ".join(filter(None, ("Your turn.", prompt.held, prompt.ask))))
        titles = pile_titles(felt)
        for pile in view.piles:
            if pile.cards and (pile.seat is None or pile.seat == view.seat):
                self.out.print(Text(f"{titles.get(pile.name, pile.name):>8}  ").append(self.cards(pile.cards)))
        if any(choice.takes == CARDS for choice in prompt.choices):
            held = own_cards(view)
            numbered = ", ".join(f"{place} {shown_cards([card_id])}" for place, card_id in enumerate(held, 1))
            self.say(f"   cards: {numbered}")
        self.choices(prompt)

    def choices(self, prompt: Prompt) -> None:
        """Every choice with what is typed for it, or why it cannot be made."""
        for choice in prompt.choices:
            if choice.refused:
                self.say(f"   -  {choice.words}: {choice.refused}", "dim")
            elif choice.takes == NOTHING:
                self.say(f"  {choice.key:>2}  {choice.words}{f' ({choice.hint})' if choice.hint else ''}")
            else:
                self.say(f"  {choice.key:>2}  {choice.words} (type {how_to_type(choice)})")

    def values(self, rows: Sequence[tuple[str, float, str]], unit: str, rests_on: str = "", plan: str = "") -> None:
        """The value of every option, the best first: exact, or with what it rests on; then what a plan does."""
        self.say(
            f"{'Value' if rests_on else 'Exact value'} of each option, {'shares' if unit == SHARES else 'in'} {unit}:"
        )
        for words, value, reason in rows[:MOST_OPTIONS]:
            told = f"{value:.1%}" if unit == SHARES else in_antes(value)
            self.say(f"  {told}  {words}{f': {reason}' if reason else ''}")
        if len(rows) > MOST_OPTIONS:
            self.say(f"  and {counted(len(rows) - MOST_OPTIONS, 'more option')} with lower values")
        for words in filter(None, (plan, rests_on)):
            self.say(words)

    def results(self, state: State, seat: int) -> None:
        """The hands and what decided between them, then wager by wager: staked, returned, why."""
        self.heading("Result")
        for told in result_of(state).showdowns:
            whose = "" if told.seat in (None, seat) else f"{self.names[told.seat]}: "
            self.say(f"{whose}{with_names(told.sentence, self.names)}")
        if self.plain:
            for entry in state.settlements:
                self.say(
                    f"{capital(self.names[entry.seat])}, {wager_words(state.game, entry.wager)}: "
                    f"bet {dollars(entry.staked)}, returned {dollars(entry.returned)}. "
                    f"{with_names(reason_words(entry), self.names)} ({entry.clause})"
                )
        else:
            self.out.print(self._results_table(state))
        for place, name in enumerate(self.names):
            self.say(money_words(state.result(place), name))

    def _results_table(self, state: State) -> Table:
        table = Table(pad_edge=False, box=SIMPLE_HEAD)
        for heading in ("player", "wager", "bet", "returned", "why", "clause"):
            table.add_column(heading, justify="right" if heading in ("bet", "returned") else "left")
        for entry in state.settlements:
            style = "green" if entry.net > 0 else "red" if entry.net < 0 else ""
            table.add_row(
                capital(self.names[entry.seat]),
                wager_words(state.game, entry.wager),
                dollars(entry.staked),
                Text(dollars(entry.returned), style=style),
                with_names(reason_words(entry), self.names),
                entry.clause,
            )
        return table


def _box(card_id: int) -> tuple[str, str]:
    if card_id == HIDDEN:
        return " ▒▒ ", "white on blue"
    color = "magenta" if is_joker(card_id) else SUIT_COLORS[suit_of(card_id)]
    return f" {shown_cards([card_id])} ", f"bold {color} on white"
