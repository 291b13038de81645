"""Rivers between two players, solved for the pages, for computer players and for the trainer."""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from json import dumps
from math import comb, isnan
from time import perf_counter
from typing import TYPE_CHECKING, Any

from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards, parse_cards
from houseway.errors import BadSetting, unknown
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.training.search import Wanted
from houseway.training.spots import SEAT, NoSpot, deal_players_spot, kind_of, seed_number
from houseway.web.player_vs_player import last_round_of, players_question

if TYPE_CHECKING:
    from houseway.analysis.between_players import PlayersAnalysis
    from houseway.analysis.solve.answer import SubgameAnswer
    from houseway.analysis.solve.looking import Look
    from houseway.analysis.solve.ranges import Range


MOST_HANDS = 400_000
"""Maximum hands of both players: four cards each, in full ranges."""
MOST_WORK, MOST_ITERATIONS = 60_000_000, 2000
"""Maximum of hands times iterations, a few seconds of work, and maximum iterations for any number of hands."""
MOST_KEPT = 4
PERCENT = 100
Request = Mapping[str, Any]
Report = Callable[[str, int, int], None]
_cached: OrderedDict[str, "SubgameAnswer"] = OrderedDict()
"""The latest solutions of this process, so that another hand of one needs no new iterations."""


def solved_spot(game: Game, request: Request, report: Report) -> dict[str, Any]:
    """Return the solution of a spot in figures, its decisions, and the hands at the decision to show."""
    from houseway.analysis.between_players import players_analysis
    from houseway.analysis.solve.looking import Look

    title = players_analysis(game)
    answer = _answer(title, request)
    tree, line = answer.tree, request["line"]
    if line not in tree.lines:
        raise unknown("line", line, [each or "start" for each in tree.lines])
    decision = tree.lines.index(line)
    look = Look(answer.game, int(tree.actors[decision]))
    share = answer.solved.exploitability / answer.game.pot if answer.game.pot else None
    return {
        "value": answer.solved.value,
        "exploitability": {"bb": answer.solved.exploitability, "pot_share": share},
        "iterations": answer.solved.iterations,
        "seconds": round(answer.seconds, 3),
        "reached": share is not None and share <= request["target"] / PERCENT,
        "hands": [len(each.hands) for each in answer.game.ranges],
        "decisions": [
            {"player": player, "line": each, "actions": list(often), "often": list(often.values())}
            for player, each, often in answer.frequencies()
        ],
        "looked_at": decision,
        "strengths": list(_rows(title, look, decision)),
        "hand": _hand(title, look, decision, request["hand"]) if request["hand"] else None,
    }


def live_answer(game: Game, request: Request, report: Report) -> dict[str, Any]:
    """Return an answer for a computer player.

    It is the blueprint's action at a moment of a heads-up hand, if there is one. If not, it is how often each action is
    taken on the river. Before the river it is the share of the pot, and for a whole hand the cards to hold.
    """
    from houseway.analysis.between_players import players_analysis

    title = players_analysis(game)
    if "lines" in request:
        asked = [request[name] for name in ("cards", "holds", "player", "lines", "board", "legal")]
        planned = title.planned_play(*asked, solving=request["solving"])
        return {"often": planned.often, "rests_on": planned.rests_on}
    if "hand" in request:
        return {"held": format_cards(title.best_held(request["hand"]))}
    if len(parse_cards(request["board"], deck=Deck.standard())) < title.BOARD_CARDS:
        holds = request["holds"][1 - request["player"]]
        return {"share": title.share_of_pot(request["held"], request["board"], holds)}
    play = title.live_river(*(request[name] for name in ("held", "board", "holds", "player", "pot", "line", "legal")))
    return {"often": play.often, "exploitability": play.exploitability}


def _answer(title: "PlayersAnalysis", request: Request) -> "SubgameAnswer":
    from houseway.analysis.solve.answer import SubgameAnswer
    from houseway.analysis.solve.locks import lock_as_typed

    spot = {name: value for name, value in request.items() if name not in ("line", "hand", "task")}
    key = dumps(spot, sort_keys=True)
    if key in _cached:
        _cached.move_to_end(key)
        return _cached[key]
    begun = perf_counter()
    solved = title.subgame(request["board"], request["holds"], request["pot"], _ranges(title, request))
    for lock in request["locks"]:
        lock_as_typed(solved, lock, parse_cards(request["board"], deck=Deck.standard()), title.named_hands)
    hands = sum(len(each.hands) for each in solved.ranges)
    most = min(MOST_ITERATIONS, max(1, MOST_WORK // hands))
    found = solved.solve(request["target"] / PERCENT * request["pot"], most)
    _cached[key] = SubgameAnswer(solved, found, perf_counter() - begun)
    if len(_cached) > MOST_KEPT:
        _cached.popitem(last=False)
    return _cached[key]


def _ranges(title: "PlayersAnalysis", request: Request) -> "list[Range]":
    """Return both ranges, if the board is complete and the total number of hands is small enough."""
    from houseway.analysis.solve.range_text import typed_range
    from houseway.analysis.solve.ranges import full_range

    deck = Deck.standard()
    seen = parse_cards(request["board"], deck=deck)
    if len(seen) < title.BOARD_CARDS:
        raise BadSetting(
            f"The board needs all {title.BOARD_CARDS} cards here; you gave {len(seen)}. Streets before the river take "
            "minutes and gigabytes of memory. Run the command shown on this page on your computer."
        )
    texts = list(zip(request["ranges"], request["holds"], strict=True))
    full = sum(comb(deck.size - len(seen), size) for text, size in texts if not text.strip())
    if full > MOST_HANDS:
        raise _too_many(full)
    ranges = [
        typed_range(text, deck, size, seen, title.named_hands) if text.strip() else full_range(deck, size, seen)
        for text, size in texts
    ]
    hands = sum(len(each.hands) for each in ranges)
    if hands > MOST_HANDS:
        raise _too_many(hands)
    return ranges


def _too_many(hands: int) -> BadSetting:
    return BadSetting(
        f"The two ranges have {hands:,} hands together; the limit here is {MOST_HANDS:,}. Type narrower ranges, "
        "or run the command shown on this page on your computer."
    )


def _rows(title: "PlayersAnalysis", look: "Look", decision: int) -> Iterator[dict[str, Any]]:
    from houseway.analysis.solve.looking import strength_rows

    for row in strength_rows(look, decision, title.strength_group):
        yield {
            "words": title.strength_words(row.weakest, row.strongest),
            "hands": row.hands,
            "share": row.share,
            "often": row.often,
            "values": row.values,
        }


def _hand(title: "PlayersAnalysis", look: "Look", decision: int, text: str) -> dict[str, Any]:
    """Return how the deciding player plays one hand there, and the value of each of its actions."""
    known = look.game.ranges[look.player]
    cards = sorted(parse_cards(text, deck=Deck.standard(), count=range(known.size, known.size + 1)))
    places = (known.hands == cards).all(axis=1).nonzero()[0]
    if not len(places):
        raise BadSetting(
            f"{format_cards(cards)} is not in the range of player {look.player + 1}, or the board has one of its cards."
        )
    place = int(places[0])
    strength = int(look.strengths[place])
    return {
        "cards": format_cards(cards),
        "words": title.strength_words(strength, strength),
        "often": look.play(decision)[:, place].tolist(),
        "values": [None if isnan(value) else value for value in look.values(decision)[:, place].tolist()],
        "comes": float(look.reach(decision)[place] / known.weights[place]),
    }


Plain = dict[str, Any]


def players_spot(
    game: GameBetweenPlayers,
    wanted: Wanted,
    base: str,
    numbers: range,
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
) -> Plain:
    """Return the first suitable hand among some numbers, or none, and the number of the hand to continue with.

    At least one hand is tried. After the given seconds no other is begun, so that others get their turn.
    """
    until = clock() + seconds
    for number in numbers:
        found = _dealt(game, wanted, seed_number(base, number))
        if found is not None or clock() >= until:
            return {"spot": None, **(found or {}), "next": number + 1}
    return {"spot": None, "next": numbers.stop}


def _dealt(game: GameBetweenPlayers, wanted: Wanted, seed: str) -> Plain | None:
    try:
        spot = deal_players_spot(game, seed)
    except NoSpot:
        return None
    state = spot.state()
    kind = kind_of(state)
    if not wanted.has_kind(kind):
        return None
    question = players_question(state, SEAT)
    advice = last_round_of(game, question)
    if "margin" not in advice or not _is_close(wanted, advice):
        return None
    return {"spot": spot.to_dict(), "kind": [kind.decision, kind.hand], "question": question, "advice": advice}


def _is_close(wanted: Wanted, advice: Plain) -> bool:
    """Return whether the best action gains little enough over the next.

    A gain within the solution's error does not count.
    """
    if wanted.closest is None:
        return True
    values = [Fraction(option["value"]["exact"]) for option in advice["options"]]
    gains = [values[0] - value for value in values if float(values[0] - value) > advice["margin"]]
    return bool(gains) and min(gains) <= wanted.closest
