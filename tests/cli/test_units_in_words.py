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


def test_what_an_option_does_is_said_by_the_bet_that_it_makes() -> None:
    """To play at Three Card Poker is to bet the Ante once more (3CP-4); at DJ Wild it is twice the Ante (DJW-5).

    A fold loses the Ante (3CP-3), there also the Blind (DJW-4).
    """
    for title, cards, words, lost in (
        ("three-card-poker", "Qs 6d 4c", "bets as much as the Ante on Play", "gives up the Ante"),
        ("dj-wild-stud-poker", "Ks Kd 9c 5h 3s", "bets 2 times the Ante on Play", "gives up the Ante and the Blind"),
    ):
        done = houseway("advise", title, *cards.split())
        assert done.returncode == 0, done.stderr
        shown = " ".join(done.stdout.split())
        assert words in shown
        assert lost in shown
