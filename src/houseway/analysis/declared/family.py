"""The base of the counting families. For one kind of declaration, a family turns cards into counts of endings."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.results.explanation import Explanation
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RULE_LIST, Rule, RuleList
from houseway.cards.card import Card
from houseway.errors import HousewayError
from houseway.games.engine.action import Action
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Decision, Hand, Held, Opening, Option

if TYPE_CHECKING:
    from houseway.analysis.compare.decision_changes import OptionValues


@dataclass(frozen=True, slots=True)
class StrategyRow:
    """The best option with one kind of hand: `seen` is a sample of the cards, `label` its name for people.

    `path` holds the options that led here; values are the expected net result of the whole round, in units.
    """

    decision: Decision
    path: tuple[Option, ...]
    seen: tuple[int, ...]
    label: str
    combinations: int
    values: Mapping[Option, Fraction]
    best: Option


@dataclass(frozen=True)
class Solution:
    """Counts of endings under a strategy: `counts[path, cell]` (Python integers) sum to `total`.

    `asked[decision][option]` is the number of combinations in which the option is taken. `side_bets` holds the counts
    of each side bet that is not staked, under the same strategy. They are by path and by the cells of the features of
    `Payoffs.of(game, {side bet: 1, ...})`, all under the first path where no path makes a difference. `rows` is the
    strategy by kind of hand, coarse where there are many hands. `envy` is the value of an Envy Bonus, in cents per
    other player. `notes` name its figures that are not exact.
    """

    payoffs: Payoffs
    counts: NDArray[np.object_]
    total: int
    asked: Mapping[Decision, Mapping[Option, int]]
    rows: tuple[StrategyRow, ...]
    side_bets: Mapping[Opening, tuple[Payoffs, NDArray[np.object_]]]
    envy: Fraction | None = None
    notes: tuple[str, ...] = ()


class Player(ABC):
    """A strategy for many rounds at once, for simulations.

    A player that `plays_to_the_end` also returns how each round ends. Titles whose deals depend on the round need that.
    """

    plays_to_the_end: ClassVar[bool] = False

    @abstractmethod
    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the number of the path that each round takes, from the cards of every hand, one row per round.

        All cards are given. The strategy may use only those that are seen when it decides.
        """

    def endings(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the path and cell of each round as one number: path times the number of cells, plus the cell."""
        raise NotAnsweredError(f"{type(self).__name__} chooses paths only; the simulation finds how rounds end.")

    def exchanged(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> Mapping[Held, NDArray[np.uint8]]:
        """Return the final hands that differ from those dealt, one row per round."""
        return {}

    def played(
        self, cards: Mapping[Hand, NDArray[np.uint8]]
    ) -> tuple[NDArray[np.int64], Mapping[Held, NDArray[np.uint8]]]:
        """Return the paths and the final hands together."""
        return self.paths(cards), self.exchanged(cards)


@dataclass(frozen=True, slots=True)
class Observation:
    """The cards that a seat knows when it decides: its cards, community cards, the dealer's up cards, other dead cards.

    `taken` holds the options taken so far: earlier bets are at stake too, so they change the cost of a fold.
    """

    own: Sequence[int]
    board: Sequence[int] = ()
    dealer_up: Sequence[int] = ()
    dead: Sequence[int] = ()
    taken: Sequence[Option] = ()


@dataclass(frozen=True, slots=True)
class ActionWorth:
    """The exact value of an option with a choice of cards, and where known the reason and shares by wager name."""

    value: Fraction
    reason: str = ""
    by_wager: Mapping[str, Fraction] = field(default_factory=dict)


class AllOptions(NamedTuple):
    """Every situation of a title with the values of all paths.

    `seen` has the cards in sight, `weights` how many deals each row represents. `values` and `allowed` are by row and
    path, and `unit` is the unit of the values.
    """

    seen: NDArray[np.uint8]
    weights: NDArray[np.int64]
    values: NDArray[np.int64]
    allowed: NDArray[np.bool_]
    unit: int


class ChangedPlay(NamedTuple):
    """Situations of one stage that other payoffs change: how many, and the most expensive one.

    `seen` holds the player's cards and then the community cards of that one. `cost` is the cost of the old option
    there.
    """

    stage: int
    before: str
    after: str
    situations: int
    seen: tuple[int, ...]
    cost: Fraction


class ChangedPlays(NamedTuple):
    """The base's optimal strategy in a changed version: situations met per stage, those that change, the cost."""

    met: tuple[int, ...]
    moves: tuple[ChangedPlay, ...]
    cost: Fraction


class NotAnsweredError(HousewayError):
    """A question that a counting family does not answer."""


class NoRuleListError(NotAnsweredError):
    """A title whose family has the optimal strategy only."""


class Family(ABC):
    """One way of counting.

    The flags define which titles the family accepts and which strategies it has. Methods that are not abstract answer
    more questions than most families can: their defaults return nothing, or raise `NotAnsweredError`.
    """

    name: ClassVar[str]
    strategies: ClassVar[tuple[str, ...]] = (OPTIMAL,)
    """The strategies that `solve` and `player` take. A family that takes the rule list also fits it."""
    follows_rules: ClassVar[bool] = False
    """Whether later deals may depend on earlier cards or bets."""
    picks_cards: ClassVar[bool] = False
    """Whether an option may choose cards; `actions` then lists them."""
    plays_best_of: ClassVar[bool] = False
    """Whether only some cards of a hand may play, a hand may be dealt in parts, and a table may be left out."""
    pays_envy: ClassVar[bool] = False
    """Whether a title may have an Envy Bonus; `net_and_envy` then counts it."""
    keeps_colors: ClassVar[bool] = False
    """Whether a pay table may depend on colors of suits."""
    looks_at_others: ClassVar[bool] = False
    """Whether a player may see cards of other seats."""

    @abstractmethod
    def refuses(self, game: DeclaredGame) -> str:
        """Return why the family cannot count this title; empty if it can."""

    @abstractmethod
    def explain(self, game: DeclaredGame) -> Explanation:
        """Return how the title is counted, and its cost."""

    @abstractmethod
    def solve(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Solution:
        """Return a strategy and the endings that it leads to."""

    @abstractmethod
    def situation(self, payoffs: Payoffs, sight: Observation) -> Mapping[Option, Fraction]:
        """Return the exact value of every option of the decision that is due."""

    @abstractmethod
    def player(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Player:
        """Return a player of a strategy for a simulation."""

    def strategies_of(self, game: DeclaredGame) -> tuple[str, ...]:
        """Return the strategies of a title, which may have extra computer players."""
        return self.strategies

    @final
    def check_strategy(self, game: DeclaredGame, strategy: str) -> None:
        """Refuse a strategy that this family does not know."""
        if strategy not in self.strategies_of(game):
            raise NoRuleListError(f"{game.title}: its counting method, {self.name}, has only the optimal strategy.")

    @property
    def fits_rules(self) -> bool:
        """Return whether the family fits a rule list."""
        return RULE_LIST in self.strategies

    def rule_list(self, payoffs: Payoffs, runner: Runner) -> RuleList:
        """Return rules that a person can play, with their exact cost."""
        raise NoRuleListError(
            f"{payoffs.game.title}: its counting method, {self.name}, has no simplified strategy (rule list)."
        )

    def actions(self, payoffs: Payoffs, sight: Observation) -> Mapping[tuple[Option, tuple[Card, ...]], Fraction]:
        """Return the exact value of every option with every choice of its cards; most options choose none."""
        return {(option, ()): value for option, value in self.situation(payoffs, sight).items()}

    def divisors(self, game: DeclaredGame) -> Mapping[str, int]:
        """Return wagers, by name, whose tables count the player's hands: how many deals there are per hand."""
        return {}

    def action_worths(
        self, payoffs: Payoffs, sight: Observation
    ) -> Mapping[tuple[Option, tuple[Card, ...]], ActionWorth]:
        """Return the same with reasons and the shares of the wagers, where the family knows them."""
        return {action: ActionWorth(value) for action, value in self.actions(payoffs, sight).items()}

    def facts(self, payoffs: Payoffs, sight: Observation) -> Mapping[str, int]:
        """Return the facts about the cards in sight that the conditions of the rule list use, by name."""
        return {}

    def action_of(self, payoffs: Payoffs, rule: Rule, sight: Observation) -> Action | None:
        """Return the action of a rule with a hand where it also chooses cards; None where the option is sufficient."""
        return None

    def net_and_envy(self, strategy: str, payoffs: Payoffs, runner: Runner) -> dict[tuple[Fraction, Fraction], int]:
        """Return how often a round ends with a net result, in units, and an Envy Bonus per other player, in cents."""
        raise NotAnsweredError(f"{payoffs.game.title}: its counting method, {self.name}, counts no Envy Bonus.")

    def counts_paid(self, strategy: str, payoffs: Payoffs, paid: Payoffs, runner: Runner) -> NDArray[np.object_] | None:
        """Return counts by path and cell of `paid` for a player who plays by `payoffs`; None if it must count again."""
        return None

    def shipped_counts(self, payoffs: Payoffs, paid: Payoffs) -> NDArray[np.object_] | None:
        """Return the same for the optimal strategy by `payoffs`, from counts that ship; None if they do not ship."""
        return None

    def all_options(self, payoffs: Payoffs, runner: Runner) -> AllOptions | None:
        """Return every situation with the values of all paths; None where these are too many or not stored."""
        return None

    def option_values(self, payoffs: Payoffs, runner: Runner) -> "OptionValues | None":
        """Return every hand with the values of all options and choices of cards; None if `all_options` is enough."""
        return None

    def changed_plays(self, base: Payoffs, changed: Payoffs) -> ChangedPlays | None:
        """Return every situation that the base's optimal strategy meets and that the changed version plays differently.

        None where the family does not follow the same cards through two versions of a title.
        """
        return None
