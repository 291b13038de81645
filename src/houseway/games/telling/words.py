"""The dictionary from names that programs use to plain English."""

import re
from collections.abc import Sequence

from houseway.cards.card import RANK_PLURALS, RANKS
from houseway.cards.notation import parse_cards, shown_cards
from houseway.games.engine.declared.text import cards_in_words, in_words
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import Reading
from houseway.games.telling.styles import plays_words, strategy_words

_HELD = re.compile(r"(?<=\bholds )(?:[2-9TJQKA][cdhs]|Jk)(?: (?:[2-9TJQKA][cdhs]|Jk))*")
_PAIRS = re.compile(r"\bpair of [2-9]s(?: to [2-9]s)?\b")
_FIGURE = re.compile(r"\b([2-9])s\b")
_RANKS_IN_A_ROW = re.compile(r"\b(?:[2-9TJQKA]-)+[2-9TJQKA]\b|\b[2-9TJQKA] high\b|\bshows T\b")


def plain(text: str) -> str:
    """Write a text of the rules as people read it: a ten is a 10, as on the cards, and pairs are spelled out.

    >>> plain("high card, A-T-9-5-2 loses; Ts stays")
    'high card, A-10-9-5-2 loses; Ts stays'
    >>> plain("a pair of 8s or higher"), plain("an unsuited pair of 2s to 7s")
    ('a pair of eights or higher', 'an unsuited pair of deuces to sevens')
    """
    tens = _RANKS_IN_A_ROW.sub(lambda found: found[0].replace("T", "10"), text)
    return _PAIRS.sub(lambda found: _FIGURE.sub(lambda rank: RANK_PLURALS[RANKS.index(rank[1])], found[0]), tens)


def with_symbols(reason: str) -> str:
    """Write a reason with its cards as the page shows them.

    >>> with_symbols("holds Qs Td 5c, to draw two"), with_symbols("As good as the best")
    ('holds Q♠ 10♦ 5♣, to draw two', 'As good as the best')
    """
    return _HELD.sub(lambda found: shown_cards(parse_cards(found[0])), reason)


ALL_DEFAULTS = "all defaults"
PAY_TABLES = {
    "typed": "pay table as printed in the letter",
    "felt": "pay table as printed on the felt",
    "sample": "sample pay table",
    "standard": "default pay table",
}
"""Pay tables whose names alone mean little to a reader."""


def pay_table_words(name: str) -> str:
    """Return the display name of a pay table.

    >>> pay_table_words("1"), pay_table_words("typed"), pay_table_words("typed, changed")
    ('pay table 1', 'pay table as printed in the letter', 'pay table as printed in the letter, changed')
    >>> pay_table_words("pair-plus=mini-40-30, ante-bonus=2")
    'pay table pair plus mini 40-30, ante bonus 2'
    """
    first, comma, rest = name.partition(", ")
    if first in PAY_TABLES:
        return f"{PAY_TABLES[first]}{comma}{rest}"
    return f"pay table {_without_hyphens(name.replace('=', ' '))}"


def set_words(name: str) -> str:
    """Return the display name of a pay table without the words "pay table".

    >>> set_words("1"), set_words("typed"), set_words("standard")
    ('1', 'as printed in the letter', 'default pay table')
    """
    return pay_table_words(name).removeprefix("pay table ")


def table_choice_words(name: str) -> str:
    """Return the name of one pay table of a bet.

    >>> [table_choice_words(name) for name in ("A", "40-30-6", "mini-50-40", "standard")]
    ['Table A', '40-30-6', 'Mini 50-40', 'Default pay table']
    """
    if name in PAY_TABLES:
        return capital(PAY_TABLES[name])
    return f"Table {name}" if len(name) == 1 else capital(_without_hyphens(name))


def _without_hyphens(name: str) -> str:
    """Return a name in words. Numbers in a row keep their hyphens."""
    return re.sub(r"(?<!\d)-|-(?!\d)", " ", name)


def choice_words(reading: Reading, choice: str) -> str:
    """Return the answer to a reading: the first sentence of the sheet's text of the choice."""
    return first_sentence(reading.choices[choice])


def first_sentence(text: str) -> str:
    """Return a text up to its first full stop.

    >>> first_sentence("No bonus bet. Neither side gains."), first_sentence("No bonus bet.")
    ('No bonus bet', 'No bonus bet')
    """
    return text.partition(". ")[0].removesuffix(".")


def table_words(game: Game) -> str:
    """Return the choices at one table: its pay table, and every reading that is not the default."""
    pay_table = [pay_table_words(game.pay_set.name)] if game.pay_set else []
    return "; ".join([*pay_table, *changed_readings(game)])


def changed_readings(game: Game) -> list[str]:
    """List every reading that is not the default, with its answer."""
    return [
        f"{reading.id}: {choice_words(reading, game.readings[reading.id])}"
        for reading in game.sheet.readings.values()
        if game.readings[reading.id] != reading.default
    ]


def named(game: Game) -> str:
    """Return the title of a game and its choices."""
    chosen = table_words(game)
    return f"{game.title}, {chosen}" if chosen else game.title


def readings_words(game: Game) -> str:
    """Return how the rules are read: every reading that is not the default."""
    changed = changed_readings(game)
    if not changed:
        return ALL_DEFAULTS if game.readings else "none"
    return f"{'; '.join(changed)}{'; all others default' if len(changed) < len(game.readings) else ''}"


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words to a list.

    >>> listed(["ace"]), listed(["ace", "king"]), listed(["ace", "king", "nine"])
    ('ace', 'ace and king', 'ace, king and nine')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, noun: str) -> str:
    """Write a number of things, with one thing in the singular.

    >>> counted(1, "option"), counted(3, "option")
    ('1 option', '3 options')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


__all__ = [
    "PAY_TABLES",
    "capital",
    "cards_in_words",
    "changed_readings",
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
]
