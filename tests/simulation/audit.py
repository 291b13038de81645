"""At the end of a world: the whole log is verified and played again, and every message is compared with it."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from houseway.cards.seed import Seed
from houseway.room.audit import verify_database
from houseway.room.log import Head, Record, read_record
from houseway.room.replay import redo, shown_seeds
from houseway.room.secret_store import secrets_file
from houseway.room.state import TableState
from houseway.room.table_view import Viewer, facts_of_game, snapshot
from simulation.promises import Told
from simulation.secrecy import check_secrecy
from simulation.violation import Violation
from simulation.witness import Seen, text_of

if TYPE_CHECKING:
    from simulation.world import World

VOLATILE = ("deadline", "time_left", "on_time_bank")
GIVEN = ("chips for an automatic player", "practice chips", "buy-in")
"""What transfers are for that neither bet nor win."""
SHARE_COMPARED = 0.3
"""Of all states that were sent, the share that is made again from the log."""


def check_everything(world: "World") -> None:
    """All invariants that need the whole log."""
    assert world.server is not None
    assert world.server.room is not None
    world.witness.compare_with_disk()
    report = verify_database(world.server.room.database)
    if not report.ok:
        raise Violation("verify", str(report.problem))
    secrets = _secrets(world)
    for table, chain in world.witness.chains.items():
        if table:
            _check_numbers(table, chain)
            _check_results(table, chain)
            _check_told(world, table, chain, secrets[table])
    check_secrecy(world, secrets)


def _secrets(world: "World") -> dict[int, str]:
    """The seeds of the open commitments, by table."""
    look = world.disk.look()
    look.execute("ATTACH DATABASE ? AS secrets", (str(secrets_file(world.disk.path)),))
    try:
        seeds = dict(look.execute("SELECT commitment, seed FROM open_seeds").fetchall())
    finally:
        look.close()
    committed = {
        table: [seen.data["commitment"] for seen in chain if seen.kind == "committed"]
        for table, chain in world.witness.chains.items()
    }
    return {table: seeds.get(published[-1], "") for table, published in committed.items() if published}


def _check_numbers(table: int, chain: list[Seen]) -> None:
    """No decision is made twice, no seed is committed to twice."""
    open_move = 0
    for seen in chain:
        if seen.kind in ("acted", "voided"):
            if seen.data.get("move", open_move) != open_move:
                raise Violation("log", f"table {table}: decision {seen.data['move']} was made, {open_move} was open")
            open_move += 1
    commitments = Counter(seen.data["commitment"] for seen in chain if seen.kind == "committed")
    again = [commitment for commitment, times in commitments.items() if times > 1]
    if again:
        raise Violation("seed", f"table {table}: a seed was used twice")


def _check_results(table: int, chain: list[Seen]) -> None:
    """What a seat is told that it has won is what its purse has gained, from its bet to the end of the round."""
    owners: dict[int, int] = {}
    gained: Counter[str] = Counter()
    for seen in chain:
        if seen.kind == "sat":
            owners[seen.data["seat"]] = seen.data["user"]
        if seen.kind in ("bet", "started", "acted", "settled"):
            for source, target, amount, memo in seen.transfers:
                if memo not in GIVEN:
                    gained[source] -= amount
                    gained[target] += amount
        if seen.kind in ("sitting out", "left", "withheld", "retired"):
            _forget_withdrawn(seen, gained)
        if seen.kind == "settled":
            _compare_results(table, seen, owners, gained)
            gained.clear()


def _forget_withdrawn(seen: Seen, gained: "Counter[str]") -> None:
    for source, target, amount, memo in seen.transfers:
        if memo != "cash out":
            gained[source] -= amount
            gained[target] += amount


def _compare_results(table: int, seen: Seen, owners: dict[int, int], gained: "Counter[str]") -> None:
    for seat, result in seen.data["results"].items():
        purses = (f"seat:{table}/{seat}", f"user:{owners.get(int(seat))}")
        got = sum(gained[purse] for purse in purses)
        if got != result:
            raise Violation("chips", f"table {table}, round {seen.data['number']}: seat {seat} won {result}, got {got}")


def _check_told(world: "World", table: int, chain: list[Seen], secret: str) -> None:
    """Live = replay: what people were shown is what the log, played again from its first record, shows them."""
    records = [read_record(seen.body) for seen in chain]
    states = _replayed(table, records, secret)
    told = [state for state in world.promises.states if state.table == table]
    generator = world.chance.plan
    facts = facts_of_game(states[0])
    for one in told:
        if chain[one.seq - 1].hash != one.head:
            raise Violation("promise", f"table {table}: {one.user_id} was shown a record {one.seq} that is another now")
        _check_chips(world, one)
        if generator.random() < SHARE_COMPARED and states[one.seq - 1].unseen is None:
            _compare_state(one, states[one.seq - 1], facts)


def _replayed(table: int, records: list[Record], secret: str) -> list[TableState]:
    seeds = shown_seeds(records)
    current = [record.data["number"] for record in records if record.kind == "committed"][-1]
    if secret:
        seeds.setdefault(current, Seed.from_hex(secret))
    states: list[TableState] = []
    state: TableState | None = None
    for record in records:
        state = redo(state, record, seeds)
        states.append(state)
    return states


def _check_chips(world: "World", told: Told) -> None:
    if told.user_id is not None:
        held = world.witness.ever_held[f"user:{told.user_id}"]
        if told.message["you"]["chips"] not in held:
            raise Violation("chips", f"user {told.user_id} was told of {told.message['you']['chips']}, never held")


def _compare_state(told: Told, state: TableState, facts: dict[str, Any]) -> None:
    head = Head(told.seq, told.head)
    again = snapshot(state, head, Viewer(told.user_id, {}, frozenset(), None), facts)
    expected, shown = steady(again), steady(told.message)
    for name in expected:
        if text_of(expected[name]) != text_of(shown.get(name)):
            where = f"table {told.table}, record {told.seq}: {told.user_id} was shown another {name} than the log has"
            both = f"{text_of(shown.get(name))[:300]} / {text_of(expected[name])[:300]}"
            raise Violation("replay", f"{where}: {both}")


def steady(message: dict[str, Any]) -> dict[str, Any]:
    """A state less what is no part of the table's log: chips elsewhere, connections, clocks."""
    seats = [
        {name: value for name, value in seat.items() if name not in ("connected", "chips")} for seat in message["seats"]
    ]
    legal = [
        {name: value for name, value in option.items() if name != "affordable"} for option in message["legal_actions"]
    ]
    you = {name: value for name, value in message["you"].items() if name != "chips"}
    kept = {name: value for name, value in message.items() if name not in VOLATILE}
    return {**kept, "seats": seats, "legal_actions": legal, "you": you, "prompt": whatever_the_chips(message["prompt"])}


def whatever_the_chips(prompt: dict[str, Any] | None) -> dict[str, Any] | None:
    """A prompt less what is refused for want of chips: which of them are elsewhere the log does not say."""
    if prompt is None:
        return None
    choices = [
        {**choice, "refused": ""} if choice["refused"].startswith("costs ") else choice for choice in prompt["choices"]
    ]
    return {**prompt, "choices": choices}
