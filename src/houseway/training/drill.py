"""The dealer's drill: a finished round, the questions that a dealer has to answer, and the corrections.

>>> drill = new_drill("two-hand-holdem", seed="monday")
>>> [question.kind for question in drill.questions][:2]
['choice', 'choice']
>>> drill.judge({}).right
0
"""

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from houseway.cards.card import CARD_TEXTS
from houseway.errors import BadSetting, UnknownName
from houseway.games.catalogue import game as make_game
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.view import Pile
from houseway.training.drill_questions import ORDER, FinishedRound, Question, ask, deal_round

SINGLE, WHOLE_ROUND, RARE = LEVELS = (1, 2, 3)
FEW = 4
"""Number of questions in a drill of the first level."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One answer beside the right one, with the clause."""

    number: str
    is_right: bool
    given: object
    question: Question
    words: str

    def to_dict(self) -> dict[str, object]:
        """Return the data as plain types for JSON."""
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
class Judgment:
    """The corrections of a drill."""

    corrections: tuple[Correction, ...]

    @property
    def asked(self) -> int:
        """Return the number of questions."""
        return len(self.corrections)

    @property
    def right(self) -> int:
        """Return the number of correct answers."""
        return sum(correction.is_right for correction in self.corrections)


@dataclass(frozen=True)
class Drill:
    """A round and its questions, numbered in the order of the dealer's work, and the order in which they are asked.

    They are not asked in the order of the table, because that order would give answers away.
    """

    seed: str
    played: FinishedRound
    questions: tuple[Question, ...]
    order: tuple[int, ...]

    def judge(self, answers: Mapping[str, object]) -> Judgment:
        """Compare the answers, by question number. A missing or malformed answer is wrong."""
        return Judgment(tuple(self.correct(str(number), answers.get(str(number))) for number in sorted(self.order)))

    def correct(self, number: str, answer: object) -> Correction:
        """Compare one answer."""
        question = self.asked(number)
        words = self.played.game.sheet.clauses.get(question.clause, "")
        return Correction(number, question.accepts(answer), answer, question, words)

    def asked(self, number: str) -> Question:
        """Return the question with a number."""
        if number not in map(str, self.order):
            raise UnknownName(f"Question {number!r} does not exist. This drill has questions 1 to {len(self.order)}.")
        return self.questions[int(number) - 1]

    def to_dict(self) -> dict[str, object]:
        """Return the round as the dealer sees it, and the questions without answers."""
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
            "questions": [self.questions[number - 1].to_dict(str(number)) for number in self.order],
        }


def new_drill(
    slug: str, seed: str, n_seats: int | None = None, level: int = WHOLE_ROUND, topics: Collection[str] = ()
) -> Drill:
    """Return a drill of a game. The same choices and seed give the same drill.

    The first level has a few hands and wagers of a round, the second has all of it. The third has rounds in which a
    wager pushes or is paid at odds. A round with one of the `topics` is searched for, and questions about them come
    first.
    """
    if level not in LEVELS:
        raise BadSetting(f"A drill has levels {', '.join(map(str, LEVELS))}; got {level!r}. Choose one of them.")
    played = deal_round(make_game(slug), seed, n_seats, _wanted(level, topics, seed))
    questions = ask(played, seed)
    numbers = random.Random(f"houseway/drill/order/{seed}").sample(range(1, len(questions) + 1), len(questions))
    numbers.sort(key=lambda number: questions[number - 1].topic not in topics)
    if level == SINGLE:
        numbers = [number for number in numbers if questions[number - 1].kind != ORDER][:FEW]
    return Drill(seed, played, questions, tuple(numbers))


def _wanted(level: int, topics: Collection[str], seed: str) -> Callable[[FinishedRound], bool] | None:
    """Return the condition for suitable rounds, or None if all are."""
    if topics:
        return lambda played: any(question.topic in topics for question in ask(played, seed))
    return is_rare if level == RARE else None


def is_rare(played: FinishedRound) -> bool:
    """Return whether a wager pushes or pays more than even money."""
    return any(
        settlement.staked and (settlement.net == 0 or settlement.net > settlement.staked)
        for payment in played.payments
        for settlement in payment.settlements
    )


def is_blank(answer: object) -> bool:
    """Return whether the answer is empty.

    >>> [is_blank(answer) for answer in (None, "", [], 0, "flush")]
    [True, True, True, False, False]
    """
    return answer is None or answer == "" or answer == []


def _laid_out(played: FinishedRound) -> tuple[Pile, ...]:
    """Return everything visible at the end, except the hand that the house way sets, because that is a question."""
    piles, unset = played.state.view(None).piles, played.state.set_by_house_way()
    if not unset:
        return piles
    others = tuple(pile for pile in piles if not pile.name.startswith("dealer"))
    return (Pile("dealer", unset), *others)


def _pile(pile: Pile) -> dict[str, object]:
    cards = ["??" if card_id == HIDDEN else CARD_TEXTS[card_id] for card_id in pile.cards]
    return {"name": pile.name, "seat": pile.seat, "cards": cards}
