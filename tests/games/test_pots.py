"""Side pots, rake and odd chips, against tables worked out by hand and a chip-by-chip count."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.games.engine.betting import Pot, Rake, divide, equal_shares, side_pots
from houseway.games.engine.money import Cents

SIDE_POTS = [
    ("two equal", [100, 100], [0, 1], [(200, (0, 1))]),
    ("a folded blind stays in", [50, 200, 200], [1, 2], [(450, (1, 2))]),
    ("one short", [30, 100, 100], [0, 1, 2], [(90, (0, 1, 2)), (140, (1, 2))]),
    ("two short", [30, 60, 100, 100], [0, 1, 2, 3], [(120, (0, 1, 2, 3)), (90, (1, 2, 3)), (80, (2, 3))]),
    ("folded between two levels", [30, 45, 100, 100], [0, 2, 3], [(120, (0, 2, 3)), (155, (2, 3))]),
    ("the side pot has one seat left", [60, 100, 100], [0, 2], [(180, (0, 2)), (80, (2,))]),
    ("the last seat takes what others left", [100, 100, 40], [2], [(240, (2,))]),
    ("order is that of the live seats", [10, 10, 5], [2, 0, 1], [(15, (2, 0, 1)), (10, (0, 1))]),
]


@pytest.mark.parametrize(
    ("paid", "live", "expected"), [row[1:] for row in SIDE_POTS], ids=[row[0] for row in SIDE_POTS]
)
def test_FCH_R5_side_pots(paid: list[int], live: list[int], expected: list[tuple[int, tuple[int, ...]]]) -> None:
    assert [(pot.amount, pot.seats) for pot in side_pots(paid, live)] == expected


def won_chip_by_chip(paid: list[int], live: list[int], values: dict[int, int]) -> list[Fraction]:
    """The share of each seat if every layer of one chip is fought for on its own, in exact fractions."""
    won = [Fraction(0)] * len(paid)
    for layer in range(max(paid)):
        chips = sum(amount > layer for amount in paid)
        contenders = [seat for seat in live if paid[seat] > layer] or last_contenders(paid, live)
        best = max(values[seat] for seat in contenders)
        winners = [seat for seat in contenders if values[seat] == best]
        for seat in winners:
            won[seat] += Fraction(chips, len(winners))
    return won


def last_contenders(paid: list[int], live: list[int]) -> list[int]:
    """Chips that a folded seat paid above every live seat belong to the last pot."""
    most = max(paid[seat] for seat in live)
    return [seat for seat in live if paid[seat] == most]


@given(st.data())
def test_FCH_R5_every_pot_is_won_as_if_chip_by_chip(data: st.DataObject) -> None:
    paid = data.draw(st.lists(st.integers(1, 40), min_size=2, max_size=9))
    live = data.draw(st.lists(st.sampled_from(range(len(paid))), min_size=1, unique=True))
    values = {seat: data.draw(st.integers(1, 3)) for seat in live}
    pots = side_pots(paid, live)
    won = [0] * len(paid)
    for share in divide(pots, values):
        won[share.seat] += share.amount
    assert sum(won) == sum(paid)
    for exact, got in zip(won_chip_by_chip(paid, live, values), won, strict=True):
        assert abs(exact - got) < len(pots)
    assert [pot.seats for pot in pots] == sorted((pot.seats for pot in pots), key=len, reverse=True)


@pytest.mark.parametrize(
    ("prize", "winners", "expected"),
    [(10, 1, (10,)), (10, 2, (5, 5)), (11, 2, (6, 5)), (11, 3, (4, 4, 3)), (10, 3, (4, 3, 3)), (2, 3, (1, 1, 0))],
)
def test_FCH_R4_odd_chips_go_one_each_from_the_left(prize: int, winners: int, expected: tuple[int, ...]) -> None:
    assert equal_shares(prize, winners) == expected


def test_FCH_5b_a_split_pot_names_its_winners_in_the_order_of_the_pot() -> None:
    pots = [Pot(Cents(101), (2, 0, 1)), Pot(Cents(40), (0, 1))]
    shares = divide(pots, {0: 5, 1: 9, 2: 9})
    assert [(share.pot, share.seat, share.amount, share.winners) for share in shares] == [
        (0, 2, 51, 2),
        (0, 1, 50, 2),
        (1, 1, 40, 1),
    ]


@pytest.mark.parametrize(
    ("percent", "cap", "amounts", "expected"),
    [
        (Fraction(5), None, [1000], [50]),
        (Fraction(5), 30, [1000], [30]),
        (Fraction(5), 30, [399, 900], [19, 11]),
        (Fraction(5, 2), None, [1000, 399], [25, 9]),
        (Fraction(100), 5, [3, 9], [3, 2]),
    ],
)
def test_FCH_R7_rake_comes_from_the_main_pot_first(
    percent: Fraction, cap: int | None, amounts: list[int], expected: list[int]
) -> None:
    pots = [Pot(Cents(amount), (0, 1)) for amount in amounts]
    raked = Rake(percent, None if cap is None else Cents(cap)).taken_from(pots)
    assert [pot.rake for pot in raked] == expected
    assert [pot.prize for pot in raked] == [amount - rake for amount, rake in zip(amounts, expected, strict=True)]
