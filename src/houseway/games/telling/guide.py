"""How to play: the steps of a round in order, in the words of the sheet, and the decisions.

The order comes from sample rounds, always the same ones, so it is the order of the title's procedure. A clause that no
sample round reaches, such as that of a rare tie, goes to the step that the sheet has reached.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from houseway.cards.notation import format_cards
from houseway.games.catalogue import game_class
from houseway.games.engine.action import descending
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import Reading, Sheet
from houseway.games.engine.state import CHANCE, State
from houseway.games.engine.view import Situation
from houseway.games.telling.prompt import words_of
from houseway.games.telling.words import choice_words, listed, plain

ROUNDS = 16
UNIT = 1000
BETS, DEAL, DECISION, DEALER, SETTLEMENT, OTHERWISE = "bets", "deal", "decision", "dealer", "settlement", "otherwise"
TITLES = {
    BETS: "Before the deal",
    DEAL: "The deal",
    DECISION: "Your decision",
    DEALER: "The dealer",
    SETTLEMENT: "Results and payouts",
    OTHERWISE: "Irregularities",
}
LATER_DEAL, AT_THE_END = "More cards", "At the end"
SEEN_BESIDES = ("board", "dealer")
"""Other cards that a situation may name. Their number at one decision is always the same."""
_REFERENCE = re.compile(r"\s*\((?:see )?[A-Z0-9]+-R?\d+\w*(?:(?:,| and| to) [A-Z0-9]+-R?\d+\w*)*\)")
LEFT_OPEN = "depends on the house"
"""The words of a clause for a question that its readings answer."""
_READING = re.compile(r"\b[A-Z0-9]+-R\d+\b")
Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class GuideStep:
    """One step of the round: its title, its choices, and its clauses."""

    title: str
    choices: tuple[str, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision about which a player can ask: its choices, and an example situation."""

    choices: tuple[str, ...]
    example: Situation

    @property
    def title(self) -> str:
        """Return the choices as one line."""
        return listed([self.choices[0], *(words[:1].lower() + words[1:] for words in self.choices[1:])], "or")

    @property
    def kind(self) -> tuple[object, ...]:
        """Return the kind of decision: the same decision with the same number of visible cards."""
        known = self.example.known
        sizes = [len(known.get(name, "").split()) for name in SEEN_BESIDES]
        return known.get("stage", 0), len(self.example.cards.split()), *sizes

    def to_dict(self) -> dict[str, Any]:
        """Return a plain form for JSON.

        It has the cards of the example by their places, whether cards may be out of play, and whether other decisions
        came before it.
        """
        known = self.example.known
        places = {"cards": self.example.cards, **{name: known[name] for name in SEEN_BESIDES if known.get(name)}}
        after = {"dead": "dead" in known, "later": bool(known.get("taken"))}
        return {"title": self.title, "places": places, **after, "stage": known.get("stage", 1)}


@dataclass(frozen=True, slots=True)
class Guide:
    """How a game is played: its steps and its decisions."""

    steps: tuple[GuideStep, ...]
    moments: tuple[Moment, ...]

    def to_dict(self, sheet: Sheet) -> dict[str, Any]:
        """Return a plain form for JSON, each clause with its text."""
        return {
            "steps": [
                {
                    "title": step.title,
                    "choices": list(step.choices),
                    "clauses": [{"id": each, "words": clause_in_full(sheet, each)} for each in step.clauses],
                }
                for step in self.steps
            ],
            "moments": [moment.to_dict() for moment in self.moments],
        }


def without_references(text: str) -> str:
    """Return a clause without references to other clauses.

    >>> without_references("Ante and Play push (3CP-R3). A tie pays (2HH-9b, 2HH-R1).")
    'Ante and Play push. A tie pays.'
    """
    return plain(_REFERENCE.sub("", text))


def clause_in_full(sheet: Sheet, clause: str) -> str:
    """Return a clause as this guide shows it. If it leaves something to the house, add the default answer."""
    words = sheet.clauses[clause]
    left_open = [sheet.readings[each] for each in _READING.findall(words) if LEFT_OPEN in words]
    return without_references(words) + "".join(map(_default, left_open))


def _default(reading: Reading) -> str:
    asked, _, _ = reading.question.partition("?")
    answer = choice_words(reading, reading.default)
    return f" {asked}? Default: {answer[:1].lower()}{answer[1:]}."


@dataclass
class _Part:
    """Consecutive steps of one kind in a round, and which one of its kind it is."""

    place: Place
    clauses: list[str] = field(default_factory=list)
    choices: dict[str, None] = field(default_factory=dict)


@cache
def guide_of(slug: str) -> Guide:
    """Return how a game is played under the default readings."""
    game = game_class(slug).configure()
    rounds = [list(_parts(game, seed)) for seed in range(ROUNDS)]
    return Guide(tuple(_steps(game, rounds)), tuple(_moments(game)))


def _round(game: Game, seed: int) -> Iterator[tuple[State, State]]:
    """Yield the states of one round, each with the next. Seats choose at random, and fold only in every other round."""
    choices, bets = random.Random(seed), [game.usual_bet(UNIT)] * game.seats[0]
    state = game.start(bets, seed=seed).advance()
    while not state.is_over:
        stays = [action for action in state.decisions() if seed % 2 or action.kind != "fold"]
        state = state.apply(choices.choice(stays or state.decisions())).advance()
    before: State = game.start(bets, open_shoe=True)
    for event in state.events:
        if event.action is not None:
            after = before.repeat(event.action)
            yield before, after
            before = after


def _parts(game: Game, seed: int) -> Iterator[_Part]:
    """Yield the parts of one round. Events before the first step belong to the bets."""
    times: Counter[str] = Counter()
    part = _Part((BETS, 0), [wager.clause for wager in game.wagers])
    for state, after in _round(game, seed):
        if part.place[0] == BETS:
            part.clauses += [event.clause for event in state.events]
        kind = _kind(state, after)
        if kind != part.place[0]:
            yield part
            part = _Part((kind, times[kind]))
            times[kind] += 1
        part.clauses += [event.clause for event in after.events[len(state.events) :]]
        part.clauses += [each.clause for each in after.settlements[len(state.settlements) :]]
        part.clauses += _chosen_by(state)
        part.choices |= dict.fromkeys(_choices(state))
    yield part


def _kind(state: State, after: State) -> str:
    if isinstance(state.actor, int):
        return DECISION
    if len(after.settlements) > len(state.settlements):
        return SETTLEMENT
    return DEAL if state.actor == CHANCE else DEALER


def _choices(state: State) -> tuple[str, ...]:
    """Return the choices of the acting seat, without prices. There are none if chance or the dealer acts."""
    felt = state.game.felt()
    return tuple(dict.fromkeys(words_of(felt, each.kind, each.option) for each in state.decisions()))


def _chosen_by(state: State) -> list[str]:
    """Return the clauses of all choices of the acting seat, whatever it chose in this round."""
    each_once = {(action.kind, action.option): action for action in reversed(state.decisions())}
    states = [state.apply(action) for action in each_once.values()]
    return [event.clause for after in states for event in after.events[len(state.events) :][:1]]


def _steps(game: Game, rounds: Sequence[Sequence[_Part]]) -> Iterator[GuideStep]:
    """Yield the parts of the longest round, each with its clauses."""
    longest = max(rounds, key=len)
    place_of = _places(longest, rounds, list(game.sheet.clauses), {each.clause for each in game.irregularities})
    settled = max((number for number, part in enumerate(longest) if part.place[0] == SETTLEMENT), default=len(longest))
    for number, part in enumerate([*longest, _Part((OTHERWISE, 0))]):
        told = tuple(each for each in game.sheet.clauses if place_of[each] == number)
        kind, which = part.place
        if told or kind == DECISION:
            ends = kind == DEALER and number > settled
            title = AT_THE_END if ends else LATER_DEAL if kind == DEAL and which else TITLES[kind]
            yield GuideStep(title, tuple(part.choices), told)


def _places(
    longest: Sequence[_Part], rounds: Sequence[Sequence[_Part]], order: Sequence[str], wrong: set[str]
) -> dict[str, int]:
    """Return the part of each clause: the first that cites it in any round, else the furthest reached so far.

    Clauses before the bets belong to the bets.
    """
    numbers = {part.place: number for number, part in enumerate(longest)}
    cited: dict[str, int] = {}
    for part in (part for parts in [longest, *rounds] for part in parts if part.place in numbers):
        for clause in part.clauses:
            cited.setdefault(clause, numbers[part.place])
    found: dict[str, int] = {}
    furthest, bets_came = 0, False
    for clause in order:
        bets_came = bets_came or clause in longest[0].clauses
        place = cited.get(clause, furthest) if bets_came else 0
        furthest = max(furthest, place)
        found[clause] = len(longest) if clause in wrong else place
    return found


def _moments(game: Game) -> Iterator[Moment]:
    """Yield every kind of decision in the sample rounds once."""
    seen = set()
    for state in (state for seed in range(ROUNDS) for state, _ in _round(game, seed)):
        situation = _situation(state, state.actor) if isinstance(state.actor, int) else None
        moment = Moment(_choices(state), situation) if situation is not None else None
        if moment is not None and moment.kind not in seen:
            seen.add(moment.kind)
            yield moment


def _situation(state: State, seat: int) -> Situation | None:
    """Return the situation of a seat or, if the game has none, a choice among the seat's cards."""
    found = state.game.situation(state.view(seat))
    if found is not None or not any(action.cards for action in state.decisions()):
        return found
    cards = {card for action in state.decisions() for card in action.cards}
    return Situation(format_cards(descending(cards)))
