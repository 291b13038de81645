"""Numbers in 16 bits: what they lose, and that a game learned in them is measured as what they stand for."""

import numpy as np
import pytest

from houseway.analysis.solve.packing import MOST, packed, unpacked
from houseway.analysis.solve.range_text import typed_range
from houseway.analysis.solve.rounds import Learned
from houseway.analysis.solve.subgame import Subgame
from houseway.analysis.titles.five_card_holdout.subgames import subgame
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards

BOARD = "2c Qh Ks Ad"
ITERATIONS = 24


def river(storage: type) -> Subgame:
    known = typed_range("AA, KK, 0.5:QQ, JT, 0.25:T9, 54s", Deck.standard(), 2, parse_cards(BOARD))
    return subgame(BOARD, (2, 2), 8.0, (known, known), storage=storage)


def test_a_row_loses_no_more_than_half_a_step_of_its_scale() -> None:
    numbers = np.random.default_rng(7).normal(size=(3, 5, 200)).astype(np.float32)
    numbers[1, 2] = 0
    numbers[2] *= 1e6
    kept, scales = packed(numbers)
    assert kept.dtype == np.int16
    assert scales.shape == (3, 5)
    assert np.abs(kept).max() == MOST
    steps = np.abs(numbers).max(axis=-1, keepdims=True) / MOST
    assert (np.abs(unpacked(kept, scales) - numbers) <= 0.501 * steps).all()
    assert not unpacked(kept, scales)[1, 2].any()


@pytest.mark.slow
def test_a_river_in_16_bits_is_measured_as_the_play_that_they_stand_for() -> None:
    """The same play, told to a game in double precision, has there the same value and best responses."""
    small, exact = river(np.int16), river(np.float64)
    found, expected = small.solve(0.0, ITERATIONS), exact.solve(0.0, ITERATIONS)
    assert found.exploitability == pytest.approx(expected.exploitability, rel=0.02)
    assert found.value == pytest.approx(expected.value, abs=0.002)
    for player in (0, 1):
        learned = small.closing.learned[player]
        assert learned.regrets.dtype == learned.averages.dtype == np.int16
        exact.closing.learned[player].averages[...] = unpacked(learned.averages, learned.scales[1])
    again = exact.measure()
    assert again.exploitability == pytest.approx(found.exploitability, abs=1e-5)
    assert again.value == pytest.approx(found.value, abs=1e-5)


def test_a_lock_of_all_hands_is_kept_in_16_bits_and_one_of_some_hands_is_not() -> None:
    """Beside others that go on learning, a share would be lost to their scale."""
    everybody = river(np.int16)
    everybody.lock("", {"check": 0.25, "bet": 0.75})
    assert everybody.closing.learned[0].averages.dtype == np.int16
    assert np.allclose(everybody.play(0)[everybody.last.cells_of(0)], [[0.25], [0.75]], atol=1e-4)
    learned = Learned.nothing((1, 1, 2, 3), 1, 1, np.int16)
    learned.regrets[...], learned.scales[0][...] = 1000, 2.0
    learned.lock(0, slice(0, 2), np.array([0.25, 0.75]), None, None, np.array([True, False, False]))
    assert learned.regrets.dtype == np.float32
    assert learned.regrets[0, 0].tolist() == [[0.25, 2000, 2000], [0.75, 2000, 2000]]
    assert learned.averages[0, 0].tolist() == [[0.25, 0, 0], [0.75, 0, 0]]
