"""Typed node locks: fixed frequencies of the actions at a decision.

check bet: fold 0.3, call 0.7                  every hand, after check and bet
check bet [AA, pair or better]: call 1         the hands that a range names, the others as is best
check check / * / start: bet 1                 the last round, after check and check before it, on every board
bet call / 7d 2c / check bet: fold 1           the same on one board
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from houseway.analysis.counting.card_sets import set_numbers
from houseway.analysis.solve.range_text import Words, typed_range
from houseway.analysis.solve.subgame import Subgame
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadSetting

_LOCK = re.compile(
    r"(?:(?P<after>[a-z ]+)/(?P<cards>[^/]*)/)?(?P<line>[a-z ]+)(?:\[(?P<hands>[^\]]*)\])?\s*:(?P<often>[^:]*)"
)
EVERY_BOARD = "*"


@dataclass(frozen=True)
class Lock:
    """A node lock as typed: lines in words, hands and cards as text. `after` is None for the first remaining round."""

    line: str
    often: dict[str, float]
    hands: str = ""
    after: str | None = None
    cards: str = ""


def read_lock(text: str) -> Lock:
    """Read a node lock as typed: the line, `start` for none, a colon, and how often each action is taken.

    >>> read_lock("check bet: fold 0.25, call 0.75")
    Lock(line='check bet', often={'fold': 0.25, 'call': 0.75}, hands='', after=None, cards='')
    >>> read_lock("check check / 7d 2c / start [AA, 0.5:KQ]: bet 1").hands
    'AA, 0.5:KQ'
    """
    found = _LOCK.fullmatch(text.strip())
    often = {}
    for part in found["often"].split(",") if found else ():
        words = part.split()
        try:
            name, share = words
            often[name] = float(share)
        except ValueError:
            found = None
            break
    if found is None:
        raise BadSetting(
            f'--lock takes "check bet: fold 0.3, call 0.7" or "check / 7d 2c / start [AA, KQ]: bet 1"; got {text!r}.'
        )
    cards = (found["cards"] or "").strip()
    return Lock(
        _line(found["line"]),
        often,
        (found["hands"] or "").strip(),
        None if found["after"] is None else _line(found["after"]),
        "" if cards == EVERY_BOARD else cards,
    )


def lock_as_typed(game: Subgame, text: str, seen: Sequence[int] = (), words: Words | None = None) -> None:
    """Lock a decision of a subgame as typed. `seen` are the cards of its board, `words` as for ranges."""
    lock = read_lock(text)
    later = lock.after is not None
    hands = None
    if lock.hands:
        tree = game.last if later or game.first is None else game.first
        known = game.ranges[int(tree.actors[game.decision(lock.line, later=later)])]
        named = typed_range(lock.hands, Deck.standard(), known.size, seen, words)
        hands = np.isin(set_numbers(known.hands), set_numbers(named.hands))
    cards = parse_cards(lock.cards, deck=Deck.standard()) if lock.cards else ()
    game.lock(lock.line, lock.often, hands=hands, after=lock.after, cards=cards)


def _line(text: str) -> str:
    line = " ".join(text.split())
    return "" if line == "start" else line
