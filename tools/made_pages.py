"""Parts of the documentation that are made from the package: rule sheets, commands, public names, notebooks.

A page asks for one by a comment such as `<!-- made: rules pick-2-poker -->`. This extension of Sphinx replaces it by
Markdown before the page is read, so nothing is written twice or out of date.
"""

import inspect
import json
import pydoc
import re
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NewType

from made_results import all_worth, how_solved, seats_together, worth
from made_vocabulary import vocabulary
from markdown_table import table
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

import houseway
from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.limits import MONEY, limit_history, state_rules
from houseway.games.engine.money import dollars
from houseway.games.engine.paytable import PaySet, TableForm, note_of, shown_rows
from houseway.games.engine.sheet import Published, Sheet, sheet
from houseway.games.house_way_lines import house_way_of
from houseway.games.letters import concordance_of, has_letter
from houseway.games.listed_titles import titles

ROOT = Path(__file__).parent.parent
NOTEBOOKS = ROOT / "notebooks"
PROGRAM = "houseway"
PUBLIC = (
    *("games", "game", "analyze", "advise", "simulate", "compare", "report", "operate"),
    *("equity", "best_hold", "strategy", "play_out", "Bet", "Action", "Settlement", "CHANCE", "DEALER"),
    *("Card", "Deck", "Seed", "parse_cards", "format_cards", "shuffle", "rank", "ranking", "HousewayError"),
)
"""The names of `import houseway` in the order in which a reader needs them."""
FIELDS = {"Args:": "param {}", "Returns:": "returns", "Raises:": "raises {}"}
"""The parts of a public docstring, and the fields of reStructuredText that they become."""
CODE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"<!-- made: ([a-z-]+)(?: ([a-z0-9-]+))? -->")


def fill(text: str) -> str:
    """Return a page with every mark replaced; marks inside a block of code stay."""

    def made(match: re.Match[str]) -> str:
        what, argument = match.groups()
        if what not in MAKERS:
            raise ValueError(f"nothing is made as {what!r}; expected one of: {', '.join(MAKERS)}")
        maker = MAKERS[what]
        return "\n".join(maker(argument) if argument else maker())

    parts = CODE.split(text)
    parts[::2] = [MARK.sub(made, part) for part in parts[::2]]
    return "".join(parts)


def rules(slug: str) -> Iterator[str]:
    """Yield a game's sheet: facts, clauses, readings, pay tables, published figures."""
    facts, played = sheet(slug), game_class(slug).configure()
    taken = [wager for wager in played.wagers if played.takes(wager)]
    wagers = ", ".join(wager.title + ("" if wager.required else " (optional)") for wager in taken)
    yield f"*{facts.summary}*\n"
    yield from table(
        ("", ""),
        [
            ("kind", facts.kind),
            ("letter", str(facts.letter).removeprefix("letter of ")),
            ("seats", f"{played.seats[0]} to {played.seats[-1]}"),
            ("deck", f"{played.deck.size} cards"),
            ("opening wagers", wagers),
            ("pay tables", ", ".join(facts.pay_sets.offered) or "none"),
        ],
    )
    yield "\n## Clauses\n"
    if facts.clause_sources:
        behind = {clause: ", ".join(keys) or "none" for clause, keys in facts.clause_sources.items()}
        yield from table(
            ("clause", "rule", "source"), [(each, words, behind[each]) for each, words in facts.clauses.items()]
        )
    else:
        yield from table(("clause", "rule"), facts.clauses.items())
    yield from _readings(facts)
    rules_of_dealer = house_way_of(played)
    if rules_of_dealer is not None:
        yield f"\n## House way ({rules_of_dealer.clause})\n"
        yield "The dealer keeps two cards by the first line that applies.\n"
        yield from table(("line", "keep"), [(str(line.number), line.words) for line in rules_of_dealer.lines])
    for form in facts.table_forms.values() if facts.pay_sets else ():
        yield f"\n## Pay table: {form.title}\n"
        yield from _pay_table(form, facts.pay_sets.of_form(form.name))
    if has_letter(slug):
        yield from _letter(slug)
    if facts.published:
        yield "\n## Published figures\n"
        published = [
            (figure.paytable or "all", _said(figure), figure.value, figure.source) for figure in facts.published
        ]
        yield from table(("pay table", "figure", "value", "source"), published)
        yield from table(("source", "reference"), [(key, str(source)) for key, source in facts.sources.items()])
        if differing := [figure for figure in facts.published if figure.differs]:
            yield "\nDifferences from ours under the default readings:\n"
            rows = [(figure.paytable or "all", _said(figure), figure.value, figure.differs) for figure in differing]
            yield from table(("pay table", "figure", "value", "why"), rows)
    if facts.not_found:
        yield "\n## Not found\n"
        yield from (f"- {words}" for words in facts.not_found)


def _said(figure: Published) -> str:
    """What a figure is of, with the readings that it depends on."""
    return ", ".join([figure.what, *(f"`{reading}={choice}`" for reading, choice in figure.readings.items())])


def _letter(slug: str) -> Iterator[str]:
    letter = concordance_of(slug)
    yield "\n## The approval letter, item by item\n"
    yield "In the letter's order and numbering, in our words, with our clause for each item, or why there is none.\n"
    for part in letter.about(slug):
        yield f"\n### {part.title}\n"
        rows = [(item.number, item.says, item.carried) for item in part.items]
        yield from table(("item", "content", "carried by"), rows)
    if letter.own:
        yield "\n### Our own clauses\n"
        yield from table(("id", "source"), letter.own.items())


def _readings(facts: Sheet) -> Iterator[str]:
    if not facts.readings:
        return
    yield "\n## Readings\n"
    source = "public sources leave" if facts.letter.listed else "approval letter leaves"
    yield f"Questions that the {source} open. The first choice is our default; `--set READING=CHOICE` takes another.\n"
    for reading in facts.readings.values():
        yield f"\n### {reading.id}\n"
        yield f"{reading.question}\n"
        choices = sorted(reading.choices, key=lambda choice: choice != reading.default)
        yield from table(("choice", "meaning"), [(f"`{name}`", reading.choices[name]) for name in choices])


def _pay_table(form: TableForm, sets: Sequence[PaySet]) -> Iterator[str]:
    unit = "to 1" if form.kind == "odds" else "in dollars"
    rows = [(label, *cells) for label, cells in shown_rows(form.name, sets)]
    yield from table((f"hand, {unit}", *(pay_set.name for pay_set in sets)), rows)
    yield f"\n{note_of(sets[0][form.name])}\n"


def declared_titles() -> Iterator[str]:
    """Yield a table of the declared titles with links and status."""
    facts = [sheet(slug) for slug in declared_slugs()]
    rows = [
        (
            f"[{each.title}](title/{each.slug}.md)",
            each.kind,
            str(each.letter.listed),
            "listed" if each.letter.confirmed else "not confirmed",
        )
        for each in facts
    ]
    yield from table(("game", "kind", "number in the letter", "status"), rows)


def declared_slugs() -> list[str]:
    """Return the declared titles without a hand-written page of rules."""
    pages = Path(__file__).parents[1] / "docs" / "rules"
    declared = [slug for slug in GAMES if issubclass(game_class(slug), DeclaredGame)]
    return [slug for slug in declared if not (pages / f"{slug}.md").is_file()]


def write_title_pages(app: Sphinx) -> None:
    """Write a page of rules for every declared title, so that a new title needs none."""
    folder = Path(app.srcdir) / "rules" / "title"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.md"):
        if old.stem not in declared_slugs():
            old.unlink()
    for slug in declared_slugs():
        page = folder / f"{slug}.md"
        text = (
            f"# {sheet(slug).title}\n\nHow it is solved: [declared titles](../../methods/declared-titles.md).\n"
            "Where each clause is carried out: [the clause table](../../clauses.md).\n"
            f"In the terminal: `houseway rules {slug}`.\n\n<!-- made: rules {slug} -->\n<!-- made: worth {slug} -->\n"
        )
        if not page.exists() or page.read_text("utf-8") != text:
            page.write_text(text, "utf-8")


def all_titles() -> Iterator[str]:
    """Yield the 66 titles of the letter of 2023, as it writes them."""
    rows = [(str(title.number), title.title, title.family, title.status) for title in titles()]
    yield from table(("no.", "title", "family", "status"), rows)


def limits() -> Iterator[str]:
    """Yield every value of every Washington rule, with its first day, source and status."""
    rows = [
        (
            limit.rule,
            limit.kind.replace("_", " "),
            dollars(limit.value) if limit.kind in MONEY else str(limit.value),
            limit.jurisdiction,
            "not known" if limit.since is None else f"{limit.since:%Y-%m-%d}",
            limit.source,
            "verified" if limit.verified else "not verified",
        )
        for limit in limit_history()
    ]
    yield from table(("rule", "limit", "value", "jurisdiction", "since", "source", "status"), rows)
    texts = [
        (
            rule.rule,
            f"{rule.title}: {rule.text}",
            "not known" if rule.since is None else f"{rule.since:%Y-%m-%d}",
            rule.source,
            "verified" if rule.verified else "not verified",
        )
        for rule in state_rules()
    ]
    yield "\n## Rules without a number\n"
    yield from table(("rule", "content", "since", "source", "status"), texts)


def command_line() -> Iterator[str]:
    """Yield the help of every command, as the terminal prints it."""
    from typer.testing import CliRunner

    from houseway.cli import app

    named = [[command.name or ""] for command in app.registered_commands]
    for group in app.registered_groups:
        inner = group.typer_instance.registered_commands if group.typer_instance is not None else []
        names = [command.name or getattr(command.callback, "__name__", "") for command in inner]
        named += [[group.name or "", name] for name in names]
    for words in named:
        said = CliRunner().invoke(
            app, [*words, "--help"], prog_name=PROGRAM, env={"COLUMNS": "88"}, catch_exceptions=False
        )
        yield f"\n## {' '.join(words)}\n\n```text\n{said.output.strip()}\n```\n"


def public_names() -> Iterator[str]:
    """Yield a table of the names of `import houseway`, each with its first sentence and a link to its section."""
    yield from table(("name", "what it is"), [(f"[`{name}`](#{_anchor(name)})", _first(name)) for name in PUBLIC])


def public_api() -> Iterator[str]:
    """Yield a section for each public name: signature, arguments, result, errors and an example, from its docstring."""
    for name in PUBLIC:
        home, thing = houseway._HOME[name], _public(name)
        yield f"({_anchor(name)})=\n## {name}\n"
        if isinstance(thing, str | NewType):
            yield f"`from houseway import {name}`\n\n{_first(name)}\n"
            continue
        role = "autoclass" if inspect.isclass(thing) else "autofunction"
        yield f"```{{eval-rst}}\n.. {role}:: {home}.{name}\n   :no-index:\n```\n"


def _public(name: str) -> Any:
    """Return what a public name stands for, where the name is that of a module too."""
    thing = getattr(houseway, name)
    return getattr(import_module(houseway._HOME[name]), name) if isinstance(thing, ModuleType) else thing


def _first(name: str) -> str:
    thing = _public(name)
    if isinstance(thing, str):
        return f"The actor `{thing!r}` of a state."
    if isinstance(thing, NewType):
        return f"A card as a plain `{_plain_name(thing)}`; `parse_cards` and `format_cards` convert."
    return (inspect.getdoc(thing) or "").split("\n")[0]


def _anchor(name: str) -> str:
    """Return the anchor of a name's section; capital letters do not matter in an address."""
    return f"houseway-{name.lower().replace('_', '-')}"


def _plain_name(new: NewType) -> str:
    return str(new.__supertype__.__name__)


def notebook(name: str) -> Iterator[str]:
    """Yield a notebook's cells with their stored outputs."""
    cells = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))["cells"]
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield f"{source}\n"
            continue
        yield f"```python\n{source}\n```\n"
        for output in cell["outputs"]:
            yield from _notebook_output(output)


def _notebook_output(output: dict[str, Any]) -> Iterator[str]:
    data = output.get("data", {})
    if "text/html" in data:
        yield "```{raw} html\n" + f'<div class="notebook-output">{"".join(data["text/html"])}</div>' + "\n```\n"
    elif "image/png" in data:
        picture = "".join(data["image/png"]).replace("\n", "")
        yield f'```{{raw}} html\n<img alt="plot" src="data:image/png;base64,{picture}">\n```\n'
    elif text := "".join(output.get("text", data.get("text/plain", ""))):
        yield f"```text\n{text.rstrip()}\n```\n"


def found_by(words: str) -> Iterator[str]:
    """Yield an index entry, by which the site's search shows this page first; a hyphen stands for a blank."""
    yield f"```{{index}} ! {words.replace('-', ' ')}\n```\n"


MAKERS: dict[str, Callable[..., Iterator[str]]] = {
    "rules": rules,
    "titles": all_titles,
    "declared-titles": declared_titles,
    "worth": worth,
    "all-worth": all_worth,
    "how-solved": how_solved,
    "seats-together": seats_together,
    "limits": limits,
    "command-line": command_line,
    "public-names": public_names,
    "public-api": public_api,
    "notebook": notebook,
    "vocabulary": vocabulary,
    "found-by": found_by,
}


def _as_restructured_text(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Turn a docstring into reStructuredText: a bar means nothing in it, and `Args:` and the like become fields."""
    lines[:] = list(_with_fields([line.replace("|", "\\|") for line in lines]))


def _with_fields(lines: list[str]) -> Iterator[str]:
    """Yield a docstring's lines, with the parts `Args:`, `Returns:` and `Raises:` as field lists."""
    field = ""
    for line in lines:
        if line in FIELDS:
            field = FIELDS[line]
        elif field and line.startswith("    ") and not line.startswith("     "):
            subject, _, text = line.strip().partition(": ") if "{}" in field else ("", "", line.strip())
            yield f":{field.format(subject)}: {text}"
        else:
            field = field if line.startswith("     ") else ""
            yield line


def _exists(app: Sphinx, env: BuildEnvironment, node: pending_xref, text: Any) -> Any:
    """Leave a name of the package without a link if it has no entry; a name that does not exist stays an error."""
    target = str(node.get("reftarget", ""))
    if node.get("refdomain") != "py" or not target.startswith("houseway."):
        return None
    return text if pydoc.locate(target) is not None else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Fill every page as Sphinx reads it."""

    def read(app: Sphinx, page: str, source: list[str]) -> None:
        source[0] = fill(source[0])

    app.connect("builder-inited", write_title_pages)
    app.connect("source-read", read)
    app.connect("missing-reference", _exists)
    app.connect("autodoc-process-docstring", _as_restructured_text)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
