"""A small game for OpenSpiel as one tree, for its exact algorithms.

A solver visits every position thousands of times. A visit costs well under a microsecond in the tree, but tens of
microseconds in a game written in Python. Gambit and other programs that read EFG can solve the game too.

The rules are the title's rules with fewer cards (`GameBetweenPlayers.smaller`). Chance deals a whole packet at a time,
so that the order of unseen cards does not multiply the tree. A game caches the positions that it has visited, so a
solver that walks the tree repeatedly makes each of them once. Importing this module registers every game that has a
small form:

>>> import pyspiel
>>> game = pyspiel.load_game("python_houseway_small_holdout(cards=2,ranks=QKA)")
>>> game.max_chance_outcomes(), game.new_initial_state().chance_outcomes()[0]
(15, (0, 0.06666666666666667))
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import pyspiel  # type: ignore[import-not-found]

from houseway.adapters.open_spiel_game import (
    NAME,
    Moment,
    PlayersGame,
    PlayersState,
    Setting,
    class_for,
    game_type,
    title_of,
)
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards
from houseway.games.catalogue import between_players
from houseway.games.engine.action import DEAL, PROCEED, Action
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.shoe import OpenShoe
from houseway.games.engine.state import CHANCE, DEALER, State


@dataclass
class Tree:
    """The tree of a game: its text, and the names of each player's information sets in the game."""

    game: Any
    lines: list[str] = field(default_factory=list)
    sets: list[dict[str, int]] = field(default_factory=list)
    """For each player, the numbers of its information states, from 1."""
    _heads: dict[tuple[int, int], str] = field(default_factory=dict)
    _ends: int = 0
    _chances: int = 0

    def __post_init__(self) -> None:
        self.sets = [{} for _ in range(self.game.num_players())]
        players = " ".join(f'"player {player}"' for player in range(self.game.num_players()))
        self.lines = [f'EFG 2 R "{self.game}" {{ {players} }}']
        self._write(self.game.new_initial_state())

    @property
    def text(self) -> str:
        """Return the tree in EFG."""
        return "\n".join(self.lines) + "\n"

    def load(self) -> Any:
        """Return the tree as a game of OpenSpiel."""
        return pyspiel.load_efg_game(self.text)

    def _write(self, state: Any) -> None:
        if state.is_terminal():
            self._ends += 1
            self.lines.append(f't "" {self._ends} "" {{ {" ".join(map(str, state.returns()))} }}')
            return
        self.lines.append(self._chance(state) if state.is_chance_node() else self._decision(state))
        for action in state.legal_actions():
            self._write(state.child(action))
        forget = getattr(state, "forget", None)
        if forget is not None:
            forget()

    def _chance(self, state: Any) -> str:
        self._chances += 1
        player = state.current_player()
        outcomes = " ".join(
            f'"{state.action_to_string(player, action)}" {probability!r}'
            for action, probability in state.chance_outcomes()
        )
        return f'c "" {self._chances} "" {{ {outcomes} }} 0'

    def _decision(self, state: Any) -> str:
        """Return the line of a decision. It is the same in all positions that the player cannot tell apart."""
        player = state.current_player()
        numbers = self.sets[player]
        number = numbers.setdefault(state.information_state_string(player), len(numbers) + 1)
        if (player, number) not in self._heads:
            moves = " ".join(f'"{state.action_to_string(player, action)}"' for action in state.legal_actions())
            self._heads[player, number] = f'p "" {player + 1} {number} "" {{ {moves} }} 0'
        return self._heads[player, number]


DEFAULTS: dict[str, int | str] = {"cards": 2, "ranks": "QKA", "suits": "hs", "stack_in_big_blinds": 20}
"""Settings in addition to those of the title's small form."""


@dataclass(frozen=True, slots=True)
class SmallSetting(Setting):
    """The parameters of a small game."""

    cards: int
    changes: tuple[tuple[str, int], ...]

    @property
    def table(self) -> GameBetweenPlayers:
        """Return the table that these parameters describe."""
        return small_table_of(self)


@cache
def small_table_of(setting: SmallSetting) -> GameBetweenPlayers:
    """Return the table that these parameters describe."""
    deck = Deck.stripped(ranks=setting.ranks, suits=setting.suits)
    return title_of(setting.slug).smaller(setting.cards, deck, **dict(setting.changes))


class Position(Moment):
    """A moment with its successors, each made when it is first requested."""

    def __init__(self, setting: Setting, state: State) -> None:
        super().__init__(setting, state)
        self.after: dict[int, Position] = {}
        self.told: dict[int, str] = {}
        self.legal: dict[int, Action] = {}
        self.packets: dict[int, tuple[Card, ...]] = {}


class SmallGame(PlayersGame):
    """The game with its parameters: the cards of a hand, the deck's ranks and suits, and those of the title."""

    setting: SmallSetting

    def __init__(self, slug: str, params: Mapping[str, Any] | None = None) -> None:
        super().__init__(slug, params)
        self.start = Position(self.setting, self.setting.open_hand())

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded_small, (str(self),)

    @classmethod
    def kind_of(cls, slug: str) -> Any:
        """Return the OpenSpiel type of a small game for two players."""
        title = title_of(slug)
        words = f"{title.rule_sheet().title} with fewer cards (fixed limit)"
        return game_type(NAME.format(f"small_{title.short_name}"), words, 2, cls.defaults_of(slug))

    @classmethod
    def defaults_of(cls, slug: str) -> Mapping[str, int | str]:
        """Return the parameters and their default values: the title's, and those of every small form."""
        return {**DEFAULTS, **title_of(slug).small_settings}

    @staticmethod
    def read_setting(slug: str, parameters: Mapping[str, Any]) -> SmallSetting:
        """Return the setting for OpenSpiel's parameters."""
        own = title_of(slug).small_settings
        changes = tuple((name, value) for name, value in parameters.items() if name in own)
        common = {name: value for name, value in parameters.items() if name not in own}
        return SmallSetting(slug, players=2, changes=changes, **common)

    @property
    def most_chance_outcomes(self) -> int:
        """Return the number of chance outcomes: one for each packet of the first seat's cards."""
        return comb(self.table.deck.size, self.setting.cards)

    def new_initial_state(self) -> "SmallState":
        """Return a hand before the first card."""
        return SmallState(self)


class SmallState(PlayersState):
    """A hand in which chance deals a packet at a time."""

    moment: Position

    def __init__(self, game: SmallGame) -> None:
        pyspiel.State.__init__(self, game)
        self.packet = []
        self.moment = game.start

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._moves_now())

    def _moves_now(self) -> dict[int, Action]:
        here = self.moment
        if not here.legal:
            here.legal = self._moves.legal(here.state.view(self.current_player()))
        return here.legal

    def _packets_now(self) -> dict[int, tuple[Card, ...]]:
        """Return the packets that can come, each numbered by its place among all packets of the deck."""
        here = self.moment
        if not here.packets:
            assert isinstance(here.state.shoe, OpenShoe)
            left = set(here.state.shoe.deck.cards)
            every = enumerate(combinations(self._deck, here.state.cards_due()))
            here.packets = {number: packet for number, packet in every if left.issuperset(packet)}
        return here.packets

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every packet of the cards left, equally likely."""
        packets = self._packets_now()
        return [(number, 1 / len(packets)) for number in packets]

    def _apply_action(self, action: int) -> None:
        here = self.moment
        after = here.after.get(action)
        if after is None:
            dealt = here.state.actor == CHANCE
            state = here.state.apply(Action(DEAL, self._packets_now()[action]) if dealt else self._moves_now()[action])
            while state.actor == DEALER:
                state = state.apply(PROCEED)
            after = here.after[action] = Position(here.setting, state)
        self.moment = after

    def forget(self) -> None:
        """Release the positions that follow, for a single walk through a tree larger than memory."""
        self.moment.after.clear()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {format_cards(self._packets_now()[action])}"
        return super()._action_to_string(player, action)

    def information_state_string(self, player: int | None = None) -> str:
        """Return everything that the player saw, in order."""
        here, seat = self.moment, self.current_player() if player is None else player
        if seat not in here.told:
            here.told[seat] = super().information_state_string(seat)
        return here.told[seat]


def loaded_small(text: str) -> Any:
    """Return a small game from its text, like `loaded`. This module registers it."""
    return pyspiel.load_game(text)


def register() -> None:
    """Register every game that has a small form with `pyspiel.load_game`."""
    for slug in between_players():
        if not title_of(slug).small_settings:
            continue
        kind = SmallGame.kind_of(slug)
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, class_for(SmallGame, slug))


register()
