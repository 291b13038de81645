"""What a seat may ask the advisor, and where there is no exact answer."""

import pytest

from houseway.cards.notation import format_cards
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.room import Room, TableSpec
from houseway.web.errors import NoAdvice
from houseway.web.situations import question_of

SLUG = "fast-action-holdem"
LIMIT = 15_000_00


@pytest.mark.parametrize(
    ("scope", "bonuses", "binds"),
    [
        ("round", [15_00], False),
        ("round", [15_01], True),
        ("round", [10_00, 5_01], True),
        ("hand", [30_00, 30_00], False),
        ("hand", [30_01], True),
        ("round", [], False),
    ],
)
def test_FA_15i_a_limit_can_bind_from_500_to_1_on_both_hands_of_every_split(
    scope: str, bonuses: list[int], binds: bool
) -> None:
    table = game(SLUG, aggregate_limit=LIMIT, aggregate_scope=scope)
    assert isinstance(table, FastActionGame)
    assert table.aggregate_limit_can_bind(bonuses) is binds


@pytest.mark.parametrize(("bonus", "answered"), [(15_00, True), (20_00, False)])
def test_FA_15i_no_exact_value_is_given_where_the_aggregate_limit_can_bind(bonus: int, answered: bool) -> None:
    room = Room()
    player = room.guest().id
    table = room.table(room.open_table(TableSpec(game=SLUG, options={"aggregate_limit": LIMIT}), player))
    table.sit(player, 0)
    table.bet(player, {"ante": 15_00, "bonus": bonus})
    if answered:
        assert question_of(table.state, 0)["game"] == SLUG
    else:
        with pytest.raises(NoAdvice, match="aggregate limit"):
            question_of(table.state, 0)
    room.close()


def test_a_declared_title_asks_with_what_its_seat_sees_its_way_so_far_and_its_side_bets() -> None:
    """Before the flop two cards; after a check three of the board too; nothing of what lies face down."""
    room = Room()
    player = room.guest().id
    spec = TableSpec(game="ultimate-texas-holdem", paytable="blind=B", seats=1)
    table = room.table(room.open_table(spec, player))
    table.sit(player, 0)
    table.bet(player, {"ante": 10_00, "blind": 10_00, "trips": 5_00})
    own = {pile.name: pile.cards for pile in table.state.round.state.view(0).own_piles}  # type: ignore[union-attr]
    first = question_of(table.state, 0)
    assert (first["cards"], first["situation"], first["wagers"]) == (format_cards(own["hand"]), {}, {"trips": "1/2"})
    assert first["paytable"] == "blind=B"
    table.act(player, Action("check"), table.state.moves)
    second = question_of(table.state, 0)
    board = table.state.round.state.view(0).cards("board")  # type: ignore[union-attr]
    assert len(board) == 3
    assert second["situation"] == {"board": format_cards(board), "taken": ["check"]}
    room.close()
