"""Make the rules by which a finished round is verified: how each game deals, and the reasons why a round can fail.

python tools/round_rules.py            # writes the JSON file of the package and the module of the pages
python tools/round_rules.py --check    # only says whether both are up to date

The rules are fixed before any round is played: a house cannot choose after the reveal who gets which cards.
docs/fairness.md explains them under "How a round is verified".
"""

import json
import random
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.cards.deck import Deck
from houseway.cards.seed import Seed
from houseway.cards.shuffle import shuffle
from houseway.games.catalogue import GAMES, game_class
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.state import CHANCE, State
from houseway.room.round_check import reasons

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src/houseway/room/round_rules.json"
MODULE = ROOT / "src/houseway/web/static/js/fair/rules.js"
ROUNDS = 40
HEADER = """/**
 * How each game deals, and the reasons why a round can fail verification.
 *
 * Made by tools/round_rules.py from the games themselves; do not edit.
 */

/** @import { RoundRules } from "../types.js" */

/** @type {RoundRules} */
export const RULES = """


@dataclass(frozen=True, order=True)
class Packet:
    """Cards that are dealt together: by which clause, to whom, how many."""

    clause: str
    to: str
    count: int


@dataclass(frozen=True)
class Played:
    """The packets of one round: before the first decision, after it, and whether their cards come in rotation."""

    opening: tuple[Packet, ...]
    later: tuple[Packet, ...]
    rotated: bool


def role(name: str) -> str:
    """Whose the cards of a pile before no seat are: all piles of the dealer count as one."""
    return "dealer" if name.startswith("dealer") else name


def played(game: Game, n_seats: int, number: int) -> Played:
    """Play one round by random decisions."""
    chance, seed = random.Random(number), Seed.of(number)
    between = isinstance(game, GameBetweenPlayers)
    bet = Bet(stack=20_000) if between else game.usual_bet(500)
    button: dict[str, Any] = {"button": n_seats - 1} if between else {}
    state: State = game.start((bet,) * n_seats, seed=seed, **button)
    before: list[Packet] = []
    after: list[Packet] = []
    dealt: list[Any] = []
    decided = False
    while state.actor is not None:
        if state.actor == CHANCE:
            deal, _ = state.shoe.draw(state.cards_due())  # type: ignore[union-attr]  # a seeded shoe is stacked
            following = state.apply(deal)
            (after if decided else before).append(packet(state, following))
            dealt += deal.cards
            state = following
        else:
            decided = decided or isinstance(state.actor, int)
            state = state.apply(chance.choice(state.legal_actions()))
    order = shuffle(game.deck, seed, first=len(dealt))
    return Played(tuple(before), tuple(after), tuple(dealt) != tuple(order))


def packet(before: State, after: State) -> Packet:
    """The packet by which two states differ."""
    event = next(event for event in after.events[len(before.events) :] if event.action is not None)
    assert event.action is not None
    if event.seat is not None:
        return Packet(event.clause, "seat", len(event.action.cards))
    had = Counter((role(pile.name), card) for pile in before.piles() if pile.seat is None for card in pile.cards)
    has = Counter((role(pile.name), card) for pile in after.piles() if pile.seat is None for card in pile.cards)
    (found,) = {name for name, _ in has - had}
    return Packet(event.clause, found, len(event.action.cards))


def plan_of(slug: str) -> dict[str, Any]:
    """How a game deals: its deck, its first packets, and the packets that may follow."""
    game = game_class(slug).configure()
    rounds = [played(game, n, 1000 * n + number) for n in game.seats for number in range(ROUNDS)]
    openings = {opening_of(each.opening, every(rounds)) for each in rounds}
    ((opening, turns),) = {(steps, len(steps)) for steps in openings}
    assert turns, slug
    later = in_order([rest(each, opening) for each in rounds])
    plan: dict[str, Any] = {
        "deck": deck_of(slug, game),
        "opening": [[step.clause, step.to, step.count] for step in opening],
        "later": [[clause, to, least, most] for (clause, to), (least, most) in later],
    }
    if any(each.rotated for each in rounds):
        plan["rotation"] = True
    if isinstance(game, GameBetweenPlayers):
        plan["button"] = True
    return plan


def every(rounds: list[Played]) -> int:
    """The number of first packets that are the same in every round, packets to seats counted once."""
    merged = [merge(each.opening) for each in rounds]
    count = 0
    while all(len(each) > count for each in merged) and len({each[count] for each in merged}) == 1:
        count += 1
    return count


def merge(packets: tuple[Packet, ...]) -> tuple[Packet, ...]:
    """Packets with those to one seat after the other as one."""
    kept = [
        each for place, each in enumerate(packets) if not (each.to == "seat" and place and packets[place - 1] == each)
    ]
    return tuple(kept)


def opening_of(packets: tuple[Packet, ...], count: int) -> tuple[Packet, ...]:
    """The first packets of every round; `seat` stands for all seats in turn."""
    return merge(packets)[:count]


def rest(each: Played, opening: tuple[Packet, ...]) -> tuple[Packet, ...]:
    """The packets of a round after the first ones."""
    return (*merge(each.opening)[len(opening) :], *each.later)


def in_order(sequences: list[tuple[Packet, ...]]) -> list[tuple[tuple[str, str], tuple[int, int]]]:
    """Later packets in the one order in which all rounds have them, each with the fewest and the most cards."""
    counts: dict[tuple[str, str, int], list[int]] = {}
    before: dict[tuple[str, str, int], set[tuple[str, str, int]]] = {}
    for sequence in sequences:
        keys: list[tuple[str, str, int]] = []
        for each in sequence:
            key = (each.clause, each.to, each.count if each.to != "seat" else 0)
            counts.setdefault(key, []).append(each.count)
            before.setdefault(key, set()).update(earlier for earlier in keys if earlier != key)
            keys.append(key)
    ordered: list[tuple[str, str, int]] = []
    while len(ordered) < len(counts):
        free = [key for key in counts if key not in ordered and before[key] <= set(ordered)]
        assert free, f"no one order: {before}"
        ordered.append(min(free))
    return [((clause, to), (min(counts[clause, to, n]), max(counts[clause, to, n]))) for clause, to, n in ordered]


def deck_of(slug: str, game: Game) -> dict[str, Any]:
    """The deck of a game: how many packs, how many jokers, and the reading that chooses the packs."""
    packs = game.deck.size // 52
    jokers = game.deck.size - 52 * packs
    assert game.deck == Deck.stripped(decks=packs, jokers=jokers), slug
    chosen = [
        reading.id
        for reading in game.sheet.readings.values()
        for choice in reading.choices
        if choice.isdigit() and chosen_packs(slug, reading.id, choice) not in (None, packs)
    ]
    by = dict.fromkeys(chosen)
    assert len(by) <= 1, f"{slug}: {by}"
    return {"packs": packs, "jokers": jokers, **({"reading": next(iter(by))} if by else {})}


def chosen_packs(slug: str, reading: str, choice: str) -> int | None:
    """How many packs a choice of a reading leads to."""
    return game_class(slug).configure(readings={reading: choice}).deck.size // 52


def made() -> dict[str, Any]:
    """The rules as they are written."""
    return {"version": 1, "games": {slug: plan_of(slug) for slug in GAMES}, "reasons": reasons()}


def main() -> int:
    """Write both files, or say which is not up to date."""
    rules = made()
    text = json.dumps(rules, indent=1) + "\n"
    module = f"{HEADER}{json.dumps(rules, indent=1)};\n"
    wanted = {FILE: text, MODULE: module}
    if "--check" in sys.argv:
        stale = [
            path.name for path, content in wanted.items() if not path.exists() or path.read_text("ascii") != content
        ]
        print(f"not up to date: {', '.join(stale)}" if stale else "up to date")
        return bool(stale)
    for path, content in wanted.items():
        path.write_text(content, "ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
