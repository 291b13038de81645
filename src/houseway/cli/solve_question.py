"""What `houseway solve` is asked, in a form that a saved solution keeps, and the game that it makes."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadSetting
from houseway.games.catalogue import between_players, game_class
from houseway.games.engine.between_players import GameBetweenPlayers

if TYPE_CHECKING:
    from houseway.analysis.solve.subgame import Iterated

KNOWN_GAMES = ("kuhn", "leduc")
Question = dict[str, Any]
_FILE_NAME = re.compile(r"[^,:]*\.[A-Za-z]+")
"""What is taken for a file even where there is none: it is missed, not read as hands."""


def small_forms() -> dict[str, str]:
    """The games that have a small form, by the name of that form."""
    titles = [(slug, cast(type[GameBetweenPlayers], game_class(slug))) for slug in between_players()]
    return {f"small-{title.short_name}": slug for slug, title in titles if title.small_settings}


def question_of(
    game: str,
    *,
    board: str,
    holds: str,
    pot: float,
    ranges: tuple[str, str],
    locks: list[str],
    cards: int,
    deck: str,
    all_suits: bool,
) -> Question:
    """What is asked: ranges as the hands that they name, and only what the game has a use for."""
    if game in KNOWN_GAMES:
        return {"game": game, "locks": locks}
    if game in small_forms():
        if locks:
            raise BadSetting("--lock works on subgames only; a small game is solved whole. Leave --lock out.")
        return {"game": game, "cards": cards, "deck": deck, "all_suits": all_suits}
    sizes = _sizes(holds)
    seen = parse_cards(board, deck=Deck.standard())
    hands = [_hands(game, text, size, seen) for text, size in zip(ranges, sizes, strict=True)]
    asked = {"game": game, "board": board, "holds": list(sizes), "pot": pot, "ranges": hands}
    return {**asked, "locks": locks, "all_suits": all_suits}


def made(question: Question) -> "Iterated":
    """The game of a question, with nothing learned yet."""
    from houseway.analysis.between_players import players_analysis
    from houseway.analysis.solve import small
    from houseway.analysis.solve.locks import lock_as_typed
    from houseway.analysis.solve.ranges import read_range

    name, words = question["game"], None
    seen: tuple[int, ...] = ()
    if name in small_forms():
        dealt = Deck.of(parse_cards(question["deck"], deck=Deck.standard())) if question["deck"] else None
        title = players_analysis(small_forms()[name])
        return title.small_game(question["cards"], dealt, same_suits=not question["all_suits"])
    if name in KNOWN_GAMES:
        game = {"kuhn": small.kuhn, "leduc": small.leduc}[name]()
    else:
        words = players_analysis(name).named_hands
        seen = parse_cards(question["board"], deck=Deck.standard())
        ranges = [
            None if lines is None else read_range(lines, Deck.standard(), size, seen)
            for lines, size in zip(question["ranges"], question["holds"], strict=True)
        ]
        game = players_analysis(name).subgame(
            question["board"], question["holds"], question["pot"], ranges, same_suits=not question["all_suits"]
        )
    for lock in question["locks"]:
        lock_as_typed(game, lock, seen, words)
    return game


def _sizes(text: str) -> tuple[int, int]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(part.isascii() and part.isdecimal() and len(part) < 3 for part in parts):
        raise BadSetting(f"--holds takes two numbers, such as 3,3; got {text!r}.")
    return int(parts[0]), int(parts[1])


def _hands(game: str, text: str, size: int, seen: tuple[int, ...]) -> list[str] | None:
    """The hands of a range and their weights, a line each; None for a full range."""
    if not text:
        return None
    from houseway.analysis.between_players import players_analysis
    from houseway.analysis.solve.range_text import typed_range
    from houseway.analysis.solve.ranges import read_range

    file = Path(text)
    if file.is_file() or _FILE_NAME.fullmatch(text):
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise BadSetting(f"Cannot read the range file {text!r}: {error}.") from None
        known = read_range(lines, Deck.standard(), size, seen)
    else:
        known = typed_range(text, Deck.standard(), size, seen, players_analysis(game).named_hands)
    return [f"{hand}: {weight!r}" for hand, weight in zip(known.texts, known.weights.tolist(), strict=True)]
