"""The report of Five Card HoldOut, a game between players: no house edge, but exact equities and the house's fee."""

from fractions import Fraction

from houseway.analysis.titles.five_card_holdout.equity import EquityResult, HoldResult, best_hold, equity
from houseway.cards.notation import format_cards
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents
from houseway.games.titles.five_card_holdout.pots import Pot, Rake
from houseway.games.titles.five_card_holdout.table import HoldOutTable
from houseway.report.cover import KIND, SIGNATURES, subtitle_of, title_facts
from houseway.report.formats import money, ratio, share, whole
from houseway.report.letter import equipment_section, pay_table_section, rules_section, source_section
from houseway.report.limits import limits_blocks
from houseway.report.method import method_of, method_section
from houseway.report.model import Block, Model, Paragraph, Points, Section, Table, figures, words
from houseway.report.provenance import Request, table_section
from houseway.report.readings import readings_table

LETTERS_EXAMPLE = ("Ts Jd", "Tc Jh Qd", "Td Jc 2h")
LETTERS_BOARD = "2c Qh Ks Ad"
MATCHES = (
    (("As Ks Qs Js", "9h 9d"), ""),
    (("Ah Ad", "7c 6c 5c 4c"), ""),
    (LETTERS_EXAMPLE, "2c Qh"),
    (("Kd Kc 4h", "As Js Ts"), "Qs 2s"),
)
"""Held cards of each player, and the community cards that are known."""
HANDS = (
    ("As Ks Qd 7h 7c", "Ah Qh Jh Tc Th"),
    ("9s 8s 7s 6d 2c", "Kd Kh 5c 4c 3s"),
    ("Qh Qd 8s 8c 3h", "Ac Kc Jc 7c 2d"),
    ("Ad Kd 9d 5d Ts", "Js Jc 6h 6s 4d"),
)
"""A hand of five, and the five cards of an opponent who holds by the usual rule."""
RULE = "hold-best"
POTS = (1_000, 4_000, 10_000, 20_000, 50_000)
"""In cents."""


def holdout_report(game: Game, request: Request) -> Model:
    """The sections that a game without a house edge has, in the order of every report."""
    matches = [equity(list(held), board=board) for held, board in MATCHES]
    example = equity(list(LETTERS_EXAMPLE), board=LETTERS_BOARD)
    holds = [best_hold(hand, opponent=other, opponent_rule=RULE) for hand, other in HANDS]
    return Model(
        kind=KIND,
        day=request.day or game.sheet.letter.day,
        title=game.title,
        subtitle=subtitle_of(game),
        facts=title_facts(game, request, "players against each other"),
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
            _equities(matches),
            _holds(holds),
            _limits(game),
            _fees(game),
            _verification(game, example),
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
    rows = [
        (reading.id, choice, meaning)
        for reading in game.sheet.readings.values()
        for choice, meaning in reading.choices.items()
        if len(reading.choices) > 1
    ]
    marked = [number for number, (reading_id, choice, _) in enumerate(rows) if game.readings[reading_id] == choice]
    return Section.of(
        "Readings in force and their effect",
        Paragraph(
            "A reading answers a question that the letter leaves open. None touches an edge of the house, which has "
            "none; equities at a showdown do not depend on them. FCH-R7 alone decides what the house takes."
        ),
        readings_table(game),
        Table.of(
            "Alternatives and whom they favour",
            ["Reading", "Choice", words("What it says")],
            rows,
            marked=marked,
            note="Choices in force are shaded. Readings with one choice are left out.",
        ),
    )


def _equities(matches: list[EquityResult]) -> Section:
    rows = []
    for (_, known), result in zip(MATCHES, matches, strict=True):
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
        "Equity of known holdings",
        Paragraph(
            "The share of the pot that each player gets on average if all see the showdown. Players may hold different "
            "numbers of cards. Figures are exact: every board that can still come is laid out."
        ),
        Table.of(
            "Equities",
            ["Board", "Held", figures("Wins"), figures("Ties"), figures("Share of the pot"), figures("Exact share")],
            rows,
        ),
    )


def _holds(results: list[HoldResult]) -> Section:
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
        Paragraph(
            "Each hand can be held in 31 ways. The three best are shown against one opponent with the given cards, "
            f"who holds by the rule {RULE}: straights and better as dealt, else pairs, else three or more to a flush, "
            "else the two highest cards. Against an opponent with any five cards the same is computed by houseway hold."
        ),
        Table.of(
            f"The three best holds; opponent by the rule {RULE}",
            ["Hand", "Opponent", "Hold", figures("Share of the pot"), figures("Exact share")],
            rows,
            note=f"{whole(results[0].situations)} boards each.",
        ),
    )


def _limits(game: Game) -> Section:
    return Section.of(
        "Limits",
        Paragraph("What the jurisdiction allows in a game between players. The game has three betting rounds (FCH-0)."),
        *limits_blocks(game),
    )


def _table_of(game: Game) -> HoldOutTable:
    assert isinstance(game, HoldOutTable)
    return game


def _fee(game: Game) -> str:
    return game.reading("FCH-R7")


def _rake_of(game: Game, pot: int) -> Cents:
    """What a rake of the table's percentage and cap takes of one pot."""
    table = _table_of(game)
    rake = Rake(Fraction(table.rake_percent), None if table.rake_cap is None else Cents(table.rake_cap))
    return rake.taken_from([Pot(Cents(pot), (0, 1))])[0].rake


def _fees(game: Game) -> Section:
    table = _table_of(game)
    cap = "without a cap" if table.rake_cap is None else f"at most {money(table.rake_cap)} a hand"
    in_force = {
        "none": "The house takes nothing in this table (FCH-R7 = none).",
        "rake": "The house takes a rake in this table (FCH-R7 = rake).",
        "time": f"Each seat pays {money(table.time_fee)} a hand in this table (FCH-R7 = time).",
    }[_fee(game)]
    rows = [(money(pot), money(_rake_of(game, pot)), share(Fraction(_rake_of(game, pot), pot), 2)) for pot in POTS]
    return Section.of(
        "Rake and fees",
        Paragraph(in_force, strong=True),
        Paragraph(
            f"The table's setting for a rake is {table.rake_percent}% of the pot, {cap}, "
            "and nothing where no flop is dealt."
        ),
        Table.of(
            "What that rake takes of a pot",
            [figures("Pot"), figures("Rake"), figures("Of the pot")],
            rows,
            note="" if _fee(game) == "rake" else "Not in force in this table.",
        ),
    )


def _verification(game: Game, example: EquityResult) -> Section:
    shares = ", ".join(f"{format_cards(player.held)}: {player.equity}" for player in example.players)
    blocks: list[Block] = [
        Paragraph("Neither the letter nor a public source known to us gives a figure for this game."),
        Paragraph(
            f"The letter's example (FCH-5c), board {LETTERS_BOARD}: players 1 and 2 split the pot, player 3 has only a "
            f"pair of twos. Computed shares of the pot: {shares}.",
            strong=True,
        ),
        Paragraph("The tests of the package compare the method of this report with independent counts:"),
        Points(method_of(game).tests),
    ]
    return Section.of("Verification", *blocks)
