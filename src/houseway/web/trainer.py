"""The trainer. Spots and drills are dealt and stored on the server, graded there once, and saved to the account."""

import asyncio
import json
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Lock
from typing import Any

from houseway.analysis.results.advice import AppliedRule
from houseway.cards.seed import Seed
from houseway.errors import HousewayError, unknown
from houseway.games.engine.action import Action
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.layout import Felt
from houseway.plain import exact
from houseway.room import Room
from houseway.room.spec import TableSpec
from houseway.room.state import BOT, PERSON, Round, Seat, TableState
from houseway.training.book import SPOT, STEP, Again, Answered, Subject, TrainingBook
from houseway.training.drill import Correction, Drill, is_blank, new_drill
from houseway.training.spots import (
    SEAT,
    UNIT,
    Kind,
    Spot,
    button_of,
    cannot_be_practiced,
    kind_of,
    practiced,
    rule_here,
)
from houseway.web.addresses import Source
from houseway.web.advisor import (
    UNJUDGED,
    Advisor,
    advice_text,
    felt_asked_about,
    is_judged_by,
    values_of,
    verdict_of,
)
from houseway.web.archive import ArchiveDesk
from houseway.web.archive_process import asked_again
from houseway.web.bots import SOLVER
from houseway.web.errors import Busy, NoAdvice, NotFound, Refused, TooFast
from houseway.web.forwarding import new_name
from houseway.web.game_choices import offered_game
from houseway.web.preparation import Preparations
from houseway.web.situations import Question
from houseway.web.thread_pools import Pool

MOST_OPEN = 2000
MOST_OF_ONE = 3
"""Maximum spots that wait for one person's answer. The oldest are dropped."""
SLICE = 0.5
"""Seconds for which the advisor's process searches for a spot before others get their turn."""
MOST_DEALS = 400
"""Maximum rounds that are dealt to find a spot."""
MOST_SLICES = 24
THREADS = 4
AT_ONCE = "1/20"
"""A decision at a table is reviewed if it costs at least this, in units. A smaller cost is called a small mistake."""
READ = 2
"""The cost of a spot from a past round, in parts of the archive."""
DUE = "You missed a spot of this kind before. It is due for review."
MISSED = "You missed this spot before."
TAKEN = "You made this decision at a table."

Plain = dict[str, Any]


class NoSuchSpot(Refused):
    """No spot of the wanted sort came up."""

    status = 409


@dataclass(frozen=True, slots=True)
class Wish:
    """The spots that a player wants to practice."""

    what: str = "any"
    share: str = "0.1"
    decision: str = ""
    hand: str = ""
    past: Mapping[str, int] | None = None

    def to_search(self) -> Plain:
        """Return the part of the request to the advisor's process that specifies suitable spots."""
        if self.what == "close":
            return {"closest": str(Fraction(self.share))}
        return {"decision": self.decision, "hand": self.hand} if self.what == "kind" else {}

    @property
    def words(self) -> str:
        """Return a description of the wish, for the middle of a sentence."""
        if self.what == "close":
            return f"a decision with a margin of at most {self.share} units"
        kind = " with ".join(filter(None, (self.decision, self.hand)))
        return f"a spot of the kind {kind}" if self.what == "kind" else "a decision"


@dataclass(frozen=True, slots=True)
class OpenSpot:
    """A spot that waits for its answer: its displayed part, and the data for grading."""

    user_id: int
    game: str
    shown: Mapping[str, Any]
    question: Question
    advice: Mapping[str, Any]
    kind: Kind
    key: str
    spot: Mapping[str, Any]
    because: str = ""
    rule: AppliedRule | None = None


class Trainer:
    """A trainer that deals spots, stores those that wait for an answer, and grades each once."""

    def __init__(
        self, room: Room, advisor: Advisor, archive: ArchiveDesk, preparations: Preparations | None = None
    ) -> None:
        self._room, self._advisor, self._archive, self._preparations = room, advisor, archive, preparations
        self.book = TrainingBook(room.database, room.now)
        self._lock = Lock()
        self._open: OrderedDict[str, OpenSpot] = OrderedDict()
        self._kinds: dict[str, Plain] = {}
        self._last: OrderedDict[tuple[int, str], str] = OrderedDict()
        """The missed spot that was each person's last answer in a game. It is not asked again at once."""
        self._finding = asyncio.Lock()
        self._threads = Pool("training", THREADS)

    def close(self) -> None:
        """Stop the threads."""
        self._threads.close()

    # The kinds of spots.

    def known_kinds(self, game: str) -> Plain | None:
        """Return the kinds of spots of a game, if they were found before."""
        check_practiced(game)
        return self._kinds.get(game)

    async def kinds(self, game: str) -> Plain:
        """Return the kinds of spots of a game. They are found once, even if many ask at the same time."""
        async with self._finding:
            found = self.known_kinds(game)
            if found is None and self._preparations is not None:
                found = self._preparations.result(game).get("kinds")
            if found is None:
                found = self._kinds[game] = await self._advisor.work({"task": "kinds", "game": game})
        return found

    # Dealing.

    async def deal(self, user_id: int, source: Source, game: str, wish: Wish) -> Plain:
        """Return a spot to decide, as the seat would see it at a table."""
        check_practiced(game)
        opened = await self._find(Subject(user_id, SPOT, game), source, wish)
        name = new_name(self._room)
        with self._lock:
            own = [each for each, waiting in self._open.items() if waiting.user_id == user_id]
            for each in own[: max(0, len(own) - MOST_OF_ONE + 1)]:
                del self._open[each]
            self._open[name] = opened
            if len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
        return {
            "id": name,
            **opened.shown,
            "kind": {"decision": opened.kind.decision, "hand": opened.kind.hand},
            "because": opened.because,
        }

    async def _find(self, subject: Subject, source: Source, wish: Wish) -> OpenSpot:
        if wish.what == "mistakes":
            return await self._missed(subject, source)
        if wish.what == "past":
            return await self._taken(subject, source, wish.past)
        again = await self._threads.run(self._due_kind, subject) if wish.what == "any" else None
        if again is not None:
            decision, _, hand = again.key.rpartition(": ")
            found = await self._search(subject, Wish("kind", decision=decision, hand=hand))
            if found is not None:
                return await self._threads.run(_dealt, subject, found, DUE)
        found = await self._search(subject, wish)
        if found is None:
            raise NoSuchSpot(f"No spot found: none of {MOST_DEALS} dealt rounds had {wish.words}. Widen your choice.")
        return await self._threads.run(_dealt, subject, found, "")

    def _due_kind(self, subject: Subject) -> Again | None:
        """Return a kind of spot that is due, unless one of it already waits.

        At most every other spot is of such a kind.
        """
        with self._lock:
            waiting = [each for each in self._open.values() if (each.user_id, each.game) == _whose(subject)]
        if any(each.because for each in waiting):
            return None
        return next((again for again in self.book.due(subject) if not again.spot), None)

    async def _search(self, subject: Subject, wish: Wish) -> Plain | None:
        """Deal rounds until one leads to a suitable spot, one slice of time after another."""
        number, seed = 0, Seed.fresh().hex
        for _ in range(MOST_SLICES):
            request = {"task": "spot", "game": subject.game, "seed": seed, "seconds": SLICE, **wish.to_search()}
            found = await self._advisor.work({**request, "first": number, "stop": MOST_DEALS})
            number = found["next"]
            if found["spot"] is not None:
                return found
            if number >= MOST_DEALS:
                break
        return None

    async def _missed(self, subject: Subject, source: Source) -> OpenSpot:
        """Return one of the spots that this person missed, the one due first.

        A spot that cannot be read any more is skipped. If the server is only busy now, that error is raised.
        """
        with self._lock:
            waiting = {each.key for each in self._open.values() if (each.user_id, each.game) == _whose(subject)}
            last = self._last.get(_whose(subject))
        coming = await self._threads.run(self.book.coming, subject)
        for again in coming:
            if again.spot and again.key not in waiting and again.key != last:
                try:
                    return await self._once_more(subject, source, again)
                except (Busy, TooFast):
                    raise
                except (HousewayError, KeyError):
                    continue
        if last is not None and any(again.key == last for again in coming):
            raise NoSuchSpot(
                "The spot you just answered is your only missed spot in this game. It returns for review another day. "
                "Practice any decision, or play at a table."
            )
        raise NoSuchSpot("You have no missed spots in this game. Practice any decision, or play at a table.")

    async def _taken(self, subject: Subject, source: Source, past: Mapping[str, int] | None) -> OpenSpot:
        """Return a decision that this person took at a table, missed or not."""
        if past is None:
            raise NoSuchSpot("The decision has no table, round and move. Open it from the review of a round.")
        key = _key(past)
        due = await self._threads.run(self.book.coming, subject)
        because = MISSED if any(again.key == key for again in due) else TAKEN
        plain = await self._past(subject.user_id, source, past)
        question = plain["question"]
        if question["game"] != subject.game:
            raise NoSuchSpot(f"That decision was made in {question['game']}, not in {subject.game}.")
        return await self._asked_again(subject, plain, key, past, because)

    async def _once_more(self, subject: Subject, source: Source, again: Again) -> OpenSpot:
        if "table" in again.spot:
            plain = await self._past(subject.user_id, source, again.spot)
        else:
            plain = await self._threads.run(_shown, Spot.from_dict(again.spot), subject.user_id)
        return await self._asked_again(subject, plain, again.key, again.spot, MISSED)

    async def _asked_again(
        self, subject: Subject, plain: Plain, key: str, spot: Mapping[str, Any], because: str
    ) -> OpenSpot:
        advice = await self._advisor.advise(plain["question"])
        if not is_judged_by(advice):
            raise NoSuchSpot(f"{UNJUDGED}. Practice choosing cards, or the river.")
        shown = {"table": plain["table"], "snapshot": plain["snapshot"]}
        kind = Kind(*plain["kind"])
        rule = _applied(await self._advisor.work({**plain["question"], "task": "rule"}))
        return OpenSpot(*_whose(subject), shown, plain["question"], advice, kind, key, spot, because, rule)

    async def _past(self, user_id: int, source: Source, spot: Mapping[str, Any]) -> Plain:
        """Return a decision at a table, replayed from its log."""
        self._room.check_not_quarantined(spot["table"])
        asked = {"task": "spot", "table": spot["table"], "number": spot["round"], "move": spot["move"]}
        answer = await self._archive.read(
            source, READ, **asked, user=user_id, reader={"user": user_id, "operator": False, "word": ""}
        )
        if answer.status != 200:
            raise NotFound("This round cannot be read. Choose another one under History.")
        plain: Plain = json.loads(answer.body)
        return plain

    # Grading.

    def answer(self, user_id: int, name: str, action: Action) -> Plain:
        """Return the verdict on an answer, noted with the account. A spot is answered once."""
        waiting = self._take(user_id, name)
        try:
            felt = felt_asked_about(waiting.question)
            verdict = verdict_of(waiting.question, waiting.advice, action, felt)
            about: dict[str, Mapping[str, Any]] = {str(waiting.kind): {}}
            cost = Fraction(0) if verdict.is_level else verdict.cost
            if cost or waiting.because == MISSED:
                about[waiting.key] = waiting.spot
            subject = Subject(user_id, SPOT, waiting.game)
            self.book.answer(subject, Answered(not cost, cost, about))
            self._note_last(subject, waiting)
        except BaseException:
            with self._lock:
                self._open[name] = waiting
            raise
        return {
            "verdict": {
                "sentence": verdict.sentence,
                "best": verdict.best,
                "yours": verdict.yours,
                "cost": exact(cost),
                "grade": verdict.grade,
            },
            "advice": advice_text(waiting.advice, felt),
            "rule": _rule(waiting),
            "spot": dict(waiting.spot),
            "progress": self.book.progress(subject),
        }

    def _note_last(self, subject: Subject, answered: OpenSpot) -> None:
        with self._lock:
            self._last.pop(_whose(subject), None)
            if answered.because == MISSED:
                self._last[_whose(subject)] = answered.key
            if len(self._last) > MOST_OPEN:
                self._last.popitem(last=False)

    def _take(self, user_id: int, name: str) -> OpenSpot:
        with self._lock:
            waiting = self._open.get(name)
            if waiting is None or waiting.user_id != user_id:
                raise NotFound("This spot has expired or is already answered. Press Next spot.")
            return self._open.pop(name)

    # Mistakes at tables.

    def note(
        self, user_id: int, table: TableState, question: Question, advice: Mapping[str, Any], action: Action, felt: Felt
    ) -> None:
        """Save a mistake made at a table for practice. `table` is the table at the time of the decision."""
        try:
            cost = verdict_of(question, advice, action, felt).cost
        except NoAdvice:
            return
        if cost < Fraction(AT_ONCE) or table.round is None:
            return
        place = {"table": table.id, "round": table.number, "move": table.moves}
        about = {_key(place): place, str(kind_of(table.round.state)): {}}
        self.book.miss(Subject(user_id, SPOT, table.spec.game), about, cost)


def check_practiced(game: str) -> None:
    """Refuse a game that has no spots, with the reason."""
    if game not in practiced():
        raise NoSuchSpot(cannot_be_practiced(game)) if _is_known(game) else unknown("game", game, practiced())


def _is_known(game: str) -> bool:
    try:
        return bool(cannot_be_practiced(game))
    except HousewayError:
        return False


def _rule(waiting: OpenSpot) -> Plain | None:
    """Return the rule list's advice for this spot."""
    question = waiting.question
    if waiting.rule is None:
        return None
    game = offered_game(question["game"], question.get("readings"), question.get("paytable"))
    return rule_here(game, question["cards"], waiting.rule, values_of(waiting.advice))


def _key(past: Mapping[str, int]) -> str:
    """Return the key under which a decision at a table is stored."""
    return f"table {past['table']}, round {past['round']}, move {past['move']}"


def _whose(subject: Subject) -> tuple[int, str]:
    return subject.user_id, subject.game


def _dealt(subject: Subject, found: Plain, because: str) -> OpenSpot:
    spot = Spot.from_dict(found["spot"])
    plain = _shown(spot, subject.user_id)
    shown = {"table": plain["table"], "snapshot": plain["snapshot"]}
    key = f"seed {spot.seed}, decision {len(spot.before) + 1}"
    kind = Kind(*found["kind"])
    question, advice = found["question"], found["advice"]
    rule = _applied(found)
    return OpenSpot(*_whose(subject), shown, question, advice, kind, key, spot.to_dict(), because, rule)


def _applied(plain: Mapping[str, Any]) -> AppliedRule | None:
    """Return the line of the rule list that the advisor's process named."""
    return None if plain["applied"] is None else AppliedRule.from_dict(plain["applied"])


def _shown(spot: Spot, user_id: int) -> Plain:
    """Return the spot as one person would see it, alone at a table or with one computer player."""
    state = spot.state()
    places = tuple(range(state.n_seats))
    bots = {seat: SOLVER for seat in places if seat != SEAT}
    spec = TableSpec(spot.game, seats=state.n_seats, bots=bots, practice=True)
    button = button_of(spot.seed) if isinstance(state.game, GameBetweenPlayers) else None
    users = tuple(user_id if seat == SEAT else None for seat in places)
    played = Round(1, places, users, (state.game.usual_bet(UNIT),) * state.n_seats, {}, button, state)
    sitters = (
        Seat(PERSON, "You", user_id),
        *(Seat(BOT, bots[seat], None, bots[seat]) for seat in places if seat != SEAT),
    )
    table = TableState(
        0, spec, state.game, sitters, (0,) * state.n_seats, number=1, round=played, moves=len(spot.before)
    )
    return asked_again(table, SEAT, user_id)


class Blank(Refused):
    """An empty answer."""

    status = 409


@dataclass(frozen=True, slots=True)
class OpenDrill:
    """A drill that waits for answers, with the numbers of the questions that have one."""

    user_id: int
    drill: Drill
    answered: set[str] = field(default_factory=set)


class Drills:
    """Open drills by a random name. Each question is answered once, and the oldest drills are dropped first."""

    def __init__(self, book: TrainingBook, new_name: Callable[[], str]) -> None:
        self._book, self._new_name = book, new_name
        self._lock = Lock()
        self._open: OrderedDict[str, OpenDrill] = OrderedDict()

    def deal(self, user_id: int, game: str, seed: str | None, seats: int | None, level: int) -> dict[str, Any]:
        """Deal a new drill, without its answers.

        This person's due review questions come first, unless a seed is given.
        """
        subject = Subject(user_id, STEP, game)
        due = [] if seed else [again.key for again in self._book.due(subject)]
        drill = new_drill(game, seed or secrets.token_hex(8), seats, level, due)
        name = self._new_name()
        with self._lock:
            self._open[name] = OpenDrill(user_id, drill)
            if len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
        return {"id": name, **drill.to_dict(), "level": level, "progress": self._book.progress(subject)}

    def answer(self, user_id: int, name: str, number: str, answer: object) -> dict[str, Any]:
        """Return the correction of one answer, and the updated progress."""
        if is_blank(answer):
            raise Blank("Choose or type an answer first.")
        waiting, correction = self._take(user_id, name, number, answer)
        subject = Subject(user_id, STEP, waiting.drill.played.game.slug)
        try:
            topic = correction.question.topic
            self._book.answer(subject, Answered(correction.is_right, Fraction(0), {topic: {}}))
        except BaseException:
            with self._lock:
                waiting.answered.discard(number)
            raise
        return {**correction.to_dict(), "progress": self._book.progress(subject)}

    def _take(self, user_id: int, name: str, number: str, answer: object) -> tuple[OpenDrill, Correction]:
        with self._lock:
            waiting = self._open.get(name)
            if waiting is None or waiting.user_id != user_id:
                raise NotFound("This drill has expired. Deal a new round.")
            correction = waiting.drill.correct(number, answer)
            if number in waiting.answered:
                raise NotFound(f"Question {number} is already answered.")
            waiting.answered.add(number)
            return waiting, correction
