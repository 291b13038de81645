"""Fast Action Hold'em: keep two of four cards or split them, against the house way (letter of June 14, 2023).

`FastActionHoldEm` is dealt from one deck, `FastActionHoldEmMulti` from six to eight. The round is in `round`, a
player's options with four cards in `options`, the dealer's choice in `houseway.games.house_way`.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Self

from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards
from houseway.errors import BadCards, BadPayTable, BadSetting, unknown
from houseway.games.engine.bet import AggregateLimit, Bet, Envy, Wager
from houseway.games.engine.event import Event
from houseway.games.engine.game import Game
from houseway.games.engine.layout import FELT_UNIT, Felt, Layout, plain_felt
from houseway.games.engine.money import Cents, most_back
from houseway.games.engine.paytable import PaySet
from houseway.games.engine.sheet import Sheet
from houseway.games.engine.shoe import Shoe
from houseway.games.engine.state import State
from houseway.games.engine.view import Situation, View, in_units
from houseway.games.house_way import HouseWay, house_way
from houseway.games.titles.fast_action_holdem.clauses import MULTI_DECK, SINGLE_DECK, Cited
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH, KEEP, SPLIT
from houseway.games.titles.fast_action_holdem.round import (
    COMMUNITY_CARDS,
    HOLE_CARDS,
    TITLES,
    CustomModeRound,
    FastActionRound,
    MultiDeckRound,
)
from houseway.games.titles.fast_action_holdem.seat import LAMMER_FROM, Seat

SHUFFLERS = ("standard", "custom")
AGGREGATE_SCOPES = ("round", "hand")


def opening_wagers(cited: Cited) -> tuple[Wager, ...]:
    """Return an Ante and an optional Bonus."""
    return Wager("ante", "Ante", cited.ante), Wager("bonus", "Bonus", cited.bonus, required=False, usual=True)


@dataclass(frozen=True)
class FastActionGame(Game):
    """The parts that both versions share.

    `aggregate_limit` is the posted limit, in cents, on the total that all Bonus bets win, in one round or on one hand
    (FA-15i). If a round exceeds it, each bet gets a proportional share, see `share_out`.
    """

    cited: ClassVar[Cited]
    outcome_only: ClassVar[tuple[str, ...]] = ("ante", "split_ante")
    later_wagers: ClassVar[Mapping[str, str]] = {name: TITLES[name] for name in ("split_ante", "split_bonus")}
    aggregate_limit: Cents | None = None
    aggregate_scope: str = "round"

    def __post_init__(self) -> None:
        if self.deck.size < self.cards_needed(1):
            raise BadCards(f"{self.title} needs a deck of at least {self.cards_needed(1)} cards; got {self.deck.size}.")
        if self.aggregate_scope not in AGGREGATE_SCOPES:
            raise unknown(
                f"scope of the aggregate limit ({self.cited.aggregate})", self.aggregate_scope, AGGREGATE_SCOPES
            )
        if self.aggregate_limit is not None:
            self._check_aggregate_limit(self.aggregate_limit)

    def _check_aggregate_limit(self, limit: object) -> None:
        """Require that a posted limit satisfies WAC 230-15-490 (FA-15i)."""
        clause = self.cited.aggregate
        if isinstance(limit, bool) or not isinstance(limit, int) or limit <= 0:
            raise BadSetting(f"aggregate_limit: expected a number of cents above zero; got {limit!r} ({clause}).")
        largest = self.limits.largest_wager
        self.limits.check_aggregate_limit(limit, largest.value if largest else 0, self.pays["bonus"].highest)

    def aggregate_limit_can_bind(self, bonuses: Sequence[int]) -> bool:
        """Return whether Bonus bets of these cents, each split over two hands, could exceed the limit (FA-15i)."""
        if self.aggregate_limit is None or not bonuses:
            return False
        together = 2 * sum(bonuses) if self.aggregate_scope == "round" else max(bonuses)
        return together * self.pays["bonus"].highest > self.aggregate_limit

    @property
    def aggregate(self) -> AggregateLimit:
        """Return the limit on the total that all Bonus bets of a round win, or on each (FA-15i)."""
        return AggregateLimit(self.cited.aggregate, self.aggregate_limit, self.aggregate_scope == "hand")

    def unlimited(self) -> Self:
        """Return the game without a posted limit."""
        return replace(self, aggregate_limit=None, aggregate_scope=AGGREGATE_SCOPES[0])

    @property
    def envy(self) -> Envy:
        """Return the Envy Bonus. A Bonus of 5 dollars or more earns a lammer (FA-3).

        Each hand of a split may qualify others (FA-R9).
        """
        return Envy(
            clause=self.cited.envy,
            lammer_clause=self.cited.bonus,
            wager="bonus",
            lammer_from=LAMMER_FROM,
            table="envy",
            hands=2 if self.reading("FA-R9") == "each" else 1,
            readings=("FA-R9", "FA-R10"),
        )

    def felt(self) -> Felt:
        """Return Ante and Bonus, each with its Split beside it, and a place for an Envy lammer."""
        return plain_felt(
            motto="House wins ties",
            center=[
                {"pile": "dealer", "title": "Dealer", "places": HOLE_CARDS, "also": "dealer discards"},
                {"pile": "community", "title": "Community", "places": COMMUNITY_CARDS},
            ],
            spot=[
                {"circles": [["ante", "Ante"], ["split_ante", "Split"]]},
                {"circles": [["bonus", "Bonus"], ["split_bonus", "Split Bonus"]]},
            ],
            lammer={"given": "gets an Envy lammer", "taken": "takes the lammers", "title": "Envy"},
            actions={
                KEEP: {"words": "Keep two", "key": "K"},
                f"{SPLIT}/{ANTE}": {"words": "Split the Ante for {price}", "key": "A"},
                f"{SPLIT}/{BONUS}": {"words": "Split the Bonus for {price}", "key": "B"},
                f"{SPLIT}/{BOTH}": {"words": "Split both for {price}", "key": "S"},
            },
            choosing={
                KEEP: {
                    "ask": "Pick {cards} to keep, or as the first hand of a split.",
                    "picked": "Keep, or Hand 1",
                    "rest": "Discard, or Hand 2",
                    "told": "",
                },
                SPLIT: {
                    "ask": "Pick {cards} for the first hand.",
                    "picked": "Hand 1",
                    "rest": "Hand 2",
                    "told": "Hand 1",
                    "eitherWay": True,
                },
            },
            defaults={"ante": FELT_UNIT, "bonus": FELT_UNIT // 2},
        )

    def situation(self, view: View) -> Situation:
        """Return the four cards. Values assume full payment, so there are none if a limit may reduce it."""
        bonuses = [dict(wagers).get("bonus", 0) for wagers in view.wagers]
        cut = "these Bonus bets could win more than the table's aggregate limit pays: no exact value "
        return Situation(
            format_cards(view.cards("hole", view.seat)),
            stakes={"bonus": in_units(view, "bonus", "ante")},
            without_value=f"{cut}({self.cited.aggregate})" if self.aggregate_limit_can_bind(bonuses) else "",
        )

    @classmethod
    def layout(cls) -> Layout:
        """Return the layout of four hole cards that become one hand or two."""
        return Layout(
            own_piles=("hole", "hand", "discards", "hand 1", "hand 2"),
            common_piles=("community", "dealer", "dealer discards"),
            wagers=("ante", "bonus", "split_ante", "split_bonus"),
            plain_moves=(),
            card_moves=((KEEP, ""), (SPLIT, ANTE), (SPLIT, BONUS), (SPLIT, BOTH)),
            hand="hole",
            hand_cards=HOLE_CARDS,
            decisions=1,
        )

    @property
    def ranking_systems(self) -> tuple[str, ...]:
        """Return the ranking of the showdown."""
        return (self.showdown,)

    @property
    def pays(self) -> PaySet:
        """Return the posted pay table: Bonus odds and Envy amounts (FA-15, FA-16)."""
        assert self.pay_set is not None, "the sheet has pay tables"
        return self.pay_set

    @property
    def full_table(self) -> int:
        """Return the number of seats at the table (FA-R10)."""
        return int(self.reading("FA-R10"))

    @property
    def seats(self) -> range:
        """Return one player up to a full table, as far as the cards are enough (FA-R10)."""
        packets = (self.deck.size - COMMUNITY_CARDS) // HOLE_CARDS
        return range(1, min(self.full_table, packets - 1) + 1)

    def cards_needed(self, n_seats: int) -> int:
        """Return four cards for every player and the dealer, and the community cards (FA-4, FA-5)."""
        return HOLE_CARDS * (n_seats + 1) + COMMUNITY_CARDS

    def largest_returns(self, bets: Sequence[Bet]) -> tuple[int, ...]:
        """Return Ante and Bonus split and won on both hands, and the Envy amount for every hand of every other player.

        A posted limit on the Bonus is ignored, so that this is valid with and without it.
        """
        highest, hands = self.pays["bonus"].highest, 2 if self.reading("FA-R9") == "each" else 1
        envy = int(self.pays["envy"].highest) * hands * (len(bets) - 1)
        return tuple(
            most_back(2 * bet.amount("ante"), 1)
            + most_back(2 * bet.amount("bonus"), highest)
            + (envy if bet.amount("bonus") >= LAMMER_FROM else 0)
            for bet in bets
        )

    @cached_property
    def house_way(self) -> HouseWay:
        """Return how the dealer keeps two cards (FA-9), under FA-R4, FA-R5, FA-R6 and FA-R11."""
        return house_way(self.slug, self.readings)

    @property
    def showdown(self) -> str:
        """Return the ranking system by which hands compare (FA-12)."""
        return "standard"

    @property
    @abstractmethod
    def round_class(self) -> type[FastActionRound]:
        """Return the procedure of the version."""

    def open_round(self, bets: tuple[Bet, ...], shoe: Shoe) -> State:
        """Return a round with Antes and Bonus bets down and lammers out (FA-2, FA-3), all within the limits (FA-0a)."""
        events: list[Event] = []
        for seat, bet in enumerate(bets):
            events.append(Event(self.cited.ante, f"seat {seat} bets the Ante", seat, amount=bet.amount("ante")))
            if bonus := bet.amount("bonus"):
                lammer = " and gets an Envy lammer" if bonus >= LAMMER_FROM else ""
                events.append(Event(self.cited.bonus, f"seat {seat} bets the Bonus{lammer}", seat, amount=bonus))
        return self.round_class(self, shoe, tuple(events), (), cursor=0, seats=tuple(Seat(bet) for bet in bets))


@dataclass(frozen=True)
class FastActionHoldEm(FastActionGame):
    """The version with one deck of 52 cards, by hand or from a shuffler in its standard or a custom mode.

    Its clauses are FA-0b, FA-0c, FA-0d and FA-1.
    """

    slug: ClassVar[str] = "fast-action-holdem"
    order_clause: ClassVar[str] = "FA-11"
    cited: ClassVar[Cited] = SINGLE_DECK
    wagers: ClassVar[tuple[Wager, ...]] = opening_wagers(SINGLE_DECK)
    shuffler: str = "standard"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.shuffler not in SHUFFLERS:
            raise unknown("shuffler mode (FA-1)", self.shuffler, SHUFFLERS)

    @property
    def round_class(self) -> type[FastActionRound]:
        """Return the round with the community first in the standard mode, last in a custom one (FA-1)."""
        return FastActionRound if self.shuffler == "standard" else CustomModeRound


@dataclass(frozen=True)
class FastActionHoldEmMulti(FastActionGame):
    """The version with six to eight decks (FAM-0b, FAM-0c).

    Cards are dealt by hand or from a shuffler, one card at a time (FAM-3).
    """

    slug: ClassVar[str] = "fast-action-holdem-multi"
    order_clause: ClassVar[str] = "FAM-8"
    cited: ClassVar[Cited] = MULTI_DECK
    wagers: ClassVar[tuple[Wager, ...]] = opening_wagers(MULTI_DECK)
    equal_bets_clause: ClassVar[str] = "FAM-P3"

    @classmethod
    def default_deck(cls, readings: Mapping[str, str]) -> Deck:
        """Return the number of decks in FA-R8."""
        return Deck.standard(decks=int(readings["FA-R8"]))

    @classmethod
    def choose_pay_set(
        cls, facts: Sheet, paytable: str | Path | PaySet | None, readings: Mapping[str, str]
    ) -> PaySet | None:
        """Return a pay table whose rows are inferred or, if FA-R1 allows it, a custom one."""
        chosen = super().choose_pay_set(facts, paytable, readings)
        if readings["FA-R1"] == "user-file" and any(chosen is built_in for built_in in facts.pay_sets.values()):
            raise BadPayTable(
                "This choice of FA-R1 needs a custom pay table, since built-in ones have inferred rows. Give a file."
            )
        return chosen

    @property
    def showdown(self) -> str:
        """Return the order of the pay tables, or one with five of a kind on top (FA-R7)."""
        return "multi-deck" if self.reading("FA-R7") == "as-paid" else "multi-deck-fives-on-top"

    @property
    def round_class(self) -> type[FastActionRound]:
        """Return the round in which the community comes last, face up (FAM-7)."""
        return MultiDeckRound

    def deal_order(self, cards: tuple[Card, ...], n_seats: int) -> tuple[Card, ...]:
        """Return cards dealt one at a time in rotation, the dealer last, as hands of four (FAM-3)."""
        hands = n_seats + 1
        end = HOLE_CARDS * hands
        if len(cards) < end:
            raise BadCards(f"{n_seats} seats and the dealer take {end} cards in rotation; the shoe has {len(cards)}")
        return tuple(card for hand in range(hands) for card in cards[hand:end:hands]) + cards[end:]
