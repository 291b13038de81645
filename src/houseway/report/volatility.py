"""Volatility: the exact distribution of one round, and the risk over many rounds."""

from collections.abc import Sequence
from math import sqrt

from houseway.analysis.operations.risk import ROUNDS, Total, total_of
from houseway.analysis.operations.seats import Covariances, deviation_interval, reach, table_variance
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import Analysis
from houseway.games.telling.words import strategy_words
from houseway.report.formats import antes, net, share, whole
from houseway.report.model import Paragraph, Plot, Section, Series, Table, figures

LEVELS = (0.001, 0.01, 0.05, 0.5, 0.95, 0.99, 0.999)
"""Quantiles of the player's total, from the worst results on."""
BARS = 100


def swings_section(analysis: Analysis, seats: int, together: Covariances | None, strategy: str) -> Section:
    """Return the distribution of the net result, the risk over many rounds, and a table of several players.

    `together` is the covariance of two seats that play by `strategy`. None leaves out the table of several players.
    """
    totals, units = [total_of(analysis.net, rounds) for rounds in ROUNDS], analysis.units
    return Section.of(
        "Volatility and risk",
        Section.of("One round", distribution_plot(analysis.net, units), distribution_table(analysis.net, units)),
        Section.of(
            "Many rounds",
            Paragraph(
                "The total of many independent rounds of one player with the same bets as above. The mean and the "
                "standard deviation are exact. Probabilities are computed from the exact distribution of one round by "
                "Fourier transform, with an error below 1 in 10 billion. Plots show the normal approximation for "
                "comparison."
            ),
            risk_table(totals, units),
            quantile_table(totals, units),
            *[total_plot(total, units) for total in totals],
        ),
        *([] if together is None or seats < 2 else [table_section(analysis, seats, together, strategy)]),
    )


def table_section(analysis: Analysis, seats: int, together: Covariances, strategy: str) -> Section:
    """Return the standard deviation of a table's result by its number of players."""
    found, error = together.of({strategy: 1.0})
    instead = f", where the player {strategy_words(strategy)}" if strategy != analysis.subject.strategy else ""
    scale = (analysis.net.standard_deviation / together.deviation(strategy)) ** 2 if instead else 1.0
    covariance, error, variance = scale * found, scale * error, float(analysis.net.variance)
    rows = []
    for players in range(1, seats + 1):
        low, high = deviation_interval(variance, players, covariance, error)
        deviation = sqrt(table_variance(variance, players, covariance))
        alone = sqrt(players * variance)
        between = f"{low:,.4f} to {high:,.4f}" if players > 1 and together.rounds else "exact"
        rows.append((whole(players), f"{alone:,.4f}", f"{deviation:,.4f}", between))
    if together.rounds:
        words = (
            "Players at one table share the dealer's cards, the board or at least the deck, so their results are not "
            f"independent. Two players have an estimated correlation of {covariance / variance:.4f}, plus or minus "
            f"{reach(error) / variance:.4f} with 99.9% confidence, from {whole(together.rounds)} rounds of "
            f"{together.seats} seats, seed {together.seed}{instead}. No player sees another player's cards, so any "
            "two have the same covariance c, and n players have a variance of n v + n (n \N{MINUS SIGN} 1) c, where v "
            "is the exact variance of one player."
        )
    else:
        words = "All players bet on the same hands, so with equal bets they win and lose together."
    return Section.of(
        "Players at one table",
        Paragraph(words),
        Table.of(
            f"Standard deviation per round of all players' results together, in {analysis.units}",
            [
                figures("Players"),
                figures("If independent"),
                figures("Standard deviation"),
                figures("99.9% confidence interval"),
            ],
            rows,
        ),
    )


def distribution_plot(one: Distribution, units: str) -> Plot:
    """Return a plot of the probability of every net result."""
    points = tuple((float(value), weight / one.total) for value, weight in one.weights.items())
    return Plot(
        "Probability of each net result of a round, on a logarithmic scale.",
        f"net result in {units}",
        "probability",
        (Series("one round", points),),
        bars=True,
        logarithmic="y",
    )


def distribution_table(one: Distribution, units: str) -> Table:
    """Return every net result, the best first, with the probability of it and of a better one."""
    rows = []
    so_far = 0
    for value, weight in sorted(one.weights.items(), reverse=True):
        so_far += weight
        rows.append((net(value), whole(weight), f"{weight / one.total:.8f}", f"{so_far / one.total:.8f}"))
    return Table.of(
        f"Net results of a round, in {units}",
        [figures("Net result"), figures("Combinations"), figures("Probability"), figures("This or better")],
        [*rows, ("total", whole(one.total), f"{1:.8f}", "")],
        totals=1,
    )


def risk_table(totals: Sequence[Total], units: str) -> Table:
    """Return the probability that the house or the player is ahead after many rounds."""
    rows = [
        (
            whole(total.rounds),
            antes(total.mean, 2),
            f"{total.standard_deviation:,.2f}",
            share(total.above(0)),
            share(1 - total.above(0) - total.below(0)),
            share(total.below(0)),
        )
        for total in totals
    ]
    return Table.of(
        f"The player's total after many rounds, in {units}",
        [
            figures("Rounds"),
            figures("Expected"),
            figures("Standard deviation"),
            figures("House behind"),
            figures("Even"),
            figures("House ahead"),
        ],
        rows,
        note="The house is behind if the player's total is above zero.",
    )


def quantile_table(totals: Sequence[Total], units: str) -> Table:
    """Return the quantiles of the totals."""
    rows = [(f"{100 * level:g}%", *(net(total.quantile(level)) for total in totals)) for level in LEVELS]
    return Table.of(
        f"Quantiles of the player's total, in {units}: the total is at most this, with the probability on the left",
        [figures("Probability"), *(figures(f"{whole(total.rounds)} rounds") for total in totals)],
        rows,
    )


def total_plot(total: Total, units: str) -> Plot:
    """Return a plot of a total, with the normal distribution of the same mean and variance."""
    bars, below, above = total.histogram(BARS)
    width = bars[1][0] - bars[0][0] if len(bars) > 1 else 1.0
    normal = total.normal
    return Plot(
        f"The player's total after {whole(total.rounds)} rounds. Outside the plot: {share(below, 1)} below, "
        f"{share(above, 1)} above.",
        f"total in {units}",
        f"probability per {width:g} {units}",
        (
            Series("from the exact round", tuple(bars)),
            Series("normal approximation", tuple((x, width * normal.pdf(x)) for x, _ in bars)),
        ),
    )
