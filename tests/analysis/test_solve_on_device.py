"""The last rounds of a flop by the kernel for a GPU, compiled for this machine: it learns what the cores learn."""

from typing import Any

import numpy as np
import pytest
from support.command_line import houseway
from support.device import one_thread

from houseway.analysis.counting import shards
from houseway.analysis.solve.locks import lock_as_typed
from houseway.analysis.solve.range_text import typed_range
from houseway.analysis.solve.rounds import Step
from houseway.analysis.solve.subgame import Subgame
from houseway.analysis.titles.five_card_holdout.named_hands import named_hands
from houseway.analysis.titles.five_card_holdout.subgames import subgame
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards

DECK = Deck.standard()
FLOP = parse_cards("Qh Ks", deck=DECK)


def both(
    holds: tuple[int, int], first: str, second: str, *locks: str, same_suits: bool = True, storage: Any = np.float32
) -> tuple[Subgame, ...]:
    """The same flop twice, for the cores and for the kernel."""
    texts = zip((first, second), holds, strict=True)
    ranges = [typed_range(text, DECK, size, FLOP, named_hands) for text, size in texts]
    games = [subgame("Qh Ks", holds, 8, ranges, same_suits=same_suits, storage=storage) for _ in range(2)]
    for game in games:
        for lock in locks:
            lock_as_typed(game, lock, FLOP, named_hands)
    assert games[1].move_to(one_thread())
    return tuple(games)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("holds", "first", "second", "locks"),
    [
        ((2, 2), "AA, 0.5:KQs, JTs", "AA, QQ, 0.25:98s", ()),
        ((3, 2), "AAKs, 0.5:T98s", "AA, JTs", ("check: bet 1", "check check / * / start [T98s]: check 0.5, bet 0.5")),
        ((3, 3), "AAKo, 987s", "AAKo, QQJ", ()),
    ],
    ids=["twos with twins", "sizes that differ and locks", "threes"],
)
def test_a_step_of_the_kernel_is_a_step_of_the_cores(
    holds: tuple[int, int], first: str, second: str, locks: tuple[str, ...]
) -> None:
    """Each from what the cores have learned: a regret of nothing, rounded up or down, leads to other play next time."""
    cores, kernel = both(holds, first, second, *locks)
    for time, player in ((time, player) for time in range(1, 5) for player in (0, 1)):
        for array, expected in zip(kernel.learned_arrays(), cores.learned_arrays(), strict=True):
            array[:] = expected
        for game in (kernel, cores):
            game.mean_values(player, Step.number(time))
        for array, expected in zip(kernel.learned_arrays(), cores.learned_arrays(), strict=True):
            assert np.allclose(array, expected, rtol=1e-5, atol=1e-6 * max(1, abs(expected).max()))
    assert all(array.any() for array in kernel.closing.learned[0].arrays[:2])
    for player in (0, 1):
        assert np.allclose(kernel.values(player), cores.values(player), atol=1e-4)
        assert np.allclose(kernel.best_response(player), cores.best_response(player), atol=1e-4)
    ours, theirs = kernel.measure(), cores.measure()
    assert (ours.value, ours.exploitability) == pytest.approx((theirs.value, theirs.exploitability), abs=1e-5)


@pytest.mark.slow
def test_what_was_learned_can_be_looked_at_and_locked_between_steps() -> None:
    cores, kernel = both((2, 2), "AA, KQs", "JJ, AQs", same_suits=False)
    for game in (cores, kernel):
        game.step()
        lock_as_typed(game, "check check / 2c 2d / start [AA]: check 1", FLOP, named_hands)
        game.step()
    board = kernel.boards.cards.index(tuple(sorted(parse_cards("2c 2d", deck=DECK))))
    assert np.allclose(kernel.play(0, board), cores.play(0, board), atol=1e-4)
    ours, theirs = kernel.measure(), cores.measure()
    assert (ours.value, ours.exploitability) == pytest.approx((theirs.value, theirs.exploitability), abs=2e-5)


def test_what_the_kernel_has_learned_is_kept_in_16_bits_here() -> None:
    _, exact = both((2, 2), "AA, KQs", "JJ, AQs")
    _, rounded = both((2, 2), "AA, KQs", "JJ, AQs", storage=np.int16)
    for game in (exact, rounded):
        game.step()
    regrets = rounded.closing.learned[1].regrets
    assert regrets.dtype == np.dtype(np.int16)
    assert int(np.abs(regrets).max()) == 32767
    assert np.allclose(rounded.play(1), exact.play(1), atol=1e-3)
    ours, theirs = rounded.measure(), exact.measure()
    assert (ours.value, ours.exploitability) == pytest.approx((theirs.value, theirs.exploitability), abs=1e-3)


def test_a_single_last_round_is_left_to_the_cores() -> None:
    river = subgame("2c Qh Ks Ad", (1, 1), 8)
    assert not river.move_to(one_thread())
    assert river.solve(0.04).exploitability <= 0.04


def test_who_asks_for_a_gpu_where_none_can_help_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "gpu", one_thread)
    refused = houseway("solve", "five-card-holdout", "--board", "2c Qh Ks Ad", "--holds", "1,1", "--device", "gpu")
    assert refused.returncode != 0
    assert "Only flops can be solved on a GPU" in refused.stderr
