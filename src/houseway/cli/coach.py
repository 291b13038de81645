"""Advice and verdicts at the terminal's table: the same values as on the pages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.errors import HousewayError
from houseway.games.engine.action import Action
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from houseway.games.telling.units import unit_wager, units_of
from houseway.games.telling.verdict import SHARES, Verdict, action_words, verdict_on
from houseway.games.telling.words import with_symbols

BIG_BLINDS = "big blinds"


def units_valued_in(game: Game) -> str:
    """In what options are valued: chips of the pot between players, else the first bet."""
    return BIG_BLINDS if isinstance(game, GameBetweenPlayers) else units_of(game)


class NoValue(HousewayError):
    """No exact value is known at this moment."""


@dataclass(frozen=True, slots=True)
class Values:
    """The value of every option of a moment, the best first, with its reason; and in what unit.

    Between players `rests_on` tells what the values rest on, `plan` what the plan for the whole game does, and
    `margins` how far costs may be off; a decision may then be one that nothing judges.
    """

    options: dict[Action, tuple[Fraction, str]]
    unit: str
    rests_on: str = ""
    plan: str = ""
    margins: Mapping[Action, float] = field(default_factory=dict)
    is_judged: bool = True

    @property
    def plain(self) -> dict[Action, Fraction]:
        """The values alone."""
        return {action: value for action, (value, _) in self.options.items()}

    def rows(self, state: State) -> list[tuple[str, float, str]]:
        """In words."""
        felt = state.game.felt()
        return [
            (action_words(felt, action), float(value), with_symbols(why))
            for action, (value, why) in self.options.items()
        ]


def values_of(state: State) -> Values:
    """What the seat that decides would ask about its options."""
    if isinstance(state.game, GameBetweenPlayers):
        return _between_players(state)
    assert isinstance(state.actor, int), "a seat decides"
    situation = state.game.situation(state.view(state.actor))
    if situation is None or situation.without_value:
        raise NoValue(
            situation.without_value if situation else f"No exact values are available for {state.game.title}."
        )
    from houseway.analysis import advise
    from houseway.analysis.particulars import particulars

    stakes = particulars(state.game).stakes({name: Fraction(amount) for name, amount in situation.stakes.items()})
    advice = advise(state.game, situation.cards, **situation.known, **stakes)
    return Values(
        {each.action.normal(): (each.value, each.reason) for each in advice.options}, units_valued_in(state.game)
    )


def _between_players(state: State) -> Values:
    from houseway.web.advisor import is_judged_by
    from houseway.web.player_vs_player import ANSWERS, in_words, players_question

    assert isinstance(state.actor, int), "a seat decides"
    question = players_question(state, state.actor)
    found = ANSWERS[question["task"]](state.game, question)
    if "options" not in found:
        raise NoValue(in_words(found))
    moves = [Action.from_dict(each["action"]).normal() for each in found["options"]]
    options = {
        move: (Fraction(each["value"]["exact"]), str(each["reason"]))
        for move, each in zip(moves, found["options"], strict=True)
    }
    margins = {
        move: float(each.get("cost_margin", found.get("margin", 0.0)))
        for move, each in zip(moves, found["options"], strict=True)
    }
    plan, judged = found.get("plan", ""), is_judged_by(found)
    return Values(options, found["unit"], found.get("rests_on", ""), plan, margins, judged)


def verdict_of(state: State, action: Action, values: Values) -> Verdict | None:
    """The verdict on a decision by the values of all; None where it is none of them, in any of its forms."""
    assert isinstance(state.actor, int), "a seat decides"
    cards = tuple(card for pile in state.view(state.actor).own_piles for card in pile.cards)
    ways = [way.normal() for way in state.game.same_decisions(cards, action)]
    listed = next((way for way in ways if way in values.options), None)
    if listed is None or not values.is_judged:
        return None
    between = isinstance(state.game, GameBetweenPlayers)
    cents = 0 if between else dict(state.wagers()[state.actor]).get(unit_wager(state.game), 0)
    margin = values.margins.get(listed, 0.0)
    return verdict_on(listed, values.plain, state.game.felt(), values.unit, margin, action, cents)


@dataclass
class Coach:
    """Judges decisions and keeps them for a review."""

    units: str
    """In what the verdicts count."""
    verdicts: list[tuple[int, Verdict]] = field(default_factory=list)

    def judge(self, state: State, action: Action, number: int) -> Verdict | None:
        """The verdict on a decision of a round; None where no exact value is known."""
        try:
            verdict = verdict_of(state, action, values_of(state))
        except HousewayError:
            return None
        if verdict is not None:
            self.verdicts.append((number, verdict))
        return verdict

    def review(self) -> list[str]:
        """Every decision that was judged, and what all of them gave away."""
        lines = [f"Round {number + 1}: {verdict.sentence}" for number, verdict in self.verdicts]
        if not lines:
            return ["No decisions graded yet."]
        totals = {unit: Fraction(0) for unit in dict.fromkeys(verdict.unit for _, verdict in self.verdicts)}
        for _, verdict in self.verdicts:
            totals[verdict.unit] += verdict.cost
        told = [
            f"{float(total):.1%} {SHARES}" if unit == SHARES else f"{float(total):.3f} {self.units}"
            for unit, total in totals.items()
        ]
        return [*lines, f"Total cost of mistakes: {', '.join(told)}."]
