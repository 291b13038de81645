"""Seats that bet on the same hands: a table swings as one player with all their money."""

from math import isclose

import pytest

from houseway.analysis import analyze
from houseway.analysis.operations.operation import operate
from houseway.analysis.operations.variance import Kind, covariances_of, shares_every_card
from houseway.games.catalogue import game


@pytest.mark.parametrize(
    ("slug", "shared"),
    [("ez-baccarat", True), ("dragon-bonus", True), ("casino-war", False), ("three-card-poker", False)],
)
def test_only_titles_without_own_cards_and_decisions_share_everything(slug: str, shared: bool) -> None:
    assert shares_every_card(game(slug)) == shared


def test_the_covariance_of_two_seats_is_the_variance_of_one() -> None:
    found, shipped = covariances_of(game("ez-baccarat"), [Kind("optimal")])
    assert not shipped
    covariance, error = found.of({"optimal": 1.0})
    assert isclose(covariance, float(analyze("ez-baccarat").net.variance))
    assert error == 0


def test_a_table_of_four_swings_four_times_as_far_as_one_of_one() -> None:
    alone, table = (operate("ez-baccarat", seats=seats) for seats in (1, 4))
    assert isclose(4 * alone.swing.standard_deviation, table.swing.standard_deviation, rel_tol=1e-6)
