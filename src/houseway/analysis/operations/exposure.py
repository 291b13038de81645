"""The most that a table can lose in one round, at the largest bets that the limits in force allow.

A seat's largest gain is known from two sides:

- `bound` is a gain that no round can exceed. It adds the most that each wager can win, less wagers that exclude each
  other. (A royal flush on the board may pay every Bonus, and tie every Ante.)
- `reached` is the largest gain that occurs under a strategy. It comes from the exact distribution of a round with these
  same stakes. A broken cent stays with the house.

If `reached` is below the bound, `dealt_seat` is a round that the engine dealt and settled. If either one equals the
bound, the figure is exact. If not, the truth is between them. In a title without decisions, the bound is exact for any
bets, and `dearest` are the bets that reach it.

These figures are before any posted aggregate limit. For a full table, `table_bound` is a loss that no round can exceed.
`table_within_limits` is the same under aggregate limits, and `dealt` is a round that the engine dealt and settled. That
round is the most expensive one that we can find. It proves that the house can lose its cost; it proves nothing about
larger losses.

The most that a seat gains at given bets is read from shipped files if counting it takes long, and counted now if not.
The shipped files (`<slug>-gains.json` beside the recorded results, written by `tools/record.py gains`) cover the
built-in tables. They are at the largest bets that the limits allow. Only the proportions of the bets matter.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from houseway.analysis import analyzed, not_house_banked
from houseway.analysis.counting.card_sets import all_sets
from houseway.analysis.counting.shards import Runner
from houseway.analysis.operations.payouts import EVEN, WagerPayout
from houseway.analysis.particulars import Cards, Choose, ante_of, particulars
from houseway.analysis.results.recorded import records, result_key
from houseway.cards.card import N_CARDS, N_NATURAL, Card
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards
from houseway.errors import BadBet, BadCards, BadSetting, without_seat
from houseway.games.catalogue import as_game
from houseway.games.engine.bet import Bet, Wager
from houseway.games.engine.game import Game
from houseway.games.engine.limits import AtOnce, Limit
from houseway.games.engine.money import Cents, dollars
from houseway.games.engine.paytable import PayTable
from houseway.games.strategies import play_out
from houseway.plain import exact
from houseway.ranking import ranking


def house_banked(game: Game) -> Game:
    """Return the game if it is house-banked, and raise an error if not."""
    if game.slug not in analyzed():
        raise not_house_banked(game)
    return game


def players_wagers(game: Game) -> tuple[Wager, ...]:
    """Return the opening wagers that are separate games, without bets for the dealer and bets on a meter."""
    return tuple(wager for wager in game.wagers if wager.own_game and not wager.on_meter)


def largest_bet(game: Game) -> Bet:
    """Return the largest opening bets that the game takes under the limits in force (GEN-5).

    Each wager is tried at its limit, at the smallest limit of all, and left out. The game decides which of these bets
    it takes, so bets that must be equal are equal. Of those, only bets that can be valued count. If the law allows
    fewer large wagers than the game has, the wagers that can win most are made.
    """
    largest = game.limits.largest_wager
    if largest is None:
        raise BadSetting(f"no limit on wagers is in force ({game.limits.jurisdiction}): give the bets")
    wagers = players_wagers(game)
    caps = {wager.name: largest.value // wager.follow_on for wager in wagers}
    least = min(caps.values())
    accepted = list(_accepted(game, product(*(dict.fromkeys((caps[each.name], least, 0)) for each in wagers))))
    if not accepted:
        raise BadSetting(f"{game.title} takes no bets under the limits of {game.limits.jurisdiction}")
    most = max(sum(bet.values()) for bet in accepted)
    equal = [bet for bet in accepted if sum(bet.values()) == most]
    return equal[0] if len(equal) == 1 else _dearest(game, equal)


def _dearest(game: Game, equal: Sequence[Bet]) -> Bet:
    """Return the bet that can win most, of bets with the same sum."""
    wins: dict[str, Fraction] = {}
    for bet in equal:
        if not set(bet) <= set(wins):
            paid = {each.wager: each.odds for each in particulars(game).wager_payouts(game, bet)}
            wins |= {name: Fraction(paid.get(name, 0)) for name in bet}
    return max(equal, key=lambda bet: sum(amount * wins[name] for name, amount in bet.items()))


def _accepted(game: Game, amounts: "product[tuple[int, ...]]") -> Iterator[Bet]:
    names = [wager.name for wager in players_wagers(game)]
    for each in amounts:
        bet = Bet(**dict(zip(names, each, strict=True)))
        if not refusal(game, bet):
            yield bet


def refusal(game: Game, bet: Bet) -> str:
    """Return why a seat may not make a bet, or why its outcome cannot be valued. Return "" if neither applies."""
    try:
        game.check_bets([bet])
        particulars(game).options(game, bet)
    except BadBet as error:
        return without_seat(error)
    return ""


def wager_payouts(game: Game, bet: Bet) -> tuple[WagerPayout, ...]:
    """Return every wager that a seat with these opening bets can have, with the most that it can win."""
    return tuple(each for each in particulars(game).wager_payouts(game, bet) if each.stake)


def paid_even(wager: str, title: str, clause: str, stake: int) -> WagerPayout:
    """Return the payout of a wager that pays 1 to 1."""
    return WagerPayout(wager, title, clause, Cents(stake), EVEN, "a win", by_table=False)


def paid_by_table(wager: str, title: str, clause: str, stake: int, table: PayTable) -> WagerPayout:
    """Return the payout of a wager that a pay table pays."""
    return WagerPayout(wager, title, clause, Cents(stake), table.highest, top_row(table), by_table=True)


def top_row(table: PayTable) -> str:
    """Return the row with the highest odds, or the best hand if several rows share them."""
    return max(table.rows, key=lambda row: row.pays).label if table.rows else "no hand"


HAND_CARDS = 5
MOST_FIRST_HANDS = 24
Floats = NDArray[np.float64]
Masks = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class DealtRound:
    """The cost of a round to the house, in cents, with the number of seats and the shoe that deals it."""

    seats: int
    cost: Cents
    shoe: str

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {"seats": self.seats, "cost_cents": self.cost, "shoe": self.shoe}


@dataclass
class Chooser:
    """An automatic player whose decisions come from a function."""

    choose: Choose
    name: str = "largest payout"


def dear_round(game: Game, bet: Bet, n_seats: int) -> DealtRound | None:
    """Return the most expensive round that we know how to deal.

    Return None if we know none for the game, or if the deck has too few cards for one.
    """
    known = particulars(game)
    try:
        shoes = known.dear_shoes(game, bet, n_seats)
        rounds = [_play(game, bet, n_seats, shoe, choose) for shoe in shoes for choose in known.dear_ways(game)]
    except BadCards:
        return None
    return max(rounds, key=lambda each: each.cost, default=None)


def _play(game: Game, bet: Bet, n_seats: int, shoe: Cards, choose: Choose) -> DealtRound:
    state = play_out(game.start([bet] * n_seats, shoe=shoe), Chooser(choose))
    cost = sum(entry.net for entry in state.settlements)
    return DealtRound(n_seats, Cents(cost), format_cards(tuple(Card(card_id) for card_id in shoe)))


def best_hands(game: Game, system: str, stakes: Mapping[str, int], n_seats: int, weak_hands: int = 0) -> Cards:
    """Return a shoe with the hands of five that win most on the staked tables, one per seat, then weak hands of five.

    The first hand limits the cards left for the others, so each of the best hands is tried first.
    """
    hands, masks, values = _every_hand(game.deck, system)
    gains = sum((_odds(game, table, system)[values] * stake for table, stake in stakes.items()), np.zeros(len(hands)))
    first_hands = np.flatnonzero(gains == gains.max())[:MOST_FIRST_HANDS]
    dealt = max((_deal_on(int(first), masks, gains, n_seats) for first in first_hands), key=lambda d: gains[d].sum())
    weak = _deal_on(None, masks, -values.astype(float), weak_hands, int(np.bitwise_or.reduce(masks[dealt])))
    shoe: list[int] = hands[[*dealt, *weak]].ravel().tolist()
    return shoe


@lru_cache(maxsize=1)
def _every_hand(deck: Deck, system: str) -> tuple[NDArray[np.uint8], Masks, NDArray[np.uint16]]:
    """Return all five-card hands, their cards as bits, and their values. Cached, because a comparison asks twice."""
    hands = all_sets(N_CARDS if any(deck.copies[N_NATURAL:]) else N_NATURAL, HAND_CARDS)
    hands = hands[np.array(deck.copies, bool)[hands].all(axis=1)]
    masks = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    return hands, masks, ranking(system).evaluate(hands)


def _deal_on(first: int | None, masks: Masks, gains: Floats, n_hands: int, taken: int = 0) -> list[int]:
    """Return the places of disjoint hands, taking the best remaining hand each time."""
    dealt: list[int] = []
    for number in range(n_hands):
        free = (masks & np.uint64(taken)) == 0
        if not free.any():
            raise BadCards(f"The deck has no cards left for hand {number + 1}.")
        best = first if first is not None and not dealt else int(np.where(free, gains, -np.inf).argmax())
        dealt.append(best)
        taken |= int(masks[best])
    return dealt


def _odds(game: Game, table: str, system: str) -> Floats:
    """Return the odds to one that each value of a ranking system wins on a table. A loss counts as 0."""
    assert game.pay_set is not None, "the game has a Bonus"
    pays = game.pay_set[table]
    values = range(1, ranking(system).n_values + 1)
    return np.array([0.0, *(float(pays.pays_value(value, system) or 0) for value in values)])


RECORD = "gains"


def largest_gain(game: Game, bet: Bet, strategy: str, runner: Runner | None = None) -> Fraction:
    """Return the largest net result that occurs under a strategy, in units of the first bet."""
    known = records(game.slug, RECORD).get(result_key(game, strategy))
    if known is not None and known["bets"] == proportions(bet):
        return Fraction(known["gain"])
    return particulars(game).largest_gain(game, bet, strategy, runner)


def proportions(bet: Bet) -> dict[str, str]:
    """Return each wager in units of the first.

    >>> proportions(Bet(ante=1000, bonus=500))
    {'ante': '1', 'bonus': '1/2'}
    """
    return {name: str(Fraction(amount, next(iter(bet.values())))) for name, amount in bet.items()}


LEAST = Cents(100)
"""The amount tried on a wager if no rule says which amounts are small."""


@dataclass(frozen=True, slots=True)
class AggregateRule:
    """WAC 230-15-490 applied to one odds-based wager, and the effect of a posted limit (amounts in cents).

    `without` is the most that all seats can win on the wager in one deal. `within` is the most under the posted limit,
    or under the lowest allowed limit if none is posted. `bets` is the number of bets that a limit counts for.
    It is 1 if the limit is for the round, and the number of all bets if it is for each hand.
    """

    wager: str
    title: str
    rule: str
    clause: str
    highest_odds: Fraction
    odds_needed: int
    lowest_limit: Cents
    posted: Cents | None
    bets: int
    without: Cents

    @property
    def allowed(self) -> bool:
        """Return whether a limit may be posted. It may not if the highest odds are too short."""
        return self.highest_odds >= self.odds_needed

    @property
    def within(self) -> Cents:
        """Return the most that all seats win under the posted limit, or under the lowest allowed one.

        If no limit may be posted, return the full amount.
        """
        if not self.allowed:
            return self.without
        limit = self.lowest_limit if self.posted is None else Cents(self.posted * self.bets)
        return min(self.without, limit)

    @property
    def says(self) -> str:
        """Return a sentence that applies the rule to the wager."""
        odds = f"the {self.title} pays up to {self.highest_odds} to 1"
        if not self.allowed:
            return f"{odds}, under {self.odds_needed} to 1: no aggregate limit may be posted ({self.rule})."
        low = dollars(self.lowest_limit)
        posted = f"; {dollars(self.posted)} is posted" if self.posted is not None else "; none is posted"
        return f"{odds}: an aggregate limit for a deal may be posted, not under {low}{posted} ({self.rule})."

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {
            "wager": self.wager,
            "rule": self.rule,
            "clause": self.clause,
            "highest_odds": exact(self.highest_odds),
            "odds_needed": self.odds_needed,
            "allowed": self.allowed,
            "lowest_limit_cents": self.lowest_limit if self.allowed else None,
            "posted_cents": self.posted,
            "table_without_limit_cents": self.without,
            "table_within_limit_cents": self.within,
            "says": self.says,
        }


@dataclass(frozen=True, slots=True)
class EnvyExposure:
    """An Envy Bonus: fixed sums, outside every aggregate limit. `hands` of one player can qualify another."""

    clause: str
    amount: Cents
    what: str
    hands: int
    seats: int

    @property
    def seat(self) -> Cents:
        """Return the most that one lammer wins: every hand of every other player qualifies."""
        return Cents(self.amount * self.hands * (self.seats - 1))

    @property
    def table(self) -> Cents:
        """Return the most that all lammers of a full table win."""
        return Cents(self.seat * self.seats)

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {
            "clause": self.clause,
            "amount_cents": self.amount,
            "pays_most_on": self.what,
            "hands_of_a_player": self.hands,
            "seats": self.seats,
            "seat_cents": self.seat,
            "table_cents": self.table,
        }


@dataclass(frozen=True, slots=True)
class Besides:
    """The wagers that a seat with the largest bets leaves out, and why.

    `small` has the wagers for which the law allows no more large bets. The one that wins most is first, each at the
    largest amount that does not count as large. `most` of them may be added as small bets. For the others, `refused`
    says why the game does not take them with the largest bets.
    """

    law: AtOnce | None
    small: tuple[WagerPayout, ...]
    most: int
    refused: Mapping[str, str]

    @property
    def payout(self) -> Cents:
        """Return the most that the allowed number of small bets wins."""
        return Cents(sum(each.payout for each in self.small[: self.most]))

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {
            "rule": self.law.rule if self.law else "",
            "wagers": [each.to_dict() for each in self.small],
            "most_of_them": self.most,
            "largest_payout_cents": self.payout,
            "refused": dict(self.refused),
        }


@dataclass(frozen=True, slots=True)
class Exposure:
    """The largest payouts of a game at its largest bets, in cents. Make one with `exposure(game)`."""

    game: str
    title: str
    paytable: str | None
    jurisdiction: str
    on: date
    limit: Cents | None
    limit_rule: str
    bet: Bet
    seats: int
    strategy: str
    wagers: tuple[WagerPayout, ...]
    besides: Besides
    bound: Cents
    dearest: Bet | None
    reached: Cents
    aggregate: tuple[AggregateRule, ...]
    envy: EnvyExposure | None
    dealt: DealtRound | None
    dealt_seat: DealtRound | None

    @property
    def is_exact(self) -> bool:
        """Return whether the bound of a seat is reached, under the strategy or in the dealt round."""
        return self.dearest is not None or self.bound in (self.reached, self.dealt_seat and self.dealt_seat.cost)

    @property
    def largest_wager_payout(self) -> WagerPayout:
        """Return the wager that can win most."""
        return max(self.wagers, key=lambda each: each.payout)

    @property
    def seat_most(self) -> Cents:
        """Return a gain that no seat can exceed, including the small bets that may be added."""
        return self.bound if self.dearest is not None else Cents(self.bound + self.besides.payout)

    @property
    def table_bound(self) -> Cents:
        """Return a cost that no round of a full table can exceed: every seat at its most, and every lammer paid."""
        return Cents(self.seat_most * self.seats + (self.envy.table if self.envy else 0))

    @property
    def table_within_limits(self) -> Cents:
        """Return the same under the posted aggregate limits, or under the lowest allowed ones."""
        small = self.seats * self.besides.payout
        every = self.seats * sum(each.payout for each in self.wagers) + small + (self.envy.table if self.envy else 0)
        saved = sum(each.without - each.within for each in self.aggregate)
        return Cents(min(self.table_bound, every - saved))

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {
            "game": self.game,
            "title": self.title,
            "paytable": self.paytable,
            "jurisdiction": self.jurisdiction,
            "date": self.on.isoformat(),
            "largest_single_wager_cents": self.limit,
            "limit_rule": self.limit_rule,
            "bet_cents": dict(self.bet),
            "seats": self.seats,
            "strategy": self.strategy,
            "wagers": [each.to_dict() for each in self.wagers],
            "besides": self.besides.to_dict(),
            "seat": {
                "reached_cents": self.reached,
                "bound_cents": self.bound,
                "most_cents": self.seat_most,
                "dearest_bet_cents": dict(self.dearest) if self.dearest is not None else None,
                "exact": self.is_exact,
                "dealt": self.dealt_seat.to_dict() if self.dealt_seat else None,
            },
            "table": {
                "bound_cents": self.table_bound,
                "within_aggregate_limits_cents": self.table_within_limits,
                "dealt": self.dealt.to_dict() if self.dealt else None,
            },
            "aggregate": [each.to_dict() for each in self.aggregate],
            "envy": self.envy.to_dict() if self.envy else None,
        }


def exposure(
    game: Game | str, *, bet: Bet | None = None, strategy: str = "optimal", runner: Runner | None = None
) -> Exposure:
    """Return the largest payouts of a house-banked game, at the largest bets that its limits allow or at given ones.

    >>> from datetime import date
    >>> from houseway.games.catalogue import game
    >>> most = exposure(game("double-draw-poker", on=date(2025, 1, 1)))
    >>> dollars(most.largest_wager_payout.payout), dollars(most.bound), most.is_exact
    ('$150,000', '$150,900', True)
    """
    table = house_banked(as_game(game))
    bets = largest_bet(table) if bet is None else table.check_bets([bet])[0]
    gain = largest_gain(table.unlimited(), bets, strategy, runner)
    limit = table.limits.largest_wager
    wagers = wager_payouts(table, bets)
    known, reached = particulars(table), Cents(int(gain * ante_of(bets)))
    found = known.worst_case_bet(table) if bet is None else None
    dearest, bound = (None, known.seat_bound(table, bets, wagers)) if found is None else found
    return Exposure(
        game=table.slug,
        title=table.title,
        paytable=table.pay_set.name if table.pay_set else None,
        jurisdiction=table.limits.jurisdiction,
        on=table.limits.on,
        limit=Cents(limit.value) if limit else None,
        limit_rule=limit.rule if limit else "",
        bet=bets,
        seats=table.seats[-1],
        strategy=strategy,
        wagers=wagers,
        besides=_besides(table, bets),
        bound=bound,
        dearest=dearest,
        reached=reached,
        aggregate=tuple(_aggregate_rules(table, wagers)),
        envy=_envy(table, bets),
        dealt=dear_round(table, bets, table.seats[-1]),
        dealt_seat=None if dearest is not None or reached == bound else dear_round(table.unlimited(), bets, 1),
    )


def _besides(game: Game, bet: Bet) -> Besides:
    law, above = game.bets_at_once, game.limits.large_wager_above
    left_out = [wager for wager in players_wagers(game) if not bet.amount(wager.name) and game.takes(wager)]
    small, refused = [], dict[str, str]()
    for wager in left_out:
        with_it = Bet(**bet, **{wager.name: above.value if above else LEAST})
        if why := refusal(game, with_it):
            refused[wager.title] = why
        else:
            small += [each for each in wager_payouts(game, with_it) if each.wager == wager.name]
    small.sort(key=lambda each: each.payout, reverse=True)
    free = len(small) if law is None or law.most is None else law.most - len(bet)
    return Besides(law, tuple(small), min(free, len(small)), refused)


def _aggregate_rules(game: Game, wagers: tuple[WagerPayout, ...]) -> list[AggregateRule]:
    """Return one rule for each kind of prize at odds, of a pay table or fixed. Wagers that share one count together."""
    rule = game.limits.aggregate_odds
    if rule is None:
        return []
    prizes = [each for each in wagers if (each.by_table or each.odds > EVEN) and not each.prize_of]
    alike = [[each for each in wagers if prize.wager in (each.wager, each.prize_of)] for prize in prizes]
    return [_aggregate_rule(game, prize, sharing, rule) for prize, sharing in zip(prizes, alike, strict=True)]


def _aggregate_rule(game: Game, wager: WagerPayout, alike: list[WagerPayout], rule: Limit) -> AggregateRule:
    n_seats, limit = game.seats[-1], game.aggregate
    return AggregateRule(
        wager=wager.wager,
        title=wager.title,
        rule=rule.rule,
        clause=limit.clause if limit else "",
        highest_odds=wager.odds,
        odds_needed=rule.value,
        lowest_limit=Cents(wager.stake * rule.value),
        posted=limit.posted if limit else None,
        bets=n_seats * len(alike) if limit and limit.by_hand else 1,
        without=Cents(n_seats * sum(each.payout for each in alike)),
    )


def _envy(game: Game, bet: Bet) -> EnvyExposure | None:
    envy = game.envy
    if envy is None or game.pay_set is None or not envy.has_lammer(bet):
        return None
    pays = game.pay_set[envy.table]
    return EnvyExposure(envy.clause, Cents(int(pays.highest)), top_row(pays), envy.hands, game.seats[-1])
