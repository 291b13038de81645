"""What is said of seats: the pages and the terminal speak to the reader with the same words."""

import re
from pathlib import Path

import houseway
from houseway.games.telling.people import IRREGULAR, VERBS

PAGES = Path(houseway.__file__).parent / "web" / "static" / "js" / "table" / "people.js"


def test_the_pages_have_the_verbs_of_the_terminal() -> None:
    source = PAGES.read_text(encoding="utf-8")
    listed = re.search(r"export const VERBS = \((.*?)\)\.split", source, re.DOTALL)
    irregular = re.search(r"const IRREGULAR = \{(.*?)\};", source)
    assert listed is not None
    assert irregular is not None
    assert set(" ".join(re.findall(r'"([^"]*)"', listed[1])).split()) == VERBS
    assert dict(re.findall(r'(\w+): "(\w+)"', irregular[1])) == IRREGULAR
