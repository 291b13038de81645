"""The exact value of Fast Action Hold'em, one deck or several, for any pay table and every reading.

Two versions of the game are compared by the values of every way to play every four cards. The strategy table has the
value of every two cards.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

import numpy as np

from houseway.analysis.compare.alternatives import NotCountedError, ShippedCounts
from houseway.analysis.compare.decision_changes import OptionValues
from houseway.analysis.counting.shards import Runner, is_counted
from houseway.analysis.operations.payouts import limit_left_out
from houseway.analysis.results.advice import check_strategy
from houseway.analysis.results.endings import ANTE as PER_ANTE
from houseway.analysis.results.endings import analysis_of_ends, bases_of, beside, has_usual_deck
from houseway.analysis.results.explanation import OF_ITS_OWN, Explanation
from houseway.analysis.results.partial import CountNeededError, PartialAnalysis
from houseway.analysis.results.result import ENVY, OPTIMAL, Analysis, PublishedCheck, ReturnRow, Share, Subject
from houseway.analysis.results.rules import RULE_LIST
from houseway.analysis.titles.fast_action_holdem.choices import WAYS, Choices, Payoffs, action_of, bonus_amount
from houseway.analysis.titles.fast_action_holdem.counts import counted_whole, job_of, shipped
from houseway.analysis.titles.fast_action_holdem.endings import (
    BY_THE_HAND,
    DECISIONS,
    envy_by_outcome,
    envy_value,
    tally,
    usual_seconds,
    wager_values,
)
from houseway.analysis.titles.fast_action_holdem.rule_list import (
    HOUSE_WAY,
    RuleList,
    fit_rules,
    house_way_plays,
    rule_ways,
)
from houseway.analysis.titles.fast_action_holdem.space import PLACES, Integers
from houseway.cards.card import N_SUITS, RANKS
from houseway.errors import BadCards, unknown
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents, dollars
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH, KEEP
from houseway.plain import exact
from houseway.ranking import ranking

Answer = TypeVar("Answer")
STRATEGY_NAMES = (OPTIMAL, RULE_LIST, HOUSE_WAY)
EDGE_NOTE = "The house edge per Ante is the expected loss on all bets together, as the letter counts it."


def as_fast_action(game: Game) -> FastActionGame:
    """Return the game with its specific type."""
    if not isinstance(game, FastActionGame):
        raise unknown("game for this analysis", game.slug, ["fast-action-holdem", "fast-action-holdem-multi"])
    if any(game.deck.copies[52:]):
        raise BadCards("Fast Action Hold'em is played without jokers")
    return game


def explain(game: Game) -> Explanation:
    """Return how the game is counted."""
    table = as_fast_action(game)
    return Explanation(
        family=OF_ITS_OWN,
        argument=(
            "For every board up to renaming of suits, all pairs of cards are valued and sorted, and the dealer's kept "
            "pairs below each are counted less the blocked ones; arrangements of four cards add up from pairs."
        ),
        information_sets={"arranging four cards": 93_769 if table.deck.max_copies == 1 else 115_089},
        work="134,459 boards x 1,081 x 1,081 pairs of cards (several decks: 208,481 boards x 1,378 x 1,378)",
        cpu_seconds=usual_seconds(table),
    )


def analyze(
    game: Game,
    *,
    strategy: str = OPTIMAL,
    runner: Runner | None = None,
    bonus: Fraction | int = 1,
    ante: int | None = None,
) -> Analysis:
    """Return the analysis of a round in Antes, under the optimal strategy, the rule list or the house way.

    `bonus` is the Bonus bet in Antes. With `ante`, the Ante in cents, payouts are to the cent and within the game's
    posted aggregate limit (FA-15i). The figures are then exact for the only player of a round, and the optimal strategy
    is the one under the limit. Without `ante`, no limit applies.
    """
    check_strategy(game, strategy, STRATEGY_NAMES)
    used = runner or Runner()

    def solved(choices: Choices) -> Analysis:
        plays = plays_by_name(strategy, choices)
        try:
            return analysis_of(choices, plays, strategy)
        except CountNeededError as missing:
            missing.known = known_at_once(choices, plays, strategy, str(missing), used.jobs)
            raise

    return answered(game, solved, used, bonus, ante)


def value(game: Game, *, strategy: str = OPTIMAL, runner: Runner | None = None) -> Fraction:
    """Return the value of a round in Antes, without its distribution, for any pay table that ships."""
    check_strategy(game, strategy, STRATEGY_NAMES)

    def worth(choices: Choices) -> Fraction:
        plays = plays_by_name(strategy, choices)
        return sum((choices.value_of(ways) for ways in plays), Fraction(0)) / len(plays)

    return answered(game, worth, runner or Runner())


def net_and_envy(
    game: Game, *, strategy: str = OPTIMAL, runner: Runner | None = None, bonus: Fraction | int = 1
) -> dict[tuple[Fraction, Fraction], int]:
    """Return the number of ways a round has a net result, in Antes, and an Envy Bonus per lammer, in cents.

    The two come from the same hands, so they are not independent (FA-16).
    """

    def counted_together(choices: Choices) -> dict[tuple[Fraction, Fraction], int]:
        result = tally(choices, plays_by_name(strategy, choices))
        due = envy_by_outcome(choices.game, choices.counted.job.first_values)
        found: dict[tuple[Fraction, Fraction], int] = defaultdict(int)
        for outcome, times in result.combinations.items():
            found[result.net(outcome), due(outcome)] += times
        return dict(found)

    return answered(game, counted_together, runner or Runner(), bonus)


def answered(
    game: Game,
    question: Callable[[Choices], Answer],
    runner: Runner,
    bonus: Fraction | int = 1,
    ante: int | None = None,
) -> Answer:
    """Answer a question from the shipped counts or, if they do not suffice, from a whole count.

    A whole count is read from disk if it is there, and made if the runner was asked to.
    """
    choices = choices_of(game, runner, bonus, ante)
    try:
        return question(choices)
    except CountNeededError as reason:
        if not runner.count and not is_counted(job_of(choices.game)):
            reason.add_how(usual_seconds(choices.game), runner.jobs)
            raise
        runner.say(str(reason))
    return question(Choices(choices.game, counted_whole(choices.game, runner), choices.payoffs))


def plays_by_name(strategy: str, choices: Choices) -> tuple[Integers, ...]:
    """Return how a strategy plays every class of hands: one way each, or several equally likely ways."""
    return house_way_plays(choices) if strategy == HOUSE_WAY else (ways_by_name(strategy, choices),)


def ways_by_name(strategy: str, choices: Choices) -> Integers:
    """Return how a deterministic strategy plays every class of hands."""
    check_strategy(choices.game, strategy, (OPTIMAL, RULE_LIST))
    return choices.best if strategy == OPTIMAL else rule_ways(choices)


def choices_of(game: Game, runner: Runner, bonus: Fraction | int = 1, ante: int | None = None) -> Choices:
    """Return the values of all ways to play all hands of a game."""
    table = as_fast_action(game)
    amount = bonus_amount(table, bonus)
    payoffs = Payoffs.of(table, job_of(table).first_values, amount, ante)
    known = shipped(job_of(table)) if runner.shipped else None
    return Choices(table, known or counted_whole(table, runner), payoffs)


def analysis_of(choices: Choices, plays: tuple[Integers, ...], strategy: str) -> Analysis:
    """Return the analysis of equally likely ways to play each class of hands."""
    game, result = choices.game, tally(choices, plays)
    envy = envy_value(game, result, choices.counted.job.first_values)
    analysis = analysis_of_ends(
        game,
        strategy,
        result.ends(class_names(choices)),
        initial=1 + choices.bonus,
        decisions=decision_shares(choices, plays),
        order=_best_first,
        divisors=dict.fromkeys(BY_THE_HAND, choices.counted.n_dealer),
        notes=tuple(_notes(choices, envy)),
        extra={"bonus": exact(choices.bonus), ENVY: exact(envy), **_stakes(choices.payoffs)},
    )
    return replace(analysis, published=published_checks(choices, -analysis.value, strategy))


def _best_first(rows: Sequence[ReturnRow]) -> Sequence[ReturnRow]:
    """Sort wins before losses among the rows that pay alike."""
    return sorted(rows, key=lambda row: (row.pays, row.outcome), reverse=True)


def known_at_once(
    choices: Choices, plays: tuple[Integers, ...], strategy: str, reason: str, cores: int
) -> PartialAnalysis:
    """Return the figures that the shipped counts give for ways to play whose distribution they lack."""
    game, wagers = choices.game, wager_values(choices, plays)
    value = sum((wager.value for wager in wagers), Fraction(0))
    return PartialAnalysis(
        subject=Subject.of(game, strategy),
        value=value,
        bases=bases_of(wagers, 1 + choices.bonus),
        wagers=wagers,
        decisions=decision_shares(choices, plays),
        reason=reason,
        cpu_seconds=usual_seconds(game),
        cores=cores,
        published=published_checks(choices, -value, strategy),
        notes=(EDGE_NOTE, *_limit_notes(choices)),
        extra={"bonus": exact(choices.bonus), **_stakes(choices.payoffs)},
    )


def _stakes(payoffs: Payoffs) -> dict[str, object]:
    if payoffs.ante is None:
        return {}
    limit = {} if payoffs.limit is None else {"aggregate_limit_cents": payoffs.limit, "aggregate_scope": payoffs.scope}
    return {"ante_cents": payoffs.ante, **limit}


def class_names(choices: Choices) -> tuple[str, ...]:
    """Return the name of the hands of each class."""
    table, system = choices.game.pays["bonus"], choices.game.showdown
    rows = [(table.row_of_value(value, system), value) for value in choices.counted.job.first_values]
    return tuple(row.label if row else str(ranking(system).category_of(value)) for row, value in rows)


def decision_shares(choices: Choices, plays: tuple[Integers, ...]) -> tuple[Share, ...]:
    """Return how often each kind of decision is taken."""
    weights = np.tile(choices.hands[1], len(plays))
    total = int(weights.sum())
    kinds = np.array([way.kind for way in WAYS])[np.concatenate(plays)]
    return tuple(
        Share(text, int(weights[kinds == kind].sum()), total)
        for kind, text in DECISIONS.items()
        if choices.bonus or kind in (KEEP, ANTE)
    )


def published_checks(choices: Choices, edge: Fraction, strategy: str) -> tuple[PublishedCheck, ...]:
    """Return the letter's edge of this pay table with ours, if Bonus and Ante are equal and the strategy is optimal."""
    game = choices.game
    if strategy != OPTIMAL or choices.bonus != 1 or choices.payoffs.limit is not None or not has_usual_deck(game):
        return ()
    if game.pays != game.sheet.pay_sets.get(game.pays.name):
        return ()
    return tuple(beside(figure, edge, PER_ANTE) for figure in game.sheet.published if figure.paytable == game.pays.name)


def _notes(choices: Choices, envy: Fraction) -> list[str]:
    game = choices.game
    return [
        EDGE_NOTE,
        f"An Envy lammer is worth {float(envy):.4f} cents a round for each other player who plays this way "
        f"({game.cited.envy}).",
        *_limit_notes(choices),
    ]


def _limit_notes(choices: Choices) -> list[str]:
    game, payoffs = choices.game, choices.payoffs
    if payoffs.ante is None:
        return list(limit_left_out(game))
    return [] if game.aggregate_limit is None else [_limit_note(game, payoffs, payoffs.ante, game.aggregate_limit)]


def _limit_note(game: FastActionGame, payoffs: Payoffs, ante: int, limit: Cents) -> str:
    bets = f"With an Ante of {dollars(ante)} and a Bonus of {dollars(int(ante * payoffs.bonus))}"
    if game.aggregate_scope == "hand":
        return (
            f"{bets} a hand wins at most {dollars(limit)} on its Bonus; the best play takes it into account "
            f"({game.cited.aggregate})."
        )
    return (
        f"{bets} all Bonus bets of a round win at most {dollars(limit)}, and the best play takes it into account "
        f"({game.cited.aggregate}). This is exact for the only player of a round: several who win share the limit, and "
        "each gets no more than here. The Envy Bonus is outside the limit."
    )


def option_values(game: FastActionGame) -> OptionValues | None:
    """Return the option values if the counts ship. Other counts take minutes."""
    try:
        choices = choices_of(game, ShippedCounts())
    except NotCountedError:
        return None
    values = np.where(choices.allowed, choices.values, 0).T
    return OptionValues(
        hands=choices.hands[0],
        weights=choices.hands[1],
        values=values,
        allowed=choices.allowed.T,
        unit=choices.unit,
        kind_of=lambda column: DECISIONS[WAYS[column].kind],
        describe=lambda cards, column: str(action_of(WAYS[column], cards)),
    )


@dataclass(frozen=True, slots=True)
class StrategyRow:
    """Two cards: the mean value of an Ante and of the Bonus on them, and how often the optimal strategy uses them.

    `dealt` counts hands with the two cards. `first` counts those in which they are kept or have the bet that is not
    split. `ante_split` and `bonus_split` count those in which they are the other hand of a split.
    """

    cards: str
    ante: Fraction
    bonus: Fraction
    dealt: int
    first: int
    ante_split: int
    bonus_split: int


def rule_list(game: Game, *, runner: Runner | None = None, bonus: Fraction | int = 1) -> RuleList:
    """Return at most fifteen rules for this game, in words and as a strategy, with their exact cost."""
    return answered(game, fit_rules, runner or Runner(), bonus)


def strategy_table(game: Game, *, runner: Runner | None = None, bonus: Fraction | int = 1) -> tuple[StrategyRow, ...]:
    """Return the optimal strategy by two cards, the most valuable first."""
    return answered(game, _rows, runner or Runner(), bonus)


def _rows(choices: Choices) -> tuple[StrategyRow, ...]:
    hands, weights = choices.hands
    slots = choices.counted.space.slots
    labels = np.array([[_label(hand[i], hand[j]) for i, j in PLACES] for hand in hands.tolist()])
    first = np.array([way.slot for way in WAYS])[choices.best]
    kinds = np.array([way.kind for way in WAYS])[choices.best]
    is_first = np.arange(len(PLACES)) == first[:, None]
    is_other = np.arange(len(PLACES)) == 5 - first[:, None]
    ways = np.broadcast_to(weights[:, None], slots.shape)
    rows = []
    for label in np.unique(labels):
        member = labels == label
        dealt = int(ways[member].sum())
        of_member = ways[member].astype(object)
        ante, bonus_value = (
            Fraction(int(np.dot(of_member, values[slots[member]])), dealt * choices.unit)
            for values in (choices.ante_values, choices.bonus_values)
        )
        counts = (
            int(ways[member & chosen].sum())
            for chosen in (
                is_first,
                is_other & np.isin(kinds, (ANTE, BOTH))[:, None],
                is_other & np.isin(kinds, (BONUS, BOTH))[:, None],
            )
        )
        rows.append(StrategyRow(str(label), ante, bonus_value, dealt, *counts))
    return tuple(sorted(rows, key=lambda row: -(row.ante + row.bonus)))


def _label(one: int, other: int) -> str:
    """Return two cards in players' notation: AKs suited, AKo not, AA a pair; AAs are two copies of one ace."""
    low, high = sorted((one // N_SUITS, other // N_SUITS))
    suited = "s" if one % N_SUITS == other % N_SUITS else "" if low == high else "o"
    return RANKS[high] + RANKS[low] + suited
