"""Saved solutions, locked decisions and typed ranges."""

import csv
import tracemalloc
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from houseway.analysis.solve import files
from houseway.analysis.solve.range_text import typed_range
from houseway.analysis.solve.small import kuhn
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.cli import app
from houseway.cli.solve import made
from houseway.errors import BadSolution, HousewayError

BOARD = "2c Qh Ks Ad"
SPOT = ["solve", "five-card-holdout", "--board", BOARD, "--holds", "2,2", "--range0", "TT, 0.5:JT", "--range1", "99"]


def run(*arguments: str) -> str:
    answer = CliRunner().invoke(app, list(arguments))
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def test_a_solution_is_saved_in_the_same_bytes_and_goes_on_where_it_was(tmp_path: Path) -> None:
    one, two, three = (tmp_path / name for name in ("one.hws", "two.hws", "three.hws"))
    for path in (one, two):
        run(*SPOT, "--iterations", "10", "--target", "0", "--save", str(path))
    assert one.read_bytes() == two.read_bytes()
    run("solve", "--load", str(one), "--iterations", "10", "--target", "0", "--save", str(three))
    assert three.read_bytes() == one.read_bytes()
    question, game = files.load(one, made)
    assert (question["game"], game.iterations) == ("five-card-holdout", 10)
    straight = made(question)
    for _ in range(12):
        straight.step()
    for _ in range(2):
        game.step()
    assert game.measure() == straight.measure()


def test_a_changed_file_and_one_of_another_game_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.hws"
    game = kuhn()
    found = game.solve(0.01)
    files.save(path, {"game": "kuhn", "locks": []}, game, found)
    whole = path.read_bytes()
    for place in (25, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(BadSolution, match="damaged"):
            files.load(path, made)
    path.write_bytes(whole[:-40])
    with pytest.raises(BadSolution, match="damaged"):
        files.load(path, made)
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(BadSolution, match="not a saved solution"):
        files.load(path, made)
    with pytest.raises(BadSolution, match="Cannot read the saved solution"):
        files.load(tmp_path / "none.hws", made)
    files.save(path, {"game": "leduc", "locks": []}, game, found)
    with pytest.raises(BadSolution, match="another game"):
        files.load(path, made)


@pytest.mark.parametrize(
    ("told", "body", "words"),
    [
        (b"{}", b"", "header"),
        (b"[1]", b"", "header"),
        (b"not JSON", b"", "header"),
        (b'{"question": {"game": "kuhn"}, "game": "", "iterations": "many"}', b"", "header"),
        (None, b"eight by", "too many or too few"),
    ],
)
def test_a_forged_file_with_the_right_hash_is_refused_too(
    told: bytes | None, body: bytes, words: str, tmp_path: Path
) -> None:
    path, game = tmp_path / "forged.hws", kuhn()
    files.save(path, {"game": "kuhn", "locks": []}, game, game.solve(0.01))
    header = path.read_bytes().split(b"\n")[1] if told is None else told
    forged = files.SEAL.magic + header + b"\n" + body
    path.write_bytes(forged + sha256(forged).digest())
    with pytest.raises(BadSolution, match=words):
        files.load(path, made)


def test_a_solution_that_cannot_be_written_leaves_the_older_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, game = tmp_path / "kuhn.hws", kuhn()
    found = game.solve(0.01)
    files.save(path, {"game": "kuhn", "locks": []}, game, found)
    older = path.read_bytes()

    def full(*places: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("houseway.analysis.solve.sealed.os.replace", full)
    with pytest.raises(BadSolution, match="No space left"):
        files.save(path, {"game": "kuhn", "locks": []}, game, found)
    assert path.read_bytes() == older
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_lock_is_kept_and_the_other_player_gains_by_it() -> None:
    """In Kuhn's poker a second player who calls every bet is not bluffed, and wins less than the usual 1/18."""
    game = kuhn()
    game.lock("bet", {"call": 1.0})
    found = game.solve(target=1e-4)
    assert found.value > -1 / 18 + 0.01
    play = game.play(1)
    tree = game.last
    calls = play[tree.cells_of(tree.lines.index("bet"))]
    assert calls == pytest.approx(np.tile([[0.0], [1.0]], (1, 3)))
    bets = game.play(0)[tree.cells_of(0)][1]
    assert bets[0] == pytest.approx(0, abs=0.02)
    for line, often in (
        ("bet", {"raise": 1.0}),
        ("call", {"call": 1.0}),
        ("bet", {"call": 0.4}),
        ("bet", {"call": -1.0, "fold": 2.0}),
    ):
        with pytest.raises(HousewayError):
            game.lock(line, often)


def test_typed_ranges_name_the_hands_that_a_player_means() -> None:
    deck = Deck.standard()

    def count(text: str, size: int, seen: str = "") -> int:
        return len(typed_range(text, deck, size, parse_cards(seen, deck=deck)).hands)

    assert [count(text, 2) for text in ("AA", "KQ", "KQs", "KQo", "Ax", "As Kd", "AsKd")] == [6, 16, 4, 12, 198, 1, 1]
    assert [count(text, 1) for text in ("A", "As", "A, K", "x")] == [4, 1, 8, 52]
    assert count("AA", 2, "As Kd") == 3
    assert count("AAx", 3) == 6 * 48 + 4
    assert count("QJTs", 3) == 4
    assert count("AKQJ", 4) == 4**4
    mixed = typed_range("0.5:T9, T9s, 0:TT", deck, 2)
    assert sorted(set(mixed.weights.tolist())) == [0.5, 1.0]
    assert (len(mixed.hands), float(mixed.weights.sum())) == (16, 10.0)
    for bad in ("", "AKQ", "A", "ZZ", "x:AA", "1.2.3:AA", "AA,,KK", "0:AA", f"{'9' * 308}:AA", f"0.{'0' * 300}1:AA"):
        with pytest.raises(HousewayError):
            count(bad, 2)


def test_a_typed_range_takes_no_more_memory_for_asking_for_many_things_at_once() -> None:
    deck = Deck.standard()
    tracemalloc.start()
    try:
        hands = typed_range("&".join(["xxx"] * 100), deck, 3).hands
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(hands) == 22_100
    assert peak < 20 * 22_100 * 8, "a weight of each hand for a few of the hundred things"


def test_play_is_exported_as_a_table(tmp_path: Path) -> None:
    path = tmp_path / "spot.csv"
    run(*SPOT, "--iterations", "8", "--export", str(path), "--lock", "start: check 1")
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    start = [row for row in rows if row["line"] == ""]
    assert {row["hand"] for row in start if row["action"] == "bet"} == {row["hand"] for row in start}
    assert len(start) == 2 * (6 + 16)
    assert {(row["action"], float(row["frequency"])) for row in start} == {("check", 1.0), ("bet", 0.0)}
    for wrong in (["--export", "x.txt"], ["--load", "none.hws"], ["--lock", "start"], ["--range0", "KQJ"]):
        assert CliRunner().invoke(app, [*SPOT, *wrong]).exit_code != 0
