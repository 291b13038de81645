"""Which rule of a declared title's list applies in one situation: the first whose conditions hold."""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.analysis.declared.family import Sight
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of
from houseway.analysis.declared.streets import Streets
from houseway.analysis.results.applied_rule import AppliedRule
from houseway.analysis.results.people import RuleList
from houseway.analysis.results.rules import Rules, Seen
from houseway.cards.card import Card
from houseway.cards.notation import parse_cards
from houseway.errors import BadCards
from houseway.games.engine.action import Action
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import Decision
from houseway.games.engine.setting import has_setting_way
from houseway.games.house_way_lines import applied_house_way

HOUSE_WAY = "house-way"
"""The decision that leaves a hand to the house way."""


def declared_rule(
    game: DeclaredGame, rules: RuleList, cards: Sequence[Card], known: Mapping[str, Any]
) -> AppliedRule | None:
    """The line that applies to own cards and what else is known; None where none can be named."""
    if has_setting_way(game.slug):
        applied = applied_house_way(game, tuple(cards))
        assert applied is not None, "a game with a setting way has a house way"
        return AppliedRule(f"{applied.line}. {applied.words}", Action(HOUSE_WAY))
    assert isinstance(rules, Rules), "the lists of declared titles are rules as data"
    board, up = (parse_cards(known.get(name, ""), deck=game.deck) for name in ("board", "dealer"))
    taken: Sequence[str] = known.get("taken", ())
    family, decision, sight = family_of(game), "", Sight(cards, board, up)
    if any(rule.decision for rule in rules.rules):
        streets = Streets.of(game)
        first = streets.own.cards
        sight = Sight(cards[:first], (*cards[first:], *board))
        decision = _due(streets, len(sight.board), taken)[0].title
    facts = family.facts(Payoffs.of(game), sight)
    try:
        found = rules.applied(Seen(sight.own, sight.board, sight.dealer_up, facts), decision, taken)
    except BadCards:
        return None
    if found is None:
        return None
    line, rule = found
    if (action := family.action_of(Payoffs.of(game), rule, sight)) is not None:
        return AppliedRule(line, action)
    return AppliedRule(line, Action(rule.takes[0 if decision else min(len(taken), len(rule.takes) - 1)].name))


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
