"""What a message costs: CPU of the room from the change to the written snapshot, no network and no other process.

    python benchmarks/messages.py --database sqlite:////tmp/messages.db --rounds 40

opens a table of each of the games with an automatic player, and has a person bet, reveal and decide round after round.
After every message the person's snapshot is written as JSON, as the server does. Told are the milliseconds of CPU for a
message, in all and by kind; `--profile FILE` keeps a profile, `--parts` prints its dearest functions. To compare two
versions, run both in turn (`PYTHONPATH`): the machine's speed changes from minute to minute.
"""

import argparse
import cProfile
import json
import pstats
import random
import secrets
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field

from load import BETS

from houseway.room import Room, RoomSettings, TableSpec
from houseway.room.fairness import promise
from houseway.room.settings import Quota
from houseway.room.table import LiveTable

PLENTY = Quota(at_once=1_000_000, every=1e-6)
RULES = RoomSettings(most_tables_of_a_player=1_000, changes_of_a_person=PLENTY, changes_at_a_table=PLENTY)
FEW_CHIPS = 20_000
_write = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


@dataclass
class Costs:
    """Seconds of CPU by kind of message."""

    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def of(self, kind: str, table: LiveTable, user_id: int, message: Callable[[], None]) -> None:
        """Carry one out and write what the person is shown then."""
        began = time.process_time()
        message()
        _write(table.snapshot(user_id))
        self.seconds[kind].append(time.process_time() - began)

    def told(self) -> dict[str, float]:
        """Milliseconds a message, in all and by kind."""
        everything = [each for kind in self.seconds.values() for each in kind]
        kinds = {"all": everything, **self.seconds}
        return {kind: round(1000 * sum(each) / len(each), 3) for kind, each in kinds.items()}


def play_round(room: Room, table: LiveTable, user_id: int, costs: Costs, generator: random.Random) -> None:
    """One round: bet, reveal, decide."""
    if room.user(user_id).chips < FEW_CHIPS:
        room.rebuy(user_id)
    state, contribution = table.state, secrets.token_hex(32)
    promised = promise(state.commitment, table.id, state.number, 0, contribution)
    wagers = {"stack": 20_000} if state.between_players and state.stacks[0] < 20_000 else BETS[state.game.slug]
    costs.of("bet", table, user_id, lambda: table.bet(user_id, wagers, promised, state.number))
    costs.of("reveal", table, user_id, lambda: table.reveal(user_id, contribution))
    while (playing := table.state.round) is not None:
        chosen = [action for action, _ in playing.prices if action.kind != "fold"] or [playing.default_action]
        action, move = generator.choice(chosen), table.state.moves
        costs.of("act", table, user_id, lambda: table.act(user_id, action, move))  # noqa: B023


def run(url: str, games: list[str], rounds: int, seed: int) -> Costs:
    """All games in turn, so that a slow moment of the machine is everybody's."""
    generator = random.Random(seed)
    with closing(Room(url, RULES)) as room:
        tables = []
        for game in games:
            user_id = room.guest().id
            table = room.table(room.open_table(TableSpec(game, seats=2, bots={1: "random"}), by=user_id))
            table.sit(user_id, 0)
            tables.append((table, user_id))
        for table, user_id in tables:
            play_round(room, table, user_id, Costs(), generator)
        costs = Costs()
        for _ in range(rounds):
            for table, user_id in tables:
                play_round(room, table, user_id, costs, generator)
    return costs


def main() -> None:
    """Read the options; one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", default="sqlite://")
    parser.add_argument("--games", nargs="+", default=list(BETS))
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", default="")
    parser.add_argument("--parts", action="store_true")
    chosen = parser.parse_args()
    profile = cProfile.Profile()
    if chosen.profile or chosen.parts:
        profile.enable()
    costs = run(chosen.database, chosen.games, chosen.rounds, chosen.seed)
    profile.disable()
    if chosen.profile:
        profile.dump_stats(chosen.profile)
    if chosen.parts:
        pstats.Stats(profile, stream=sys.stderr).sort_stats("cumulative").print_stats(70)
    print(json.dumps(costs.told()))


if __name__ == "__main__":
    main()
