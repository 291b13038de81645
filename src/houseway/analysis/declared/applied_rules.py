"""Which line of the rule list of a declared title applies in one situation, read from the words that are kept.

Lists are kept as their words. A line of a list for streets begins with its decision: `4th Street: bet 1x with a pair or
better; 3 points or more`. Of its conditions, and of those of the lines of the same decision in their order, the first
that holds decides; a family says whether one holds with the cards in sight.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from houseway.analysis.declared.family import Sight
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.applied_rules import applied_line
from houseway.analysis.declared.registry import family_of
from houseway.analysis.declared.streets import Streets
from houseway.analysis.results.applied_rule import AppliedRule
from houseway.cards.card import Card
from houseway.cards.notation import parse_cards
from houseway.games.engine.action import Action
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import Decision
from houseway.games.engine.setting import has_setting_way
from houseway.games.house_way_lines import applied_house_way

HOUSE_WAY = "house-way"
"""The decision that leaves a hand to the house way."""
ELSE = "everything else"
Holds = Callable[[str], bool]
"""Whether a condition, in words, holds."""


@runtime_checkable
class ReadingFamily(Protocol):
    """A family whose rules are conditions on what is seen at a glance."""

    def condition_here(self, payoffs: Payoffs, sight: Sight) -> Holds:
        """Whether conditions of the rules hold with the cards in sight."""


@runtime_checkable
class KindFamily(Protocol):
    """A family whose rules are cuts in kinds of hands, with the cards to put away."""

    def applied_rule(self, payoffs: Payoffs, lines: Sequence[str], own: Sequence[Card]) -> AppliedRule | None:
        """The line that takes an option with a hand."""


def declared_rule(
    game: DeclaredGame, lines: Sequence[str], cards: Sequence[Card], known: Mapping[str, Any]
) -> AppliedRule | None:
    """The line that applies to own cards and what else is known; None where none can be named."""
    if has_setting_way(game.slug):
        applied = applied_house_way(game, tuple(cards))
        assert applied is not None, "a game with a setting way has a house way"
        return AppliedRule(f"{applied.line}. {applied.words}", Action(HOUSE_WAY))
    board, up = (parse_cards(known.get(name, ""), deck=game.deck) for name in ("board", "dealer"))
    family = family_of(game)
    if isinstance(family, KindFamily):
        return family.applied_rule(Payoffs.of(game), lines, cards)
    if isinstance(family, ReadingFamily):
        return _street_rule(game, family, lines, cards, board, known.get("taken", ()))
    line = None if board else applied_line(game, lines, cards, up)
    return None if line is None else AppliedRule(lines[line.place], Action(line.option.name))


def _street_rule(
    game: DeclaredGame,
    family: ReadingFamily,
    lines: Sequence[str],
    cards: Sequence[Card],
    board: Sequence[Card],
    taken: Sequence[str],
) -> AppliedRule | None:
    """The line of the decision that is due; own cards that come after the first one go with the later cards."""
    streets = Streets.of(game)
    first = streets.own.cards
    sight = Sight(cards[:first], (*cards[first:], *board))
    decision, path = _due(streets, len(sight.board), taken)
    after = "".join(f", after {option.title}" for _, option in path)
    titled = {option.title: option for option in decision.offered(game)}
    holds = family.condition_here(Payoffs.of(game), sight)
    leads = f"{decision.title}: ", f"{decision.title}{after}: "
    for line in lines:
        lead = next((each for each in leads if line.startswith(each)), None)
        if lead is None:
            continue
        option, _, conditions = line.removeprefix(lead).partition(" with ")
        if conditions == ELSE or any(map(holds, conditions.split("; "))):
            return AppliedRule(line, Action(titled[option].name))
    return None


def _due(streets: Streets, shown: int, taken: Sequence[str]) -> tuple[Decision, Path]:
    """The decision of a seat that sees so many later cards, and its way there by the names of its options."""
    return next(
        (stage.decision, path)
        for number, stage in enumerate(streets.stages)
        for place, path in enumerate(streets.prefixes[number])
        if stage.shown == shown
        and streets.is_asked(number, place)
        and [option.name for _, option in path] == list(taken)
    )
