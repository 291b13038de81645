"""The prompt of a player: every possible choice, each live or refused with its reason."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from houseway.cards.card import Card
from houseway.games.engine.action import Action
from houseway.games.engine.event import visible_text
from houseway.games.engine.layout import Felt
from houseway.games.engine.money import dollars
from houseway.games.engine.state import State
from houseway.games.telling.held import held_words
from houseway.games.telling.words import capital, cards_in_words, in_words

NOTHING, CARDS, AMOUNT = "nothing", "cards", "amount"
"""The input of a choice: none, picked cards, or an amount between two ends."""

AMOUNT_KINDS = ("bet", "raise")
TAKEN_KEYS = ("H",)
"""Keys that mean something else at every table: H asks for advice."""

Priced = tuple[Action, int]


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible choice of a player.

    `refused` is the reason why it is not possible now, and is empty if it is. If it takes cards, `by_count` has the
    same for each number of picked cards, none first. `amounts` are the ends of the allowed bet, with sizes between
    them. `hint` explains the choice in a few words if its label does not. `barred` is the reason why cards of a right
    number may not be picked.
    """

    kind: str
    option: str
    words: str
    key: str
    takes: str = NOTHING
    price: int = 0
    refused: str = ""
    by_count: tuple[str, ...] = ()
    amounts: tuple[int, ...] = ()
    hint: str = ""
    barred: str = ""

    @property
    def is_live(self) -> bool:
        """Return whether the choice is possible now, perhaps after cards are picked."""
        return not self.refused

    def refused_with(self, count: int) -> str:
        """Return why the choice is not possible with a number of picked cards, empty if it is."""
        if self.refused or self.takes != CARDS:
            return self.refused
        return self.by_count[count] if count < len(self.by_count) else self.by_count[-1]

    def to_dict(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return {
            "kind": self.kind,
            "option": self.option,
            "words": self.words,
            "key": self.key,
            "takes": self.takes,
            "price": self.price,
            "refused": self.refused,
            "by_count": list(self.by_count),
            "amounts": list(self.amounts),
            "hint": self.hint,
            "barred": self.barred,
        }


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question in a sentence, the choices, the cards to pick from and why no more of them may be picked.

    `held` names the hand that the seat has so far, in a sentence. It is empty while the cards do not make a hand.
    """

    ask: str
    choices: tuple[Choice, ...]
    hand: tuple[Card, ...] = ()
    most_picked: int = 0
    too_many: str = ""
    held: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return {
            "ask": self.ask,
            "choices": [choice.to_dict() for choice in self.choices],
            "hand": visible_text(self.hand).split(),
            "most_picked": self.most_picked,
            "too_many": self.too_many,
            "held": self.held,
        }


def prompt_of(state: State, prices: Iterable[Priced], chips: int | None = None) -> Prompt:
    """Return the prompt for the seat that decides, from its decisions and their prices.

    `chips` are those that the seat has left, None if they never run out.
    """
    assert isinstance(state.actor, int), "a seat decides"
    felt = state.game.felt()
    moves: dict[tuple[str, str], list[Priced]] = {}
    for priced in prices:
        moves.setdefault((priced[0].kind, priced[0].option), []).append(priced)
    hand = _picked_from(state, state.actor, [action for each in moves.values() for action, _ in each])
    choices = [_live(felt, move, each, len(hand), chips) for move, each in moves.items()]
    choices += [
        Choice(*move, words_of(felt, *move), _key(felt, *move), refused=why) for move, why in state.refusals().items()
    ]
    most = max((_most_cards(choice) for choice in choices), default=0)
    asked, too_many = _asked(state, felt, choices), _too_many(felt, choices, most)
    return Prompt(asked, _with_keys(choices), hand, most, too_many, held_words(state, state.actor))


def words_of(felt: Felt, kind: str, option: str = "", price: int = 0) -> str:
    """Return the text of an action's button, with its price unless it is free."""
    told: str = _told(felt, kind, option).get("words") or capital(" ".join(filter(None, (kind, option))))
    told = told.replace("-", " ") if "words" not in _told(felt, kind, option) else told
    if price:
        return told.replace("{price}", dollars(price))
    return told.replace(" for {price}", "").replace(" {price}", "")


def _told(felt: Felt, kind: str, option: str) -> Mapping[str, str]:
    actions: Mapping[str, Mapping[str, str]] = felt["actions"]
    return actions.get(f"{kind}/{option}") or actions.get(kind, {})


def _key(felt: Felt, kind: str, option: str) -> str:
    return _told(felt, kind, option).get("key", "")


def _live(felt: Felt, move: tuple[str, str], priced: Sequence[Priced], n_cards: int, chips: int | None) -> Choice:
    """Return a choice that the rules allow. The seat may still lack the chips."""
    (kind, option), (first, price) = move, priced[0]
    amounts = tuple(action.amount for action, _ in priced) if kind in AMOUNT_KINDS and first.amount else ()
    counts = {len(action.cards) for action, _ in priced}
    takes = AMOUNT if amounts else CARDS if kind in felt["choosing"] or counts != {0} else NOTHING
    least = min(price for _, price in priced)
    short = f"costs {dollars(least)}, and you have {dollars(chips)}" if chips is not None and least > chips else ""
    by_count = tuple(_count_words(count, counts) for count in range(n_cards + 1)) if takes == CARDS else ()
    words = words_of(felt, kind, option, 0 if amounts else price)
    hint, barred = _told(felt, kind, option).get("hint", ""), felt["choosing"].get(kind, {}).get("barred", "")
    return Choice(kind, option, words, _key(felt, kind, option), takes, price, short, by_count, amounts, hint, barred)


def _count_words(count: int, allowed: set[int]) -> str:
    """Return why a number of picked cards is not allowed."""
    if count in allowed:
        return ""
    fewest, most = min(allowed), max(allowed)
    if count > most:
        return f"at most {cards_in_words(most)}" if fewest < most else f"takes {cards_in_words(most)}"
    return f"pick {cards_in_words(fewest)}" if not count else f"pick {in_words(fewest - count)} more"


def _most_cards(choice: Choice) -> int:
    return max((count for count, why in enumerate(choice.by_count) if not why), default=0)


def _fewest_cards(choice: Choice) -> int:
    return min((count for count, why in enumerate(choice.by_count) if not why), default=0)


def _picked_from(state: State, seat: int, actions: Sequence[Action]) -> tuple[Card, ...]:
    """Return the cards that the seat picks from: its piles with a card of some action."""
    named = {card for action in actions for card in action.cards}
    piles = [pile.cards for pile in state.piles() if pile.seat == seat and named.intersection(pile.cards)]
    return tuple(card for pile in piles for card in pile)


def _asked(state: State, felt: Felt, choices: Sequence[Choice]) -> str:
    """Return the question of the game, or the question for picking cards."""
    asked = state.question()
    picking = next((choice for choice in choices if choice.kind in felt["choosing"]), None)
    if picking is None or asked:
        return asked
    fewest, most = _fewest_cards(picking), _most_cards(picking)
    cards = cards_in_words(most) if most == max(fewest, 1) else f"up to {cards_in_words(most)}"
    ask: str = felt["choosing"][picking.kind]["ask"]
    return ask.replace("{cards}", cards)


def _too_many(felt: Felt, choices: Sequence[Choice], most: int) -> str:
    """Return the message for one card more than any choice takes."""
    picking = next((choice for choice in choices if choice.takes == CARDS), None)
    if picking is None:
        return ""
    verb = felt["choosing"].get(picking.kind, {}).get("counted")
    if verb:
        return f"You can {verb} at most {cards_in_words(most)} now."
    return f"{capital(cards_in_words(most))} {'is' if most == 1 else 'are'} picked already: put one back first."


def _with_keys(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """Return the choices with unique keys: that of the felt, a letter of the name, or any other."""
    taken = set(TAKEN_KEYS)
    keyed = []
    for choice in choices:
        wanted = [choice.key, *choice.kind.upper(), *choice.option.upper(), *"ABCDEGIJKLMNOPQSTUVWXYZ"]
        key = next(key for key in wanted if key and key.isalnum() and key not in taken)
        taken.add(key)
        keyed.append(replace(choice, key=key))
    return tuple(keyed)
