"""Hands of Five Card HoldOut in the Poker Hand History format (PHH), which other programs read.

PHH has no code for this game: `FHO`, `PHO` and `NHO` are ours, for fixed, pot and no limit. Players are numbered from
the left of the button, amounts are cents, and burned cards are left out, as the format does.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from houseway.cards.notation import format_cards, parse_cards
from houseway.errors import UnknownName
from houseway.games.betting import FIXED
from houseway.games.engine.game import Game
from houseway.games.holdout_table import BIG_BET, HoldOutTable

VARIANTS = {"fixed": "FHO", "pot": "PHO", "no-limit": "NHO"}


def hands_as_phh(game: Game, table_id: int, rounds: Sequence[dict[str, Any]]) -> str:
    """Finished rounds of a table, the oldest first, as the text of a .phhs file; PHH cannot say that one was void."""
    if not isinstance(game, HoldOutTable):
        raise UnknownName(f"hand histories in PHH are for Five Card HoldOut; this table plays {game.title}")
    hands = [_hand(game, table_id, played) for played in reversed(rounds) if played["void"] is None]
    return "\n".join(f"[{place}]\n{hand}" for place, hand in enumerate(hands, start=1))


def _hand(game: HoldOutTable, table_id: int, played: dict[str, Any]) -> str:
    n_players = len(played["seats"])
    button = played["seats"].index(played["button"])
    order = [place % n_players for place in range(button + 1, button + 1 + n_players)]
    blinds = game.blinds(tuple(order))
    structure = game.reading("FCH-R1")
    bets = (
        {"small_bet": game.big_blind, "big_bet": BIG_BET * game.big_blind}
        if structure == FIXED
        else {"min_bet": game.big_blind}
    )
    fields: dict[str, object] = {
        "variant": VARIANTS[structure],
        "antes": [0] * n_players,
        "blinds_or_straddles": [blinds.get(place, 0) for place in order],
        **bets,
        "starting_stacks": [played["bets"][place]["stack"] for place in order],
        "actions": list(_actions(played["events"], {place: name for name, place in enumerate(order, start=1)})),
        "table": str(table_id),
        "hand": played["number"],
        "seats": [played["seats"][place] + 1 for place in order],
        "players": [played["names"][place] for place in order],
        "_unit": "cents of play chips",
    }
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def _actions(events: Sequence[dict[str, Any]], numbers: dict[int, int]) -> Iterator[str]:
    for event in events:
        player = f"p{numbers[event['seat']]}" if event["seat"] is not None else "d"
        action = event["action"] or {"kind": "shows" if event["text"].endswith(":") and event["cards"] else ""}
        cards = _joined(event["cards"])
        match action["kind"]:
            case "deal":
                yield from _deal(event, player, cards)
            case "fold":
                yield f"{player} f"
            case "check" | "call":
                yield f"{player} cc"
            case "bet" | "raise":
                yield f"{player} cbr {action['amount']}"
            case "discard":
                yield f"{player} sd {_joined(action['cards'])}".rstrip()
            case "shows" | "proceed" if cards:
                yield f"{player} sm {cards}"


def _deal(event: dict[str, Any], player: str, cards: str) -> Iterator[str]:
    """Hole cards or the board; a card that nobody sees is burned."""
    if event["seat"] is not None:
        yield f"d dh {player} {cards}"
    elif event["seen_by"] is None:
        yield f"d db {cards}"


def _joined(cards: str) -> str:
    return format_cards(parse_cards(cards)).replace(" ", "")


def _toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return str(value)
