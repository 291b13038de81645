"""A game: the letter, its readings, a pay table, limits, and how a round starts."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Self

from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, parse_cards
from houseway.cards.seed import Seed, SeedLike
from houseway.cards.shuffle import shuffle
from houseway.errors import BadBet, BadCards, BadPayTable, BadSetting, UnknownName, suggestions, unknown
from houseway.games.engine.action import Action, exchange_jokers
from houseway.games.engine.bet import AggregateLimit, Bet, Envy, MeterWager, Wager
from houseway.games.engine.event import Event, Irregularity
from houseway.games.engine.layout import FELT_UNIT, Felt, Layout, plain_felt
from houseway.games.engine.limits import AtOnce, Limits, limits_on
from houseway.games.engine.money import dollars
from houseway.games.engine.paytable import PaySet, load_pay_set
from houseway.games.engine.sheet import Sheet, sheet
from houseway.games.engine.shoe import OpenShoe, Shoe, StackedShoe, stacked
from houseway.games.engine.state import State
from houseway.games.engine.view import Situation, View


def _check_kinds(**settings: tuple[object, type]) -> None:
    """Refuse a setting whose value has the wrong type."""
    for name, (given, kind) in settings.items():
        if given is not None and not isinstance(given, kind):
            raise BadSetting(f"{name}: expected a {kind.__name__.lower()}; got {given!r}.")


@dataclass(frozen=True)
class Game(ABC):
    """A game as it is offered at one table. Make one with `houseway.game(...)`."""

    slug: ClassVar[str]
    wagers: ClassVar[tuple[Wager, ...]]
    later_wagers: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The titles, by name, of the bets that are made after a round has opened."""
    irregularities: ClassVar[tuple[Irregularity, ...]] = ()
    equal_bets_clause: ClassVar[str] = ""
    """The clause by which a pay table may require equal bets, if the letter has one."""
    order_clause: ClassVar[str] = ""
    """The clause about the order in which wagers are settled, if there is one."""

    outcome_only: ClassVar[tuple[str, ...]] = ("ante",)
    """The wagers for which a drill asks only the outcome, because it determines their amounts."""

    sheet: Sheet
    readings: Mapping[str, str]
    pay_set: PaySet | None
    limits: Limits
    deck: Deck

    @classmethod
    def configure(
        cls,
        *,
        paytable: str | Path | PaySet | None = None,
        readings: Mapping[str, object] | None = None,
        jurisdiction: str = "washington",
        on: date | None = None,
        deck: Deck | None = None,
        **options: Any,
    ) -> Self:
        """Return a game with its choices checked. `options` are the game's table settings."""
        _check_kinds(readings=(readings, Mapping), on=(on, date), deck=(deck, Deck))
        settings = {field.name for field in fields(cls)} - {field.name for field in fields(Game)}
        for option in options:
            if option not in settings:
                if not settings:
                    raise UnknownName(f"{cls.rule_sheet().title} has no table settings; got {option!r}.")
                raise unknown("table setting", option, settings, where=f"of {cls.slug}")
        facts = cls.rule_sheet()
        chosen = facts.check_readings(readings or {})
        return cls(
            sheet=facts,
            readings=chosen,
            pay_set=cls.choose_pay_set(facts, paytable, chosen),
            limits=limits_on(jurisdiction, on),
            deck=deck or cls.default_deck(chosen),
            **options,
        )

    @classmethod
    def wager_titles(cls) -> dict[str, str]:
        """Return the titles of all wagers: those that open a round, then the later ones."""
        return {**{wager.name: wager.title for wager in cls.wagers}, **cls.later_wagers}

    @classmethod
    def wager_title(cls, name: str) -> str:
        """Return the title of a wager."""
        titles = cls.wager_titles()
        if name not in titles:
            raise unknown("wager", name, titles, where=f"of {cls.slug}")
        return titles[name]

    @classmethod
    def rule_sheet(cls) -> Sheet:
        """Return the sheet: the package's, unless an external game brings another."""
        return sheet(cls.slug)

    @classmethod
    def default_deck(cls, readings: Mapping[str, str]) -> Deck:
        """Return the deck that the letter prescribes under these readings."""
        return Deck.standard()

    @classmethod
    def default_pay_set(cls, facts: Sheet, readings: Mapping[str, str]) -> str:
        """Return the name of the default pay table, which is the first of the sheet."""
        return next(iter(facts.pay_sets))

    @classmethod
    def choose_pay_set(
        cls, facts: Sheet, paytable: str | Path | PaySet | None, readings: Mapping[str, str]
    ) -> PaySet | None:
        """Return a built-in pay table by name, a user's file by path, or one made in Python."""
        if not facts.table_forms:
            if paytable is not None:
                raise UnknownName(f"{facts.title} has no pay table to choose; got {str(paytable)!r}. Leave it out.")
            return None
        if isinstance(paytable, PaySet):
            if {name: table.form for name, table in paytable.tables.items()} != facts.table_forms:
                raise BadPayTable(f"Pay table {paytable.name} does not have the tables that {facts.title} needs.")
            return paytable
        name = cls.default_pay_set(facts, readings) if paytable is None else str(paytable)
        if isinstance(paytable, Path) or name.endswith(".toml"):
            return load_pay_set(Path(name), facts.slug, facts.pay_sets, facts.table_forms)
        return facts.pay_sets.find(name)

    @property
    @abstractmethod
    def seats(self) -> range:
        """Return the numbers of seats that a round may have."""

    @property
    def title(self) -> str:
        """Return the name on the felt."""
        return self.sheet.title

    def reading(self, reading_id: str) -> str:
        """Return the choice in force for a reading."""
        if reading_id not in self.readings:
            raise unknown("reading", reading_id, self.readings, where=f"of {self.slug}")
        return self.readings[reading_id]

    def start(
        self,
        seats: Sequence[Bet],
        *,
        seed: SeedLike | None = None,
        shoe: CardsLike | None = None,
        open_shoe: bool = False,
        **options: Any,
    ) -> State:
        """Return a round with these bets, before the first card.

        The cards come from a shuffle of the deck by `seed` (a fresh one if none is given), or in the order of `shoe`.
        With `open_shoe` they come from chance that lists its outcomes.
        """
        bets = self.check_bets(seats)
        return self.open_round(bets, self._shoe(len(bets), seed, shoe, open_shoe), **options)

    @abstractmethod
    def open_round(self, bets: tuple[Bet, ...], shoe: Shoe) -> State:
        """Return the first state of a round whose bets are checked."""

    @abstractmethod
    def largest_returns(self, bets: Sequence[Bet]) -> tuple[int, ...]:
        """Return for each seat an upper bound on the amount returned in a round with these opening bets.

        All later bets are made, and every wager wins at its highest odds. The payer must have this amount before a bet
        is taken.
        """

    def deal_order(self, cards: tuple[Card, ...], n_seats: int) -> tuple[Card, ...]:
        """Return the shoe in the order in which the procedure takes packets.

        Games that deal in rotation override this.
        """
        return cards

    def cards_needed(self, n_seats: int) -> int:
        """Return the most cards that a round can take from the shoe."""
        return self.deck.size

    def _shoe(self, n_seats: int, seed: SeedLike | None, shoe: CardsLike | None, open_shoe: bool) -> Shoe:
        if sum((seed is not None, shoe is not None, open_shoe)) > 1:
            raise BadCards("Give only one of seed, shoe and open_shoe.")
        if open_shoe:
            return OpenShoe(self.deck)
        if shoe is not None:
            arranged = stacked(self.deck, parse_cards(shoe, deck=self.deck))
            return StackedShoe(self.deal_order(arranged.cards, n_seats))
        used = min(self.cards_needed(n_seats), self.deck.size)
        cards = shuffle(self.deck, Seed.fresh() if seed is None else seed, first=used)
        return StackedShoe(self.deal_order(cards, n_seats))

    def check_bets(self, seats: Sequence[Bet]) -> tuple[Bet, ...]:
        """Return the bets in their one form, or raise a typed error that names the clause that they break.

        Wagers are in the game's order, whatever the order in which a seat named them.
        """
        if not isinstance(seats, Sequence):
            raise BadBet(f"Bets must be a list with one Bet per seat; got {seats!r}.")
        if len(seats) not in self.seats:
            raise BadBet(f"{self.title} takes {self.seats[0]} to {self.seats[-1]} seats; got {len(seats)}.")
        for seat, bet in enumerate(seats):
            if not isinstance(bet, Bet):
                raise BadBet(f"Seat {seat + 1}: expected a Bet; got {bet!r}.")
            self._check_wagers(seat, bet)
            self.check_bet(seat, bet)
        return tuple([bet.in_order(wager.name for wager in self.wagers) for bet in seats])

    def _check_wagers(self, seat: int, bet: Bet) -> None:
        known = self._wagers_by_name
        for name in bet:
            if name not in known:
                raise BadBet(f"Seat {seat + 1}: unknown wager {name!r}. {suggestions('wager', name, known)}")
        for wager in self.wagers:
            amount = bet.amount(wager.name)
            if wager.required and not amount:
                raise BadBet(f"Seat {seat + 1}: the {wager.title} is required ({wager.clause}).")
            if wager.limited and self.limits.is_over(amount):
                self.limits.check_wager(f"Seat {seat + 1}: the {wager.title}", amount)
            if wager.follow_on > 1 and self.limits.is_over(wager.follow_on * amount):
                later = f"Seat {seat + 1}: a later bet of {wager.follow_on}x the {wager.title} of {dollars(amount)},"
                self.limits.check_wager(later, wager.follow_on * amount)
        if self.pay_set is not None and self.pay_set.equal_bets:
            self._check_equal(seat, bet, self.pay_set)
        self.limits.check_games(f"Seat {seat + 1}", [bet.amount(wager.name) for wager in self.wagers if wager.own_game])

    @cached_property
    def _wagers_by_name(self) -> Mapping[str, Wager]:
        return {wager.name: wager for wager in self.wagers}

    @property
    def bets_at_once(self) -> AtOnce | None:
        """Return how many of the table's bets the law allows together, None if it allows all."""
        return self.limits.at_once(sum(wager.own_game for wager in self.offered()))

    def _check_equal(self, seat: int, bet: Bet, pay_set: PaySet) -> None:
        wagers = [wager for wager in self.wagers if not wager.on_meter]
        if len({bet.amount(wager.name) for wager in wagers}) > 1:
            titles = " and ".join(wager.title for wager in wagers)
            amounts = " and ".join(dollars(bet.amount(wager.name)) for wager in wagers)
            clauses = self.equal_bets_clause or ", ".join(dict.fromkeys(wager.clause for wager in wagers))
            raise BadBet(
                f"Seat {seat + 1}: pay table {pay_set.name} requires equal {titles}; got {amounts} ({clauses})."
            )

    def takes(self, wager: Wager) -> bool:
        """Return whether the table, as it is set up, takes a wager of the game."""
        return True

    def usual_bet(self, unit: int) -> Bet:
        """Return a default opening bet: a unit on every wager that is required or that most players make."""
        offered = self.pay_set is not None
        return Bet(**{wager.name: unit for wager in self.wagers if wager.required or (wager.usual and offered)})

    def offered(self) -> tuple[Wager, ...]:
        """Return the wagers that this table takes. An optional one needs a pay table that pays it."""
        return tuple(wager for wager in self.wagers if wager.required or self.pay_set is not None)

    def felt(self) -> Felt:
        """Return the page layout of the table: by default, a circle for every wager (see `engine.layout`)."""
        return plain_felt(
            motto=self.sheet.motto,
            spot=[{"circles": [[name, title] for name, title in self.wager_titles().items()]}],
            defaults=dict(self.usual_bet(FELT_UNIT).items()),
        )

    def situation(self, view: View) -> Situation | None:
        """Return the information that a seat needs to compare its options, None if there is no analysis."""
        return None

    @classmethod
    def same_decisions(cls, cards: tuple[Card, ...], action: Action) -> tuple[Action, ...]:
        """Return a decision with these cards, and the equivalent ones. Either joker may be used."""
        return action, exchange_jokers(action)

    @classmethod
    def layout(cls) -> Layout | None:
        """Return the places of piles, wagers and moves in arrays of a fixed size, None if there are none."""
        return None

    @property
    def ranking_systems(self) -> tuple[str, ...]:
        """Return the rankings by which hands compare: by default, those of the pay tables."""
        return tuple(dict.fromkeys(self.ranked_as(form.system) for form in self.sheet.table_forms.values()))

    def ranked_as(self, system: str) -> str:
        """Return the ranking system that replaces one named by the rules, under the readings in force."""
        for instead in self._systems_instead:
            system = instead.get(system, system)
        return system

    @cached_property
    def _systems_instead(self) -> tuple[Mapping[str, str], ...]:
        """Return the replacements of ranking systems, for every choice in force that ranks hands differently."""
        readings = self.sheet.readings.values()
        return tuple(
            reading.ranks[choice] for reading in readings if (choice := self.readings[reading.id]) in reading.ranks
        )

    @property
    def pays_add_up(self) -> bool:
        """Return whether a wager that several tables pay wins the sum of their payouts."""
        return True

    @property
    def aggregate(self) -> AggregateLimit | None:
        """Return the limit on payouts that a house may post, if the rules have one."""
        return None

    def unlimited(self) -> Self:
        """Return the game without a posted limit."""
        return self

    @property
    def meter_wager(self) -> MeterWager | None:
        """Return the wager whose best prizes are paid from meters, if the table takes one."""
        return None

    @property
    def envy(self) -> Envy | None:
        """Return the Envy Bonus, if the game has one."""
        return None

    def check_bet(self, seat: int, bet: Bet) -> None:
        """Refuse opening wagers that break the game's clauses. By default there are none."""
        return

    def replay(self, bets: Sequence[Bet], events: Sequence[Event], **options: Any) -> State:
        """Return the state after the actions in a round's events, from the same bets and options."""
        state = self.start(bets, open_shoe=True, **options)
        for event in events:
            if event.action is not None:
                state = state.repeat(event.action)
        return state

    def with_deck(self, deck: Deck) -> Self:
        """Return the same game with another deck, such as a stripped one."""
        return replace(self, deck=deck)

    def modifications(self) -> tuple[str, ...]:
        """List how the table differs from the pay tables and deck of its letter, rule sheet or draft, and our readings.

        An approval covers the rules that a letter encloses. Ask the commission about each difference first (GEN-1).
        """
        source = self.sheet.letter.source
        readings = [
            f"{reading.id} is read as {self.readings[reading.id]}, not as {reading.default}"
            for reading in self.sheet.readings.values()
            if self.readings[reading.id] != reading.default
        ]
        built_in = self.sheet.pay_sets
        offered = ", ".join(built_in.offered) or "it has none"
        pay_table = (
            [f"pay table {self.pay_set.name} is not one of the {source}'s: {offered}"]
            if self.pay_set is not None and not built_in.holds(self.pay_set)
            else []
        )
        usual = type(self).default_deck(self.readings)
        deck = (
            [] if self.deck == usual else [f"a deck of {self.deck.size} cards other than the {source}'s {usual.size}"]
        )
        return (*readings, *pay_table, *deck)

    @cached_property
    def label(self) -> str:
        """Return the game and its choices in one line."""
        choices = [
            f"{key}={value}" for key, value in self.readings.items() if value != self.sheet.readings[key].default
        ]
        parts = [f"pay table {self.pay_set.name}"] if self.pay_set else []
        return ", ".join([self.title, *parts, *choices])
