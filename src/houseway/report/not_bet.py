"""The words of a report on a wager that the analyzed round leaves out."""

from houseway.analysis.results.result import NotBet
from houseway.games.telling.units import whose_edge
from houseway.report.formats import ratio, share


def not_bet_in_words(wager: NotBet) -> str:
    """Return the wager in two sentences."""
    return (
        f"{wager.title} ({wager.clause}) is optional, and no figure of the round includes it. By itself "
        f"it has a {whose_edge(wager.edge)} of {share(abs(wager.edge))} on its amount ({ratio(abs(wager.edge))}), "
        f"{wager.player}."
    )
