"""Computer players: how each style plays, in words, and the names of its players.

A style is declared here once. Its names are invented and belong to it alone, so a player who has met Ruth knows how
Ruth plays. No person in a room may take one of them, or one that looks like it (`room/names.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game


@dataclass(frozen=True, slots=True)
class Style:
    """A way to play: the words that follow a player's name ("never folds"), and the names of its players."""

    words: str
    names: tuple[str, ...]


STYLES = {
    "aggressive": Style("bets and raises often", ("Jubal", "Tirza")),
    "caller": Style("checks and calls", ("Amos", "Dinah")),
    "exact-equity": Style("bets by exact equity", ("Enoch", "Junia", "Tobit")),
    "five-only": Style("always plays all five cards", ("Obed", "Zilpah")),
    "hold-best": Style("holds its best cards", ("Silas", "Hulda")),
    "hold-pairs": Style("holds pairs", ("Jabez", "Orpah")),
    "hold-pairs-and-draws": Style("holds pairs and draws", ("Jotham", "Naamah")),
    "house-way": Style("sets by the house way", ("Ezra", "Dorcas")),
    "keep-highest": Style("keeps the highest cards", ("Asaph", "Vashti")),
    "looks-ahead": Style("thinks ahead", ("Gideon", "Abital", "Jethro")),
    "naive": Style("plays without a plan", ("Boaz", "Mehetabel")),
    "never-folds": Style("never folds", ("Ehud", "Jemima")),
    "never-raise": Style("never raises", ("Abner", "Adah")),
    "optimal": Style("plays the optimal strategy", ("Ithiel", "Damaris")),
    "pairs-only": Style("plays pairs only", ("Elam", "Keziah")),
    "raise-made-hands": Style("raises made hands", ("Joram", "Basmath")),
    "raise-pairs": Style("raises pairs", ("Shem", "Peninnah")),
    "random": Style("chooses at random", ("Lamech", "Jael")),
    "river-solver": Style("solves the river", ("Micah", "Salome")),
    "rule-list": Style("plays the simplified strategy", ("Ruth", "Tobias")),
    "split-strong": Style("splits strong hands", ("Hiram", "Zillah")),
    "stand-pat": Style("never draws", ("Joash", "Rhoda")),
    "three-with-straights": Style("plays three cards for straights", ("Uriah", "Tamar")),
    "tight": Style("plays strong hands only", ("Heman", "Merab")),
}
"""Keyed by the names of the strategies."""
TITLES = {"optimal": "Optimal strategy", "rule-list": "Simplified strategy (rule list)"}
"""Strategies that a list calls by another name than a sentence does."""
NEVER_FOLDS = "never-folds"
UNDECLARED = ("Nahor", "Zipporah")
"""The players of a style that is not declared here."""


def strategy_words(name: str) -> str:
    """Return how a player plays.

    >>> strategy_words("exact-equity"), strategy_words("my-own-way")
    ('bets by exact equity', 'my own way')
    """
    return STYLES[name].words if name in STYLES else name.replace("-", " ")


def strategy_title(game: Game, name: str) -> str:
    """Return the name of a strategy in a list.

    >>> from houseway.games.catalogue import game
    >>> [strategy_title(game("three-card-poker"), name) for name in ("optimal", "never-folds")]
    ['Optimal strategy', 'Never folds']
    """
    words = plays_words(game, name)
    return TITLES.get(name) or words[:1].upper() + words[1:]


def plays_words(game: Game, name: str) -> str:
    """Return how a player plays a game. "Never folds" reads differently if a game has no fold.

    >>> from houseway.games.catalogue import game
    >>> [plays_words(game(slug), "never-folds") for slug in ("three-card-poker", "let-it-ride", "pai-gow-poker")]
    ['never folds', 'pulls back Bet 1 and Bet 2', 'sets by the house way']
    """
    if name != NEVER_FOLDS or not isinstance(game, DeclaredGame):
        return strategy_words(name)
    options = [option for decision in game.decisions() for option in decision.offered(game)]
    if any(option.folds for option in options):
        return strategy_words(name)
    if any(option.by_house_way for option in options):
        return strategy_words("house-way")
    taken_back = [option.takes_back.title for option in options if option.takes_back is not None]
    return f"pulls back {' and '.join(taken_back)}" if taken_back else "has nothing to decide"


def automatic_names(styles: Mapping[int, str]) -> dict[int, str]:
    """Return the names of a table's computer players by seat.

    If a style has more players than names, a number distinguishes them.

    >>> automatic_names({1: "caller", 2: "rule-list", 4: "caller", 5: "caller"})
    {1: 'Amos', 2: 'Ruth', 4: 'Dinah', 5: 'Amos 2'}
    """
    met: dict[tuple[str, ...], int] = {}
    named = {}
    for seat, style in sorted(styles.items()):
        names = STYLES[style].names if style in STYLES else UNDECLARED
        place = met.get(names, 0)
        met[names] = place + 1
        number = place // len(names) + 1
        named[seat] = names[place % len(names)] + (f" {number}" if number > 1 else "")
    return named


def introductions(game: Game, styles: Mapping[int, str]) -> list[str]:
    """Return a line on each computer player of a table.

    >>> from houseway.games.catalogue import game
    >>> introductions(game("five-card-holdout"), {1: "caller", 2: "rule-list", 3: "my-own-way"})
    ['Amos checks and calls', 'Ruth plays the simplified strategy', 'Nahor plays my own way']
    """
    return [f"{name} {_after_a_name(game, styles[seat])}" for seat, name in automatic_names(styles).items()]


def _after_a_name(game: Game, style: str) -> str:
    words = plays_words(game, style)
    return words if style in STYLES else f"plays {words}"
