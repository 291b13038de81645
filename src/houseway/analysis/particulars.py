"""The facts about a game that an analyzer has in addition to values, and their defaults.

An analyzer of one game has a module `particulars` in its package with a `PARTICULARS`; titles that a family counts
share that of `declared`. Code for all games asks here and does not name any game.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

from houseway.analysis import HOOKS, analyze, counted_by_family, package_of
from houseway.analysis.results.recorded import recorded_rules
from houseway.cards.card import Card
from houseway.cards.notation import parse_cards
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents
from houseway.games.engine.view import View

if TYPE_CHECKING:
    from houseway.analysis.compare.decision_changes import DecisionChanges, OptionValues
    from houseway.analysis.counting.shards import Job, Runner
    from houseway.analysis.counting.sums import Counts
    from houseway.analysis.operations.payouts import WagerPayout
    from houseway.analysis.results.advice import AppliedRule
    from houseway.analysis.results.result import Analysis, NotBet, PaysByRow
    from houseway.analysis.results.rules import RuleList

Cards = Sequence[int]
Choose = Callable[[View], Action]
USUAL_ROUNDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The measurements of a game: advice on one situation, a loop that does the minimum of a round, a solution in time.

    A round deals `dealt` cards and compares `hands` hands. `seconds` are for the whole solution on two cores.
    """

    cards: str
    board: str
    dealt: int
    hands: int
    hand_cards: int
    seconds: float


class Particulars(ABC):
    """The facts about a game that other code may need. An analyzer overrides those that are not the default."""

    free_wager = ""
    """The wager that may differ from the Ante. The analyzer takes it under this name, in Antes."""
    stands_in = ""
    """The strategy whose tables are dealt in place of every other one, where only that can be dealt."""
    decides_again = False
    """Whether a round has a second decision. Hands are compared at the first."""
    unchanged_because = ""
    """The reason why no change of the pay tables or readings changes a decision, if that is so."""

    # Bets.

    def usual_ratio(self, game: Game) -> int:
        """Return the analyzer's default stake on the free wager, in Antes."""
        return int(game.pay_set is not None)

    def usual_bet(self, game: Game, unit: int) -> Bet:
        """Return the bets of a default round."""
        return game.usual_bet(unit)

    def side_bets(self, game: Game) -> tuple[str, ...]:
        """Return the optional wagers, which may be of any size."""
        return ()

    def options(self, game: Game, bet: Bet) -> dict[str, Any]:
        """Return the options of `analyze` for these bets; none where they are the default ones."""
        if not self.free_wager:
            return {}
        ratio = Fraction(bet.amount(self.free_wager), ante_of(bet))
        return {} if ratio == self.usual_ratio(game) else {self.free_wager: ratio}

    def stakes(self, wagers: Mapping[str, Fraction]) -> dict[str, Any]:
        """Return the options of `advise` for wagers that are not one Ante each."""
        return dict(wagers)

    # The largest payouts.

    @abstractmethod
    def wager_payouts(self, game: Game, bet: Bet) -> "Iterable[WagerPayout]":
        """Return the most that each wager of a seat with these opening bets can win."""

    def seat_bound(self, game: Game, bet: Bet, wagers: "tuple[WagerPayout, ...]") -> Cents:
        """Return a bound on a seat's gain per round: the sum of its wagers' largest wins, less exclusive wins."""
        return Cents(sum(each.payout for each in wagers))

    def worst_case_bet(self, game: Game) -> tuple[Bet, Cents] | None:
        """Return the bets with which a seat gains most, and how much; None if they are the largest allowed."""
        return None

    def largest_gain(self, game: Game, bet: Bet, strategy: str, runner: "Runner | None") -> Fraction:
        """Return the largest net result of a seat with these opening bets that occurs under a strategy, in Antes."""
        return max(analyze(game, strategy=strategy, runner=runner, **self.options(game, bet)).net.weights)

    def value_as_before(self, game: Game, changed: Game) -> Fraction | None:
        """Return the value of a changed game, in Antes, to a player who plays on by this game's optimal strategy.

        Return None where that would need a count first.
        """
        return None

    def dear_shoes(self, game: Game, bet: Bet, n_seats: int) -> Sequence[Cards]:
        """Return the cards of rounds that cost the house much, in the order in which the game deals them."""
        return ()

    def dear_ways(self, game: Game) -> Iterable[Choose]:
        """Return how the players play the good hands of such a round."""
        return ()

    # Counts and values.

    def needs_count(self, game: Game) -> bool:
        """Return whether optimal play of every hand is known only after a long count."""
        return self.long_job(game) is not None

    def pays_by_row(self, game: Game, analysis: "Analysis") -> "PaysByRow | None":
        """Return the odds that the rows of all return tables follow; None if only the words of the rows show them."""
        return None

    def usual_rounds(self, game: Game) -> int:
        """Return the default number of rounds to simulate."""
        return USUAL_ROUNDS

    def applied_rule(
        self, game: Game, rules: "RuleList", cards: tuple[Card, ...], known: Mapping[str, Any]
    ) -> "AppliedRule | None":
        """Return the rule list's line for cards and other known facts; None where no line can be named."""
        return None

    def rules_from_plain(self, game: Game, plain: Mapping[str, Any], cost: Fraction) -> "RuleList | None":
        """Return the rule list of a plain form, empty if it is an older one; None if it must be computed again."""
        return None

    def option_values(self, game: Game, runner: "Runner") -> "OptionValues | None":
        """Return the value of every option with every hand, counted or from disk; None where that is not stored."""
        return None

    def decision_changes(self, base: Game, changed: Game) -> "DecisionChanges | None":
        """Return every situation of every decision that a change moves; None if `option_values` or a sample is used."""
        return None

    @abstractmethod
    def seen_first(self, game: Game) -> tuple[int, int]:
        """Return how many player's cards and how many community cards a seat sees when it is first asked."""

    def dealers_seen_first(self, game: Game) -> int:
        """Return how many of the dealer's cards are face up then."""
        return 0

    def not_bet(self, game: Game, analysis: "Analysis") -> "tuple[NotBet, ...]":
        """Return the wagers that have a separate pay table and no stake in the analysis."""
        return ()

    def long_job(self, game: Game, n_shards: int | None = None) -> "Job | None":
        """Return the count that takes minutes, in its default shards or in `n_shards`; None where there is none."""
        return None

    def sampled_jobs(self, game: Game) -> "Mapping[str, tuple[Job, int]]":
        """Return, by name, a long job and a shard of it that is counted again to check the shipped results."""
        return {}

    def sampled_counts(self, job: "Job") -> "Counts | None":
        """Return counts of a small part of a long job that replace all of it if only time matters; None to count it."""
        return None

    def benchmark(self, game: Game) -> Benchmark | None:
        """Return the measurements of the game, if any."""
        return None


def particulars(game: Game) -> Particulars:
    """Return the particulars of a game's analysis."""
    hooks = HOOKS.get(game.slug) if counted_by_family(game) else None
    module = f"houseway.analysis.{hooks}" if hooks is not None else f"{package_of(game)}.particulars"
    found: Particulars = import_module(module).PARTICULARS
    return found


def applied_rule(game: Game, cards: str, known: Mapping[str, Any]) -> "AppliedRule | None":
    """Return the line of a game's shipped rule list in a situation, as a seat asks about it; None without a list.

    >>> from houseway.games.catalogue import as_game
    >>> rule = applied_rule(as_game("three-card-poker"), "Qh 6d 4c", {})
    >>> rule.line, str(rule.action)
    ('Play with Q-6-4 or better', 'play')
    """
    rules = recorded_rules(game)
    if rules is None:
        return None
    return particulars(game).applied_rule(game, rules, parse_cards(cards, deck=game.deck), known)


def ante_of(bet: Bet) -> Cents:
    """Return the amount that the values of an analysis are multiples of: that of the game's first wager."""
    return next(iter(bet.values()))
