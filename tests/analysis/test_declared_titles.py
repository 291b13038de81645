"""One proof for all declared titles: the solver that knows no game, and the family that counts it, say the same."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import comb, prod
from random import Random
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import pytest
from support.declared_toys import CappedDuel, Duel, SmallDuel, toy

from houseway.analysis import analyze, analyzer, simulate
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve, solve_from
from houseway.analysis.declared.advice import advise
from houseway.analysis.declared.choices import stakes_of
from houseway.analysis.declared.family import Player
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of, reasons_against
from houseway.analysis.declared.set_a_hand.layout import class_of_cards
from houseway.analysis.declared.set_a_hand.player import SetPlayer
from houseway.analysis.declared.side_bet.census import pays_by_color
from houseway.analysis.declared.simulation import simulate_engine, unit_and_bet
from houseway.cards.card import Card
from houseway.cards.classes import classes
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import HousewayError
from houseway.games.catalogue import GAMES, game, game_class
from houseway.games.engine.action import DEAL, Action, descending
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Hand, Opening, Option
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.state import CHANCE, DEALER
from houseway.games.engine.view import View

HERE = Runner(jobs=1, cache=False)
MOST_DEALS = 10_000
"""How many deals of a stripped deck, path by path, the solver walks in a few seconds."""
FEW_DEALS, MORE_DEALS = 900, 4_000
"""How many of them `make test` and `make test-all` walk for a title at the most."""
DEALS_OF_A_SHOE = 450
"""What a shoe costs, as copies of a card are one outcome."""
QUICKLY_PLAYED = ("side bet", "suits", "draw", "private showdown", "staged stud", "shoe")
"""Families whose strategy is a table; others work late decisions out round by round."""
DECKS = [
    Deck.stripped(ranks="QKA", suits="sh"),
    Deck.stripped(ranks="5KA", suits="sh"),
    Deck.stripped(ranks="2QKA", suits="sh"),
    Deck.stripped(ranks="9TJQK", suits="sh"),
    Deck.stripped(ranks="TJQ", suits="shd"),
    Deck.stripped(ranks="QKA", suits="shd"),
    Deck.stripped(ranks="QKA"),
    Deck.stripped(ranks="67QA", suits="shd"),
    Deck.of(parse_cards("2s 5s 9s Js Qs Ks 2h 5h 9h Jh Qh Kh Ad Ac")),
    Deck.stripped(ranks="2JQKA", suits="sh", jokers=1),
]
SHOES = [
    Deck.stripped(ranks="258K", suits="s", decks=3),
    Deck.stripped(ranks="A469Q", suits="s", decks=2),
]
"""Few different cards, several of each: where copies of a card are one outcome the solver walks more cards."""


def declared() -> list[str]:
    return [slug for slug in GAMES if issubclass(game_class(slug), DeclaredGame)]


def counted(slug: str) -> DeclaredGame | None:
    """A title with its usual tables, if a family counts it."""
    table = game(slug)
    assert isinstance(table, DeclaredGame)
    return table if not all(reasons_against(table).values()) else None


def deals(table: DeclaredGame, deck: Deck) -> int:
    """How many ends the solver would have to walk: packets dealt one after another, times the ways to decide.

    The first packet is dealt once for every class under renaming of suits, or every time if colors count. None where
    the title's deck has not all of the cards.
    """
    full = type(table).default_deck(table.readings)
    first, *others = [packet for hand in table.every(Hand) for packet in table.packets(hand)]
    if first + sum(others) > deck.size or any(few > many for few, many in zip(deck.copies, full.copies, strict=True)):
        return 0
    left = deck.size - first
    found = comb(deck.size, first) if pays_by_color(table) else len(list(classes(deck, (first,))))
    for packet in others:
        found, left = found * comb(left, packet), left - packet
    return found * sum(prod(ways_to_take(option) for _, option in path) for path in table.paths)


def ways_to_take(option: Option) -> int:
    """How many actions an option is: one for every choice of the cards that its player picks."""
    picked = option.sets
    return comb(picked.of.cards, picked.cards) if picked is not None and not option.by_house_way else 1


def usual_readings(table: DeclaredGame) -> dict[str, str]:
    """All by default, but for the smaller commitment of equals, as the solver has it."""
    readings = table.sheet.readings.values()
    return {reading.id: "smaller" if reading.about == "ties" else reading.default for reading in readings}


class Case(NamedTuple):
    """A title on a stripped deck, under some readings, with all its side bets or with none."""

    label: str
    table: DeclaredGame
    side_bets: bool

    @property
    def cost(self) -> int:
        """How many deals the solver walks."""
        return deals(self.table, self.table.deck) if self.table.deck.max_copies == 1 else DEALS_OF_A_SHOE


TOYS = {toy.slug: toy for toy in (Duel, SmallDuel, CappedDuel)}
TITLES = [*TOYS, *declared()]


def variants(table: DeclaredGame) -> Iterator[tuple[str, DeclaredGame]]:
    """A title on the smallest and the largest deck that the solver can walk, on the former under every reading."""
    enough = [deck for deck in DECKS if deals(table, deck)]
    least = min(deals(table, deck) for deck in enough)
    walked = [deck for deck in enough if deals(table, deck) <= max(MOST_DEALS, least)]
    roomy = [deck for deck in walked if deck.size > table.cards_needed(1)]
    fitting = sorted(roomy or walked, key=lambda deck: deck.size)
    if family_of(table).name == "shoe":
        fitting = [deck for deck in SHOES if deck.size >= table.cards_needed(1)]
    ties = {each.id: "smaller" for each in table.sheet.readings.values() if each.about == "ties"}
    changed = [
        {**ties, reading.id: choice}
        for reading in table.sheet.readings.values()
        for choice in reading.choices
        if reading.about != "ties" and choice != reading.default
    ]
    for deck in dict.fromkeys((fitting[0], fitting[-1])):
        for readings in [ties, *(changed if deck is fitting[0] else [])]:
            chosen = MappingProxyType({**table.readings, **readings})
            label = f"{table.slug}, {deck.size} cards, {' '.join(readings.values())}"
            yield label, type(table)(table.sheet, chosen, table.pay_set, table.limits, deck)


def side_bets_of(table: DeclaredGame) -> list[Opening]:
    return [wager for wager in table.every(Opening) if wager.side_bet]


@cache
def cases_of(title: str) -> list[Case]:
    """Return default readings with all side bets and without them, other readings with all of them."""
    table = toy(TOYS[title], Deck.standard()) if title in TOYS else counted(title)
    if table is None:
        return []
    return [
        Case(label, variant, side_bets)
        for label, variant in variants(table)
        for side_bets in sorted({False, bool(side_bets_of(variant))}, reverse=True)
        if side_bets == bool(side_bets_of(variant)) or dict(variant.readings) == usual_readings(variant)
    ]


def within(cases: list[Case], budget: int) -> list[Case]:
    """Return as many cases as do not walk too many deals together."""
    walked, found = 0, []
    for case in cases:
        if walked + case.cost <= budget:
            walked += case.cost
            found.append(case)
    return found


def cheapest_of_families() -> list[Case]:
    """Return the cheapest case of each family."""
    found: dict[str, Case] = {}
    for case in (case for title in TITLES for case in cases_of(title)):
        family = family_of(case.table).name
        if family not in found or case.cost < found[family].cost:
            found[family] = case
    return list(found.values())


def takes(table: DeclaredGame, bets: dict[str, int]) -> bool:
    """Whether the rules let these side bets be made together."""
    try:
        table.check_bets([unit_and_bet(Payoffs.of(table, stakes_of(table, bets)))[1]])
    except HousewayError:
        return False
    return True


def prove(case: Case) -> None:
    """The solver that knows no game and the family find the same distribution."""
    table, bets = case.table, dict[str, int]()
    for wager in table.every(Opening) if case.side_bets else ():
        if wager.side_bet and takes(table, {**bets, wager.name: 1}):
            bets[wager.name] = 1
    payoffs = Payoffs.of(table, stakes_of(table, bets))
    unit, bet = unit_and_bet(payoffs)
    best = solve(table, bet, symmetric=table.deck.max_copies == 1 and not pays_by_color(table))
    result = analyzer(table).analyze(table, runner=HERE, bets=bets)
    assert best.value == result.value * unit, case.label
    if table.smaller_on_ties:
        assert best.agrees_with(result.net, unit), f"{case.label}: the solver takes the smaller commitment of equals"


@pytest.mark.parametrize("title", TITLES)
def test_the_solver_and_the_family_find_the_same_distribution(title: str) -> None:
    cases = cases_of(title)
    if not cases:
        table = game(title)
        assert isinstance(table, DeclaredGame)
        assert all(reasons_against(table).values()), "a title without a case says why no family counts it"
    for case in within(cases, FEW_DEALS):
        prove(case)


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_the_solver_and_the_family_agree_on_more_readings_and_decks(title: str) -> None:
    few = within(cases_of(title), FEW_DEALS)
    for case in within(cases_of(title), MORE_DEALS):
        if case not in few:
            prove(case)


@pytest.mark.slow
def test_the_solver_and_every_family_agree_on_its_cheapest_case() -> None:
    cases = cheapest_of_families()
    assert len(cases) >= 7
    for case in cases:
        prove(case)


@pytest.mark.proof
@pytest.mark.parametrize("title", TITLES)
def test_the_solver_and_the_family_agree_on_every_reading_and_deck(title: str) -> None:
    """Titles whose first case takes longer are compared with the solver hand by hand below."""
    more = within(cases_of(title), MORE_DEALS)
    for case in cases_of(title):
        if case not in more:
            prove(case)


def decides_on_own_cards(slug: str) -> bool:
    """Whether a title that is counted asks its first question as soon as the seat has its cards."""
    table = counted(slug)
    return table is not None and any(not decision.depends_on_cards for decision in table.decisions()[:1])


@pytest.mark.slow
@pytest.mark.parametrize("slug", declared())
def test_advice_is_the_solvers_value_with_sampled_cards(slug: str) -> None:
    """The first decision, with own and up cards of the largest deck of which the solver can walk the rest."""
    if not decides_on_own_cards(slug):
        pytest.skip("its first decision is not made on the player's own cards alone, or no family counts it")
    usual = counted(slug)
    assert usual is not None
    own_cards = next(hand.cards for hand in usual.every(Hand) if hand.is_own)
    up_cards = sum(hand.up for hand in usual.every(Hand) if not hand.is_own)
    decks = [deck for deck in DECKS if usual.cards_needed(1) <= deck.size]
    walked = {deck: deals(usual, deck) // len(list(classes(deck, (own_cards,)))) for deck in decks}
    most = max(MOST_DEALS // 5, min(filter(None, walked.values())))
    deck = max((deck for deck in decks if 0 < walked[deck] <= most), key=walked.__getitem__)
    table = usual.with_deck(deck)
    unit, bet = unit_and_bet(Payoffs.of(table))
    source = Random(7)
    for _ in range(2):
        drawn = source.sample(deck.cards, own_cards + up_cards)
        own, up = tuple(sorted(drawn[:own_cards])), tuple(sorted(drawn[own_cards:]))
        state = table.start([bet], open_shoe=True)
        for dealt in (own, up) if up else (own,):
            while state.actor == DEALER:
                state = state.apply(Action("proceed"))
            assert state.actor == CHANCE
            state = state.apply(Action(DEAL, dealt))
        assert advise(table, own, dealer=up).best.value * unit == solve_from(state).value


@dataclass
class AtTheTable:
    """Plays by a family's player at the real table: what it cannot see is filled with any cards that are left."""

    table: DeclaredGame
    player: Player
    name: str = "best"

    def choose(self, view: View) -> Action:
        known = {hand: self._seen(hand, view) for hand in self.table.every(Hand)}
        seen = {card for cards in known.values() for card in cards}
        unseen = iter([card for card in self.table.deck.cards if card not in seen])
        cards = {
            hand: np.array([[*held, *(next(unseen) for _ in range(hand.most_cards - len(held)))]], np.uint8)
            for hand, held in known.items()
        }
        path = self.table.paths[int(self.player.paths(cards)[0])]
        offered = {action.kind for action in view.legal_actions}
        taken = [event.action for event in view.events if event.seat == view.seat and event.action is not None]
        done = sum(1 for action in taken if not action.cards)
        option = path[done][1]
        assert option.name in offered
        if isinstance(self.player, SetPlayer) and self.player.seeing:
            asked = self.table.situation(view)
            return advise(self.table, asked.cards, dealer=asked.known["dealer"]).best.action
        if option.sets is None or option.by_house_way:
            return Action(option.name)
        if isinstance(self.player, SetPlayer):
            return Action(option.name, self._front(self.player, known[option.sets.of]))
        (final,) = self.player.exchanged(cards).values()
        return Action(option.name, tuple(Card(card) for card in known[option.sets.of] if card not in final[0]))

    def _front(self, player: SetPlayer, own: list[int]) -> tuple[Card, ...]:
        """The cards that make both halves worth what the player sets."""
        hand = [Card(card) for card in own]
        which = class_of_cards(self.table.deck, player.settings, hand)
        worth = (player.low[which], player.high[which])
        return descending(next(each.front for each in self.table.house_way.splits(hand) if each[1:3] == worth))

    def _seen(self, hand: Hand, view: View) -> list[int]:
        seat = view.seat if hand.is_own else None
        piles = [pile for pile in view.piles if pile.name == hand.pile_name and pile.seat == seat]
        return [card for pile in piles for card in pile.cards if card != HIDDEN]


@pytest.mark.proof
@pytest.mark.parametrize("slug", declared())
def test_simulations_of_the_kernel_and_of_the_table_hold_the_exact_value(slug: str) -> None:
    table = counted(slug)
    if table is None:
        pytest.skip("no family counts it")
    value = analyze(table).value
    family, payoffs = family_of(table), Payoffs.of(table)
    rounds, at_the_table = (2_000_000, 3_000) if family.name in QUICKLY_PLAYED else (20_000, 500)
    assert simulate(table, rounds, seed=5).agrees_with(value)
    player = AtTheTable(table, family.player(payoffs, Runner()))
    assert simulate_engine(payoffs, at_the_table, seed=5, player=player).agrees_with(value)
