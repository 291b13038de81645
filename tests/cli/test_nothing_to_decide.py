"""Titles in which nothing, or only a tie, is to be decided, on the command line."""

from typer.testing import CliRunner

from houseway.cli import app


def printed(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


def test_the_strategy_of_a_title_without_decisions_is_one_sentence() -> None:
    assert "has no decisions after the bets" in printed("strategy", "ez-baccarat")


def test_versions_of_such_titles_are_compared_without_hands() -> None:
    assert "nothing is decided once the bets are down" in printed("compare", "ez-baccarat", "--set", "EZB-R1=9")
    assert "other cards decide whether the player is asked" in printed("compare", "casino-war", "--set", "CW-R1=bonus")
