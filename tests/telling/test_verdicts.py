"""What a decision was worth, in the words of the table."""

from fractions import Fraction

from houseway import game
from houseway.games.engine.action import Action
from houseway.games.engine.money import Cents
from houseway.games.telling.verdict import action_words, verdict_on
from houseway.web.advisor import verdict_of

CHECK, RAISE_BOTH = Action("check"), Action("raise", option="both")
VALUES = {CHECK: Fraction(-249, 1000), RAISE_BOTH: Fraction(-747, 1000)}


def test_a_mistake_names_both_choices_and_the_cost() -> None:
    verdict = verdict_on(RAISE_BOTH, VALUES, game("two-hand-holdem").felt())
    assert verdict.sentence == "Blunder: raising both costs 0.498 Antes more than checking both."
    assert (verdict.cost, verdict.grade) == (Fraction(498, 1000), "blunder")


def test_a_cost_is_given_in_dollars_where_the_bet_is_known() -> None:
    """0.135 of an Ante of $10 is $1.35; what rounds to no cent is not written."""
    fold, play = Action("fold"), Action("play")
    felt = game("three-card-poker").felt()
    costs = {fold: Fraction(-1), play: Fraction(-1135, 1000)}
    told = verdict_on(play, costs, felt, cents=1000)
    assert told.sentence == "Mistake: playing costs 0.135 Antes ($1.35) more than folding."
    assert told.comparison == "Playing costs 0.135 Antes ($1.35) more than folding."
    close = {fold: Fraction(-1), play: Fraction(-1) - Fraction(1, 10**5)}
    assert verdict_on(play, close, felt, cents=100).sentence == (
        "Small mistake: playing costs 0.000010 Antes more than folding."
    )


def test_the_best_choice_is_said_to_be_that() -> None:
    told = verdict_on(CHECK, VALUES, game("two-hand-holdem").felt()).sentence
    assert told == "Correct: checking both is best (-0.249 Antes)."


def test_of_equally_good_choices_each_is_best() -> None:
    values = {CHECK: Fraction(1), RAISE_BOTH: Fraction(1)}
    told = verdict_on(RAISE_BOTH, values, game("two-hand-holdem").felt()).sentence
    assert told == "Correct: raising both is best (+1.000 Antes)."


def test_a_verdict_names_the_arrangement_that_was_chosen_and_not_its_mirror_image() -> None:
    listed = [Action.of("arrange", cards).normal() for cards in ("Qs 6c", "Qs Js")]
    advice = {
        "unit": "Antes",
        "best": "",
        "options": [
            {"action": action.to_dict(), "value": {"exact": value}}
            for action, value in zip(listed, ("2", "1"), strict=True)
        ],
    }
    felt, question = game("two-hand-holdem").felt(), {"game": "two-hand-holdem", "cards": "6c Js Qs Jc"}
    pair = verdict_of(question, advice, Action.of("arrange", "Js Jc"), felt)
    assert pair.sentence == "Correct: setting both hands, Hand 1 J♠ J♣, is best (+2.000 Antes)."
    mixed = verdict_of(question, advice, Action.of("arrange", "Jc 6c"), felt)
    assert mixed.yours == "set both hands, Hand 1 J♣ 6♣"
    assert mixed.best == "set both hands, Hand 1 Q♠ 6♣"


def test_choices_are_told_with_their_cards_and_a_ten_is_a_10() -> None:
    draw, arrange = game("double-draw-poker").felt(), game("two-hand-holdem").felt()
    assert action_words(draw, Action.of("draw", "Td 3c")) == "stay in, replacing 10♦ 3♣"
    assert action_words(draw, Action("draw")) == "stay in, replacing none"
    assert action_words(arrange, Action.of("arrange", "As Kd")) == "set both hands, Hand 1 A♠ K♦"
    assert action_words(game("mississippi-stud").felt(), Action("bet-3x")) == "bet 3x"


def test_a_verdict_by_dealing_tells_its_margin_and_calls_nothing_a_mistake_within_it() -> None:
    felt = game("five-card-holdout").felt()
    kept, thrown = Action.of("discard", "2h"), Action.of("discard", "As")
    values = {kept: Fraction(6, 10), thrown: Fraction(57, 100)}
    told = verdict_on(thrown, values, felt, "of the pot", 0.004)
    assert told.grade == "small mistake"
    assert told.sentence == (
        "Small mistake: discarding A♠ costs 3.0% of the pot (margin of error 0.4% of the pot) more than discarding 2♥."
    )
    level = verdict_on(thrown, values, felt, "of the pot", 0.04)
    assert level.grade == "best"
    assert level.sentence == "Correct: discarding A♠ is as good as the best option, within 4.0% of the pot."


def test_a_call_is_named_without_what_lies_there_already() -> None:
    """The amount of a call counts what was put in before; the button names what is still to pay."""
    felt = game("five-card-holdout").felt()
    assert action_words(felt, Action("call", amount=Cents(200))) == "call"
    assert action_words(felt, Action("raise", amount=Cents(400))) == "raise to $4"
