"""How to play: the round in the order in which it is played, in the words of the sheet, and the moments of choice.

Rounds are played by themselves, always the same ones, and tell what comes after what and by which clause; so the order
is that of the title's own procedure, whatever wrote it. A clause that these rounds do not come to, such as that of a
rare tie, stands where the sheet has come to.
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
from houseway.games.engine.situation import Situation
from houseway.games.engine.state import CHANCE, State
from houseway.games.telling.prompt import words_of
from houseway.games.telling.words import choice_words, listed, plain

ROUNDS = 16
UNIT = 1000
BETS, DEAL, DECISION, DEALER, SETTLEMENT, OTHERWISE = "bets", "deal", "decision", "dealer", "settlement", "otherwise"
TITLES = {
    BETS: "Before the cards",
    DEAL: "The deal",
    DECISION: "You decide",
    DEALER: "The dealer",
    SETTLEMENT: "Who wins, and what is paid",
    OTHERWISE: "If something goes wrong",
}
LATER_DEAL, AT_THE_END = "More cards", "At the end"
SEEN_BESIDES = ("board", "dealer")
"""Cards that a situation may name besides one's own: there are always as many at one moment."""
_REFERENCE = re.compile(r"\s*\((?:see )?[A-Z0-9]+-R?\d+\w*(?:(?:,| and| to) [A-Z0-9]+-R?\d+\w*)*\)")
LEFT_OPEN = "depends on the house"
"""What clauses say of a question that their readings answer."""
_READING = re.compile(r"\b[A-Z0-9]+-R\d+\b")
Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class GuideStep:
    """A part of the round: its title, what may be chosen in it, and the clauses that rule it."""

    title: str
    choices: tuple[str, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of choice that can be asked about: what may be chosen, and a situation as an example of it."""

    choices: tuple[str, ...]
    example: Situation

    @property
    def title(self) -> str:
        """What may be chosen, in a row."""
        return listed([self.choices[0], *(words[:1].lower() + words[1:] for words in self.choices[1:])], "or")

    @property
    def kind(self) -> tuple[object, ...]:
        """Moments of one kind are asked about alike: the same decision with as many cards in sight."""
        known = self.example.known
        sizes = [len(known.get(name, "").split()) for name in SEEN_BESIDES]
        return known.get("stage", 0), len(self.example.cards.split()), *sizes

    def to_dict(self) -> dict[str, Any]:
        """A plain form for JSON: the cards of the example by their places, whether cards may be out of play and whether
        other decisions came before it.
        """
        known = self.example.known
        places = {"cards": self.example.cards, **{name: known[name] for name in SEEN_BESIDES if known.get(name)}}
        after = {"dead": "dead" in known, "later": bool(known.get("taken"))}
        return {"title": self.title, "places": places, **after, "stage": known.get("stage", 1)}


@dataclass(frozen=True, slots=True)
class Guide:
    """How a game is played."""

    steps: tuple[GuideStep, ...]
    moments: tuple[Moment, ...]

    def to_dict(self, sheet: Sheet) -> dict[str, Any]:
        """A plain form for JSON, each clause with its words."""
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
    """A clause without the numbers of others that it refers to.

    >>> without_references("Ante and Play push (3CP-R3). A tie pays (2HH-9b, 2HH-R1).")
    'Ante and Play push. A tie pays.'
    """
    return plain(_REFERENCE.sub("", text))


def clause_in_full(sheet: Sheet, clause: str) -> str:
    """A clause for who has only this guide: where it leaves something to the house, with the usual answer."""
    words = sheet.clauses[clause]
    left_open = [sheet.readings[each] for each in _READING.findall(words) if LEFT_OPEN in words]
    return without_references(words) + "".join(map(_usually, left_open))


def _usually(reading: Reading) -> str:
    asked, _, _ = reading.question.partition("?")
    answer = choice_words(reading, reading.default)
    return f" {asked}? Usually: {answer[:1].lower()}{answer[1:]}."


@dataclass
class _Part:
    """Steps of one kind in a row, as a round came to them; which one of its kind it is."""

    place: Place
    clauses: list[str] = field(default_factory=list)
    choices: dict[str, None] = field(default_factory=dict)


@cache
def guide_of(slug: str) -> Guide:
    """How a game is played as it is usually offered."""
    game = game_class(slug).configure()
    rounds = [list(_parts(game, seed)) for seed in range(ROUNDS)]
    return Guide(tuple(_steps(game, rounds)), tuple(_moments(game)))


def _round(game: Game, seed: int) -> Iterator[tuple[State, State]]:
    """The states of one round, each with the next; seats choose at random, and fold in every other round only."""
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
    """The parts of one round; what is said before the first step goes with the bets."""
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
    """What the seat that acts may do, in words without prices; nothing where chance or the dealer acts."""
    felt = state.game.felt()
    return tuple(dict.fromkeys(words_of(felt, each.kind, each.option) for each in state.decisions()))


def _chosen_by(state: State) -> list[str]:
    """The clauses of everything that the seat that acts could choose, whatever it chose in this round."""
    each_once = {(action.kind, action.option): action for action in reversed(state.decisions())}
    states = [state.apply(action) for action in each_once.values()]
    return [event.clause for after in states for event in after.events[len(state.events) :][:1]]


def _steps(game: Game, rounds: Sequence[Sequence[_Part]]) -> Iterator[GuideStep]:
    """The parts of the longest round, each with its clauses."""
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
    """The part of each clause: the first that cites it in any round, else the furthest to which the sheet has come.

    What the sheet says before it comes to the bets stands with them.
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
    """Every kind of moment that the rounds come to, once."""
    seen = set()
    for state in (state for seed in range(ROUNDS) for state, _ in _round(game, seed)):
        situation = _situation(state, state.actor) if isinstance(state.actor, int) else None
        moment = Moment(_choices(state), situation) if situation is not None else None
        if moment is not None and moment.kind not in seen:
            seen.add(moment.kind)
            yield moment


def _situation(state: State, seat: int) -> Situation | None:
    """What a seat could ask about; where the game does not say it, a choice among the seat's own cards."""
    found = state.game.situation(state.view(seat))
    if found is not None or not any(action.cards for action in state.decisions()):
        return found
    cards = {card for action in state.decisions() for card in action.cards}
    return Situation(format_cards(descending(cards)))
