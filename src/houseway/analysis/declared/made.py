"""Whether hands in question are made, for many rows of cards at once."""

import numpy as np
from numpy.typing import NDArray

from houseway.games.engine.declared.vocabulary import Between
from houseway.ranking import ranking


def level_if_made(term: Between, cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The place of each row in the levels of the question; a row has as many cards as the ranking system judges."""
    values = ranking(term.system).evaluate(cards)
    return np.where((values >= term.values.start) & (values < term.values.stop), 0, 1).astype(np.int64)
