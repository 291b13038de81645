"""What a browser notes of a round, gathered as `fair/witness.js` gathers it: from the states that it is sent."""

from typing import Any

from houseway.room import LiveTable

Seen = dict[str, Any]
Snapshot = dict[str, Any]


class Witness:
    """One player's notes of one round."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.seen: Seen = {"heads": {}, "during": [], "piles": [], "events": []}

    def look(self, table: LiveTable, user_id: int) -> None:
        """Note the state that a player is sent now."""
        self.note(table.snapshot(user_id))

    def note(self, state: Snapshot) -> None:
        """Note one state."""
        seen, round_ = self.seen, state["round"]
        seen["heads"][str(state["seq"])] = round_["head"]
        shown = state["next"] or {"number": round_["number"] if state["phase"] == "playing" else None}
        if shown["number"] == self.number and state["seq"] not in seen["during"]:
            seen["during"].append(state["seq"])
        seen.setdefault("game", state["table"]["game"])
        seen.setdefault("readings", state["table"]["readings"])
        seen.setdefault("practice", state["table"]["practice"])
        if state["next"] is not None and state["next"]["number"] == self.number:
            seen.setdefault("commitment", state["next"]["commitment"])
        if state["phase"] in ("playing", "result") and round_["number"] == self.number:
            self._note_cards(state)

    def reveals(self, state: Snapshot, contribution: str) -> None:
        """Note that the player reveals, and to whom."""
        self.note(state)
        you = state["you"]
        self.seen |= {
            "seat": you["seat"],
            "user": you["user_id"],
            "contribution": contribution,
            "promises": state["round"]["promises"],
            "revealed_at": state["seq"],
        }

    def _note_cards(self, state: Snapshot) -> None:
        seen, seat = self.seen, self.seen.get("seat")
        for pile in state["piles"]:
            if pile not in seen["piles"]:
                seen["piles"].append(pile)
        seen["events"] = [
            {key: event[key] for key in ("clause", "seat", "cards", "amount")} for event in state["events"]
        ]
        if state["phase"] == "playing" and seat is not None:
            seen["bet"] = state["seats"][seat]["bet"]
        if state["phase"] == "result":
            seen["results"] = state["results"]
