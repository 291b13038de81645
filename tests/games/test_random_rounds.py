"""100,000 random rounds of every game, 4,000 of every declared title, which share one round: random seats, bets,
readings, pay tables and legal actions. `make test` plays the first 1,250 and the first 250 of them.

Chips, cards and unchanged states are checked in all of them, views and replay in every fifth.
"""

import random
from collections import Counter

import pytest
from support.rounds import Variant, play_random_round
from support.variants import DECLARED, VARIANTS

ROUNDS_A_CHUNK = 250
CHUNKS, CHUNKS_OF_A_DECLARED_TITLE = 400, 16
QUICK_CHUNKS, QUICK_CHUNKS_OF_A_DECLARED_TITLE = 5, 1
ROUNDS_A_TABLE = 50
LOOKED_AT_EVERY = 5

OF_A_GAME = Counter(variant.slug for variant in VARIANTS)


def chunks_of(variant: Variant) -> tuple[int, int]:
    """How many chunks there are of a variant, which shares those of its game, and how many `make test` plays."""
    if variant in DECLARED:
        return CHUNKS_OF_A_DECLARED_TITLE, QUICK_CHUNKS_OF_A_DECLARED_TITLE
    return CHUNKS // OF_A_GAME[variant.slug], -(-QUICK_CHUNKS // OF_A_GAME[variant.slug])


CASES = [
    pytest.param(
        variant,
        chunk,
        id="-".join([variant.slug, *variant.excluded, str(chunk)]),
        marks=[pytest.mark.proof] if chunk >= chunks_of(variant)[1] else [],
    )
    for variant in VARIANTS
    for chunk in range(chunks_of(variant)[0])
]
"""The rounds of a game are shared out among its entries: 2 Hand Hold 'Em with a bonus and without."""


@pytest.mark.parametrize(("variant", "chunk"), CASES)
def test_random_rounds_keep_chips_cards_secrets_and_history(variant: Variant, chunk: int) -> None:
    generator = random.Random(f"{variant.slug}/{chunk}")
    played = 0
    while played < ROUNDS_A_CHUNK:
        table = variant.table(generator)
        for number in range(ROUNDS_A_TABLE):
            play_random_round(variant, table, generator, looked_at=number % LOOKED_AT_EVERY == 0)
        played += ROUNDS_A_TABLE
    assert played == ROUNDS_A_CHUNK
