"""The exact exploitability of a blueprint from the flop on: best responses through both rounds, on every river.

Take a player that follows the blueprint up to the flop and a best response from there on. That player wins at least
this much over all dealt hands. So it is a lower bound of the exploitability, as the local best response is, but of a
player that looks ahead to the end. Discards are forgotten, as in every subgame.
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
    """The exploitability of a blueprint's flops with the rivers after them, in shares of their pots."""

    played: Estimate
    a_hand: Estimate
    """The same over all dealt hands, some of which never reach such a flop."""

    def to_dict(self) -> dict[str, Any]:
        """Return both figures."""
        return {"gain_a_dealt_hand": self.a_hand.to_dict(), "flop_error": self.played.to_dict()}


def exact_flops(
    plan: Blueprint, count: int, held: tuple[int, int], seed: int = 1, report: Report | None = None
) -> FlopErrors:
    """Return the exact exploitability of the blueprint's play from reached flops on, for given numbers of held cards.

    Sizes whose ranges exceed the memory limit of a subgame are refused.
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
    """Return a flop with both remaining rounds, in which both players have learned the play of the blueprint.

    Its buckets distinguish equivalent suits, so every board is played separately. Nothing is learned here. Regrets take
    no memory, and the game may be twice as large as one that is solved.
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
    """Let a player of a flop's subgame play one of its rivers as the blueprint does, by any line to it.

    Numbers are stored in 16 bits there: one scale serves all frequencies.
    """
    river = Spot(spot.first, spot.held, board=(*spot.board, *game.boards.cards[number]))
    strengths = np.maximum(holds.strengths(np.array(river.board, np.uint8)), 0)
    learned = game.closing.learned[player]
    learned.scales[1][number] = 1 / MOST
    for way, rows in enumerate(plan.last_rows(player, river, strengths)):
        known, places = np.unique(rows, return_inverse=True)
        often = np.rint(MOST * plan.rows_played(LAST, player, known)).astype(np.int16)
        learned.averages[number, way] = often.T[:, places]
