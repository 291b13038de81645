"""The readings in force, and the effect of each alternative on the value of the game."""

import re
from collections.abc import Sequence

from houseway.analysis.compare.alternatives import Effect
from houseway.analysis.results.distribution import edge_percent
from houseway.games.engine.game import Game
from houseway.games.telling.units import unit_of, units_of
from houseway.games.telling.words import choice_words, first_sentence
from houseway.report.formats import OPEN, antes, points
from houseway.report.model import Paragraph, Points, Section, Table, figures, words

NONE = "none"
SENTENCES = re.compile(r"(?<=[.!?)])\s+(?=[A-Z])")
GAINS = re.compile(r"\bgains?\b")
AND_GAINS = re.compile(r"[:;] (?:the house|the player|neither side) gains[^.]*\.$")


def readings_section(game: Game, effects: Sequence[Effect]) -> Section:
    """Return the section on the readings in force and the effect of each alternative."""
    if not game.readings:
        return Section.of("Readings in force and their effect", Paragraph("The letter leaves no question open."))
    return Section.of(
        "Readings in force and their effect",
        Paragraph(
            f"A reading (an interpretation) answers a question that {_silent(game)} open. The second table gives the "
            "value of the game under each alternative, changed one at a time, with the optimal strategy recomputed. "
            f"The edge is per {unit_of(game)}. A positive change favors the house."
        ),
        readings_table(game),
        effects_table(game, effects) if effects else None,
        *unvalued(effects),
    )


def _silent(game: Game) -> str:
    return "the letter leaves" if game.sheet.letter.listed is None else "the sources of the rules leave"


def readings_table(game: Game) -> Table:
    """Return the questions with the answers in force."""
    rows = [
        (reading.id, reading.question, choice_words(reading, game.readings[reading.id]))
        for reading in game.sheet.readings.values()
    ]
    return Table.of("Readings in force", ["Reading", words("Question"), words("In force")], rows)


def effects_table(game: Game, effects: Sequence[Effect]) -> Table:
    """Return every choice of every reading with the value of the game. Choices in force are marked."""
    before = effects[0].before
    by_choice = {(effect.changed, effect.to): effect for effect in effects}
    rows: list[tuple[str, ...]] = []
    marked = []
    for reading in game.sheet.readings.values():
        if len(set(reading.choices.values())) == 1:
            continue
        for choice, meaning in reading.choices.items():
            effect = by_choice.get((reading.id, choice))
            if effect is None:
                marked.append(len(rows))
                rows.append((reading.id, _meaning(meaning), antes(before), edge_percent(-before), "in force"))
            else:
                rows.append((reading.id, _meaning(meaning), *effect_cells(effect)))
    return Table.of(
        "Effect of each alternative on the player's expected value and the house edge",
        [
            "Reading",
            words("Choice"),
            figures(f"EV, {units_of(game)}"),
            figures("House edge"),
            figures("Change, percentage points"),
        ],
        rows,
        marked=marked,
        note='Choices in force are shaded. "None" means that the exact value is the same. '
        f"{_why_none(game)} Readings with one choice are left out.{_left_out_of_the_edge(game)}",
    )


def _meaning(choice: str) -> str:
    """Return a choice without the sheet's words on who gains.

    They are about all bets and players, the figures about a round.

    >>> _meaning("11 to 1. The player gains."), _meaning("It is lost: the house gains.")
    ('11 to 1.', 'It is lost.')
    """
    sentences = [AND_GAINS.sub(".", each) for each in SENTENCES.split(choice)]
    return " ".join(each for each in sentences if not GAINS.search(each))


def _why_none(game: Game) -> str:
    """Return why some readings leave the value of the round unchanged."""
    made = game.usual_bet(1)
    left_out = any(wager.own_game and not made.amount(wager.name) for wager in game.offered())
    bets = "a wager that this round leaves out, " if left_out else ""
    return f"That is so where a reading concerns {bets}a play that is not optimal, or a point that another one decides."


def _left_out_of_the_edge(game: Game) -> str:
    if game.envy is None or not game.envy.readings:
        return ""
    named = " and ".join(game.envy.readings)
    return f" {named} change only the Envy Bonus, which this edge leaves out. See the section on the Envy Bonus."


def effect_cells(effect: Effect) -> tuple[str, str, str]:
    """Return the value, the edge per unit and the change of the edge in points after a change."""
    if effect.value is None or effect.difference is None:
        return OPEN, OPEN, OPEN
    change = points(-effect.difference) if effect.touches_value else NONE
    return antes(effect.value), edge_percent(-effect.value), change


def unvalued(effects: Sequence[Effect]) -> list[Points]:
    """Return why some changes have no value."""
    items = tuple(
        f"{effect.changed}, {first_sentence(effect.words)}: {effect.why_not}."
        for effect in effects
        if effect.value is None
    )
    return [Points(items)] if items else []
