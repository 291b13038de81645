"""Lists of all classes: published counts, Burnside's lemma, and brute force on small decks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import pytest

from houseway.cards import Deck, canonical, card_text, class_weight, parse_card
from houseway.cards.classes import class_arrays, class_blocks, classes, n_classes
from houseway.errors import BadCards

PACK = Deck.standard()
Sizes = tuple[int, ...]


@pytest.mark.parametrize(
    ("sizes", "published"),
    [((1,), 13), ((2,), 169), ((3,), 1_755), ((4,), 16_432), ((5,), 134_459), ((2, 3), 1_286_792)],
)
def test_a_pack_has_the_published_number_of_classes(sizes: Sizes, published: int) -> None:
    cards, weights = class_arrays(PACK, sizes)
    assert cards.shape == (published, sum(sizes))
    assert weights.sum() == number_of_deals(PACK, sizes)


def number_of_deals(deck: Deck, sizes: Sizes) -> int:
    deals, left = 1, deck.size
    for size in sizes:
        deals *= comb(left, size)
        left -= size
    return deals


CASES: list[tuple[Deck, Sizes]] = [
    (PACK, (2, 2)),
    (PACK, (3, 1)),
    (PACK, (1, 1, 1)),
    (PACK, (3, 2)),
    (PACK, (2, 0, 2)),
    (PACK, ()),
    (Deck.with_jokers(), (2,)),
    (Deck.with_jokers(), (5,)),
    (Deck.with_jokers(1), (2, 2)),
    (Deck.standard(2), (2,)),
    (Deck.standard(2), (4,)),
    (Deck.standard(2), (2, 2)),
    (Deck.standard(8), (5,)),
    (Deck.standard(6), (2, 2)),
    (Deck.stripped(ranks="TJQKA", suits="cdh"), (2, 5)),
    (Deck.stripped(ranks="789TJQKA"), (3, 3)),
    (Deck.stripped(suits="hs"), (5, 1)),
    (Deck.stripped(suits="d"), (4,)),
    (Deck.standard().without([51]), (4,)),
    (Deck.standard().without([51, 46]), (2, 2)),
    (Deck.stripped(ranks="QKA", decks=2, jokers=2), (3, 2, 2)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("deck", "sizes"), CASES, ids=lambda case: str(case.size if isinstance(case, Deck) else case))
def test_the_number_of_classes_is_that_of_burnsides_lemma(deck: Deck, sizes: Sizes) -> None:
    cards, weights = class_arrays(deck, sizes)
    assert len(cards) == n_classes(deck, sizes) == burnside(deck, sizes)
    assert int(weights.sum()) == number_of_deals(deck, sizes)
    assert len(np.unique(cards, axis=0)) == len(cards)


def burnside(deck: Deck, sizes: Sizes) -> int:
    """The mean number of situations that a renaming of suits leaves as they are."""
    fixed = [fixed_situations(cycles, deck, sizes) for cycles in cycles_of_renamings(deck)]
    classes_, remainder = divmod(sum(fixed), len(fixed))
    assert remainder == 0
    return classes_


def cycles_of_renamings(deck: Deck) -> Iterator[list[list[int]]]:
    for names in permutations("cdhs"):
        naming = dict(zip("cdhs", names, strict=True))
        renamed = {each: rename(each, naming) for each in range(54)}
        if sorted(renamed[each] for each in deck.cards) == list(deck.cards):
            yield cycles_of(renamed, deck.distinct)


def rename(card_id: int, naming: dict[str, str]) -> int:
    text = card_text(card_id)
    return card_id if text == "Jk" else parse_card(text[0] + naming[text[1]])


def cycles_of(renamed: dict[int, int], cards: Sequence[int]) -> list[list[int]]:
    cycles, seen = [], set[int]()
    for start in cards:
        cycle, each = [], start
        while each not in seen:
            seen.add(each)
            cycle.append(each)
            each = renamed[each]
        if cycle:
            cycles.append(cycle)
    return cycles


def fixed_situations(cycles: list[list[int]], deck: Deck, sizes: Sizes) -> int:
    """A situation stays if, in each group, every card of a cycle is there equally often: a product of polynomials."""
    ways = Counter({(0,) * len(sizes): 1})
    for cycle in cycles:
        copies = deck.copies[cycle[0]]
        grown: Counter[Sizes] = Counter()
        for times in product(range(copies + 1), repeat=len(sizes)):
            if sum(times) <= copies:
                for taken, number in ways.items():
                    total = tuple(a + len(cycle) * b for a, b in zip(taken, times, strict=True))
                    if all(a <= size for a, size in zip(total, sizes, strict=True)):
                        grown[total] += number
        ways = grown
    return ways[sizes]


SMALL: list[tuple[Deck, Sizes]] = [
    (Deck.stripped(ranks="QKA", suits="cdh"), (2, 3)),
    (Deck.stripped(ranks="KA"), (2, 2, 1)),
    (Deck.stripped(ranks="KA", suits="dhs", decks=2), (3, 2)),
    (Deck.stripped(ranks="A", decks=3, jokers=2), (2, 3)),
    (Deck.stripped(ranks="JQKA", suits="hs", jokers=1), (3, 2)),
    (Deck.stripped(ranks="KA").without([51]), (2, 3)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("deck", "sizes"), SMALL, ids=lambda case: str(case.size if isinstance(case, Deck) else case))
def test_on_a_small_deck_classes_and_weights_are_those_of_all_deals(deck: Deck, sizes: Sizes) -> None:
    deals = Counter(
        canonical([[deck.cards[place] for place in group] for group in groups], deck)
        for groups in disjoint_groups(range(deck.size), sizes)
    )
    listed = list(classes(deck, sizes))
    assert dict(listed) == dict(deals)
    assert [groups for groups, _ in listed] == sorted(deals)


def disjoint_groups(places: Sequence[int], sizes: Sizes) -> Iterator[tuple[Sizes, ...]]:
    if not sizes:
        yield ()
        return
    for group in combinations(places, sizes[0]):
        left = [place for place in places if place not in group]
        for others in disjoint_groups(left, sizes[1:]):
            yield (group, *others)


@pytest.mark.slow
@pytest.mark.parametrize(("deck", "sizes"), [(PACK, (2, 3)), (Deck.standard(6), (2, 3)), (Deck.with_jokers(), (5,))])
def test_sampled_classes_stand_in_canonical_form_with_their_weight(deck: Deck, sizes: Sizes) -> None:
    cards, weights = class_arrays(deck, sizes)
    for row in np.random.default_rng(1).integers(len(cards), size=300):
        situation = cards[row].tolist()
        groups = [situation[: sizes[0]], situation[sizes[0] :]]
        assert canonical(groups, deck) == tuple(map(tuple, groups))
        assert class_weight(groups, deck) == weights[row]


def test_blocks_classes_and_arrays_list_the_same_in_ascending_order() -> None:
    cards, weights = class_arrays(PACK, (2, 2))
    listed = list(classes(PACK, (2, 2)))
    assert cards.dtype == np.uint8
    assert weights.dtype == np.int64
    assert [[*hole, *board] for (hole, board), _ in listed] == cards.tolist() == sorted(cards.tolist())
    assert [weight for _, weight in listed] == weights.tolist()


def test_a_long_list_comes_in_blocks() -> None:
    cards, weights = class_arrays(PACK, (5,))
    blocks = list(class_blocks(PACK, (5,)))
    assert len(blocks) > 1
    assert np.array_equal(np.concatenate([block for block, _ in blocks]), cards)
    assert np.array_equal(np.concatenate([block for _, block in blocks]), weights)


@pytest.mark.parametrize("sizes", [(53,), (50, 3), (-1, 3)])
def test_groups_that_the_deck_cannot_fill_are_refused(sizes: Sizes) -> None:
    with pytest.raises(BadCards, match="at most 52 cards"):
        class_arrays(PACK, sizes)


def test_weights_that_would_overflow_are_refused() -> None:
    with pytest.raises(BadCards, match="do not fit in 64 bits"):
        class_arrays(Deck.standard(1000), (7,))
