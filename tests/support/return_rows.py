"""What a round of the table itself truly says of its outcome, and the row of a return table that says the same.

Rounds are told by their own endings and lines, never by analysis code.
"""

import re
from fractions import Fraction

from houseway.analysis.results.result import ReturnRow
from houseway.cards.card import JOKERS
from houseway.games.engine.declared.ending import Compared, IsMade, Lead, Outcome, PayClass
from houseway.games.engine.declared.round import DeclaredRound
from houseway.games.engine.declared.vocabulary import Chosen, Compare, Owner
from houseway.games.engine.state import State

THIRD_PERSON = {Outcome.WON: "wins", Outcome.TIED: "ties", Outcome.LOST: "loses"}
PLAIN = {Outcome.WON: "win", Outcome.TIED: "tie", Outcome.LOST: "lose"}


def truths(state: State) -> set[str]:
    """All that a row may truly say of a round of a declared title; where a hand has two halves, a copy loses."""
    assert isinstance(state, DeclaredRound)
    title, end = state.game, state.ended(0).end
    found = {", ".join(option.title for option in end.options.values())}
    several, halved = len(title.every(Compare)) > 1, bool(title.every(Chosen))
    for feature in end.features.values():
        if isinstance(feature, Compared):
            own, qualified = feature.of.own.title, "" if feature.qualified else "dealer does not qualify"
            by_name = THIRD_PERSON[feature.outcome]
            if feature.of.own.owner is not Owner.SEAT:
                ahead = own if feature.won else feature.of.against.title
                found.add("tie" if feature.tied else f"{ahead} wins")
            elif feature.of.has_title:
                named = f"{feature.of.title} {by_name}"
                found |= {qualified, f"{qualified}, {named}"} if qualified else {named}
            elif several:
                found |= {f"{own} {by_name}", f"{own} {'loses' if feature.tied and halved else by_name}"}
            else:
                word = PLAIN[feature.outcome]
                found |= {word, qualified or "dealer qualifies", f"{qualified}, {word}" if qualified else word}
        elif isinstance(feature, PayClass):
            form = title.table(feature.of).form.title
            found |= {feature.label, f"{form}: {feature.label}"} if feature.hit else {feature.label}
        elif isinstance(feature, IsMade):
            found.add(feature.of.title if feature.made else f"no {feature.of.title}")
        else:
            assert isinstance(feature, Lead)
            found.add(lead(feature))
    return found


def lead(found: Lead) -> str:
    if not found.points:
        return "natural tie" if found.natural else "tie"
    ahead = found.of.own if found.points > 0 else found.of.against
    return f"{ahead.title} by {'a natural' if found.natural else abs(found.points)}"


def lines_of(state: State) -> list[str]:
    return [event.text for event in state.events]


def two_hands(state: State) -> str:
    """2 Hand Hold 'Em: which hands were raised, and what became of them."""
    told = " ".join(lines_of(state))
    ended = {number: re.findall(rf"Hand {number} (win|lose|push)", told)[-1] for number in (1, 2)}
    raised = [number for number in (1, 2) if f"raises Hand {number}" in told]
    said = {"win": "wins", "push": "pushes", "lose": "loses"}
    if len(raised) == 1:
        its, other = ended[raised[0]], ended[3 - raised[0]]
        return f"one raised: it {said[its]}, the other {said[other]}"
    better, worse = sorted(ended.values(), key=[*said].index)
    together = f"both {better}" if better == worse else f"one {said[better]}, one {said[worse]}"
    return f"{'both' if raised else 'none'} raised: {together}"


def drawn(state: State) -> str:
    """Double Draw: the last hand, or the option at which it was folded."""
    told = lines_of(state)
    if any("folds" in line for line in told):
        return f"folded at the {'second' if any('stays in' in line for line in told) else 'first'} option"
    (line,) = [line for line in told if re.match(r"seat 0 (wins|loses) with", line)]
    hand = re.sub(r"^seat 0 \w+ with (an? )?", "", line).partition(",")[0]
    if "loses" in line:
        return "less than two pair"
    if hand == "royal flush":
        (shown,) = [event.cards for event in state.events if event.text == line]
        return f"{'wild' if any(card in JOKERS for card in shown) else 'natural'} royal flush"
    return hand


def kept_or_split(state: State) -> str:
    """Fast Action: which bets were split, the Antes that won, and the hands of the Bonuses."""
    told = " ".join(lines_of(state))
    split = [bet for bet in ("Ante", "Bonus") if f"makes the Split {bet} bet" in told]
    how = {"": "keep two cards", "AnteBonus": "split both"}.get("".join(split), f"split the {''.join(split)}")
    won = len(re.findall(r"Ante beats", told))
    one = "Ante wins" if won else "Ante loses"
    antes = ("both hands lose", "one hand wins", "both hands win")[won] if "Ante" in split else one
    paid = [name for name, _ in re.findall(r"Bonus pays [^:]*: ([a-z -]+?)(,| seat|$)", told)]
    hands = [*paid, *["nothing"] * len(re.findall(r"Bonus is taken", told))]
    return f"{how}: {antes}, Bonus {' and '.join(hands)}"


LABELS = {
    "two-hand-holdem": two_hands,
    "double-draw-poker": drawn,
    "fast-action-holdem": kept_or_split,
    "fast-action-holdem-multi": kept_or_split,
}
"""How a round of a game that has an analysis of its own is told."""


def told(state: State, slug: str) -> set[str]:
    return {*LABELS[slug](state).split("; ")} if slug in LABELS else truths(state)


def says(row: ReturnRow, said: set[str]) -> int:
    """How many true things a row says; -1 where one is not true."""
    parts = [part for part in row.outcome.split("; ") if part != "any other"]
    return len(parts) if {*parts} <= said else -1


def row_of(said: set[str], net: Fraction, rows: tuple[ReturnRow, ...]) -> ReturnRow | None:
    """The row that says most, all of it true, that of the net among rows of the same words; None where none is true.

    A row that names no row of a pay table says that none is hit, where others name one.
    """
    forms = {part.partition(": ")[0] for row in rows for part in row.outcome.split("; ") if ": " in part}
    hits = {part for part in said if part.partition(": ")[0] in forms and ": " in part}
    rows = tuple(row for row in rows if hits <= {*row.outcome.split("; ")}) or rows[:0]
    most = max((says(row, said) for row in rows), default=-1)
    fullest = [row for row in rows if says(row, said) == most]
    return None if most < 0 else next((row for row in fullest if row.pays == net), fullest[0])
