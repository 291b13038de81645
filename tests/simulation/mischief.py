"""What no page sends: moves of others, of the dealer or of another time, amounts out of reach, and plain garbage."""

import json
import random
from typing import Any

Snapshot = dict[str, Any]
HUGE = 10**12


def nonsense(seen: Snapshot, generator: random.Random) -> str:
    """One message that the room must refuse, or must not be harmed by."""
    turn_of_another = isinstance(seen["actor"], int) and seen["actor"] != seen["you"]["seat"]
    made = _out_of_turn if turn_of_another and generator.random() < 0.3 else generator.choice(KINDS)
    message = made(seen, generator)
    return message if isinstance(message, str) else json.dumps(message)


def _act(seen: Snapshot, move: int | None = None, **action: Any) -> dict[str, Any]:
    plain = {"kind": "fold", "cards": "", "amount": 0, "option": "", **action}
    return {"type": "act", "action": plain, "move": seen["move"] if move is None else move}


def _void(seen: Snapshot, generator: random.Random) -> dict[str, Any]:
    option = generator.choice(("shuffler-fault", "card-found-on-floor", "misdeal", "wrong-count", ""))
    return _act(seen, kind="void", option=option)


def _dealers_move(seen: Snapshot, generator: random.Random) -> dict[str, Any]:
    return _act(seen, kind=generator.choice(("proceed", "deal")), cards=generator.choice(("", "As", "As Kd Qh")))


def _stale(seen: Snapshot, generator: random.Random) -> dict[str, Any]:
    move = max(0, seen["move"] + generator.choice((-2, -1, 1, 2)))
    return _act(seen, move, kind=generator.choice(("fold", "check", "call", "five", "draw", "keep")))


def _out_of_turn(seen: Snapshot, generator: random.Random) -> dict[str, Any]:
    """A move that the one whose turn it is might make."""
    return _act(seen, kind=generator.choice(("fold", "check", "call", "five", "draw", "stand", "keep")))


def _huge_bet(seen: Snapshot, generator: random.Random) -> dict[str, Any]:
    names = [wager["name"] for wager in seen["table"]["wagers"]]
    return {"type": "bet", "wagers": dict.fromkeys(names, generator.choice((HUGE, 10**9, 10**7)))}


def _huge_raise(seen: Snapshot, generator: random.Random) -> dict[str, Any]:
    return _act(seen, kind=generator.choice(("bet", "raise", "call")), amount=generator.choice((HUGE, 1, 3)))


def _odd_bet(seen: Snapshot, generator: random.Random) -> dict[str, Any]:
    names = [wager["name"] for wager in seen["table"]["wagers"]]
    generator.shuffle(names)
    wagers = {name: generator.choice((0, 1, 100, 500)) for name in names}
    if generator.random() < 0.3:
        wagers["no such wager"] = 500
    return {"type": "bet", "wagers": wagers, "promise": generator.choice(("", "00", "zz", "FF" * 32, "0" * 3))}


def _another_seat(seen: Snapshot, generator: random.Random) -> dict[str, Any]:
    return {"type": "sit", "seat": generator.choice((0, 1, 2, 3, 19))}


def _false_reveal(seen: Snapshot, generator: random.Random) -> dict[str, Any]:
    promises = [*seen["round"]["promises"].values(), "", "00", "zz" * 32]
    return {"type": "reveal", "contribution": generator.choice((generator.randbytes(32).hex(), *promises))}


def _garbage(seen: Snapshot, generator: random.Random) -> str:
    return generator.choice(
        (
            "",
            "{",
            "null",
            "[]",
            '{"type":"act"}',
            '{"type":"bet","wagers":{"ante":-1}}',
            '{"type":"bet","wagers":{"ante":1e3}}',
            '{"type":"sit","seat":true}',
            '{"type":"void","option":"shuffler-fault"}',
            '{"type":"close"}',
            "\u0000",
            "x" * 20_000,
        )
    )


KINDS = (
    _void,
    _dealers_move,
    _stale,
    _out_of_turn,
    _huge_bet,
    _huge_raise,
    _odd_bet,
    _another_seat,
    _false_reveal,
    _garbage,
)
