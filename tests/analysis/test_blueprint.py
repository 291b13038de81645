"""The whole game over buckets of hands: what the buckets say, files, and bad play that is found out."""

import json
import zlib
from dataclasses import replace
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from support.blueprints import always
from typer.testing import CliRunner

from houseway.analysis.solve.local_response import paid_before
from houseway.analysis.solve.range_bins import buckets_by_line, buckets_of_strengths
from houseway.analysis.solve.ranges import Range
from houseway.analysis.solve.sampled import Sampled, decisions_of, seeded
from houseway.analysis.solve.sampling import LAST, STAGES, Array
from houseway.analysis.titles.five_card_holdout import abstraction as abstraction_module
from houseway.analysis.titles.five_card_holdout import blueprint_training as training
from houseway.analysis.titles.five_card_holdout import polishing
from houseway.analysis.titles.five_card_holdout.abstraction import (
    AHEAD,
    BUCKETS,
    CLASSES,
    LEARNED_BINS,
    RIVER_BINS,
    SIZES,
    SPREADS,
    Abstraction,
    Holds,
    _boards,
    abstraction,
    flops,
    least_flop,
)
from houseway.analysis.titles.five_card_holdout.blueprint import (
    RIVERS_KEPT,
    SHIPPED,
    Blueprint,
    Spot,
    endings,
    in_bytes,
)
from houseway.analysis.titles.five_card_holdout.blueprint_measure import exact_rivers, local_response
from houseway.analysis.titles.five_card_holdout.blueprint_training import (
    blueprint_rules,
    keep,
    new_training,
    played_tables,
    resumed,
    scene,
)
from houseway.analysis.titles.five_card_holdout.flop_measure import blueprint_on_flop, learn_river
from houseway.analysis.titles.five_card_holdout.hold_equities import UNIT, drawn_sets, hold_equities
from houseway.analysis.titles.five_card_holdout.own_ranges import all_buckets, all_flop_buckets
from houseway.analysis.titles.five_card_holdout.polishing import polished
from houseway.analysis.titles.five_card_holdout.showdown import board_values
from houseway.analysis.titles.five_card_holdout.strategy_file import SEAL, header_of, write_strategy
from houseway.analysis.titles.five_card_holdout.subgames import hand_strengths, subgame
from houseway.cards.card import N_NATURAL
from houseway.cards.notation import parse_cards
from houseway.cards.symmetry import renamed
from houseway.cli import app
from houseway.errors import BadSetting, BadSolution, HousewayError
from houseway.games.engine.bet import Bet
from houseway.games.titles.five_card_holdout import FiveCardHoldOut, HoldOutRound

BOARD = parse_cards("2c Qh Ks Ad")
DEALT = "As Ks Qd 7h 7c"


def some_hands(count: int) -> Array:
    found: Array = drawn_sets(count, 5, np.uint64(0), seeded(11))
    return found


def held(size: int, count: int, without: tuple[int, ...] = BOARD) -> Holds:
    gone = np.uint64(sum(1 << card for card in without))
    cards = drawn_sets(count, size, gone, seeded(12, size))
    return Holds.of(np.pad(cards, ((0, 0), (0, 5 - size))), np.full(count, size))


@pytest.fixture(scope="module")
def trained() -> Sampled:
    """A game after a little training."""
    game = new_training(seed=3)
    game.visit(300)
    return game


@pytest.fixture(scope="module")
def plan(trained: Sampled) -> Blueprint:
    """Its blueprint."""
    return Blueprint(played_tables(in_bytes(trained.rules, trained.averages)), {"measured": {}})


@pytest.fixture
def saved(trained: Sampled, tmp_path: Path) -> Path:
    """The file of it."""
    path = tmp_path / "plan.hws"
    header = header_of(blueprint_rules(), abstraction().digest, deals=trained.deals, seed=trained.seed, measured={})
    write_strategy(path, header, played_tables(in_bytes(trained.rules, trained.averages)))
    return path


# Buckets.


@pytest.mark.proof
def test_candidates_are_the_best_of_each_size_within_six_percent() -> None:
    hands = some_hands(40)
    worth, starts = hold_equities().worth, np.cumsum([0, 52, 1326, 22100, 270725])
    dealt = abstraction().dealt(hands)
    for row, hand in enumerate(hands.tolist()):
        best = {}
        for size in SIZES:
            known = [
                worth[starts[size - 1] + sum(comb(card, place + 1) for place, card in enumerate(chosen))]
                for chosen in combinations(hand, size)
            ]
            best[size] = int(max(known))
        top = max(best.values())
        near = sum(top - value <= UNIT * 6 // 100 for value in best.values())
        assert dealt.n_holds[row] == min(near, 3)
        assert best[SIZES[dealt.sizes[row, 0]]] == top


@pytest.mark.proof
def test_buckets_are_the_same_when_made_again() -> None:
    """Nothing depends on what was asked before, or on the order."""
    again, holds = Abstraction(), held(3, 50)
    assert again.digest == abstraction().digest
    assert np.array_equal(again.flop(BOARD[:2], holds), abstraction().flop(BOARD[:2], holds))


@pytest.mark.proof
def test_a_renaming_of_suits_changes_no_bucket_before_the_river() -> None:
    image = np.array([renamed(card, (2, 0, 3, 1)) for card in range(N_NATURAL)], np.uint8)
    hands = some_hands(60)
    one, two = abstraction().dealt(hands), abstraction().dealt(np.sort(image[hands], axis=1))
    assert np.array_equal(one.first, two.first)
    assert np.array_equal(one.holds, two.holds)
    flop, holds = BOARD[:2], held(3, 60)
    moved = Holds.of(image[holds.cards], holds.counts)
    there = tuple(int(image[card]) for card in flop)
    assert np.array_equal(abstraction().flop(flop, holds), abstraction().flop(there, moved))


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 4])
def test_a_hold_has_the_same_bucket_on_a_flop_alone_and_among_many(size: int) -> None:
    """A few are looked for in the ordered ranges, many read from a table of all strengths."""
    many = held(size, 1200, BOARD[:2])
    together = abstraction().flop(BOARD[:2], many)
    for place in range(0, 1200, 100):
        alone = many.at(np.arange(place, place + 1))
        assert np.array_equal(abstraction().flop(BOARD[:2], alone), together[place : place + 1])
        assert abstraction().flop(BOARD[:2], alone, slice(1, 2)).tolist() == [[together[place, 1]]]


def counted_shares(own: Array, theirs: Array, boards: Array) -> list[int]:
    """What cards beat of others on each board that allows them, of 4096, with the ranking of single hands."""
    shares = []
    for board in boards:
        if not set(own.tolist()) & set(board.tolist()):
            apart = theirs[~np.isin(theirs, board).any(axis=1)]
            mine, against = (
                hand_strengths(own[None], board[None])[0],
                hand_strengths(apart, np.tile(board, (len(apart), 1))),
            )
            shares.append(UNIT // 2 * int((against < mine).sum() + (against <= mine).sum()) // len(apart))
    return shares


@pytest.mark.slow
@pytest.mark.parametrize(("size", "other"), [(1, 2), (2, 0)])
def test_a_flop_bucket_is_the_place_among_hands_of_the_own_size_and_how_much_the_river_matters(
    size: int, other: int
) -> None:
    """Counted hand by hand, on every tenth of the boards by which the flop is judged."""
    known, boards = Abstraction(), _boards(least_flop(BOARD[:2])[1])[::10]
    hold, (image, least) = held(SIZES[size], 1, BOARD[:2]), least_flop(BOARD[:2])
    ranges = [abstraction().ranges[each].cards[:, : SIZES[each]] for each in (size, other)]
    shares = counted_shares(image[hold.cards[0, : SIZES[size]]], ranges[1], boards)
    allowed = ranges[0][~np.isin(ranges[0], least).any(axis=1)]
    among = [counted_shares(each, ranges[1], boards) for each in allowed]
    mean, means = sum(shares) // len(shares), [sum(each) // max(len(each), 1) for each in among]
    part = sum((each < mean) + (each <= mean) for each in means) / (2 * len(means))
    spread = sum(each * each for each in shares) / len(shares) / UNIT**2 - (sum(shares) / len(shares) / UNIT) ** 2
    bucket = 3 * int(20 * (0.6 * part + 0.4 * part**3)) + (spread >= 0.17**2) + (spread >= 0.27**2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(abstraction_module, "_boards", lambda flop: boards)
        assert known.flop(BOARD[:2], hold)[0, other] == bucket


# Own ranges.


@pytest.fixture(scope="module")
def telling(plan: Blueprint) -> Blueprint:
    """The same before the river; there, who opens bets the more often the higher the bin, and answers by the class."""
    tables = [np.array(table) for table in plan.tables]
    for player in (0, 1):
        table = tables[2 * LAST + player]
        kinds, bins = np.divmod(np.arange(len(table)) % BUCKETS[LAST], RIVER_BINS)
        table[:, :2] = np.column_stack([8 * (RIVER_BINS - 1 - bins), 8 * bins])
        table[:, 2:5] = np.column_stack([np.zeros_like(kinds), polishing.KINDS - 1 - kinds, kinds])
    return Blueprint(tuple(tables), plan.header)


def told_buckets(plan: Blueprint, spot: Spot, hands: Array) -> tuple[Array, Array]:
    """The bins and classes of hands of who opens, as they are told by the play."""
    play = plan.round_play(0, spot, hands)
    bins, kinds = play[1] * (RIVER_BINS - 1), play[4] * (polishing.KINDS - 1)
    return np.rint(bins).astype(np.int64), np.rint(kinds).astype(np.int64)


def arriving(plan: Blueprint, player: int, spot: Spot) -> tuple[Array, Array, Array]:
    """All sets with which a player comes to a river, counted anew: hands, weights and strengths."""
    comes = plan.range_of(player, Spot(spot.first, spot.held))
    free = ~np.isin(comes.hands, spot.board).any(axis=1)
    hands, weights = comes.hands[free], comes.weights[free]
    play = plan.round_play(player, Spot(spot.first, spot.held, board=spot.board[:2]), hands)
    tree, done = blueprint_rules().rounds[0], spot.middle.split()
    for count, action in enumerate(done):
        decision = tree.lines.index(" ".join(done[:count]))
        if tree.actors[decision] == player:
            weights = weights * play[int(tree.cells[decision]) + tree.actions[decision].index(action)]
    board = np.array([spot.board], np.uint8)
    return hands, weights, np.array([board_values(hand, board)[0] for hand in hands.tolist()])


def beaten(weights: Array, strengths: Array, own: Array) -> Array:
    """The share of a range that each strength beats; ties count half."""
    sums = [weights[strengths < each].sum() + weights[strengths == each].sum() / 2 for each in own]
    found: Array = np.array(sums) / weights.sum()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("middle", ["check bet call", "check check"])
def test_a_river_bucket_is_the_place_in_the_own_range_and_how_that_stands_in_the_other(
    telling: Blueprint, middle: str
) -> None:
    spot = Spot("call check", (2, 3), middle, "", BOARD)
    hands, weights, strengths = arriving(telling, 0, spot)
    parts = beaten(weights, strengths, strengths)
    expected = np.minimum(RIVER_BINS * (0.6 * parts + 0.4 * parts**3) + 1e-9, RIVER_BINS - 1).astype(np.int64)
    _, others, other_strengths = arriving(telling, 1, spot)
    shares = beaten(others, other_strengths, strengths)
    ahead = float(np.average(shares, weights=weights))
    spread = float(np.average((shares - ahead) ** 2, weights=weights)) ** 0.5
    bins, kinds = told_buckets(telling, spot, hands)
    assert (bins == expected).mean() > 0.95
    assert np.abs(bins - expected).max() <= 1
    assert bins.max() - bins.min() > RIVER_BINS // 2
    assert set(kinds.tolist()) == {sum(ahead >= x for x in AHEAD) * CLASSES[1] + sum(spread >= x for x in SPREADS)}


@pytest.mark.slow
def test_boards_are_told_apart_by_the_mean_and_the_spread_of_what_the_first_range_beats() -> None:
    """Drawn ranges of few strengths, with sets that the board rules out and some that never come, pair by pair."""
    rng, seen = np.random.default_rng(8), set()
    for _ in range(60):
        ranges, top = [], rng.integers(3, 12, 2)
        for player in (0, 1):
            count = int(rng.integers(4, 20))
            came = rng.random((3, 2)) * (rng.random((3, 2)) < 0.8)
            weights = rng.random(count) ** 4 * (rng.random(count) < 0.9)
            ranges.append((rng.integers(-1, top[player], count), weights, rng.integers(0, 3, count), came))
        (first, second), edges = ranges, (np.array(AHEAD), np.array(SPREADS))
        found = [buckets_of_strengths(p, first, second, 12, 5, edges[0], edges[1]) // 5 for p in (0, 1)]
        for way in (0, 1):
            (one, often), (two, others) = (
                (strengths[strengths >= 0], (weights * came[buckets, way])[strengths >= 0])
                for strengths, weights, buckets, came in ranges
            )
            if often.sum() * others.sum() > 0:
                wins = (np.sign(one[:, None] - two) + 1) / 2 @ others / others.sum()
                ahead = often @ wins / often.sum()
                spread = (often @ (wins - ahead) ** 2 / often.sum()) ** 0.5
                kind = np.digitize(ahead, AHEAD) * CLASSES[1] + np.digitize(spread, SPREADS)
                assert set(np.concatenate([each[:, way] for each in found]).tolist()) == {kind}
                seen.add(int(kind))
    assert len(seen) > 15


def test_classes_of_boards_take_from_those_beside_them_and_a_little_from_all() -> None:
    counted = np.zeros((*CLASSES, 2, 2), np.float32)
    counted[3, 2], counted[9, 5] = np.eye(2), 7.0
    found, near = polishing.smoothed(counted), np.exp(-1 / (2 * polishing.NEAR**2))
    every = polishing.POOLED * (np.eye(2) + 7)
    assert found[3, 2] - every == pytest.approx(np.eye(2), abs=1e-6)
    assert found[4, 2] - every == pytest.approx(near * np.eye(2), abs=1e-6)
    assert found[2, 3] - every == pytest.approx(near**2 * np.eye(2), abs=1e-6)
    assert found[11, 0] == pytest.approx(every, abs=1e-6)
    assert polishing.smoothed(counted.sum(axis=1)).shape == (CLASSES[0], 2, 2)


@pytest.mark.slow
def test_what_is_kept_of_a_river_is_told_of_no_other(telling: Blueprint) -> None:
    """Boards, lines, sizes and players are answered alike in whatever order they are asked, and when none is kept."""
    spots = [
        Spot(first, sizes, middle, last, board)
        for board in (BOARD, parse_cards("2c Qh 3s 3d"))
        for first, sizes in (("call check", (3, 3)), ("raise call", (3, 3)), ("call check", (3, 2)))
        for middle in ("check check", "bet call")
        for last in ("", "check")
    ]
    assert len({(each.player, each.first, each.held, each.board) for each in spots}) > RIVERS_KEPT
    cards = "9c 9d Th", "9c 9d"

    def answers(asked: list[Spot]) -> list[dict[str, float]]:
        return [telling.strategy(spot, cards[3 - spot.held[spot.player]]) for spot in asked]

    expected = []
    for spot in spots:
        telling._rivers.clear()
        expected += answers([spot])
    assert answers(spots) == expected
    assert answers(spots[::-1]) == expected[::-1]


@pytest.mark.proof
def test_a_visit_puts_its_holds_where_the_blueprint_does(telling: Blueprint) -> None:
    deals, hands, boards = scene(seeded(4), 40, 2, None)
    ranges = telling.comers.on(boards, all_flop_buckets(tuple(boards[0, :2].tolist())))
    rules, first, middle = blueprint_rules(), "call check", "check bet call"
    entry, way = endings(rules.blinds).index(first), endings(rules.rounds[0]).index(middle)
    seen = 0
    for hand in range(len(hands)):
        size, other = int(deals.sizes[hand, 0]), 1
        if deals.strengths[1, hand, 0] > 0:
            spot = Spot(first, (SIZES[size], SIZES[other]), middle, "", tuple(boards[1].tolist()))
            own = abstraction().holds(abstraction().dealt(hands[hand : hand + 1])).cards[:1, : SIZES[size]]
            bins, kinds = told_buckets(telling, spot, own)
            expected, strength = kinds[0] * RIVER_BINS + bins[0], deals.strengths[1, hand, 0]
            assert buckets_by_line(ranges, 1, 0, entry, size, other, way)[strength] == expected
            every = all_buckets(ranges, np.full((2, 4), strength), np.arange(4), np.arange(4), 4)
            assert every[1, size, other, entry * rules.later + way] == expected
            seen += 1
    assert seen > 20


# The game.


@pytest.mark.slow
def test_payoffs_are_those_of_the_engine(trained: Sampled) -> None:
    """Random lines through the engine's own hand end with what the trees say was lost."""
    rules, table = blueprint_rules(), FiveCardHoldOut.configure()
    rng = np.random.default_rng(5)
    for number in range(25):
        stack = Bet(stack=table.big_blind * 100)
        state = table.start([stack, stack], seed=str(number), button=1)
        assert isinstance(state, HoldOutRound)
        state = state.advance()
        trees = iter((rules.blinds, *rules.rounds))
        tree, decision, half, folded = next(trees), 0, 0, -1
        while not state.is_over:
            if state.step == "discard":
                options = state.decisions()
                state = state.apply(options[int(rng.integers(len(options)))]).advance()
                continue
            assert tree.actors[decision] == state.turn
            wanted = str(rng.choice(tree.actions[decision], p=_tame(tree.actions[decision])))
            state = state.apply(next(action for action in state.decisions() if action.kind == wanted)).advance()
            decision = int(tree.children[decision, tree.actions[decision].index(wanted)])
            if decision < 0:
                half += int(tree.lost[-1 - decision])
                folded = int(tree.folded[-1 - decision])
                tree, decision = next(trees, tree), 0
        net = {each.seat: int(each.net) for each in state.settlements}
        if folded >= 0:
            assert net[folded] == -half
        else:
            assert abs(net[0]) in (0, half)


def _tame(actions: tuple[str, ...]) -> list[float]:
    """Folds are rare, so that many lines come to a showdown."""
    weights = [0.15 if action == "fold" else 1.0 for action in actions]
    return [weight / sum(weights) for weight in weights]


def test_chips_before_a_decision_are_those_of_its_line() -> None:
    blinds = blueprint_rules().blinds
    paid = paid_before(blinds)
    assert paid[blinds.lines.index("")].tolist() == [200, 100]
    assert paid[blinds.lines.index("call")].tolist() == [200, 200]
    assert paid[blinds.lines.index("raise raise")].tolist() == [600, 400]


# Asking.


@pytest.mark.slow
def test_play_is_asked_at_every_stage(plan: Blueprint) -> None:
    flop = Spot("call check", (3, 2), board=BOARD[:2])
    river = Spot("call check", (3, 2), "check check", "bet", BOARD)
    assert set(plan.strategy(Spot(), DEALT)) == {"fold", "call", "raise"}
    assert set(plan.strategy(flop, "7c 7h As")) == {"check", "bet"}
    assert set(plan.strategy(river, "7c 7h")) == {"fold", "call", "raise"}
    for often in (plan.strategy(Spot(), DEALT), plan.strategy(flop, "7c 7h As"), plan.holds(Spot("call check"), DEALT)):
        assert sum(often.values()) == pytest.approx(1)
    assert parse_cards("7c 7h As") in plan.holds(Spot("call check"), DEALT)


def test_a_moment_that_is_none_is_refused() -> None:
    plan = Blueprint.load()
    for spot in (Spot("call fold"), Spot("bet")):
        with pytest.raises(HousewayError):
            plan.strategy(spot, DEALT)
    with pytest.raises(BadSetting, match="discard"):
        plan.strategy(Spot("call check"), DEALT)


@pytest.mark.slow
def test_a_range_is_what_every_dealt_hand_would_hold(plan: Blueprint) -> None:
    """Of four cards held, the fifth is any other: each dealt hand is asked for itself."""
    spot = Spot("call check", (4, 3), board=BOARD[:2])
    known = plan.range_of(0, spot, dead=parse_cards("3d"))
    chosen = known.hands[len(known.hands) // 2]
    expected = 0.0
    for card in range(N_NATURAL):
        if card not in (*chosen, *spot.board, *parse_cards("3d")):
            dealt = [*chosen.tolist(), card]
            often = plan.strategy(Spot("call"), dealt)["check"]
            expected += often * plan.holds(Spot("call check"), dealt).get(tuple(sorted(chosen.tolist())), 0.0)
    assert known.weights[len(known.hands) // 2] == pytest.approx(expected)
    assert expected > 0


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(2, 3), (3, 3), (4, 2), (5, 4)])
def test_a_range_on_a_river_is_counted_dealt_hand_by_dealt_hand(plan: Blueprint, sizes: tuple[int, int]) -> None:
    """The second player has raised and calls a bet, and slips now and then: of some sets all hands are looked at."""
    slip, came = 0.01, Spot("raise call", sizes[::-1], "bet", board=BOARD[:2])
    known = plan.range_of(1, replace(came, middle="bet call", board=BOARD), slip=slip)
    of_holds = plan.held_often(1, Spot("raise call", sizes[1:]))
    for place in np.linspace(0, len(known.hands) - 1, 4).astype(int).tolist():
        own, expected = known.hands[place].tolist(), 0.0
        left = [card for card in range(N_NATURAL) if card not in (*own, *BOARD)]
        hands = np.array([sorted([*own, *others]) for others in combinations(left, 5 - len(own))], np.uint8)
        dealt, raised = abstraction().dealt(hands), {}
        for row, hand in enumerate(hands.tolist()):
            for which in range(int(dealt.n_holds[row])):
                if [card for bit, card in enumerate(hand) if dealt.ways[row, which] >> bit & 1] == own:
                    bucket = int(dealt.first[row])
                    if bucket not in raised:
                        raised[bucket] = (1 - slip) * plan.strategy(Spot(), hand)["raise"] + slip / 3
                    expected += raised[bucket] * of_holds[dealt.holds[row], which]
        assert expected > 0
        called = (1 - slip) * plan.strategy(came, own)["call"] + slip / 3
        assert known.weights[place] == pytest.approx(expected * called)


@pytest.mark.slow
def test_ranges_leave_out_no_set_that_is_held(plan: Blueprint) -> None:
    """Each of some dealt hands holds what the range has."""
    spot = Spot("call check", (3, 3), board=BOARD)
    known = {tuple(hand) for hand in plan.range_of(0, spot).hands.tolist()}
    for hand in drawn_sets(200, 5, np.uint64(sum(1 << card for card in BOARD)), seeded(13)).tolist():
        for held_cards, often in plan.holds(Spot("call check"), hand).items():
            if len(held_cards) == 3 and often * plan.strategy(Spot("call"), hand)["check"] > 0:
                assert tuple(map(int, held_cards)) in known


@pytest.mark.slow
def test_what_was_never_learned_is_told_and_played_evenly() -> None:
    """Nobody raises whom the blueprint always folds to: what it was trained on is what it knows."""
    plan = always(("fold", "check", "call"))
    assert plan.learned_strategy(Spot(), DEALT) == ({"fold": 1.0, "call": 0.0, "raise": 0.0}, True)
    plan.tables[2 * LAST][...] = 0
    river = Spot("call check", (3, 3), "check check", board=BOARD)
    assert plan.learned_strategy(river, "3c 3d 7h") == ({"check": 0.5, "bet": 0.5}, False)


# Files.


@pytest.mark.slow
def test_a_file_is_read_as_it_was_written(plan: Blueprint, saved: Path) -> None:
    again = Blueprint.load(saved)
    assert all(np.array_equal(one, two) for one, two in zip(plan.tables, again.tables, strict=True))
    assert again.header["deals"] == 300
    assert again.header["readings"]["FCH-R1"] == "fixed"


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    copy = tmp_path / "plan.hws"
    data = bytearray(SHIPPED.read_bytes())
    data[len(data) // 2] ^= 1
    copy.write_bytes(bytes(data))
    with pytest.raises(BadSolution, match=r"plan\.hws is damaged"):
        Blueprint.load(copy)


@pytest.mark.parametrize("body", [b"not compressed", zlib.compress(b"too few"), zlib.compress(bytes(10**8))])
def test_a_forged_file_with_the_right_hash_is_refused_too(tmp_path: Path, body: bytes) -> None:
    forged = tmp_path / "plan.hws"
    SEAL.write(forged, Blueprint.load(SHIPPED).header, [body])
    with pytest.raises(BadSolution, match=r"plan\.hws (has a header or contents that no|holds more or less)"):
        Blueprint.load(forged)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["abstraction", "ranking", "terms"])
def test_a_file_of_other_buckets_ranking_or_terms_is_refused(saved: Path, plan: Blueprint, name: str) -> None:
    header = dict(Blueprint.load(saved).header)
    header["hashes"] = {**header["hashes"], name: "0" * 64}
    write_strategy(saved, header, plan.tables)
    with pytest.raises(BadSolution, match=f"another {name}"):
        Blueprint.load(saved)


@pytest.mark.slow
def test_a_run_goes_on_from_its_checkpoint_bit_for_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "HANDS", 64)
    monkeypatch.setattr(training, "RIVERS", 2)
    whole, part = new_training(9), new_training(9)
    for _ in range(2):
        whole.visit(40)
    part.visit(40)
    keep(tmp_path / "part.training", part)
    again = resumed(tmp_path / "part.training")
    again.visit(40)
    assert again.deals == whole.deals == 80
    for one, two in zip((*again.regrets, *again.averages), (*whole.regrets, *whole.averages), strict=True):
        assert np.array_equal(one, two)
    (tmp_path / "part.training").write_bytes(b"houseway training 1\nnothing")
    with pytest.raises(BadSolution, match="damaged"):
        resumed(tmp_path / "part.training")
    known = {"abstraction": abstraction().learned_digest, "visits": 1, "deals": 40}
    for told, words in (({"seed": 9}, "more or less"), ({"seed": "mine"}, "header"), ({"abstraction": ""}, "buckets")):
        training.SEAL.write(tmp_path / "part.training", {**known, **told}, [b"eight by"])
        with pytest.raises(BadSolution, match=words):
            resumed(tmp_path / "part.training")


@pytest.fixture
def short_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Visits of few cards, and rivers that are refined after two of them."""
    for name, value in (("HANDS", 64), ("RIVERS", 2), ("DEALS", 40), ("REFINED_AFTER", 80)):
        monkeypatch.setattr(training, name, value)


@pytest.mark.slow
@pytest.mark.usefixtures("short_visits")
def test_refined_rivers_begin_with_what_was_learned_of_all_boards(tmp_path: Path) -> None:
    """Classes of boards are played alike at first, and the rounds before are the very same."""
    coarse = training.train(new_training(9), training.Until(deals=80), tmp_path / "coarse.training")
    assert not training.is_refined(coarse)
    fine = training.refined(coarse)
    assert (fine.visits, fine.deals) == (coarse.visits, coarse.deals)
    for place in range(2 * LAST):
        assert np.array_equal(fine.regrets[place], coarse.regrets[place])
        assert np.array_equal(fine.averages[place], coarse.averages[place])
    columns = fine.regrets[-1].shape[1]
    ours = fine.averages[-1].reshape(-1, CLASSES[0] * CLASSES[1], RIVER_BINS, columns)
    theirs = coarse.averages[-1].reshape(-1, LEARNED_BINS, columns)
    part = LEARNED_BINS / BUCKETS[LAST]
    assert theirs.any()
    assert ours[:, 0, 0] == pytest.approx(part * theirs[:, 0], rel=1e-6)
    assert ours[:, 5, -1] == pytest.approx(part * theirs[:, -1], rel=1e-6)


@pytest.mark.proof
@pytest.mark.usefixtures("short_visits")
def test_a_training_refines_rivers_by_its_deals_alone(tmp_path: Path) -> None:
    """In one go as in two, the second from a checkpoint of refined rivers."""
    whole = training.train(new_training(9), training.Until(deals=160), tmp_path / "whole.training")
    part = training.train(new_training(9), training.Until(deals=120), tmp_path / "part.training")
    assert training.is_refined(part)
    again = training.train(resumed(tmp_path / "part.training"), training.Until(deals=160), tmp_path / "part.training")
    assert again.deals == whole.deals == 160
    for one, two in zip((*again.regrets, *again.averages), (*whole.regrets, *whole.averages), strict=True):
        assert np.array_equal(one, two)


def test_the_blueprint_that_ships_fits_this_version_and_tells_what_was_measured() -> None:
    plan = Blueprint.load()
    measured = plan.header["measured"]
    assert plan.header["deals"] > 5_000_000
    assert measured["local_best_response"]["count"] == 50_000
    assert 0 < measured["rivers"]["river_error_solved_live"]["mbb"] < measured["rivers"]["river_error"]["mbb"]
    assert SHIPPED.stat().st_size < 10_000_000
    strong, weak = (plan.strategy(Spot("raise"), hand) for hand in ("As Ah Ad Kc Ks", "Jh 8d 6s 4c 2h"))
    assert strong["fold"] < 0.02
    assert weak["fold"] > 0.5


# Measuring.


@pytest.mark.proof
def test_who_always_folds_loses_the_blinds_exactly() -> None:
    """From the big blind half a big blind is won, from the button a whole one: three quarters on average."""
    found = local_response(always(("fold", "check")), 400)
    assert found.mean == pytest.approx(0.75, abs=1e-12)
    assert found.within == pytest.approx(0, abs=1e-12)


@pytest.mark.proof
def test_who_always_calls_loses_to_bets_with_better_hands() -> None:
    found = local_response(always(("check", "call")), 400)
    assert found.mean - found.within > 0.5


@pytest.mark.proof
def test_rivers_of_poor_play_are_beaten_and_solved_ones_hardly(plan: Blueprint) -> None:
    found = exact_rivers(plan, 2)
    assert found.played.mean / found.played.pot > 0.05
    assert found.solved.mean / found.solved.pot < 0.01


@pytest.mark.proof
def test_last_rounds_solved_anew_are_beaten_by_less_and_nothing_before_them_changes(plan: Blueprint) -> None:
    tables = polished(plan, 1, 1)
    for one, two in zip(plan.tables[: 2 * LAST], tables[: 2 * LAST], strict=True):
        assert np.array_equal(one, two)
    before, after = (exact_rivers(each, 3, held=(3, 3)) for each in (plan, Blueprint(tables, plan.header)))
    assert after.solved.mean == before.solved.mean
    assert after.played.mean < before.played.mean / 2


@pytest.mark.slow
def test_a_flop_is_measured_with_what_the_blueprint_plays_on_its_rivers(plan: Blueprint) -> None:
    """Every hand takes its actions of a river as often as the blueprint asked about that hand alone."""
    spot = Spot("call check", (3, 3), board=BOARD[:2])
    ranges = [Range(held(3, 12, BOARD[:2]).cards[start::2, :3], np.ones(6)) for start in (0, 1)]
    game = subgame(spot.board, spot.held, 2.0, ranges)
    for number in (0, len(game.boards) // 2):
        board = (*spot.board, *game.boards.cards[number])
        for player in (0, 1):
            hands = game.ranges[player].hands
            learn_river(game, number, player, plan, spot, Holds.of_sets(hands))
            for way, line in enumerate(endings(blueprint_rules().rounds[0])):
                played = game.play(player, number, way)
                for last in [
                    each for each, who in zip(game.last.lines, game.last.actors, strict=True) if who == player
                ]:
                    cells = game.last.cells_of(game.last.lines.index(last))
                    for place, hand in enumerate(hands.tolist()):
                        if not set(hand) & set(board):
                            alone = plan.strategy(Spot(spot.first, spot.held, line, last, board), hand)
                            assert played[cells, place] == pytest.approx(list(alone.values()), abs=2e-4)


def test_flops_are_measured_with_sizes_alone() -> None:
    for wrong in ("flop:3", "flop:0:3,3", "turn:3:3,3"):
        found = CliRunner().invoke(app, ["solve", "five-card-holdout", "--measure", "shipped", "--exact", wrong])
        assert found.exit_code == 2 or "flop:10:3,3" in str(found.exception)


@pytest.mark.parametrize("asked", ["flop:2:1,3", "river:2:3,1"])
def test_moments_to_which_a_blueprint_never_comes_are_refused_and_not_waited_for(asked: str) -> None:
    found = CliRunner().invoke(app, ["solve", "five-card-holdout", "--measure", "shipped", "--exact", asked])
    assert "never 1" in str(found.exception)


@pytest.mark.proof
def test_what_is_won_from_a_flop_on_is_at_least_what_is_won_on_its_rivers() -> None:
    """Whoever plays as the blueprint on the flop, and best responses on rivers, wins no more than best responses in
    both rounds do; on one flop with few hands, over all its rivers.
    """
    plan = Blueprint.load()
    spot = Spot("raise call", (2, 2), board=BOARD[:2])
    game = blueprint_on_flop(plan, spot, 4.0)
    whole = game.measure().exploitability
    assert game.opening is not None
    for player in (0, 1):
        game.opening.learned[player].locked[...] = True
    assert 0 < game.measure().exploitability <= whole


@pytest.mark.proof
def test_a_blueprint_is_trained_and_measured_by_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "DEALS", 50)
    monkeypatch.setattr(polishing, "flops", lambda: tuple(each[:2] for each in flops()))
    path = str(tmp_path / "new.hws")
    arguments = ["solve", "five-card-holdout", "--json"]
    order = ["--blueprint", path, "--minutes", "0.00001", "--seed", "4", "--polish", "1"]
    made = CliRunner().invoke(app, [*arguments, *order])
    assert made.exit_code == 0, made.output
    assert (json.loads(made.stdout)["seed"], json.loads(made.stdout)["polished"]) == (4, 1)
    found = CliRunner().invoke(app, [*arguments, "--measure", path, "--lbr", "400"])
    measured = json.loads(found.stdout)["measured"]["local_best_response"]
    assert measured["count"] == 400
    assert Blueprint.load(Path(path)).header["measured"]["local_best_response"] == measured
    few = CliRunner().invoke(app, [*arguments, "--measure", path, "--lbr", "200"])
    assert "400 hands at least" in str(few.exception) + few.output
    wrong = CliRunner().invoke(app, [*arguments, "--measure", path, "--exact", "flop:3"])
    assert "river:200" in str(wrong.exception) + wrong.output


@pytest.mark.slow
def test_frequencies_of_every_decision_sum_to_one(plan: Blueprint) -> None:
    rules = blueprint_rules()
    for stage in range(STAGES):
        for player in (0, 1):
            often = plan.frequencies(stage, player)
            for columns in decisions_of(rules, stage, player):
                assert np.allclose(often[:, columns].sum(axis=1), 1)
