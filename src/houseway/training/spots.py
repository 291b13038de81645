"""Spots to practice: kinds of decisions, situations of real deals, and the rule that applies.

A spot is stored as the seed of its shuffle and the seat's decisions so far. Dealing the round again from these gives
the same cards.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.analysis.between_players import PlayersAnalysis, players_analysis
from houseway.analysis.results.advice import AppliedRule
from houseway.cards.card import RANK_NAMES, Card, is_joker, rank_of, suit_of
from houseway.cards.notation import parse_cards
from houseway.cards.seed import Seed
from houseway.errors import HousewayError
from houseway.games.catalogue import GAMES, game_class
from houseway.games.catalogue import game as make_game
from houseway.games.engine.action import Action
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from houseway.games.engine.view import View
from houseway.games.strategies import strategy, strategy_names
from houseway.games.telling.hand_so_far import followed, planned_question
from houseway.games.telling.prompt import prompt_of
from houseway.games.telling.units import units_of
from houseway.games.telling.verdict import action_words, cost_words, gerund
from houseway.ranking import ranking
from houseway.ranking.category import Category

OF_A_RANK = {(4,): "four of a kind", (3, 2): "full house", (3,): "three of a kind", (2, 2): "two pair", (2,): "pair"}
"""The names of cards by how often ranks are repeated in them, the most first."""
LEAST_SUITED = 2


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of spots, as text: `fold or play`, `queen high`."""

    decision: str
    hand: str

    def __str__(self) -> str:
        return f"{self.decision}: {self.hand}"


def kind_of(state: State) -> Kind:
    """Return the kind of the spot at which a seat decides."""
    assert isinstance(state.actor, int), "a seat decides"
    view = state.view(state.actor)
    return Kind(_decision(state), hand_in_words(state.game, cards_in_sight(view)))


def cards_in_sight(view: View) -> tuple[Card, ...]:
    """Return a seat's cards and the community cards dealt face up."""
    seen = [
        pile
        for pile in view.piles
        if (pile.seat == view.seat and pile.name != "discards")
        or (pile.seat is None and not pile.name.startswith("dealer"))
    ]
    return tuple(card for pile in seen for card in pile.cards if card != HIDDEN)


def hand_in_words(game: Game, cards: tuple[Card, ...]) -> str:
    """Return the name of some cards: by the game's ranking if they are a whole hand, else by pairs, suit and high card.

    A hand without a pair is named by its highest card, so that borderline hands have different names.
    """
    for system in (*game.ranking_systems, *(() if any(map(is_joker, cards)) else ("standard",))):
        try:
            category = ranking(system).rank(cards).category
        except HousewayError:
            continue
        return _high_card(cards) if category is Category.HIGH_CARD else str(category)
    return _part_of_a_hand(cards)


def _part_of_a_hand(cards: tuple[Card, ...]) -> str:
    plain = [card for card in cards if not is_joker(card)]
    repeated = tuple(sorted((n for n in Counter(map(rank_of, plain)).values() if n > 1), reverse=True))
    with_joker = " with a joker" if len(plain) < len(cards) else ""
    if repeated:
        return f"{OF_A_RANK.get(repeated[:2], OF_A_RANK.get(repeated[:1], 'pairs'))}{with_joker}"
    suited = ", suited" if len(plain) >= LEAST_SUITED and len({suit_of(card) for card in plain}) == 1 else ""
    return f"{_high_card(cards)}{suited}{with_joker}"


def _high_card(cards: tuple[Card, ...]) -> str:
    return f"{RANK_NAMES[max(rank_of(card) for card in cards if not is_joker(card))]} high"


def _decision(state: State) -> str:
    """Return the decision without amounts that depend on the bet."""
    asked = prompt_of(state, [(action, 0) for action in state.decisions()]).ask
    words = asked.partition(":")[0] if "$" in asked else asked
    words = words.rstrip(".")
    return words[:1].lower() + words[1:]


UNIT = 1000
"""The bet on every default wager, in cents."""
SEAT = 0
DEEPEST = 4
"""The maximum number of decisions of one round to practice."""


class NoSpot(HousewayError):
    """A round, or a game, without a decision."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A moment of a round: the shipped game, the seed of the shuffle, and the earlier decisions.

    In a player vs. player game two players are dealt in, and the decisions of both count.
    """

    game: str
    seed: str
    before: tuple[Action, ...] = ()

    def state(self) -> State:
        """Return the round at this moment."""
        state = opened(make_game(self.game), self.seed)
        for action in self.before:
            state = state.apply(action).advance()
        return state

    def to_dict(self) -> dict[str, Any]:
        """Return the data as plain types for JSON."""
        return {"game": self.game, "seed": self.seed, "before": [action.to_dict() for action in self.before]}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> "Spot":
        """Return the spot of plain data."""
        return cls(plain["game"], plain["seed"], tuple(map(Action.from_dict, plain["before"])))


def cannot_be_practiced(slug: str) -> str:
    """Return the reason why a game has no spots with exact values. It is empty if it has them.

    >>> cannot_be_practiced("three-card-poker"), cannot_be_practiced("dragon-bonus")
    ('', 'nothing is decided after the bets are down')
    """
    kind = game_class(slug)
    if issubclass(kind, DeclaredGame) and not kind.configure().decisions():
        return "nothing is decided after the bets are down"
    return ""


def practiced() -> tuple[str, ...]:
    """Return the games that have spots."""
    return tuple(slug for slug in GAMES if not cannot_be_practiced(slug))


def deal_spot(game: Game, seed: str) -> Spot:
    """Return a decision of the round of a seed: the first, or a later one reached by common play.

    The number of decisions played is drawn from the seed too. If the round ends before that, the last decision is
    taken.
    """
    generator = random.Random(f"houseway/spot/{seed}")
    state = opened(game, seed)
    if state.actor != SEAT:
        raise NoSpot(f"This round of {game.title} had no decision. Deal another one.")
    player = strategy(game, strategy_names(game.slug)[0], seed=generator.randrange(2**32))
    before: list[Action] = []
    for _ in range(generator.randrange(DEEPEST)):
        action = player.choose(state.view(SEAT))
        after = state.apply(action).advance()
        if after.actor != SEAT:
            break
        before.append(action)
        state = after
    return Spot(game.slug, seed, tuple(before))


def seed_number(base: str, number: int) -> str:
    """Return the seed of one deal of a search, from the seed of the search and the deal's number."""
    return Seed.of(f"houseway/spot/{base}/{number}").hex


def opened(game: Game, seed: str) -> State:
    """Return the round of a seed at its first decision."""
    bet, shuffle = game.usual_bet(UNIT), Seed.from_hex(seed)
    if isinstance(game, GameBetweenPlayers):
        return game.start([bet, bet], seed=shuffle, button=button_of(seed)).advance()
    return game.start([bet], seed=shuffle).advance()


def button_of(seed: str) -> int:
    """Return which of two players has the button."""
    return int(seed[-1], 16) % 2


ASKED = ("cards", "holds", "player", "lines", "board", "legal")
"""The parameters of a question to the blueprint."""
PLAYERS_KINDS_FROM = 100
"""The number of hands dealt to list the kinds of spots."""


def deal_players_spot(game: GameBetweenPlayers, seed: str) -> Spot:
    """Return a decision on the river of the hand of a seed: the first, or every other time a later one."""
    generator = random.Random(f"houseway/spot/{seed}")
    title, state, found = players_analysis(game), opened(game, seed), None
    before: list[Action] = []
    passed = generator.randrange(2)
    while isinstance(state.actor, int):
        view = state.view(state.actor)
        asked = planned_question(game.slug, view)
        assert asked is not None, "two are dealt in, in a fixed limit"
        if state.actor == SEAT and len(asked["lines"]) == len(game.terms):
            found = Spot(game.slug, seed, tuple(before))
            if not passed:
                return found
            passed -= 1
        action = _drawn(title, asked, view, generator)
        before.append(action)
        state = state.apply(action).advance()
    if found is None:
        raise NoSpot(f"This hand of {game.title} ended before the river. Deal another one.")
    return found


def _drawn(title: PlayersAnalysis, asked: dict[str, Any], view: View, generator: random.Random) -> Action:
    """Return an action, drawn with the frequencies of the blueprint."""
    planned = title.planned_play(*(asked[name] for name in ASKED), solving=False)
    (chosen,) = generator.choices(list(planned.often), list(planned.often.values()))
    return followed(view, chosen)


def players_kinds(game: GameBetweenPlayers, base: str = "kinds") -> list[tuple[Kind, int]]:
    """Return the kinds of spots with their numbers in `PLAYERS_KINDS_FROM` hands."""
    seen: Counter[Kind] = Counter()
    for number in range(PLAYERS_KINDS_FROM):
        try:
            seen[kind_of(deal_players_spot(game, seed_number(base, number)).state())] += 1
        except NoSpot:
            continue
    return sorted(seen.items(), key=lambda each: (each[0].decision, -each[1], each[0].hand))


Values = Mapping[Action, Fraction]


def rule_here(game: Game, cards: str, applied: AppliedRule, values: Values) -> dict[str, Any] | None:
    """Return the line that applies with its cost here, or None if its action has no value."""
    own = parse_cards(cards, deck=game.deck)
    ways = (way.normal() for way in game.same_decisions(own, applied.action))
    action = next((way for way in ways if way in values), None)
    if action is None:
        return None
    cost = max(values.values()) - values[action]
    means = f"Here that means {gerund(action_words(game.felt(), action))}"
    costs = f"costs {cost_words(cost)} {units_of(game)}" if cost else "is best"
    words = f"{means}, which {costs}."
    return {"line": applied.line, "words": words, "cost": {"exact": str(cost), "value": float(cost)}}
