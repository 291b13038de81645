"""The counting kernels of Fast Action Hold'em against counts laid out one by one."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import combinations
from math import comb, prod
from pathlib import Path

import numpy as np
import pytest
from support.quick import in_proof

from houseway.analysis.counting.shards import Runner, job_folder
from houseway.analysis.counting.sums import Counts
from houseway.analysis.titles.fast_action_holdem import counting
from houseway.analysis.titles.fast_action_holdem.counting import count_some_boards, runs
from houseway.analysis.titles.fast_action_holdem.counts import FastActionCount, dealer_ways, job_of
from houseway.analysis.titles.fast_action_holdem.space import PLACES, UNITS, dealer_table, space_of
from houseway.cards import parse_cards
from houseway.cards.deck import Deck
from houseway.games.catalogue import game
from houseway.games.house_way import house_way_choices
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.ranking import ranking

SINGLE, MULTI = "fast-action-holdem", "fast-action-holdem-multi"
STRIPPED = {
    "one deck": (SINGLE, Deck.stripped("9TJQK", "cds"), {}),
    "two copies": (MULTI, Deck.stripped("7TJA", "cd", 2), {}),
    "five of a kind on top": (MULTI, Deck.stripped("78A", "cdh", 2), {"FA-R7": "fives-on-top", "FA-R11": "any"}),
    "many copies": (MULTI, Deck.stripped("78", "ch", 4), {"FA-R4": "low-first"}),
}


def fast_action(slug: str, deck: Deck | None = None, readings: Mapping[str, str] | None = None) -> FastActionGame:
    made = game(slug, deck=deck, readings=readings)
    assert isinstance(made, FastActionGame)
    return made


def laid_out(table: FastActionGame, hand: list[int]) -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
    """Wins and boards by slot, category, the other category and comparison (-1, 0, 1): every deal, card by card."""
    showdown, cards = ranking(table.showdown), list(table.deck.cards)
    for card_id in hand:
        cards.remove(card_id)  # type: ignore[arg-type]
    wins: dict[tuple[int, ...], int] = defaultdict(int)
    boards: dict[tuple[int, ...], int] = defaultdict(int)
    for board_places in combinations(range(len(cards)), 5):
        board = [cards[place] for place in board_places]
        rest = [card_id for place, card_id in enumerate(cards) if place not in board_places]
        own = [showdown.value([hand[i], hand[j], *board]) for i, j in PLACES]
        dealers: Counter[int] = Counter()
        for dealt in combinations(rest, 4):
            _, choices = house_way_choices(dealt, table.house_way)
            for kept in choices:
                dealers[showdown.value([*kept, *board])] += UNITS // len(choices)
        for slot, value in enumerate(own):
            other = own[5 - slot]
            places = int(showdown.category_places[value]), int(showdown.category_places[other])
            cell = (slot, *places, (value > other) - (value < other))
            wins[cell] += sum(times for dealer, times in dealers.items() if dealer < value)
            boards[cell] += 1
    return wins, boards


@pytest.mark.slow
@pytest.mark.parametrize("name", STRIPPED)
def test_counts_of_stripped_decks_are_those_of_deals_laid_out_card_by_card(name: str) -> None:
    slug, deck, readings = STRIPPED[name]
    table = fast_action(slug, deck, readings)
    job = job_of(table)
    space = space_of(deck)
    counts = count_some_boards(job, *space.boards)
    n = len(job.first_values)
    generator = np.random.default_rng(1)
    for _ in range(2):
        hand = sorted(generator.permutation(np.array(deck.cards))[:4].tolist())
        wins, boards = laid_out(table, hand)
        for slot, arrangement in enumerate(space.slots_of(np.array([hand], np.uint8))[0]):
            size = space.arrangement_sizes[arrangement]
            for own in range(n):
                for other in range(n):
                    columns = ((other, -1), (n, 0), (n + 1, 1)) if own == other else ((other, None),)
                    for column, compared in columns:
                        signs = (-1, 0, 1) if compared is None else (compared,)
                        expected = sum(wins[slot, own, other, sign] for sign in signs)
                        assert counts["wins"][0, own, column, arrangement] == expected * size
                        expected = sum(boards[slot, own, other, sign] for sign in signs)
                        assert counts["boards"][own, column, arrangement] == expected * size


@pytest.mark.slow
@pytest.mark.parametrize("slug", [SINGLE, in_proof(MULTI)])
def test_one_board_of_the_full_deck_against_four_aces_is_counted_as_laid_out(slug: str) -> None:
    table = fast_action(slug)
    job, space = job_of(table), space_of(table.deck)
    showdown = ranking(table.showdown)
    board = space.place_of[list(parse_cards("2c 7c 7d 9c Kh"))]
    counts = count_some_boards(job, np.array([board]), np.array([1]))
    aces = list(parse_cards("Ac Ad Ah As"))
    left = Counter(table.deck.without([*aces, *(space.types[place] for place in board)]).cards)
    rows = dealer_table(space, table.house_way)
    high, low = space.pairs
    types = space.types
    ways: Counter[int] = Counter()
    value_of = [
        showdown.value([types[u], types[v], *(types[place] for place in board)])
        if left[types[u]] > (u == v) and left[types[v]]
        else 0
        for u, v in zip(high, low, strict=True)
    ]
    for kept, first, second, weight in zip(rows.kept, rows.first, rows.second, rows.weight, strict=True):
        dealt = Counter([types[high[kept]], types[low[kept]], types[first], types[second]])
        physical = prod(comb(left[card_id], times) for card_id, times in dealt.items())
        ways[value_of[kept]] += int(weight) * physical
    assert sum(ways.values()) == dealer_ways(table.deck)
    expected = 0
    for i, j in PLACES:
        own = showdown.value([aces[i], aces[j], *(types[place] for place in board)])
        expected += sum(times for value, times in ways.items() if value < own)
    (arrangement,) = set(space.slots_of(np.array([sorted(aces)], np.uint8))[0].tolist())
    boards_each = 6 * prod(comb(space.copies[place], times) for place, times in Counter(board.tolist()).items())
    assert counts["boards"][:, :, arrangement].sum() == boards_each
    wins = counts["wins"][:, :, :, arrangement].sum(axis=(1, 2)).tolist()
    assert sum(part << (32 * limb) for limb, part in enumerate(wins)) == expected * boards_each // 6


@pytest.mark.slow
def test_FA_9_every_hand_of_the_dealer_keeps_what_the_house_way_says() -> None:
    table = fast_action(MULTI, readings={"FA-R6": "literal"})
    space = space_of(table.deck)
    rows = dealer_table(space, table.house_way)
    assert rows.weight.sum() == UNITS * comb(52 + 3, 4)
    high, low = space.pairs
    found: dict[tuple[int, ...], dict[tuple[int, ...], int]] = defaultdict(dict)
    for kept, first, second, weight in zip(rows.kept, rows.first, rows.second, rows.weight, strict=True):
        pair = tuple(sorted((int(high[kept]), int(low[kept]))))
        found[tuple(sorted((*pair, int(first), int(second))))][pair] = int(weight)
    generator = np.random.default_rng(2)
    for hand in generator.integers(0, 52, (1500, 4)).tolist():
        _, choices = house_way_choices(hand, table.house_way)
        expected = Counter(tuple(sorted(choice)) for choice in choices)
        assert found[tuple(sorted(hand))] == {pair: UNITS * n // len(choices) for pair, n in expected.items()}


def test_shards_add_up_to_the_same_counts_whatever_their_number() -> None:
    table = fast_action(MULTI, Deck.stripped("7TJA", "cd", 2))
    one, three = (
        FastActionCount(table.deck, table.house_way, table.showdown, job_of(table).first_values, n_shards)
        for n_shards in (1, 3)
    )
    whole, parts = one.run(0), [three.run(shard) for shard in three.shards()]
    for name, array in whole.items():
        assert (array == sum(part[name] for part in parts)).all()


def _cut_off() -> Counts:
    raise KeyboardInterrupt


def test_shards_left_by_another_cut_are_not_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    table = fast_action(MULTI, Deck.stripped("7TJA", "cd", 2))
    two, three = (
        FastActionCount(table.deck, table.house_way, table.showdown, job_of(table).first_values, n_shards)
        for n_shards in (2, 3)
    )
    count = FastActionCount.run
    with monkeypatch.context() as power:
        power.setattr(FastActionCount, "run", lambda job, shard: count(job, shard) if shard == 0 else _cut_off())
        with pytest.raises(KeyboardInterrupt):
            Runner(jobs=1).run(two)
    assert list(job_folder(two).iterdir())
    resumed, whole = Runner(jobs=1).run(three), Runner(jobs=1, cache=False).run(three)
    assert all((resumed[name] == whole[name]).all() for name in whole)


def test_win_counts_with_a_high_part_are_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    table = fast_action(MULTI, Deck.stripped("7TJA", "cd", 2))
    job, (boards, orbits) = job_of(table), space_of(table.deck).boards
    plain = count_some_boards(job, boards, orbits)
    monkeypatch.setattr(counting, "needs_limbs", lambda job: True)
    monkeypatch.setattr(counting, "runs", lambda job, boards, orbits: [(0, 7), (7, len(boards))])
    low, high = count_some_boards(job, boards, orbits)["wins"]
    assert (low + (high << 32) == plain["wins"][0]).all()


def test_runs_of_eight_decks_stay_below_64_bits() -> None:
    table = fast_action(MULTI, readings={"FA-R8": "8"})
    job, space = job_of(table), space_of(table.deck)
    boards, orbits = (rows[::50] for rows in space.boards)
    cuts = runs(job, boards, orbits)
    assert cuts[0][0] == 0
    assert cuts[-1][1] == len(boards)
    for first, last in cuts:
        physical = sum(
            int(orbit) * prod(comb(8, times) for times in Counter(board.tolist()).values())
            for board, orbit in zip(boards[first:last], orbits[first:last], strict=True)
        )
        assert physical * 24 * UNITS * comb(8 * 52 - 9, 4) < 2**63
