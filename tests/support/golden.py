"""Whole rounds kept as text beside the tests. Run this file (`make transcripts`) to write them anew after a change."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

from houseway.games.catalogue import GAMES, game, game_class
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.strategies import strategy
from houseway.games.transcript import transcript
from support.variants import declared_bet

FOLDER = Path(__file__).parents[1] / "games" / "transcripts"


@dataclass(frozen=True)
class Golden:
    """One round: a game and its choices, the opening bets, who plays the seats, and the seed."""

    name: str
    slug: str
    bets: tuple[Bet, ...]
    players: tuple[str, ...]
    seed: int
    readings: Mapping[str, str] = field(default_factory=dict)
    paytable: str | None = None
    start: Mapping[str, int] = field(default_factory=dict)

    def text(self) -> str:
        """The transcript."""
        table = game(self.slug, readings=self.readings, paytable=self.paytable)
        players = {seat: strategy(self.slug, name, seed=self.seed + seat) for seat, name in enumerate(self.players)}
        return transcript(table, self.bets, players, self.seed, **self.start)

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"


def ante(amount: int, **more: int) -> Bet:
    return Bet(ante=amount, **more)


TWO_ANTES = Bet(ante_1=1000, ante_2=1000)
DRAW = Bet(ante=1000, bonus=1000)
PICK = Bet(ante=1000, three_five=1000)
STACK = Bet(stack=20000)

GOLDEN: tuple[Golden, ...] = (
    Golden(
        "two-hand-holdem",
        "two-hand-holdem",
        (TWO_ANTES, Bet(ante_1=500, ante_2=500), TWO_ANTES),
        ("raise-made-hands", "raise-pairs", "random"),
        7,
    ),
    Golden(
        "double-draw-poker",
        "double-draw-poker",
        (DRAW, DRAW, DRAW),
        ("hold-pairs-and-draws", "stand-pat", "random"),
        11,
    ),
    Golden(
        "double-draw-poker-wild",
        "double-draw-poker",
        (DRAW, DRAW),
        ("hold-pairs", "random"),
        12,
        {"DD-R1": "wild", "DD-R4": "no"},
        "2",
    ),
    Golden(
        "pick-2-poker",
        "pick-2-poker",
        (Bet(ante=1000, three_five=1000, five_card_bonus=500), PICK, PICK),
        ("three-with-straights", "five-only", "random"),
        5,
    ),
    Golden(
        "pick-2-poker-bonus-first",
        "pick-2-poker",
        (PICK, PICK),
        ("pairs-only", "random"),
        6,
        {"P2-R1": "both-push", "P2-R6": "bonus-first", "P2-R7": "still-paid"},
    ),
    Golden(
        "fast-action-holdem",
        "fast-action-holdem",
        (ante(1000, bonus=500), ante(2500), ante(1000, bonus=1000)),
        ("random", "random", "random"),
        3,
    ),
    Golden(
        "fast-action-holdem-multi",
        "fast-action-holdem-multi",
        (ante(1000, bonus=1000), ante(500, bonus=500)),
        ("random", "random"),
        4,
        {"FA-R8": "8"},
        "3",
    ),
    *(
        Golden(
            f"five-card-holdout-{limit}",
            "five-card-holdout",
            (STACK, Bet(stack=5000), STACK, STACK),
            ("aggressive", "random", "tight", "caller"),
            seed,
            {"FCH-R1": limit, "FCH-R7": fee, "FCH-R2": order},
            start={"button": 1},
        )
        for limit, seed, fee, order in (
            ("fixed", 21, "none", "in-turn"),
            ("pot", 22, "rake", "in-turn"),
            ("no-limit", 23, "none", "simultaneous"),
        )
    ),
)

GOLDEN += tuple(
    Golden(
        slug,
        slug,
        (game(slug).usual_bet(1000), declared_bet(random.Random(slug), game(slug)), game(slug).usual_bet(2500)),
        ("looks-ahead", "random", "never-folds"),
        crc32(slug.encode()) % 1000,
    )
    for slug in GAMES
    if issubclass(game_class(slug), DeclaredGame) and slug not in {golden.slug for golden in GOLDEN}
)
"""One round of every other declared title. A new one is written by `make transcripts`, and need not be to be tested."""

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for golden in GOLDEN:
        golden.path.write_text(golden.text(), "utf-8")
        print(f"{golden.path.name}: {len(golden.text().splitlines())} lines")
