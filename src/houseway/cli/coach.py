"""Advice and verdicts at the terminal's table: the same values as on the pages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.errors import HousewayError
from houseway.games.engine.action import Action
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from houseway.games.telling.units import units_of
from houseway.games.telling.verdict import Verdict, action_words, verdict_on
from houseway.games.telling.words import with_symbols

BIG_BLINDS = "big blinds"


def units_valued_in(game: Game) -> str:
    """In what options are valued: chips of the pot between players, else the first bet."""
    return BIG_BLINDS if isinstance(game, GameBetweenPlayers) else units_of(game)


class NoValue(HousewayError):
    """No exact value is known at this moment."""


@dataclass(frozen=True, slots=True)
class Values:
    """The value of every option of a moment, the best first, with its reason; and in what unit."""

    options: dict[Action, tuple[Fraction, str]]
    unit: str

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
        raise NoValue(situation.without_value if situation else f"no exact value of {state.game.slug} is known")
    from houseway.analysis import advise
    from houseway.analysis.particulars import particulars

    stakes = particulars(state.game).stakes({name: Fraction(amount) for name, amount in situation.stakes.items()})
    advice = advise(state.game, situation.cards, **situation.known, **stakes)
    return Values(
        {each.action.normal(): (each.value, each.reason) for each in advice.options}, units_valued_in(state.game)
    )


def _between_players(state: State) -> Values:
    from houseway.web.between_players import chances_of, in_words, players_question

    assert isinstance(state.actor, int), "a seat decides"
    found = chances_of(state.game, players_question(state, state.actor))
    if "options" not in found:
        raise NoValue(in_words(found))
    options = {
        Action.from_dict(each["action"]).normal(): (Fraction(each["value"]["exact"]), str(each["reason"]))
        for each in found["options"]
    }
    return Values(options, BIG_BLINDS)


def verdict_of(state: State, action: Action, values: Mapping[Action, Fraction]) -> Verdict | None:
    """The verdict on a decision by the values of all; None where it is none of them, in any of its forms."""
    assert isinstance(state.actor, int), "a seat decides"
    cards = tuple(card for pile in state.view(state.actor).own_piles for card in pile.cards)
    ways = [way.normal() for way in state.game.same_decisions(cards, action)]
    listed = next((way for way in ways if way in values), None)
    return None if listed is None else verdict_on(listed, values, state.game.felt())


@dataclass
class Coach:
    """Judges decisions and keeps them for a review."""

    units: str
    """In what the verdicts count."""
    verdicts: list[tuple[int, Verdict]] = field(default_factory=list)

    def judge(self, state: State, action: Action, number: int) -> Verdict | None:
        """The verdict on a decision of a round; None where no exact value is known."""
        try:
            values = {each: value for each, (value, _) in values_of(state).options.items()}
        except HousewayError:
            return None
        verdict = verdict_of(state, action, values)
        if verdict is not None:
            self.verdicts.append((number, verdict))
        return verdict

    def review(self) -> list[str]:
        """Every decision that was judged, and what all of them gave away."""
        lines = [f"Round {number + 1}: {verdict.sentence}" for number, verdict in self.verdicts]
        total = sum((verdict.cost for _, verdict in self.verdicts), Fraction(0))
        return [*lines, f"Given away: {float(total):.3f} {self.units}."] if lines else ["No decision was judged yet."]
