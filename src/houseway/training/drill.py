"""The dealer's drill: a finished round, the questions that a dealer has to answer, and the corrections.

>>> drill = new_drill("two-hand-holdem", seed="monday")
>>> [question.kind for question in drill.questions][:2]
['choice', 'choice']
>>> drill.judge({}).right
0
"""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.cards.card import CARD_TEXTS
from houseway.games.catalogue import game as make_game
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.view import Pile
from houseway.training.drill_questions import Question, ask
from houseway.training.drill_round import FinishedRound, deal_round


@dataclass(frozen=True, slots=True)
class Correction:
    """One answer beside the right one, with the clause."""

    number: str
    is_right: bool
    given: object
    question: Question
    words: str

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {
            "id": self.number,
            "right": self.is_right,
            "given": self.given,
            "expected": self.question.right[0],
            "clause": self.question.clause,
            "words": self.words,
            "why": self.question.why,
        }


@dataclass(frozen=True, slots=True)
class Judgement:
    """All corrections of a drill."""

    corrections: tuple[Correction, ...]

    @property
    def asked(self) -> int:
        """The number of questions."""
        return len(self.corrections)

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(correction.is_right for correction in self.corrections)


@dataclass(frozen=True)
class Drill:
    """A round and its questions, numbered from 1."""

    seed: str
    played: FinishedRound
    questions: tuple[Question, ...]

    def judge(self, answers: Mapping[str, object]) -> Judgement:
        """Compare the answers, by question number; one that is missing or malformed is wrong."""
        clauses = self.played.game.sheet.clauses
        numbered = {str(number): question for number, question in enumerate(self.questions, start=1)}
        return Judgement(
            tuple(
                Correction(
                    number,
                    question.accepts(answers.get(number)),
                    answers.get(number),
                    question,
                    clauses.get(question.clause, ""),
                )
                for number, question in numbered.items()
            )
        )

    def to_dict(self) -> dict[str, object]:
        """The round as it lies before the dealer, and the questions without answers."""
        state, game = self.played.state, self.played.game
        events = self.played.before_settlement
        tables = game.pay_set.tables if game.pay_set else {}
        return {
            "game": game.slug,
            "title": game.title,
            "seed": self.seed,
            "round": {
                "piles": [_pile(pile) for pile in _laid_out(self.played) if pile.cards],
                "wagers": [[[name, amount] for name, amount in wagers] for wagers in state.wagers()],
                "events": [event.to_dict() for event in events],
                "paytable": {
                    form: [{"label": row.label, "pays": row.pays_text} for row in table.rows]
                    for form, table in tables.items()
                },
                "clauses": {event.clause: game.sheet.clauses.get(event.clause, "") for event in events},
            },
            "questions": [question.to_dict(str(number)) for number, question in enumerate(self.questions, start=1)],
        }


def new_drill(slug: str, seed: str, n_seats: int | None = None) -> Drill:
    """A drill of a game; the same seed gives the same one."""
    played = deal_round(make_game(slug), seed, n_seats)
    return Drill(seed, played, ask(played, seed))


def _laid_out(played: FinishedRound) -> tuple[Pile, ...]:
    """What everybody sees at the end, except that what the house way sets is not set yet: that is a question."""
    piles, unset = played.state.view(None).piles, played.state.set_by_house_way()
    if not unset:
        return piles
    others = tuple(pile for pile in piles if not pile.name.startswith("dealer"))
    return (Pile("dealer", unset), *others)


def _pile(pile: Pile) -> dict[str, object]:
    cards = ["??" if card_id == HIDDEN else CARD_TEXTS[card_id] for card_id in pile.cards]
    return {"name": pile.name, "seat": pile.seat, "cards": cards}
