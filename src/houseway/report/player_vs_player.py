"""The report of a player vs. player game: no house edge, but exact equities and the house's fee."""

from fractions import Fraction

from houseway.analysis.between_players import Examples, best_hold, equity, players_analysis
from houseway.analysis.results.equity import EquityResult, HoldResult
from houseway.cards.notation import format_cards
from houseway.games.engine.betting import Pot
from houseway.games.engine.between_players import NO_CHARGE, RAKE, TIME, GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents
from houseway.report.exposure import limits_blocks
from houseway.report.formats import money, ratio, share, whole
from houseway.report.method import method_of, method_section
from houseway.report.model import Block, Model, Paragraph, Points, Section, Table, figures, words
from houseway.report.provenance import KIND, SIGNATURES, Request, subtitle_of, table_section, title_facts
from houseway.report.readings import readings_table
from houseway.report.rules import equipment_section, pay_table_section, rules_section, source_section
from houseway.report.verification import limitations_section

POTS = (1_000, 4_000, 10_000, 20_000, 50_000)
"""In cents."""


def players_report(game: Game, request: Request) -> Model:
    """Return the report of a player vs. player game, with its sections in the order of every report."""
    shown, rule = players_analysis(game).EXAMPLES, _table_of(game).opponent_rule
    matches = [equity(held, board, game=game) for held, board in shown.matches]
    example = equity(*shown.letters, game=game)
    holds = [best_hold(hand, opponent=other, opponent_rule=rule, game=game) for hand, other in shown.hands]
    return Model(
        kind=KIND,
        day=request.day or game.sheet.letter.day,
        title=game.title,
        subtitle=subtitle_of(game),
        facts=title_facts(game, request, "not applicable (player vs. player)"),
        headline=(
            ("House edge", "none"),
            ("Players", f"{game.seats[0]} to {game.seats[-1]}"),
            ("House fee", _fee(game)),
        ),
        sections=(
            source_section(game),
            rules_section(game),
            _readings(game),
            equipment_section(game),
            pay_table_section(game),
            method_section(game),
            _equities(shown, matches),
            _holds(shown, holds),
            _limits(game, shown),
            _fees(game),
            _verification(game, shown, example),
            limitations_section(game, estimates=False),
            table_section(game, request),
        ),
        signatures=SIGNATURES,
        data={
            "game": game.slug,
            "readings": dict(game.readings),
            "equities": [result.to_dict() for result in matches],
            "holds": [result.to_dict() for result in holds],
            "letters_example": example.to_dict(),
            "rake": [{"pot_cents": pot, "rake_cents": _rake_of(game, pot)} for pot in POTS],
        },
    )


def _readings(game: Game) -> Section:
    choices = [
        (reading.id, choice, meaning)
        for reading in game.sheet.readings.values()
        for choice, meaning in reading.choices.items()
        if len(reading.choices) > 1
    ]
    marked = [number for number, (reading_id, choice, _) in enumerate(choices) if game.readings[reading_id] == choice]
    return Section.of(
        "Readings in force and their effect",
        Paragraph(
            "A reading (an interpretation) answers a question that the letter leaves open. The house has no edge in "
            "this game, and equities at a showdown do not depend on the readings. "
            f"Only {_table_of(game).cited.charge} decides what the house takes."
        ),
        readings_table(game),
        Table.of(
            "Alternatives and the side that they favor",
            ["Reading", words("Choice")],
            [(reading_id, meaning) for reading_id, _, meaning in choices],
            marked=marked,
            note="Choices in force are shaded. Readings with one choice are left out.",
        ),
    )


def _equities(shown: Examples, matches: list[EquityResult]) -> Section:
    rows = []
    for (_, known), result in zip(shown.matches, matches, strict=True):
        board = known or "none yet"
        for player in result.players:
            rows.append(
                (
                    board,
                    format_cards(player.held),
                    share(player.win),
                    share(player.tie),
                    share(player.equity),
                    ratio(player.equity),
                )
            )
            board = ""
    return Section.of(
        "Equity of known hands",
        Paragraph(
            "The average share of the pot for each player if all of them reach the showdown. Players may hold "
            "different numbers of cards. Figures are exact: every possible board is counted."
        ),
        Table.of(
            "Equities",
            ["Board", "Held", figures("Wins"), figures("Ties"), figures("Share of the pot"), figures("Exact share")],
            rows,
        ),
    )


def _holds(shown: Examples, results: list[HoldResult]) -> Section:
    rows = []
    for result in results:
        rows += [
            (
                format_cards(result.hand) if not place else "",
                format_cards(result.opponent) if not place else "",
                format_cards(hold.held),
                share(hold.equity),
                ratio(hold.equity),
            )
            for place, hold in enumerate(result.holds[:3])
        ]
    return Section.of(
        "Best cards to hold",
        Paragraph(shown.holds_words),
        Table.of(
            f"The three best holds. Opponent's rule: {results[0].opponent_rule}",
            ["Hand", "Opponent", "Hold", figures("Share of the pot"), figures("Exact share")],
            rows,
            note=f"{whole(results[0].situations)} boards for each hand.",
        ),
    )


def _limits(game: Game, shown: Examples) -> Section:
    return Section.of(
        "Limits",
        Paragraph(f"The limits of the jurisdiction for a player-vs.-player game. {shown.rounds_words}"),
        *limits_blocks(game),
    )


def _table_of(game: Game) -> GameBetweenPlayers:
    assert isinstance(game, GameBetweenPlayers)
    return game


def _fee(game: Game) -> str:
    return _table_of(game).charge


def _rake_of(game: Game, pot: int) -> Cents:
    """Return the rake of one pot, by the table's percentage and cap."""
    return _table_of(game).stated_rake.taken_from([Pot(Cents(pot), (0, 1))])[0].rake


def _fees(game: Game) -> Section:
    table = _table_of(game)
    cap = "without a cap" if table.rake_cap is None else f"at most {money(table.rake_cap)} per hand"
    in_force = {
        NO_CHARGE: "The house takes no fee at this table",
        RAKE: "The house takes a rake at this table",
        TIME: f"Each seat pays {money(table.time_fee)} per hand at this table",
    }[table.charge]
    rows = [(money(pot), money(_rake_of(game, pot)), share(Fraction(_rake_of(game, pot), pot), 2)) for pot in POTS]
    return Section.of(
        "Rake and fees",
        Paragraph(f"{in_force} ({table.cited.charge} = {table.charge}).", strong=True),
        Paragraph(
            f"The rake setting of the table is {table.rake_percent}% of the pot, {cap}, "
            "and no rake if no flop is dealt."
        ),
        Table.of(
            "Rake by size of the pot",
            [figures("Pot"), figures("Rake"), figures("Share of the pot")],
            rows,
            note="" if table.charge == RAKE else "Not in force at this table.",
        ),
    )


def _verification(game: Game, shown: Examples, example: EquityResult) -> Section:
    shares = ", ".join(f"{format_cards(player.held)}: {player.equity}" for player in example.players)
    blocks: list[Block] = [
        Paragraph("We know of no published figure for this game, in the letter or in public sources."),
        Paragraph(
            f"The letter's example ({shown.letters_clause}), board {shown.letters[1]}: {shown.letters_words}. "
            f"Computed shares of the pot: {shares}.",
            strong=True,
        ),
        Paragraph("The tests of the package compare the method of this report with independent counts:"),
        Points(method_of(game).tests),
    ]
    return Section.of("Verification", *blocks)
