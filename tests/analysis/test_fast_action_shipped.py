"""The counts of Fast Action Hold'em that ship: what they answer, that it is right, and that they know their limits."""

from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from support.device import one_thread
from support.quick import in_proof

from houseway.analysis import analyze, value_of
from houseway.analysis.counting.shards import Job, Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.results.partial import CountNeededError
from houseway.analysis.results.recorded import recorded
from houseway.analysis.titles.fast_action_holdem import analyze as solve
from houseway.analysis.titles.fast_action_holdem import on_device, rule_list
from houseway.analysis.titles.fast_action_holdem.analyzer import choices_of, known_at_once, plays_by_name
from houseway.analysis.titles.fast_action_holdem.choices import Choices, Payoffs
from houseway.analysis.titles.fast_action_holdem.counting import count_some_boards
from houseway.analysis.titles.fast_action_holdem.counts import (
    FOLDER,
    ShippedCounts,
    WholeCounts,
    job_of,
    limbs_of,
    packed,
    shipped,
)
from houseway.analysis.titles.fast_action_holdem.direct import count_hand
from houseway.analysis.titles.fast_action_holdem.space import space_of
from houseway.cards import parse_cards
from houseway.cards.deck import Deck
from houseway.games.catalogue import game
from houseway.games.engine.paytable import PayTable
from houseway.games.titles.fast_action_holdem import FastActionGame

SINGLE, MULTI = "fast-action-holdem", "fast-action-holdem-multi"
DECKS = ("1", "6", "7", "8")
MOST_BYTES = 30_000_000


class Counting(AssertionError):
    """A count was begun."""


class NeverCounts(Runner):
    """A runner that must not be asked."""

    def run(self, job: Job) -> Counts:
        raise Counting(job.name)


def table_of(decks: str, paytable: str | None = None, **options: Any) -> FastActionGame:
    readings = {} if decks == "1" else {"FA-R8": decks}
    made = game(SINGLE if decks == "1" else MULTI, paytable=paytable, readings=readings, **options)
    assert isinstance(made, FastActionGame)
    return made


def with_odds(table: FastActionGame, more: dict[str, int]) -> FastActionGame:
    """The table with higher or lower odds in some rows of the Bonus."""
    bonus = table.pays.tables["bonus"]
    assert set(more) <= {row.label for row in bonus.rows}
    rows = tuple(replace(row, pays=row.pays + more.get(row.label, 0)) for row in bonus.rows)
    tables = {**table.pays.tables, "bonus": PayTable(bonus.form, rows)}
    return replace(table, pay_set=replace(table.pays, name="own", tables=MappingProxyType(tables)))


@pytest.mark.slow
@pytest.mark.parametrize("decks", DECKS)
def test_what_ships_leads_to_the_recorded_results_to_the_last_digit(decks: str) -> None:
    for name in ("4", "6") if decks == "1" else ("1", "3"):
        table = table_of(decks, name)
        for strategy in ("optimal", "rule-list", "house-way"):
            known = recorded(table, strategy)
            if known is not None:
                found = solve(table, strategy=strategy, runner=NeverCounts())
                assert (found.net, found.return_table) == (known.net, known.return_table)
                assert (found.wagers, found.decisions) == (known.wagers, known.decisions)
                assert found.extra == known.extra


@pytest.mark.slow
@pytest.mark.parametrize("decks", ["1", "6"])
def test_own_tables_bets_and_limits_are_answered_without_a_count(decks: str) -> None:
    table = table_of(decks)
    own = with_odds(table, {"straight": -1, "flush": 1, "straight flush": 20})
    found = analyze(own, runner=NeverCounts())
    assert value_of(own, runner=NeverCounts()) == found.value != analyze(table).value
    assert sum(wager.value for wager in found.wagers) == found.value
    half, none = (solve(own, runner=NeverCounts(), bonus=ratio) for ratio in (Fraction(1, 2), 0))
    assert found.value < half.value < none.value
    limited = table_of(decks, aggregate_limit=1_500_000)
    high, low = (solve(limited, runner=NeverCounts(), ante=ante) for ante in (30_000, 500))
    assert high.value < low.value
    assert 0 < rule_list(own, runner=NeverCounts()).cost < Fraction(1, 50)


@pytest.mark.slow
@pytest.mark.parametrize(("decks", "cards"), [("1", "Ts 9s 6h 5h"), ("6", "As As Kd 2c"), ("8", "7c 7d 7d Jh")])
def test_what_ships_of_a_hand_is_what_the_direct_count_finds(decks: str, cards: str) -> None:
    """The direct count goes by groups of cards and shares no kernel with the sweep, on a GPU or not."""
    table = table_of(decks)
    job, hand = job_of(table), tuple(sorted(parse_cards(cards, deck=table.deck)))
    counted, found = shipped(job), count_hand(job, hand, (), 2)
    assert counted is not None
    slots = counted.space.slots_of(np.array([hand], np.uint8))[0]
    assert counted.wins[slots].tolist() == list(found.wins)
    assert counted.boards[:, slots].T.tolist() == [list(boards) for boards in found.boards]


def small_counts() -> tuple[WholeCounts, np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Counts of a stripped deck, whole and of one arrangement of each class."""
    table = table_of("6", deck=Deck.stripped("7TJA", "cd", 2))
    job = job_of(table)
    space = space_of(job.deck)
    counts = count_some_boards(job, *space.boards)
    wins, boards = counts["wins"][0] // space.arrangement_sizes, counts["boards"] // space.arrangement_sizes
    return WholeCounts(job, counts), limbs_of(wins), boards


def test_what_is_packed_comes_back_and_what_was_left_out_is_missed() -> None:
    counted, wins, boards = small_counts()
    generator = np.random.default_rng(5)
    kept, joint = (generator.random(boards.shape[-1]) < share for share in (0.5, 0.3))
    few = ShippedCounts(counted.job, packed(counted.job, wins, boards, kept, joint))
    assert (few.wins == counted.wins).all()
    assert (few.boards == counted.boards).all()
    assert few.jointly[joint].all()
    weights = generator.integers(1, 10**6, boards.shape[-1])
    together, alone = np.flatnonzero(few.jointly), np.flatnonzero(kept | few.jointly)
    for arrangements, of in ((together, "by_cell"), (alone, "by_class")):
        ours, theirs = (getattr(counts, of)(arrangements, weights[arrangements]) for counts in (few, counted))
        assert all((one == other).all() for one, other in zip(ours, theirs, strict=True))
    for own, other in ((1, 1), (1, 2), (6, 3)):
        expected = counted.boards_together(own, other)
        assert (few.boards_together(own, other) == np.where(few.jointly, expected, 0)).all()
    with pytest.raises(CountNeededError, match="leave out"):
        few.by_cell(np.flatnonzero(~few.jointly), weights[~few.jointly])
    with pytest.raises(CountNeededError, match="leave out"):
        few.by_class(np.flatnonzero(~kept & ~few.jointly), weights[~kept & ~few.jointly])


def test_best_play_under_a_limit_is_never_read_from_hands_that_are_not_known_together() -> None:
    counted, wins, boards = small_counts()
    table = table_of("6", "2", deck=counted.job.deck, aggregate_limit=1_500_000)
    payouts = Payoffs.of(table, counted.job.first_values, Fraction(1), 30_000)
    assert payouts.lost_by_sharing
    everything, nothing = (np.full(boards.shape[-1], flag) for flag in (True, False))
    whole_play = Choices(table, counted, payouts).best
    known = ShippedCounts(counted.job, packed(counted.job, wins, boards, everything, everything))
    assert (Choices(table, known, payouts).best == whole_play).all()
    unknown = ShippedCounts(counted.job, packed(counted.job, wins, boards, everything, nothing))
    with pytest.raises(CountNeededError, match="FA-15i"):
        _ = Choices(table, unknown, payouts).best


GENEROUS = {"three of a kind": 30, "straight": 30, "flush": 30}


def test_a_table_that_splits_everything_is_counted_on_request_only() -> None:
    generous = with_odds(table_of("1"), GENEROUS)
    with pytest.raises(CountNeededError, match=r"leave out \d+ of the hands.*a count of about .* with --count"):
        solve(generous, runner=NeverCounts())
    with pytest.raises(Counting):
        solve(generous, runner=NeverCounts(count=True))
    assert value_of(generous, runner=NeverCounts()) > 0


def test_what_is_known_of_such_a_table_is_told_at_once() -> None:
    generous = with_odds(table_of("1"), GENEROUS)
    with pytest.raises(CountNeededError) as raised:
        solve(generous, runner=NeverCounts())
    known = raised.value.known
    assert known is not None
    assert known.value == value_of(generous, runner=NeverCounts())
    assert sum(share.probability for share in known.decisions) == 1
    plain = known.to_dict()
    assert plain["distribution"] is plain["variance"] is plain["return_table"] is None
    missing = plain["missing"]
    assert isinstance(missing, dict)
    assert missing["option"] == "--count"
    assert "leave out" in missing["reason"]
    assert set(solve(table_of("1"), runner=NeverCounts()).to_dict()) >= set(plain) - {"missing"}


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["optimal", "house-way"])
@pytest.mark.parametrize(("decks", "bonus"), [("1", Fraction(1)), ("6", Fraction(1, 2)), ("1", Fraction(0))])
def test_values_without_a_distribution_are_those_of_the_distribution(
    decks: str, bonus: Fraction, strategy: str
) -> None:
    """The values of single hands, added up, against the joint outcomes of both hands."""
    table = table_of(decks)
    whole = solve(table, strategy=strategy, bonus=bonus, runner=NeverCounts())
    choices = choices_of(table, NeverCounts(), bonus)
    known = known_at_once(choices, plays_by_name(strategy, choices), strategy, "a test", cores=1)
    assert (known.value, dict(known.bases), known.decisions) == (whole.value, dict(whole.bases), whole.decisions)
    values = {wager.wager: (wager.staked, wager.value) for wager in whole.wagers}
    assert {wager.wager: (wager.staked, wager.value) for wager in known.wagers} == values


def test_a_recomputed_result_does_not_use_what_ships() -> None:
    with pytest.raises(Counting):
        analyze(table_of("1"), recompute=True, runner=NeverCounts())
    with pytest.raises(Counting):
        value_of(table_of("1"), recompute=True, runner=NeverCounts())


def test_all_that_ships_is_small_and_there_for_every_number_of_decks() -> None:
    folder = files("houseway.analysis").joinpath(FOLDER)
    sizes = [len(folder.joinpath(f"{job_of(table_of(decks)).name}.npz").read_bytes()) for decks in DECKS]
    assert sum(sizes) < MOST_BYTES


@pytest.mark.slow
@pytest.mark.parametrize(("decks", "deck"), [("1", None), ("6", Deck.stripped("7TJA", "cd", 3)), in_proof(("6", None))])
def test_the_kernel_for_a_gpu_counts_the_same_integers(decks: str, deck: Deck | None) -> None:
    """Compiled for this machine from the same source: a block is then one thread."""
    job = job_of(table_of(decks, deck=deck))
    boards, orbits = space_of(job.deck).boards
    some = slice(11, None, len(boards) // 2) if deck is None else slice(None)
    ours = on_device.count_on(one_thread(), job, boards[some], orbits[some])
    theirs = count_some_boards(job, boards[some], orbits[some])
    assert all(np.array_equal(ours[name], theirs[name]) for name in theirs)
