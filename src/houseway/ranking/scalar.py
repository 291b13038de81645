"""The value of one hand in plain Python: no Numba, no arrays, about a microsecond."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from houseway.cards.notation import format_cards
from houseway.errors import BadCards
from houseway.ranking.keys import FLUSH_BITS, RANK_MASK, flush_suit, start_key
from houseway.ranking.natural import Strength
from houseway.ranking.specification import RankingSystem
from houseway.ranking.tables import HandTables


def scalar_evaluator(tables: HandTables, system: RankingSystem) -> Callable[[Sequence[int]], int]:
    """The function that evaluates one hand of trusted card ids; a wrong number of cards gives BadCards."""
    unsuited: dict[int, int] = dict(zip(tables.unsuited.keys.tolist(), tables.unsuited.values.tolist(), strict=True))
    suited: dict[int, int] = dict(zip(tables.suited.keys.tolist(), tables.suited.values.tolist(), strict=True))
    start = start_key(system.hand_size)
    card_keys, keys_by_suit = system.keys
    key_of = card_keys.__getitem__

    def value(cards: Sequence[int]) -> int:
        total = sum(map(key_of, cards), start)
        try:
            if total & FLUSH_BITS:
                suited_keys = keys_by_suit[flush_suit(total)]
                return max(unsuited[total & RANK_MASK], suited[sum([suited_keys[card_id] for card_id in cards])])
            return unsuited[total & RANK_MASK]
        except KeyError:
            raise BadCards(f"no such hand in this ranking: {format_cards(cards)}") from None

    return value


def whole_evaluator(system: RankingSystem, strengths: Sequence[Strength]) -> Callable[[Sequence[int]], int]:
    """The same for a system that judges hands whole: by its readable ranker. `strengths` are in the order of values."""
    value_of = {strength: value for value, strength in enumerate(strengths, start=1)}

    @lru_cache(maxsize=1 << 14)
    def judged(cards: tuple[int, ...]) -> int:
        if len(cards) not in system.sizes:
            raise BadCards(f"{system.name} takes {system.sizes[0]} to {system.sizes[-1]} cards; got {len(cards)}")
        return value_of[system.strength(cards)]

    def value(cards: Sequence[int]) -> int:
        return judged(tuple(sorted(cards)))

    return value
