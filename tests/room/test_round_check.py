"""One round, verified from its records and from what a player saw: honest rounds of every game, and the vectors."""

import random
from typing import Any

import pytest
from support.every_game import EVERY_GAME
from support.fairness_vectors import read
from support.meter_room import BETS, lucky, meter_table, operator, three_meters
from support.room_play import PATIENT, WAGERS, act_once, opened, promise_of, seated, user_at
from support.witness import Witness

from houseway.room import LiveTable
from houseway.room.round_check import VERIFIED, check_round, reasons

VECTORS = read()
Bets = dict[str, int] | None


def watched_round(
    table: LiveTable, viewer: int, seat: int, generator: random.Random, bets: Bets = None, own: str = ""
) -> Witness:
    """A round that is played at random, as one of its players sees it; `own` is the player's seed, if not random."""
    state = table.state
    witness = Witness(state.number)
    contributions = {place: generator.randbytes(32).hex() for place in state.people}
    contributions[seat] = own or contributions[seat]
    witness.look(table, viewer)
    for place in state.people:
        now = table.state
        wagers = {} if now.between_players and now.stacks[place] else bets or WAGERS[now.game.slug]
        table.bet(user_at(table, place), wagers, promise_of(table, place, contributions[place]))
    for place in table.state.unrevealed:
        if place == seat:
            witness.reveals(table.snapshot(viewer), contributions[place])
        table.reveal(user_at(table, place), contributions[place])
    witness.look(table, viewer)
    while table.state.round is not None:
        act_once(table, generator)
        witness.look(table, viewer)
    return witness


def round_lines(table: LiveTable, number: int) -> list[str]:
    lines = table.export().splitlines()
    ends = [place for place, line in enumerate(lines) if '"kind":"settled"' in line and f'"number":{number},' in line]
    return lines[: ends[0] + 1]


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_an_honest_round_of_every_game_verifies_to_its_players_and_to_others(slug: str) -> None:
    generator = random.Random(slug)
    with opened(settings=PATIENT) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, slug, {0: ann, 1: bob} if slug == "five-card-holdout" else {1: ann, 2: bob}, seats=3)
        seat = table.state.own_seat(ann)
        for number in (1, 2, 3, 4):
            witness = watched_round(table, ann, seat, generator)
            lines = round_lines(table, number)
            assert check_round(lines, table.id, number, witness.seen) == VERIFIED
            told = {"game": slug, "readings": witness.seen["readings"]}
            assert check_round(lines, table.id, number, None, told) == VERIFIED
            assert check_round(lines, table.id, number, None, {"game": "no-such-game"}) == "game"


@pytest.mark.parametrize("slug", ["three-card-poker", "five-card-holdout"])
def test_an_honest_round_for_practice_chips_verifies(slug: str) -> None:
    generator = random.Random(slug)
    with opened(settings=PATIENT) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, slug, {0: ann, 1: bob}, seats=2, practice=True)
        for number in (1, 2, 3):
            witness = watched_round(table, ann, 0, generator)
            assert check_round(round_lines(table, number), table.id, number, witness.seen) == VERIFIED


def test_an_honest_round_in_which_a_meter_pays_verifies() -> None:
    with opened(settings=PATIENT) as room:
        by, ann = operator(room), room.guest().id
        table = meter_table(room, by, three_meters(room, by), {1: ann})
        witness = watched_round(table, ann, 1, random.Random(1), BETS, lucky(table))
        lines = round_lines(table, 1)
        assert '["meter:' in lines[-1]
        assert f'"user:{ann}"' in lines[-1]
        assert check_round(lines, table.id, 1, witness.seen) == VERIFIED


@pytest.mark.parametrize("slug", ["three-card-poker", "five-card-holdout"])
def test_a_player_who_changed_bet_and_seat_before_an_honest_round_verifies_it(slug: str) -> None:
    """Chips come back from the stakes and from another seat, and another player takes chips from Ann's later seat."""
    generator = random.Random(slug)
    with opened(settings=PATIENT) as room:
        ann, bob, cleo = (room.guest().id for _ in range(3))
        table = seated(room, slug, {0: ann, 1: bob, 2: cleo}, seats=3)
        more, less = ({name: times * amount for name, amount in WAGERS[slug].items()} for times in (2, 1))
        for wagers in (more,) if slug == "five-card-holdout" else (more, less):
            table.bet(ann, wagers, promise_of(table, 0))
        table.bet(bob, less, promise_of(table, 1))
        table.leave(bob)
        table.leave(ann)
        table.sit(ann, 1)
        witness = watched_round(table, ann, 1, generator)
        assert check_round(round_lines(table, 1), table.id, 1, witness.seen) == VERIFIED


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"].replace(" ", "-") for vector in VECTORS])
def test_every_vector_has_the_code_that_its_lie_was_given(vector: dict[str, Any]) -> None:
    found = check_round(vector["lines"], vector["table"], vector["number"], vector["seen"], vector.get("told", {}))
    assert found == vector["code"]


def test_there_is_a_vector_for_every_reason() -> None:
    assert {vector["code"] for vector in VECTORS} == {VERIFIED, *reasons()}
