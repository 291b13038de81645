"""Rules for user names: one spelling for each name, and no two names that look alike.

Names are compared in two forms. The folded form removes case and compatibility variants, and sign-in uses it. The
skeleton, in the sense of Unicode's technical standard 39, also removes differences that the eye cannot see. No two
users share a skeleton. Its table is specific to houseway: Latin, Greek, Cyrillic and digits, the scripts whose letters
coincide.
"""

import re
import unicodedata

from houseway.errors import BadName
from houseway.games.telling.styles import STYLES, UNDECLARED

LONGEST_NAME, LONGEST_FORM = 24, 80
_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,22}[\w.])?")
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Characters that their Unicode category counts as letters, but that show nothing."""
_TOGETHER = (
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"},
    {"LATIN", "CJK", "HANGUL"},
    {"LATIN", "CJK", "BOPOMOFO"},
)
"""The scripts that one name may mix, as is normal in some languages."""
_RESERVED = (
    "admin", "administrator", "automatic", "bot", "dealer", "floor", "house", "houseway", "mint", "moderator",
    "operator",
)  # fmt: skip
_RESERVED_PREFIXES = ("guest", "thehouse", "theoperator", "thedealer", "houseway")

_SHAPES = {
    "A": "АΑ", "B": "ВΒ", "C": "С", "E": "ЕΕ", "H": "НΗ", "J": "Ј", "K": "КΚ", "M": "МΜ", "N": "Ν", "O": "ОΟ0",
    "P": "РΡ", "S": "Ѕ", "T": "ТΤ", "X": "ХΧ", "Y": "УΥҮ", "Z": "Ζ", "F": "Ϝ", "W": "Ԝ", "Q": "Ԛ", "G": "Ԍ",
    "a": "аαɑ", "b": "Ьь", "c": "сϲ", "d": "ԁ", "e": "еҽ", "g": "ɡ", "h": "һ", "i": "іιı", "j": "јϳ", "k": "кκ",
    "l": "I1ІΙӀӏ|", "n": "ηп", "o": "оοσ", "p": "рρ", "q": "ԛ", "r": "гᴦ", "s": "ѕ", "t": "тτ", "u": "υս",
    "v": "νѵ", "w": "ԝωѡ", "x": "хχ", "y": "уγү", "3": "ЗзЭэ", "6": "б", "4": "Ч",
}  # fmt: skip
_SHAPE_OF = str.maketrans({alike: shape for shape, others in _SHAPES.items() for alike in others})
_PAIRS = (("rn", "m"), ("vv", "w"))
_SEPARATORS = str.maketrans("", "", " .'-_")


def check_name(name: object) -> str:
    """Return a name of 1 to 24 letters, digits and blanks, in Unicode's composed form, in one script.

    >>> check_name("Ann")
    'Ann'
    """
    text = unicodedata.normalize("NFC", name).strip() if isinstance(name, str) and is_text(name) else ""
    if not _NAME.fullmatch(text) or _BLANK_LETTERS & set(text):
        shown = ascii(name)[:60]
        raise BadName(f"A name takes 1 to 24 letters, digits, spaces, periods, hyphens or apostrophes; got {shown}.")
    if max(len(fold_name(text)), len(skeleton(text))) > LONGEST_FORM:
        raise BadName(f"A name can have at most {LONGEST_FORM} characters when written out; got {ascii(name)[:60]}.")
    _check_script(text)
    return text


def check_free_to_take(name: str) -> None:
    """Refuse the names of the house, of guests and of computer players, with or without numbers after them."""
    bare = skeleton(name)
    if bare.rstrip("23456789") in _AUTOMATIC_SKELETONS:
        raise BadName(f"{name!r} is the name of a computer player. Add to it, such as {f'{name} B'!r}.")
    if bare in _RESERVED_SKELETONS or bare.startswith(_RESERVED_PREFIX_SKELETONS):
        raise BadName(f"The name {name!r} is reserved for the house. Choose another name.")


def fold_name(name: str) -> str:
    """Return the form in which users are looked up: letters of normal width, in lower case."""
    return unicodedata.normalize("NFKC", name).casefold()


def skeleton(name: str) -> str:
    """Return the form that two names share if they look alike.

    >>> skeleton("Paypal 1"), skeleton("РаураI-l"), skeleton("Arnold"), skeleton("Amold")
    ('paypall', 'paypall', 'amold', 'amold')
    """
    text = unicodedata.normalize("NFKC", name)
    text = "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in text)
    text = text.translate(_SHAPE_OF).casefold().translate(_SHAPE_OF).casefold().translate(_SEPARATORS)
    for pair, shape in _PAIRS:
        text = text.replace(pair, shape)
    return text


def is_text(text: str) -> bool:
    """Return whether every character can be stored and shown: no control characters, no halves of a surrogate pair."""
    return not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text)


def _check_script(name: str) -> None:
    """Check that letters are from one script and digits of one kind, because mixtures make names look alike."""
    text = unicodedata.normalize("NFKC", name)
    scripts = {unicodedata.name(sign, "?").partition(" ")[0] for sign in text if sign.isalpha()}
    if len(scripts) > 1 and not any(scripts <= usual for usual in _TOGETHER):
        raise BadName(f"A name must use letters of one script; got {' and '.join(sorted(scripts)).lower()}.")
    if len({ord(sign) - unicodedata.decimal(sign) for sign in text if sign.isdecimal()}) > 1:
        raise BadName(f"A name must use digits of one kind; got {name!r}.")


_RESERVED_SKELETONS = frozenset(map(skeleton, _RESERVED))
_RESERVED_PREFIX_SKELETONS = tuple(map(skeleton, _RESERVED_PREFIXES))
_AUTOMATIC_SKELETONS = frozenset(
    map(skeleton, (*UNDECLARED, *(name for style in STYLES.values() for name in style.names)))
)
