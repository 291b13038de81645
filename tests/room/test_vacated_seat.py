"""Whoever sits down where another played is shown nothing of that player's as their own."""

import random
from pathlib import Path
from typing import Any

import pytest
from support.asking import EVERY_ASKING_GAME
from support.room_play import PATIENT, act_once, bet_all, database_file, opened, seated

from houseway.games.engine.action import Action
from houseway.room import LiveTable

SLUG = "pick-2-poker"


def cards_at(snapshot: dict[str, Any], seat: int) -> list[str]:
    return [card for pile in snapshot["piles"] if pile["seat"] == seat for card in pile["cards"]]


def fold_round(table: LiveTable, user_id: int) -> list[str]:
    """A round that the only player gives up, and the cards that only this player has seen."""
    bet_all(table)
    hidden = cards_at(table.snapshot(user_id), table.state.own_seat(user_id))
    assert hidden
    assert "??" not in hidden
    table.act(user_id, Action("fold"), table.state.moves)
    assert set(cards_at(table.snapshot(None), 0)) <= {"??"}
    return hidden


def check_nothing_of_the_round_before(table: LiveTable, newcomer: int) -> None:
    shown = table.snapshot(newcomer)
    assert shown["you"]["seat"] == 0
    assert shown["phase"] == "betting"
    assert shown["piles"] == shown["settlements"] == shown["events"] == []
    assert shown["results"] == {}
    assert shown["wagers"] == [[] for _ in table.state.seats]
    assert shown["round"]["server_seed"] is None


def test_the_next_in_a_seat_is_not_shown_the_folded_cards_and_the_result(tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, SLUG, {0: ann})
        fold_round(table, ann)
        table.leave(ann)
        assert table.snapshot(bob)["phase"] == "result"
        table.sit(bob, 0)
        check_nothing_of_the_round_before(table, bob)
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        check_nothing_of_the_round_before(room.table(table.id), bob)
        assert room.verify().ok


def test_who_sits_down_elsewhere_is_shown_the_finished_round_as_a_spectator_is(tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, SLUG, {0: ann})
        fold_round(table, ann)
        table.sit(bob, 3)
        check_sees_what_a_spectator_sees(table, bob)
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        check_sees_what_a_spectator_sees(room.table(table.id), bob)


def check_sees_what_a_spectator_sees(table: LiveTable, user_id: int) -> None:
    shown, spectators = table.snapshot(user_id), table.snapshot(None)
    assert shown["phase"] == "result"
    for part in ("piles", "events", "settlements", "results"):
        assert shown[part] == spectators[part]


def test_who_comes_back_to_the_own_seat_is_shown_the_own_cards_still(tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        ann = room.guest().id
        table = seated(room, SLUG, {0: ann})
        hidden = fold_round(table, ann)
        table.leave(ann)
        table.sit(ann, 0)
        assert cards_at(table.snapshot(ann), 0) == hidden
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        shown = room.table(table.id).snapshot(ann)
        assert cards_at(shown, 0) == hidden
        assert shown["results"] == {"0": -1000}


def test_who_moves_to_a_seat_that_another_played_sees_neither(tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, SLUG, {0: ann, 1: bob})
        bet_all(table)
        while table.state.round is not None:
            act_once(table, random.Random(4))
        table.leave(ann)
        table.leave(bob)
        table.sit(bob, 0)
        check_nothing_of_the_round_before(table, bob)


@pytest.mark.slow
@pytest.mark.parametrize("slug", EVERY_ASKING_GAME)
def test_the_next_round_in_a_seat_is_the_newcomers(slug: str) -> None:
    generator = random.Random(3)
    with opened(settings=PATIENT) as room:
        ann, bob, eve = room.guest().id, room.guest().id, room.guest().id
        table = seated(room, slug, {0: ann, 2: eve}, bots={1: "random"})
        bet_all(table)
        while table.state.round is not None:
            act_once(table, generator)
        table.leave(ann)
        table.sit(bob, 0)
        bet_all(table)
        playing = table.state.round
        assert playing is not None
        assert playing.users == (bob, None, eve)
        own = [pile for pile in playing.state.piles() if pile.seat == 0 and pile.cards]
        seen = cards_at(table.snapshot(bob), 0)
        assert len(seen) == sum(len(pile.cards) for pile in own)
        assert "??" not in seen or any(pile.seen_by is not None and 0 not in pile.seen_by for pile in own)
        assert cards_at(table.snapshot(ann), 0) == cards_at(table.snapshot(None), 0)
