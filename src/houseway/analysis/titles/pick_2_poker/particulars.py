"""What is particular to Pick 2 Poker: a Bonus beside the round that may be left out."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from houseway.analysis.compare.decision_changes import OptionValues
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.worst_case import declared_payouts
from houseway.analysis.operations.exposure import best_hands
from houseway.analysis.operations.payouts import WagerPayout
from houseway.analysis.particulars import Benchmark, Cards, Choose, Particulars, ante_of
from houseway.analysis.results.advice import AppliedRule
from houseway.analysis.results.result import Analysis, NotBet
from houseway.analysis.results.rules import RuleList as AnyRuleList
from houseway.analysis.titles.pick_2_poker.analyzer import as_pick_2, bonus_only, option_values
from houseway.analysis.titles.pick_2_poker.payoffs import bonus_only_stake
from houseway.analysis.titles.pick_2_poker.rule_list import RuleList
from houseway.cards.card import Card
from houseway.errors import BadBet
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.money import dollars
from houseway.games.titles.pick_2_poker.hands import FIVE, FIVE_CARDS, HAND_CARDS, THREE, best_three


class Pick2Particulars(Particulars):
    """The 5 Card Bonus Only bet is the free one."""

    free_wager = "five_card_bonus"

    def usual_ratio(self, game: Game) -> int:
        """None, or one Ante where all bets are equal (P2-R2)."""
        return int(bonus_only_stake(as_pick_2(game), None))

    def options(self, game: Game, bet: Bet) -> dict[str, Any]:
        """The size of the free bet; the 3-5 Bonus has to equal the Ante."""
        if bet.amount("three_five") != ante_of(bet):
            given = f"{dollars(bet.amount('three_five'))} and {dollars(ante_of(bet))}"
            raise BadBet(f"values are for a 3-5 Bonus equal to the Ante; got {given} (P2-R2)")
        return super().options(game, bet)

    def wager_payouts(self, game: Game, bet: Bet) -> Iterable[WagerPayout]:
        """The best of all endings."""
        return declared_payouts(as_pick_2(game), bet)

    def applied_rule(
        self, game: Game, rules: AnyRuleList, cards: tuple[Card, ...], known: Mapping[str, Any]
    ) -> AppliedRule:
        """The line that the hand meets."""
        assert isinstance(rules, RuleList), "the list of this game"
        return rules.applied(cards)

    def rules_from_plain(self, game: Game, plain: Mapping[str, Any], cost: Fraction) -> RuleList | None:
        """The questions with their answers."""
        return RuleList.from_plain(plain, cost) if "questions" in plain else None

    def dear_shoes(self, game: Game, bet: Bet, n_seats: int) -> Sequence[Cards]:
        """Hands that win most on the Bonus tables, and a weak one for the dealer."""
        stakes = {"five-card": bet.amount("three_five"), "five-card-only": bet.amount("five_card_bonus")}
        return [best_hands(game, FIVE_CARDS, stakes, n_seats, weak_hands=1)]

    def dear_ways(self, game: Game) -> Iterable[Choose]:
        """All five cards, or the best three."""
        yield lambda view: Action(FIVE)
        yield lambda view: Action(THREE, best_three(view.cards("hand", view.seat)))

    def option_values(self, game: Game, runner: Runner) -> OptionValues:
        """All hands."""
        return option_values(as_pick_2(game), runner)

    def seen_first(self, game: Game) -> tuple[int, int]:
        """Five cards."""
        return HAND_CARDS, 0

    def not_bet(self, game: Game, analysis: Analysis) -> tuple[NotBet, ...]:
        """The 5 Card Bonus Only bet where it is left out (P2-10)."""
        wager, table = as_pick_2(game).five_card_bonus, as_pick_2(game).five_cards_only.table
        if any(each.wager == wager.name and each.staked for each in analysis.wagers):
            return ()
        alone = bonus_only(game)
        title, player = game.sheet.table_forms[table].title, "if no hand that it pays is folded"
        return (NotBet(title, wager.clause, -alone.value, (table,), alone.return_table, player),)

    def benchmark(self, game: Game) -> Benchmark:
        """Five seconds."""
        return Benchmark("As Ks 8d 8c 2h", "", dealt=10, hands=2, hand_cards=5, seconds=5.0)


PARTICULARS = Pick2Particulars()
