"""Find the ten worst habits of language on the lines that a change adds: docs/writing.md explains each.

python tools/lint_words.py BASE        # lines in src and docs added since the merge base with BASE
python tools/lint_words.py --staged    # lines that the next commit would add

Old lines are never checked. A line with `lint: words` is left alone: it shows a habit on purpose.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("src", "docs")
LEFT_OUT = ("docs/writing.md", "docs/clauses.md")
"""The page that lists the habits, and a page that is made."""
ALLOWED = "lint: words"
NO_MORE = "(?:more|longer|less|later|earlier|greater|smaller|larger|better|worse|one)"
BRITISH = "practis|analys(?=e|ing)(?!es\\b)|colour|favour|neighbour|learnt|burnt|cancelled|labelled|recognis|judgement"
HABITS = {
    r"\bwhoever\b|(?:^|[.!?:;] +|\"\"\")Who [a-z]+(?:s|ed)?\b(?![^.]*\?)": "say who does it: 'A player who ...'",
    r"\b(?:is|are|was|were|be) (?:told|said)\b": "use 'is shown', or say who shows it",
    r"\bcomes? to (?:a |an |the )?(?:\$?\d|same|nothing|as much)|\bcomes? out to\b": "use 'is' or 'amounts to'",
    r"\bdo(?:es)? not hold\b|\bit all holds\b": "use 'failed verification', or say what is wrong",
    rf"(?<![Tt]here )\b(?:is|are) no (?!{NO_MORE}\b)[A-Za-z]+": "use 'is not a ...'",
    r"\bso many\b|\bas many as are\b|\bso much of\b": "give the number, or use 'the number of'",
    r"\bof (?:its|one's|their|his) own\b|\ban own\b": "use 'custom', 'separate' or 'its own' before the noun",
    r"\banew\b|\bbesides\b": "use 'again' or 'also'",
    r"\bas usual\b|\bthe usual ones?\b|\(usual\)": "use 'default'",
    rf"(?i)\b(?:{BRITISH})\w*": "use US spelling",
}
"""A pattern, and what to write instead."""
_CODE = re.compile(r"`[^`]*`")
"""Names of a protocol or a program are not prose."""
_HUNK = re.compile(r"^@@ -\S+ \+(\d+)")


@dataclass(frozen=True, slots=True)
class Finding:
    """A habit on an added line."""

    path: str
    line: int
    words: str
    advice: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: '{self.words}': {self.advice}"


def findings(difference: str) -> Iterator[Finding]:
    """Yield the habits on the added lines of a `git diff -U0`."""
    path, number = "", 0
    for line in difference.splitlines():
        if line.startswith("+++ "):
            path = line.removeprefix("+++ ").removeprefix("b/")
        elif found := _HUNK.match(line):
            number = int(found[1])
        elif line.startswith("+"):
            if path not in LEFT_OUT and ALLOWED not in line:
                yield from _on_line(path, number, line[1:])
            number += 1


def _on_line(path: str, number: int, text: str) -> Iterator[Finding]:
    prose = _CODE.sub("``", text)
    for pattern, advice in HABITS.items():
        for found in re.finditer(pattern, prose):
            yield Finding(path, number, found[0].strip(' ."'), advice)


def added_since(base: str, folder: Path = ROOT) -> str:
    """Return the difference from the merge base with a commit to the working tree."""
    start = _git(folder, "merge-base", base, "HEAD").strip()
    return _git(folder, "diff", "-U0", "--no-color", "--no-ext-diff", start, "--", *FOLDERS)


def staged(folder: Path = ROOT) -> str:
    """Return the difference that the next commit would record."""
    return _git(folder, "diff", "-U0", "--no-color", "--no-ext-diff", "--cached", "--", *FOLDERS)


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"git {' '.join(words)} failed: {done.stderr.strip()}")
    return done.stdout


def main(arguments: list[str]) -> int:
    """Print every finding; 1 if there is one."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    found = list(findings(staged() if arguments == ["--staged"] else added_since(arguments[0])))
    for each in found:
        print(each)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
