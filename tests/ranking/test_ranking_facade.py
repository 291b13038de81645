"""What the values of a ranking mean, and what importing it costs."""

import pickle
import subprocess
import sys

import pytest

from houseway.errors import BadCards, UnknownName
from houseway.ranking import Category, rank, ranking
from houseway.ranking.system import SYSTEMS


@pytest.mark.parametrize(
    ("cards", "system", "category", "name"),
    [
        ("As Ks Qs Js Ts", "standard", "royal flush", "royal flush"),
        ("5s 4s 3s 2s As", "standard", "straight flush", "straight flush, five high"),
        ("9c 9d 9h 9s 2c 3c 4c", "standard", "four of a kind", "four of a kind, nines"),
        ("As Ad Ah Ac Jk", "bug", "five aces", "five aces"),
        ("As Ad Ah Jk Jk", "bug", "five aces", "five aces"),
        ("Ks Kd Kh Jk Jk", "bug", "full house", "full house, kings over aces"),
        ("Ks Kd 7h 3c Jk", "bug", "pair", "pair of kings"),
        ("As Ks Qs Js Jk", "bug", "wild royal flush", "wild royal flush"),
        ("Ks Kd 7h 3c Jk", "wild", "three of a kind", "three of a kind, kings"),
        ("2c 3d 4h 5s Jk", "bug", "straight", "straight, six high"),
        ("Ac 2c 3d 4h 5s", "bug-no-wheel", "high card", "high card, A-5-4-3-2"),
        ("As As As As As", "multi-deck", "suited five of a kind", "suited five of a kind, aces"),
        ("As As As As Ah", "multi-deck", "five of a kind", "five of a kind, aces"),
        ("As As Ks Qs 9s", "multi-deck", "flush", "flush, A-A-K-Q-9"),
        ("Ah Kd Qc", "three-card", "straight", "straight, ace high"),
        ("Ah 2d 3c", "three-card", "straight", "straight, three high"),
        ("Ah Kh Qh", "three-card", "suited A-K-Q", "suited A-K-Q"),
    ],
)
def test_hands_have_their_category_and_name(cards: str, system: str, category: str, name: str) -> None:
    hand = rank(cards, system=system)
    assert (hand.category, hand.name, hand.system) == (category, name, system)


def test_hands_of_one_system_compare_by_value() -> None:
    in_order = [
        "7c 5d 4h 3s 2c",
        "Ac Kd Qh Js 9c",
        "2c 2d 3h 4s 5c",
        "Ac 2d 3h 4s 5c",
        "6c 2d 3h 4s 5c",
        "Ac Ad Ah As Kc",
    ]
    values = [rank(cards) for cards in in_order]
    assert values == sorted(values)
    assert len({int(value) for value in values}) == len(values)


def test_P2_15_a_three_card_straight_beats_a_flush() -> None:
    assert rank("4h 3d 2c", system="three-card") > rank("Ah Kh Jh", system="three-card")


def test_hands_of_different_systems_do_not_compare() -> None:
    with pytest.raises(TypeError):
        assert rank("As Ks Qs Js Ts") < rank("As Ks Qs Js Ts", system="bug")


@pytest.mark.parametrize("name", SYSTEMS)
def test_categories_divide_the_values_in_order(name: str) -> None:
    system = ranking(name)
    ranges = [system.values_of(category) for category in system.categories]
    assert [value for values in ranges for value in values] == list(range(1, system.n_values + 1))
    for category, values in zip(system.categories, ranges, strict=True):
        assert system.first_value(category) == values[0]
        for value in (values[0], values[-1]):
            described = system.describe(value)
            assert (described.value, described.category) == (value, category)
            assert system.category_of(value) is category
            assert system.categories[system.category_places[value]] is category


def test_standard_values_begin_where_the_known_numbers_of_hands_say() -> None:
    """Different hands of each category: 1277, 2860, 858, 858, 10, 1277, 156, 156, 9 and 1."""
    system = ranking("standard")
    assert [len(system.values_of(category)) for category in system.categories] == [
        1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1,
    ]  # fmt: skip


@pytest.mark.parametrize("value", [0, -1, 7463])
def test_numbers_that_are_no_values_are_refused(value: int) -> None:
    with pytest.raises(BadCards, match="1 to 7462"):
        ranking("standard").describe(value)


def test_a_category_of_another_system_is_refused() -> None:
    with pytest.raises(UnknownName):
        ranking("standard").values_of(Category.FIVE_ACES)


def test_a_ranking_is_one_object_also_after_pickling() -> None:
    assert ranking("bug") is ranking("bug")
    assert pickle.loads(pickle.dumps(ranking("bug"))) is ranking("bug")


@pytest.mark.slow
def test_importing_the_package_loads_neither_numba_nor_numpy_and_one_hand_needs_no_numba() -> None:
    script = (
        "import sys, houseway.ranking as r\n"
        "assert not {'numba', 'numpy'} & set(sys.modules), 'import'\n"
        "assert r.ranking('standard').value([51, 47, 43, 39, 35]) == 7462\n"
        "assert 'numba' not in sys.modules, 'value'\n"
        "assert r.ranking('standard').evaluate([[51, 47, 43, 39, 35]])[0] == 7462\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
