"""`houseway words`: every word of a declaration, from the terminal."""

import json

from typer.testing import CliRunner

from houseway.cli import app
from houseway.games.engine.declared import words


def test_every_word_that_a_title_imports_is_listed_with_what_it_takes() -> None:
    listed = json.loads(CliRunner().invoke(app, ["words", "--json"]).stdout)["words"]
    takes = {each["word"]: each["takes"] for each in listed}
    nouns = {name for name in words.__all__ if isinstance(getattr(words, name), type)} - {"DeclaredGame", "Ending"}
    assert nouns <= takes.keys()
    assert "board=None" in takes["Compare"]
    assert takes["by_table"] == "(pay_class, clause)"
    assert {"side bet", "private showdown", "board showdown", "shoe"} <= takes.keys()


def test_one_word_is_shown_by_itself_and_an_unknown_one_refused() -> None:
    shown = CliRunner().invoke(app, ["words", "latERbet"]).stdout
    assert "LaterBet(" in shown
    assert "Compare(" not in shown
    refused = CliRunner().invoke(app, ["words", "Jackpot"])
    assert refused.exit_code != 0
    assert "Unknown word 'Jackpot'" in str(refused.exception)
