"""The exact value of Fast Action Hold'em, one deck or several, for any pay table and every reading."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

import numpy as np

from houseway.analysis.counting.shards import Runner, is_counted
from houseway.analysis.house.posted_limit import limit_left_out
from houseway.analysis.results.partial import CountNeededError, PartialAnalysis
from houseway.analysis.results.result import (
    ENVY,
    Analysis,
    PublishedCheck,
    ReturnRow,
    Share,
    Subject,
    WagerValue,
    exact,
)
from houseway.analysis.titles.fast_action_holdem.choices import WAYS, Choices, bonus_amount
from houseway.analysis.titles.fast_action_holdem.counted import counted_whole, job_of
from houseway.analysis.titles.fast_action_holdem.envy import envy_by_outcome, envy_value
from houseway.analysis.titles.fast_action_holdem.naive import HOUSE_WAY, house_way_plays
from houseway.analysis.titles.fast_action_holdem.payouts import Payouts
from houseway.analysis.titles.fast_action_holdem.rule_list import RULE_LIST, rule_ways
from houseway.analysis.titles.fast_action_holdem.shipped import shipped
from houseway.analysis.titles.fast_action_holdem.space import Integers
from houseway.analysis.titles.fast_action_holdem.tally import Outcome, Tally, tally
from houseway.analysis.titles.fast_action_holdem.uncounted import usual_seconds
from houseway.analysis.titles.fast_action_holdem.uncounted import wager_values as values_of_wagers
from houseway.analysis.titles.fast_action_holdem.wager_tables import DECISIONS, settled, wager_tables
from houseway.errors import BadCards, unknown
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents, dollars
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.games.titles.fast_action_holdem.options import ANTE, BOTH, KEEP
from houseway.ranking import ranking

OPTIMAL = "optimal"
Answer = TypeVar("Answer")
STRATEGY_NAMES = (OPTIMAL, RULE_LIST, HOUSE_WAY)
EDGE_NOTE = "The house edge per Ante is the expected loss on all bets together, as the letter counts it."
LAST_DIGIT = Fraction(1, 10_000)
"""Published edges are percentages with two decimals."""


def as_fast_action(game: Game) -> FastActionGame:
    """The game by its own type."""
    if not isinstance(game, FastActionGame):
        raise unknown("game of this analyser", game.slug, ["fast-action-holdem", "fast-action-holdem-multi"])
    if any(game.deck.copies[52:]):
        raise BadCards("Fast Action Hold'em is played without jokers")
    return game


def analyze(
    game: Game,
    *,
    strategy: str = OPTIMAL,
    runner: Runner | None = None,
    bonus: Fraction | int = 1,
    ante: int | None = None,
) -> Analysis:
    """What a round is worth in Antes, by the best strategy, the rule list or the house way.

    `bonus` is the Bonus bet in Antes. With `ante`, the Ante in cents, payouts are to the cent and within the aggregate
    limit that the game may have (FA-15i): exact for the only player of a round, and the best play is that under the
    limit. Without it there is no limit.
    """
    if strategy not in STRATEGY_NAMES:
        raise unknown(f"strategy of {game.slug}", strategy, STRATEGY_NAMES)

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
    """What a round is worth in Antes, without its distribution: of any pay table that ships."""
    if strategy not in STRATEGY_NAMES:
        raise unknown(f"strategy of {game.slug}", strategy, STRATEGY_NAMES)

    def worth(choices: Choices) -> Fraction:
        plays = plays_by_name(strategy, choices)
        return sum((choices.value_of(ways) for ways in plays), Fraction(0)) / len(plays)

    return answered(game, worth, runner or Runner())


def net_and_envy(
    game: Game, *, strategy: str = OPTIMAL, runner: Runner | None = None, bonus: Fraction | int = 1
) -> dict[tuple[Fraction, Fraction], int]:
    """How often a round ends with a net result, in Antes, and pays so much to each lammer of another player, in cents.

    The two belong to the same hands, so they are not independent (FA-16).
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
    """A question answered from the counts that ship or, if they are not enough for it, from a whole count.

    A whole count is read from disk where it is there, and made where the runner was asked to.
    """
    choices = choices_of(game, runner, bonus, ante)
    try:
        return question(choices)
    except CountNeededError as reason:
        if not runner.count and not is_counted(job_of(choices.game)):
            reason.add_how(usual_seconds(choices.game), runner.jobs)
            raise
        runner.say(str(reason))
    return question(Choices(choices.game, counted_whole(choices.game, runner), choices.payouts))


def plays_by_name(strategy: str, choices: Choices) -> tuple[Integers, ...]:
    """How a strategy plays every class of hands: one way each, or several of which each is equally likely."""
    return house_way_plays(choices) if strategy == HOUSE_WAY else (ways_by_name(strategy, choices),)


def ways_by_name(strategy: str, choices: Choices) -> Integers:
    """How a strategy that leaves nothing to chance plays every class of hands."""
    if strategy not in (OPTIMAL, RULE_LIST):
        raise unknown(f"strategy of {choices.game.slug}", strategy, (OPTIMAL, RULE_LIST))
    return choices.best if strategy == OPTIMAL else rule_ways(choices)


def choices_of(game: Game, runner: Runner, bonus: Fraction | int = 1, ante: int | None = None) -> Choices:
    """The values of all ways to play all hands of a game."""
    table = as_fast_action(game)
    amount = bonus_amount(table, bonus)
    payouts = Payouts.of(table, job_of(table).first_values, amount, ante)
    known = shipped(job_of(table)) if runner.shipped else None
    return Choices(table, known or counted_whole(table, runner), payouts)


def analysis_of(choices: Choices, plays: tuple[Integers, ...], strategy: str) -> Analysis:
    """The analysis of ways to play each class of hands, of which each is equally likely."""
    game, result, names = choices.game, tally(choices, plays), class_names(choices)
    wagers = wager_values(result, names)
    net = result.distribution
    envy = envy_value(game, result, choices.counted.job.first_values)
    return Analysis(
        subject=Subject.of(game, strategy),
        net=net,
        bases=_bases(choices, wagers),
        wagers=wagers,
        return_table=return_rows(result, names),
        decisions=decision_shares(choices, plays),
        published=published_checks(choices, -net.mean, strategy),
        notes=tuple(_notes(choices, envy)),
        extra={"bonus": exact(choices.bonus), ENVY: exact(envy), **_stakes(choices.payouts)},
        wager_tables=wager_tables(result, names, choices.counted.n_dealer),
    )


def known_at_once(
    choices: Choices, plays: tuple[Integers, ...], strategy: str, reason: str, cores: int
) -> PartialAnalysis:
    """What the counts that ship tell of ways to play whose distribution they do not tell."""
    game, wagers = choices.game, values_of_wagers(choices, plays)
    value = sum((wager.value for wager in wagers), Fraction(0))
    return PartialAnalysis(
        subject=Subject.of(game, strategy),
        value=value,
        bases=_bases(choices, wagers),
        wagers=wagers,
        decisions=decision_shares(choices, plays),
        reason=reason,
        cpu_seconds=usual_seconds(game),
        cores=cores,
        published=published_checks(choices, -value, strategy),
        notes=(EDGE_NOTE, *_limit_notes(choices)),
        extra={"bonus": exact(choices.bonus), **_stakes(choices.payouts)},
    )


def _bases(choices: Choices, wagers: tuple[WagerValue, ...]) -> dict[str, Fraction]:
    return {
        "ante": Fraction(1),
        "initial wager": 1 + choices.bonus,
        "unit bet": sum((wager.staked for wager in wagers), Fraction(0)),
    }


def _stakes(payouts: Payouts) -> dict[str, object]:
    if payouts.ante is None:
        return {}
    limit = {} if payouts.limit is None else {"aggregate_limit_cents": payouts.limit, "aggregate_scope": payouts.scope}
    return {"ante_cents": payouts.ante, **limit}


def wager_values(result: Tally, names: tuple[str, ...]) -> tuple[WagerValue, ...]:
    """Each wager's average amount and expected net, in Antes."""
    staked: dict[str, Fraction] = defaultdict(Fraction)
    won: dict[str, Fraction] = defaultdict(Fraction)
    for outcome, times in result.combinations.items():
        for wager, _, amount, net in settled(outcome, result.payouts, names):
            staked[wager] += amount * times
            won[wager] += net * times
    total = result.total
    return tuple(WagerValue(wager, staked[wager] / total, won[wager] / total) for wager in staked)


def return_rows(result: Tally, names: tuple[str, ...]) -> tuple[ReturnRow, ...]:
    """Outcomes that pay alike, from the best down."""
    rows: dict[tuple[Fraction, str], int] = defaultdict(int)
    for outcome, times in result.combinations.items():
        rows[result.net(outcome), describe(outcome, names, result)] += times
    return tuple(ReturnRow(text, rows[net, text], net) for net, text in sorted(rows, reverse=True))


def class_names(choices: Choices) -> tuple[str, ...]:
    """What the hands of each class are called."""
    showdown = ranking(choices.game.showdown)
    rows = [choices.game.pays["bonus"] for _ in choices.payouts.odds]
    names = []
    for table, value in zip(rows, choices.counted.job.first_values, strict=True):
        category, tiebreak = showdown.category_of(value), showdown.strength_of(value)[1:]
        row = table.row_of(category, tiebreak)
        names.append(row.label if row else str(category))
    return tuple(names)


def describe(outcome: Outcome, names: tuple[str, ...], result: Tally) -> str:
    """An outcome in words; hands that the Bonus does not pay are not told apart."""
    wins = outcome.first_wins + outcome.second_wins
    if outcome.kind in (ANTE, BOTH):
        ante = ("both hands lose", "one hand wins", "both hands win")[wins]
    else:
        ante = "Ante wins" if outcome.first_wins else "Ante loses"
    if not result.payouts.bonus:
        return f"{DECISIONS[outcome.kind]}: {ante}"
    hands = sorted(outcome.bonus_hands(), reverse=True)
    paid = " and ".join(names[hand] if result.payouts.odds[hand] >= 0 else "nothing" for hand in hands)
    return f"{DECISIONS[outcome.kind]}: {ante}, Bonus {paid}"


def decision_shares(choices: Choices, plays: tuple[Integers, ...]) -> tuple[Share, ...]:
    """How often each kind of decision is taken."""
    weights = np.tile(choices.hands[1], len(plays))
    total = int(weights.sum())
    kinds = np.array([way.kind for way in WAYS])[np.concatenate(plays)]
    return tuple(
        Share(text, int(weights[kinds == kind].sum()), total)
        for kind, text in DECISIONS.items()
        if choices.bonus or kind in (KEEP, ANTE)
    )


def published_checks(choices: Choices, edge: Fraction, strategy: str) -> tuple[PublishedCheck, ...]:
    """The letter's edge of this pay table beside ours, where Bonus and Ante are equal and the play is the best."""
    game = choices.game
    usual_deck = type(game).default_deck(game.readings)
    if strategy != OPTIMAL or choices.bonus != 1 or choices.payouts.limit is not None or game.deck != usual_deck:
        return ()
    if game.pays != game.sheet.pay_sets.get(game.pays.name):
        return ()
    return tuple(
        PublishedCheck(figure.what, figure.value, edge, figure.source, LAST_DIGIT, figure.differs, base="ante")
        for figure in game.sheet.published
        if figure.paytable == game.pays.name
    )


def _notes(choices: Choices, envy: Fraction) -> list[str]:
    game = choices.game
    return [
        EDGE_NOTE,
        f"An Envy lammer is worth {float(envy):.4f} cents a round for each other player who plays this way "
        f"({game.cited.envy}).",
        *_limit_notes(choices),
    ]


def _limit_notes(choices: Choices) -> list[str]:
    game, payouts = choices.game, choices.payouts
    if payouts.ante is None:
        return list(limit_left_out(game))
    return [] if game.aggregate_limit is None else [_limit_note(game, payouts, payouts.ante, game.aggregate_limit)]


def _limit_note(game: FastActionGame, payouts: Payouts, ante: int, limit: Cents) -> str:
    bets = f"With an Ante of {dollars(ante)} and a Bonus of {dollars(int(ante * payouts.bonus))}"
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
