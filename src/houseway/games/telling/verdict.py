"""What a decision was worth: the best choice, the one that was made, and the cost."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.cards.notation import shown_cards
from houseway.games.engine.action import Action
from houseway.games.engine.felt import Felt
from houseway.games.engine.money import dollars
from houseway.games.telling.prompt import AMOUNT_KINDS, words_of

GRADES = ((Fraction(0), "best"), (Fraction(1, 20), "small mistake"), (Fraction(1, 4), "mistake"))
"""Up to which cost, in Antes, a decision is called what; the first includes its bound."""
BLUNDER = "blunder"
ANTES, SHARES = "Antes", "of the pot"
"""What values are told in: bets of the game, or shares of a pot that players win from each other."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best choice and the one that was made, in words and in value.

    The value is exact, or was dealt or solved: then `margin` is how far it may be off, and a cost within it is none.
    """

    best: str
    best_value: Fraction
    yours: str
    value: Fraction
    unit: str = ANTES
    margin: float = 0.0

    @property
    def cost(self) -> Fraction:
        """What the decision gives away."""
        return self.best_value - self.value

    @property
    def grade(self) -> str:
        """What the cost is called."""
        return grade(Fraction(0) if self.is_level else self.cost)

    @property
    def is_level(self) -> bool:
        """Whether nothing was given away, as far as is known."""
        return float(self.cost) <= self.margin

    @property
    def sentence(self) -> str:
        """All of it in a line.

        >>> print(Verdict("check both", Fraction(-249, 1000), "raise both", Fraction(-747, 1000)).sentence)
        Blunder. Best: check both (-0.249). You: raise both (-0.747).
        >>> print(Verdict("fold", Fraction(-1), "fold", Fraction(-1)).sentence)
        Best play: fold (-1.000).
        """
        if not self.cost:
            return f"Best play: {self.yours} ({self._told(self.value)})."
        if self.is_level:
            known = "the deals can tell" if self.unit == SHARES else "the solution goes"
            return f"As good as the best, as far as {known}: {self.yours} ({self._told(self.value)})."
        return f"{self.grade.capitalize()}. {self.comparison}"

    @property
    def comparison(self) -> str:
        """Best and yours, side by side, and how sure that is where it was dealt."""
        told = f"Best: {self.best} ({self._told(self.best_value)}). You: {self.yours} ({self._told(self.value)})."
        if self.unit != SHARES or not self.margin:
            return told
        return f"{told} That gives up {float(self.cost):.1%} of the pot, give or take {self.margin:.1%}."

    def _told(self, value: Fraction) -> str:
        return f"{float(value):.1%} {SHARES}" if self.unit == SHARES else in_antes(value)


def grade(cost: Fraction) -> str:
    """What a cost in Antes is called.

    >>> [grade(Fraction(cents, 100)) for cents in (0, 4, 5, 24, 25)]
    ['best', 'small mistake', 'mistake', 'mistake', 'blunder']
    """
    if cost <= 0:
        return GRADES[0][1]
    return next((name for bound, name in GRADES[1:] if cost < bound), BLUNDER)


def verdict_on(
    taken: Action,
    values: Mapping[Action, Fraction],
    felt: Felt,
    unit: str = ANTES,
    margin: float = 0.0,
    made: Action | None = None,
) -> Verdict:
    """Return the verdict on a decision, by the value of every option.

    `made` is the decision as the player made it, where `taken` is another form of the same: the words are the player's.
    """
    best = max(values, key=lambda action: values[action])
    yours = action_words(felt, taken if made is None else made.normal())
    told = yours if values[best] == values[taken] else action_words(felt, best)
    return Verdict(told, values[best], yours, values[taken], unit, margin)


def in_antes(value: Fraction | float) -> str:
    """A value to three places, with its sign.

    >>> in_antes(Fraction(-1, 3)), in_antes(Fraction(3, 2))
    ('-0.333', '+1.500')
    """
    return f"{float(value):+.3f}"


def action_words(felt: Felt, action: Action) -> str:
    """A choice with its cards, or with the amount where that is chosen, in the middle of a sentence.

    >>> felt = {"actions": {"draw": {"words": "Stay in for {price}"}}, "choosing": {"draw": {"told": "replacing"}}}
    >>> action_words(felt, Action.of("draw", "Td 3c")), action_words(felt, Action.of("draw"))
    ('stay in, replacing 10♦ 3♣', 'stay in, replacing none')
    """
    words = words_of(felt, action.kind, action.option)
    words = words[:1].lower() + words[1:]
    told = felt["choosing"].get(action.kind)
    amount = f" {dollars(action.amount)}" if action.amount and action.kind in AMOUNT_KINDS else ""
    if told is None and not action.cards:
        return f"{words}{amount}"
    cards = shown_cards(action.cards) or "none"
    joint = f", {told['told']} " if told and told["told"] else " "
    return f"{words}{amount}{joint}{cards}"
