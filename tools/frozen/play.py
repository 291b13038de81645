"""What is dealt and played: shuffles, hand rankings, golden transcripts, random rounds and seeded simulations."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from support.golden import GOLDEN, Golden
from support.rounds import MOST_SEATS, Variant, choose
from support.variants import VARIANTS

from frozen.advice import is_decided
from frozen.documents import DAY, ShortCounts, timeless
from frozen.leaves import Plain
from frozen.parts import Part
from houseway.analysis import analyzed, simulate
from houseway.analysis.compare.alternatives import NotCountedError, ShippedCounts
from houseway.analysis.declared.family import NoRuleListError
from houseway.cards import Deck, format_cards, shuffle
from houseway.cards.streams import deal
from houseway.errors import HousewayError, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.money import dollars, share_out, winnings
from houseway.games.engine.state import State
from houseway.games.strategies import strategy
from houseway.ranking import ranking
from houseway.ranking.system import _KNOWN as SYSTEMS

BATCH = 50
ROUNDS, ROUNDS_WITHOUT_ADVICE, QUICK_ROUNDS = 300, 1000, 12
SIMULATED = 2000
QUICK_HANDS, HANDS = 50, 500
QUICKLY_SIMULATED = frozenset({"casino-war", "dragon-bonus", "let-it-ride", "three-card-baccarat"})


def parts() -> Iterator[Part]:
    """Yield shuffles, rankings, transcripts, rounds and simulations."""
    yield Part("shuffle", shuffles, quick=True, depth=1)
    yield Part("money", money, quick=True, depth=1)
    yield Part("dealt", streams, quick=True, depth=1, cost=1.0)
    for name in SYSTEMS:
        yield Part(f"ranking/{name}/quick", ranked, (name, "quick", QUICK_HANDS), quick=True, depth=0, words_depth=0)
        yield Part(f"ranking/{name}/more", ranked, (name, "more", HANDS), depth=0, words_depth=0)
    for golden in GOLDEN:
        yield Part(f"transcript/{golden.name}", transcribed, (golden.name,), quick=True, depth=1, words_depth=1)
    for place, variant in enumerate(VARIANTS):
        name = f"rounds/{variant.slug}{'-file' if variant.paytable else ''}"
        yield Part(f"{name}/quick", played, (place, "quick", QUICK_ROUNDS), quick=True, depth=0, words_depth=0)
        for batch in range(rounds_of(variant.slug) // BATCH):
            numbers = f"{batch * BATCH:03}-{(batch + 1) * BATCH - 1:03}"
            yield Part(f"{name}/{numbers}", played, (place, numbers, BATCH), depth=0, words_depth=0, cost=0.3)
    for slug in analyzed():
        yield Part(f"simulate/{slug}", simulated, (slug,), quick=slug in QUICKLY_SIMULATED, depth=1, cost=2.0)


def rounds_of(slug: str) -> int:
    """Return how many random rounds of a game are frozen: more where there is no advice."""
    has_advice = slug not in analyzed() or is_decided(slug)
    return ROUNDS if has_advice else ROUNDS_WITHOUT_ADVICE


def shuffles() -> Plain:
    """Return shuffles of every kind of deck, by seeds of every kind, with and without a label."""
    decks = {
        "standard": Deck.standard(),
        "jokers": Deck.with_jokers(),
        "joker": Deck.with_jokers(1),
        "six": Deck.standard(6),
        "eight": Deck.standard(8),
        "stripped": Deck.stripped(ranks="789TJQKA"),
    }
    seeds: dict[str, int | str | bytes] = {"number": 7, "text": "houseway", "bytes": b"\x00\x01\xff"}
    return {
        f"{name}-{kind}{label}": format_cards(shuffle(deck, seed, label=label))
        for name, deck in decks.items()
        for kind, seed in seeds.items()
        for label in ("", "x")
    }


def streams() -> Plain:
    """Return the cards of simulated rounds."""
    decks = {"standard": (Deck.standard(), 9), "jokers": (Deck.with_jokers(), 12), "six": (Deck.standard(6), 14)}
    return {
        name: deal(200, cards, deck, seed=7, first_round=first).tolist()
        for first in (0, 2**33)
        for name, (deck, cards) in {f"{name}-{first}": each for name, each in decks.items()}.items()
    }


def money() -> Plain:
    """Return payouts of odd stakes, at odds that break cents, and payouts that share a limit."""
    odds = [Fraction(3, 2), Fraction(19, 20), Fraction(6, 5), Fraction(1, 3), Fraction(40)]
    stakes = (1, 5, 33, 77, 999, 12345)
    return {
        "winnings": [[stake, str(each), winnings(stake, each)] for stake in stakes for each in odds],
        "shares": [list(share_out(due, 1000)) for due in ([600, 0, 300], [700, 700], [333, 333, 667, 1], [1, 5000, 7])],
        "text": " ".join(dollars(amount) for amount in (0, 5, 100, -250, 123456789)),
    }


def ranked(system: str, name: str, count: int) -> Plain:
    """Return what some hands of a ranking system are worth, and what they are called."""
    rank = ranking(system).rank
    generator = random.Random(f"houseway/frozen/{system}/{name}")
    rules = ranking(system).system
    hands = [_hand(rules.deck, generator.choice(list(rules.sizes)), generator) for _ in range(count)]
    found = [(hand, rank(hand)) for hand in hands]
    return [
        {"cards": hand, "value": value.value, "kind": value.category.name, "text": value.name} for hand, value in found
    ]


def _hand(deck: Deck, size: int, generator: random.Random) -> str:
    return " ".join(sorted(generator.sample(format_cards(deck.cards).split(), size)))


def transcribed(name: str) -> Plain:
    """Return a golden round: what happened without words, event by event, and the transcript as it is read."""
    golden = next(each for each in GOLDEN if each.name == name)
    return {
        "file_is_text": golden.path.read_text("utf-8") == golden.text(),
        **told(_final(golden)),
        "text": golden.text(),
    }


def _final(golden: Golden) -> State:
    """Play a golden round to its end."""
    table = game(golden.slug, readings=golden.readings, paytable=golden.paytable)
    players = {seat: strategy(golden.slug, name, seed=golden.seed + seat) for seat, name in enumerate(golden.players)}
    start: dict[str, Any] = dict(golden.start)
    state = table.start(golden.bets, seed=golden.seed, **start).advance()
    while (seat := state.actor) is not None:
        assert isinstance(seat, int)
        state = state.apply(players[seat].choose(state.view(seat))).advance()
    return state


def told(state: State) -> dict[str, Plain]:
    """Return the events and settlements of a round."""
    settled = [
        {
            "seat": each.seat,
            "wager": each.wager,
            "staked": each.staked,
            "returned": each.returned,
            "clause": each.clause,
            "reason": each.reason,
        }
        for each in state.settlements
    ]
    return {"events": [each.to_dict() for each in state.events], "settlements": settled}


def played(place: int, name: str, count: int) -> Plain:
    """Return rounds with every reading, pay table, bet and legal action drawn by chance."""
    variant = VARIANTS[place]
    generator = random.Random(f"houseway/frozen/{variant.slug}/{bool(variant.paytable)}/{name}")
    return [_played(variant, generator) for _ in range(count)]


def _played(variant: Variant, generator: random.Random) -> Plain:
    table = variant.table(generator)
    n_seats = generator.choice(list(table.seats)[:MOST_SEATS])
    bets = [variant.bet(generator, table) for _ in range(n_seats)]
    options: dict[str, Any] = {"button": generator.randrange(n_seats)} if "stack" in bets[0] else {}
    state = table.start(bets, seed=generator.getrandbits(64), **options)
    while state.actor is not None:
        state = state.apply(choose(state, generator))
    opening = {
        "readings": dict(table.readings),
        "bets": [dict(bet) for bet in bets],
        "paytable": table.pay_set.name if table.pay_set and not variant.paytable else None,
        "results": [state.result(seat) for seat in range(state.n_seats)],
    }
    return {**opening, **told(state)}


def simulated(slug: str) -> Plain:
    """Return a seeded simulation by the best strategy, or by another where that would have to be counted first."""
    table = game(slug, on=DAY)
    counting = ShortCounts(jobs=1, cache=False)
    for name, runner in (
        (None, ShippedCounts()),
        ("rule-list", ShippedCounts()),
        ("random", counting),
        (None, counting),
    ):
        try:
            result = simulate(table, SIMULATED, seed=7, strategy=name, jobs=1, runner=runner)
        except (NotCountedError, NoRuleListError, UnknownName):
            continue
        return timeless(result.to_dict())
    raise HousewayError(f"{slug}: no strategy can be simulated without a count")
