"""The concordances: nothing of a letter is left out, and nothing of ours stands without a source."""

from dataclasses import replace

import pytest

from houseway.games import letters
from houseway.games.letters import LETTERS, Concordance, Item, concordance, concordance_of, faults

ITEMS = {
    "two-hand-holdem": {"Dealing Operation Procedures": [str(number) for number in range(1, 10)]},
    "double-draw-poker": {"Rules and Dealing Procedures": [str(number) for number in range(1, 10)]},
    "five-card-holdout": {"Rules and Dealing Procedures": ["1", "2", "3", "4"]},
    "pick-2-poker": {"Procedures & Training": [f"Irregularities {letter}" for letter in "abcde"]},
    "fast-action-holdem": {"Rules of Play, single-deck version": [str(number) for number in range(1, 17)]},
    "fast-action-holdem-multi": {"Rules of Play, multi deck version": [str(number) for number in range(1, 14)]},
}
"""The numbered items of the enclosures, counted in the letters."""


def test_the_concordances_are_whole() -> None:
    assert list(faults()) == []


@pytest.mark.parametrize("slug", ITEMS)
def test_the_numbered_items_of_each_enclosure_are_there_in_order(slug: str) -> None:
    parts = {part.title: part for part in concordance_of(slug).about(slug)}
    ((title, numbers),) = ITEMS[slug].items()
    listed = [item.number for item in parts[title].items]
    assert [number for number in listed if number in numbers] == numbers
    assert listed == list(parts[title].numbers)


def test_P2_12e_the_last_irregularity_is_carried_by_its_own_clause_and_reading() -> None:
    items = {item.number: item.by for part in concordance("pick-2-poker").parts for item in part.items}
    assert items["Irregularities d"] == ("P2-12",)
    assert items["Irregularities e"] == ("P2-12e", "P2-R8")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("drop", "no entry for item 2"),
        ("twice", "item 2 stands 2 times"),
        ("strange", "the letter has no item 2x"),
        ("unknown", "2HH-99 does not exist"),
        ("neither", "expected either by or why"),
        ("orphan", "2HH-2 of two-hand-holdem carries no item and is not marked as our own"),
        ("own", "2HH-3 is marked as our own and yet carries an item, or does not exist"),
    ],
)
def test_a_fault_in_a_concordance_is_found(change: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = concordance("two-hand-holdem")
    heading, rules = letter.parts
    second = next(item for item in rules.items if item.number == "2")
    items = {
        "drop": tuple(item for item in rules.items if item is not second),
        "twice": (*rules.items, second),
        "strange": tuple(replace(item, number="2x") if item is second else item for item in rules.items),
        "unknown": tuple(replace(item, by=(*item.by, "2HH-99")) if item is second else item for item in rules.items),
        "neither": tuple(replace(item, by=()) if item is second else item for item in rules.items),
        "orphan": tuple(replace(item, by=("2HH-1",)) if item is second else item for item in rules.items),
    }
    spoilt: tuple[Item, ...] = items.get(change, rules.items)
    own = {"2HH-3": "ours"} if change == "own" else letter.own
    changed = Concordance(letter.title, letter.games, (heading, replace(rules, items=spoilt)), own)
    known = {name: changed if name == "two-hand-holdem" else concordance(name) for name in LETTERS}
    monkeypatch.setattr(letters, "concordance", known.__getitem__)
    assert any(fault in found for found in faults()), list(faults())
