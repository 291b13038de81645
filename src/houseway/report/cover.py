"""The title page of every report."""

import houseway
from houseway.cards.card import N_NATURAL
from houseway.games.engine.game import Game
from houseway.games.letters import status_of
from houseway.games.telling.words import pay_table_words, readings_words, set_words
from houseway.report.formats import prose_date, sentence
from houseway.report.limits import limits_line
from houseway.report.provenance import Request

KIND = "Math report"
SIGNATURES = ("Prepared by, date", "Reviewed by, date")
BEST_PLAY = "optimal"


def subtitle_of(game: Game) -> str:
    """Return the line below the title: the pay table, or the kind of game."""
    return pay_table_words(game.pay_set.name) if game.pay_set is not None else game.sheet.kind


def told_pay_table(game: Game) -> str:
    """Return the pay table in words, for a line that already says that it is one."""
    return "none" if game.pay_set is None else set_words(game.pay_set.name)


def deck_words(game: Game) -> str:
    """Return the deck in a few words.

    >>> from houseway.games.catalogue import game
    >>> [deck_words(game(slug)) for slug in ("let-it-ride", "high-five-poker", "ez-baccarat")]
    ['52 cards', '53 cards, one of them a joker', '8 decks of 52 cards, 416 cards in all']
    """
    deck = game.deck
    jokers, decks = sum(deck.copies[N_NATURAL:]), deck.max_copies
    if jokers:
        return f"{deck.size} cards, {'one' if jokers == 1 else jokers} of them a joker"
    if decks > 1 and deck.size == decks * N_NATURAL:
        return f"{decks} decks of {N_NATURAL} cards, {deck.size} cards in all"
    return f"{deck.size} cards"


def title_facts(game: Game, request: Request, strategy: str = BEST_PLAY) -> tuple[tuple[str, str], ...]:
    """Return the lines of the title page."""
    facts = [
        *[(name, text) for name, text in request.title_page.items() if text],
        ("Source", sentence(str(game.sheet.letter))[:-1]),
        ("Status", sentence(status_of(game.sheet).words)[:-1]),
        ("Pay table", told_pay_table(game)),
        ("Readings", readings_words(game)),
        ("Deck", deck_words(game)),
        ("Strategy", strategy),
        ("Limits", limits_line(game)),
        ("Software", f"houseway {houseway.__version__}"),
    ]
    if request.day is not None:
        facts.append(("Date of this report", prose_date(request.day)))
    return tuple(facts)
