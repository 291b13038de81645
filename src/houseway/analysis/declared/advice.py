"""Advice on one situation of a declared title: exact values, and the rule of its list that applies."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from houseway.analysis.declared.choices import Bets, as_declared, stakes_of
from houseway.analysis.declared.family import Observation
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of
from houseway.analysis.declared.streets import Streets
from houseway.analysis.results.advice import Advice, AppliedRule
from houseway.analysis.results.advice import Option as Advised
from houseway.analysis.results.result import OPTIMAL, Subject
from houseway.analysis.results.rules import RuleList, Rules, Seen
from houseway.cards.card import Card
from houseway.cards.notation import CardsLike, parse_cards
from houseway.errors import BadCards, HousewayError, IllegalAction
from houseway.games.engine.action import Action
from houseway.games.engine.declared.steps import Ask, DealHand, Show
from houseway.games.engine.declared.title import DeclaredGame, Path, is_asked
from houseway.games.engine.declared.vocabulary import Decision, Hand, Opening, Option, Owner
from houseway.games.engine.game import Game
from houseway.games.engine.procedure import Step
from houseway.games.engine.setting import has_setting_way
from houseway.games.house_way_lines import applied_house_way
from houseway.games.telling.words import listed


def advise(
    game: Game,
    cards: CardsLike,
    *,
    board: CardsLike = (),
    dealer: CardsLike = (),
    stage: int | None = None,
    dead: CardsLike = (),
    taken: Sequence[str] | str = (),
    bets: Bets | None = None,
) -> Advice:
    """Return the value in units of every option of the decision that is due, the best first.

    The cards in sight determine the decision. `taken` names the options taken before it. If it is left out, these are
    the smallest commitments that lead there. `dealer` are the dealer's cards face up, `dead` cards seen elsewhere.
    """
    table = as_declared(game)
    if not table.decisions():
        raise IllegalAction(f"{table.title} has no decisions after the bets, so there is nothing to advise.")
    deck = table.deck
    own, common, dealers, gone = (parse_cards(each, deck=deck) for each in (cards, board, dealer, dead))
    deck.without((*own, *common, *dealers, *gone))
    own, common = _split_later(table, own, common)
    before = _before(table, taken, len(common), len(dealers))
    decision = _due(table, before, len(common), len(dealers), stage, named=bool(taken))
    payoffs = Payoffs.of(table, stakes_of(table, bets))
    options = [option for _, option in before]
    worths = family_of(table).action_worths(payoffs, Observation(own, common, dealers, gone, options))
    sign = 1 if table.smaller_on_ties else -1
    ordered = sorted(enumerate(worths.items()), key=lambda each: (-each[1][1].value, sign * each[0]))
    advised = tuple(
        Advised(
            option.action(picked),
            worth.value,
            worth.reason or _reason(payoffs, decision, option, before),
            by_wager=worth.by_wager,
        )
        for _, ((option, picked), worth) in ordered
    )
    after = "".join(f", after {option.title}" for option in options)
    return Advice(Subject.of(table, OPTIMAL), own, common, gone, f"{decision.title}{after}", advised, dealers)


def _split_later(
    game: DeclaredGame, own: tuple[Card, ...], common: tuple[Card, ...]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Move player's cards that are dealt after the first decision to the later cards."""
    first = sum(step.hand.cards for step in _before_asking(game) if isinstance(step, DealHand) and step.hand.is_own)
    return own[:first], (*own[first:], *common)


def _before_asking(game: DeclaredGame) -> Iterator[Step]:
    steps = (step for lap in game.procedure for step in lap.steps)
    return takewhile(lambda step: not isinstance(step, Ask), steps)


def _before(game: DeclaredGame, taken: Sequence[str] | str, n_board: int, n_dealer: int) -> Path:
    """Return the path through the decisions so far: as named, or by the smallest commitments."""
    names = [taken] if isinstance(taken, str) and taken else list(taken)
    path: Path = ()
    for decision, seen in sights(game):
        if not is_asked(decision, path):
            continue
        if (not names and not taken and seen == (n_board, n_dealer)) or (taken and not names):
            break
        offered = decision.offered(game)
        if names:
            option = next((each for each in offered if each.name == names[0]), None)
            if option is None:
                expected = ", ".join(each.name for each in offered)
                raise IllegalAction(f"{decision.title}: expected {expected}; got {names[0]!r}.")
            names.pop(0)
        else:
            option = next(each for each in offered if not each.folds)
        path = (*path, (decision, option))
    if names:
        raise IllegalAction(f"{game.title}: no decision is left after {names[0]!r}.")
    return path


def _due(game: DeclaredGame, before: Path, n_board: int, n_dealer: int, stage: int | None, *, named: bool) -> Decision:
    """Return the decision after a path through the others, with the cards in sight that belong to it."""
    asked = [(decision, seen) for decision, seen in sights(game) if decision not in dict(before)]
    asked = [(decision, seen) for decision, seen in asked if is_asked(decision, before)]
    number, given = len(before) + 1, (n_board, n_dealer)
    if not asked or asked[0][1] != given:
        raise _no_decision(game, before if named else (), asked, given)
    if stage is not None and stage not in (1, number):
        raise BadCards(f"{game.title}: with these cards dealt it is decision {number}; you gave --stage {stage}.")
    return asked[0][0]


def _no_decision(
    game: DeclaredGame, taken: Path, asked: Sequence[tuple[Decision, tuple[int, int]]], given: tuple[int, int]
) -> HousewayError:
    """Return the error for cards or options with which nothing is decided."""
    after = " and ".join(option.name for _, option in taken)
    if after and not asked:
        return IllegalAction(
            f"{game.title}: nothing is left to decide after {after}; leave the last option out to ask about it"
        )
    if after:
        due, needed = asked[0]
        expected = f"{game.title}: after {after} comes {due.title!r}, with {_told(needed)}"
    elif given[0] and not any(common for _, (common, _) in sights(game)):
        return BadCards(f"{game.title} has no board; you gave {_told(given)}. Leave `board` out.")
    else:
        expected = f"{game.title} decides with {' or '.join(dict.fromkeys(_told(seen) for _, seen in sights(game)))}"
    return BadCards(f"{expected}; you gave {_told(given)} (`board` takes the community cards, `dealer` the dealer's)")


def _told(seen: tuple[int, int]) -> str:
    common = f"{seen[0]} community card{'s' if seen[0] != 1 else ''}"
    return f"{common} and {seen[1]} of the dealer's" if seen[1] else common


def sights(game: DeclaredGame) -> list[tuple[Decision, tuple[int, int]]]:
    """Return every decision, in the order of the procedure, with the number of later and dealer's cards seen at it."""
    up: dict[Hand, int] = {}
    found: list[tuple[Decision, tuple[int, int]]] = []
    for step in (step for lap in game.procedure for step in lap.steps):
        if isinstance(step, DealHand):
            seen_at_once = step.hand.cards if found else 0
            up[step.hand] = seen_at_once if step.hand.is_own else step.hand.up_at(game)
        if isinstance(step, Show):
            up[step.hand] = step.hand.cards if step.cards is None else up[step.hand] + step.cards
        if isinstance(step, Ask):
            dealers = sum(shown for hand, shown in up.items() if hand.owner is Owner.DEALER)
            found.append((step.decision, (sum(up.values()) - dealers, dealers)))
    return found


def _lost(payoffs: Payoffs, path: Path) -> list[str]:
    """Return the opening wagers that are lost at the end of a path, or half of them, with any cards."""
    row = payoffs.paths.index(path)
    possible = payoffs.possible[row]
    found = []
    for wager, net in payoffs.by_wager.items():
        staked = payoffs.staked[wager][row]
        if isinstance(wager, Opening) and staked and (net[row][possible] < 0).all():
            half = (2 * net[row][possible] == -int(staked * payoffs.scale)).all()
            found.append(f"{'half ' if half else ''}the {wager.title}")
    return found


def _reason(payoffs: Payoffs, decision: Decision, option: Option, before: Path) -> str:
    """Return the effect of an option, in a few words."""
    if option.folds:
        more = ["the bets made since"] if any(each.bets for _, each in before) else []
        lost = _lost(payoffs, (*before, (decision, option)))
        return f"gives up {listed([*lost, *more])}"
    if option.takes_back is not None:
        return f"takes {option.takes_back.title} back"
    if not option.bets:
        return "bets nothing more"
    much = "as much as" if option.times == 1 else f"{option.times} times"
    return " and ".join(f"bets {much} the {bet.of.title} on {bet.title}" for bet in option.bets)


HOUSE_WAY = "house-way"
"""The decision that leaves a hand to the house way."""


def declared_rule(
    game: DeclaredGame, rules: RuleList, cards: Sequence[Card], known: Mapping[str, Any]
) -> AppliedRule | None:
    """Return the line that applies to the player's cards and other known facts; None where no line can be named."""
    if has_setting_way(game.slug):
        applied = applied_house_way(game, tuple(cards))
        assert applied is not None, "a game with a setting way has a house way"
        return AppliedRule(f"{applied.line}. {applied.words}", Action(HOUSE_WAY))
    assert isinstance(rules, Rules), "the lists of declared titles are rules as data"
    board, up = (parse_cards(known.get(name, ""), deck=game.deck) for name in ("board", "dealer"))
    taken: Sequence[str] = known.get("taken", ())
    family, decision, sight = family_of(game), "", Observation(cards, board, up)
    if any(rule.decision for rule in rules.rules):
        streets = Streets.of(game)
        first = streets.own.cards
        sight = Observation(cards[:first], (*cards[first:], *board))
        decision = _due_on_street(streets, len(sight.board), taken)[0].title
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


def _due_on_street(streets: Streets, shown: int, taken: Sequence[str]) -> tuple[Decision, Path]:
    """Return the decision of a seat that sees `shown` later cards, and its path there by the names of its options."""
    return next(
        (stage.decision, path)
        for number, stage in enumerate(streets.stages)
        for place, path in enumerate(streets.prefixes[number])
        if stage.shown == shown
        and streets.is_asked(number, place)
        and [option.name for _, option in path] == list(taken)
    )
