"""What a person does next, from what their page shows: mostly what the rules allow, so that rounds end."""

import random
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulation.browser import Browser

Snapshot = dict[str, Any]
Message = dict[str, Any]
UNITS = (100, 200, 500, 1000, 5000, 20_000)
FEW_CHIPS = 20_000
STACKS = (10_000, 20_000, 40_000)


def choose(seen: Snapshot, browser: "Browser", generator: random.Random) -> Message | None:
    """A message, or None where there is nothing to do."""
    seat = seen["you"]["seat"]
    if seat is None:
        return _sit(seen, generator) if browser.plays_on else None
    if seen["phase"] == "revealing":
        return _reveal(seen, seat, browser, generator)
    if seen["phase"] == "playing":
        return _decide(seen, seat, browser, generator)
    return _bet_or_not(seen, seat, browser, generator)


def _sit(seen: Snapshot, generator: random.Random) -> Message | None:
    empty = [seat["seat"] for seat in seen["seats"] if seat["kind"] == "empty"]
    return {"type": "sit", "seat": generator.choice(empty)} if empty else None


def _decide(seen: Snapshot, seat: int, browser: "Browser", generator: random.Random) -> Message | None:
    if seen["actor"] != seat or not seen["legal_actions"]:
        if generator.random() < browser.habits.restless / 4 and browser.world.faults.on:
            return generator.choice(({"type": "leave"}, {"type": "sit_out", "value": True}))
        return None
    if browser.asleep_at == seen["move"]:
        return None
    if generator.random() < browser.habits.sleepy and browser.world.faults.on:
        browser.asleep_at = seen["move"]
        return None
    options = [option for option in seen["legal_actions"] if option["affordable"]]
    if not options:
        return {"type": "rebuy"}
    chosen = generator.choice(options)
    action = {name: chosen[name] for name in ("kind", "cards", "amount", "option")}
    return {"type": "act", "action": action, "move": seen["move"]}


def _bet_or_not(seen: Snapshot, seat: int, browser: "Browser", generator: random.Random) -> Message | None:
    own = seen["seats"][seat]
    if not browser.plays_on:
        return None if own["sitting_out"] else {"type": "sit_out", "value": True}
    if generator.random() < browser.habits.restless:
        return generator.choice(
            ({"type": "leave"}, {"type": "sit_out", "value": True}, {"type": "sit_out", "value": False}, None)
        )
    if own["barred_until"] is not None:
        return None
    if own["ready"] and generator.random() > browser.habits.restless:
        return None
    if seen["you"]["chips"] < FEW_CHIPS and generator.random() < 0.8:
        return {"type": "rebuy"}
    contribution = generator.randbytes(32).hex()
    promise = promise_of(seen, seat, contribution) if generator.random() < 0.9 else ""
    browser.kept[promise] = contribution
    return {"type": "bet", "wagers": wagers_for(seen, own, generator), "promise": promise}


def promise_of(seen: Snapshot, seat: int, contribution: str) -> str:
    """What a page sends with the bet, as docs/fairness.md has it."""
    coming = seen["next"]
    words = f"houseway/promise/1:{coming['commitment']}:{seen['table']['id']}:{coming['number']}:{seat}:{contribution}"
    return sha256(words.encode()).hexdigest()


def _reveal(seen: Snapshot, seat: int, browser: "Browser", generator: random.Random) -> Message | None:
    """What was promised, by this page or by another of the same person; some withhold it."""
    promise = seen["round"]["promises"].get(str(seat), "")
    if not seen["seats"][seat]["reveals"] or promise not in browser.kept or browser.withholds == promise:
        return None
    if generator.random() < browser.habits.sleepy / 4 and browser.world.faults.on:
        browser.withholds = promise
        return None
    return {"type": "reveal", "contribution": browser.kept[promise]}


def wagers_for(seen: Snapshot, own: dict[str, Any], generator: random.Random) -> dict[str, int]:
    """Opening wagers, in any order of their names; the required ones and some of the others."""
    names = seen["table"]["wagers"]
    if any(wager["name"] == "stack" for wager in names):
        return {} if own["chips"] else {"stack": generator.choice(STACKS)}
    unit = max(generator.choice(UNITS), seen["table"]["limits"]["least_wager"])
    chosen = [wager["name"] for wager in names if wager["required"] or generator.random() < 0.4]
    generator.shuffle(chosen)
    return dict.fromkeys(chosen, unit)
