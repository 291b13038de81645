"""A blueprint: how to play all of heads-up, fixed-limit Five Card HoldOut, over buckets of similar hands.

It is an approximation with a measured weakness, not a solution. `header["measured"]` says by how much it was beaten,
and how. Query it with a `Spot`, the public moment:

    plan = Blueprint.load()                                     # the one that ships, or Blueprint.load(path)
    plan.strategy(Spot(), "As Ks Qd 7h 7c")                     # {'fold': .., 'call': .., 'raise': ..}
    plan.holds(Spot("call check"), "As Ks Qd 7h 7c")            # {(7c, 7h, As): .., ..}
    flop = Spot("call check", (3, 2), board=parse_cards("2c Qh"))
    plan.strategy(flop, "7c 7h As")                             # {'check': .., 'bet': ..}
    plan.range_of(1, flop, dead=parse_cards("As Ks Qd 7h 7c"))  # what the button may hold, with weights

Player 0 has the big blind, acts first after the discards and discards first. Player 1 has the button and the small
blind, and opens. Lines are the words of `BettingTree.lines`. A player that holds one card is treated as holding two.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from houseway.analysis.solve.betting import BettingTree
from houseway.analysis.solve.ranges import Range
from houseway.analysis.solve.sampled import SampledRules, decisions_of
from houseway.analysis.solve.sampling import FIRST, HOLDS, LAST, MIDDLE, STAGES, Array
from houseway.analysis.titles.five_card_holdout.abstraction import (
    MOST_HOLDS,
    SIZES,
    Holds,
    abstraction,
)
from houseway.analysis.titles.five_card_holdout.blueprint_training import blueprint_rules
from houseway.analysis.titles.five_card_holdout.held_sets import every_hold, flop_buckets, judged_by
from houseway.analysis.titles.five_card_holdout.hold_equities import held_cards
from houseway.analysis.titles.five_card_holdout.own_ranges import (
    Arrivals,
    Comers,
    buckets_on_board,
    held_often,
    range_on_board,
)
from houseway.analysis.titles.five_card_holdout.strategy_file import read_strategy
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike, parse_cards
from houseway.errors import BadSetting, BadSolution, unknown
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS, FLOP_CARDS, HOLE_CARDS

SHIPPED = Path(__file__).with_name("blueprint.hws")
BYTE = 255
RIVERS_KEPT = 8


@dataclass(frozen=True)
class Spot:
    """The public information: the actions of each round so far, how many cards were held, the board."""

    first: str = ""
    held: tuple[int, ...] = ()
    """The number of cards that the first player holds, then the second. Shorter until they have discarded."""
    middle: str = ""
    last: str = ""
    board: tuple[int, ...] = ()

    @property
    def stage(self) -> int:
        """Return the stage: FIRST, HOLDS, MIDDLE or LAST."""
        if self.board:
            return MIDDLE if len(self.board) == FLOP_CARDS else LAST
        return HOLDS if self.first in endings(_rules().blinds) else FIRST

    @property
    def round(self) -> tuple[BettingTree, str]:
        """Return the betting round of the next action, and the actions in it so far."""
        rules = _rules()
        return {
            FIRST: (rules.blinds, self.first),
            MIDDLE: (rules.rounds[0], self.middle),
            LAST: (rules.rounds[-1], self.last),
        }[self.stage]

    @property
    def player(self) -> int:
        """Return the player to act."""
        if self.stage == HOLDS:
            return len(self.held)
        tree, line = self.round
        return int(tree.actors[_decision(tree, line)])


@dataclass(frozen=True)
class Blueprint:
    """The learned average play: for each stage and player, a byte for each row and action."""

    tables: tuple[Array, ...]
    header: Mapping[str, Any] = field(default_factory=dict)
    """Game, readings, terms, hashes, deals, seed, and measurements."""

    @classmethod
    def load(cls, path: Path | None = None) -> "Blueprint":
        """Return the blueprint of a file, or the one that ships. A file of other rules or buckets is refused."""
        if path is None and not SHIPPED.exists():
            raise BadSolution(
                "No blueprint ships with this version. Train one with `houseway solve GAME --blueprint FILE`."
            )
        return cls(*read_strategy(SHIPPED if path is None else path, _rules(), abstraction().digest))

    # One hand.

    def strategy(self, spot: Spot, cards: CardsLike) -> dict[str, float]:
        """Return how often each action is taken with some cards: the five dealt, or after discarding the held ones."""
        return self.learned_strategy(spot, cards)[0]

    def learned_strategy(self, spot: Spot, cards: CardsLike) -> tuple[dict[str, float], bool]:
        """Return the same, and whether training ever reached such a moment with such cards.

        If not, the play is uniform.
        """
        if spot.stage == HOLDS:
            raise BadSetting("after the first round the players discard: ask for holds")
        tree, line = spot.round
        decision = _decision(tree, line)
        row, cells = self._rows(spot.player, spot, _ascending(cards)), tree.cells_of(decision)
        often = self.rows_played(spot.stage, spot.player, row)[0, cells]
        known = self.tables[2 * spot.stage + spot.player][row[0], cells].any()
        return dict(zip(tree.actions[decision], often.tolist(), strict=True)), bool(known)

    def holds(self, spot: Spot, cards: CardsLike) -> dict[tuple[Card, ...], float]:
        """Return how often each set of the dealt cards is held. The second player has seen how many the first holds."""
        if spot.stage != HOLDS or len(spot.held) > 1:
            raise BadSetting("players discard after the first round of betting, the second after the first")
        dealt = abstraction().dealt(_ascending(cards))
        held, counts = held_cards(np.repeat(dealt.hands, MOST_HOLDS, axis=0), dealt.ways[0])
        often = self.held_often(spot.player, spot)[dealt.holds[0]]
        return {
            tuple(Card(card) for card in held[place, : counts[place]].tolist()): float(often[place])
            for place in range(int(dealt.n_holds[0]))
        }

    # All hands.

    def round_play(self, player: int, spot: Spot, hands: Array) -> Array:
        """Return how often a player's hands (ascending rows) take each of its actions of a round: (actions, hands).

        The actions are those of the whole round, as `BettingTree.cells` numbers them.
        """
        return self.rows_played(spot.stage, player, self._rows(player, spot, hands)).T

    def rows_played(self, stage: int, player: int, rows: Array) -> Array:
        """Return how often each action is taken in some rows of a table, uniform if nothing was learned."""
        return _shares(stage, player, self.tables[2 * stage + player][rows])

    def range_of(self, player: int, spot: Spot, dead: tuple[int, ...] = (), slip: float = 0.0) -> Range:
        """Return a player's possible holds at a moment after the discards, weighted by how often its play reaches it.

        A dealt hand with a card of the board or one of the dead cards (the other player's dealt cards) is left out.
        `slip` is how often a player is assumed to bet differently from the blueprint, with any cards alike. Without it,
        a line that the blueprint never takes leaves nothing.
        """
        if len(spot.held) < 2:
            raise BadSetting("ranges are of held cards: both players must have discarded")
        size = _size(spot.held[player])
        known = every_hold(size)
        of_holds = self.held_often(player, replace(spot, board=(), held=spot.held[:player]))
        weights = known.weights(self.reach_first(player, spot, slip), of_holds, (*spot.board, *dead))
        sets = np.flatnonzero(weights)
        if not len(sets):
            raise BadSetting("The blueprint never reaches this moment with the cards that are left.")
        return Range(known.cards[sets], weights[sets] * self._reach_later(player, spot, sets, slip))

    def reach_first(self, player: int, spot: Spot, slip: float = 0.0) -> Array:
        """Return how often hands of each bucket take a player's actions of the first round."""
        tree = _rules().blinds
        return _came(tree, player, spot.first, self.frequencies(FIRST, player), slip)

    def _reach_later(self, player: int, spot: Spot, sets: Array, slip: float) -> Array:
        """Return how often some sets of `every_hold` take a player's actions after the discards."""
        reach, (size, other) = np.ones(len(sets)), (_size(spot.held[each]) for each in (player, 1 - player))
        flop = spot.board[:FLOP_CARDS]
        if spot.middle and len(flop) == FLOP_CARDS:
            first = self._public(spot) * _rules().buckets[MIDDLE]
            play = self.frequencies(MIDDLE, player)[first : first + _rules().buckets[MIDDLE]]
            came = _came(_rules().rounds[0], player, spot.middle, play, slip)
            reach *= came[flop_buckets(flop, size, other)[sets]]
        if spot.last and len(spot.board) == BOARD_CARDS:
            play = self.round_play(player, spot, every_hold(size).cards[sets]).T
            reach *= _came(_rules().rounds[-1], player, spot.last, play, slip)
        return reach

    def held_often(self, player: int, spot: Spot) -> Array:
        """Return how often hands of each bucket are held in each of their ways."""
        public = _entry(_rules().blinds, spot.first)
        if player == 1:
            public = public * len(SIZES) + _size(spot.held[0])
        n_buckets = _rules().buckets[HOLDS]
        return held_often(self.tables[2 * HOLDS + player][public * n_buckets : (public + 1) * n_buckets])

    @staticmethod
    def _public(spot: Spot) -> int:
        """Return the number of the public situation when the flop comes."""
        public = _entry(_rules().blinds, spot.first)
        for size in spot.held:
            public = public * len(SIZES) + _size(size)
        return public

    def _rows(self, player: int, spot: Spot, hands: Array) -> Array:
        """Return the rows of a player's table that hands are read by."""
        rules, known = _rules(), abstraction()
        if spot.stage == FIRST:
            return known.dealt(hands).first
        other = _size(spot.held[1 - player])
        public = self._public(spot)
        holds = Holds.of_sets(hands)
        only = slice(other, other + 1)
        if spot.stage == MIDDLE:
            return public * rules.buckets[MIDDLE] + known.flop(spot.board, holds, only)[:, 0].astype(np.int64)
        way = _entry(rules.rounds[0], spot.middle)
        rows: Array = self.last_rows(player, spot, holds.strengths(np.array(spot.board, np.uint8)))[way]
        return rows

    def last_rows(self, player: int, spot: Spot, strengths: Array) -> Array:
        """Return the rows of strengths on a river, by every way through the flop's round: (ways, strengths)."""
        rules = _rules()
        starts = (self._public(spot) * rules.later + np.arange(rules.later)) * rules.buckets[LAST]
        rows: Array = starts[:, None] + self._river_buckets(player, spot)[strengths].T
        return rows

    # Ranges on the way to a river.

    @cached_property
    def arrivals(self) -> Arrivals:
        """Return how often hands reach a river by each line."""
        return Arrivals(_rules(), self.tables)

    @cached_property
    def comers(self) -> Comers:
        """Return all sets that may be held, with their frequencies."""
        return Comers.of_all(self.arrivals)

    @cached_property
    def _held_weights(self) -> dict[tuple[int, ...], Array]:
        return {}

    @cached_property
    def _rivers(self) -> dict[tuple[int, Spot], Array]:
        return {}

    def _river_buckets(self, player: int, spot: Spot) -> Array:
        """Return the bucket of every strength on a river, by every way through the flop's round.

        The last ones are cached.

        A hand has several decisions in its last round, and a benchmark plays the same board again.
        """
        key = player, Spot(spot.first, spot.held, board=spot.board)
        if key not in self._rivers:
            found = buckets_on_board(player, *(self._range_on_board(each, spot) for each in (0, 1)))
            while len(self._rivers) >= RIVERS_KEPT:
                del self._rivers[next(iter(self._rivers))]
            self._rivers[key] = found
        return self._rivers[key]

    def _range_on_board(self, player: int, spot: Spot) -> tuple[Array, ...]:
        """Return the sets with which a player reaches a river, by every way through the flop's round."""
        entry, sizes = _entry(_rules().blinds, spot.first), [_size(held) for held in spot.held]
        size, other = sizes[player], sizes[1 - player]
        key = (player, entry, size, other)
        if key not in self._held_weights:
            self._held_weights[key] = judged_by(size).weights(*self.arrivals.held(player, entry, other))
        came = self.arrivals.came[player, entry, sizes[0], sizes[1]]
        return range_on_board(spot.board, size, other, self._held_weights[key], came)

    @cached_property
    def _plays(self) -> dict[tuple[int, int], Array]:
        return {}

    def frequencies(self, stage: int, player: int) -> Array:
        """Return the whole play of a player in a stage, by row and action, uniform if nothing was learned."""
        if (stage, player) not in self._plays:
            self._plays[stage, player] = _shares(stage, player, self.tables[2 * stage + player])
        return self._plays[stage, player]


def _shares(stage: int, player: int, rows: Array) -> Array:
    """Return how often each action is taken in some rows of a table, uniform if nothing was learned."""
    found: Array = rows.astype(np.float64)
    for columns in decisions_of(_rules(), stage, player):
        total = found[:, columns].sum(axis=1, keepdims=True)
        even = np.full_like(found[:, columns], 1 / found[:, columns].shape[1])
        found[:, columns] = np.divide(found[:, columns], total, out=even, where=total > 0)
    return found


def in_bytes(rules: SampledRules, sums: tuple[Array, ...]) -> tuple[Array, ...]:
    """Return the average play from its sums, a byte for each frequency, 0 if nothing was learned."""
    return tuple(
        table_in_bytes(rules, stage, player, sums[2 * stage + player]) for stage in range(STAGES) for player in (0, 1)
    )


def table_in_bytes(rules: SampledRules, stage: int, player: int, sums: Array) -> Array:
    """Return the average play of one stage and player, or of some rows of it."""
    given = sums.astype(np.float64)
    table = np.zeros(given.shape, np.uint8)
    for columns in decisions_of(rules, stage, player):
        total = given[:, columns].sum(axis=1, keepdims=True)
        shares = np.divide(given[:, columns], total, out=np.zeros_like(given[:, columns]), where=total > 0)
        table[:, columns] = np.rint(shares * BYTE)
    return table


def _came(tree: BettingTree, player: int, line: str, play: Array, slip: float) -> Array:
    """Return how often each row of a player's play takes all of its actions of a line, with this slip frequency."""
    reach = np.ones(len(play))
    done, decision = line.split(), 0
    for action in done:
        if action not in tree.actions[decision]:
            raise unknown("action", action, tree.actions[decision])
        place = tree.actions[decision].index(action)
        if tree.actors[decision] == player:
            often = play[:, int(tree.cells[decision]) + place]
            reach = reach * ((1 - slip) * often + slip / len(tree.actions[decision]))
        decision = int(tree.children[decision, place])
        if decision < 0:
            break
    return reach


@cache
def _rules() -> SampledRules:
    return blueprint_rules()


def _ascending(cards: CardsLike) -> Array:
    return np.array([sorted(parse_cards(cards, deck=Deck.standard(), count=range(1, HOLE_CARDS + 1)))], np.uint8)


def _size(held: int) -> int:
    """Return the place of a number of held cards. A single card is treated as two."""
    if held not in range(1, HOLE_CARDS + 1):
        raise BadSetting(f"A player holds 1 to {HOLE_CARDS} cards; got {held!r}.")
    return SIZES.index(max(held, SIZES[0]))


def _decision(tree: BettingTree, line: str) -> int:
    if line not in tree.lines:
        raise unknown("line", line, [each or "(none)" for each in tree.lines])
    return tree.lines.index(line)


def endings(tree: BettingTree) -> list[str]:
    """Return the lines after which both players are still in, in the order of their entries."""
    lines = tree.lines_to_endings
    return [lines[ending] for ending in tree.going_on.tolist()]


def _entry(tree: BettingTree, line: str) -> int:
    known = endings(tree)
    if line not in known:
        raise unknown("line of a round that both players end", line, known)
    return known.index(line)
