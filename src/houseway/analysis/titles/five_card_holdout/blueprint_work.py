"""The two long jobs on a blueprint: train one into a file, and measure the one of a file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from houseway.analysis.solve.sampled import Sampled
from houseway.analysis.titles.five_card_holdout.abstraction import SIZES, abstraction
from houseway.analysis.titles.five_card_holdout.blueprint import Blueprint, in_bytes
from houseway.analysis.titles.five_card_holdout.blueprint_measure import exact_rivers, local_response
from houseway.analysis.titles.five_card_holdout.blueprint_training import (
    Until,
    blueprint_rules,
    is_refined,
    new_training,
    played_tables,
    resumed,
    train,
)
from houseway.analysis.titles.five_card_holdout.flop_measure import exact_flops
from houseway.analysis.titles.five_card_holdout.polishing import polished
from houseway.analysis.titles.five_card_holdout.strategy_file import header_of, write_strategy
from houseway.errors import BadSetting

HOW_RESPONSE = "a local best response of both seats, looking one action ahead: a lower bound of the exploitability"
HOW_FLOPS = (
    "exact best responses through flop and river on flops that the blueprint came to: a lower bound over all hands"
)
HOW_RIVERS = "exact best responses on rivers that the blueprint came to, with the ranges of its own play"


def train_blueprint(
    path: Path,
    seconds: float,
    *,
    deals: int = 0,
    resume: bool,
    seed: int,
    polish: int,
    report: Callable[[str, float], None] | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> dict[str, Any]:
    """Train for a time, or on from the checkpoint beside the file, write the blueprint, and return its header.

    With `deals`, train until that number of deals is reached, whatever the time: to the same file on every machine.

    At the end, the last rounds are re-solved over a number of rivers of every flop. With no rivers, or once `stopped`,
    the training result is kept. `report` gets the progress in words, and the share of the time that has passed.
    Training ends early once `stopped`.
    """
    checkpoint = path.with_name(f"{path.name}.training")
    game = resumed(checkpoint) if resume and checkpoint.exists() else new_training(seed)

    def told(game: Sampled, share: float) -> None:
        if report is not None:
            report(f"{game.deals:,} deals", share)

    game = train(game, Until(seconds, deals), checkpoint, told, stopped)
    tables, rivers = in_bytes(game.rules, game.averages), 0 if stopped() else polish
    if not is_refined(game):
        tables = played_tables(tables)
    if rivers:
        telling = None if report is None else lambda share: report("last rounds counted", share)
        tables = polished(Blueprint(tables), game.seed, rivers, telling)
    told_of = {"deals": game.deals, "seed": game.seed, "polished": rivers, "measured": {}}
    header = header_of(blueprint_rules(), abstraction().digest, **told_of)
    write_strategy(path, header, tables)
    return header


def measure_blueprint(
    path: Path | None,
    *,
    hands: int = 0,
    rivers: int = 0,
    flops: int = 0,
    held: tuple[int, int] | None = None,
    seed: int = 1,
    report: Callable[[str, float], None] | None = None,
) -> dict[str, Any]:
    """Measure a blueprint, by default the one that ships, and write the results into the file's header too.

    With `held`, the measured rivers are those on which the players hold these numbers of cards. Flops need it.
    """
    if held is not None and not set(held) <= set(SIZES):
        raise BadSetting(
            f"a blueprint holds {SIZES[0]} to {SIZES[-1]} cards, never {min(held)}: it comes to no such moment"
        )
    plan = Blueprint.load(path)
    measured = dict(plan.header["measured"])

    def telling(words: str) -> Callable[[float], None] | None:
        return None if report is None else lambda share: report(words, share)

    if hands:
        found = local_response(plan, hands, seed, telling("hands played")).to_dict()
        measured["local_best_response"] = {**found, "seed": seed, "how": HOW_RESPONSE}
    if rivers:
        errors = exact_rivers(plan, rivers, seed, telling("rivers solved"), held).to_dict()
        name = "rivers" if held is None else f"rivers_{held[0]}_{held[1]}"
        measured[name] = {**errors, "seed": seed, "how": HOW_RIVERS}
    if flops:
        if held is None:
            raise BadSetting("flops are measured for given numbers of held cards, as flop:10:3,3")
        known = exact_flops(plan, flops, held, seed, telling("flops measured")).to_dict()
        measured[f"flops_{held[0]}_{held[1]}"] = {**known, "seed": seed, "how": HOW_FLOPS}
    header = {**plan.header, "measured": measured}
    if path is not None:
        write_strategy(path, header, plan.tables)
    return header
