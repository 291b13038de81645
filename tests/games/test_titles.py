"""The index of the 66 titles, against the list of the letter, word by word and dash by dash."""

import re

import pytest

from houseway.games.catalogue import GAMES
from houseway.games.engine.sheet import sheet
from houseway.games.listed_titles import families, titles


def test_the_letter_lists_66_different_titles_in_order() -> None:
    assert [title.number for title in titles()] == list(range(1, 67))
    assert len({title.title for title in titles()}) == 66


def test_the_letter_encloses_the_rules_of_fast_action_holdem_alone() -> None:
    enclosed = [title for title in titles() if title.status.startswith("playable and analyzed: approved")]
    assert [(title.number, title.title, title.game) for title in enclosed] == [
        (23, "Fast Action Hold'Em", "fast-action-holdem")
    ]


def test_titles_with_public_rules_are_playable_and_say_so() -> None:
    restated = {title.number: title for title in titles() if "restated from public sources" in title.status}
    for number, slug in ((41, "mississippi-stud"), (57, "three-card-poker"), (65, "ultimate-texas-holdem")):
        assert restated[number].game == slug
    for title in restated.values():
        assert title.game in GAMES
        letter = sheet(title.game).letter
        assert title.number in (letter.listed, *letter.also_listed)
        listed = rf"listed as titles? .*\b{title.number}\b.* in the approval letter of June 14, 2023"
        assert re.match(listed, str(letter))


def test_why_the_others_are_only_listed_is_said() -> None:
    for title in titles():
        if not title.game:
            assert re.fullmatch(r"listed: .*(found|read|no blackjack yet|title 57|possible).*", title.status)
            assert not title.missing


@pytest.mark.parametrize(
    ("number", "title", "family"),
    [
        (1, "6-5-4 Poker", "poker"),
        (11, "Blazing 7's Progressive – Player Cards Only", "unclassified"),
        (13, "Casino War", "war"),
        (15, "Crazy 4 Poker - Coverall", "poker"),
        (58, "Three Card Poker 6 Card Bonus – Face Up", "poker"),
        (60, "Three Card Poker Bonus - Tribal", "poker"),
        (22, "Face Up Pai Gow Poker – Dual Progressives", "pai gow"),
        (39, "Let It Ride, 3 Card Bonus – Cover All Bonus", "unclassified"),
        (46, "Royal Match 21 Deluxe", "blackjack"),
        (54, "Three Card Baccarat", "baccarat"),
        (63, "Triple Shot Rummy", "rummy"),
        (66, "Zappit Blackjack – Dual Progressives", "blackjack"),
    ],
)
def test_a_title_stands_under_its_number_with_the_family_that_its_name_tells(
    number: int, title: str, family: str
) -> None:
    entry = titles()[number - 1]
    assert (entry.number, entry.title, entry.family) == (number, title, family)


@pytest.mark.parametrize(
    ("family", "words"),
    [
        ("baccarat", ("Baccarat",)),
        ("blackjack", ("Blackjack", "21")),
        ("pai gow", ("Pai Gow", "Pai Wow")),
        ("rummy", ("Rummy",)),
        ("war", ("Casino War",)),
    ],
)
def test_a_family_holds_just_the_titles_with_its_words(family: str, words: tuple[str, ...]) -> None:
    named = {title.number for title in titles() if any(word in title.title for word in words)}
    assert {title.number for title in titles() if title.family == family} == named


def test_every_family_is_explained_and_used() -> None:
    assert {title.family for title in titles()} == set(families())
