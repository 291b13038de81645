"""Deals rounds of whole tables and writes how two seats hang together into the package.

    python tools/record_seats.py [GAME ...]

Of every approved table of the games, and of the usual table of every title that is declared: the covariances of two
seats' results with their standard errors, for the three skills, with the side bets of declared titles apart; and where
the game's own analyzer has it, the exact distribution of a net result together with the Envy Bonus. Run it after a
change of a simulator, of its stream of cards, or of the rules. Games that are left out keep what they have.
"""

import json
import sys
from pathlib import Path
from time import perf_counter

from houseway.analysis import analyze, analyzed, counted_by_family
from houseway.analysis.operations.clientele import SKILLS, strategies_known, strategy_of
from houseway.analysis.operations.seats import table_variance
from houseway.analysis.operations.variance import (
    RECORD,
    Joint,
    Kind,
    deal_tables,
    net_and_envy,
    played,
    shares_every_card,
)
from houseway.analysis.results.recorded import FOLDER, result_key
from houseway.games.catalogue import game as make_game
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import sheet

PLACE = Path(__file__).parent.parent / "src" / "houseway" / "analysis" / FOLDER
SEED = 2026
ROUNDS = {"fast-action-holdem": 16_000_000, "fast-action-holdem-multi": 20_000_000}
"""Hands that the board makes for all seats at once are rare and dear, so these games need more rounds than others."""
USUAL_ROUNDS = 4_000_000
DECLARED_ROUNDS = 400_000


def record(game: Game) -> dict[str, object]:
    """What is recorded of a table."""
    known = strategies_known(game)
    kinds = [Kind(name) for name in dict.fromkeys(strategy_of(game, skill) for skill in SKILLS) if name in known]
    dealt = dict.fromkeys(Kind(played(game, kind.strategy)) for kind in kinds)
    usual = DECLARED_ROUNDS if counted_by_family(game) else USUAL_ROUNDS
    found = deal_tables(game, list(dealt), ROUNDS.get(game.slug, usual), SEED)
    for kind in dealt:
        seats, (covariance, error) = game.seats[-1], found.of({kind.name: 1.0})
        whole = table_variance(analyze(game, strategy=kind.strategy).net.variance, seats, covariance)
        off = seats * (seats - 1) * error / (2 * whole)
        print(f"{game.label}, {kind.name}: {covariance:.5f} +- {error:.5f}; deviation of {seats} seats +- {off:.3%}")
    plain: dict[str, object] = {"label": game.label, **found.to_plain()}
    if game.envy is not None and not counted_by_family(game):
        plain["net_and_envy"] = {kind.name: _rows(net_and_envy(game, kind)) for kind in kinds}
    return plain


def _rows(joint: Joint) -> list[list[object]]:
    return [[str(net), str(envy), weight] for (net, envy), weight in sorted(joint.items())]


def main(slugs: list[str]) -> None:
    """Deal every approved table of the games, and write a file for each game."""
    for slug in slugs:
        started = perf_counter()
        usual = make_game(slug)
        names = [None] if counted_by_family(usual) else sheet(slug).pay_sets or [None]
        tables = [make_game(slug, paytable=name) for name in names]
        found = {result_key(table, RECORD): record(table) for table in tables}
        lines = [f"{json.dumps(key)}:{json.dumps(found[key], separators=(',', ':'))}" for key in sorted(found)]
        (PLACE / f"{slug}-{RECORD}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        print(f"{slug}: {perf_counter() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or [slug for slug in analyzed() if not shares_every_card(make_game(slug))])
