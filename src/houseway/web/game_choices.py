"""The games that the server offers, and the check of a client's choice. No part of a choice names a file."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from houseway.analysis import analyzed
from houseway.errors import BadPayTable, UnknownName
from houseway.games.catalogue import GAMES, game_class
from houseway.games.catalogue import game as make_game
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.limits import UNLIMITED, jurisdictions
from houseway.games.engine.paytable import PaySet, PayTable, pay_set_from
from houseway.games.engine.sheet import sheet
from houseway.games.house_way_lines import plain_house_way, written_house_way
from houseway.games.letters import concordance_of, has_letter, status_of
from houseway.games.listed_titles import families, titles
from houseway.games.strategies import strategy_names
from houseway.games.telling.styles import strategy_title
from houseway.games.telling.units import unit_of, units_of
from houseway.games.telling.words import capital, choice_words, pay_table_words, plays_words, table_choice_words
from houseway.training.spots import cannot_be_practiced
from houseway.web.bots import player_names

CUSTOM = "custom"
PayTableChoice = str | Mapping[str, Any] | None
Plain = dict[str, Any]


def offered_game(
    slug: str, readings: Mapping[str, object] | None = None, paytable: PayTableChoice = None, **settings: Any
) -> Game:
    """Return a game as a client describes it.

    The pay table is named in the approval letter, or the client sends its rows.
    """
    game_class(slug)
    return make_game(slug, readings=readings, paytable=offered_pay_set(slug, paytable), **settings)


def offered_pay_set(slug: str, paytable: PayTableChoice) -> str | PaySet | None:
    """Return a client's pay table, checked. A path is never accepted as the name of a pay table."""
    facts = sheet(slug)
    if paytable is None:
        return None
    if isinstance(paytable, str):
        if not facts.table_forms:
            raise UnknownName(f"{facts.title} has no pay table to choose; got {paytable!r}. Leave it out.")
        return facts.pay_sets.find(paytable)
    if not facts.table_forms:
        raise BadPayTable(f"{facts.title} has no pay table. Leave it out.")
    return pay_set_from(paytable, slug, facts.pay_sets, facts.table_forms, source="the pay table", default_name=CUSTOM)


def plain_choice(slug: str, readings: Mapping[str, object] | None = None, paytable: PayTableChoice = None) -> Plain:
    """Return a client's choice, checked and complete, with defaults filled in."""
    game = offered_game(slug, readings, paytable)
    is_built_in = game.pay_set is not None and game.sheet.pay_sets.holds(game.pay_set)
    named = game.pay_set.name if game.pay_set is not None and is_built_in else paytable
    return {"game": slug, "readings": dict(game.readings), "paytable": named}


@cache
def all_games() -> tuple[dict[str, Any], ...]:
    """Return every game in short form."""
    return tuple(_summary(slug) for slug in GAMES)


def _summary(slug: str) -> dict[str, Any]:
    facts, game = sheet(slug), game_class(slug).configure()
    return {
        "slug": slug,
        "title": facts.title,
        "kind": facts.kind,
        "player_vs_player": isinstance(game, GameBetweenPlayers),
        "summary": facts.summary,
        "letter": str(facts.letter),
        "status": status_of(facts).value,
        "status_words": status_of(facts).words,
        "seats": [game.seats[0], game.seats[-1]],
        "deck": game.deck.size,
        "practiced": not cannot_be_practiced(slug),
        "effort": _effort(game),
        "paytables": list(facts.pay_sets),
        "choices": {
            form: {"title": facts.table_forms[form].title, "names": list(tables)}
            for form, tables in facts.pay_sets.choices.items()
        },
        "readings": {reading.id: reading.to_dict() for reading in facts.readings.values()},
        "wagers": [
            {"name": wager.name, "title": wager.title, "required": wager.required, "clause": wager.clause}
            for wager in game.wagers
            if game.takes(wager)
        ],
        "progressives": {name: list(table.meters) for name, table in facts.progressives.items()},
        "strategies": list(player_names(slug, strategy_names(slug))),
        "words": _words(game, player_names(slug, strategy_names(slug))),
    }


def _effort(game: Game) -> Plain:
    """Return how much there is to learn: the moves that a round may ask for, and the cards for one seat."""
    layout = game.layout()
    moves = 0 if layout is None else len(layout.plain_moves) + len(layout.card_moves)
    return {"moves": moves, "cards": game.cards_needed(1)}


def _words(game: Game, players: tuple[str, ...]) -> Plain:
    """Return the display text of the options, and of the bet in which everything is valued."""
    facts = game.sheet
    return {
        "unit": unit_of(game),
        "units": units_of(game),
        "paytables": {name: capital(pay_table_words(name)) for name in facts.pay_sets},
        "tables": {
            form: {name: table_choice_words(name) for name in tables} for form, tables in facts.pay_sets.choices.items()
        },
        "strategies": {name: capital(plays_words(game, name)) for name in players},
        "readings": {
            reading.id: {choice: choice_words(reading, choice) for choice in reading.choices}
            for reading in facts.readings.values()
        },
    }


@cache
def game_in_full(slug: str) -> dict[str, Any]:
    """Return one game with its clauses, its approval letter item by item, pay tables and published figures."""
    game_class(slug)
    facts = sheet(slug)
    in_short = next(game for game in all_games() if game["slug"] == slug)
    return {
        **in_short,
        "analyzed": _analyzed(slug),
        "free_wager": next(iter(_bets_of_a_shift(slug, in_short["wagers"])[0]), None),
        "side_bets": _bets_of_a_shift(slug, in_short["wagers"])[1],
        "clauses": dict(facts.clauses),
        "concordance": concordance_of(slug).to_dict(slug) if has_letter(slug) else None,
        "forms": {
            form.name: {"title": form.title, "kind": form.kind, "system": form.system}
            for form in facts.table_forms.values()
        },
        "tables": {name: plain_pay_set(pay_set) for name, pay_set in facts.pay_sets.items()},
        "choice_rows": {
            form: {name: _rows(table) for name, table in tables.items()}
            for form, tables in facts.pay_sets.choices.items()
        },
        "published": [
            {"what": figure.what, "value": figure.value, "paytable": figure.paytable, "source": figure.source}
            for figure in facts.published
        ],
        "house_way": plain_house_way(written_house_way(game_class(slug).configure())),
        "jurisdictions": {**jurisdictions(), UNLIMITED: "no limits"},
    }


def _bets_of_a_shift(slug: str, wagers: Iterable[Plain]) -> tuple[list[Plain], list[Plain]]:
    """Return the wager that need not be as large as the first, if there is one, and the side bets."""
    if slug not in analyzed():
        return [], []
    from houseway.analysis.particulars import particulars

    game = game_class(slug).configure()
    known = particulars(game)
    names = [known.free_wager], known.side_bets(game)
    free, beside = ([wager for wager in wagers if wager["name"] in each] for each in names)
    return free, beside


def _analyzed(slug: str) -> dict[str, str]:
    """Return the strategies by which a game is analyzed, as text. A player vs. player game has none."""
    if slug not in analyzed():
        return {}
    from houseway.analysis.operations.clientele import strategies_known

    game = game_class(slug).configure()
    return {name: strategy_title(game, name) for name in strategies_known(game)}


@cache
def listed_titles() -> dict[str, Any]:
    """Return the titles listed in the approval letter of June 14, 2023, and the meaning of their families."""
    return {"titles": [title.to_dict() for title in titles()], "families": dict(families())}


def plain_pay_set(pay_set: PaySet) -> dict[str, Any]:
    """Return the rows of each table of a pay set."""
    return {form: _rows(table) for form, table in pay_set.tables.items()}


def _rows(table: PayTable) -> list[dict[str, str]]:
    return [{"label": row.label, "pays": row.pays_text} for row in table.rows]
