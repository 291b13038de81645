"""Facts particular to 2 Hand Hold 'Em: a Bonus on the cards as dealt, and one strategy for dealing whole tables."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from houseway.analysis.counting.shards import Job
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.worst_case import declared_payouts
from houseway.analysis.operations.payouts import WagerPayout
from houseway.analysis.particulars import Benchmark, Cards, Choose, Particulars
from houseway.analysis.results.advice import AppliedRule
from houseway.analysis.results.rules import RuleList
from houseway.analysis.titles.two_hand_holdem.analyzer import as_two_hand
from houseway.analysis.titles.two_hand_holdem.jobs import AllFlops, BestDecisions
from houseway.analysis.titles.two_hand_holdem.rule_list import PointCount
from houseway.cards.card import Card
from houseway.cards.notation import parse_cards
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.titles.two_hand_holdem import FLOP_CARDS, HOLE_CARDS, RAISE_BOTH


class TwoHandParticulars(Particulars):
    """The facts of 2 Hand Hold 'Em. Decisions do not depend on readings or pay tables."""

    free_wager = "bonus"
    stands_in = "rule-list"
    unchanged_because = "the Bonus is paid on the four cards dealt, whatever is set and raised"

    def wager_payouts(self, game: Game, bet: Bet) -> Iterable[WagerPayout]:
        """Return the best of all endings."""
        return declared_payouts(as_two_hand(game), bet)

    def applied_rule(
        self, game: Game, rules: RuleList, cards: tuple[Card, ...], known: Mapping[str, Any]
    ) -> AppliedRule:
        """Return the points of the two hands, and the resulting action."""
        return PointCount().applied(cards, parse_cards(known["board"]), are_set=known["stage"] == 2)

    def rules_from_plain(self, game: Game, plain: Mapping[str, Any], cost: Fraction) -> RuleList | None:
        """Return the count, which is the same at every table, with its cost, or None if the stored count differs."""
        from houseway.analysis.titles.two_hand_holdem.analyzer import RuleList as Count

        rules = Count(cost)
        return rules if plain == rules.to_plain() else None

    def dear_shoes(self, game: Game, bet: Bet, n_seats: int) -> Sequence[Cards]:
        """Return a shoe with two pocket pairs for every seat, all above the dealer's best pair.

        The board helps no other hand.
        """
        pairs = [(f"{rank}s", f"{rank}h", f"{rank}d", f"{rank}c") for rank in "AQJT9"]
        holes = " ".join(card for pair in pairs[:n_seats] for card in pair)
        flop, dealer, turn_and_river = "2c 3d 5h", "7h 7d 6d", "8s Kc"
        return [parse_cards(f"{holes} {flop} {dealer} {turn_and_river}")]

    def dear_ways(self, game: Game) -> Iterable[Choose]:
        """Yield the play that raises both hands."""
        yield lambda view: RAISE_BOTH if RAISE_BOTH in view.legal_actions else view.legal_actions[0]

    def seen_first(self, game: Game) -> tuple[int, int]:
        """Return the number of cards seen: four cards and the flop."""
        return HOLE_CARDS, FLOP_CARDS

    def long_job(self, game: Game, n_shards: int | None = None) -> Job:
        """Return the count over all flops. Its shards are already small."""
        return AllFlops(game.deck.copies)

    def sampled_jobs(self, game: Game) -> Mapping[str, tuple[Job, int]]:
        """Return the first shard, and one in the middle."""
        flops = self.long_job(game)
        return {f"flops, shard {shard}": (flops, shard) for shard in (0, len(flops.shards()) // 2)}

    def sampled_counts(self, job: Job) -> Counts | None:
        """Return the decisions of a few flops in place of all."""
        if not isinstance(job, BestDecisions):
            return None
        rows = list(job.run(0).values())
        return {str(row): rows[row % len(rows)] for row in range(len(job.flops))}

    def benchmark(self, game: Game) -> Benchmark:
        """Return the benchmark, which takes twenty minutes."""
        return Benchmark("As Ks 8d 8c", "Ah 8h 3d", dealt=12, hands=5, hand_cards=7, seconds=60.0 * 20)


PARTICULARS = TwoHandParticulars()
