"""What a house stands to lose in one round, at the largest bets that the limits in force allow.

A seat's largest gain is known from two sides. `bound` is what no round can pass: the most that each wager can win,
added up, less what excludes itself (a royal flush on the board may pay every Bonus, and tie every Ante). `reached` is
the largest gain that occurs under a strategy, taken from the exact distribution of a round with these very stakes; a
broken cent stays with the house.
Where it falls short of the bound, `dealt_seat` is a round that the engine dealt and settled. If one of them is equal to
the bound, the figure is exact; if not, the truth lies between. Of a title in which nothing is decided the bound is
exact and that of any bets: `dearest` are those with which it is reached.

These are before any aggregate limit that is posted. Of a full table `table_bound` is what no round can pass,
`table_within_limits` the same under aggregate limits, and `dealt` a round that the engine dealt and settled.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from houseway.analysis.counting.shards import Runner
from houseway.analysis.house.full_table import DealtRound, dear_round
from houseway.analysis.house.largest_gain import largest_gain
from houseway.analysis.house.payouts import top_row, wager_payouts
from houseway.analysis.house.stakes import house_banked, largest_bet, players_wagers, refusal
from houseway.analysis.house.wager_payout import EVEN, WagerPayout
from houseway.analysis.particulars import ante_of, particulars
from houseway.analysis.results.result import exact
from houseway.games.catalogue import as_game
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.limits import AtOnce, Limit
from houseway.games.engine.money import Cents, dollars

LEAST = Cents(100)
"""What is tried on a wager where nothing says which amounts are small."""


@dataclass(frozen=True, slots=True)
class AggregateRule:
    """What WAC 230-15-490 says about one odds-based wager, and what a posted limit does (amounts in cents).

    `without` is the most that all seats can win on the wager in one deal, `within` what they win at most under the
    limit that is posted, or else under the lowest that may be. `bets` is how many bets a limit counts for:
    1 where it is for the round, the number of all bets where it is for each hand.
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
        """Whether a limit may be posted at all: not where the highest odds are too short."""
        return self.highest_odds >= self.odds_needed

    @property
    def within(self) -> Cents:
        """The most that all seats win under the posted limit, or the lowest possible one; all, where none may be."""
        if not self.allowed:
            return self.without
        limit = self.lowest_limit if self.posted is None else Cents(self.posted * self.bets)
        return min(self.without, limit)

    @property
    def says(self) -> str:
        """The rule applied to the wager, in a sentence."""
        odds = f"the {self.title} pays up to {self.highest_odds} to 1"
        if not self.allowed:
            return f"{odds}, under {self.odds_needed} to 1: no aggregate limit may be posted ({self.rule})."
        low = dollars(self.lowest_limit)
        posted = f"; {dollars(self.posted)} is posted" if self.posted is not None else "; none is posted"
        return f"{odds}: an aggregate limit for a deal may be posted, not under {low}{posted} ({self.rule})."

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
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
        """What one lammer wins at most: every hand of every other player qualifies."""
        return Cents(self.amount * self.hands * (self.seats - 1))

    @property
    def table(self) -> Cents:
        """What all lammers of a full table win at most."""
        return Cents(self.seat * self.seats)

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
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

    `small` has those for which the law allows no more large bets, the one that wins most first, at the largest amount
    that does not count as large; `most` of them may be bet so besides. Of the others `refused` says why the game does
    not take them beside the largest bets.
    """

    law: AtOnce | None
    small: tuple[WagerPayout, ...]
    most: int
    refused: Mapping[str, str]

    @property
    def payout(self) -> Cents:
        """What as many as may be bet win at most."""
        return Cents(sum(each.payout for each in self.small[: self.most]))

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
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
        """Whether the bound of a seat is reached, under the strategy or in the round that was dealt."""
        return self.dearest is not None or self.bound in (self.reached, self.dealt_seat and self.dealt_seat.cost)

    @property
    def largest_wager_payout(self) -> WagerPayout:
        """The wager that can win most."""
        return max(self.wagers, key=lambda each: each.payout)

    @property
    def seat_most(self) -> Cents:
        """No seat can gain more, with the small bets that may be made besides."""
        return self.bound if self.dearest is not None else Cents(self.bound + self.besides.payout)

    @property
    def table_bound(self) -> Cents:
        """No round of a full table can cost the house more: every seat at its most, and every lammer paid."""
        return Cents(self.seat_most * self.seats + (self.envy.table if self.envy else 0))

    @property
    def table_within_limits(self) -> Cents:
        """The same under the aggregate limits that are posted, or else the lowest that may be."""
        small = self.seats * self.besides.payout
        every = self.seats * sum(each.payout for each in self.wagers) + small + (self.envy.table if self.envy else 0)
        saved = sum(each.without - each.within for each in self.aggregate)
        return Cents(min(self.table_bound, every - saved))

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
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
    """The largest payouts of a house-banked game, at the largest bets that its limits allow or at given ones.

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
    """The wagers that are not among the largest bets."""
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
    """One rule for each kind of prize at odds, of a pay table or fixed; wagers that share one count together."""
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
