"""By how much a blueprint can be beaten from the flop on, exactly: best responses through both rounds, on every river.

Whoever plays the blueprint up to the flop and a best response from there on wins at least this much over all dealt
hands: it is a lower bound of the exploitability, as the local best response is, but of somebody who looks through to
the end. What players threw away is forgotten, as in every subgame.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.solve.packing import MOST
from houseway.analysis.solve.sampled import seeded
from houseway.analysis.solve.sampling import LAST
from houseway.analysis.solve.subgame import MOST_BYTES, Subgame
from houseway.analysis.titles.five_card_holdout.abstraction import Holds
from houseway.analysis.titles.five_card_holdout.blueprint import Blueprint, Spot
from houseway.analysis.titles.five_card_holdout.blueprint_measure import BLINDS, of_pots, played_to_flop
from houseway.analysis.titles.five_card_holdout.estimate import Estimate
from houseway.analysis.titles.five_card_holdout.subgames import subgame
from houseway.errors import BadSetting

Report = Callable[[float], None]


@dataclass(frozen=True)
class FlopErrors:
    """What flops of a blueprint can be beaten by with the rivers after them, in shares of their pots."""

    played: Estimate
    a_hand: Estimate
    """What that comes to over all dealt hands, of which some never come to such a flop."""

    def to_dict(self) -> dict[str, Any]:
        """Both."""
        return {"gain_a_dealt_hand": self.a_hand.to_dict(), "flop_error": self.played.to_dict()}


def exact_flops(
    plan: Blueprint, count: int, held: tuple[int, int], seed: int = 1, report: Report | None = None
) -> FlopErrors:
    """The exact exploitability of the blueprint's play from flops on to which it comes and the players hold so many.

    Sizes whose ranges need more memory than a subgame may take are refused.
    """
    if count < 2:
        raise BadSetting(f"two flops at least are measured, to have an interval; got {count}")
    state = seeded(seed, 6)
    shares: list[float] = []
    pots: list[float] = []
    deals = 0
    while len(shares) < count:
        deals += 1
        found = played_to_flop(plan, state)
        if found is None or found[0].held != held:
            continue
        spot, pot, _ = found
        shares.append(blueprint_on_flop(plan, spot, pot).measure().exploitability / pot)
        pots.append(pot)
        if report is not None:
            report(len(shares) / count)
    won = np.zeros(deals)
    won[:count] = np.array(shares) * np.array(pots)
    return FlopErrors(of_pots(shares, pots), Estimate.of(won.tolist(), deals, BLINDS))


def blueprint_on_flop(plan: Blueprint, spot: Spot, pot: float) -> Subgame:
    """A flop with both rounds that are left, in which both players have learned the play of the blueprint.

    Its buckets tell suits apart that are alike, so that every board is played by itself. Nothing is learned here:
    regrets take no memory, and the game may be twice as large as one that is solved.
    """
    ranges = [plan.range_of(player, spot) for player in (0, 1)]
    game = subgame(spot.board, spot.held, pot, ranges, same_suits=False, most_bytes=2 * MOST_BYTES)
    assert game.opening is not None, "a flop has two rounds left"
    for player in (0, 1):
        game.opening.learned[player].averages[0] = plan.round_play(player, spot, game.ranges[player].hands)
        holds = Holds.of_sets(game.ranges[player].hands)
        for number in range(len(game.boards)):
            learn_river(game, number, player, plan, spot, holds)
    return game


def learn_river(game: Subgame, number: int, player: int, plan: Blueprint, spot: Spot, holds: Holds) -> None:
    """Let a player of a flop's subgame play one of its rivers as the blueprint does, by whatever line it is reached.

    Numbers are kept in 16 bits there: one scale serves all frequencies.
    """
    river = Spot(spot.first, spot.held, board=(*spot.board, *game.boards.cards[number]))
    strengths = np.maximum(holds.strengths(np.array(river.board, np.uint8)), 0)
    learned = game.closing.learned[player]
    learned.scales[1][number] = 1 / MOST
    for way, rows in enumerate(plan.last_rows(player, river, strengths)):
        known, places = np.unique(rows, return_inverse=True)
        often = np.rint(MOST * plan.rows_played(LAST, player, known)).astype(np.int16)
        learned.averages[number, way] = often.T[:, places]
