"""The verdict on a decision: the best choice, the one that was made, and its cost."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10

from houseway.cards.notation import shown_cards
from houseway.games.engine.action import Action
from houseway.games.engine.layout import Felt
from houseway.games.engine.money import dollars
from houseway.games.telling.prompt import AMOUNT_KINDS, words_of
from houseway.games.telling.words import capital

GRADES = ((Fraction(0), "best"), (Fraction(1, 20), "small mistake"), (Fraction(1, 4), "mistake"))
"""The grade of a decision by its cost, in Antes, up to each bound. The first includes its bound."""
BLUNDER = "blunder"
ANTES, SHARES = "Antes", "of the pot"
"""The units of values: bets of the game, or shares of a pot that players win from each other."""
TINY = 0.0005
"""Costs below this would read 0.000."""
DOUBLED = ("bet", "cut", "let", "put", "set", "split")
"""Verbs whose last letter is doubled before -ing."""
NOUNS = ("house way",)
"""Choices whose words are not verbs."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best choice and the one that was made, in words and in value.

    A value is exact, or estimated by dealing or solving. For an estimate, `margin` is the margin of error, and a
    smaller cost counts as none. `cents` is the size of the unit at the table, 0 if it is not known.
    """

    best: str
    best_value: Fraction
    yours: str
    value: Fraction
    unit: str = ANTES
    margin: float = 0.0
    cents: int = 0

    @property
    def cost(self) -> Fraction:
        """Return the value lost against the best option."""
        return self.best_value - self.value

    @property
    def grade(self) -> str:
        """Return the grade of the decision."""
        return grade(Fraction(0) if self.is_level else self.cost)

    @property
    def is_level(self) -> bool:
        """Return whether the choice is as good as the best, as far as is known."""
        return float(self.cost) <= self.margin

    @property
    def sentence(self) -> str:
        """Return the verdict in one line: the grade, then the cost against the best option.

        >>> print(Verdict("check both", Fraction(-249, 1000), "raise both", Fraction(-747, 1000), cents=1000).sentence)
        Blunder: raising both costs 0.498 Antes ($4.98) more than checking both.
        >>> print(Verdict("fold", Fraction(-1), "fold", Fraction(-1)).sentence)
        Correct: folding is best (-1.000 Antes).
        """
        yours = gerund(self.yours)
        if not self.cost:
            return f"Correct: {yours}{_pause(yours)} is best ({self._told(self.value)})."
        if self.is_level:
            margin = self._amount(Fraction(self.margin))
            return f"Correct: {yours}{_pause(yours)} is as good as the best option, within {margin}."
        return f"{self.grade.capitalize()}: {self._compared}"

    @property
    def comparison(self) -> str:
        """Return only the cost against the best option, with the margin of error if the value is estimated."""
        return capital(self._compared)

    @property
    def _compared(self) -> str:
        yours, best = gerund(self.yours), gerund(self.best)
        unsure = f" (margin of error {self._amount(Fraction(self.margin))})" if self.margin else ""
        return f"{yours}{_pause(yours)} costs {self._amount(self.cost)}{self._money}{unsure} more than {best}."

    def _told(self, value: Fraction) -> str:
        return f"{float(value):.1%} {SHARES}" if self.unit == SHARES else f"{in_antes(value)} {self.unit}"

    def _amount(self, value: Fraction) -> str:
        return f"{float(value):.1%} {SHARES}" if self.unit == SHARES else f"{cost_words(value)} {self.unit}"

    @property
    def _money(self) -> str:
        """Return the cost in dollars if the size of the unit is known, at least a cent."""
        cents = round(self.cost * self.cents)
        return f" ({dollars(cents)})" if cents else ""


def _pause(words: str) -> str:
    """Return a comma if the words have one inside."""
    return "," if "," in words else ""


def cost_words(value: Fraction | float) -> str:
    """Return an amount to three places, a smaller one to two significant digits.

    >>> cost_words(Fraction(135, 1000)), cost_words(Fraction(1, 70_000))
    ('0.135', '0.000014')
    """
    number = abs(float(value))
    if not number or number >= TINY:
        return f"{number:.3f}"
    return f"{number:.{1 - floor(log10(number))}f}"


def gerund(words: str) -> str:
    """Return an action's words as the subject of a sentence.

    >>> [gerund(words) for words in ("fold", "raise both", "split the Ante", "house way", "let it ride")]
    ['folding', 'raising both', 'splitting the Ante', 'using the house way', 'letting it ride']
    """
    if words in NOUNS:
        return f"using the {words}"
    verb, blank, rest = words.partition(" ")
    if verb in DOUBLED:
        verb = f"{verb}{verb[-1]}"
    return f"{verb.removesuffix('e')}ing{blank}{rest}"


def grade(cost: Fraction) -> str:
    """Return the grade of a cost in Antes.

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
    cents: int = 0,
) -> Verdict:
    """Return the verdict on a decision, by the value of every option.

    If `taken` is another form of the same decision, `made` is the player's form, which gives the words. `cents` is the
    size of the unit.
    """
    best = max(values, key=lambda action: values[action])
    yours = action_words(felt, taken if made is None else made.normal())
    told = yours if values[best] == values[taken] else action_words(felt, best)
    return Verdict(told, values[best], yours, values[taken], unit, margin, cents)


def in_antes(value: Fraction | float) -> str:
    """Return a value to three places, with its sign.

    >>> in_antes(Fraction(-1, 3)), in_antes(Fraction(3, 2))
    ('-0.333', '+1.500')
    """
    return f"{float(value):+.3f}"


def action_words(felt: Felt, action: Action) -> str:
    """Return a choice with its cards, or with a chosen amount, for the middle of a sentence.

    >>> felt = {"actions": {"draw": {"words": "Stay in for {price}"}}, "choosing": {"draw": {"told": "replacing"}}}
    >>> action_words(felt, Action.of("draw", "Td 3c")), action_words(felt, Action.of("draw"))
    ('stay in, replacing 10♦ 3♣', 'stay in, replacing none')
    """
    words = words_of(felt, action.kind, action.option)
    words = words[:1].lower() + words[1:]
    told = felt["choosing"].get(action.kind)
    amount = f" {dollars(action.amount)}" if action.amount and action.kind in AMOUNT_KINDS else ""
    if told is None and not action.cards:
        return f"{words}{amount}" if amount else words.removesuffix(" to")
    cards = shown_cards(action.cards) or "none"
    joint = f", {told['told']} " if told and told["told"] else " "
    return f"{words}{amount}{joint}{cards}"
