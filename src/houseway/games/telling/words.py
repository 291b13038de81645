"""The one dictionary between names that programs use and plain English."""

import re
from collections.abc import Sequence

from houseway.cards.notation import parse_cards, shown_cards
from houseway.games.engine.declared.telling import cards_in_words, in_words
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import Reading
from houseway.games.telling.styles import plays_words, strategy_words

_HELD = re.compile(r"(?<=\bholds )(?:[2-9TJQKA][cdhs]|Jk)(?: (?:[2-9TJQKA][cdhs]|Jk))*")
_RANKS_IN_A_ROW = re.compile(r"\b(?:[2-9TJQKA]-)+[2-9TJQKA]\b|\b[2-9TJQKA] high\b|\bshows T\b")


def plain(text: str) -> str:
    """A text of the rules as people read it: a ten is a 10 in it, as on the cards.

    >>> plain("high card, A-T-9-5-2 loses; Ts stays")
    'high card, A-10-9-5-2 loses; Ts stays'
    """
    return _RANKS_IN_A_ROW.sub(lambda found: found[0].replace("T", "10"), text)


def with_symbols(reason: str) -> str:
    """A reason with the cards that it holds as they stand on the page.

    >>> with_symbols("holds Qs Td 5c, to draw two"), with_symbols("As good as the best")
    ('holds Q♠ 10♦ 5♣, to draw two', 'As good as the best')
    """
    return _HELD.sub(lambda found: shown_cards(parse_cards(found[0])), reason)


PAY_TABLES = {
    "typed": "pay table as the letter types it",
    "felt": "pay table as the felt shows it",
    "sample": "sample pay table",
    "standard": "default pay table",
}
"""Pay tables whose names alone say little."""


def pay_table_words(name: str) -> str:
    """A pay table as people call it.

    >>> pay_table_words("1"), pay_table_words("typed"), pay_table_words("typed, changed")
    ('pay table 1', 'pay table as the letter types it', 'pay table as the letter types it, changed')
    >>> pay_table_words("pair-plus=mini-40-30, ante-bonus=2")
    'pay table pair plus mini 40-30, ante bonus 2'
    """
    first, comma, rest = name.partition(", ")
    if first in PAY_TABLES:
        return f"{PAY_TABLES[first]}{comma}{rest}"
    return f"pay table {_without_hyphens(name.replace('=', ' '))}"


def set_words(name: str) -> str:
    """A pay table as people call it, where it is plain that it is one.

    >>> set_words("1"), set_words("typed"), set_words("standard")
    ('1', 'as the letter types it', 'default pay table')
    """
    return pay_table_words(name).removeprefix("pay table ")


def table_choice_words(name: str) -> str:
    """One of the tables among which a bet's is chosen.

    >>> [table_choice_words(name) for name in ("A", "40-30-6", "mini-50-40", "standard")]
    ['Table A', '40-30-6', 'Mini 50-40', 'Default pay table']
    """
    if name in PAY_TABLES:
        return capital(PAY_TABLES[name])
    return f"Table {name}" if len(name) == 1 else capital(_without_hyphens(name))


def _without_hyphens(name: str) -> str:
    """A name in words; numbers in a row keep theirs."""
    return re.sub(r"(?<!\d)-|-(?!\d)", " ", name)


def choice_words(reading: Reading, choice: str) -> str:
    """How a reading is answered: the first sentence of what the sheet says of the choice."""
    return first_sentence(reading.choices[choice])


def first_sentence(text: str) -> str:
    """A text up to its first full stop.

    >>> first_sentence("No bonus bet. Neither side gains."), first_sentence("No bonus bet.")
    ('No bonus bet', 'No bonus bet')
    """
    return text.partition(". ")[0].removesuffix(".")


def table_words(game: Game) -> str:
    """What was chosen of a game at one table: its pay table, and every reading that is not the usual one."""
    pay_table = [pay_table_words(game.pay_set.name)] if game.pay_set else []
    return "; ".join([*pay_table, *unusual_readings(game)])


def unusual_readings(game: Game) -> list[str]:
    """Every reading that is not the usual one, with its answer."""
    return [
        f"{reading.id}: {choice_words(reading, game.readings[reading.id])}"
        for reading in game.sheet.readings.values()
        if game.readings[reading.id] != reading.default
    ]


def named(game: Game) -> str:
    """The game and what was chosen of it."""
    chosen = table_words(game)
    return f"{game.title}, {chosen}" if chosen else game.title


def readings_words(game: Game) -> str:
    """How what a letter leaves open is read: what is not as usual."""
    unusual = unusual_readings(game)
    if not unusual:
        return "as usual" if game.readings else "none"
    return f"{'; '.join(unusual)}{'; all others as usual' if len(unusual) < len(game.readings) else ''}"


def capital(text: str) -> str:
    """The same with a capital at the front."""
    return text[:1].upper() + text[1:]


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row.

    >>> listed(["ace"]), listed(["ace", "king"]), listed(["ace", "king", "nine"])
    ('ace', 'ace and king', 'ace, king and nine')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, noun: str) -> str:
    """A number of things; one thing is in the singular.

    >>> counted(1, "option"), counted(3, "option")
    ('1 option', '3 options')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


__all__ = [
    "PAY_TABLES",
    "capital",
    "cards_in_words",
    "choice_words",
    "counted",
    "first_sentence",
    "in_words",
    "listed",
    "named",
    "pay_table_words",
    "plain",
    "plays_words",
    "readings_words",
    "set_words",
    "strategy_words",
    "table_choice_words",
    "table_words",
    "unusual_readings",
]
