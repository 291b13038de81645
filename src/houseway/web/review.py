"""A round that is over, step by step: the table as one seat saw it at each moment, and what was decided there.

Everything is made from the records of the round, each of which is taken anew and must come out as it was written.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Any

from houseway.errors import BrokenLog, UnknownName
from houseway.games.engine.action import Action
from houseway.games.engine.event import HIDDEN, visible_text
from houseway.games.telling.verdict import action_words
from houseway.room.log import Head, Record, at_record, check_link, read_line, read_record
from houseway.room.replay import moments, shown_seeds
from houseway.room.spec import TableSpec
from houseway.room.state import Round, TableState
from houseway.room.table_view import Viewer, facts_of_game, snapshot
from houseway.training.kinds import kind_of
from houseway.web.errors import NoAdvice
from houseway.web.situations import Question, question_of, unit_cents

Moments = Sequence[tuple[Record, TableState]]
SHOWN_KINDS = ("started", "acted", "voided", "settled")


def review(past: Moments, seat: int | None, open_cards: bool) -> dict[str, Any]:
    """All steps of a round. `seat` is whose cards are seen; `open_cards` shows those of every seat as well."""
    over = past[-1][1]
    played = _round_of(over)
    if seat is not None and seat not in played.seats:
        others = ", ".join(str(each + 1) for each in played.seats)
        raise UnknownName(f"Seat {seat + 1} did not play this round. Seats that did: {others}.")
    user_id = None if seat is None else played.users[played.seats.index(seat)]
    shown = [(record, state) for record, state in past if record.kind in SHOWN_KINDS]
    decisions = [_decision(state, later) for (_, state), (later, _) in pairwise(shown)]
    return {
        "table": facts_of_game(over),
        "number": played.number,
        "at": past[-1][0].at,
        "seats": [_player(over, played, place) for place in range(len(played.seats))],
        "seat": seat if user_id is not None else None,
        "steps": [
            {"seq": record.seq, "kind": record.kind, "decision": decision, **_seen(record, state, user_id, open_cards)}
            for (record, state), decision in zip(shown, [*decisions, None], strict=True)
            if record.kind in ("started", "settled") or not _is_over(state)
        ],
    }


def question_at(past: Moments, seq: int) -> tuple[Question, Action, int]:
    """Return the question of the seat that decided by a record, its decision, and the size of its unit in cents."""
    for (_, before), (record, _) in pairwise(past):
        if record.seq == seq and record.kind == "acted":
            seat = record.data["seat"]
            return question_of(before, seat), Action.from_dict(record.data["action"]), unit_cents(before, seat)
    raise UnknownName(f"Record {seq!r} is not a decision of this round.")


def spot_at(past: Moments, move: int, user_id: int) -> dict[str, Any]:
    """A decision of a person as it was asked: what the seat saw, what it could do, and the question for its values."""
    for (_, before), (record, _) in pairwise(past):
        if record.kind == "acted" and record.data["move"] == move:
            seat = record.data["seat"]
            played = _round_of(before)
            if played.users[played.seats.index(seat)] != user_id:
                break
            return asked_again(before, seat, user_id)
    raise UnknownName(f"Move {move!r} is not one of your decisions in this round.")


def asked_again(state: TableState, seat: int, user_id: int) -> dict[str, Any]:
    """The moment at which a seat decides, to be decided once more with chips that do not run out."""
    practiced = replace(state, spec=replace(state.spec, practice=True))
    assert practiced.round is not None, "a seat decides in a round"
    kind = kind_of(practiced.round.state)
    present = frozenset(user for user in practiced.round.users if user is not None)
    return {
        "table": facts_of_game(practiced),
        "snapshot": snapshot(practiced, Head(0, ""), Viewer(user_id, {}, present, None), {}),
        "question": question_of(state, seat),
        "kind": [kind.decision, kind.hand],
    }


def moments_of_lines(lines: Iterable[str]) -> list[tuple[Record, TableState]]:
    """The moments of a round cut out of an exported log: its opening, then from a commitment to the end of its round.

    Their hashes must be those of the records, and each must follow on the one before: what came between the opening
    and the commitment is not there, so this does not tell whether the whole log holds. The log is anybody's: its
    table is checked as one that somebody opens.
    """
    links = [(read_record(body), hash_text, body) for body, hash_text in map(read_line, lines)]
    if len(links) < 3 or links[0][0].kind != "opened" or links[1][0].kind != "committed":
        raise BrokenLog("Expected the record that opens the table, a commitment, and the records of its round.")
    opening, first = links[0][0], links[1][0]
    check_link(opening, links[0][1], links[0][2], opening.table, Head())
    head = Head(first.seq - 1, first.previous)
    for record, hash_text, body in links[1:]:
        head = check_link(record, hash_text, body, opening.table, head)
    records = [record for record, _, _ in links[1:]]
    if records[-1].kind != "settled":
        raise BrokenLog("Expected a finished round: its last record is the settlement.")
    with at_record(opening.seq):
        spec = TableSpec.from_dict(opening.data["spec"])
        checked = replace(spec, bots={}).completed(date.today())
        base = TableState.opened(opening.table, replace(checked, bots=spec.bots))
    return list(moments(records, base, shown_seeds(records)))


def _round_of(state: TableState) -> Round:
    found = state.round or state.last
    assert found is not None, "a round that is over stays in view"
    return found


def _is_over(state: TableState) -> bool:
    return state.round is None or state.round.state.is_over


def _player(over: TableState, played: Round, place: int) -> dict[str, Any]:
    sitter = over.seats[played.seats[place]]
    return {
        "seat": played.seats[place],
        "kind": "bot" if played.users[place] is None else "person",
        "name": over.spec.automatic.get(played.seats[place], "" if sitter is None else sitter.name),
        "result": played.results[played.seats[place]],
    }


def _decision(state: TableState, later: Record) -> dict[str, Any] | None:
    """What the next record decides, and whether a value of it is known."""
    if later.kind != "acted":
        return None
    action = Action.from_dict(later.data["action"])
    told = {
        "seq": later.seq,
        "move": later.data["move"],
        "seat": later.data["seat"],
        "by": later.data["by"],
        "action": action.to_dict(),
        "words": action_words(state.game.felt(), action),
    }
    try:
        question_of(state, later.data["seat"])
    except NoAdvice as reason:
        return {**told, "text": str(action), "no_value": str(reason)}
    return {**told, "text": str(action), "no_value": ""}


def _seen(record: Record, state: TableState, user_id: int | None, open_cards: bool) -> dict[str, Any]:
    played = _round_of(state)
    present = frozenset(user for user in played.users if user is not None)
    viewer = Viewer(user_id, {}, present, None)
    seen = snapshot(state, Head(record.seq, ""), viewer, {})
    del seen["table"]
    seen |= {"legal_actions": [], "prompt": None}
    seen["you"] = {**seen["you"], "user_id": None}
    if open_cards:
        seen["piles"] = _all_cards(played)
    return {"snapshot": seen}


def _all_cards(played: Round) -> list[dict[str, Any]]:
    """Every pile with the cards that anyone at the table saw."""
    return [
        {
            "name": pile.name,
            "seat": None if pile.seat is None else played.seats[pile.seat],
            "cards": visible_text(pile.cards if pile.seen_by != () else (HIDDEN,) * len(pile.cards)).split(),
        }
        for pile in played.state.piles()
    ]
