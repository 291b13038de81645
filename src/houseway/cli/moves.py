"""What a person types at the table, read as an action."""

from collections.abc import Mapping

from houseway.cards.card import Card
from houseway.errors import BadCards, IllegalAction
from houseway.games.engine.action import Action, descending, refuse
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents
from houseway.games.engine.view import View


def own_cards(view: View) -> tuple[Card, ...]:
    """The viewer's cards from high to low: the digits 1, 2, 3 ... pick from these."""
    return descending(card_id for pile in view.own_piles if pile.name != "discards" for card_id in pile.cards)


def menu(game: Game, view: View) -> dict[str, Action]:
    """The legal moves in the order of the game, by what is typed for each.

    That is the key which a page has for it, where every move has one of its own: a bet of 3x is 3 here as there. Else
    it is the move's number in the list.
    """
    words = (game.felt() or {}).get("actions", {})
    keys = [words.get(action.kind, {}).get("key", "") for action in view.legal_actions]
    if not all(keys) or len(set(keys)) < len(keys):
        keys = [str(number) for number in range(1, len(keys) + 1)]
    return dict(zip(keys, view.legal_actions, strict=True))


def parse_move(text: str, view: View, typed: Mapping[str, Action]) -> Action:
    """Read a move: what the menu has for it, or words such as `raise both`, `keep 1 2`, `keep As Kd`, `raise 40`.

    A word may be shortened as long as it is clear. Digits after a word are cards by their place in the hand, or dollars
    where the move takes an amount.
    """
    words = text.lower().replace(",", " ").split()
    legal = view.legal_actions
    if not words:
        raise refuse("nothing", legal)
    if len(words) == 1 and words[0].upper() in typed:
        return typed[words[0].upper()]
    if len(words) == 1 and words[0].isdigit():
        numbered = typed.keys() == {str(number) for number in range(1, len(typed) + 1)}
        listed = f"moves 1 to {len(typed)}" if numbered else f"keys {', '.join(typed)}"
        raise refuse(f"move {words[0]}", legal, f"the list has {listed}")
    kind = _complete(words[0], {action.kind for action in legal}, text, legal)
    matching = [action for action in legal if action.kind == kind]
    option, rest = _read_option(words[1:], matching, text)
    matching = [action for action in matching if action.option == option] or matching
    if matching[0].amount:
        return Action(kind, amount=_read_amount(rest, matching, text), option=option)
    return Action(kind, _read_cards(rest, view, text, legal), option=option)


def _complete(word: str, names: set[str], text: str, legal: tuple[Action, ...]) -> str:
    if word in names:
        return word
    found = sorted(name for name in names if name.startswith(word))
    if len(found) != 1:
        raise refuse(text.strip(), legal, f"{word!r} could be {' or '.join(found)}" if found else "")
    return found[0]


def _read_option(words: list[str], matching: list[Action], text: str) -> tuple[str, list[str]]:
    options = {action.option for action in matching}
    if options == {""}:
        return "", words
    for index, word in enumerate(words):
        found = [option for option in sorted(options) if option and option.startswith(word)]
        if len(found) == 1:
            return found[0], words[:index] + words[index + 1 :]
    if "" in options or len(options) == 1:
        return next(iter(options)) if len(options) == 1 else "", words
    raise refuse(text.strip(), matching, f"say which: {', '.join(sorted(options))}")


def _read_amount(words: list[str], matching: list[Action], text: str) -> Cents:
    if not words and len(matching) == 1:
        return matching[0].amount
    try:
        (word,) = words
        return Cents(round(float(word.lstrip("$")) * 100))
    except (ValueError, OverflowError):
        raise refuse(text.strip(), matching, "say how many dollars") from None


def _read_cards(words: list[str], view: View, text: str, legal: tuple[Action, ...]) -> tuple[Card, ...]:
    held = own_cards(view)
    try:
        picked = [_place(word, held) if word.isdigit() else word for word in words if word != "none"]
        return Action.of("read", picked).cards
    except (BadCards, IllegalAction) as error:
        raise refuse(text.strip(), legal, str(error)) from None


def _place(word: str, held: tuple[Card, ...]) -> Card:
    if not 1 <= int(word) <= len(held):
        raise BadCards(f"your cards are numbered 1 to {len(held)}; got {word}")
    return held[int(word) - 1]
