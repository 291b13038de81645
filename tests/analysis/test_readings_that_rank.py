"""Readings that choose how hands rank: each moves what rounds come to, and the solver finds the same as the family."""

from itertools import product

import pytest

from houseway.analysis import analyze
from houseway.analysis.compare.alternatives import NotCountedError, ShippedCounts
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve
from houseway.analysis.declared.payoffs import Payoffs, usual_stakes
from houseway.analysis.declared.simulation import unit_and_bet
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadSheet, HousewayError
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import AtLeast, Compare, Hand
from houseway.games.engine.sheet import read_sheet_data, sheet_from
from houseway.ranking import ranking
from houseway.ranking.system import ranking_system

HERE = Runner(jobs=1, cache=False)
CHOICES = ("highest-missing", "ace")
TWO_FLUSHES = "As Ks Qs 9s 7s Ah Qh 9h 7h Jk 4d"
THREE_ACES = "As Ad Ah Ks Kd 9d 9h 7s 7h Jk 4c"
LOW_CARDS = "Jk 2s As 9s 7s 4s 3s 5h Ah 9d 4d"
CASES = [
    ("dj-wild-stud-poker", TWO_FLUSHES, {"DJW-R1": "ace"}),
    ("dj-wild-stud-poker", THREE_ACES, {"DJW-R2": "natural-wins"}),
    ("dj-wild-stud-poker", LOW_CARDS, {"DJW-R3": "no"}),
    ("dj-wild-stud-poker", THREE_ACES, {"DJW-R1": "ace", "DJW-R2": "natural-wins", "DJW-R3": "no"}),
    ("flush-rush", "As 2s 3s 4s 6s 9h Kh Qd", {"FR-R2": "high"}),
]


def table(slug: str, deck: Deck | None, readings: dict[str, str]) -> DeclaredGame:
    ties = {"dj-wild-stud-poker": "DJW-RT", "flush-rush": "FR-RT"}[slug]
    made = game(slug, deck=deck, readings={**readings, ties: "smaller"})
    assert isinstance(made, DeclaredGame)
    return made


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "cards", "readings"), CASES)
def test_the_solver_finds_the_distribution_of_each_reading(slug: str, cards: str, readings: dict[str, str]) -> None:
    deck = Deck.of(parse_cards(cards, deck=Deck.with_jokers(1)))
    read, usual = table(slug, deck, readings), table(slug, deck, {})
    unit, bet = unit_and_bet(Payoffs.of(read, usual_stakes(read)))
    counted = analyze(read, runner=HERE, recompute=True)
    assert solve(read, bet).agrees_with(counted.net, unit)
    assert counted.net != analyze(usual, runner=HERE, recompute=True).net, "the reading matters on this deck"


def test_DJW_R1_what_must_be_held_is_ranked_as_the_reading_has_it() -> None:
    """A flush of ace, queen and a wild card equals ace and king where that card is the king, and beats it as an ace."""
    needed = AtLeast(next(iter(table("dj-wild-stud-poker", None, {}).every(Hand))), "Ah Qh 9h 7h 2h", "wild-deuces")
    held = parse_cards("As Ks Qs 9s 7s")
    enough = [needed.read(table("dj-wild-stud-poker", None, {"DJW-R1": choice})).met_by(held) for choice in CHOICES]
    assert enough == [True, False]


@pytest.mark.parametrize(
    ("system", "lower", "higher"),
    [
        ("wild-deuces", "Ks Qs 9s 7s Jk", "Ah Qh 9h 8h 2h"),
        ("wild-deuces-aces", "As Ks Qs 9s 7s", "Ah Qh 9h 7h 2h"),
        ("wild-deuces-natural", "As Jk Kd 9d 7d", "As Ad Kd 9h 7h"),
        ("wild-deuces-natural", "Ks Jk Qd 9d 7d", "As Jk 8d 7d 3d"),
        ("wild-deuces", "As Ad Kh 9d 7d", "As 3d 4s 5h Jk"),
        ("wild-deuces-no-deuce", "As 3d 4s 5h Jk", "As Ad Kh 9d 7d"),
        ("wild-deuces-no-deuce", "As Ad Ah 9d 7d", "3d 4s 5h 6h Jk"),
    ],
)
def test_hands_by_reading(system: str, lower: str, higher: str) -> None:
    """By hand: a flush A-K-Q-9-7 is below A-A-Q-9-7; A-3-4-5 is a straight only with a wild card as a deuce."""
    judge = ranking_system(system).strength
    deck = Deck.with_jokers(1)
    assert judge(parse_cards(lower, deck=deck)) < judge(parse_cards(higher, deck=deck))


def test_a_natural_hand_is_told_as_one() -> None:
    assert ranking("wild-deuces-natural").rank("As Ad Kd 9h 7h").name == "pair of aces, natural"
    assert ranking("wild-deuces-natural").rank("As Jk Kd 9h 7h").name == "pair of aces"
    assert ranking("wild-deuces-natural").rank("As Ks Qs 9s 7s").name == "flush, A-K-Q-9-7, natural"


@pytest.mark.parametrize(
    ("aces", "natural", "no_deuce"), [*product(("", "-aces"), ("", "-natural"), ("", "-no-deuce"))]
)
def test_readings_choose_the_ranking_together(aces: str, natural: str, no_deuce: str) -> None:
    readings = {
        "DJW-R1": "ace" if aces else "highest-missing",
        "DJW-R2": "natural-wins" if natural else "equal",
        "DJW-R3": "no" if no_deuce else "yes",
    }
    title = table("dj-wild-stud-poker", None, readings)
    name = f"wild-deuces{aces}{natural}{no_deuce}"
    assert title.ranking_systems == (name,)
    assert {title.system(term) for term in title.every(Compare)} == {name}
    assert title.table(type(title).blind_hand).form.system == name  # type: ignore[attr-defined]


def test_a_sheet_may_not_put_a_ranking_in_place_of_one_of_other_hands() -> None:
    plain = read_sheet_data("flush-rush")
    plain["readings"]["FR-R2"]["ranks"] = {"high": {"suited-run": "standard"}}
    with pytest.raises(BadSheet, match="FR-R2=high ranks by standard; expected a ranking with the kinds of hand of"):
        sheet_from(plain, "here")
    plain["readings"]["FR-R2"]["ranks"] = {"low": {"suited-run": "suited-run-ace-high"}}
    with pytest.raises(HousewayError, match="FR-R2"):
        sheet_from(plain, "here")


def test_a_quick_answer_does_not_count_a_long_stud() -> None:
    changed = table("flush-rush", None, {"FR-R2": "high"})
    with pytest.raises(NotCountedError, match="Flush Rush"):
        analyze(changed, runner=ShippedCounts(), recompute=True)
    deck = Deck.of(parse_cards("As 2s 3s 4s 6s 9h Kh Qd"))
    assert analyze(table("flush-rush", deck, {}), runner=ShippedCounts(), recompute=True).net.total > 0
