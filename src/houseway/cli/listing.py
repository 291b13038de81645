"""`houseway games` and `houseway rules`: what there is, and what its rules say."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from houseway.analysis import ANALYSERS
from houseway.analysis.recorded import recorded
from houseway.analysis.result import exact, percent
from houseway.cli.output import JsonFlag, console, print_json
from houseway.games.catalogue import GAMES, game_class
from houseway.games.catalogue import game as make_game
from houseway.games.engine.game import Game
from houseway.games.engine.paytable import PaySet
from houseway.games.engine.sheet import Reading, Sheet, sheet

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game by the name in `houseway games`, or a game file.")
]


def games(json: JsonFlag = False) -> None:
    """List every game: letter, seats, pay tables, published edge."""
    if json:
        print_json({"games": [_game_facts(slug) for slug in GAMES]})
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("game", no_wrap=True)
    for heading in ("title and letter", "seats", "pay table: published", "exact edge"):
        table.add_column(heading)
    for slug in GAMES:
        facts, game = sheet(slug), game_class(slug).configure()
        table.add_row(
            slug,
            f"{facts.title}\nletter of {facts.letter.day:%-d %b %Y}",
            f"{game.seats[0]}-{game.seats[-1]}",
            "\n".join(_published_edges(facts)) or "-",
            "\n".join(_exact_edges(slug)) or "-",
        )
    out = console()
    out.print(table)
    out.print("Exact edges are per Ante under best play on the default readings; below zero the player has the edge.")
    out.print("`houseway rules GAME` shows the clauses, `houseway play GAME` deals a round.")


def _published_edges(facts: Sheet) -> list[str]:
    edges = {figure.paytable: figure.value for figure in reversed(facts.published) if "edge" in figure.what}
    return [f"{name}: {edges.get(name, 'none')}" for name in facts.pay_sets]


def _exact_edges(slug: str) -> list[str]:
    """The house edge per Ante of best play, as shipped: one for each pay table, '?' where none ships."""
    return ["?" if edge is None else percent(edge, 2) for edge in shipped_edges(slug).values()]


def shipped_edges(slug: str) -> dict[str, Fraction | None]:
    """By pay table, the exact house edge per Ante on the default readings."""
    if slug not in ANALYSERS:
        return {}
    names: list[str | None] = [*sheet(slug).pay_sets]
    known = {name: recorded(make_game(slug, paytable=name), "optimal") for name in names or [None]}
    return {name or "none": None if result is None else result.house_edge("ante") for name, result in known.items()}


def _game_facts(slug: str) -> dict[str, object]:
    facts, game = sheet(slug), game_class(slug).configure()
    return {
        "slug": slug,
        "title": facts.title,
        "kind": facts.kind,
        "summary": facts.summary,
        "letter": {
            "date": facts.letter.day.isoformat(),
            "addressee": facts.letter.addressee,
            "submission": facts.letter.submission,
        },
        "seats": [game.seats[0], game.seats[-1]],
        "deck": game.deck.size,
        "wagers": [wager.name for wager in game.wagers],
        "paytables": list(facts.pay_sets),
        "exact_edge_per_ante": {
            name: None if edge is None else exact(edge) for name, edge in shipped_edges(slug).items()
        },
        "readings": {reading.id: reading.default for reading in facts.readings.values()},
        "published": [
            {"what": figure.what, "value": figure.value, "paytable": figure.paytable, "source": figure.source}
            for figure in facts.published
        ],
    }


def rules(game: GameName, json: JsonFlag = False) -> None:
    """Show a game's clauses, readings and pay tables."""
    table_game = make_game(game)
    if json:
        print_json({**_game_facts(table_game.slug), **_rule_facts(table_game)})
        return
    out, facts = console(), table_game.sheet
    out.print(f"[bold]{facts.title}[/bold]: {facts.kind}\n{facts.summary}\n{_capital(str(facts.letter))}\n")
    _print_pairs(out, "Clauses", facts.clauses.items())
    for reading in facts.readings.values():
        _print_reading(out, reading, table_game.reading(reading.id))
    if facts.readings:
        out.print("\n* is in force; choose another with --set READING=CHOICE", highlight=False)
    pay_sets = _pay_sets(table_game).values()
    for form in facts.table_forms.values() if pay_sets else ():
        out.print(_pay_table(form.name, form.title, pay_sets))
    for modification in table_game.modifications():
        out.print(f"Not as the letter has it: {modification}", markup=False)
    if facts.published:
        _print_pairs(
            out,
            "Published figures",
            [
                (f"pay table {figure.paytable}" if figure.paytable else "all", f"{figure.what}: {figure.value}")
                for figure in facts.published
            ],
        )


def _print_reading(out: Console, reading: Reading, in_force: str) -> None:
    about = f" ({', '.join(reading.clauses)})" if reading.clauses else ""
    out.print(f"\n[bold]Reading {reading.id}[/bold]{about} {reading.question}")
    table = Table(show_header=False, box=None, padding=(0, 1, 0, 0))
    table.add_column(width=1)
    table.add_column(no_wrap=True, style="cyan")
    table.add_column(overflow="fold")
    for choice, effect in reading.choices.items():
        table.add_row("*" if choice == in_force else "", choice, effect)
    out.print(table)


def _pay_sets(game: Game) -> dict[str, PaySet]:
    """The letter's pay tables, and the table's own where it is none of them."""
    own = {} if game.pay_set is None else {game.pay_set.name: game.pay_set}
    return {**game.sheet.pay_sets, **own}


def _rule_facts(game: Game) -> dict[str, object]:
    facts = game.sheet
    return {
        "clauses": dict(facts.clauses),
        "readings": {reading.id: reading.to_dict() for reading in facts.readings.values()},
        "paytables": {
            name: {form: {row.label: row.pays_text for row in table.rows} for form, table in pay_set.tables.items()}
            for name, pay_set in _pay_sets(game).items()
        },
        "in_force": {"readings": dict(game.readings), "paytable": game.pay_set.name if game.pay_set else None},
        "modifications": list(game.modifications()),
    }


def _print_pairs(out: Console, title: str, pairs: Iterable[tuple[str, str]]) -> None:
    table = Table(title=title, title_justify="left", show_header=False, box=None, padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for left, right in pairs:
        table.add_row(left, right)
    out.print(table)


def _pay_table(form: str, title: str, pay_sets: Iterable[PaySet]) -> Table:
    sets = list(pay_sets)
    table = Table(title=f"\nPay table: {title}", title_justify="left", pad_edge=False, box=SIMPLE_HEAD)
    table.add_column("hand")
    for pay_set in sets:
        table.add_column(f"#{pay_set.name}", justify="right")
    labels = dict.fromkeys(row.label for pay_set in sets for row in pay_set[form].rows)
    for label in labels:
        cells = [next((row.pays_text for row in pay_set[form].rows if row.label == label), "-") for pay_set in sets]
        table.add_row(label, *cells)
    return table


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
