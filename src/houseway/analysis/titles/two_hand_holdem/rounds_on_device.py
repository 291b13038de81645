"""Rounds played by the rule list with the kernel in `rounds.cu`, on whatever machine runs it."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.device.machines import STREAM, Machine, kernel_source, table
from houseway.analysis.titles.two_hand_holdem.holes import RAISED_STAKE
from houseway.analysis.titles.two_hand_holdem.payoffs import FOUR_CARDS, class_of_value
from houseway.analysis.titles.two_hand_holdem.point_table import FLOP_PLACES, point_table
from houseway.cards.streams import Word
from houseway.ranking import ranking


@cache
def source() -> str:
    """The kernel's text."""
    return kernel_source("houseway.analysis.titles.two_hand_holdem", "rounds.cu", STREAM)


def play_on(
    machine: Machine,
    deck: NDArray[np.uint8],
    key: tuple[Word, Word],
    n_cells: int,
    has_bonus: bool,
    first_round: int,
    rounds: int,
) -> NDArray[np.int64]:
    """Deal and play rounds: how many end in each cell."""
    hand, bonus = ranking("standard").lookup, ranking(FOUR_CARDS).lookup
    numbers = [len(deck), n_cells, RAISED_STAKE, int(has_bonus), int(hand.start), int(bonus.start)]
    arrays: dict[str, NDArray[Any]] = {
        "keys": hand.card_keys,
        "masks": hand.card_masks,
        "bonus_keys": bonus.card_keys,
        "offsets": hand.offsets,
        "bonus_offsets": bonus.offsets,
        "values": hand.values,
        "mask_values": hand.mask_values,
        "bonus_values": bonus.values,
        "bonus_mask_values": bonus.mask_values,
        "flop_places": FLOP_PLACES.astype(np.uint16),
        "deck": deck,
        "bonus_class": class_of_value(),
        "points": point_table(),
    }
    head, held = table(machine, numbers, arrays)
    cells = machine.zeros(n_cells, np.uint64)
    given = [head, np.uint64(first_round), np.uint64(rounds), *(np.uint32(word) for word in key), cells]
    machine.launch(source(), "play_rounds", given, n_cells * np.dtype(np.uint32).itemsize)
    found = machine.get(cells).astype(np.int64)
    del held
    return found
