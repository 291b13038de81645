"""Strategies of titles with streets besides the best: each deal of a small deck settled by the title, and the rules."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.analyzer import analyze
from houseway.analysis.declared.choices import NEVER_FOLDS
from houseway.analysis.declared.conditions import LOW_PAIR, PAID_PAIR
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.simulation import player_of
from houseway.analysis.declared.staged_stud.rules import SHAPE, Signs
from houseway.analysis.declared.strategy import rule_list
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RULE_LIST
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.games.catalogue import game
from houseway.games.engine.declared.ending import Ending
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import Hand, Held, LaterBet

HERE = Runner(jobs=1, cache=False)
STUDS = {"mississippi-stud": "2c 2d 4d 6h 6s 9c Tc Jd", "let-it-ride": "2c 2d 4d 6h 6s 9c Tc Td", "flush-rush": ""}
BOARDS = ("texas-holdem-bonus", "ultimate-texas-holdem")


def small(slug: str) -> DeclaredGame:
    deck = Deck.of(parse_cards(STUDS[slug])) if STUDS.get(slug) else Deck.stripped(ranks="QKA", suits="shd")
    made = game(slug, deck=deck)
    assert isinstance(made, DeclaredGame)
    return made


def deals(title: DeclaredGame) -> Iterator[dict[Held, tuple[int, ...]]]:
    """Every deal, hand after hand, and packet after packet of a hand."""

    def further(packets: list[tuple[Hand, int]], left: tuple[int, ...]) -> Iterator[dict[Held, tuple[int, ...]]]:
        if not packets:
            yield {}
            return
        (hand, size), *others = packets
        for cards in combinations(left, size):
            for rest in further(others, tuple(card for card in left if card not in cards)):
                yield {**rest, hand: (*cards, *rest.get(hand, ()))}

    return further(
        [(hand, size) for hand in title.every(Hand) for size in title.packets(hand)], tuple(title.deck.cards)
    )


def net(title: DeclaredGame, path: Path, cards: dict[Held, tuple[int, ...]]) -> Fraction:
    """What a unit on every wager wins, by the title's own settlement."""
    end = Ending(dict(path), {term: title.feature(term, cards) for term in title.features})
    total = Fraction(0)
    for settled in title.settle(end):
        wager = settled.wager
        staked = end.times(wager) if isinstance(wager, LaterBet) else int(not getattr(wager, "side_bet", False))
        total += -staked if settled.odds is None else staked * settled.odds
    return total


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "strategy"),
    [(slug, strategy) for slug in (*STUDS, *BOARDS) for strategy in (NEVER_FOLDS, RULE_LIST)],
)
def test_every_deal_of_a_small_deck_ends_as_the_strategy_counts(slug: str, strategy: str) -> None:
    title = small(slug)
    counted = analyze(title, strategy=strategy, runner=HERE)
    dealt = list(deals(title))
    player = player_of(Payoffs.of(title), strategy, HERE)
    paths = player.paths({hand: np.array([each[hand] for each in dealt], np.uint8) for hand in title.every(Hand)})
    nets = Counter(net(title, title.paths[path], cards) for path, cards in zip(paths.tolist(), dealt, strict=True))
    found = {value: Fraction(times, len(dealt)) for value, times in nets.items()}
    assert found == {value: Fraction(times, counted.net.total) for value, times in counted.net.weights.items()}
    if strategy == NEVER_FOLDS:
        assert not any(option.folds for path in set(paths.tolist()) for _, option in title.paths[path])
    else:
        rules = rule_list(title, runner=HERE)
        assert rules.cost == analyze(title, strategy=OPTIMAL, runner=HERE).value - counted.value >= 0


@pytest.mark.slow
def test_the_rules_of_3rd_street_are_the_published_points_and_all_cost_little() -> None:
    rules = rule_list(game("mississippi-stud"), runner=HERE)
    assert 0 < rules.cost < Fraction(3, 1000)
    assert len(rules.lines()) <= 15
    assert rules.lines()[:3] == (
        "3rd Street: bet 3x with a pair or better",
        "3rd Street: bet 1x with 2 points or more without a pair",
        "3rd Street: fold with everything else",
    )
    assert rules.lines()[-2] == "Points: 2 for each jack to ace, 1 for each six to ten."


@pytest.mark.parametrize(
    ("cards", "sign"),
    [
        ("As Ks Qs", (0, 6, 3, 0)),
        ("2s 3d Ah", (0, 2, 1, 0)),
        ("2s 4d 6d", (0, 1, 2, 2)),
        ("9s Td Kd", (0, 4, 2, 2)),
        ("8s Td Kd", (0, 4, 2, 4)),
        ("5s 5d Ad", (LOW_PAIR, 2, 2, 4)),
        ("Js Jd 2d", (PAID_PAIR, 4, 2, 4)),
    ],
)
def test_signs_of_cards_by_hand(cards: str, sign: tuple[int, ...]) -> None:
    """Made, points, cards of a suit, gaps: jacks or better count two points, sixes to tens one."""
    points = (0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2)
    found = int(Signs(points).of(np.array([parse_cards(cards)], np.uint8))[0])
    assert tuple(map(int, np.unravel_index(found, SHAPE))) == sign
