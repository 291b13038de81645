"""A title: a class body of declarations and one method, `settle`."""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, ClassVar, TypeVar

from houseway.cards.card import Card
from houseway.cards.notation import parse_cards
from houseway.errors import BadBet, BadSetting
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.checks import check_against_sheet, check_declaration
from houseway.games.engine.declared.ending import NOTHING, Compared, Ending, Feature, IsMade, Lead, Outcome, PayClass
from houseway.games.engine.declared.steps import Ask, Show
from houseway.games.engine.declared.vocabulary import (
    Award,
    Between,
    Cause,
    Chosen,
    Compare,
    Decision,
    EnvyBonus,
    Exchanged,
    Hand,
    Held,
    HouseSet,
    LaterBet,
    Makes,
    Margin,
    MeterBet,
    Opening,
    Option,
    Owner,
    Paid,
    Payable,
    Rest,
    Settled,
    Term,
    holds,
)
from houseway.games.engine.event import Event
from houseway.games.engine.features import ENVY, Envy
from houseway.games.engine.felt import Felt
from houseway.games.engine.game import Game, MeterWager, Wager
from houseway.games.engine.irregularity import Irregularity
from houseway.games.engine.layout import Layout
from houseway.games.engine.meter import Showing
from houseway.games.engine.money import Cents, dollars, most_back, winnings
from houseway.games.engine.paytable import PayTable
from houseway.games.engine.procedure import Lap
from houseway.games.engine.setting import SettingWay, setting_way
from houseway.games.engine.shoe import Shoe
from houseway.games.engine.situation import Situation
from houseway.games.engine.state import State
from houseway.games.engine.view import View
from houseway.ranking import ranking
from houseway.ranking.points import MODULUS, points_of, total

Cards = tuple[Card, ...]
Path = tuple[tuple[Decision, Option], ...]
"""The options that a seat takes, decision after decision, up to the end of its round."""
TermKind = TypeVar("TermKind", bound=Term)


@dataclass(frozen=True)
class DeclaredGame(Game):
    """A game that is declared. A title names its `slug`, `most_seats`, terms, `procedure`, and says how it settles.

    Table settings are dataclass fields of the title. `shows_apart`: a seat's cards are turned up all together before
    its wagers are settled; else as far as each wager needs them, with the line that tells of it.
    """

    most_seats: ClassVar[int]
    shows_apart: ClassVar[bool] = True
    procedure: ClassVar[tuple[Lap, ...]]
    terms: ClassVar[tuple[Term, ...]] = ()
    wagers: ClassVar[tuple[Wager, ...]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        found = {name: term for base in reversed(cls.__mro__) for name, term in vars(base).items()}
        cls.terms = tuple(term for term in found.values() if isinstance(term, Term))
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
        if (bet := self._meter_bet) is not None:
            # A table that names its prizes takes one wager more than its title has by itself.
            taken = Wager(bet.name, bet.title, bet.clause, required=False, on_meter=True)
            object.__setattr__(self, "wagers", (*type(self).wagers, taken))

    @cached_property
    def _meter_bet(self) -> MeterBet | None:
        """The wager on meters, where the table takes it."""
        return next((bet for bet in self.every(MeterBet) if bet.table_at(self)), None)

    @cached_property
    def meter_wager(self) -> MeterWager | None:
        """The same with its table of prizes."""
        bet = self._meter_bet
        if bet is None:
            return None
        return MeterWager(bet.name, bet.amount, self.sheet.progressives[bet.table_at(self)])

    @classmethod
    def every(cls, kind: type[TermKind]) -> tuple[TermKind, ...]:
        """All terms of a kind, in the order of the declaration."""
        return tuple(term for term in cls.terms if isinstance(term, kind))

    @classmethod
    def unit(cls) -> Opening:
        """The wager in which everything is valued: the first."""
        return cls.every(Opening)[0]

    @classmethod
    def packets(cls, hand: Hand) -> tuple[int, ...]:
        """The cards of a hand in the parts that become known together: those dealt face up, then show by show.

        Each part is dealt by itself, so that what lies face down in one is independent of what is shown of another.
        """
        shows = [
            step.cards for lap in cls.procedure for step in lap.steps if isinstance(step, Show) and step.hand is hand
        ]
        parts = [hand.up, *(cards or 0 for cards in shows)]
        return tuple(part for part in (*parts, hand.cards - sum(parts)) if part)

    @abstractmethod
    def settle(self, end: Ending) -> Iterator[Settled]:
        """What every wager comes to in an ending, in the order of the clauses."""

    def table(self, paid: Paid) -> PayTable:
        """The table by which a hand is paid, its hands ranked as the readings have it."""
        return self._tables[paid.table]

    @cached_property
    def _tables(self) -> Mapping[str, PayTable]:
        assert self.pay_set is not None, "a title with paid hands has pay tables"
        return {form: table.ranked_by(self.ranked_as(table.form.system)) for form, table in self.pay_set.tables.items()}

    def pays_fixed(self, form: str) -> PayTable:
        """A table of fixed sums, its hands ranked as the readings have it."""
        return self._tables[form]

    @property
    def envy(self) -> Envy | None:
        """The Envy Bonus, where the title declares one."""
        for term in self.every(EnvyBonus):
            return Envy(term.clause, term.on.clause, term.on.name, Cents(term.least), term.table, hands=1, readings=())
        return None

    def system(self, term: Compare) -> str:
        """The ranking system of a comparison, as the readings have it."""
        return self.ranked_as(term.system)

    # How a round can end.

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """Every way through the decisions, in the order of the procedure and of the options."""
        open_paths: list[Path] = [()]
        for decision in self.decisions():
            extended: list[Path] = []
            for path in open_paths:
                asked = is_asked(decision, path)
                if not asked or decision.depends_on_cards:
                    extended.append(path)
                if asked:
                    extended.extend((*path, (decision, option)) for option in decision.offered(self))
            open_paths = extended
        return tuple(open_paths)

    @classmethod
    def decisions(cls) -> tuple[Decision, ...]:
        """What a seat is asked, in the order of the procedure."""
        return tuple(step.decision for lap in cls.procedure for step in lap.steps if isinstance(step, Ask))

    @cached_property
    def depends_on_hand(self) -> bool:
        """Whether some option may be taken only with a hand that is good enough."""
        return any(option.holding for decision in self.decisions() for option in decision.offered(self))

    def next_decision(self, path: Path, bet: Bet) -> Decision | None:
        """What a seat that came this way is asked next, if anything."""
        decided = [decision for decision, _ in path]
        last = max((self.decisions().index(decision) for decision in decided), default=-1)
        return next((each for each in self.decisions()[last + 1 :] if asks(each, path, bet)), None)

    def levels(self, term: Cause) -> tuple[Feature, ...]:
        """Every way a comparison or a paid hand can come out: a comparison from won to lost, qualified first; a paid
        hand by the rows of its table, the best first, and none of them last.
        """
        if isinstance(term, Makes | Between):
            return IsMade(True, term), IsMade(False, term)
        if isinstance(term, Margin):
            leads = range(MODULUS - 1, -MODULUS, -1)
            return tuple(Lead(points, natural, term) for natural in (True, False) for points in leads)
        if isinstance(term, Compare):
            qualified = (True, False) if term.qualifier else (True,)
            return tuple(Compared(outcome, each, term) for each in qualified for outcome in Outcome)
        rows = [PayClass(row.label, row.pays, term) for row in self.table(term).rows]
        return (*rows, PayClass(NOTHING, None, term))

    @property
    def smaller_on_ties(self) -> bool:
        """Whether best play takes the smaller of equally good choices, by the sheet's reading about them."""
        return "smaller" in self._read_about("ties")

    def _read_about(self, subject: str) -> list[str]:
        """The choices in force of the sheet's readings about a subject that all titles share."""
        return [self.reading(reading.id) for reading in self.sheet.readings.values() if reading.about == subject]

    @cached_property
    def features(self) -> tuple[Cause, ...]:
        """Everything that the cards decide."""
        return tuple(term for term in self.terms if isinstance(term, Cause))

    @cached_property
    def _asked_for(self) -> frozenset[Compare]:
        """The comparisons that are made only with options that ask for them."""
        options = [option for decision in self.every(Decision) for option in decision.options]
        return frozenset(option.compares for option in options if option.compares is not None)

    def comes_to(self, term: Cause, path: Path) -> bool:
        """Whether a seat that came this way has the cards of a feature, and asked for it if it is to be asked for."""
        picked, made = {option.sets for _, option in path}, {option.bets for _, option in path}
        parts = [hand.of if isinstance(hand, Rest) else hand for hand in term.hands]
        if any(isinstance(hand, Chosen) and hand not in picked for hand in parts):
            return False
        if any(isinstance(hand, Hand) and hand.with_bet not in {None, *made} for hand in term.hands):
            return False
        return term not in self._asked_for or any(option.compares is term for _, option in path)

    def endings(self, path: Path, features: Sequence[Cause] | None = None) -> Iterator[Ending]:
        """Every ending of a path, the last feature turning fastest."""
        decided = tuple(term for term in (self.features if features is None else features) if self.comes_to(term, path))
        for levels in product(*(self.levels(term) for term in decided)):
            end = Ending(dict(path), dict(zip(decided, levels, strict=True)))
            if self._leads_to(path, end):
                yield end

    def _leads_to(self, path: Path, end: Ending) -> bool:
        """Whether the path is asked what it is asked: a decision after a tie where the hands tie, and only there; one
        that a hand of the dealer's makes needless where it is not made.
        """
        for decision in self._in_order:
            cards_ask = asked_by_cards(decision, end)
            if cards_ask is not None:
                before = tuple(step for step in path if self._comes_before(step[0], decision))
                if (is_asked(decision, before) and cards_ask) is not (decision in end.options):
                    return False
        return True

    @cached_property
    def _in_order(self) -> tuple[Decision, ...]:
        """The decisions, listed once: they are gone through for every ending."""
        return self.decisions()

    def _comes_before(self, one: Decision, other: Decision) -> bool:
        return self.decisions().index(one) < self.decisions().index(other)

    # What cards mean.

    def compared(self, term: Compare, own: Sequence[int], dealers: Sequence[int]) -> Compared:
        """How a comparison comes out between two sets of cards, the common ones in both."""
        value = ranking(self.system(term)).value
        mine, theirs = value(own), value(dealers)
        outcome = Outcome.WON if mine > theirs else Outcome.LOST if mine < theirs else Outcome.TIED
        qualified = theirs >= self.least_qualified(term) or mine >= self.qualified_against(term)
        return Compared(outcome, qualified, term)

    def feature(self, term: Cause, hands: Mapping[Held, Sequence[int]]) -> Feature:
        """How a comparison or a paid hand comes out with these cards."""
        if isinstance(term, Makes | Between):
            return IsMade(term.made_by(hands[term.hands[0]]), term)
        if isinstance(term, Margin):
            mine, theirs = hands[term.own], hands[term.against]
            natural = term.is_natural(term.own, mine) or term.is_natural(term.against, theirs)
            return Lead(total(mine) - total(theirs), natural, term)
        if isinstance(term, Paid):
            return self.pay_class(term, [card for hand in term.hands for card in hands[hand]])
        own = [card for hand in term.own_hands for card in hands[hand]]
        return self.compared(term, own, [card for hand in term.dealer_hands for card in hands[hand]])

    def with_derived(self, hands: Mapping[Held, Cards]) -> dict[Held, Cards]:
        """Hands with those that follow from them, as far as all their cards are there: as they are after an exchange,
        as the house way sets them, and what is left of a hand.
        """
        found = dict(hands)
        for held in self.every(Exchanged):
            cards = held.made_of(hands) if held.of in hands else None
            if cards is not None:
                found[held] = cards
        for part in self.every(HouseSet):
            if len(found.get(part.of, ())) == part.of.cards:
                found[part] = self.house_way.set(found[part.of])[1].front
        for rest in self.every(Rest):
            if rest.of in found and rest.of.of in found:
                found[rest] = tuple(card for card in found[rest.of.of] if card not in found[rest.of])
        return found

    @cached_property
    def house_way(self) -> SettingWay:
        """How the dealer sets a hand, under the readings in force: high and low hands rank as they are compared."""
        systems = {term.against: self.system(term) for term in self.every(Compare)}
        low = self.every(HouseSet)[0]
        high = next(rest for rest in self.every(Rest) if rest.of is low)
        read = {reading.about: self.reading(reading.id) for reading in self.sheet.readings.values()}
        return setting_way(self.slug, read, systems[high], systems[low])

    def fouled_by(self, picked: Chosen, hand: Cards, cards: Cards) -> str:
        """The clause by which some cards of a hand cannot be picked, since they outrank the rest; empty if they can."""
        for rest in self.every(Rest):
            if rest.of is picked and rest.outranks:
                behind = [card for card in hand if card not in cards]
                return rest.clause if self.house_way.is_fouled(cards, behind) else ""
        return ""

    def least_qualified(self, term: Compare) -> int:
        """The lowest value that qualifies; 0 where every hand does."""
        if not term.qualifier:
            return 0
        ranked = ranking(self.system(term))
        return ranked.value(parse_cards(term.qualifier, deck=ranked.system.deck))

    def qualified_against(self, term: Compare) -> int:
        """The lowest own value against which the dealer qualifies with any hand; above all if there is none."""
        ranked = ranking(self.system(term))
        if not term.always_against:
            return ranked.n_values + 1
        return ranked.value(parse_cards(term.always_against, deck=ranked.system.deck))

    def pay_class(self, term: Paid, cards: Sequence[int]) -> PayClass:
        """The row of its table that a set of cards hits."""
        table = self.table(term)
        row = table.row_of_value(ranking(table.form.system).value(cards))
        return PayClass(NOTHING, None, term) if row is None else PayClass(row.label, row.pays, term)

    def draws(self, hand: Hand, hands: Mapping[Hand, Sequence[int]]) -> bool:
        """Whether a hand gets one card more, by its drawing rule and the cards of all hands so far."""
        rule = hand.draws
        assert rule is not None, f"{hand} has a drawing rule"
        drawing = [each for each in self.every(Hand) if each.draws is not None]
        if any(total(hands[each][: each.cards]) in rule.naturals for each in drawing):
            return False
        drawn = () if rule.after is None else hands[rule.after][rule.after.cards :]
        return total(hands[hand]) in rule.on[points_of(drawn[0]) if drawn else None]

    def deals(self, hand: Hand) -> bool:
        """Whether the readings in force have a hand dealt."""
        return holds(self, hand.when)

    # What the engine asks of every game.

    @property
    def seats(self) -> range:
        """As many as the title has, or a reading says, as far as the state's table rule allows and the deck serves."""
        common, own = self.cards_needed(0), self.cards_needed(1) - self.cards_needed(0)
        read = [int(most) for most in self._read_about("seats")]
        served = [(self.deck.size - common) // own] if own else []
        most = [self.most_seats, *read, *served]
        rule = self.limits.house_banked_seats
        return range(1, min([*most, rule.value] if rule else most) + 1)

    def cards_needed(self, n_seats: int) -> int:
        """All hands of so many seats, the dealer's and the common ones."""
        dealt = [hand for hand in self.every(Hand) if self.deals(hand)]
        return sum(hand.most_cards * (n_seats if hand.owner is Owner.SEAT else 1) for hand in dealt)

    def takes(self, wager: Wager) -> bool:
        """Whether readings and settings have it."""
        return wager.on_meter or next(each for each in self.every(Opening) if each.name == wager.name).taken_at(self)

    def usual_bet(self, unit: int) -> Bet:
        """A unit on every wager that is no side bet."""
        return Bet(**{wager.name: unit for wager in self.every(Opening) if not wager.side_bet})

    def check_bet(self, seat: int, bet: Bet) -> None:
        """Wagers that must equal another one do, and none is made that the table does not take."""
        for wager in self.every(Opening):
            other, amount = wager.must_equal(self), bet.amount(wager.name)
            if other is not None and amount not in (0, bet.amount(other.name)):
                cited = ", ".join((wager.clause, *wager.equal_when))
                raise BadBet(
                    f"seat {seat}: the {wager.title} must equal the {other.title} of "
                    f"{dollars(bet.amount(other.name))}; got {dollars(amount)} ({cited})"
                )
            if amount and not wager.taken_at(self):
                raise BadBet(f"seat {seat}: this table takes no {wager.title} ({wager.clause})")
        meter_bet = self._meter_bet
        if meter_bet is not None and (amount := bet.amount(meter_bet.name)) not in (0, meter_bet.amount):
            raise BadBet(
                f"seat {seat}: the {meter_bet.title} is {dollars(meter_bet.amount)}, no more and no less; "
                f"got {dollars(amount)} ({meter_bet.clause})"
            )

    def largest_returns(self, bets: Sequence[Bet]) -> tuple[int, ...]:
        """For each seat the most that any one path gives back, every wager of it at its highest odds there.

        Of a wager on meters only its fixed prizes count: a meter holds what it pays.
        """
        return tuple(
            max(self._most_back(bet, highest, path) for path, highest in self._highest_odds)
            + self._most_fixed(bet)
            + self._most_envy(bet) * (len(bets) - 1)
            for bet in bets
        )

    def _most_envy(self, bet: Bet) -> int:
        """What one other player's hand can earn a seat."""
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
                    else most_back(self.stake(wager, bet, path), odds)
                )
        return total

    @cached_property
    def _highest_odds(self) -> tuple[tuple[Path, Mapping[Payable, Fraction | None]], ...]:
        """For every path the highest odds of every wager."""
        found = []
        for path in self.paths:
            highest: dict[Payable, Fraction | None] = {}
            for end in self.endings(path):
                for settled in self.settle(end):
                    known = highest.get(settled.wager)
                    if settled.odds is not None and (known is None or settled.odds > known):
                        highest[settled.wager] = settled.odds
            found.append((path, highest))
        return tuple(found)

    def stake(self, wager: Payable, bet: Bet, path: Path) -> int:
        """What lies on a wager at the end of a path, in cents; nothing on an award."""
        if isinstance(wager, Opening | MeterBet):
            return bet.amount(wager.name)
        if isinstance(wager, LaterBet):
            return Ending(dict(path), {}).times(wager) * bet.amount(wager.of.name)
        return 0

    def before_the_deal(self) -> Iterator[Event]:
        """What is told when the bets are down; by default nothing."""
        return iter(())

    def may_find(self, irregularity: Irregularity, face_down: Collection[Hand]) -> bool:
        """Whether an irregularity can be found while these hands of the dealer's or of the table lie face down."""
        return True

    def offered(self) -> tuple[Wager, ...]:
        """The declared wagers that the table takes, whether a pay table pays them or not."""
        return tuple(wager for wager in self.wagers if self.takes(wager))

    def felt(self) -> Felt:
        """The layout, read from the declaration."""
        from houseway.games.engine.declared.felt import felt_of

        return felt_of(self)

    def situation(self, view: View) -> Situation:
        """What the seat sees and has decided."""
        from houseway.games.engine.declared.seen import situation_of

        return situation_of(self, view)

    @classmethod
    def layout(cls) -> Layout | None:
        """The places of the declared hands, wagers and options."""
        from houseway.games.engine.declared.places import layout_from

        return layout_from(cls)

    def open_round(self, bets: tuple[Bet, ...], shoe: Shoe, meters: Mapping[str, Showing] | None = None) -> State:
        """Bets are down; `meters` is what those show that wagers are on."""
        from houseway.games.engine.declared.round import first_state

        wager, shown = self.meter_wager, dict(meters or {})
        wanted = wager.prizes.meters if wager is not None and wager.staked(bets) else ()
        if set(shown) != set(wanted):
            given, expected = ", ".join(shown) or "none", ", ".join(wanted) or "none"
            raise BadSetting(f"a round with these bets needs what these meters show: {expected}; got {given}")
        return first_state(self, bets, shoe, shown)


def is_asked(decision: Decision, path: Path) -> bool:
    """Whether a seat that came this way is asked: not after a fold, nor where the bet in question is made."""
    if any(option.folds for _, option in path):
        return False
    return decision.unless is None or all(option.bets is not decision.unless for _, option in path)


def asked_by_cards(decision: Decision, end: Ending) -> bool | None:
    """Whether the cards of an ending have a decision asked; None where they have no say in it."""
    if decision.if_tied is not None and end.has(decision.if_tied):
        return end[decision.if_tied].tied
    if decision.unless_made is not None and end.has(decision.unless_made):
        return not end[decision.unless_made].made
    return None


def asks(decision: Decision, path: Path, bet: Bet) -> bool:
    """Whether a seat with these wagers is asked: it must have made those of which the options make multiples."""
    bases = [option.bets.of for option in decision.options if option.bets is not None]
    return is_asked(decision, path) and all(bet.amount(base.name) for base in bases)


def _largest_multiple(terms: Sequence[Term], opening: Opening) -> int:
    """The largest single later bet that follows from an opening wager, as a multiple of it."""
    options = [option for term in terms if isinstance(term, Decision) for option in term.options]
    return max((each.times for each in options if each.bets is not None and each.bets.of is opening), default=1)
