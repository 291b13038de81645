"""The report of a comparison: a base game and a changed one."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import houseway
from houseway.analysis.compare.comparison import SHARE, Comparison, FigureChange
from houseway.analysis.compare.decision_changes import ChangedHand
from houseway.analysis.compare.display import exposure_rows
from houseway.analysis.results.distribution import edge_percent
from houseway.analysis.results.recorded import result_key
from houseway.analysis.results.result import OPTIMAL
from houseway.games.engine.game import Game
from houseway.games.files.gamefile_text import export_game
from houseway.games.telling.units import unit_in_words, whose_edge
from houseway.games.telling.words import strategy_words
from houseway.report.formats import OPEN, amount, antes, money, points, ratio, sentence, sentence_case, share, whole
from houseway.report.model import Block, Column, Listing, Model, Paragraph, Section, Table, figures, words
from houseway.report.provenance import SIGNATURES, checksum, commit, undated

KIND = "Comparison"
VERSIONS = ("base", "changed")


def comparison_report(comparison: Comparison) -> Model:
    """Return the report: differences, figures, changed decisions and maximum payouts."""
    before, after = comparison.base, comparison.changed
    return Model(
        kind=KIND,
        day=before.sheet.letter.day,
        title=after.title,
        subtitle="identical games" if comparison.identical else "a base game and a changed one",
        facts=(
            ("Base", f"{comparison.names[0]} ({comparison.base_words})"),
            ("Changed", comparison.names[1]),
            ("Source", sentence(str(before.sheet.letter))[:-1]),
            ("Strategy", f"{_strategy(comparison.strategy)}, recomputed for each version"),
            ("Software", f"houseway {houseway.__version__}"),
        ),
        headline=_headline(comparison),
        sections=(
            _differences(comparison),
            _figures(comparison),
            _decisions(comparison),
            _exposure(comparison),
            _reproducibility(comparison),
        ),
        signatures=SIGNATURES,
        data=_timeless(comparison.to_dict()),
    )


def _strategy(name: str) -> str:
    return OPTIMAL if name == OPTIMAL else f"the player {strategy_words(name)}"


def _headline(comparison: Comparison) -> tuple[tuple[str, str], ...]:
    before, after = comparison.results
    change, base = before.value - after.value, unit_in_words(before.unit)
    return (
        *(
            (f"{sentence_case(whose_edge(-value))} per {base}, {version}", share(abs(value)))
            for version, value in zip(VERSIONS, (before.value, after.value), strict=True)
        ),
        ("Change, percentage points", points(change) if change else "none"),
    )


def _differences(comparison: Comparison) -> Section:
    rows = [
        (each.kind, each.what, ", ".join(each.clauses) or OPEN, each.base, each.changed)
        for each in comparison.differences
    ]
    meanings = [(each.what, each.words) for each in comparison.differences if each.words]
    return Section.of(
        "Differences",
        Paragraph(comparison.verdict, strong=True),
        Paragraph(f"{comparison.duty} The table lists every difference between the two versions, with its clauses."),
        Table.of("Differences", ["Kind", words("What"), "Clauses", words("Base"), words("Changed")], rows)
        if rows
        else None,
        Table.of("The changed choices in words", ["What", words("Meaning")], meanings) if meanings else None,
    )


def _figures(comparison: Comparison) -> Section:
    before, after = comparison.standard_deviations
    deviation = (
        f"Standard deviation per round, {comparison.results[0].units}",
        amount(before),
        amount(after),
        antes(after - before),
    )
    return Section.of(
        "Changes in the figures",
        Table.of(
            "Combined results",
            [Column("Figure"), *_versions(), figures("Change")],
            [*(_change_row(each) for each in comparison.figures), deviation],
            note="Edges and frequencies change in percentage points.",
        ),
        Table.of(
            "Exact values",
            [Column("Figure"), *(Column(title, figures=True, wide=True) for title in ("Base", "Changed"))],
            [
                (
                    _title(each.what),
                    *(_exact(figure, each) for figure in (each.base, each.changed)),
                )
                for each in comparison.figures
                if "variance" not in each.what
            ],
        ),
        Table.of(
            f"Expected net result of each wager, in {comparison.results[0].units}",
            [Column("Wager"), *_versions(), figures("Change")],
            [
                _change_row(each, sentence_case(comparison.results[0].subject.wager_title(each.what)))
                for each in comparison.wagers
            ],
        ),
    )


def _versions() -> tuple[Column, Column]:
    return figures("Base"), figures("Changed")


def _change_row(change: FigureChange, name: str = "") -> tuple[str, str, str, str]:
    is_share = change.unit == SHARE
    unit = "" if is_share or name else f", {change.unit}"
    cells = [_figure(figure, change) for figure in (change.base, change.changed)]
    difference = change.difference
    if difference is None:
        moved = OPEN
    elif not difference:
        moved = "none"
    else:
        moved = points(difference) if is_share else antes(difference)
    return (name or _title(f"{change.what}{unit}"), cells[0], cells[1], moved)


def _title(what: str) -> str:
    return what[:1].upper() + what[1:]


def _figure(figure: Fraction | None, change: FigureChange) -> str:
    if figure is None:
        return OPEN
    if change.edge:
        return edge_percent(figure)
    if change.unit == SHARE:
        return share(figure)
    return amount(figure) if "variance" in change.what or "average" in change.what else antes(figure)


def _exact(figure: Fraction | None, change: FigureChange) -> str:
    if figure is None:
        return OPEN
    return f"player's {ratio(-figure)}" if change.edge and figure < 0 else ratio(figure)


def _decisions(comparison: Comparison) -> Section:
    changes, units = comparison.decisions, comparison.results[0].units
    blocks: list[Block] = [
        Table.of(
            "How often each decision is made",
            [Column("Decision"), *_versions(), figures("Change, percentage points")],
            [_change_row(each) for each in comparison.shares],
        ),
        *(Paragraph(sentence) for sentence in comparison.decision_words),
    ]
    if changes.moves:
        blocks.append(
            Table.of(
                "Changes from one decision to another",
                ["Base", "Changed", figures("Hands")],
                [(move.base, move.changed, whole(move.hands)) for move in changes.moves],
            )
        )
    if changes.examples:
        blocks.append(_examples(changes.examples, units))
    return Section.of("Changed decisions", *blocks)


def _examples(hands: Sequence[ChangedHand], units: str) -> Table:
    rows = [
        (
            hand.in_words,
            hand.base,
            hand.changed,
            "not allowed" if hand.cost is None else amount(hand.cost),
        )
        for hand in hands
    ]
    return Table.of(
        "Hands that are played differently",
        [
            words("Cards"),
            words("Best option, base"),
            words("Best option, changed"),
            figures("Cost of the base option"),
        ],
        rows,
        note=f"The cost of the base option in the changed game, in {units}, if later decisions are optimal.",
    )


def _exposure(comparison: Comparison) -> Section:
    if comparison.exposures == (None, None):
        return Section.of("Maximum exposure", Paragraph("No limit on wagers is in force, so exposure is unlimited."))
    rows = [
        (_title(what), *(OPEN if cents is None else money(cents) for cents in (old, new)), _money_change(old, new))
        for what, old, new in exposure_rows(*comparison.exposures)
    ]
    return Section.of(
        "Maximum exposure",
        Paragraph("The maximum payouts at the largest bets that each version allows under the limits in force."),
        *_versions_without_limit(comparison),
        Table.of("Maximum cost of one round", [Column("Case"), *_versions(), figures("Change")], rows),
    )


def _versions_without_limit(comparison: Comparison) -> Iterator[Paragraph]:
    for version, most in zip(VERSIONS, comparison.exposures, strict=True):
        if most is None:
            yield Paragraph(f"The {version} game has no limit on wagers, so its exposure is unlimited.")


def _money_change(before: int | None, after: int | None) -> str:
    if before is None or after is None:
        return OPEN
    if before == after:
        return "none"
    return f"+{money(after - before)}" if after > before else money(after - before)


def _reproducibility(comparison: Comparison) -> Section:
    games = comparison.base, comparison.changed
    rows = [("houseway version", houseway.__version__), ("Commit", commit())]
    for version, game, result in zip(VERSIONS, games, comparison.results, strict=True):
        rows.append((f"Result key, {version}", result_key(game.unlimited(), comparison.strategy)))
        rows.append((f"SHA-256 of the result, {version}", checksum(result)))
    strategy = "" if comparison.strategy == OPTIMAL else f" --strategy {comparison.strategy}"
    command = f"houseway compare base.toml changed.toml{strategy} -o comparison.pdf"
    return Section.of(
        "Provenance and reproducibility",
        Paragraph(f"With the two files below, run: {command}. The same version and files produce an identical file."),
        Table.of("What determines the figures", ["What", words("Value")], rows),
        Section.of("base.toml", Listing(_file(games[0]))),
        None if comparison.identical else Section.of("changed.toml", Listing(_file(games[1]))),
    )


def _file(game: Game) -> str:
    return export_game(undated(game)).rstrip()


def _timeless(plain: dict[str, Any]) -> dict[str, Any]:
    """Return the data without the date of the limits, which is not part of the result."""
    if plain["exposure"] is None:
        return plain
    dateless = {
        name: None if most is None else {key: value for key, value in most.items() if key != "date"}
        for name, most in plain["exposure"].items()
    }
    return {**plain, "exposure": dateless}
