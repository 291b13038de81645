"""No chip is made or lost: every transfer has two entries, and nobody but house and mint can owe."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text
from support.every_game import EVERY_GAME, FIRST_OF_THEIR_KIND
from support.room_play import bet_all, opened, play_rounds, seated

from houseway.errors import BadBet, NotAllowed, NotEnoughChips
from houseway.room import Room
from houseway.room.accounts import STARTING_CHIPS
from houseway.room.ledger import Transfer, changes, move
from houseway.room.log import ROOM, Draft
from houseway.room.store import append, head_of


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.integers(-1000, 1000)), max_size=30))
def test_any_transfers_sum_to_zero(moves: list[tuple[str, str, int]]) -> None:
    transfers = [transfer for source, target, amount in moves for transfer in move(source, target, amount, "test")]
    assert sum(changes(transfers).values()) == 0
    assert all(transfer.amount > 0 for transfer in transfers)


@pytest.mark.parametrize("amount", [0, -1, True, 1.5, "1"])
def test_a_transfer_moves_whole_cents_forward(amount: object) -> None:
    with pytest.raises(BadBet):
        Transfer("a", "b", amount, "test")  # type: ignore[arg-type]


def scalar(room: Room, statement: str) -> int:
    with room.database.read() as connection:
        return int(connection.execute(text(statement)).scalar_one())


@pytest.mark.slow
def test_all_entries_and_all_balances_sum_to_zero_after_rounds_of_every_game() -> None:
    generator = random.Random(21)
    with opened() as room:
        for slug in FIRST_OF_THEIR_KIND:
            people = {seat: room.guest().id for seat in (0, 4)}
            play_rounds(seated(room, slug, people, bots={2: "random"}), 3, generator)
        assert scalar(room, "SELECT sum(balance) FROM accounts") == 0
        assert scalar(room, "SELECT sum(amount) FROM entries") == 0
        assert scalar(room, "SELECT count(*) FROM accounts WHERE balance < 0 AND kind NOT IN ('mint', 'house')") == 0
        assert scalar(room, "SELECT sum(balance) FROM accounts WHERE kind = 'stakes'") == 0
        unbalanced = "SELECT count(*) FROM (SELECT sum(amount) AS s FROM entries GROUP BY chain_id, seq) q WHERE s <> 0"
        assert scalar(room, unbalanced) == 0


@pytest.mark.slow
@pytest.mark.parametrize("slug", EVERY_GAME)
def test_what_the_house_won_is_what_the_game_says(slug: str) -> None:
    generator = random.Random(22)
    with opened() as room:
        table = seated(room, slug, {0: room.guest().id, 1: room.guest().id})
        expected = 0
        for _ in range(4):
            play_rounds(table, 1, generator)
            assert table.state.last is not None
            expected += table.state.last.state.house_result
        assert scalar(room, f"SELECT balance FROM accounts WHERE name = 'house:{table.id}'") == expected


def test_a_bet_is_at_stake_until_the_round_is_over() -> None:
    with opened() as room:
        table = seated(room, "pick-2-poker", {0: room.guest().id, 1: room.guest().id})
        bet_all(table)
        assert scalar(room, f"SELECT balance FROM accounts WHERE name = 'stakes:{table.id}'") == 2000


def test_the_database_itself_refuses_a_debt_and_undoes_the_whole_transaction() -> None:
    with opened() as room:
        ann = room.guest().id
        overdraft = (Transfer(f"user:{ann}", "mint", STARTING_CHIPS + 1, "test"),)
        before = scalar(room, "SELECT count(*) FROM records")
        with pytest.raises(NotEnoughChips):
            room.database.write(
                lambda connection: append(
                    connection, ROOM, head_of(connection, ROOM), [Draft("bought chips", {"user": ann}, overdraft)], 0
                )
            )
        assert scalar(room, "SELECT count(*) FROM records") == before
        assert room.verify().ok


def test_the_ledger_is_for_operators() -> None:
    with opened() as room:
        ann = room.guest().id
        operator = room.register("Olga", "correct horse").id
        room.make_operator("Olga")
        with pytest.raises(NotAllowed):
            room.ledger(ann)
        ledger = room.ledger(operator, account=f"user:{ann}")
        assert ledger["sum"] == 0
        assert [entry["amount"] for entry in ledger["entries"]] == [STARTING_CHIPS]
