"""Chances in player vs. player games, and the house's income from them. Each such title has a separate exact count.

A title's count is the module `between_players` of its package in `analysis.titles`, imported only on request.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import CardsLike
from houseway.errors import UnknownName, unknown
from houseway.games.catalogue import GAMES, between_players, game_class
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.analysis.results.equity import (
        ButtonChart,
        EquityResult,
        HoldChart,
        HoldResult,
        OpeningChart,
        PlannedPlay,
        PlayerEquity,
        SampledHolds,
    )
    from houseway.analysis.solve.discards import Draw
    from houseway.analysis.solve.looking import LivePlay
    from houseway.analysis.solve.ranges import Range
    from houseway.analysis.solve.subgame import Subgame

USUAL_PLAYERS = 6


@dataclass(frozen=True, slots=True)
class Examples:
    """The examples that a report computes to show a game, and the texts about them."""

    matches: tuple[tuple[tuple[str, ...], str], ...]
    """Held cards of each player, and the community cards that are known."""
    hands: tuple[tuple[str, str], ...]
    """A hand as it is dealt, and that of an opponent who holds by the default rule."""
    letters: tuple[tuple[str, ...], str]
    """The showdown in the approval letter."""
    letters_clause: str
    letters_words: str
    """The text of the approval letter about its showdown."""
    holds_words: str
    rounds_words: str
    situation: tuple[str, str, str, int]
    """A hand in progress: held cards, board, the player's discards and how many cards an opponent holds."""
    moment: Mapping[str, Any]
    """The same hand as a question to `planned_play`, on the river."""


class PlayersAnalysis(Protocol):
    """The functions that the module of a title offers."""

    EXAMPLES: Examples
    BOARD_CARDS: int
    """How many community cards are dealt on the river."""

    def equity(self, held: Sequence[CardsLike], board: CardsLike = (), dead: CardsLike = ()) -> "EquityResult":
        """Return the chances of players whose cards are known."""

    def best_hold(
        self,
        hand: CardsLike,
        *,
        opponent: CardsLike | None = None,
        opponent_rule: str | None = None,
        dead: CardsLike = (),
    ) -> "HoldResult":
        """Return the chances of every way to hold a hand against one opponent."""

    def sampled_holds(self, hand: CardsLike, opponents: int = 1, *, rule: str) -> "SampledHolds":
        """Return the shares of the pot of every way to hold a hand against several opponents, dealt, not counted."""

    def chances(
        self, held: CardsLike, board: CardsLike, *, dead: CardsLike, opponent_holds: int, rule: str
    ) -> "PlayerEquity":
        """Return the chances of cards once a board is dealt, against every hand of one opponent."""

    def subgame(
        self,
        board: CardsLike,
        holds: Sequence[int],
        pot: float,
        ranges: "Sequence[Range | None]" = (None, None),
        *,
        same_suits: bool = True,
    ) -> "Subgame":
        """Return the betting of two players from a board on, ready to be solved; the pot is in big blinds."""

    def hold_chart(self, rule: str) -> "HoldChart":
        """Return how many cards of each kind of hand to hold by raw equity and by the plan, and the cost of a rule."""

    def opening_chart(self) -> "OpeningChart":
        """Return how the plan bets each kind of hand before the discards."""

    def button_chart(self) -> "ButtonChart":
        """Return the win of each of two seats when the plan plays itself."""

    def live_river(
        self,
        held: CardsLike,
        board: CardsLike,
        holds: Sequence[int],
        player: int,
        pot: float,
        line: str,
        legal: Mapping[str, float],
        *,
        rule: str | None = None,
    ) -> "LivePlay":
        """Return how a hand of one of two players is played after a line of the river, immediately."""

    def planned_play(
        self,
        cards: CardsLike,
        holds: Sequence[int],
        player: int,
        lines: Sequence[str],
        board: CardsLike,
        legal: Mapping[str, float],
        *,
        solving: bool = True,
        seconds: float = ...,
    ) -> "PlannedPlay":
        """Return the plan's action at a moment of the whole game of two players.

        The river is solved again, if that takes no longer.
        """

    def share_of_pot(self, held: CardsLike, board: CardsLike, opponent_holds: int, *, rule: str | None = None) -> float:
        """Return the share of the pot that a hand wins against an opponent's held cards, by equity or by a rule."""

    def best_held(self, cards: CardsLike) -> tuple[Card, ...]:
        """Return the cards of a dealt hand that are best held by raw equity."""

    def named_hands(self, text: str, every: "Range", seen: Sequence[int]) -> "NDArray[np.float64] | None":
        """Return the weights of hands that some words name, given the cards seen; None if the game has no
        such words.
        """

    def strength_group(self, strength: int) -> Hashable:
        """Return the group of strengths of a subgame that are shown as one."""

    def strength_words(self, weakest: int, strongest: int) -> str:
        """Return hands of such a group in words."""

    def small_game(self, cards: int, deck: Deck | None = None, *, same_suits: bool = True, **changes: int) -> "Draw":
        """Return the whole game with fewer cards, ready to be solved."""

    def train_blueprint(
        self,
        path: Path,
        seconds: float,
        *,
        deals: int = 0,
        resume: bool,
        seed: int,
        polish: int,
        report: Callable[[str, float], None] | None = None,
        stopped: Callable[[], bool] = ...,
    ) -> dict[str, Any]:
        """Train a blueprint of the whole game over buckets of hands, for `seconds` or `deals`, into a file.

        At the end the last betting rounds are solved again, over `polish` rivers of every flop. Return the header of
        the file.
        """

    def measure_blueprint(
        self,
        path: Path | None,
        *,
        hands: int = 0,
        rivers: int = 0,
        flops: int = 0,
        held: tuple[int, int] | None = None,
        seed: int = 1,
        report: Callable[[str, float], None] | None = None,
    ) -> dict[str, Any]:
        """Measure by how much a blueprint is beaten: in `hands` hands, on `rivers` rivers, and from `flops` flops on.

        Return its header with the result.
        """

    def income(self, game: Game | str, **shift: Any) -> Any:
        """Return the house's income from a shift, in a form that prints itself and has `to_dict`."""


def players_analysis(game: Game | str | None = None) -> PlayersAnalysis:
    """Return the module of a player vs. player game; without a name that of the first one of the catalogue."""
    slug = between_players()[0] if game is None else game if isinstance(game, str) else game.slug
    if slug not in GAMES or not issubclass(game_class(slug), GameBetweenPlayers):
        if slug in GAMES:
            raise UnknownName(
                f"{game_class(slug).configure().title} is house-banked. This command needs a player vs. player game: "
                f"{', '.join(between_players())}."
            )
        raise unknown("player vs. player game", slug, between_players())
    return cast(PlayersAnalysis, import_module(f"houseway.analysis.titles.{GAMES[slug]}.between_players"))


def equity(
    held: Sequence[CardsLike], board: CardsLike = (), dead: CardsLike = (), *, game: Game | str | None = None
) -> "EquityResult":
    """Return the exact chances of players whose cards are known, over all boards that can still come.

    Args:
        held: the cards that each player holds.
        board: the community cards dealt so far.
        dead: cards that cannot come, such as known discards.
        game: the player vs. player game; Five Card HoldOut by default.

    Returns:
        For each player the exact chance to win, to tie, and the equity.

    Raises:
        BadCards: a card cannot be read, or is given twice.

    >>> result = equity(["Ts Jd", "Tc Jh Qd", "Td Jc 2h"], board="2c Qh Ks Ad")
    >>> [(str(player.win), str(player.tie), str(player.equity)) for player in result.players]
    [('0', '1', '1/2'), ('0', '1', '1/2'), ('0', '0', '0')]
    """
    return players_analysis(game).equity(held, board, dead)


def best_hold(
    hand: CardsLike,
    *,
    opponent: CardsLike | None = None,
    opponent_rule: str | None = None,
    dead: CardsLike = (),
    game: Game | str | None = None,
) -> "HoldResult":
    """Return the exact equity of every way to hold a hand against one opponent.

    A random opponent holds by a named rule. A given opponent holds all cards given, or, of a whole hand, the cards that
    the rule keeps.

    Args:
        hand: the player's five cards.
        opponent: the opponent's cards; any unseen cards by default.
        opponent_rule: the rule by which the opponent holds; the game's default if not given.
        dead: cards that cannot come.
        game: the player vs. player game; Five Card HoldOut by default.

    Returns:
        Every way to hold with its equity, the best one first.

    Raises:
        BadCards: a card cannot be read, or is given twice.
        UnknownName: no rule has that name.

    >>> found = best_hold("As Ks Qs Js 2h", opponent="Ah Kh 7d 6c 2d")
    >>> from houseway.cards import format_cards
    >>> format_cards(found.best.held), len(found.holds)
    ('As Ks Qs Js 2h', 31)
    """
    found = players_analysis(game)
    return found.best_hold(hand, opponent=opponent, opponent_rule=opponent_rule, dead=dead)
