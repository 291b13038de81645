"""Writes docs/clauses.md: every clause and reading, where it is carried out, and the tests that name it.

Run with --check to fail, without writing, if a clause lacks code or a test, or if the page is out of date.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from houseway.games.catalogue import GAMES
from houseway.games.engine.sheet import read_sheet_data, sheet

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "clauses.md"

Places = dict[str, list[str]]


def clauses_by_sheet() -> dict[str, dict[str, str]]:
    """Every id with its words, sheet by sheet, clauses first and then readings."""
    washington = read_sheet_data("washington")
    found = {washington["title"]: dict(washington["clauses"])}
    for slug in GAMES:
        facts = sheet(slug)
        listed = {**facts.clauses, **{reading.id: reading.question for reading in facts.readings.values()}}
        found[facts.title] = {
            key: words for key, words in listed.items() if not any(key in other for other in found.values())
        }
    return found


def clause_pattern() -> re.Pattern[str]:
    """Any id of a sheet, as text writes it or as a test's name does."""
    ids = sorted(clause.replace("-", "[-_]") for clauses in clauses_by_sheet().values() for clause in clauses)
    return re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(ids)})(?![A-Za-z0-9])")


def named_definitions(path: Path) -> Iterator[tuple[str, str]]:
    """Every function, class and module of a file with its own source text: methods are not repeated in their class."""
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    lines = source.splitlines()
    owner = ["" for _ in lines]

    def mark(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{prefix}{child.name}"
                first = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
                owner[first - 1 : child.end_lineno] = [name] * ((child.end_lineno or first) - first + 1)
                mark(child, f"{name}.")

    mark(tree, "")
    texts: dict[str, list[str]] = defaultdict(list)
    for name, line in zip(owner, lines, strict=True):
        texts[name].append(line)
    for name, text in texts.items():
        yield name, "\n".join(text)


def places(folder: Path, shown_as: str) -> Places:
    """For every id the definitions below a folder that name it."""
    found: Places = defaultdict(list)
    pattern = clause_pattern()
    for path in sorted(folder.rglob("*.py")):
        module = path.relative_to(folder).with_suffix("").as_posix().replace("/", ".")
        for name, text in named_definitions(path):
            if shown_as == "tests" and not name.split(".")[-1].startswith("test_"):
                continue
            for clause in {match.replace("_", "-") for match in pattern.findall(text)}:
                found[clause].append(f"{module}.{name}" if name else module)
    return found


def page(code: Places, tests: Places) -> str:
    """The whole page."""
    parts = [
        "# Clauses\n",
        "Made by `make clauses` from the sheets, the code and the tests; `houseway rules GAME` prints the words.\n",
    ]
    for title, clauses in clauses_by_sheet().items():
        parts.append(f"\n## {title}\n\n| clause | carried out in | tests that name it |\n|---|---|---|\n")
        for clause in clauses:
            shown = _cell(code[clause]), _cell([name.rpartition(".")[2] for name in tests[clause]])
            parts.append(f"| {clause} | {shown[0]} | {shown[1]} |\n")
    return "".join(parts)


def _cell(names: list[str], most: int = 4) -> str:
    unique = list(dict.fromkeys(names))
    more = f" and {len(unique) - most} more" if len(unique) > most else ""
    return ", ".join(f"`{name}`" for name in unique[:most]) + more


def missing(code: Places, tests: Places) -> list[str]:
    """What a clause lacks."""
    every = [clause for clauses in clauses_by_sheet().values() for clause in clauses]
    return [f"{clause}: no code names it" for clause in every if not code[clause]] + [
        f"{clause}: no test names it" for clause in every if not tests[clause]
    ]


def main() -> int:
    """Write the page, or check it."""
    code, tests = places(ROOT / "src" / "houseway", "code"), places(ROOT / "tests", "tests")
    lacking = missing(code, tests)
    for line in lacking:
        print(line, file=sys.stderr)
    text = page(code, tests)
    if "--check" not in sys.argv:
        PAGE.write_text(text, "utf-8")
    elif not PAGE.exists() or PAGE.read_text("utf-8") != text:
        print(f"{PAGE.name} is out of date: run make clauses", file=sys.stderr)
        return 1
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
