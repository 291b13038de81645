"""A wrong declaration is refused when its class is defined, or met by its sheet, at the line of the term at fault."""

import pickle
import re
from collections.abc import Callable, Iterator
from inspect import currentframe
from typing import Any

import pytest
from support.toy_titles import ToyShowdown, ToyStud, toy_sheet
from support.variants import bonus_file

from houseway.cards.notation import parse_cards
from houseway.errors import BadDeclaration, BadPayTable, HousewayError
from houseway.games.catalogue import GAMES, game, game_class
from houseway.games.engine.action import Action, descending
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.checks import check_settlement
from houseway.games.engine.declared.vocabulary import Owner
from houseway.games.engine.declared.words import (
    DEALER,
    SEAT,
    TABLE,
    Ask,
    AtLeast,
    Award,
    BestOf,
    Compare,
    DealHand,
    Decision,
    DeclaredGame,
    Discards,
    Ending,
    Hand,
    LaterBet,
    Opening,
    Option,
    Paid,
    Reading,
    Replace,
    Settle,
    Settled,
    Show,
    clockwise,
    once,
)
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.money import Cents
from houseway.games.titles.pick_2_poker import Pick2Poker

DECLARED = [slug for slug in GAMES if issubclass(game_class(slug), DeclaredGame)]
HERE = r"test_declarations\.py:\d+: "


def settle(self: Any, end: Ending) -> Iterator[Settled]:
    """Everything by the comparison."""
    if end.folded:
        yield self.ante.loses("T-1")
        return
    yield self.ante.as_compared(end[self.showdown], "T-1")
    yield self.play.as_compared(end[self.showdown], "T-1")


def parts() -> dict[str, Any]:
    """The terms of a small title that is in order."""
    ante = Opening("Ante", "T-1")
    play = LaterBet("Play", "T-1", of=ante)
    hand = Hand("hand", "T-1", cards=3)
    dealer = Hand("dealer's hand", "T-1", cards=3, owner=DEALER)
    decision = Decision("fold or play", "T-1", Option("fold", folds=True), Option("play", bets=play))
    return {
        "slug": "small",
        "most_seats": 2,
        "ante": ante,
        "play": play,
        "hand": hand,
        "dealer": dealer,
        "decision": decision,
        "showdown": Compare(hand, dealer, "T-1", system="three-card"),
        "procedure": (
            clockwise(DealHand(hand)),
            once(DealHand(dealer)),
            clockwise(Ask(decision)),
            once(Show(dealer, "T-1")),
            clockwise(Settle()),
        ),
        "settle": settle,
        "rule_sheet": classmethod(lambda cls: toy_sheet("small", "Small")),
    }


def declare(**changes: Any) -> type[DeclaredGame]:
    """The small title with some parts changed, or left out where they are None."""
    body = {name: part for name, part in {**parts(), **changes}.items() if part is not None}
    return type("Small", (DeclaredGame,), body)


def test_the_small_title_itself_is_in_order_and_plays() -> None:
    state = declare().configure().start([Bet(ante=500)], seed=1).advance()
    assert [str(action) for action in state.legal_actions()] == ["fold", "play"]
    check_settlement(declare().configure())


def test_a_term_knows_the_line_where_it_stands() -> None:
    frame = currentframe()
    assert frame is not None
    assert Opening("Ante", "T-1").place == f"test_declarations.py:{frame.f_lineno}"


def with_terms(change: Callable[[dict[str, Any]], dict[str, Any]]) -> type[DeclaredGame]:
    body = parts()
    return declare(**{**body, **change(body)})


def needing(body: dict[str, Any], needed: AtLeast, *others: str) -> dict[str, Any]:
    """The decision with a raise that needs a hand, after some of its options or all."""
    kept = [option for option in body["decision"].options if not others or option.name in others]
    decision = Decision("fold or play", "T-1", *kept, Option("raise", bets=body["play"], times=2, holding=needed))
    procedure = body["procedure"]
    return {"decision": decision, "procedure": (*procedure[:2], clockwise(Ask(decision)), *procedure[3:])}


def drawing(body: dict[str, Any], *replaced: int) -> dict[str, Any]:
    """A play that replaces up to two cards, with the step that deals new ones after these steps of the procedure."""
    discards = Discards("discards", "T-1", of=body["hand"], most=2)
    play = Option("play", bets=body["play"], sets=discards)
    decision = Decision("fold or play", "T-1", Option("fold", folds=True), play)
    laps = [*body["procedure"][:2], clockwise(Ask(decision)), *body["procedure"][3:]]
    for place in replaced:
        laps.insert(place, clockwise(Replace(discards)))
    return {"discards": discards, "decision": decision, "procedure": tuple(laps)}


def test_discards_of_any_number_are_replaced_in_the_hand() -> None:
    state = with_terms(lambda body: drawing(body, 3)).configure().start([Bet(ante=500)], seed=1).advance()
    hand = state.view(0).cards("hand", 0)
    assert sorted(len(action.cards) for action in state.legal_actions()) == [0, 0, 1, 1, 1, 2, 2, 2]
    thrown = descending(hand[:2])
    state = state.apply(Action("play", thrown))
    while state.actor != "dealer":
        state = state.apply(next(iter(state.legal_actions())))
    assert state.view(0).cards("discards", 0) == thrown
    assert set(state.view(0).cards("hand", 0)) & set(hand) == {hand[2]}
    assert len(state.view(0).cards("hand", 0)) == 3
    assert state.view(None).cards("discards", 0) == (HIDDEN, HIDDEN)


def best_of(body: dict[str, Any], *parts: int, cards: int = 2, owner: Owner = DEALER) -> dict[str, Any]:
    """A dealer's hand of which some cards play with three common ones, which are dealt in these parts."""
    board = Hand("board", "T-1", cards=3, owner=TABLE, up=3, as_dealt=True)
    hand = Hand("hand", "T-1", cards=2)
    dealt = body["dealer"] if owner is DEALER else hand
    best = BestOf("dealer's best", "T-1", of=dealt, cards=cards, board=board, system="standard")
    side, other = Opening("Side", "T-1"), LaterBet("Other", "T-1", of=body["ante"])
    decision = Decision("check or bet", "T-1", Option("check"), Option("bet/both", bets=(body["play"], other), key="B"))
    deals = [once(DealHand(board, part, "T-1", "a part")) for part in parts]
    return {
        "hand": hand,
        "board": board,
        "best": best,
        "side": side,
        "other": other,
        "decision": decision,
        "showdown": Compare(hand, best, "T-1", board=board, system="standard"),
        "procedure": (
            clockwise(DealHand(hand)),
            *deals[:1],
            once(DealHand(body["dealer"])),
            clockwise(Ask(decision)),
            *deals[1:],
            once(Show(body["dealer"], "T-1")),
            clockwise(Settle()),
        ),
        "settle": lambda self, end: (
            wager.as_compared(end[self.showdown], "T-1")
            for wager in (self.ante, self.side, *((self.play, self.other) if end.times(self.play) else ()))
        ),
    }


def test_at_most_two_of_three_cards_play_with_a_board_that_is_dealt_in_parts() -> None:
    """The dealer's ace and queen make five hearts with the board, and beat a pair of kings."""
    table = with_terms(lambda body: best_of(body, 2, 1)).configure()
    check_settlement(table)
    state = table.start([Bet(ante=500, side=500)], shoe="Kc Kd 2h 3h Ah Qh Qc 9h").advance()
    assert state.view(0).cards("board") == parse_cards("2h 3h")
    both = Action("bet", option="both")
    assert state.legal_actions() == (Action("check"), both)
    assert state.apply(Action("bet", (), Cents(1000), "both")) == state.apply(both)
    state = state.apply(both).advance()
    assert state.view(None).cards("board") == parse_cards("2h 3h 9h")
    assert [event.text for event in state.events if event.cards == parse_cards("2h 3h")] == ["a part"]
    assert any("the dealer plays at most two of three: flush" in event.text for event in state.events)
    assert {each.wager: each.returned for each in state.settlements} == dict.fromkeys(
        ("ante", "side", "play", "other"), 0
    )


ANTE, OTHER = Opening("Ante", "T-1"), Opening("Other", "T-1")
STRAY = Hand("stray", "T-1", cards=3)

WRONG: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], str]] = {
    "no slug": (lambda body: {"slug": None}, r"Small: a title says its slug"),
    "no procedure": (lambda body: {"procedure": None}, r"Small: a title says its procedure"),
    "no wager": (lambda body: {"ante": None, "play": None, "decision": None}, r"Small: a title needs an opening wager"),
    "a bet on another title's wager": (
        lambda body: {"play": LaterBet("Play", "T-1", of=OTHER)},
        HERE + r"LaterBet 'play' is about Opening 'Other', which is no opening wager",
    ),
    "an award on another title's wager": (
        lambda body: {"award": Award("Award", "T-1", on=OTHER)},
        HERE + r"Award 'award' is about Opening 'Other'",
    ),
    "a wager that equals another title's": (
        lambda body: {"blind": Opening("Blind", "T-1", equal_to=OTHER)},
        HERE + r"Opening 'blind' must equal Opening 'Other', which is no other wager of the title",
    ),
    "discards that are not replaced": (
        lambda body: drawing(body),
        HERE + r"the procedure replaces Discards 'discards' 0 times; expected once",
    ),
    "discards that are replaced too late": (
        lambda body: drawing(body, 4),
        HERE + r"Discards 'discards' is not replaced right after it is put away",
    ),
    "a bet that nobody makes": (
        lambda body: {"raised": LaterBet("Raise", "T-1", of=body["ante"])},
        HERE + r"no option makes LaterBet 'raised'",
    ),
    "a hand that nobody deals": (
        lambda body: {"board": Hand("board", "T-1", cards=5, owner=TABLE)},
        HERE + r"the procedure deals Hand 'board' 0 times; expected once",
    ),
    "a hand dealt twice": (
        lambda body: {"procedure": (once(DealHand(body["dealer"])), *body["procedure"])},
        HERE + r"the procedure deals Hand 'dealer' 2 times; expected once",
    ),
    "a hand dealt in too few parts": (
        lambda body: best_of(body, 2),
        HERE + r"the procedure deals \[2\] cards of Hand 'board'; expected all 3",
    ),
    "all of a hand as the best of it": (
        lambda body: best_of(body, 2, 1, cards=3),
        HERE + r"BestOf 'best' is 3 cards of Hand 'dealer', which must be more cards of the dealer's",
    ),
    "the best of a seat's hand": (
        lambda body: best_of(body, 2, 1, cards=1, owner=SEAT),
        HERE + r"BestOf 'best' is 1 cards of Hand 'hand', which must be more cards of the dealer's",
    ),
    "a seat's hand dealt once for all": (
        lambda body: {"procedure": (once(DealHand(body["hand"])), *body["procedure"][1:])},
        HERE + r"Hand 'hand' is the seat's and must be dealt for every seat, clockwise",
    ),
    "a dealer's hand dealt to every seat": (
        lambda body: {"procedure": (body["procedure"][0], clockwise(DealHand(body["dealer"])), *body["procedure"][2:])},
        HERE + r"Hand 'dealer' is the dealer's and must be dealt once",
    ),
    "an option that needs another title's hand": (
        lambda body: needing(body, AtLeast(STRAY, "Ac Ad 2h", "three-card")),
        HERE + r"Option 'raise' needs Hand 'stray', which is no hand that a seat has for itself",
    ),
    "an option that needs half a hand": (
        lambda body: needing(body, AtLeast(body["hand"], "Ac Ad", "three-card")),
        HERE + r"Option 'raise' needs 'Ac Ad': expected 3 to 5 cards",
    ),
    "an option that needs a hand of other cards": (
        lambda body: needing(body, AtLeast(body["hand"], "Ac Ad 3h 2s", "four-card")),
        HERE + r"Option 'raise' needs a hand of 3 cards; four-card takes 4 to \d",
    ),
    "the least bet not open to every hand": (
        lambda body: needing(body, AtLeast(body["hand"], "Ac Ad 2h", "three-card"), "fold"),
        HERE + r"Option 'raise' is the least that stays in, and must be open to every hand",
    ),
    "more shown than there is": (
        lambda body: {"procedure": (*body["procedure"][:3], once(Show(body["dealer"], "T-1", 4)), clockwise(Settle()))},
        HERE + r"Hand 'dealer' has 3 cards, and 4 of them are shown",
    ),
    "more cards face up than there are": (
        lambda body: {"board": Hand("board", "T-1", cards=2, owner=TABLE, up=3)},
        HERE + r"Hand 'board' has 2 cards, 3 of them face up",
    ),
    "a decision that nobody asks": (
        lambda body: {"procedure": (*body["procedure"][:2], *body["procedure"][3:])},
        HERE + r"the procedure asks Decision 'decision' 0 times; expected once",
    ),
    "a decision asked of nobody": (
        lambda body: {"procedure": (*body["procedure"][:2], once(Ask(body["decision"])), *body["procedure"][3:])},
        HERE + r"Decision 'decision' is a seat's and must be asked for every seat",
    ),
    "a decision with one option": (
        lambda body: {
            "second": (second := Decision("go on", "T-1", Option("go"))),
            "procedure": (*body["procedure"][:3], clockwise(Ask(second)), *body["procedure"][3:]),
        },
        HERE + r"Decision 'second' needs two options or more; it has 1",
    ),
    "two options of one name": (
        lambda body: {
            "second": (second := Decision("go on", "T-1", Option("go"), Option("go", key="O"))),
            "procedure": (*body["procedure"][:3], clockwise(Ask(second)), *body["procedure"][3:]),
        },
        HERE + r"Decision 'second' has 2 options with the name 'go'",
    ),
    "two options on one key": (
        lambda body: {
            "second": (second := Decision("go on", "T-1", Option("go"), Option("give"))),
            "procedure": (*body["procedure"][:3], clockwise(Ask(second)), *body["procedure"][3:]),
        },
        HERE + r"Decision 'second' has 2 options with the key 'G'",
    ),
    "a fold that bets": (
        lambda body: {
            "second": (second := Decision("go on", "T-1", Option("go"), Option("fold", folds=True, bets=body["play"]))),
            "procedure": (*body["procedure"][:3], clockwise(Ask(second)), *body["procedure"][3:]),
        },
        HERE + r"Option 'fold' must either fold or bet, at least once Ante",
    ),
    "no deal at the beginning": (
        lambda body: {"procedure": (body["procedure"][2], *body["procedure"][:2], *body["procedure"][3:])},
        r"Small: the procedure must begin with a deal",
    ),
    "nothing settles": (
        lambda body: {"procedure": body["procedure"][:-1]},
        r"Small: the procedure must settle all that is left: Settle\(\)",
    ),
    "shown before it is dealt": (
        lambda body: {
            "procedure": (
                body["procedure"][0],
                body["procedure"][3],
                body["procedure"][1],
                *body["procedure"][2:3],
                clockwise(Settle()),
            )
        },
        HERE + r"Hand 'dealer' is shown before it is dealt, or is a seat's own",
    ),
    "asked before a seat has cards": (
        lambda body: {
            "procedure": (
                body["procedure"][1],
                body["procedure"][2],
                body["procedure"][0],
                *body["procedure"][3:],
            )
        },
        HERE + r"Decision 'decision' is asked before a seat has cards",
    ),
    "a step about another title's hand": (
        lambda body: {"procedure": (*body["procedure"][:1], once(DealHand(STRAY)), *body["procedure"][1:])},
        HERE + r"the procedure names Hand 'stray', which is no term of the title",
    ),
    "an unknown ranking": (
        lambda body: {"showdown": Compare(body["hand"], body["dealer"], "T-1", system="bridge")},
        HERE + r"Compare 'showdown': Unknown ranking system 'bridge'",
    ),
    "a qualifier that is no hand": (
        lambda body: {"showdown": Compare(body["hand"], body["dealer"], "T-1", system="three-card", qualifier="Qc 3d")},
        HERE + r"Compare 'showdown': expected 3 to 5 cards; got 2",
    ),
    "a hand too small for its ranking": (
        lambda body: {"showdown": Compare(body["hand"], body["dealer"], "T-1", system="standard")},
        HERE + r"Compare 'showdown' has 3 cards; standard takes 5 to 7",
    ),
    "a paid hand of no cards": (
        lambda body: {"paid": Paid(table="pays", clause="T-1")},
        HERE + r"Paid 'paid' names no hand",
    ),
    "a paid hand of another title": (
        lambda body: {"paid": Paid(STRAY, table="pays", clause="T-1")},
        HERE + r"Paid 'paid' looks at Hand 'stray', which is no hand of the title",
    ),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_declaration_is_refused_at_its_line(fault: str) -> None:
    change, message = WRONG[fault]
    with pytest.raises(BadDeclaration) as refusal:
        with_terms(change)
    assert re.match(message, str(refusal.value)), str(refusal.value)


AGAINST_THE_SHEET: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], str]] = {
    "a clause": (
        lambda body: {"side": Opening("Side", "T-9", required=False)},
        HERE + r"Opening 'side' cites T-9, which the sheet has not",
    ),
    "a reading": (
        lambda body: {
            "second": (second := Decision("go on", "T-1", Option("go"), Option("halt", when={"T-R9": ("yes",)}))),
            "procedure": (*body["procedure"][:3], clockwise(Ask(second)), *body["procedure"][3:]),
        },
        HERE + r"Option 'halt' depends on T-R9: no such reading",
    ),
    "a table": (
        lambda body: {"paid": Paid(body["hand"], table="pays", clause="T-1")},
        HERE + r"Paid 'paid' is paid by table 'pays'; the sheet has none",
    ),
    "a table of other hands": (
        lambda body: {
            "paid": Paid(body["hand"], table="pays", clause="T-1"),
            "rule_sheet": classmethod(
                lambda cls: toy_sheet(
                    "small",
                    "Small",
                    tables={"pays": {"title": "Pays", "system": "standard"}},
                    choices={"pays": {"usual": {"royal flush": 1}}},
                )
            ),
        },
        HERE + r"Paid 'paid' has 3 cards; standard takes 5 to 7",
    ),
}


@pytest.mark.parametrize("missing", AGAINST_THE_SHEET)
def test_a_declaration_that_its_sheet_does_not_bear_out_is_refused(missing: str) -> None:
    change, message = AGAINST_THE_SHEET[missing]
    with pytest.raises(BadDeclaration) as refusal:
        with_terms(change).configure()
    assert re.match(message, str(refusal.value)), str(refusal.value)


ONE_READING = {
    "T-R1": {
        "question": "Who wins ties?",
        "default": "push",
        "choices": {"push": "Nobody.", "player-wins": "The player."},
    }
}


def with_reading(**members: Any) -> type[DeclaredGame]:
    """The small title with a reading in its sheet, and other members."""
    in_memory = classmethod(lambda cls: toy_sheet("small", "Small", readings=ONE_READING))
    return declare(rule_sheet=in_memory, **members)


def test_a_declared_reading_is_on_a_game_the_choice_in_force() -> None:
    title: Any = with_reading(ties=Reading("T-R1"))
    assert title.configure().ties == "push"
    assert title.configure(readings={"T-R1": "player-wins"}).ties == "player-wins"
    assert title.configure().ties != "player-wins"
    assert pickle.loads(pickle.dumps(title.configure().ties)) == "push"


def test_a_declared_reading_that_the_sheet_has_not_is_refused_with_its_line() -> None:
    expected = HERE + r"Reading 'ties' depends on T-R99: no such reading; the sheet has T-R1"
    with pytest.raises(BadDeclaration, match=expected):
        with_reading(ties=Reading("T-R99")).configure()


def test_a_title_that_asks_a_reading_without_declaring_it_is_refused_before_any_round() -> None:
    def by_reading(self: Any, end: Ending) -> Iterator[Settled]:
        if self.reading("T-R1") == "push":
            yield from settle(self, end)

    expected = r'small: no term depends on the reading T-R1. If a method asks it, declare it: name = Reading\("T-R1"\)'
    with pytest.raises(BadDeclaration, match=expected):
        with_reading(settle=by_reading).configure()


def test_a_title_that_asks_a_reading_that_no_sheet_has_is_refused_when_its_endings_are_settled() -> None:
    def by_no_reading(self: Any, end: Ending) -> Iterator[Settled]:
        if end.folded and self.reading("T-R99") == "never":
            yield self.ante.pushes("T-1")
        yield from settle(self, end)

    with pytest.raises(HousewayError, match="T-R99"):
        check_settlement(declare(settle=by_no_reading).configure())


@pytest.mark.parametrize(
    ("asks", "wrong"),
    [
        (lambda game: game.folded_bonus == "loses", "loses"),
        (lambda game: game.folded_bonus != "loses", "loses"),
        (lambda game: game.folded_bonus in ("still-paid", "gone"), "gone"),
    ],
)
def test_a_choice_that_settle_misspells_is_refused_with_the_choices(asks: Any, wrong: str) -> None:
    def misspelled(game: Pick2Poker, end: Ending) -> Iterator[Settled]:
        if asks(game):
            yield game.ante.loses("P2-3")

    title: type[Pick2Poker] = type("Misspelled", (Pick2Poker,), {"settle": misspelled})
    expected = r"\w+\.py:\d+: P2-R7 is never " + rf"'{wrong}'; its choices are lost, still-paid"
    with pytest.raises(BadDeclaration, match=expected):
        check_settlement(title.configure())


def settle_twice(self: Any, end: Ending) -> Iterator[Settled]:
    yield from settle(self, end)
    yield self.ante.pushes("T-1")


def settle_too_little(self: Any, end: Ending) -> Iterator[Settled]:
    yield self.ante.loses("T-1")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (settle_twice, r"Opening 'ante' 2 results; expected one, where fold"),
        (settle_too_little, r"LaterBet 'play' 0 results; expected one, where play; showdown won"),
    ],
)
def test_a_wager_settled_twice_or_never_is_found_in_the_endings(wrong: Any, message: str) -> None:
    with pytest.raises(BadDeclaration, match=HERE + r"settle\(\) gives " + message):
        check_settlement(declare(settle=wrong).configure())


def test_a_clause_that_the_sheet_has_not_is_found_in_the_endings() -> None:
    def by_no_clause(self: Any, end: Ending) -> Iterator[Settled]:
        yield self.ante.loses("T-99")
        yield self.play.loses("T-1")

    with pytest.raises(
        BadDeclaration, match=HERE + r"settle\(\) cites T-99 for Opening 'ante', which the sheet has not"
    ):
        check_settlement(declare(settle=by_no_clause).configure())


@pytest.mark.slow
@pytest.mark.parametrize("slug", DECLARED)
def test_every_wager_is_settled_once_in_every_ending_under_every_reading(slug: str) -> None:
    table = game(slug)
    assert isinstance(table, DeclaredGame)
    check_settlement(table)
    for reading in table.sheet.readings.values():
        for choice in reading.choices:
            try:
                changed = game(slug, readings={reading.id: choice})
            except BadPayTable:
                changed = game(slug, readings={reading.id: choice}, paytable=bonus_file())
            assert isinstance(changed, DeclaredGame)
            check_settlement(changed)


@pytest.mark.parametrize("toy", [ToyShowdown, ToyStud])
def test_the_toys_are_in_order(toy: type[DeclaredGame]) -> None:
    check_settlement(toy.configure())


def test_a_title_may_be_made_of_another() -> None:
    class Generous(ToyShowdown):
        """The same with a Side bet that must be made."""

        slug = "generous"
        side = Opening("Side", "T-1", side_bet=True)

    assert [wager.name for wager in Generous.wagers] == ["ante", "side"]
    assert Generous.wagers[1].required
    assert Generous.decision is ToyShowdown.decision
