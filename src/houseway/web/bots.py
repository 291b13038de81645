"""Computer players that a server adds to those of the games. They ask for exact values, or for a solution.

The solver follows a blueprint for the whole game against one opponent and re-solves the river. The blueprint and the
solving are in the calculations' process. An opponent's range is estimated from all of the opponent's actions, weighted
by how often the blueprint takes them. If two of several players are left, the blueprint does not know the others' bets.
Then the solver holds the cards with the best raw equity and assumes that its opponent does the same. It bets by its
share of the pot against that range, and solves the river with it. In some cases it bets by exact chances, as
`EquityPlayer` does: if no answer comes in time, against several opponents, when a player is all in, and without a fixed
limit.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from houseway.cards.notation import format_cards, parse_cards
from houseway.errors import HousewayError
from houseway.games.catalogue import between_players, game_class
from houseway.games.engine.action import DEAL, Action
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.event import Event
from houseway.games.engine.game import Game
from houseway.games.engine.view import View
from houseway.games.strategies import strategy
from houseway.games.strategies.base import Strategy
from houseway.games.strategies.declared import LooksAhead
from houseway.games.telling.hand_so_far import (
    MOVES,
    PAYING,
    RAISES,
    Request,
    followed,
    legal_prices,
    planned_question,
)
from houseway.room.spec import Players
from houseway.web.errors import NoAdvice
from houseway.web.player_vs_player import PLAYER, Ask, EquityPlayer
from houseway.web.situations import ANY_DECK, has_built_in_pays, question_in

SOLVER = "river-solver"
RULE, HOLD, SHARE, OTHERWISE = "rule", "best hold", "share of the pot", "exact chances"
SOLVED_BY_EQUITY = "solved with ranges by equity"
"""The basis of a decision that does not follow the answer."""


class SolvingPlayer:
    """A player that follows the plan and solves heads-up rivers. `rested_on` counts the bases of its decisions."""

    def __init__(self, slug: str, ask: Ask, seed: int = 0, *, solving: bool = True) -> None:
        self.name = SOLVER
        self.rested_on: Counter[str] = Counter()
        self._slug, self._ask, self._solving = slug, ask, solving
        self._otherwise = EquityPlayer(slug, ask)
        self._generator = Random(seed)

    def choose(self, view: View) -> Action:
        """Return one of the legal actions, with the frequency in the plan or the solution."""
        basis, action = self._chosen(view)
        self.rested_on[basis] += 1
        return action

    def _chosen(self, view: View) -> tuple[str, Action]:
        planned = planned_question(self._slug, view, solving=self._solving)
        try:
            if planned is not None:
                return self._followed(view, self._ask(planned))
        except NoAdvice:
            return self._without_an_answer(view)
        except HousewayError:
            pass
        return self._without_a_plan(view)

    def _followed(self, view: View, answer: Mapping[str, Any]) -> tuple[str, Action]:
        return answer["rests_on"], followed(view, self._drawn(answer["often"]))

    def _without_a_plan(self, view: View) -> tuple[str, Action]:
        """Return an action by equity against the ranges that equity holds."""
        if not view.cards("board") and not any(action.cards for action in view.legal_actions):
            return RULE, self._otherwise.choose(view)
        question = live_question(self._slug, view) if view.cards("board") else hold_question(self._slug, view)
        if question is not None:
            try:
                return self._answered(view, self._ask(question))
            except HousewayError:
                pass
        return self._without_an_answer(view)

    def _without_an_answer(self, view: View) -> tuple[str, Action]:
        return OTHERWISE if view.cards("board") else RULE, self._otherwise.choose(view)

    def _answered(self, view: View, answer: Mapping[str, Any]) -> tuple[str, Action]:
        if "held" in answer:
            return HOLD, followed(view, answer["held"])
        if "share" in answer:
            return SHARE, self._otherwise.bet(view, Fraction(answer["share"]))
        return SOLVED_BY_EQUITY, followed(view, self._drawn(answer["often"]))

    def _drawn(self, often: Mapping[str, float]) -> str:
        return self._generator.choices(list(often), list(often.values()))[0]


def hold_question(slug: str, view: View) -> Request:
    """Return the question of which cards to hold."""
    return {"task": "live", "game": slug, "hand": format_cards(view.cards("hole", view.seat))}


def live_question(slug: str, view: View) -> Request | None:
    """Return a seat's question from the flop on, or None if it does not face exactly one opponent in a fixed limit."""
    title = game_class(slug)
    assert issubclass(title, GameBetweenPlayers), "players win from each other"
    out = {event.seat for event in view.events if event.action is not None and event.action.kind == "fold"}
    sizes = {pile.seat: len(pile.cards) for pile in view.piles if pile.name == "held" and pile.seat not in out}
    raises = [action for action in view.legal_actions if action.kind in RAISES]
    blinds = [event.amount for event in view.events if event.clause == title.cited.blinds]
    if len(sizes) != 2 or len(raises) > 1 or not blinds:
        return None
    place, unit = view.seat, max(blinds)
    done = _moves_of_this_round(view)
    first = done[0].seat if done else place
    seats = sorted(sizes, key=lambda seat: seat != first)
    bets = {event.seat: event.action.amount for event in done if event.action and event.action.kind in PAYING}
    paid = sum(amount for wagers in view.wagers for name, amount in wagers if name == "pot")
    return {
        "task": "live",
        "game": slug,
        "held": format_cards(view.cards("held", place)),
        "board": format_cards(view.cards("board")),
        "holds": [sizes[seat] for seat in seats],
        "player": seats.index(place),
        "pot": (paid - sum(bets.values())) / unit,
        "line": " ".join(event.action.kind for event in done if event.action),
        "legal": legal_prices(view, unit),
    }


def _moves_of_this_round(view: View) -> list[Event]:
    """Return the seats' actions since the last cards of the board."""
    done: list[Event] = []
    for event in view.events:
        if event.seat is None and event.action is not None and event.action.kind == DEAL:
            done = []
        elif event.seat is not None and event.action is not None and event.action.kind in MOVES:
            done.append(event)
    return done


@dataclass
class ExactPlayer:
    """A player that takes the option with the highest exact value, or another player's choice if no answer comes.

    With a custom pay table it always takes the other player's option.
    """

    otherwise: Strategy
    game: Game
    ask: Ask
    name: str = LooksAhead.name

    def choose(self, view: View) -> Action:
        """Return the best option."""
        if not has_built_in_pays(self.game):
            return self.otherwise.choose(view)
        try:
            question = question_in(self.game, view)
            best = self.ask(question)["options"]
        except HousewayError:
            return self.otherwise.choose(view)
        cards = parse_cards(question["cards"], deck=ANY_DECK)
        legal = {
            way.normal(): action for action in view.legal_actions for way in self.game.same_decisions(cards, action)
        }
        wanted = Action.from_dict(best[0]["action"]).normal()
        return legal[wanted] if wanted in legal else self.otherwise.choose(view)


def player_names(slug: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the computer players of this server, the default one first."""
    return (PLAYER, SOLVER, *names) if slug in between_players() else names


def players_who_ask(ask: Ask) -> Players:
    """Return the computer players by game and name, including those that ask for values."""

    def player(game: Game | str, name: str, seed: int = 0) -> Strategy:
        slug = game if isinstance(game, str) else game.slug
        if slug in between_players() and name == PLAYER:
            return EquityPlayer(slug, ask)
        if slug in between_players() and name == SOLVER:
            return SolvingPlayer(slug, ask, seed)
        found = strategy(game, name, seed)
        return ExactPlayer(found, found.game, ask) if isinstance(found, LooksAhead) else found

    return player
