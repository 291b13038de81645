"""Game files: a game as one table offers it, in a TOML file that can be exported, edited, stored and compared.

A file names its `game` and gives the differences from the letter's choices: `readings`, `paytable`, `limits`, `table`
(the game's settings) and `deck`. Everything else is as in `houseway.game(...)`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from houseway.cards.card import N_CARDS
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadGameFile, BadPayTable, HousewayError, suggestions, unknown
from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.game import Game
from houseway.games.engine.limits import STATE, limits_on
from houseway.games.engine.paytable import PaySet, pay_set_from
from houseway.games.engine.sheet import Sheet, sheet
from houseway.games.engine.tomlfile import Place, parse_toml, read_toml

FORMAT = 1
NONE = "none"
"""The text in a file for a table setting that is None, such as a rake without a cap."""
MODIFIED = " modified"
"""The suffix for a pay table that has a built-in table's name but different rows."""

_ANY_CARDS = Deck((99,) * N_CARDS)
_FRACTION = re.compile(r"[0-9]{1,9}/0*[1-9][0-9]{0,8}")
_TYPE_TEXT = {bool: "true or false", int: "a whole number", str: "a text", Fraction: "a fraction in quotes, as '5/2'"}


@dataclass(frozen=True, slots=True)
class GameFile:
    """The content of a game file. `game` makes the game of it, with changes if any are given."""

    slug: str
    paytable: str | PaySet | None
    readings: Mapping[str, object]
    jurisdiction: str
    on: date | None
    deck: Deck | None
    options: Mapping[str, Any]

    def game(
        self,
        *,
        paytable: str | Path | PaySet | None = None,
        readings: Mapping[str, object] | None = None,
        jurisdiction: str | None = None,
        on: date | None = None,
        deck: Deck | None = None,
        **options: Any,
    ) -> Game:
        """Return the game of the file. Arguments override the file."""
        return game_class(self.slug).configure(
            paytable=self.paytable if paytable is None else paytable,
            readings={**self.readings, **(readings or {})},
            jurisdiction=jurisdiction or self.jurisdiction,
            on=on or self.on,
            deck=deck or self.deck,
            **{**self.options, **options},
        )


def load_game(path: str | Path) -> Game:
    """Return the game that a file describes, or raise BadGameFile with the reason."""
    return _made(*read_toml(Path(path), "game file", BadGameFile))[1]


def game_from_text(text: str, source: str) -> Game:
    """Return the game that the text of a game file describes."""
    return _made(*parse_toml(text.encode(errors="surrogatepass"), source, BadGameFile))[1]


def read_game_file(path: str | Path) -> GameFile:
    """Return the content of a file, after a check that it makes a game."""
    return _made(*read_toml(Path(path), "game file", BadGameFile))[0]


def _made(plain: Mapping[str, Any], place: Place) -> tuple[GameFile, Game]:
    file = game_file_from(plain, place)
    try:
        game = file.game()
    except HousewayError as error:
        raise BadGameFile(f"{_meant(error, file, place)}: {error}") from None
    if not game.seats or game.deck.size < game.cards_needed(game.seats[0]):
        where = place.at("deck", "deck")
        raise BadGameFile(
            f"{where}: {game.deck.size} cards are too few for a round of {game.title}. Add cards to the deck."
        )
    return file, game


def _meant(error: HousewayError, file: GameFile, place: Place) -> Place:
    """Return the part of a file that the game itself refuses: the setting or row that the error names, or the whole."""
    for word in re.findall(r"\w+", str(error)):
        if word in file.options:
            return place.at("table").at(word)
    if isinstance(error, BadPayTable) and isinstance(file.paytable, PaySet):
        rows = [(row.label, table.form.name) for table in file.paytable.tables.values() for row in table.rows]
        named = [(label, form) for label, form in rows if re.search(rf"\b{re.escape(label)}\b", str(error))]
        label, form = max(named, key=lambda row: len(row[0]), default=("", ""))
        return place.at("paytable").at(form).at(label)
    return place.at("game")


def game_file_from(plain: Mapping[str, Any], source: str | Place) -> GameFile:
    """Check the parts of a game file, each against its allowed content.

    >>> game_file_from({"game": "two-hand-holdem", "limits": {"day": 1}}, "my.toml")
    Traceback (most recent call last):
        ...
    houseway.errors.BadGameFile: my.toml: [limits]: unknown key 'day'. Expected one of: date, jurisdiction.
    """
    place = Place.of(source)
    _check_keys(plain, ("format", "game", "readings", "paytable", "limits", "table", "deck"), place)
    if (version := plain.get("format", FORMAT)) != FORMAT or isinstance(version, bool):
        raise BadGameFile(
            f"{place.at('format', 'format')}: expected {FORMAT}; got {version!r}. Write format = {FORMAT}."
        )
    slug = plain.get("game")
    if not isinstance(slug, str) or slug not in GAMES:
        where = place.at("game", "game")
        if slug is None:
            raise BadGameFile(f"{where}: the game is missing. Write game = NAME; `houseway games` lists the names.")
        raise BadGameFile(f"{where}: {unknown('game', slug, GAMES)}")
    limits = _part(plain, "limits", place)
    in_limits = place.at("limits", "[limits]")
    _check_keys(limits, ("jurisdiction", "date"), in_limits)
    return GameFile(
        slug=slug,
        paytable=_read_paytable(plain.get("paytable"), sheet(slug), place),
        readings=_read_readings(_part(plain, "readings", place), sheet(slug), place.at("readings", "[readings]")),
        jurisdiction=_read_jurisdiction(limits, in_limits),
        on=_read_date(limits, in_limits),
        deck=_read_deck(plain.get("deck"), place.at("deck", "deck")),
        options=_read_options(_part(plain, "table", place), game_class(slug), place.at("table", "[table]")),
    )


def _check_keys(plain: Mapping[str, Any], known: tuple[str, ...], place: Place) -> None:
    for key in plain:
        if key not in known:
            hint = suggestions("key", key, known) if known else "This table takes no keys."
            raise BadGameFile(f"{place.at(key)}: unknown key {key!r}. {hint}")


def _part(plain: Mapping[str, Any], key: str, place: Place) -> Mapping[str, Any]:
    part = plain.get(key, {})
    if not isinstance(part, Mapping):
        raise BadGameFile(f"{place.at(key, key)}: expected a table [{key}]; got {part!r}.")
    return part


def _read_paytable(plain: object, facts: Sheet, place: Place) -> str | PaySet | None:
    """Return the name of one of the letter's pay tables, or the house's custom rows."""
    if plain is None:
        return None
    where = place.at("paytable", "paytable")
    if isinstance(plain, str):
        if plain not in facts.pay_sets:
            expected = ", ".join(facts.pay_sets.offered) or "none: the letter has no pay table"
            raise BadGameFile(
                f"{where}: expected the name of a built-in pay table ({expected}) "
                f"or a table [paytable] with rows; got {plain!r}."
            )
        return plain
    if not isinstance(plain, Mapping):
        raise BadGameFile(f"{where}: expected a name or a table [paytable]; got {plain!r}.")
    where = place.at("paytable", "[paytable]")
    if not facts.table_forms:
        raise BadGameFile(f"{where}: {facts.title} has no pay table. Remove this table.")
    try:
        pay_set = pay_set_from(plain, facts.slug, facts.pay_sets, facts.table_forms, source=where, default_name="own")
    except HousewayError as error:
        raise BadGameFile(str(error)) from None
    return _honest_name(pay_set, facts)


def _honest_name(pay_set: PaySet, facts: Sheet) -> PaySet:
    """Rename edited rows, because the published figures of the letter's table do not apply to them."""
    letters = facts.pay_sets.get(pay_set.name)
    if letters is None or letters == pay_set:
        return pay_set
    return PaySet(pay_set.name + MODIFIED, pay_set.tables, pay_set.warnings, pay_set.equal_bets)


def _read_readings(plain: Mapping[str, Any], facts: Sheet, place: Place) -> Mapping[str, object]:
    for reading_id, choice in plain.items():
        if isinstance(choice, bool) or not isinstance(choice, str | int):
            raise BadGameFile(f"{place.at(reading_id, reading_id)}: expected a choice in quotes; got {choice!r}.")
        try:
            facts.check_readings({reading_id: choice})
        except HousewayError as error:
            raise BadGameFile(f"{place.at(reading_id)}: {error}") from None
    return plain


def _read_jurisdiction(limits: Mapping[str, Any], place: Place) -> str:
    jurisdiction = limits.get("jurisdiction", STATE)
    where = place.at("jurisdiction", "jurisdiction")
    if not isinstance(jurisdiction, str):
        raise BadGameFile(f'{where}: expected text in quotes, such as "washington"; got {jurisdiction!r}.')
    try:
        limits_on(jurisdiction)
    except HousewayError as error:
        raise BadGameFile(f"{where}: {error}") from None
    return jurisdiction


def _read_date(limits: Mapping[str, Any], place: Place) -> date | None:
    day = limits.get("date")
    if day is not None and (not isinstance(day, date) or isinstance(day, datetime)):
        raise BadGameFile(
            f"{place.at('date', 'date')}: expected a date without quotes, such as 2025-01-01; got {day!r}."
        )
    return day


def _read_deck(plain: object, place: Place) -> Deck | None:
    if plain is None:
        return None
    if not isinstance(plain, str):
        raise BadGameFile(f"{place}: expected the cards of the deck as text, such as 'As Ks Qs'; got {plain!r}.")
    try:
        return Deck.of(parse_cards(plain, deck=_ANY_CARDS, count=range(1, 99 * N_CARDS)))
    except HousewayError as error:
        raise BadGameFile(f"{place}: {error}") from None


def table_settings(cls: type[Game]) -> tuple[str, ...]:
    """Return the names of a game's settings, in the order of their definition."""
    common = {field.name for field in fields(Game)}
    return tuple(field.name for field in fields(cls) if field.name not in common)


def _read_options(plain: Mapping[str, Any], cls: type[Game], place: Place) -> dict[str, Any]:
    _check_keys(plain, table_settings(cls), place)
    hints = get_type_hints(cls)
    return {name: _read_option(value, _types_of(hints[name]), place.at(name, name)) for name, value in plain.items()}


def _types_of(hint: Any) -> tuple[type, ...]:
    """Return the plain types that a setting's annotation allows.

    >>> _types_of(int | None)
    (<class 'int'>, <class 'NoneType'>)
    """
    if get_origin(hint) in (Union, UnionType):
        return tuple(plain for part in get_args(hint) for plain in _types_of(part))
    return _types_of(hint.__supertype__) if isinstance(hint, NewType) else (hint,)


def _read_option(value: object, types: tuple[type, ...], where: Place) -> object:
    if NoneType in types and value == NONE:
        return None
    if type(value) in types:
        return value
    if Fraction in types and isinstance(value, str) and _FRACTION.fullmatch(value):
        return Fraction(value)
    expected = [_TYPE_TEXT[kind] for kind in types if kind is not NoneType]
    raise BadGameFile(f"{where}: expected {' or '.join(expected + [repr(NONE)] * (NoneType in types))}; got {value!r}.")
