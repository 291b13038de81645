"""The title page of a report, and everything that determines its figures."""

import json
import subprocess
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from shlex import quote

import houseway
from houseway.analysis.results.recorded import recorded, result_key, to_plain
from houseway.analysis.results.result import OPTIMAL, Analysis, Subject
from houseway.cards.card import N_NATURAL
from houseway.cards.notation import format_cards
from houseway.errors import BadPayTable, BadReport
from houseway.games.catalogue import game as make_game
from houseway.games.engine.game import Game
from houseway.games.engine.limits import STATE, Limits, limits_on
from houseway.games.files.gamefile_text import export_game
from houseway.games.letters import status_of
from houseway.games.telling.words import pay_table_words, readings_words, set_words
from houseway.report.exposure import limits_line
from houseway.report.formats import prose_date, sentence
from houseway.report.model import Listing, Paragraph, Section, Table, words

LONGEST_FACT = 200
FILE = "game.toml"
"""The name of the game file in the report."""


@dataclass(frozen=True, slots=True)
class Request:
    """The options of a report: rounds to simulate, a date, whether to be quick, and lines of the title page."""

    rounds: int | None = None
    day: date | None = None
    quick: bool = False
    prepared_by: str = ""
    prepared_for: str = ""
    reference: str = ""

    def __post_init__(self) -> None:
        for name, text in self.title_page.items():
            if not isinstance(text, str) or len(text) > LONGEST_FACT or not (text.isprintable() or not text):
                raise BadReport(f"{name} takes one line of at most {LONGEST_FACT} characters; got {text!r}.")

    @property
    def title_page(self) -> dict[str, str]:
        """Return the lines of the title page that the caller gave."""
        return {"Prepared by": self.prepared_by, "Prepared for": self.prepared_for, "Reference": self.reference}

    @property
    def options(self) -> list[str]:
        """Return the options in the form of the command line."""
        options = [f"--rounds {self.rounds}"] if self.rounds is not None else []
        options += [f"--date {self.day}"] if self.day is not None else []
        titles = {name.lower().replace(" ", "-"): text for name, text in self.title_page.items() if text}
        options += [f"--{name} {quote(text)}" for name, text in titles.items()]
        return [*options, "--quick"] if self.quick else options


def commit() -> str:
    """Return the commit of the working copy that this package runs from, if any."""
    here = Path(houseway.__file__).resolve().parent
    try:
        tracked = _git(here, "ls-files", "--error-unmatch", "__init__.py")
        number = _git(here, "rev-parse", "HEAD") if tracked else ""
        changed = _git(here, "status", "--porcelain", "--untracked-files=no", "--", ".")
    except (OSError, subprocess.CalledProcessError):
        return "unknown (installed without its repository)"
    return f"{number}, with uncommitted changes" if changed else number


def _git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def undated(game: Game) -> Game:
    """Return the game with its limits as of their last change, so that a report does not depend on the date.

    The values are the same, because none of them changed between that day and the day of the game's limits. If there
    are no limits, the day is that of the approval letter.
    """
    known = [getattr(game.limits, name) for name in Limits.__slots__]
    changes = [limit.since for limit in known if getattr(limit, "since", None) is not None]
    limits = limits_on(game.limits.jurisdiction, max(changes, default=game.sheet.letter.day))
    return replace(game, limits=limits) if replace(limits, on=game.limits.on) == game.limits else game


def checksum(analysis: Analysis) -> str:
    """Return a digest of every integer and fraction of a result."""
    plain = to_plain(analysis)
    plain.pop("seconds")
    return sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def game_argument(game: Game, day: date | None = None) -> str:
    """Return the arguments by which a command names this table, under the limits of a day or of today.

    A table with other limits, or one that options cannot describe, needs its game file.
    """
    name = game.pay_set.name if game.pay_set is not None and game.pay_set.name in game.sheet.pay_sets else None
    changed = {key: choice for key, choice in game.readings.items() if choice != game.sheet.readings[key].default}
    try:
        described = make_game(game.slug, paytable=name, readings=changed, jurisdiction=STATE, on=day)
    except BadPayTable:  # readings that need a custom table
        return FILE
    if undated(described) != undated(game):
        return FILE
    table = [] if name is None else [f"--paytable {name}"]
    return " ".join([game.slug, *table, *(f"--set {key}={choice}" for key, choice in changed.items())])


def command_for(game: Game, request: Request) -> str:
    """Return the command that makes this report."""
    return " ".join(["houseway report", game_argument(game, request.day), *request.options, "-o report.pdf"])


def reproducibility_section(game: Game, analysis: Analysis, request: Request) -> Section:
    """Return the section on what determines the figures of a house-banked game, with its game file."""
    valued = game.unlimited()
    shipped = recorded(valued, OPTIMAL) is not None
    result = (
        ("Strategy", analysis.subject.strategy),
        ("Result key", result_key(valued, OPTIMAL)),
        ("SHA-256 of the result", checksum(analysis)),
        ("Source of the result", "shipped with the package" if shipped else "counted for this report"),
    )
    return _section(
        game,
        request,
        result,
        "To recompute a result that ships with the package, run houseway analyze with the option --recompute. The "
        "checksum covers every integer and fraction of the result.",
    )


def table_section(game: Game, request: Request) -> Section:
    """Return the same section for a game without a house edge."""
    return _section(game, request, (), "Every figure is computed for this report.")


def _section(game: Game, request: Request, result: tuple[tuple[str, str], ...], how: str) -> Section:
    rows = [
        ("houseway version", houseway.__version__),
        ("Commit", commit()),
        ("Command", command_for(game, request)),
        ("Game", game.slug),
        ("Pay table", game.pay_set.name if game.pay_set is not None else "none"),
        ("Readings", ", ".join(f"{key}={choice}" for key, choice in game.readings.items()) or "none"),
        ("Deck", _deck_text(game)),
        ("Clauses version", Subject.of(game, OPTIMAL).clauses),
        *result,
    ]
    return Section.of(
        "Provenance and reproducibility",
        Paragraph(f"The same version, game and options produce an identical file. {how}"),
        Table.of("What determines the figures", ["What", words("Value")], rows),
        Section.of(
            "This table as a game file",
            Paragraph(f"Save this text as {FILE}. Every houseway command that takes a game accepts the file."),
            Listing(export_game(game).rstrip()),
        ),
    )


def _deck_text(game: Game) -> str:
    usual = type(game).default_deck(game.readings)
    return f"{game.deck.size} cards, as in the rules" if game.deck == usual else format_cards(game.deck.cards)


KIND = "Math report"
SIGNATURES = ("Prepared by, date", "Reviewed by, date")
BEST_PLAY = "optimal"


def subtitle_of(game: Game) -> str:
    """Return the line below the title: the pay table, or the kind of game."""
    return pay_table_words(game.pay_set.name) if game.pay_set is not None else game.sheet.kind


def told_pay_table(game: Game) -> str:
    """Return the pay table as text, for a line that already names it as one."""
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
