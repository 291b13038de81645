"""The table in the terminal: how it is drawn, how typed choices are read, and the values of decisions.

The terminal only appends, so lines that a player is reading stay in place. Values are the same as on the pages.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cards.card import Card, is_joker, suit_of
from houseway.cards.notation import parse_cards, shown_cards
from houseway.errors import BadCards, HousewayError, IllegalAction, sentence
from houseway.games.engine.action import Action, descending, exchange_jokers
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.event import HIDDEN, Event
from houseway.games.engine.game import Game
from houseway.games.engine.layout import Felt
from houseway.games.engine.money import Cents, dollars
from houseway.games.engine.state import State
from houseway.games.engine.view import View
from houseway.games.telling.hands import table_text
from houseway.games.telling.people import with_names
from houseway.games.telling.prompt import AMOUNT, CARDS, NOTHING, Choice, Prompt
from houseway.games.telling.result import money_words, reason_words, result_of, wager_words
from houseway.games.telling.units import unit_wager, units_of
from houseway.games.telling.verdict import SHARES, Verdict, action_words, in_antes, verdict_on
from houseway.games.telling.words import capital, counted, with_symbols

NO_CARDS = "none"
LISTED = "Type ? to list your moves."


def own_cards(view: View) -> tuple[Card, ...]:
    """Return the viewer's cards from high to low. The digits 1, 2, 3 ... pick from these."""
    return descending(card_id for pile in view.own_piles if pile.name != "discards" for card_id in pile.cards)


def how_to_type(choice: Choice) -> str:
    """Return an example of the text to type for a choice."""
    if choice.takes == AMOUNT:
        return f"{choice.key} {choice.amounts[0] // 100}"
    if choice.takes != CARDS:
        return choice.key
    fewest = next(count for count, why in enumerate(choice.by_count) if not why)
    example = " ".join(str(place) for place in range(1, max(fewest, 1) + 1))
    return f"{choice.key} {example}" if fewest else f"{choice.key} {example}, or {choice.key} {NO_CARDS}"


def parse_move(text: str, prompt: Prompt, view: View) -> Action:
    """Read a move: a key, the words beside it, or others such as `raise both`, `keep 1 2`, `keep As Kd`, `raise 40`.

    A word may be shortened as long as it is clear. Digits after it are cards by their place in the hand, or dollars if
    the move takes an amount. If picking cards is optional, `none` picks no cards, because a word alone bets nothing.
    """
    words = text.lower().replace(",", " ").split()
    if not words:
        raise IllegalAction(f"Type a move. {LISTED}")
    choice, rest = _chosen(words, prompt)
    if choice.refused:
        raise IllegalAction(f"{choice.words}: {choice.refused}.")
    if choice.takes == AMOUNT:
        return Action(choice.kind, amount=_amount(rest, choice), option=choice.option)
    if choice.takes != CARDS:
        if rest:
            raise IllegalAction(f"{choice.words} takes nothing after it; you typed {' '.join(rest)!r}.")
        return next(each for each in view.legal_actions if (each.kind, each.option) == (choice.kind, choice.option))
    return _with_cards(choice, rest, prompt, view)


def _chosen(words: list[str], prompt: Prompt) -> tuple[Choice, list[str]]:
    """Return the intended choice, and the text typed after it."""
    first, rest = words[0], words[1:]
    in_full = [choice for choice in prompt.choices if words[: len(_bare(choice))] == _bare(choice)]
    if in_full:
        meant = max(in_full, key=lambda choice: len(_bare(choice)))
        return meant, words[len(_bare(meant)) :]
    by_key = [choice for choice in prompt.choices if choice.key.lower() == first]
    if by_key:
        return by_key[0], rest
    kinds = [choice for choice in prompt.choices if choice.kind == first]
    found = kinds or [choice for choice in prompt.choices if choice.kind.startswith(first)]
    if len(found) > 1 and rest:
        named = [choice for choice in found if choice.option and choice.option.startswith(rest[0])]
        if len(named) == 1:
            return named[0], rest[1:]
    if len(found) == 1:
        return found[0], rest[1:] if found[0].option and rest[:1] == [found[0].option] else rest
    if found:
        raise IllegalAction(f"{first!r} could be {' or '.join(choice.words for choice in found)}. {LISTED}")
    picking = [choice for choice in prompt.choices if choice.takes == CARDS and not choice.refused]
    if len(picking) == 1 and _reads_as_card(first):
        return picking[0], words
    raise IllegalAction(f"{first!r} is not a move here. {LISTED}")


def _bare(choice: Choice) -> list[str]:
    """Return the words of a choice without its price."""
    return choice.words.lower().partition(" for $")[0].split()


def _reads_as_card(word: str) -> bool:
    if word.isdigit():
        return True
    try:
        return len(parse_cards(word)) == 1
    except BadCards:
        return False


def _amount(words: Sequence[str], choice: Choice) -> Cents:
    least, most = choice.amounts[0], choice.amounts[-1]
    if not words and least == most:
        return Cents(least)
    try:
        (word,) = words
        amount = round(float(word.lstrip("$")) * 100)
    except (ValueError, OverflowError):
        amount = -1
    if not least <= amount <= most:
        ends = dollars(least) if least == most else f"between {dollars(least)} and {dollars(most)}"
        raise IllegalAction(f"{choice.words}: type an amount in dollars, {ends}.")
    return Cents(amount)


def _with_cards(choice: Choice, words: Sequence[str], prompt: Prompt, view: View) -> Action:
    if not words and not choice.refused_with(0):
        raise IllegalAction(f"Type which cards, or none: {how_to_type(choice)}.")
    held = own_cards(view)
    try:
        picked = [_place(word, held) if word.isdigit() else word for word in words if word != NO_CARDS]
        meant = Action.of(choice.kind, picked, option=choice.option)
    except BadCards as error:
        raise IllegalAction(sentence(error)) from None
    why = choice.refused_with(len(meant.cards))
    if why:
        too_many = len(meant.cards) > prompt.most_picked
        raise IllegalAction(prompt.too_many if too_many else f"{choice.words}: {why}.")
    forms = (meant.normal(), exchange_jokers(meant).normal())
    if not any(form in view.legal_actions for form in forms):
        raise IllegalAction(f"You cannot pick these cards: {' '.join(words)}.")
    return meant


def _place(word: str, held: tuple[Card, ...]) -> Card:
    if not 1 <= int(word) <= len(held):
        raise BadCards(f"Card {word} does not exist. Your cards are numbered 1 to {len(held)}.")
    return held[int(word) - 1]


MOST_OPTIONS = 6
SUIT_COLORS = ("green", "blue", "red", "black")


def pile_titles(felt: Felt) -> dict[str, str]:
    """Return the names of a felt's piles for the middle of a line."""
    center = {area["pile"]: area["title"].lower() for area in felt["center"]}
    down = {area["down"]: f"{area['title'].lower()} face down" for area in felt["center"] if "down" in area}
    return {**center, **down, **felt.get("piles", {})}


class Terminal:
    """One player's terminal: boxes and color, or plain lines for pipes and screen readers.

    `names` are the names of the seats in the order of their numbers. The player is "you".
    """

    def __init__(self, out: Console, plain_lines: bool, names: Sequence[str] = ()) -> None:
        self.out = out
        self.plain = plain_lines
        self.names = names

    def cards(self, cards: tuple[Card, ...]) -> Text:
        """Return cards side by side, red and black as on the table, with a back for a hidden card."""
        if self.plain:
            return Text(" ".join("??" if card_id == HIDDEN else shown_cards([card_id]) for card_id in cards))
        row = Text()
        for card_id in cards:
            row.append(*_box(card_id))
            row.append(" ")
        return row

    def heading(self, text: str) -> None:
        """Print a heading."""
        self.out.print(Text(f"\n{text}", style="bold"))

    def say(self, text: str, style: str = "") -> None:
        """Print a line of plain text."""
        self.out.print(Text(text, style="" if self.plain else style))

    def events(self, events: Iterable[Event]) -> None:
        """Print the dealer's steps, with the clause of each."""
        for event in events:
            words = capital(with_names(table_text(event.text), self.names))
            line = Text(f"{event.clause:>8}  ", style="dim").append(words, style="none")
            if event.amount:
                line.append(f" {dollars(event.amount)}")
            if event.cards:
                line.append("  ").append(self.cards(event.cards))
            self.out.print(line)

    def situation(self, view: View, prompt: Prompt, felt: Felt) -> None:
        """Print the view of the player to act, and the moves with the text to type for each."""
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
        """Print every choice with the text to type for it, or the reason why it cannot be made."""
        for choice in prompt.choices:
            if choice.refused:
                self.say(f"   -  {choice.words}: {choice.refused}", "dim")
            elif choice.takes == NOTHING:
                self.say(f"  {choice.key:>2}  {choice.words}{f' ({choice.hint})' if choice.hint else ''}")
            else:
                self.say(f"  {choice.key:>2}  {choice.words} (type {how_to_type(choice)})")

    def values(self, rows: Sequence[tuple[str, float, str]], unit: str, rests_on: str = "", plan: str = "") -> None:
        """Print the value of every option, the best first: exact, or with its basis.

        Then print the action of a plan.
        """
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
        """Print the hands and what decided between them, then each wager: staked, returned, reason."""
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


BIG_BLINDS = "big blinds"


def units_valued_in(game: Game) -> str:
    """Return the unit of option values: chips of the pot in a player vs. player game, or else the first bet."""
    return BIG_BLINDS if isinstance(game, GameBetweenPlayers) else units_of(game)


class NoValue(HousewayError):
    """No exact value is known at this moment."""


@dataclass(frozen=True, slots=True)
class Values:
    """The value of every option at a moment, the best first, with its reason and the unit.

    In a player vs. player game, `rests_on` gives the basis of the values and `plan` the action of the plan for the
    whole game. `margins` has the margins of error of the costs. There a decision may have no value to judge it by.
    """

    options: dict[Action, tuple[Fraction, str]]
    unit: str
    rests_on: str = ""
    plan: str = ""
    margins: Mapping[Action, float] = field(default_factory=dict)
    is_judged: bool = True

    @property
    def plain(self) -> dict[Action, Fraction]:
        """Return the values alone."""
        return {action: value for action, (value, _) in self.options.items()}

    def rows(self, state: State) -> list[tuple[str, float, str]]:
        """Return the values as text."""
        felt = state.game.felt()
        return [
            (action_words(felt, action), float(value), with_symbols(why))
            for action, (value, why) in self.options.items()
        ]


def values_of(state: State) -> Values:
    """Return the values of the options of the seat that decides."""
    if isinstance(state.game, GameBetweenPlayers):
        return _between_players(state)
    assert isinstance(state.actor, int), "a seat decides"
    situation = state.game.situation(state.view(state.actor))
    if situation is None or situation.without_value:
        raise NoValue(
            situation.without_value if situation else f"{state.game.title} has no exact values for this decision."
        )
    from houseway.analysis import advise
    from houseway.analysis.particulars import particulars

    stakes = particulars(state.game).stakes({name: Fraction(amount) for name, amount in situation.stakes.items()})
    advice = advise(state.game, situation.cards, **situation.known, **stakes)
    return Values(
        {each.action.normal(): (each.value, each.reason) for each in advice.options}, units_valued_in(state.game)
    )


def _between_players(state: State) -> Values:
    from houseway.web.advisor import is_judged_by
    from houseway.web.player_vs_player import ANSWERS, in_words, players_question

    assert isinstance(state.actor, int), "a seat decides"
    question = players_question(state, state.actor)
    found = ANSWERS[question["task"]](state.game, question)
    if "options" not in found:
        raise NoValue(in_words(found))
    moves = [Action.from_dict(each["action"]).normal() for each in found["options"]]
    options = {
        move: (Fraction(each["value"]["exact"]), str(each["reason"]))
        for move, each in zip(moves, found["options"], strict=True)
    }
    margins = {
        move: float(each.get("cost_margin", found.get("margin", 0.0)))
        for move, each in zip(moves, found["options"], strict=True)
    }
    plan, judged = found.get("plan", ""), is_judged_by(found)
    return Values(options, found["unit"], found.get("rests_on", ""), plan, margins, judged)


def verdict_of(state: State, action: Action, values: Values) -> Verdict | None:
    """Return the verdict on a decision by the values of all, or None if they do not include it in any form."""
    assert isinstance(state.actor, int), "a seat decides"
    cards = tuple(card for pile in state.view(state.actor).own_piles for card in pile.cards)
    ways = [way.normal() for way in state.game.same_decisions(cards, action)]
    listed = next((way for way in ways if way in values.options), None)
    if listed is None or not values.is_judged:
        return None
    between = isinstance(state.game, GameBetweenPlayers)
    cents = 0 if between else dict(state.wagers()[state.actor]).get(unit_wager(state.game), 0)
    margin = values.margins.get(listed, 0.0)
    return verdict_on(listed, values.plain, state.game.felt(), values.unit, margin, action, cents)


@dataclass
class Coach:
    """A judge of decisions that saves them for a review."""

    units: str
    """The unit of the verdicts."""
    verdicts: list[tuple[int, Verdict]] = field(default_factory=list)

    def judge(self, state: State, action: Action, number: int) -> Verdict | None:
        """Return the verdict on a decision of a round, or None if no exact value is known."""
        try:
            verdict = verdict_of(state, action, values_of(state))
        except HousewayError:
            return None
        if verdict is not None:
            self.verdicts.append((number, verdict))
        return verdict

    def review(self) -> list[str]:
        """Return a line for every judged decision, and the total cost."""
        lines = [f"Round {number + 1}: {verdict.sentence}" for number, verdict in self.verdicts]
        if not lines:
            return ["No decisions graded yet."]
        totals = {unit: Fraction(0) for unit in dict.fromkeys(verdict.unit for _, verdict in self.verdicts)}
        for _, verdict in self.verdicts:
            totals[verdict.unit] += verdict.cost
        told = [
            f"{float(total):.1%} {SHARES}" if unit == SHARES else f"{float(total):.3f} {self.units}"
            for unit, total in totals.items()
        ]
        return [*lines, f"Total cost of mistakes: {', '.join(told)}."]
