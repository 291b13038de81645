"""The fair shuffle, derived a second time with nothing but SHA-256 and HMAC."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from hmac import digest
from typing import Any

import pytest
from support.room_play import CONTRIBUTION, act_once, bet_all, opened, play_rounds, seated

from houseway.cards.seed import Seed
from houseway.errors import BadSeed
from houseway.room import LiveTable
from houseway.room.fairness import check_contribution, check_promise, commitment, keeps, promise, round_seed

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECKS = {
    "pick-2-poker": [rank + suit for rank in RANKS for suit in SUITS],
    "double-draw-poker": [rank + suit for rank in RANKS for suit in SUITS] + ["Jk", "Jk"],
    "fast-action-holdem-multi": [rank + suit for rank in RANKS for suit in SUITS for _ in range(6)],
}


DEALT_IN_ROTATION = {"fast-action-holdem-multi"}
"""One card at a time, seat after seat (FA-4): an event has a seat's four cards together."""


def numbers(seed: bytes) -> Iterator[int]:
    """The generator of docs/shuffle.md: HMAC_DRBG with SHA-256, requests of 128 bytes, two bytes a number."""
    key, value = bytes(32), b"\x01" * 32
    for tag in (b"\x00", b"\x01"):
        key = digest(key, value + tag + seed + b"houseway/shuffle/1:", "sha256")
        value = digest(key, value, "sha256")
    while True:
        output = b""
        for _ in range(4):
            value = digest(key, value, "sha256")
            output += value
        yield from (256 * output[place] + output[place + 1] for place in range(0, 128, 2))
        key = digest(key, value + b"\x00", "sha256")
        value = digest(key, value, "sha256")


def shuffled(deck: list[str], seed: bytes) -> list[str]:
    """Fisher-Yates by those numbers, the incomplete last run thrown away."""
    cards, source = list(deck), numbers(seed)
    for place in range(len(cards) - 1):
        left = len(cards) - place
        number = next(source)
        while number >= 65536 - 65536 % left:
            number = next(source)
        other = place + number % left
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def records_of(export: str) -> list[dict[str, Any]]:
    return [json.loads(line)["record"] for line in export.splitlines()]


@pytest.mark.parametrize("slug", DECKS)
def test_the_cards_dealt_are_those_of_the_published_seeds(slug: str) -> None:
    with opened() as room:
        table = seated(room, slug, {1: room.guest().id, 3: room.guest().id})
        bet_all(table, CONTRIBUTION)
        published = table.snapshot(None)["round"]["commitment"]
        rest_of_round(table)
        proof = table.proof(1)
        records = records_of(table.export())
    server_seed = bytes.fromhex(next(r["data"]["server_seed"] for r in records if r["kind"] == "settled"))
    assert sha256(b"houseway/commitment/1:" + server_seed).hexdigest() == published == proof["commitment"]
    for seat in (1, 3):
        promised = f"houseway/promise/1:{published}:{proof['table']}:1:{seat}:{CONTRIBUTION}"
        assert proof["promises"][str(seat)] == sha256(promised.encode()).hexdigest()
    parts = ",".join(f"{seat}={CONTRIBUTION}" for seat in (1, 3))
    text = f"houseway/round/2:{server_seed.hex()}:{proof['table']}:1:{parts}"
    order = shuffled(DECKS[slug], sha256(text.encode()).digest())
    assert order == proof["order"].split()
    dealt = [
        card
        for record in records
        for event in record["data"].get("events", [])
        if event["action"] and event["action"]["kind"] == "deal"
        for card in event["action"]["cards"].split()
    ]
    if slug in DEALT_IN_ROTATION:
        assert Counter(dealt) == Counter(order[: len(dealt)])
    else:
        assert dealt == order[: len(dealt)]
    assert len(dealt) >= 10


def rest_of_round(table: LiveTable) -> None:
    while table.state.round is not None:
        act_once(table, random.Random(1))


def test_every_round_has_its_own_commitment_before_its_bets() -> None:
    with opened() as room:
        table = seated(room, "pick-2-poker", {0: room.guest().id})
        play_rounds(table, 4, random.Random(2))
        kinds = [(r["kind"], r["data"].get("number")) for r in records_of(table.export())]
        commitments = {r["data"]["commitment"] for r in records_of(table.export()) if r["kind"] == "committed"}
    assert len(commitments) == 5
    for number in range(1, 5):
        assert kinds.index(("committed", number)) < kinds.index(("bet", number)) < kinds.index(("started", number))


def test_each_part_of_the_text_changes_the_seed() -> None:
    seeds = {
        round_seed(server, table, number, contributions).hex
        for server in (Seed.of(1), Seed.of(2))
        for table in (1, 11)
        for number in (1, 11)
        for contributions in ({}, {0: ""}, {0: "00" * 32}, {1: "00" * 32}, {0: "00" * 32, 1: ""})
    }
    assert len(seeds) == 2 * 2 * 2 * 5


def test_a_promise_fits_one_contribution_of_one_seat_in_one_round_of_one_commitment() -> None:
    made = {
        promise(published, table, number, seat, contribution)
        for published in (commitment(Seed.of(1)), commitment(Seed.of(2)))
        for table in (1, 11)
        for number in (1, 11)
        for seat in (0, 1)
        for contribution in ("00" * 32, "01" * 32)
    }
    assert len(made) == 2**5


def test_a_commitment_is_kept_by_its_own_seed_only() -> None:
    assert keeps(commitment(Seed.of(1)), Seed.of(1))
    assert not keeps(commitment(Seed.of(1)), Seed.of(2))


@pytest.mark.parametrize("text", ["", "00" * 31, "00" * 33, "0" * 63, "zz" * 32, None, 7, "00" * 31 + "0 ", "０0" * 32])
def test_a_contribution_is_32_bytes_in_hexadecimal_digits(text: object) -> None:
    with pytest.raises(BadSeed):
        check_contribution(text)


@pytest.mark.parametrize("text", ["00" * 31, "00" * 33, "zz" * 32, None, 7, "00" * 32 + "\n"])
def test_a_promise_is_a_hash_or_nothing(text: object) -> None:
    assert check_promise("") == ""
    assert check_promise("AB" * 32) == "ab" * 32
    with pytest.raises(BadSeed):
        check_promise(text)
