"""Player vs. player games as OpenSpiel games, on a deck small enough to study. Each is named `python_houseway_` and its
short name.

Fixed limit, two to four players, a stripped deck. Importing this module registers every such game:

>>> import pyspiel
>>> game = pyspiel.load_game("python_houseway_holdout(ranks=TJQKA,players=2)")
>>> game.num_players(), game.max_chance_outcomes()
(2, 20)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from houseway.adapters.observation import MoveNumbers, PlayersObserver, layout_of
from houseway.cards.card import SUITS, Card, card_text
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards
from houseway.errors import BadSetting
from houseway.games.catalogue import between_players, game_class
from houseway.games.catalogue import game as make_game
from houseway.games.engine.action import DEAL, PROCEED, Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.betting import FIXED
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.shoe import OpenShoe
from houseway.games.engine.state import CHANCE, DEALER, State

NAME = "python_houseway_{}"
MOST_PLAYERS = 4
DEFAULTS: dict[str, int | str] = {"players": 2, "ranks": "TJQKA", "suits": SUITS, "stack_in_big_blinds": 20}


def game_type(short_name: str, long_name: str, most_players: int, defaults: Mapping[str, int | str]) -> Any:
    """Return the OpenSpiel type of a player vs. player game of any size."""
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most_players,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults,
    )


@dataclass(frozen=True, slots=True)
class Setting:
    """The game, by its slug, and its parameters."""

    slug: str
    players: int
    ranks: str
    suits: str
    stack_in_big_blinds: int

    @property
    def table(self) -> GameBetweenPlayers:
        """Return the table that these parameters describe."""
        return table_of(self)

    def open_hand(self) -> State:
        """Return a hand before the first card, with the button at the last seat."""
        return self.table.start(self.bets, open_shoe=True, button=self.players - 1)

    @property
    def bets(self) -> tuple[Bet, ...]:
        """Return the chips that every seat brings."""
        return (Bet(stack=self.stack_in_big_blinds * self.table.big_blind),) * self.players


@cache
def table_of(setting: Setting) -> GameBetweenPlayers:
    """Return the table that these parameters describe."""
    deck = Deck.stripped(ranks=setting.ranks, suits=setting.suits)
    readings = {title_of(setting.slug).cited.structure: FIXED}
    table = make_game(setting.slug, deck=deck, jurisdiction="none", readings=readings)
    assert isinstance(table, GameBetweenPlayers)
    if deck.size < (needed := table.cards_needed(setting.players)):
        raise BadSetting(
            f"{setting.players} players need a deck of {needed} cards; this one has {deck.size}. Use fewer players."
        )
    return table


def title_of(slug: str) -> type[GameBetweenPlayers]:
    """Return the class of a player vs. player game."""
    title = game_class(slug)
    assert issubclass(title, GameBetweenPlayers)
    return title


class PlayersGame(pyspiel.Game):  # type: ignore[misc]
    """The game with its parameters: players, the deck's ranks and suits, and the stacks."""

    def __init__(self, slug: str, params: Mapping[str, Any] | None = None) -> None:
        kind = self.kind_of(slug)
        chosen: dict[str, Any] = {**self.defaults_of(slug), **(params or {})}
        self.setting = self.read_setting(slug, chosen)
        self.table = self.setting.table
        bets = self.table.check_bets(self.setting.bets)
        layout = layout_of(self.table.slug)
        self.moves = MoveNumbers(layout)
        self.observer = PlayersObserver(layout, [bet["stack"] for bet in bets], self.table)
        super().__init__(kind, self._info(), chosen)

    @classmethod
    def kind_of(cls, slug: str) -> Any:
        """Return the OpenSpiel type of a game."""
        title = title_of(slug)
        words = f"{title.rule_sheet().title} (fixed limit, stripped deck)"
        return game_type(NAME.format(title.short_name), words, MOST_PLAYERS, cls.defaults_of(slug))

    @classmethod
    def defaults_of(cls, slug: str) -> Mapping[str, int | str]:
        """Return the parameters and their default values."""
        return DEFAULTS

    @staticmethod
    def read_setting(slug: str, parameters: Mapping[str, Any]) -> Setting:
        """Return the setting for OpenSpiel's parameters."""
        return Setting(slug, **parameters)

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, (str(self),)

    def _info(self) -> Any:
        players, table = self.setting.players, self.table
        wagers = [(terms.most_wagers or 0, terms.bet) for terms in table.terms]
        most_each = min(self.setting.stack_in_big_blinds, sum(most * bet for most, bet in wagers) // table.big_blind)
        bets_and_answers = sum(players * (most + 1) for most, _ in wagers)
        return pyspiel.GameInfo(
            num_distinct_actions=self.moves.size,
            max_chance_outcomes=self.most_chance_outcomes,
            num_players=players,
            min_utility=float(-most_each),
            max_utility=float(most_each * (players - 1)),
            utility_sum=0.0,
            max_game_length=bets_and_answers + players * len(self.moves.layout.card_moves),
        )

    @property
    def most_chance_outcomes(self) -> int:
        """Return the number of chance outcomes: one for each card."""
        return self.table.deck.size

    def new_initial_state(self) -> "PlayersState":
        """Return a hand before the first card."""
        return PlayersState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Return an observer, which turns a state into arrays and text for one player."""
        if params:
            raise BadSetting(f"The observer takes no parameters; got {params!r}.")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Moment:
    """A state of the engine. It never changes, so a copy shares it. Its pickled form is its actions."""

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting, self.state = setting, state

    def __deepcopy__(self, memo: object) -> "Moment":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        actions = [event.action for event in self.state.events if event.action is not None]
        return moment_after, (self.setting, actions)


def moment_after(setting: Setting, actions: Sequence[Action]) -> Moment:
    """Return the moment after some actions from the start of a hand."""
    state = setting.open_hand()
    for action in actions:
        state = state.apply(action)
    return Moment(setting, state)


class PlayersState(pyspiel.State):  # type: ignore[misc]
    """A hand in which chance deals one card at a time. The engine gets a packet when it is complete."""

    def __init__(self, game: PlayersGame) -> None:
        super().__init__(game)
        self.packet: list[Card] = []
        self.moment = moment_after(game.setting, ())

    @property
    def state(self) -> State:
        """Return the hand in the engine, without the cards of an incomplete packet."""
        return self.moment.state

    @property
    def _moves(self) -> MoveNumbers:
        game: PlayersGame = self.get_game()
        return game.moves

    def current_player(self) -> int:
        """Return the seat to act, chance, or the end."""
        actor = self.state.actor
        if isinstance(actor, int):
            return actor
        return int(pyspiel.PlayerId.TERMINAL if actor is None else pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._moves.legal(self.state.view(player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every card left, equally likely, by its place in the deck."""
        assert isinstance(self.state.shoe, OpenShoe)
        left = self.state.shoe.deck.without(self.packet).cards
        return [(self._deck.index(card_id), 1 / len(left)) for card_id in left]

    @property
    def _deck(self) -> tuple[Card, ...]:
        return self.moment.setting.table.deck.cards

    def _apply_action(self, action: int) -> None:
        state = self.state
        if state.actor == CHANCE:
            self.packet = [*self.packet, self._deck[action]]
            if len(self.packet) < state.cards_due():
                return
            state = state.apply(Action(DEAL, tuple(self.packet)))
            self.packet = []
        else:
            state = state.apply(self._moves.action(action, state.view(self.current_player())))
        while state.actor == DEALER:
            state = state.apply(PROCEED)
        self.moment = Moment(self.moment.setting, state)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {card_text(self._deck[action])}"
        if player == self.current_player():
            return str(self._moves.action(action, self.state.view(player)))
        return f"move {action}"

    def is_terminal(self) -> bool:
        """Return whether the hand is over."""
        return self.state.is_over

    def returns(self) -> list[float]:
        """Return each seat's net result in big blinds, zero before the end."""
        game: PlayersGame = self.get_game()
        return [self.state.result(seat) / game.table.big_blind for seat in range(game.setting.players)]

    def __str__(self) -> str:
        packet = f" + {format_cards(self.packet)}" if self.packet else ""
        return "\n".join(map(str, self.state.events)) + packet


class Observer:
    """An observer in OpenSpiel's form. With perfect recall it writes everything that the player saw, in order."""

    def __init__(self, game: PlayersGame, kind: Any) -> None:
        if kind.perfect_recall and kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise BadSetting("With perfect recall, an observer sees one player's view only. Ask for one player.")
        self.game, self.kind = game, kind
        observer = game.observer
        self.tensor = np.zeros(observer.size, dtype=np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in observer.shapes.items():
            end = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:end].reshape(shape)
            start = end

    def set_from(self, state: PlayersState, player: int) -> None:
        """Fill the arrays with the player's observation."""
        view = state.state.view(player)
        amounts = [(number, action.amount) for number, action in self.game.moves.legal(view).items()]
        for name, part in self.game.observer.parts(view, amounts).items():
            self.dict[name][...] = part

    def string_from(self, state: PlayersState, player: int) -> str:
        """Return the player's observation as text: the whole procedure so far, or only the table."""
        view = state.state.view(player)
        if self.kind.perfect_recall:
            return f"seat {player}\n" + "\n".join(map(str, view.events))
        wagers = [f"seat {seat}: {dict(amounts)}" for seat, amounts in enumerate(view.wagers)]
        return "\n".join([f"seat {player}", *map(str, view.piles), *wagers])


def loaded(text: str) -> Any:
    """Return the game of a text with its parameters.

    A pickled game is restored by this, so that this module is imported.
    """
    return pyspiel.load_game(text)


def class_for(game: type[PlayersGame], slug: str) -> type[PlayersGame]:
    """Return a class for one title, which OpenSpiel creates from its parameters alone.

    OpenSpiel releases its registered objects after Python has ended. Only a class survives that. A function or a
    partial one would be freed then, and abort the process.
    """

    class OfOneTitle(game):  # type: ignore[misc, valid-type]
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(slug, params)

    return OfOneTitle


def register() -> None:
    """Register every player vs. player game with `pyspiel.load_game`."""
    for slug in between_players():
        kind = PlayersGame.kind_of(slug)
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, class_for(PlayersGame, slug))


register()
