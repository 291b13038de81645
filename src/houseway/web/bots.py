"""The automatic players that a server adds to those of the games: they ask for exact values, or for a solution."""

from dataclasses import dataclass

from houseway.cards.notation import parse_cards
from houseway.errors import HousewayError
from houseway.games.catalogue import between_players
from houseway.games.engine.action import Action
from houseway.games.engine.game import Game
from houseway.games.engine.view import View
from houseway.games.strategies import strategy
from houseway.games.strategies.base import Strategy
from houseway.games.strategies.declared import LooksAhead
from houseway.room.spec import Players
from houseway.web.player_vs_player import PLAYER, Ask, EquityPlayer
from houseway.web.situations import ANY_DECK, has_built_in_pays, question_in
from houseway.web.solving_player import SOLVER, SolvingPlayer


@dataclass
class ExactPlayer:
    """Takes the option with the highest exact value; while nobody answers, the one that another player would take.

    With a custom pay table it always takes the other player's option.
    """

    otherwise: Strategy
    game: Game
    ask: Ask
    name: str = LooksAhead.name

    def choose(self, view: View) -> Action:
        """The best option."""
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
    """The automatic players that this server has, the everyday one first."""
    return (PLAYER, SOLVER, *names) if slug in between_players() else names


def players_who_ask(ask: Ask) -> Players:
    """Automatic players by game and name, with those that ask."""

    def player(game: Game | str, name: str, seed: int = 0) -> Strategy:
        slug = game if isinstance(game, str) else game.slug
        if slug in between_players() and name == PLAYER:
            return EquityPlayer(slug, ask)
        if slug in between_players() and name == SOLVER:
            return SolvingPlayer(slug, ask, seed)
        found = strategy(game, name, seed)
        return ExactPlayer(found, found.game, ask) if isinstance(found, LooksAhead) else found

    return player
