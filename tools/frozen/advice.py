"""Advice: a thousand situations of every game, from seeded rounds, with full decks, dead cards and other readings.

Each situation keeps the exact value of every option. Where a full deck takes long, most situations have many dead
cards: the same code counts what is left. A game in which nothing is decided after the bets has no advice, and `play`
freezes a thousand of its rounds instead.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any
from unittest.mock import patch

from frozen.documents import DAY
from frozen.leaves import Figure, Plain
from frozen.parts import Part
from houseway.analysis import advise, analyzed
from houseway.analysis.between_players import players_analysis
from houseway.analysis.compare.alternatives import reading_changes
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.particulars import particulars
from houseway.cards.notation import format_cards
from houseway.errors import HousewayError
from houseway.games.catalogue import between_players, game
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import sheet
from houseway.games.engine.view import Situation
from houseway.training.spots import opened, seed_number

BATCH, BATCHES, QUICK = 50, 20, 24
NO_WORDS = -1
"""The only words of an answer are those that name the game."""
SEAT = 0
DEEPEST = 4
MOST_VARIANTS = 5
MANY, FEW = 0.55, 0.2
"""What share of the deck is dead: in most situations of a game that takes long, and at most elsewhere."""
LONG = {
    "double-draw-poker": MANY,
    "pick-2-poker": MANY,
    "fast-action-holdem": MANY,
    "fast-action-holdem-multi": 0.88,
    "ez-pai-gow": MANY,
    "pai-gow-poker": MANY,
    "high-five-poker": 0.4,
    "two-hand-holdem": 0.3,
}
"""Games whose advice takes long with a full deck, and what share of the deck is dead in most of their situations."""
LATE = frozenset({"texas-holdem-bonus", "ultimate-texas-holdem"})
"""Games whose first decision takes long: it is asked about a full deck and the default readings only, which ship."""
FULL_EVERY = 10
"""Of a game that takes long, each tenth batch begins with a situation that has no dead card."""


@dataclass(frozen=True)
class Asked:
    """A situation: a game with its readings and pay table, what a seat knows, and dead cards."""

    game: Game
    situation: Situation
    dead: str

    def answer(self) -> Plain:
        """Return the question and the value of every option."""
        wagers = {name: Fraction(amount) for name, amount in self.situation.stakes.items()}
        known = dict(self.situation.known) | ({"dead": self.dead} if self.dead else {})
        question = {"cards": self.situation.cards, **{name: Figure(each) for name, each in known.items()}}
        try:
            advice = advise(self.game, self.situation.cards, **known, **particulars(self.game).stakes(wagers))
        except HousewayError as error:
            return {**question, "error": Figure(type(error).__name__), "text": str(error)}
        options = [[str(option.action), str(option.value)] for option in advice.options]
        return {**question, "label": self.game.label, "options": [_named(*each) for each in options]}


def _named(action: str, value: str) -> Figure:
    """Return an option and its value in one text."""
    return Figure(f"{action} = {value}")


def parts() -> Iterator[Part]:
    """Yield the batches of every game, and a short one of each for the quick comparison."""
    for slug in analyzed():
        if is_decided(slug):
            yield Part(
                f"advice/{slug}/quick", quick_batch, (slug,), quick=True, depth=0, words_depth=NO_WORDS, cost=1.0
            )
            for batch in range(BATCHES):
                name = f"advice/{slug}/{batch * BATCH:03}-{(batch + 1) * BATCH - 1:03}"
                cost = 3.0 if slug in LONG else 1.0
                yield Part(name, long_batch, (slug, batch), depth=0, words_depth=NO_WORDS, cost=cost)
    for slug in between_players():
        yield Part(
            f"advice/{slug}/quick", chances, (slug, 0, QUICK), quick=True, depth=0, words_depth=NO_WORDS, cost=2.0
        )
        for batch in range(BATCHES):
            name = f"advice/{slug}/{batch * BATCH:03}-{(batch + 1) * BATCH - 1:03}"
            yield Part(name, chances, (slug, batch + 1, BATCH), depth=0, words_depth=NO_WORDS, cost=2.0)


def is_decided(slug: str) -> bool:
    """Return whether anything is decided in a game after the bets."""
    table = game(slug, on=DAY)
    return not isinstance(table, DeclaredGame) or bool(table.decisions())


@cache
def variants(slug: str) -> tuple[Game, ...]:
    """Return a game with its pay tables, and with some of its readings changed, one at a time.

    A changed deck is left out where it makes advice slow.
    """
    tables = [game(slug, paytable=name, on=DAY) for name in sheet(slug).pay_sets] or [game(slug, on=DAY)]
    changed = [each.game for each in reading_changes(tables[0]) if each.game is not None]
    fitting = [each for each in changed if each.deck == tables[0].deck]
    step = max(1, len(fitting) // MOST_VARIANTS)
    return (*tables, *fitting[::step][:MOST_VARIANTS])


def quick_batch(slug: str) -> Plain:
    """Return a few situations of a game as its letter has it, and of one variant."""
    chosen = (variants(slug)[0], variants(slug)[-1])
    with remembered_payoffs():
        return [each.answer() for each in questions(slug, "quick", QUICK, chosen, LONG.get(slug, FEW), full=0)]


def long_batch(slug: str, batch: int) -> Plain:
    """Return a batch of situations: every other batch of the game as its letter has it, the others of one variant."""
    every = variants(slug)
    chosen = every[0] if batch % 2 == 0 else every[(batch // 2) % len(every)]
    full = BATCH // 2 if slug not in LONG else int(batch % FULL_EVERY == 0) * 2
    with remembered_payoffs():
        return [each.answer() for each in questions(slug, str(batch), BATCH, (chosen,), LONG.get(slug, FEW), full)]


def questions(
    slug: str, name: str, count: int, games: tuple[Game, ...], dead_share: float, full: int
) -> Iterator[Asked]:
    """Yield situations of seeded rounds; the first `full` have no dead cards, the others have some."""
    generator = random.Random(f"houseway/frozen/{slug}/{name}")
    found, number = 0, 0
    while found < count:
        table = games[found % len(games)]
        for situation in moments(table, seed_number(f"frozen/{name}", number), generator):
            if found == count:
                break
            early = slug in LATE and not situation.known.get("board")
            if early and table is not variants(slug)[0]:
                continue
            dead = "" if found < full or early else dead_cards(table, situation, dead_share, generator)
            yield Asked(table, situation, dead)
            found += 1
        number += 1


def moments(table: Game, seed: str, generator: random.Random) -> list[Situation]:
    """Return the decisions of one seat in a round that is played by any legal action but a fold."""
    state = opened(table, seed)
    found: list[Situation] = []
    while state.actor == SEAT and len(found) < DEEPEST:
        situation = table.situation(state.view(SEAT))
        if situation is None:
            break
        if not situation.without_value:
            found.append(situation)
        decisions = [action for action in state.decisions() if action.kind != "fold"] or list(state.decisions())
        state = state.apply(generator.choice(decisions)).advance()
    return found


def dead_cards(table: Game, situation: Situation, share: float, generator: random.Random) -> str:
    """Return dead cards: a share of what the situation does not show, or any number up to it where that is small."""
    left = list(format_cards(table.deck.cards).split())
    for card in f"{situation.cards} {_texts(dict(situation.known))}".split():
        if card in left:
            left.remove(card)
    most = int(len(left) * share)
    return " ".join(generator.sample(left, most if share > FEW else generator.randint(1, most)))


def _texts(known: dict[str, Any]) -> str:
    return " ".join(each for each in known.values() if isinstance(each, str))


# Between players.


def chances(slug: str, batch: int, count: int) -> Plain:
    """Return exact chances of seeded hands between players: after two or all community cards, with dead cards."""
    title, deck = players_analysis(slug), format_cards(game(slug, on=DAY).deck.cards).split()
    generator = random.Random(f"houseway/frozen/{slug}/{batch}")
    return [_chances(title, deck, generator) for _ in range(count)]


def _chances(title: Any, deck: list[str], generator: random.Random) -> Plain:
    cards = generator.sample(deck, 30)
    players, on_board = generator.randint(2, 4), generator.choice((2, title.BOARD_CARDS))
    held = [" ".join(cards[5 * seat : 5 * seat + generator.randint(2, 5)]) for seat in range(players)]
    board, dead = " ".join(cards[20 : 20 + on_board]), " ".join(cards[25 : 25 + generator.randint(0, 5)])
    result = title.equity(held, board, dead)
    told = [Figure(f"{each.win}, {each.tie}, {each.equity}") for each in result.players]
    return {"held": held, "board": board, "dead": dead, "options": told}


@contextmanager
def remembered_payoffs() -> Iterator[None]:
    """Let the payoffs of a title be computed once for all situations of a batch, which else takes most of the time."""
    compute = Payoffs.of.__func__  # type: ignore[attr-defined]
    known: list[tuple[Any, Any, Any]] = []

    def remembered(kind: Any, table: Any, stakes: Any = None, unit_cents: Any = None) -> Any:
        key = (None if stakes is None else sorted((wager.name, amount) for wager, amount in stakes.items()), unit_cents)
        for known_table, known_key, found in known:
            if known_table is table and known_key == key:
                return found
        found = compute(kind, table, stakes, unit_cents)
        known.append((table, key, found))
        return found

    with patch.object(Payoffs, "of", classmethod(remembered)):
        yield
