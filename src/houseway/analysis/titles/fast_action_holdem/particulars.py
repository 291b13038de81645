"""What is particular to Fast Action Hold'em: a board that all hands share, Split bets, counts that take minutes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from houseway.analysis.compare.option_values import OptionValues
from houseway.analysis.counting.samples import FINE_SHARDS, SAMPLED
from houseway.analysis.counting.shards import Job, Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.house.payouts import paid_by_table, paid_even
from houseway.analysis.house.wager_payout import WagerPayout
from houseway.analysis.particulars import Benchmark, Cards, Choose, Particulars
from houseway.analysis.results import people
from houseway.analysis.results.applied_rule import AppliedRule
from houseway.analysis.titles.fast_action_holdem.analyzer import as_fast_action
from houseway.analysis.titles.fast_action_holdem.counted import job_of
from houseway.analysis.titles.fast_action_holdem.dear_round import shared_hands, split_or_keep
from houseway.analysis.titles.fast_action_holdem.jobs import FastActionCount
from houseway.analysis.titles.fast_action_holdem.rule_list import RuleList
from houseway.cards.card import Card
from houseway.games.engine.action import descending
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents, winnings
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH, hand_options
from houseway.games.titles.fast_action_holdem.round import HOLE_CARDS
from houseway.ranking import Category


class FastActionParticulars(Particulars):
    """One deck or several."""

    free_wager = "bonus"

    def wager_payouts(self, game: Game, bet: Bet) -> Iterable[WagerPayout]:
        """Ante and Bonus, and a Split bet of each."""
        table = as_fast_action(game)
        ante, bonus, pays = bet.amount("ante"), bet.amount("bonus"), table.pays["bonus"]
        yield paid_even("ante", "Ante", table.cited.showdown, ante)
        yield paid_even("split_ante", "Split bet of the Ante", table.cited.showdown, ante)
        yield paid_by_table("bonus", "Bonus", table.cited.paid, bonus, pays)
        split = paid_by_table("split_bonus", "Split bet of the Bonus", table.cited.paid, bonus, pays)
        yield replace(split, prize_of="bonus")

    def applied_rule(
        self, game: Game, rules: people.RuleList, cards: tuple[Card, ...], known: Mapping[str, Any]
    ) -> AppliedRule:
        """The kind of the two cards to choose, and what it says of the other two."""
        ways = hand_options(descending(cards), True, game.reading("FA-R2"), game.reading("FA-R3"))
        assert isinstance(rules, RuleList), "the list of this game"
        return rules.applied(cards, ways.__contains__)

    def rules_from_plain(self, game: Game, plain: Mapping[str, Any], cost: Fraction) -> RuleList | None:
        """The kinds in their order, and the splits."""
        return RuleList.from_plain(plain, cost) if "order" in plain else None

    def seat_bound(self, game: Game, bet: Bet, wagers: tuple[WagerPayout, ...]) -> Cents:
        """The sum of all, less what excludes itself.

        Two hands share the board and no card of one deck. If both are royal flushes they are of one suit (two suits
        need three board cards each), and every card of it that one hand holds the other lacks: the board is the royal
        flush, the dealer has it too, and the house wins the tie (FA-12, FA-13).
        """
        table, every = as_fast_action(game), super().seat_bound(game, bet, wagers)
        rows = table.pays["bonus"].rows
        odds = sorted((row.pays for row in rows), reverse=True)
        top = next((row for row in rows if row.pays == odds[0]), None) if odds else None
        several_decks = table.deck.max_copies > 1
        if several_decks or top is None or top.category is not Category.ROYAL_FLUSH or odds[:2] == odds[:1] * 2:
            return every
        stakes = {each.wager: each.stake for each in wagers}
        ante, bonus = stakes["ante"], stakes.get("bonus", Cents(0))
        antes_lost = ante if table.reading("FA-R2") == "all" else 2 * ante
        two_royals = 2 * winnings(bonus, odds[0]) - antes_lost
        second = winnings(bonus, odds[1]) if len(odds) > 1 else 0
        return Cents(min(every, max(two_royals, winnings(bonus, odds[0]) + second + 2 * ante)))

    def dear_shoes(self, game: Game, bet: Bet, n_seats: int) -> Sequence[Cards]:
        """The best-paid hand for everybody."""
        return shared_hands(as_fast_action(game), n_seats)

    def dear_ways(self, game: Game) -> Iterable[Choose]:
        """Every kind of split."""
        for option in (ANTE, BONUS, BOTH):
            yield lambda view, option=option: split_or_keep(view, option)  # type: ignore[misc]

    def option_values(self, game: Game, runner: Runner) -> OptionValues | None:
        """Where the counts are on disk."""
        from houseway.analysis.titles.fast_action_holdem.option_values import option_values

        return option_values(as_fast_action(game))

    def seen_first(self, game: Game) -> tuple[int, int]:
        """Four cards, and nothing of the community."""
        return HOLE_CARDS, 0

    def long_job(self, game: Game, n_shards: int | None = None) -> Job:
        """The count over all boards."""
        job = job_of(as_fast_action(game))
        return job if n_shards is None else replace(job, n_shards=n_shards)

    def sampled_jobs(self, game: Game) -> Mapping[str, tuple[Job, int]]:
        """Two small shards."""
        boards = self.long_job(game, FINE_SHARDS)
        return {f"boards, shard {shard} of {FINE_SHARDS}": (boards, shard) for shard in SAMPLED}

    def sampled_counts(self, job: Job) -> Counts | None:
        """Decisions from one small shard are a little off, and take as long to look up."""
        return replace(job, n_shards=FINE_SHARDS).run(SAMPLED[0]) if isinstance(job, FastActionCount) else None

    def benchmark(self, game: Game) -> Benchmark:
        """Ten minutes with one deck, thirty with several."""
        minutes = 10 if game.deck.max_copies == 1 else 30
        return Benchmark("Ts 9s 6h 5h", "", dealt=13, hands=3, hand_cards=7, seconds=60.0 * minutes)


PARTICULARS = FastActionParticulars()
