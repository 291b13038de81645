"""What a person types at the table, read as one of the choices of the prompt."""

from collections.abc import Sequence

from houseway.cards.card import Card
from houseway.cards.notation import parse_cards
from houseway.errors import BadCards, IllegalAction
from houseway.games.engine.action import Action, descending, exchange_jokers
from houseway.games.engine.money import Cents, dollars
from houseway.games.engine.view import View
from houseway.games.telling.prompt import AMOUNT, CARDS, Choice, Prompt
from houseway.games.telling.words import capital

NO_CARDS = "none"
LISTED = "Type ? to list your moves."


def own_cards(view: View) -> tuple[Card, ...]:
    """The viewer's cards from high to low: the digits 1, 2, 3 ... pick from these."""
    return descending(card_id for pile in view.own_piles if pile.name != "discards" for card_id in pile.cards)


def how_to_type(choice: Choice) -> str:
    """What is typed for a choice, by example."""
    if choice.takes == AMOUNT:
        return f"{choice.key} {choice.amounts[0] // 100}"
    if choice.takes != CARDS:
        return choice.key
    fewest = next(count for count, why in enumerate(choice.by_count) if not why)
    example = " ".join(str(place) for place in range(1, max(fewest, 1) + 1))
    return f"{choice.key} {example}" if fewest else f"{choice.key} {example}, or {choice.key} {NO_CARDS}"


def parse_move(text: str, prompt: Prompt, view: View) -> Action:
    """Read a move: a key, the words beside it, or others such as `raise both`, `keep 1 2`, `keep As Kd`, `raise 40`.

    A word may be shortened as long as it is clear. Digits after it are cards by their place in the hand, or dollars
    where the move takes an amount. Where cards may be picked or not, `none` says that none are: a word alone bets
    nothing.
    """
    words = text.lower().replace(",", " ").split()
    if not words:
        raise IllegalAction(f"Type a move. {LISTED}")
    choice, rest = _chosen(words, prompt)
    if choice.refused:
        raise IllegalAction(f"{choice.words}: {choice.refused}.")
    if choice.takes == AMOUNT:
        return Action(choice.kind, amount=_amount(rest, choice), option=choice.option)
    if choice.takes != CARDS:
        if rest:
            raise IllegalAction(f"{choice.words} takes nothing after it; you typed {' '.join(rest)!r}.")
        return next(each for each in view.legal_actions if (each.kind, each.option) == (choice.kind, choice.option))
    return _with_cards(choice, rest, prompt, view)


def _chosen(words: list[str], prompt: Prompt) -> tuple[Choice, list[str]]:
    """The choice that is meant, and what was typed after it."""
    first, rest = words[0], words[1:]
    in_full = [choice for choice in prompt.choices if words[: len(_bare(choice))] == _bare(choice)]
    if in_full:
        meant = max(in_full, key=lambda choice: len(_bare(choice)))
        return meant, words[len(_bare(meant)) :]
    by_key = [choice for choice in prompt.choices if choice.key.lower() == first]
    if by_key:
        return by_key[0], rest
    kinds = [choice for choice in prompt.choices if choice.kind == first]
    found = kinds or [choice for choice in prompt.choices if choice.kind.startswith(first)]
    if len(found) > 1 and rest:
        named = [choice for choice in found if choice.option and choice.option.startswith(rest[0])]
        if len(named) == 1:
            return named[0], rest[1:]
    if len(found) == 1:
        return found[0], rest[1:] if found[0].option and rest[:1] == [found[0].option] else rest
    if found:
        raise IllegalAction(f"{first!r} could be {' or '.join(choice.words for choice in found)}. {LISTED}")
    picking = [choice for choice in prompt.choices if choice.takes == CARDS and not choice.refused]
    if len(picking) == 1 and _reads_as_card(first):
        return picking[0], words
    raise IllegalAction(f"{first!r} is not a move here. {LISTED}")


def _bare(choice: Choice) -> list[str]:
    """The words of a choice without its price."""
    return choice.words.lower().partition(" for $")[0].split()


def _reads_as_card(word: str) -> bool:
    if word.isdigit():
        return True
    try:
        return len(parse_cards(word)) == 1
    except BadCards:
        return False


def _amount(words: Sequence[str], choice: Choice) -> Cents:
    least, most = choice.amounts[0], choice.amounts[-1]
    if not words and least == most:
        return Cents(least)
    try:
        (word,) = words
        amount = round(float(word.lstrip("$")) * 100)
    except (ValueError, OverflowError):
        amount = -1
    if not least <= amount <= most:
        ends = dollars(least) if least == most else f"between {dollars(least)} and {dollars(most)}"
        raise IllegalAction(f"{choice.words}: type an amount in dollars, {ends}.")
    return Cents(amount)


def _with_cards(choice: Choice, words: Sequence[str], prompt: Prompt, view: View) -> Action:
    if not words and not choice.refused_with(0):
        raise IllegalAction(f"Type which cards, or none: {how_to_type(choice)}.")
    held = own_cards(view)
    try:
        picked = [_place(word, held) if word.isdigit() else word for word in words if word != NO_CARDS]
        meant = Action.of(choice.kind, picked, option=choice.option)
    except BadCards as error:
        raise IllegalAction(f"{capital(str(error))}.") from None
    why = choice.refused_with(len(meant.cards))
    if why:
        too_many = len(meant.cards) > prompt.most_picked
        raise IllegalAction(prompt.too_many if too_many else f"{choice.words}: {why}.")
    forms = (meant.normal(), exchange_jokers(meant).normal())
    if not any(form in view.legal_actions for form in forms):
        raise IllegalAction(f"You cannot pick these cards: {' '.join(words)}.")
    return meant


def _place(word: str, held: tuple[Card, ...]) -> Card:
    if not 1 <= int(word) <= len(held):
        raise BadCards(f"your cards are numbered 1 to {len(held)}; you typed {word}")
    return held[int(word) - 1]
