"""What a family of counting is: an argument that gets, for a kind of declaration, from cards to counts of endings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.shell.explanation import Explanation
from houseway.cards.card import Card
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Decision, Hand, Held, Opening, Option


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

    `asked[decision][option]` says in how many combinations the option is taken. `side_bets` holds, for each side bet
    that is not staked, the counts by path and by the cells of `Payoffs.of(game, {side bet: 1, ...})`'s own features,
    under the same strategy; all under the first path where no path makes a difference. `rows` is the strategy by kind
    of hand, coarse where there are many hands. `envy` is what an Envy Bonus comes to, in cents for each other player;
    `notes` say what of it is no exact figure.
    """

    payoffs: Payoffs
    counts: NDArray[np.object_]
    total: int
    asked: Mapping[Decision, Mapping[Option, int]]
    rows: tuple[StrategyRow, ...]
    side_bets: Mapping[Opening, tuple[Payoffs, NDArray[np.object_]]]
    envy: Fraction | None = None
    notes: tuple[str, ...] = ()


class Player(Protocol):
    """A strategy for many rounds at once: what a simulation plays by."""

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """The number of the path that each round takes, from the cards of every hand, a row a round.

        All cards are given. Which of them may be looked at is the strategy's affair: only those that are seen when it
        decides.
        """


@runtime_checkable
class PlaysToTheEnd(Protocol):
    """A player of titles in which what is dealt depends on the round, who therefore also says how rounds end."""

    def endings(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Path and cell of each round as one number: path times the number of cells, and the cell."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat knows when it decides: its own cards, common ones, the dealer's face up, others that are out.

    `taken` holds the options taken so far: earlier bets are at stake too, so they change what a fold costs.
    """

    own: Sequence[int]
    board: Sequence[int] = ()
    dealer_up: Sequence[int] = ()
    dead: Sequence[int] = ()
    taken: Sequence[Option] = ()


class Family(Protocol):
    """One way of counting. One that `follows_rules` takes titles whose deals depend on the cards before."""

    name: str

    def refuses(self, game: DeclaredGame) -> str:
        """Why it cannot count this title; empty if it can."""

    def explain(self, game: DeclaredGame) -> Explanation:
        """What it would do."""

    def solve(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Solution:
        """The best strategy and what it leads to."""

    def situation(self, payoffs: Payoffs, sight: Sight) -> Mapping[Option, Fraction]:
        """The exact value of every option of the decision that is due."""

    def player(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Player:
        """The best strategy for a simulation."""


@runtime_checkable
class PickingFamily(Protocol):
    """A family of titles of which an option chooses cards: its advice says which."""

    def actions(self, payoffs: Payoffs, sight: Sight) -> Mapping[tuple[Option, tuple[Card, ...]], Fraction]:
        """The exact value of every option with every choice of its cards."""


@runtime_checkable
class CountsOnce(Protocol):
    """A family whose counts of a strategy also serve payoffs by which nobody would play otherwise."""

    def counts_paid(
        self, strategy: str, payoffs: Payoffs, paid: Payoffs, runner: Runner, *, smaller_on_ties: bool = False
    ) -> NDArray[np.object_]:
        """The counts by path and cell of `paid`, for somebody who plays by `payoffs`."""

    def shipped_counts(
        self, payoffs: Payoffs, paid: Payoffs, *, smaller_on_ties: bool = False
    ) -> NDArray[np.object_] | None:
        """The same for best play by `payoffs`, from counts that ship with the package; None where they do not."""


@runtime_checkable
class ExchangingPlayer(Protocol):
    """A player who also says what the hands are that cards were exchanged of."""

    def exchanged(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> Mapping[Held, NDArray[np.uint8]]:
        """The hands in the end, a row a round."""


@runtime_checkable
class EnvyingFamily(Protocol):
    """A family that can tell what the same hand wins and what it earns other players."""

    def net_and_envy(
        self, strategy: str, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False
    ) -> dict[tuple[Fraction, Fraction], int]:
        """How often a round ends with a net result, in units, and earns so much for each other player, in cents."""
