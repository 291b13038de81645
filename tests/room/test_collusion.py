"""Attacks on the shuffle by a house that knows all its process knows, together with a player at the table.

Each succeeds every time where contributions come in clear with the bet, or a seed outlives a restart.
"""

import os
import random
import shutil
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path

import pytest
from support.room_play import (
    WAGERS,
    FakeTime,
    bet_all,
    database_file,
    opened,
    play_rounds,
    promise_of,
    seated,
    seed_at,
    user_at,
)

from houseway.cards.notation import format_cards
from houseway.cards.seed import Seed
from houseway.cards.shuffle import shuffle
from houseway.errors import HousewayError, IllegalAction, StaleMove
from houseway.room import LiveTable, Room, RoomSettings
from houseway.room.accounts import STARTING_CHIPS
from houseway.room.fairness import round_seed
from houseway.room.settings import Quota
from houseway.room.steps import RESTORED, ROUNDS_OUT

PICK_2 = "pick-2-poker"
BET = dict.fromkeys(WAGERS[PICK_2], 10)
"""Little, so that chips last for many rounds."""
HONEST, COLLUDER = 0, 1
ROUNDS = int(os.environ.get("HOUSEWAY_COLLUSION_ROUNDS", "24"))
"""Rounds that are attacked; 1,000 take some minutes."""
MOST_TRIES = 400
WISHED, CHANCE = "8", 4 / 52
"""The colluders wish for a deck with an eight on top."""


def top_of(table: LiveTable, contributions: dict[int, str]) -> str:
    """What the house can compute: the first card if these were all contributions."""
    seed = round_seed(seed_at(table), table.id, table.state.number, contributions)
    return format_cards(shuffle(table.state.game.deck, seed, first=1))


def ground(table: LiveTable, others: dict[int, str]) -> str:
    """A contribution of the colluder that gives the wished deck together with those that are known or guessed."""
    for number in range(MOST_TRIES):
        own = number.to_bytes(32, "big").hex()
        if top_of(table, {**others, COLLUDER: own})[0] == WISHED:
            return own
    raise AssertionError("no deck to the colluders' taste")


def fresh_contribution() -> str:
    return Seed.fresh().hex


def dealt_top(table: LiveTable) -> str:
    assert table.state.round is not None
    seed = round_seed(seed_at(table), table.id, table.state.number, table.state.round.contributions)
    return format_cards(shuffle(table.state.game.deck, seed, first=1))


def fold_all(table: LiveTable) -> None:
    while (playing := table.state.round) is not None:
        assert playing.actor is not None
        action = next(action for action, _ in playing.prices if action.kind == "fold")
        table.act(user_at(table, playing.actor), action, table.state.moves)


@pytest.mark.slow
def test_the_house_and_the_last_bettor_get_the_deck_they_wish_as_often_as_chance_gives_it() -> None:
    """The colluder bets last, having seen all that the server knows: the seed, and the promise of the honest player."""
    wished, often = 0, Quota(10**6, 1.0)
    with opened(settings=RoomSettings(changes_of_a_person=often, changes_at_a_table=often)) as room:
        ann, mallory = room.guest().id, room.guest().id
        table = seated(room, PICK_2, {HONEST: ann, COLLUDER: mallory})
        for _ in range(ROUNDS):
            honest = fresh_contribution()
            table.bet(ann, BET, promise_of(table, HONEST, honest))
            known = table.state.bets[HONEST]
            assert known.contribution == ""
            own = ground(table, {HONEST: known.promise})
            table.bet(mallory, BET, promise_of(table, COLLUDER, own))
            table.reveal(ann, honest)
            better = ground(table, {HONEST: honest})
            try_to_exchange(table, mallory, better, own)
            table.reveal(mallory, own)
            wished += dealt_top(table)[0] == WISHED
            fold_all(table)
        assert room.verify().ok
    expected, deviation = ROUNDS * CHANCE, sqrt(ROUNDS * CHANCE * (1 - CHANCE))
    assert wished < expected + 6 * deviation, f"{wished} of {ROUNDS}"


def try_to_exchange(table: LiveTable, mallory: int, better: str, own: str) -> None:
    """Now that the honest contribution is known, every way to another one of one's own is refused."""
    if better == own:
        return
    with pytest.raises(StaleMove):
        table.bet(mallory, BET, promise_of(table, COLLUDER, better))
    with pytest.raises(IllegalAction):
        table.reveal(mallory, better)
    table.sit_out(mallory)
    table.sit_out(mallory, False)
    assert table.state.unrevealed == (COLLUDER,)


def test_who_withholds_to_choose_between_two_decks_can_do_so_once_in_many_rounds_and_by_name() -> None:
    """The honest player's deck is another one without the colluder: that choice is all that is left, and it shows."""
    time, rounds = FakeTime(), 2 * ROUNDS_OUT + 4
    with opened(time=time, settings=RoomSettings(reveal_time=5.0)) as room:
        ann, mallory = room.guest().id, room.guest().id
        table = seated(room, PICK_2, {HONEST: ann, COLLUDER: mallory})
        for _ in range(rounds):
            honest, own = fresh_contribution(), fresh_contribution()
            joins = bets_if_allowed(table, mallory, promise_of(table, COLLUDER, own))
            table.bet(ann, BET, promise_of(table, HONEST, honest))
            table.reveal(ann, honest)
            if joins:
                time.now += 6
                table.tick()
            assert table.state.round is not None
            assert table.state.round.seats == (HONEST,)
            fold_all(table)
        withheld = sum(len(round_["withheld"]) for round_ in table.history(rounds))
        named = {name for round_ in table.history(rounds) for name in round_["withheld"].values()}
        assert withheld == 2 + 1, "in rounds 1, 12 and 23"
        assert named == {room.user(mallory).name}
        assert room.verify().ok


def bets_if_allowed(table: LiveTable, user: int, promise: str) -> bool:
    try:
        table.bet(user, BET, promise)
    except HousewayError:
        return False
    return True


# A copy of the database, taken at a good moment, is put back after its seed was shown.


@pytest.fixture
def copied(tmp_path: Path) -> Iterator[tuple[Room, Callable[[], None], Callable[[], None]]]:
    """A room on a file, and how to copy the file while it is open and to put the copy back once it is closed."""
    saved = tmp_path / "copy"
    saved.mkdir()

    def copy() -> None:
        for file in tmp_path.glob("room.db*"):
            shutil.copy(file, saved / file.name)

    def reopen() -> None:
        for file in tmp_path.glob("room.db*"):
            file.unlink()
        for file in saved.iterdir():
            shutil.copy(file, tmp_path / file.name)

    with opened(database_file(tmp_path)) as room:
        yield room, copy, reopen


def test_a_seed_that_was_shown_is_used_for_no_round_after_a_restore(
    copied: tuple[Room, Callable[[], None], Callable[[], None]], tmp_path: Path
) -> None:
    room, copy, reopen = copied
    ann = room.guest().id
    table = seated(room, PICK_2, {0: ann})
    promised = table.state.commitment
    table.sit_out(ann)
    copy()
    bet_all(table)
    fold_all(table)
    shown = table.proof(1)["server_seed"]
    room.close()
    reopen()
    with opened(database_file(tmp_path)) as again:
        restored = again.table(table.id)
        assert restored.state.commitment != promised
        assert seed_at(restored).hex != shown
        records = restored.export().splitlines()
        assert '"kind":"retired"' in records[-2]
        assert shown in records[-2], "and everyone can see that it is the same seed"
        bet_all(restored)
        fold_all(restored)
        assert again.verify().ok


@pytest.mark.parametrize("slug", ["pick-2-poker", "five-card-holdout"])
def test_a_round_whose_cards_may_be_known_is_void_after_a_restore(
    copied: tuple[Room, Callable[[], None], Callable[[], None]], tmp_path: Path, slug: str
) -> None:
    room, copy, reopen = copied
    people = [room.guest().id for _ in range(2)]
    table = seated(room, slug, {0: people[0], 1: people[1]})
    waiting = seated(room, PICK_2, {0: people[0]})
    waiting.bet(people[0], BET, promise_of(waiting, 0))
    bet_all(table)
    copy()
    room.close()
    reopen()
    with opened(database_file(tmp_path), restored=True) as again:
        restored = again.table(table.id)
        (voided,) = restored.history()
        assert voided["void"] == {"irregularity": "house-decision", "clause": None, "reason": RESTORED}
        assert set(voided["results"].values()) == {0}
        assert restored.state.number == 2
        assert again.table(waiting.id).snapshot(None)["retired"]["reason"] == RESTORED
        chips = sum(again.user(user).chips for user in people) + sum(restored.state.stacks)
        assert chips == 2 * STARTING_CHIPS
        assert again.verify().ok
        play_rounds(restored, 1, random.Random(5))
