"""The hands that Flush Rush pays: the published numbers of deals, from all hands of seven cards."""

from itertools import combinations

from houseway.ranking import ranking
from houseway.ranking.category import Category


def run(ranks: tuple[int, ...]) -> int:
    """The longest run of some ranks, the ace below the deuce and above the king: by shifting bits."""
    mask = sum(1 << rank for rank in ranks)
    bits, length = (mask << 1) | (mask >> 12), 0
    while bits:
        bits &= bits >> 1
        length += 1
    return length


def test_the_published_deals_of_straight_flushes() -> None:
    """Four, two and one card make 105 deals of seven; a flush of seven pays more than a straight flush of five."""
    ranked = ranking("suited-run")
    counts = ranked.census(7)
    found = {
        category: int(counts[list(ranked.values_of(category))].sum())
        for category in (Category.RUN_OF_SEVEN, Category.RUN_OF_SIX, Category.RUN_OF_FIVE)
    }
    with_flush = 4 * sum(run(ranks) == 5 for ranks in combinations(range(13), 7))
    paid = (found[Category.RUN_OF_SEVEN], found[Category.RUN_OF_SIX], found[Category.RUN_OF_FIVE] - with_flush)
    assert [105 * hands for hands in paid] == [3360, 167160, 4127760]
