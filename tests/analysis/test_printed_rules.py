"""Rule lists as they are printed: an independent reader of the words agrees with what is priced and what is applied."""

import random
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from support.printed_rules import Observation, first_line, is_at_least, kept, lowest_named, up_kind
from support.printed_rules_by_hand import double_draw_line, fast_action_lines, pick_2_line, two_hand_points

from houseway.analysis import analyze, analyzed, rule_list
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.conditions import rules_from_plain
from houseway.analysis.declared.draw.play import DrawPlay
from houseway.analysis.declared.family import Observation as Seen
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.play import Play
from houseway.analysis.declared.registry import family_of
from houseway.analysis.declared.streets import Streets, hands_of
from houseway.analysis.particulars import applied_rule
from houseway.analysis.results.recorded import recorded_rules
from houseway.analysis.results.rules import RULE_LIST, Rules, cuts_between, expensive_words
from houseway.analysis.results.rules import Seen as SeenByRules
from houseway.analysis.titles.double_draw_poker.rule_list import RuleList as DoubleDrawRules
from houseway.games.catalogue import as_game
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare, Owner, Paid
from houseway.ranking import ranking

SHOWDOWNS = [
    "three-card-poker",
    "three-card-poker-face-up",
    "crazy-4-poker",
    "four-card-poker",
    "caribbean-stud-poker",
    "dj-wild-stud-poker",
    "high-five-poker",
    "six-card-poker",
    "triple-shot-rummy",
    "i-luv-suits-poker",
    "three-card-draw-poker",
]
STREETS = [
    "mississippi-stud",
    "let-it-ride",
    "big-raise-stud-poker",
    "flush-rush",
    "ultimate-texas-holdem",
    "texas-holdem-bonus",
]
QUICK = ["three-card-poker", "three-card-poker-face-up", "crazy-4-poker", "dj-wild-stud-poker", "triple-shot-rummy"]
SITUATIONS = 60


def declared(slug: str) -> DeclaredGame:
    game = as_game(slug)
    assert isinstance(game, DeclaredGame)
    return game


def system_of(game: DeclaredGame) -> str:
    """The ranking that compares hands at the table, or pays them where nothing is compared."""
    compared = game.every(Compare)
    return game.system(compared[0]) if compared else game.table(game.every(Paid)[0]).form.system


def as_text(game: DeclaredGame, cards: Sequence[int]) -> str:
    return " ".join(str(name) for name in map(card_text, cards))


def card_text(card: int) -> str:
    return "Jk" if card >= 52 else "23456789TJQKA"[card // 4] + "cdhs"[card % 4]


def situations(game: DeclaredGame, number: int) -> Iterator[tuple[Observation, str, dict[str, Any]]]:
    """Random situations: as the reader sees them, and as the question about them is asked."""
    deal = random.Random(f"printed {game.slug}")
    deck = list(game.deck.distinct)
    if game.slug not in STREETS:
        own, dealer = hands_of(game, Owner.SEAT)[0], hands_of(game, Owner.DEALER)[0]
        n_up = dealer.up_at(game)
        for _ in range(number):
            cards = deal.sample(deck, own.cards + n_up)
            mine, up = cards[: own.cards], cards[own.cards :]
            yield Observation(mine, (), up, system_of(game)), as_text(game, mine), {"dealer": as_text(game, up)}
        return
    streets = Streets.of(game)
    system = "stud" if not hands_of(game, Owner.DEALER) else "standard"
    for stage, each in enumerate(streets.stages):
        ways = [prefix for prefix in range(len(streets.prefixes[stage])) if streets.is_asked(stage, prefix)]
        for _ in range(number // len(streets.stages)):
            taken = [option.name for _, option in streets.prefixes[stage][deal.choice(ways)]]
            cards = deal.sample(deck, streets.own.cards + each.shown)
            mine, later = cards[: streets.own.cards], cards[streets.own.cards :]
            known: dict[str, Any] = {"taken": taken}
            asked = as_text(game, mine)
            if streets.board.hands[0].owner is Owner.TABLE:
                known["board"] = as_text(game, later)
            else:
                asked = as_text(game, cards)
            yield Observation(mine, later, (), system, each.decision.title), asked, known


@pytest.mark.slow
@pytest.mark.parametrize("slug", [*SHOWDOWNS, *STREETS])
def test_the_applied_line_is_the_first_whose_printed_words_hold(slug: str) -> None:
    game = declared(slug)
    rules = recorded_rules(game)
    assert rules is not None
    lines = rules.lines()
    assert len(lines) <= 15
    titles = {option.name: option.title for each in game.decisions() for option in each.offered(game)}
    for sight, cards, known in situations(game, SITUATIONS):
        found = applied_rule(game, cards, known)
        assert found is not None
        assert (found.line, titles[found.action.kind]) == first_line(lines, sight), (cards, known)
        if found.action.cards:
            assert set(found.action.cards) == set(sight.own) - set(kept(sight.own)[1]), cards


def test_every_declared_title_with_a_list_is_read_here() -> None:
    lists = {slug for slug in analyzed() if recorded_rules(as_game(slug)) is not None}
    own_readers = {"two-hand-holdem", "double-draw-poker", "pick-2-poker", "fast-action-holdem"}
    house_ways = {"pai-gow-poker", "ez-pai-gow", "face-up-pai-gow"}
    assert lists == {*SHOWDOWNS, *STREETS} | own_readers | {"fast-action-holdem-multi"} | house_ways


def words_cost(slug: str, lines: Sequence[str]) -> Fraction:
    """What printed lines give away, from what every option is worth with every hand; the lines are read, not data."""
    game = declared(slug)
    play = Play.best(Payoffs.of(game), Runner(jobs=1))
    situations, system = play.situations, system_of(game)
    titles = [", ".join(option.title for _, option in path) for path in situations.payoffs.paths]
    keys, which = np.unique(np.column_stack([situations.up, situations.values]), axis=0, return_inverse=True)
    taken = np.array([_by_words(lines, system, key.tolist(), titles) for key in keys])[which.ravel()]
    lost = play.worth.max(axis=0) - play.worth[taken, np.arange(len(taken))]
    return situations.as_fraction(int(lost.sum()), int(situations.weights.sum()))


def _by_words(lines: Sequence[str], system: str, key: Sequence[int], titles: Sequence[str]) -> int:
    """The path that lines take with up cards of a kind and an own hand of a value."""
    times, shown, value = key
    strength = ranking(system).strength_of(value)
    for line in lines:
        lead, _, rest = line.rpartition(": ")
        if lead and not (times and _is_shown(lead.removeprefix("Dealer shows "), (times, shown))):
            continue
        for rule in rest.split("; "):
            option, _, check = rule.partition(" with ")
            if check == "everything else" or is_at_least(check, system, strength):
                return titles.index(option[0].lower() + option[1:])
    raise AssertionError(f"no line holds: {key}")


def _is_shown(words: str, kind: tuple[int, int]) -> bool:
    first, _, last = words.partition(" to ")
    return up_kind(first) <= kind <= up_kind(last or first)


@pytest.mark.parametrize("slug", QUICK)
def test_a_list_costs_what_its_printed_words_cost(slug: str) -> None:
    rules = rule_list(slug)
    assert words_cost(slug, rules.lines()) == rules.cost
    assert analyze(slug).value - analyze(slug, strategy=RULE_LIST).value == rules.cost


@pytest.mark.proof
@pytest.mark.parametrize("slug", ["caribbean-stud-poker", "four-card-poker"])
def test_a_long_list_costs_what_its_printed_words_cost(slug: str) -> None:
    rules = rule_list(slug)
    assert words_cost(slug, rules.lines()) == rules.cost


def test_dj_wild_prints_the_list_that_it_prices() -> None:
    """Measured by an independent program: to play a pair of fours or better costs 0.000388 Antes."""
    rules = rule_list("dj-wild-stud-poker")
    assert rules.lines() == ("Play with a pair of fours or better", "Fold with everything else")
    assert round(float(rules.cost), 6) == 0.000388


def test_kickers_that_are_priced_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where kickers may save nothing at all, DJ Wild names three, and costs the 0.000221 that only they can claim."""
    monkeypatch.setattr("houseway.analysis.declared.rule_list.LITTLE", Fraction(0))
    game = declared("dj-wild-stud-poker")
    rules, _ = Play.best(Payoffs.of(game), Runner(jobs=1)).rules()
    assert rules.lines()[0] == "Play with a pair of fours with Q-9-5 or better"
    assert round(float(rules.cost), 6) == 0.000221
    assert words_cost(game.slug, rules.lines()) == rules.cost


def chosen_by_words(slug: str, n_own: int, lines: Sequence[str]) -> dict[str, int]:
    """How many sights, of own cards and one up card, the words of a list give to each option."""
    game = declared(slug)
    system, sights = system_of(game), dict[str, int]()
    hands = np.array(list(_all_hands(n_own)), np.uint8)
    values = ranking(system).evaluate(hands)
    strengths = {value: ranking(system).strength_of(value) for value in np.unique(values).tolist()}
    of_rank = np.stack([(hands // 4 == each).sum(axis=1) for each in range(13)])
    for up in range(13):
        left = 4 - of_rank[up]
        per_value = np.bincount(values, weights=left)
        for value, strength in strengths.items():
            option = _option(lines, system, up, strength)
            sights[option] = sights.get(option, 0) + int(per_value[value])
    return sights


def _all_hands(n_own: int) -> Iterator[Sequence[int]]:
    return combinations(range(52), n_own)


def _option(lines: Sequence[str], system: str, up: int, strength: tuple[int, ...]) -> str:
    for line in lines:
        lead, _, rest = line.rpartition(": ")
        if lead and not _is_shown(lead.removeprefix("Dealer shows "), (1, up)):
            continue
        for rule in rest.split("; "):
            option, _, check = rule.partition(" with ")
            if check == "everything else" or is_at_least(check, system, strength):
                return option.lower()
    raise AssertionError("no line holds")


def priced(slug: str) -> dict[str, Fraction]:
    """The share of rounds in which the priced list takes each option."""
    return {
        share.what.rpartition(": ")[2]: Fraction(share.combinations, share.total)
        for share in analyze(slug, strategy=RULE_LIST).decisions
        if share.combinations
    }


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "n_own"), [("three-card-poker-face-up", 3), ("four-card-poker", 5)])
def test_a_list_by_up_cards_takes_the_options_that_its_words_name(slug: str, n_own: int) -> None:
    found = chosen_by_words(slug, n_own, rule_list(slug).lines())
    total = comb(52, n_own) * (52 - n_own)
    assert sum(found.values()) == total
    assert {option: Fraction(times, total) for option, times in found.items()} == priced(slug)


def test_high_five_folds_the_hands_that_its_words_fold() -> None:
    """Measured by an independent program: below a pair of sevens there are 49,052,808 hands."""
    game, rules = declared("high-five-poker"), rule_list("high-five-poker")
    assert rules.lines() == ("Play with a pair of sevens or better", "Fold with everything else")
    system = system_of(game)
    by_value = ranking(system).census(7)
    folded = sum(
        int(by_value[value])
        for value in np.flatnonzero(by_value).tolist()
        if not is_at_least("a pair of sevens or better", system, ranking(system).strength_of(value))
    )
    assert folded == 49_052_808
    assert priced("high-five-poker")["fold"] == Fraction(folded, comb(53, 7))


def test_a_draw_list_costs_what_its_printed_words_cost() -> None:
    """Of every hand up to renaming of suits: the option that the words take, and the cards that they keep."""
    game = declared("three-card-draw-poker")
    rules, play = rule_list(game), DrawPlay.of("optimal", Payoffs.of(game))
    lost, system = 0, system_of(game)
    for row, hand in enumerate(play.draws.hands.tolist()):
        _, option = first_line(rules.lines(), Observation(hand, system=system))
        kept_cards = kept(hand)[1]
        worth = max(
            int(play.worth[place, row])
            for place, choice in enumerate(play.choices)
            if choice.option.title == option
            and (choice.hold is None or set(hand) - {hand[at] for at in choice.away} == set(kept_cards))
        )
        lost += (int(play.worth[:, row].max()) - worth) * int(play.weights[row])
    assert Fraction(lost, play.payoffs.scale * play.total) == rules.cost


@pytest.mark.parametrize(
    "slug", [each for each in STREETS if each not in ("ultimate-texas-holdem", "texas-holdem-bonus")]
)
def test_the_words_of_streets_select_what_the_rules_select(slug: str) -> None:
    """Some hundreds of sets of cards of each street, spread evenly over all of them."""
    game, rules = declared(slug), rule_list(slug)
    assert isinstance(rules, Rules)
    payoffs, family, streets = Payoffs.of(game), family_of(game), Streets.of(game)
    for stage in streets.stages:
        n_seen = streets.own.cards + stage.shown
        every = np.random.default_rng(n_seen).permuted(np.tile(np.arange(52), (200, 1)), axis=1)[:, :n_seen].tolist()
        for cards in every:
            mine, later = cards[: streets.own.cards], cards[streets.own.cards :]
            facts = family.facts(payoffs, Seen(mine, later))
            found = rules.applied(SeenByRules(mine, later, (), facts), stage.decision.title)
            assert found is not None
            sight = Observation(mine, later, (), "stud", stage.decision.title)
            assert (found[0], found[1].takes[0].title) == first_line(rules.lines(), sight), cards


def test_kickers_are_read_and_named_alike() -> None:
    """Every cut between two hands of three rankings, in words and back."""
    for system in ("standard", "three-card", "four-card"):
        order = ranking(system)
        cuts = list(cuts_between(order, range(1, order.n_values + 1)))
        for value, cut in cuts[:: max(1, len(cuts) // 400)]:
            words = str(cut)
            place, ranks = lowest_named(words.removesuffix(" or better"), system)
            assert (place, *ranks) <= order.strength_of(value), words
            assert not is_at_least(words, system, order.strength_of(value - 1)), words
            assert is_at_least(words, system, order.strength_of(value)), words
            assert cut.least == value, words


def test_a_list_names_kickers_only_where_that_saves_more_than_a_little() -> None:
    assert rule_list("four-card-poker").lines()[0].startswith("Dealer shows 2: play 3x with a pair of ")
    assert not any(" with a " in line.replace("with a pair", "") for line in rule_list("four-card-poker").lines())


def test_a_list_that_costs_more_than_a_fifth_of_the_edge_is_said_to_be_expensive() -> None:
    assert expensive_words(Fraction(1, 100), Fraction(5, 100), "Antes") == ""
    assert expensive_words(Fraction(2, 100), Fraction(5, 100), "Antes") == (
        "This list is expensive: it costs 0.0200 Antes per round, 40% of the house edge under the optimal strategy."
    )


def test_a_record_of_an_older_form_is_not_read() -> None:
    assert rules_from_plain({}, Fraction(0)) is None
    assert rules_from_plain({"format": 0, "rules": []}, Fraction(0)) is None


def random_hands(slug: str, n_cards: int, number: int = 300) -> Iterator[list[int]]:
    deal, deck = random.Random(f"printed {slug}"), list(as_game(slug).deck.distinct)
    return (deal.sample(deck, n_cards) for _ in range(number))


def lines_of(slug: str) -> tuple[str, ...]:
    rules = recorded_rules(as_game(slug))
    assert rules is not None
    assert len(rules.lines()) <= 15
    return rules.lines()


def test_pick_2_applies_the_first_line_whose_words_hold() -> None:
    game, lines = as_game("pick-2-poker"), lines_of("pick-2-poker")
    answers = {"fold": "fold", "five": "play all five", "three": "play the best three"}
    for cards in random_hands(game.slug, 5):
        found = applied_rule(game, " ".join(map(card_text, cards)), {})
        assert found is not None
        assert (found.line, answers[found.action.kind]) == pick_2_line(lines, cards), cards


@pytest.mark.parametrize("slug", ["fast-action-holdem", "fast-action-holdem-multi"])
def test_fast_action_applies_the_first_line_whose_words_hold(slug: str) -> None:
    game, lines = as_game(slug), lines_of(slug)
    for cards in random_hands(slug, 4):
        found = applied_rule(game, " ".join(map(card_text, cards)), {})
        chosen, line, split = fast_action_lines(lines, cards)
        assert found is not None
        assert found.line == f"{line} {split}".strip(), cards
        if found.action.kind == "keep":
            kept_cards = set(found.action.cards)
            assert sorted(card // 4 for card in kept_cards) == sorted(card // 4 for card in chosen), cards


def test_two_hand_counts_the_points_that_its_words_count() -> None:
    game, lines = as_game("two-hand-holdem"), lines_of("two-hand-holdem")
    for cards in random_hands(game.slug, 7):
        hole, flop = cards[:4], cards[4:]
        known = {"board": " ".join(map(card_text, flop)), "stage": 2}
        found = applied_rule(game, " ".join(map(card_text, hole)), known)
        assert found is not None
        points = [two_hand_points(lines, hand, flop) for hand in (hole[:2], hole[2:])]
        assert list(map(int, re.findall(r": ([+-]\d+)", found.line))) == points, known


@pytest.mark.parametrize("draw", [1, 2])
def test_double_draw_applies_the_first_line_whose_words_hold(draw: int) -> None:
    game, lines = as_game("double-draw-poker"), lines_of("double-draw-poker")
    rules = recorded_rules(game)
    assert isinstance(rules, DoubleDrawRules)
    for cards in random_hands(game.slug, 5):
        found = applied_rule(game, " ".join(map(card_text, cards)), {"stage": draw})
        line, held = double_draw_line(lines, cards, draw, rules.game.bonus_table.form.system)
        assert found is not None
        assert found.line == line, [card_text(card) for card in cards]
        if draw == 1 and held:
            thrown = set(found.action.cards)
            assert sorted(card // 4 for card in thrown) == sorted(card // 4 for card in set(cards) - held), cards
        assert (found.action.kind == "fold") is not bool(held)
