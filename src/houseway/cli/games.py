"""`houseway games` and `houseway rules`: the list of games, and the rules of each."""

from collections.abc import Iterable
from dataclasses import asdict
from fractions import Fraction
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from houseway.analysis import is_analyzed
from houseway.analysis.results.distribution import edge_percent
from houseway.analysis.results.recorded import recorded_edge
from houseway.analysis.results.result import OPTIMAL
from houseway.cli.output import JsonFlag, console, print_json
from houseway.errors import HousewayError
from houseway.games.catalogue import GAMES, game_class
from houseway.games.catalogue import game as make_game
from houseway.games.engine.game import Game
from houseway.games.engine.paytable import PaySet, note_of, pays_words, shown_rows
from houseway.games.engine.sheet import Reading, Sheet, sheet
from houseway.games.house_way_lines import plain_house_way, written_house_way
from houseway.games.letters import Part, concordance_of, status_of
from houseway.games.listed_titles import families, titles
from houseway.plain import exact

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Game name from `houseway games`, or a game file.")]


def games(json: JsonFlag = False) -> None:
    """List every game with its status and house edge."""
    if json:
        print_json({"games": [_game_facts(slug) for slug in GAMES]})
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("game", no_wrap=True)
    for heading in ("title and status", "seats", "published edge", "exact edge"):
        table.add_column(heading)
    for slug in GAMES:
        facts, game = sheet(slug), game_class(slug).configure()
        table.add_row(
            slug,
            f"{facts.title}\n{status_of(facts).value}",
            f"{game.seats[0]}-{game.seats[-1]}",
            "\n".join(_published_edges(facts)) or "-",
            "\n".join(_exact_edges(slug)) or "-",
        )
    out = console()
    out.print(table)
    for status in dict.fromkeys(status_of(sheet(slug)) for slug in GAMES):
        out.print(f"{_capital(status.words)}.", highlight=False)
    out.print("Exact edges are per Ante (or the first bet), with the optimal strategy and the default readings.")
    out.print("`none`: no edge is published for that pay table. `?`: `houseway analyze GAME` computes it.")
    out.print("Next: `houseway rules GAME` shows the rules; `houseway play GAME` deals a round.")


def _published_edges(facts: Sheet) -> list[str]:
    edges = {figure.paytable: figure.value for figure in reversed(facts.published) if "edge" in figure.what}
    return [f"{name}: {edges.get(name, 'none')}" for name in facts.pay_sets]


def _exact_edges(slug: str) -> list[str]:
    """Return the shipped house edges per Ante of the optimal strategy, one for each pay table, '?' if none ships."""
    return ["?" if edge is None else edge_percent(edge, 2) for edge in shipped_edges(slug).values()]


def shipped_edges(slug: str) -> dict[str, Fraction | None]:
    """Return the exact house edge per Ante on the default readings, by pay table."""
    if not is_analyzed(slug):
        return {}
    names: list[str | None] = [*sheet(slug).pay_sets]
    return {name or "none": recorded_edge(make_game(slug, paytable=name), OPTIMAL) for name in names or [None]}


def _game_facts(slug: str) -> dict[str, object]:
    facts, game = sheet(slug), game_class(slug).configure()
    return {
        "slug": slug,
        "title": facts.title,
        "kind": facts.kind,
        "summary": facts.summary,
        "status": status_of(facts).value,
        "status_words": status_of(facts).words,
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
        "sources": {key: asdict(source) for key, source in facts.sources.items()},
    }


def list_titles(json: JsonFlag = False) -> None:
    """List the titles named in the approval letter.

    The letter of June 14, 2023 names 66 titles. The list shows which of them are games here.
    """
    if json:
        print_json({"titles": [title.to_dict() for title in titles()], "families": dict(families())})
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("no.", "title", "family", "game, or why it is only listed"):
        table.add_column(heading, justify="right" if heading == "no." else "left")
    for title in titles():
        table.add_row(str(title.number), title.title, title.family, title.game or title.status)
    out = console()
    out.print(table)
    out.print("The family is our guess from the title. `houseway rules GAME` shows which rules no source gives.")


LetterFlag = Annotated[
    bool, typer.Option("--letter", help="Show the approval letter item by item, with the clause for each.")
]


def rules(game: GameName, letter: LetterFlag = False, json: JsonFlag = False) -> None:
    """Show a game's rules, readings and pay tables."""
    table_game = make_game(game)
    if letter:
        _show_letter(table_game, json)
        return
    if json:
        print_json({**_game_facts(table_game.slug), **_rule_facts(table_game)})
        return
    out, facts = console(), table_game.sheet
    out.print(f"[bold]{facts.title}[/bold]: {facts.kind}\n{facts.summary}\n{_capital(str(facts.letter))}")
    out.print(f"{_capital(status_of(facts).words)}\n", highlight=False)
    _print_pairs(out, "Clauses", [(clause, _with_source(facts, clause)) for clause in facts.clauses])
    for reading in facts.readings.values():
        _print_reading(out, reading, table_game.reading(reading.id))
    if facts.readings:
        out.print("\n* marks the choice in force. Choose another with --set READING=CHOICE.", highlight=False)
    _print_house_way(out, table_game)
    for form in facts.table_forms.values():
        if sets := _sets_of(table_game, form.name):
            out.print(_pay_table(form.name, form.title, sets))
    if facts.pay_sets.choices:
        out.print("The first of each is our default. Choose others with --paytable TABLE=NAME, ...", highlight=False)
        _print_pairs(out, "", [(form, ", ".join(tables)) for form, tables in facts.pay_sets.choices.items()])
    for modification in table_game.modifications():
        out.print(f"Differs from the {facts.letter.source}: {modification}", markup=False)
    if facts.published:
        _print_pairs(
            out,
            "\nPublished figures",
            [
                (
                    f"pay table {figure.paytable}" if figure.paytable else "all",
                    f"{figure.what}: {figure.value} ({figure.source})",
                )
                for figure in facts.published
            ],
        )
    if facts.sources:
        _print_pairs(out, "\nSources", [(key, str(source)) for key, source in facts.sources.items()])
    if facts.not_found:
        _print_pairs(out, "\nNot found", [("-", words) for words in facts.not_found])


def _with_source(facts: Sheet, clause: str) -> str:
    """Return a clause with its public sources, if it is not from an approval letter."""
    if clause not in facts.clause_sources:
        return facts.clauses[clause]
    return f"{facts.clauses[clause]} ({', '.join(facts.clause_sources[clause]) or 'no source'})"


def _show_letter(game: Game, json: bool) -> None:
    if game.sheet.letter.listed is not None:
        raise HousewayError(
            f"{game.title} has no enclosed letter to show item by item ({game.sheet.letter}). Leave --letter out."
        )
    letter = concordance_of(game.slug)
    parts = letter.about(game.slug)
    if json:
        print_json({"slug": game.slug, "letter": str(game.sheet.letter), **letter.to_dict(game.slug)})
        return
    out = console()
    out.print(f"[bold]{game.title}[/bold]\n{_capital(str(game.sheet.letter))}, item by item", highlight=False)
    for part in parts:
        out.print(_items_table(part))
    if letter.own:
        _print_pairs(out, "Our additions, with their source", letter.own.items())


def _items_table(part: Part) -> Table:
    table = Table(title=f"\n{part.title}", title_justify="left", pad_edge=False, box=SIMPLE_HEAD)
    for heading in ("item", "in our words", "clause"):
        table.add_column(heading, overflow="fold")
    for item in part.items:
        table.add_row(item.number, item.says, item.carried)
    return table


def _print_house_way(out: Console, game: Game) -> None:
    rules = written_house_way(game)
    if rules is None:
        return
    out.print(f"\n[bold]House way[/bold] ({rules.clause}): the dealer {rules.does} by the first line that applies")
    _print_pairs(out, "", [(str(number), words) for number, words in rules.lines])


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
    """Return the approval letter's pay tables, and the game's table if it is not one of them."""
    own = {} if game.pay_set is None else {game.pay_set.name: game.pay_set}
    return {**game.sheet.pay_sets, **own}


def _sets_of(game: Game, form: str) -> list[PaySet]:
    """Return the tables of a form, and the game's table if it is not one of them."""
    built_in = game.sheet.pay_sets
    own = [] if game.pay_set is None or built_in.holds(game.pay_set) else [game.pay_set]
    return [*built_in.of_form(form), *own]


def _rule_facts(game: Game) -> dict[str, object]:
    facts = game.sheet
    return {
        "clauses": dict(facts.clauses),
        "readings": {reading.id: reading.to_dict() for reading in facts.readings.values()},
        "paytables": {
            name: {
                form: {row.label: pays_words(table, row) for row in table.rows}
                for form, table in pay_set.tables.items()
            }
            for name, pay_set in _pay_sets(game).items()
        },
        "choices": {
            form: {name: {row.label: pays_words(table, row) for row in table.rows} for name, table in tables.items()}
            for form, tables in facts.pay_sets.choices.items()
        },
        "clause_sources": {clause: list(keys) for clause, keys in facts.clause_sources.items()},
        "not_found": list(facts.not_found),
        "house_way": plain_house_way(written_house_way(game)),
        "in_force": {"readings": dict(game.readings), "paytable": game.pay_set.name if game.pay_set else None},
        "modifications": list(game.modifications()),
    }


def _print_pairs(out: Console, title: str, pairs: Iterable[tuple[str, str]]) -> None:
    table = Table(title=title or None, title_justify="left", show_header=False, box=None, padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for left, right in pairs:
        table.add_row(left, right)
    out.print(table)


def _pay_table(form: str, title: str, sets: list[PaySet]) -> Table:
    posted = sets[0][form]
    unit = "to 1" if posted.form.kind == "odds" else "in dollars"
    table = Table(
        title=f"\nPay table: {title}, {unit}",
        title_justify="left",
        caption=note_of(posted),
        caption_justify="left",
        pad_edge=False,
        box=SIMPLE_HEAD,
    )
    table.add_column("hand")
    for pay_set in sets:
        table.add_column(f"#{pay_set.name}", justify="right")
    for label, cells in shown_rows(form, sets):
        table.add_row(label, *cells)
    return table


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
