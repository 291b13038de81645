"""A title whose first bet is no Ante is told in units of that bet, by every command that tells values."""

import pytest
from support.command_line import houseway

BACCARAT, LET_IT_RIDE = ("ez-baccarat", "Banker bets"), ("let-it-ride", "units of Bet 1")


@pytest.mark.parametrize(
    ("title", "command"),
    [
        (BACCARAT, ("simulate", "ez-baccarat", "--rounds", "1000", "--seed", "1")),
        (BACCARAT, ("compare", "ez-baccarat", "--set", "EZB-R1=9")),
        (LET_IT_RIDE, ("strategy", "let-it-ride")),
        (LET_IT_RIDE, ("advise", "let-it-ride", "As", "Ks", "Qs")),
    ],
    ids=lambda each: each[0],
)
def test_no_antes_where_there_is_none(title: tuple[str, str], command: tuple[str, ...]) -> None:
    slug, units = title
    done = houseway(*command)
    assert done.returncode == 0, done.stderr
    shown = " ".join(done.stdout.split())
    assert units in shown, slug
    assert "Ante" not in shown
