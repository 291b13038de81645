"""The effect of small changes: a pay table row one unit up or down, other decks, dead cards."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from houseway.analysis import advise
from houseway.analysis.compare.alternatives import Effect
from houseway.analysis.particulars import particulars
from houseway.analysis.results.advice import Advice, Option
from houseway.analysis.results.distribution import edge_percent
from houseway.analysis.results.result import Analysis
from houseway.cards.notation import format_cards
from houseway.errors import BadCards
from houseway.games.engine.action import Action
from houseway.games.engine.game import Game
from houseway.games.telling.units import unit_in_words
from houseway.report.formats import OPEN, antes, points
from houseway.report.method import Situation, method_of
from houseway.report.model import Block, Paragraph, Section, Table, figures, words
from houseway.report.readings import effect_cells, unvalued

NOT_BET = "not bet"
AS_BEFORE = "*"
PLAYED_AS_BEFORE = (
    "Figures with a star are for a player who keeps the old strategy. The optimal strategy under the changed row is "
    "not part of this report; it cannot do worse."
)
NOT_COUNTED = (
    "A dash marks a changed row whose optimal strategy is not part of this report. Use houseway analyze with a custom "
    "pay table to count it."
)


@dataclass(frozen=True, slots=True)
class DeadCards:
    """A situation valued twice: with the player's cards alone, and with dead cards."""

    situation: Situation
    without: Advice
    with_dead: Advice

    @property
    def same_play(self) -> Option:
        """Return the option that is best without dead cards, with its value with them."""
        wanted = self.without.best.action.normal()
        return next(option for option in self.with_dead.options if option.action.normal() == wanted)

    @property
    def gain(self) -> Fraction:
        """Return the value of knowing the dead cards. It is zero if the best option stays the same."""
        return self.with_dead.best.value - self.same_play.value


def dead_cards(game: Game) -> tuple[DeadCards, ...]:
    """Return the values of the game's chosen situations. Cards that occur in several are valued once.

    A situation that a custom deck does not contain is left out.
    """

    @cache
    def without(cards: str, board: str) -> Advice:
        return advise(game, cards, board=board)

    found = []
    for each in method_of(game).situations:
        with suppress(BadCards):
            seen = advise(game, each.cards, board=each.board, dead=each.dead)
            found.append(DeadCards(each, without(each.cards, each.board), seen))
    return tuple(found)


def sensitivity_section(
    game: Game, analysis: Analysis, rows: Sequence[Effect], decks: Sequence[Effect], dead: Sequence[DeadCards]
) -> Section:
    """Return the section on changed rows, decks and dead cards, as far as the game has them."""
    return Section.of(
        "Sensitivity",
        Section.of("Pay table rows", *_rows_part(rows, unit_in_words(analysis.unit), _not_bet_here(game, analysis)))
        if rows
        else None,
        Section.of("Number of decks", *_decks_part(game, analysis, decks)),
        Section.of(
            "Dead cards",
            Paragraph(
                "The optimal strategy of this report uses the player's cards and the cards dealt face up. Other cards "
                "that the player has seen, such as a neighbor's, change the value of an option. Values are exact and "
                f"for the whole round, in {analysis.units}."
            ),
            dead_table(dead),
        )
        if dead
        else None,
    )


def _not_bet_here(game: Game, analysis: Analysis) -> set[str]:
    """Return the names of wagers that the round leaves out, and of their tables."""
    left_out = particulars(game).not_bet(game, analysis)
    tables = {game.sheet.table_forms[form].title for each in left_out for form in each.forms}
    return {each.title for each in left_out} | tables


def _rows_part(rows: Sequence[Effect], unit: str, not_bet_here: Collection[str]) -> list[Block]:
    return [
        Paragraph(
            f"The change in the house edge per {unit}, in percentage points, if one row pays one unit more or one unit "
            "less and the player adapts. One unit less than a push is a loss."
        ),
        row_table(rows, unit, not_bet_here),
    ]


def row_table(rows: Sequence[Effect], unit: str, not_bet_here: Collection[str] = ()) -> Table:
    """Return one line for each row of odds: one unit less and one unit more."""
    names = list(dict.fromkeys(effect.changed for effect in rows))
    by_row = {name: [effect for effect in rows if effect.changed == name] for name in names}
    lines = []
    for name, (more, less) in by_row.items():
        is_bet = name.partition(": ")[0] not in not_bet_here or less.touches_value or more.touches_value
        cells = (_change(less), _change(more)) if is_bet else (NOT_BET, NOT_BET)
        lines.append((name, less.to, cells[0], more.to, cells[1]))
    starred = any(cell.endswith(AS_BEFORE) for line in lines for cell in line)
    notes = [PLAYED_AS_BEFORE] if starred else []
    notes += [NOT_COUNTED] if any(OPEN in line for line in lines) else []
    return Table.of(
        f"Change in the house edge per {unit} for one unit in one row",
        ["Table and row", figures("One less"), figures("Change"), figures("One more"), figures("Change")],
        lines,
        note=" ".join(notes),
    )


def _change(effect: Effect) -> str:
    if effect.difference is None:
        return OPEN
    if not effect.touches_value:
        return "none"
    return f"{points(-effect.difference)}{AS_BEFORE if effect.as_before else ''}"


def _decks_part(game: Game, analysis: Analysis, decks: Sequence[Effect]) -> list[Block]:
    if not decks:
        return [Paragraph(f"The rules allow one deck of {game.deck.size} cards only.")]
    before = decks[0].before
    in_force = game.readings[decks[0].changed]
    cells = {effect.to: effect_cells(effect) for effect in decks}
    cells[in_force] = (antes(before), edge_percent(-before), "in force")
    order = sorted(cells)
    table = Table.of(
        "Value by number of decks",
        [
            figures("Decks"),
            figures(f"EV, {analysis.units}"),
            figures(f"House edge per {unit_in_words(analysis.unit)}"),
            figures("Change, percentage points"),
        ],
        [(number, *cells[number]) for number in order],
        marked=[order.index(in_force)],
    )
    return [table, *unvalued(decks)]


def _play_words(action: Action) -> str:
    """Return an action as text. The cards of a draw are the discards."""
    kind = "replace" if action.kind == "draw" and action.cards else action.kind
    option = action.option.replace("-", " ")
    what = "" if not option else f" {option}:" if option == "both" else f" the {option}:"
    return f"{kind}{what} {format_cards(action.cards)}".strip().removesuffix(":")


def dead_table(dead: Sequence[DeadCards]) -> Table:
    """Return the best option without and with the dead cards."""
    lines = []
    for each in dead:
        seen = f"{each.situation.cards}; board {each.situation.board}" if each.situation.board else each.situation.cards
        lines.append((seen, "none", _play_words(each.without.best.action), antes(each.without.best.value), ""))
        lines.append(
            (
                each.situation.why,
                each.situation.dead,
                _play_words(each.with_dead.best.action),
                antes(each.with_dead.best.value),
                antes(each.gain) if each.gain else "same option",
            )
        )
    return Table.of(
        "Situations with and without dead cards",
        [
            words("Cards"),
            words("Dead cards"),
            words("Best option"),
            figures("Value"),
            figures("Gain over the old option"),
        ],
        lines,
    )
