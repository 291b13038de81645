"""The declared title: a class body of declarations and one method, `settle`."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

from houseway.cards.card import Card
from houseway.errors import BadBet, BadSetting
from houseway.games.engine.bet import ENVY, AggregateLimit, Bet, MeterWager, Wager
from houseway.games.engine.declared.checks import check_against_sheet, check_declaration
from houseway.games.engine.declared.ending import Ending
from houseway.games.engine.declared.evaluation import Cards
from houseway.games.engine.declared.paths import Path, Paths, asked_by_cards, asks, is_asked
from houseway.games.engine.declared.vocabulary import (
    Award,
    Decision,
    EnvyBonus,
    Hand,
    Held,
    LaterBet,
    MeterBet,
    Opening,
    Option,
    Owner,
    Payable,
    Settled,
    Term,
)
from houseway.games.engine.event import Event, Irregularity, Settlement
from houseway.games.engine.layout import Felt, Layout
from houseway.games.engine.meter import Showing
from houseway.games.engine.money import Cents, dollars, winnings
from houseway.games.engine.shoe import Shoe
from houseway.games.engine.state import State
from houseway.games.engine.view import Situation, View

__all__ = ["DeclaredGame", "Path", "asked_by_cards", "asks", "is_asked"]


@dataclass(frozen=True)
class DeclaredGame(Paths):
    """A declared game. A title gives its `slug`, `most_seats`, terms, `procedure`, and how it settles.

    Table settings are dataclass fields of the title. With `shows_apart`, a seat's cards are turned up all together
    before its wagers are settled. That cites the first comparison or paid hand that uses them. Without it, they are
    turned up as each wager needs them, with that wager's line.
    """

    most_seats: ClassVar[int]
    shows_apart: ClassVar[bool] = True
    wagers: ClassVar[tuple[Wager, ...]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        found = {name: term for base in reversed(cls.__mro__) for name, term in vars(base).items()}
        cls.terms = tuple(term for term in found.values() if isinstance(term, Term))
        cls.terms_by_kind = {}
        cls.wagers = tuple(
            Wager(
                each.name,
                each.title,
                each.clause,
                each.required,
                _largest_multiple(cls.terms, each),
                own_game=each.rides_on is None,
            )
            for each in cls.every(Opening)
        )
        beside = LaterBet | Award | MeterBet
        later = [(each.name, each.title) for each in cls.terms if isinstance(each, beside)]
        cls.later_wagers = dict([*later, *((ENVY, each.title) for each in cls.every(EnvyBonus))])
        check_declaration(cls)

    def __post_init__(self) -> None:
        check_against_sheet(self)
        self._check_posted_limit()
        if (bet := self._meter_bet) is not None:
            # A table that names its prizes takes one wager more than its title alone.
            taken = Wager(bet.name, bet.title, bet.clause, required=False, on_meter=True)
            object.__setattr__(self, "wagers", (*type(self).wagers, taken))

    @cached_property
    def _meter_bet(self) -> MeterBet | None:
        return next((bet for bet in self.every(MeterBet) if bet.table_at(self)), None)

    @cached_property
    def meter_wager(self) -> MeterWager | None:
        """Return the wager on meters with its table of prizes."""
        bet = self._meter_bet
        if bet is None:
            return None
        return MeterWager(bet.name, bet.amount, self.sheet.progressives[bet.table_at(self)])

    @cached_property
    def _limited(self) -> LaterBet | None:
        """Return the bet on whose winnings a house may post a limit."""
        return next((bet for bet in self.every(LaterBet) if bet.limit is not None), None)

    def _check_posted_limit(self) -> None:
        limit, bet = self.aggregate, self._limited
        if limit is None or limit.posted is None or bet is None or bet.limit is None:
            return
        if isinstance(limit.posted, bool) or not isinstance(limit.posted, int) or limit.posted <= 0:
            expected = f"expected a number of cents above zero; got {limit.posted!r} ({limit.clause})"
            raise BadSetting(f"{bet.limit.setting}: {expected}")
        odds = max(highest.get(bet) or 0 for _, highest in self.highest_odds)
        largest = self.limits.largest_wager
        self.limits.check_aggregate_limit(limit.posted, largest.value if largest else 0, odds)

    @property
    def aggregate(self) -> AggregateLimit | None:
        """Return the limit on the winnings of one bet of each player, if the title has such a bet."""
        bet = self._limited
        if bet is None or bet.limit is None:
            return None
        return AggregateLimit(bet.limit.clause, getattr(self, bet.limit.setting), by_hand=True)

    def unlimited(self) -> Self:
        """Return the game without a posted limit."""
        bet, limit = self._limited, self.aggregate
        if bet is None or bet.limit is None or limit is None or limit.posted is None:
            return self
        unposted: dict[str, Any] = {bet.limit.setting: None}
        return replace(self, **unposted)

    def won(self, wager: Payable, staked: int, odds: Fraction) -> Cents:
        """Return a stake's winnings at some odds, within a posted limit. The house keeps a fraction of a cent."""
        due = winnings(staked, odds)
        limit = self.aggregate if wager is self._limited else None
        return due if limit is None or limit.posted is None else Cents(min(due, limit.posted))

    # The methods that the engine requires of every game.

    @cached_property
    def seats(self) -> range:
        """Return the seats of the title, or of a reading, as far as the state's table rule and the deck allow."""
        common, own = self.cards_needed(0), self.cards_needed(1) - self.cards_needed(0)
        read = [int(most) for most in self.read_about("seats")]
        served = [(self.deck.size - common) // own] if own else []
        most = [self.most_seats, *read, *served]
        rule = self.limits.house_banked_seats
        return range(1, min([*most, rule.value] if rule else most) + 1)

    def cards_needed(self, n_seats: int) -> int:
        """Return the cards of this many seats' hands, the dealer's and the common ones."""
        common, own = self._cards_dealt
        return common + own * n_seats

    @cached_property
    def _cards_dealt(self) -> tuple[int, int]:
        """Return the most cards of the dealer's and the common hands together, and of one seat's hands."""
        dealt = [hand for hand in self.every(Hand) if self.deals(hand)]
        drawn = {hand: sum(each.cards for each in discards) for hand, discards in self.drawn_to().items()}
        most = {hand: hand.most_cards + drawn.get(hand, 0) for hand in dealt}
        own = sum(cards for hand, cards in most.items() if hand.owner is Owner.SEAT)
        return sum(most.values()) - own, own

    @cached_property
    def payable(self) -> Mapping[str, Payable]:
        """Return everything that `settle` pays, by its name."""
        return {wager.name: wager for wager in self.every(Payable)}

    def takes(self, wager: Wager) -> bool:
        """Return whether readings and settings include the wager."""
        return wager.on_meter or next(each for each in self.every(Opening) if each.name == wager.name).taken_at(self)

    def usual_bet(self, unit: int) -> Bet:
        """Return a unit on every wager that the table takes, except side bets."""
        taken = [wager for wager in self.every(Opening) if not wager.side_bet and wager.taken_at(self)]
        return Bet(**{wager.name: unit for wager in taken})

    def check_bet(self, seat: int, bet: Bet) -> None:
        """Require wagers that must be equal to be equal, and refuse wagers that the table does not take."""
        for wager in self.every(Opening):
            other, amount = wager.must_equal(self), bet.amount(wager.name)
            if other is not None and amount not in (0, bet.amount(other.name)):
                cited = ", ".join((wager.clause, *wager.equal_when))
                raise BadBet(
                    f"Seat {seat + 1}: the {wager.title} must equal the {other.title} of "
                    f"{dollars(bet.amount(other.name))}; got {dollars(amount)} ({cited})."
                )
            if amount and not wager.taken_at(self):
                cited = ", ".join((wager.clause, *wager.when))
                raise BadBet(f"Seat {seat + 1}: this table does not offer the {wager.title} ({cited}).")
        meter_bet = self._meter_bet
        if meter_bet is not None and (amount := bet.amount(meter_bet.name)) not in (0, meter_bet.amount):
            raise BadBet(
                f"Seat {seat + 1}: the {meter_bet.title} must be exactly {dollars(meter_bet.amount)}; "
                f"got {dollars(amount)} ({meter_bet.clause})."
            )

    def largest_returns(self, bets: Sequence[Bet]) -> tuple[int, ...]:
        """Return for each seat the most that any one path returns, with every wager at its highest odds there.

        Only the fixed prizes of a wager on meters count, because a meter has the money that it pays.
        """
        return tuple(
            max(self._most_back(bet, highest, path) for path, highest in self.highest_odds)
            + self._most_fixed(bet)
            + self._most_envy(bet) * (len(bets) - 1)
            for bet in bets
        )

    def _most_envy(self, bet: Bet) -> int:
        """Return the most that one other player's hand can pay a seat."""
        envy = self.envy
        return int(self.pays_fixed(envy.table).highest) if envy is not None and envy.has_lammer(bet) else 0

    def _most_fixed(self, bet: Bet) -> int:
        wager = self.meter_wager
        if wager is None:
            return 0
        return max((int(prize.pays * bet.amount(wager.name)) for prize in wager.prizes.prizes), default=0)

    def _most_back(self, bet: Bet, highest: Mapping[Payable, Fraction | None], path: Path) -> int:
        total = 0
        for wager, odds in highest.items():
            if odds is not None:
                total += (
                    int(winnings(bet.amount(wager.on.name), odds))
                    if isinstance(wager, Award)
                    else (staked := self.stake(wager, bet, path)) + self.won(wager, staked, odds)
                )
        return total

    def bets_placed(self, seat: int, bet: Bet) -> Iterator[Event]:
        """Describe the opening wagers of a seat, by default one by one."""
        for name, amount in bet.items():
            wager = self.payable[name]
            yield Event(wager.clause, f"seat {seat}: {wager.title}", seat, amount=amount)

    def decided(
        self, seat: int, decision: Decision, option: Option, bet: Bet, picked: Cards, rest: Cards
    ) -> Iterator[Event]:
        """Describe an option that a seat takes: the cards that it sets apart, then its action and bets."""
        from houseway.games.engine.declared.text import told_decision

        return told_decision(self, seat, decision, option, bet, picked)

    def question(self, decision: Decision, bet: Bet) -> str:
        """Return a decision's title, and the choices if the title names none of them."""
        if decision.asks:
            return decision.asks
        options = [option.title for option in decision.offered(self)]
        named = len(options) == 1 or any(option.split()[0] in decision.title for option in options)
        told = decision.title if named else f"{decision.title}: {', '.join(options[:-1])} or {options[-1]}"
        return f"{told[:1].upper()}{told[1:]}."

    def reason(self, settled: Settled, end: Ending, cards: Mapping[Held, tuple[Card, ...]]) -> str:
        """Return why a wager was settled this way."""
        from houseway.games.engine.declared.settlement import reason_of

        return reason_of(self, settled, end, cards)

    def tell_settled(
        self,
        seat: int,
        end: Ending,
        cards: Mapping[Held, tuple[Card, ...]],
        made: Sequence[tuple[Settled, Settlement]],
    ) -> Iterator[Event]:
        """Describe how the wagers of a seat were settled, by default one by one."""
        from houseway.games.engine.declared.settlement import events_of

        return events_of(self, seat, end, cards, made)

    def before_the_deal(self) -> Iterator[Event]:
        """Return the events after the bets and before the deal, by default none."""
        return iter(())

    def may_find(self, irregularity: Irregularity, face_down: Collection[Hand]) -> bool:
        """Return whether an irregularity can be found while these hands of the dealer or the table are face down."""
        return True

    def offered(self) -> tuple[Wager, ...]:
        """Return the declared wagers that the table takes, whether or not a pay table pays them."""
        return tuple(wager for wager in self.wagers if self.takes(wager))

    def felt(self) -> Felt:
        """Return the layout, read from the declaration."""
        from houseway.games.engine.declared.layout import felt_of

        return felt_of(self)

    def is_default(self, wager: Opening) -> bool:
        """Return whether a default round has the wager. That is all but side bets, unless a title's readings differ."""
        return not wager.side_bet

    def situation(self, view: View) -> Situation:
        """Return the cards that the seat sees and its decisions."""
        from houseway.games.engine.declared.views import situation_of

        return situation_of(self, view)

    @classmethod
    def layout(cls) -> Layout | None:
        """Return the places of the declared hands, wagers and options."""
        from houseway.games.engine.declared.layout import layout_from

        return layout_from(cls)

    def open_round(self, bets: tuple[Bet, ...], shoe: Shoe, meters: Mapping[str, Showing] | None = None) -> State:
        """Return the round with bets down. `meters` has the values of the meters on which there are wagers."""
        from houseway.games.engine.declared.round import first_state

        wager, shown = self.meter_wager, dict(meters or {})
        wanted = wager.prizes.meters if wager is not None and wager.staked(bets) else ()
        if set(shown) != set(wanted):
            given, expected = ", ".join(shown) or "none", ", ".join(wanted) or "none"
            raise BadSetting(f"a round with these bets needs what these meters show: {expected}; got {given}")
        return first_state(self, bets, shoe, shown)


def _largest_multiple(terms: Sequence[Term], opening: Opening) -> int:
    """Return the largest single later bet that follows from an opening wager, as a multiple of it."""
    options = [option for term in terms if isinstance(term, Decision) for option in term.options]
    return max((each.times for each in options for made in each.bets if made.of is opening), default=1)
