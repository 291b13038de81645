"""How much an automatic player of Five Card HoldOut wins from another, heads-up in the usual fixed limit.

    python benchmarks/holdout_players.py --hands 100000 --without-solving --keep played.jsonl
    python benchmarks/holdout_players.py --hands 2000 --gain-of-solving --keep gains.jsonl

Every deal is played twice with the seats changed, so that both have had the same cards; what is told is the mean of
the pairs in thousandths of a big blind a hand with an interval of 95%, and what the player's decisions rested on.

The first plays the blueprint to the end: many more hands in the same time. The second tells what is won more when
rivers are solved: each deal is played in both ways, and both players draw the same numbers in both, so that the hands
part only where a solution acts otherwise than the blueprint. The sum of the two means is the strength with solving,
without a bias, and with a narrower interval than as many hands with solving alone would have.

Deals are played a block at a time, and the numbers drawn in a deal depend on its number alone: with --keep a run that
was stopped goes on where it was, to the same result. So it does not matter either how many --processes play them.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from houseway.analysis.between_players import players_analysis
from houseway.games.catalogue import game
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.strategies import strategy_names
from houseway.games.strategies.base import Strategy
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS
from houseway.web.bots import SOLVER, SolvingPlayer, player_names, players_who_ask
from houseway.web.calculations import carry_out

SLUG, STACK_BLINDS = "five-card-holdout", 100
BLOCK, SOLVED_BLOCK = 250, 25
"""Deals of a block, each of two hands; fewer where rivers are solved, which takes its time."""
WITHIN = 1.96
UNHURRIED = 3600.0
"""Seconds for a river: no limit, so that what is found does not depend on the machine."""
Shared = Callable[[Callable[[int], dict[str, Any]], list[int]], Iterator[dict[str, Any]]]
"""A map, in whatever order."""


@cache
def table() -> GameBetweenPlayers:
    """The table at which all hands are played."""
    found = game(SLUG)
    assert isinstance(found, GameBetweenPlayers)
    return found


def silent(*told: object) -> None:
    """Nobody waits for what is told on the way."""


def ask(request: dict[str, Any]) -> dict[str, Any]:
    """The answer of this process: the same whatever time it takes."""
    if "lines" not in request:
        return carry_out({"task": "advise", **request}, silent)
    asked = [request[name] for name in ("cards", "holds", "player", "lines", "board", "legal")]
    planned = players_analysis(table()).planned_play(*asked, solving=request["solving"], seconds=UNHURRIED)
    return {"often": planned.often, "rests_on": planned.rests_on}


class Played(NamedTuple):
    """What the seats won in a hand, and whether its last round was reached."""

    won: list[int]
    last_round: bool


def played(players: list[Strategy], seed: int, button: int) -> Played:
    """One hand of two seats."""
    stack = STACK_BLINDS * table().big_blind
    state = table().start([Bet(stack=stack), Bet(stack=stack)], seed=seed, button=button)
    last_round = False
    while (actor := state.actor) is not None:
        if isinstance(actor, int):
            view = state.view(actor)
            last_round |= len(view.cards("board")) == BOARD_CARDS
            state = state.apply(players[actor].choose(view))
        else:
            state = state.apply(state.legal_actions()[0])
    won = [0, 0]
    for settled in state.settlements:
        won[settled.seat] += settled.returned - settled.staked
    return Played(won, last_round)


class Match:
    """One player against another: blocks of deals, each deal from both sides."""

    def __init__(self, player: str, other: str, seed: int, solving: bool, gain: bool) -> None:
        self.player, self.other, self.seed, self.solving, self.gain = player, other, seed, solving, gain
        self.deals = SOLVED_BLOCK if solving else BLOCK

    def block(self, number: int) -> dict[str, Any]:
        """What a block of deals comes to, in thousandths of a big blind a hand."""
        begun = process_time()
        rested: Counter[str] = Counter()
        pairs = [self._pair(deal, rested) for deal in range(number * self.deals, (number + 1) * self.deals)]
        return {
            "block": number,
            "sum": sum(pairs),
            "squares": sum(each * each for each in pairs),
            "rested_on": dict(rested),
            "seconds": process_time() - begun,
        }

    def _pair(self, deal: int, rested: Counter[str]) -> float:
        """The mean of both hands of a deal, or what solving adds to it."""
        total = 0
        for seat in (0, 1):
            if not self.gain:
                total += self._hand(deal, seat, self.solving, rested).won[seat]
                continue
            planned = self._hand(deal, seat, False, Counter())
            if planned.last_round:
                total += self._hand(deal, seat, True, rested).won[seat] - planned.won[seat]
        return 1000 * total / 2 / table().big_blind

    def _hand(self, deal: int, seat: int, solving: bool, rested: Counter[str]) -> Played:
        number = self.seed * 1_000_000 + deal
        mine, theirs = 4 * number + seat, 4 * number + 2 + seat
        players = [self._made(solving, mine), players_who_ask(ask)(SLUG, self.other, theirs)]
        found = played(players if seat == 0 else players[::-1], number, deal % 2)
        rested.update(getattr(players[0], "rested_on", {}))
        return found

    def _made(self, solving: bool, seed: int) -> Strategy:
        if self.player == SOLVER:
            return SolvingPlayer(SLUG, ask, seed, solving=solving)
        return players_who_ask(ask)(SLUG, self.player, seed)

    def blocks(self, count: int, kept: Path | None, each_of: Shared = map) -> list[dict[str, Any]]:
        """So many blocks: those that were kept, and what is missing, which is kept as soon as it was played."""
        name = [self.player, self.other, self.seed, self.solving, self.gain]
        lines = kept.read_text("utf-8").splitlines() if kept is not None and kept.exists() else []
        known = {each["block"]: each for each in map(json.loads, lines) if each["match"] == name}
        for found in each_of(self.block, [number for number in range(count) if number not in known]):
            known[found["block"]] = {"match": name, **found}
            if kept is not None:
                with kept.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(known[found["block"]]) + "\n")
        return [known[number] for number in range(count)]


@contextmanager
def shared(processes: int) -> Iterator[Shared]:
    """A map over so many processes, which answers as soon as it can; they keep what they know for the next match."""
    if processes == 1:
        yield map
        return
    with get_context("spawn").Pool(processes) as pool:
        yield pool.imap_unordered


def told(match: Match, blocks: list[dict[str, Any]]) -> str:
    """The mean of all blocks with its interval, in words."""
    pairs = match.deals * len(blocks)
    mean = sum(each["sum"] for each in blocks) / pairs
    variance = (sum(each["squares"] for each in blocks) - pairs * mean * mean) / (pairs - 1)
    within = WITHIN * sqrt(variance / pairs)
    rested: Counter[str] = Counter()
    for each in blocks:
        rested.update(each["rested_on"])
    shares = ", ".join(f"{name} {count / rested.total():.0%}" for name, count in rested.most_common())
    what = f"{match.player} against {match.other}" + (", gain of solving" if match.gain else "")
    seconds = sum(each["seconds"] for each in blocks)
    return (
        f"{what}: {mean:+.0f} +- {within:.0f} mbb a hand in {2 * pairs:,}, "
        f"{1000 * seconds / pairs / 2:.1f} CPU ms a hand; {shares}"
    )


def main() -> None:
    """Play and print a table."""
    names = player_names(SLUG, strategy_names(SLUG))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", choices=names, default=SOLVER)
    parser.add_argument("--against", choices=names, nargs="*", default=list(strategy_names(SLUG)))
    parser.add_argument("--hands", type=int, default=2000, help="as many as fill whole blocks at least")
    parser.add_argument("--seed", type=int, default=1)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--without-solving", action="store_true", help="play the last round by the blueprint too")
    how.add_argument("--gain-of-solving", action="store_true", help="tell what solving adds")
    parser.add_argument("--keep", type=Path, help="a file of what was played, to go on from")
    parser.add_argument("--processes", type=int, default=1, help="that share the blocks; the result is the same")
    given = parser.parse_args()
    with shared(given.processes) as each_of:
        for other in given.against:
            match = Match(given.player, other, given.seed, not given.without_solving, given.gain_of_solving)
            count = -(-given.hands // (2 * match.deals))
            print(told(match, match.blocks(count, given.keep, each_of)), flush=True)


if __name__ == "__main__":
    main()
