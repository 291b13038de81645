"""Facts particular to Double Draw Poker: two decisions in a round, and wagers of one size only."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from houseway.analysis.compare.decision_changes import OptionValues
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.worst_case import declared_payouts
from houseway.analysis.operations.exposure import best_hands
from houseway.analysis.operations.payouts import WagerPayout
from houseway.analysis.particulars import Benchmark, Cards, Choose, Particulars
from houseway.analysis.results.advice import AppliedRule
from houseway.analysis.results.rules import RuleList as AnyRuleList
from houseway.analysis.titles.double_draw_poker.analyzer import as_double_draw, option_values
from houseway.analysis.titles.double_draw_poker.rule_list import RuleList
from houseway.cards.card import Card
from houseway.cards.notation import parse_cards
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.strategies.double_draw_poker import DRAW
from houseway.games.titles.double_draw_poker import DRAW_BETS, PACKET


class DoubleDrawParticulars(Particulars):
    """The facts of Double Draw Poker. Hands are compared at the first option, with the second one played optimally."""

    decides_again = True

    def wager_payouts(self, game: Game, bet: Bet) -> Iterable[WagerPayout]:
        """Return the best of all endings."""
        return declared_payouts(as_double_draw(game), bet)

    def dear_shoes(self, game: Game, bet: Bet, n_seats: int) -> Sequence[Cards]:
        """Return shoes with the hands that win most on the Bonus."""
        return [best_hands(game, as_double_draw(game).bonus_table.form.system, {"bonus": bet.amount("bonus")}, n_seats)]

    def dear_ways(self, game: Game) -> Iterable[Choose]:
        """Yield the play that replaces no cards."""
        yield lambda view: Action(DRAW)

    def applied_rule(
        self, game: Game, rules: AnyRuleList, cards: tuple[Card, ...], known: Mapping[str, Any]
    ) -> AppliedRule:
        """Return the first line that fits the hand."""
        table = as_double_draw(game)
        dead = parse_cards(known.get("dead", ""), deck=table.deck)
        return RuleList(table).applied(cards, dead, last_draw=known["stage"] == len(DRAW_BETS))

    def rules_from_plain(self, game: Game, plain: Mapping[str, Any], cost: Fraction) -> RuleList | None:
        """Return the lines, which are the same at every table, with their cost, or None if the stored ones differ."""
        rules = RuleList(as_double_draw(game), cost)
        return rules if plain == rules.to_plain() else None

    def option_values(self, game: Game, runner: Runner) -> OptionValues:
        """Return the values of all hands at the first option."""
        return option_values(as_double_draw(game), runner)

    def needs_count(self, game: Game) -> bool:
        """Return True: the count takes only seconds, but covers all hands."""
        return True

    def seen_first(self, game: Game) -> tuple[int, int]:
        """Return the number of cards seen: five player's cards and no others."""
        return PACKET, 0

    def benchmark(self, game: Game) -> Benchmark:
        """Return the benchmark, which takes a minute."""
        return Benchmark("As Ad Kh Jk 2c", "", dealt=9, hands=1, hand_cards=5, seconds=60.0)


PARTICULARS = DoubleDrawParticulars()
