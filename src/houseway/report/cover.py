"""What stands on the title page of every report."""

import houseway
from houseway.games.engine.game import Game
from houseway.report.formats import sentence
from houseway.report.limits import limits_line
from houseway.report.provenance import Request

KIND = "Mathematics report"
SIGNATURES = ("Prepared by, date", "Reviewed by, date")
BEST_PLAY = "best play of the player"


def subtitle_of(game: Game) -> str:
    """What a reader has to know beside the title: the pay table, or the kind of game."""
    return f"pay table {game.pay_set.name}" if game.pay_set is not None else game.sheet.kind


def title_facts(game: Game, request: Request, strategy: str = BEST_PLAY) -> tuple[tuple[str, str], ...]:
    """The lines of the title page."""
    changed = [f"{key}={choice}" for key, choice in game.readings.items() if choice != game.sheet.readings[key].default]
    facts = [
        *[(name, text) for name, text in request.title_page.items() if text],
        ("Source", sentence(str(game.sheet.letter))[:-1]),
        ("Pay table", game.pay_set.name if game.pay_set is not None else "none"),
        ("Readings", f"as usual except {', '.join(changed)}" if changed else "all as usual"),
        ("Deck", f"{game.deck.size} cards"),
        ("Strategy", strategy),
        ("Limits", limits_line(game)),
        ("Made with", f"houseway {houseway.__version__}"),
    ]
    if request.day is not None:
        facts.append(("Date of this report", f"{request.day:%-d %B %Y}"))
    return tuple(facts)
