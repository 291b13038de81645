"""Files to start a title from: a module, a sheet and a test that play, are analyzed and pass without changes.

They are made for a clone of the repository. Everything else about a title follows from these three files.
"""

import re
from collections.abc import Mapping
from datetime import date
from importlib.resources import files
from pathlib import Path

from houseway.errors import BadSetting
from houseway.games.catalogue import GAMES
from houseway.games.engine.sheet import sheet

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PREFIX = re.compile(r"[A-Z0-9]{2,5}")


def prefix_of(slug: str) -> str:
    """Return a prefix for the ids of the clauses: the first letter or digit of each word.

    >>> prefix_of("lucky-7-stud"), prefix_of("duel")
    ('L7S', 'DU')
    """
    initials = "".join(word[0] for word in slug.split("-")).upper()
    return initials[:5] if len(initials) > 1 else slug[:2].upper()


def title_files(slug: str, *, title: str = "", prefix: str = "") -> Mapping[str, str]:
    """Return the three files of a new title, by their paths in the repository."""
    if not _SLUG.fullmatch(slug):
        raise BadSetting(f"TITLE takes lower-case letters, digits and hyphens, such as lucky-7-stud; got {slug!r}.")
    if slug in GAMES:
        raise BadSetting(f"{slug} is already a game. Choose another name.")
    chosen = prefix or prefix_of(slug)
    if not _PREFIX.fullmatch(chosen):
        raise BadSetting(f"--prefix takes two to five capital letters or digits, such as L7S; got {chosen!r}.")
    taken = {clause.partition("-")[0]: each for each in GAMES for clause in sheet(each).clauses}
    if chosen in taken:
        raise BadSetting(f"Prefix {chosen} is taken by {taken[chosen]}. Give another --prefix.")
    module = slug.replace("-", "_")
    words = {
        "slug": slug,
        "title": title or " ".join(word.capitalize() for word in slug.split("-")),
        "class_name": "".join(word.capitalize() for word in slug.split("-")),
        "prefix": chosen,
        "prefix_": chosen,
        "today": date.today().isoformat(),
    }
    if module[0].isdigit():
        raise BadSetting(f"TITLE must start with a letter; got {slug!r}.")
    return {
        f"src/houseway/games/titles/{module}.py": _template("module").format(**words),
        f"src/houseway/games/sheets/{slug}.toml": _template("sheet").format(**words),
        f"tests/games/test_{module}.py": _template("test").format(**words),
    }


def _template(name: str) -> str:
    return files("houseway.games.new_title").joinpath(f"{name}.txt").read_text("utf-8")


def write_title(clone: Path, slug: str, *, title: str = "", prefix: str = "") -> tuple[Path, ...]:
    """Write the three files into a clone. Nothing is written if one of them already exists."""
    if not (clone / "src" / "houseway" / "games" / "titles").is_dir():
        raise BadSetting(
            f"{clone} is not a clone of the repository: src/houseway/games/titles is missing. Use --into PATH."
        )
    made = {clone / path: text for path, text in title_files(slug, title=title, prefix=prefix).items()}
    there = [path for path in made if path.exists()]
    if there:
        raise BadSetting(f"{there[0]} already exists, so nothing was written. Choose another name.")
    for path, text in made.items():
        path.write_text(text, "utf-8")
    return tuple(made)
