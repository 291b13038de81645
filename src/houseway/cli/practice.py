"""`houseway practice`: the trainer in the terminal. Each decision is graded right away by its exact value."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cards.seed import Seed
from houseway.cli.output import console
from houseway.cli.table import Terminal, parse_move, units_valued_in, values_of, verdict_of
from houseway.errors import BadSetting, HousewayError, IllegalAction, UnknownName
from houseway.games.catalogue import game_class
from houseway.games.engine.action import Action
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from houseway.games.telling.people import YOU
from houseway.games.telling.prompt import prompt_of
from houseway.games.telling.verdict import Verdict
from houseway.games.telling.words import counted
from houseway.training.spots import SEAT, Kind, Spot, cannot_be_practiced, kind_of

if TYPE_CHECKING:
    from houseway.training.book import Subject, TrainingBook
    from houseway.training.search import Wanted

ANY, CLOSE, MISTAKES = "any", "close", "mistakes"
CLOSEST = Fraction(1, 10)
"""The maximum gain of the best option, in units, for a decision to be called close."""
MOST_DEALS = 400
LONGEST_SEARCH = 60.0
"""Maximum rounds that are dealt, and maximum seconds, to find a spot."""
OWNER = 1
"""The number of the only user in a personal file."""
QUIT_WORDS = {"q", "quit", "exit"}
HELP_WORDS = {"?", "help"}


class NoMore(Exception):
    """The person ended the session, or the input has ended."""


def practice(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Game name from `houseway games`.")],
    spots: Annotated[
        str, typer.Option(help="Spots to practice: any, close, mistakes (missed spots), or a kind from --kinds.")
    ] = ANY,
    kinds: Annotated[bool, typer.Option("--kinds", help="List the game's kinds of spots and exit.")] = False,
    decisions: Annotated[int, typer.Option(min=1, help="Number of decisions.")] = 10,
    seed: Annotated[str | None, typer.Option(help="Any text; the same seed deals the same spots.")] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain lines without color or boxes, for pipes and screen readers.")
    ] = False,
) -> None:
    """Practice decisions with instant feedback.

    Missed spots return for review. Answers are saved in your data folder.
    """
    table = game_class(game).configure()
    if reason := cannot_be_practiced(table.slug):
        raise BadSetting(f"{table.title} has no spots to practice: {reason}.")
    if isinstance(table, GameBetweenPlayers):
        raise BadSetting(
            f"{table.title} is a player vs. player game. Practice it in the card room: run `houseway serve`."
        )
    terminal = Terminal(console(plain), plain)
    terminal.names = [YOU]
    if kinds:
        _list_kinds(table, terminal)
        return
    with own_book(table.slug) as (book, subject):
        session = Session(table, terminal, book, subject, spots, seed)
        try:
            for number in range(decisions):
                session.ask(number, decisions)
        except (NoMore, EOFError, KeyboardInterrupt):
            terminal.say("")
        session.summary()


def _list_kinds(game: Game, terminal: Terminal) -> None:
    from houseway.training.search import KINDS_FROM, kinds_of

    terminal.heading(f"{game.title}: kinds of spots, with how many of {KINDS_FROM} dealt rounds had each")
    for kind, times in kinds_of(game):
        terminal.say(f"{times:>5}  {kind}")


@contextmanager
def own_book(slug: str) -> "Iterator[tuple[TrainingBook, Subject]]":
    """Open the training that is saved in the user's data folder."""
    from platformdirs import user_data_dir

    from houseway.room import Room
    from houseway.training.book import SPOT, Subject, TrainingBook

    folder = Path(user_data_dir("houseway"))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise HousewayError(
            f"Cannot create the folder for your practice answers, {folder}: {error.strerror}."
        ) from None
    room = Room(f"sqlite:///{folder / 'practice.sqlite'}")
    try:
        try:
            room.user(OWNER)
        except UnknownName:
            room.guest()
        yield TrainingBook(room.database, room.now), Subject(OWNER, SPOT, slug)
    finally:
        room.close()


@dataclass
class Session:
    """A series of decisions, and their costs."""

    game: Game
    terminal: Terminal
    book: "TrainingBook"
    subject: "Subject"
    wish: str
    seed: str | None
    base: str = ""
    next_deal: int = 0
    asked_again: set[str] = field(default_factory=set)
    verdicts: list[Verdict] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.base = Seed.fresh().hex if self.seed is None else Seed.of(self.seed).hex

    @property
    def units(self) -> str:
        """Return the unit of the verdicts."""
        return units_valued_in(self.game)

    def ask(self, number: int, of: int) -> None:
        """Ask one spot, and show the verdict on its answer."""
        spot, because = self._spot()
        state = spot.state()
        self.terminal.heading(f"Decision {number + 1} of {of}.{f' {because}' if because else ''}")
        action = self._answer(state)
        values = values_of(state)
        verdict = verdict_of(state, action, values)
        if verdict is None:
            raise HousewayError(f"{action} has no exact value here. Choose one of the listed moves.")
        self.verdicts.append(verdict)
        self._note(spot, kind_of(state), verdict, bool(because))
        row = self.book.progress(self.subject)["streak"]
        self.terminal.say(f"{verdict.sentence}{f' {row} in a row.' if row > 1 else ''}")
        self._tell_rule(state, values.plain)

    def _tell_rule(self, state: State, values: Mapping[Action, Fraction]) -> None:
        """Print the rule list's advice for this spot, beside the exact answer."""
        from houseway.analysis.particulars import applied_rule
        from houseway.training.spots import rule_here

        situation = self.game.situation(state.view(SEAT))
        if situation is None:
            return
        applied = applied_rule(self.game, situation.cards, situation.known)
        told = None if applied is None else rule_here(self.game, situation.cards, applied, values)
        if told is not None:
            self.terminal.say(f"Simplified strategy: {told['line'].rstrip('.')}. {told['words']}")

    def _spot(self) -> tuple[Spot, str]:
        """Return the next spot, and the reason if it was missed before.

        With a seed there are no review spots in between.
        """
        if self.wish == MISTAKES:
            for again in self.book.coming(self.subject):
                if again.spot and again.key not in self.asked_again:
                    self.asked_again.add(again.key)
                    return Spot.from_dict(again.spot), "You missed this spot before."
            if self.verdicts:
                raise NoMore
            raise BadSetting(f"You have no missed spots in {self.game.title}. Use --spots any.")
        due = [] if self.seed is not None or self.wish != ANY else self.book.due(self.subject)
        kind = next((again.key for again in due if not again.spot and again.key not in self.asked_again), "")
        if kind:
            self.asked_again.add(kind)
            found = self._search(_of_kind(kind))
            if found is not None:
                return found, "Review: you missed a spot of this kind before."
        found = self._search(self._wanted())
        if found is None:
            raise BadSetting(
                f"No spot of the kind {self.wish!r} in {MOST_DEALS} rounds. --kinds lists the kinds of this game."
            )
        return found, ""

    def _wanted(self) -> "Wanted":
        from houseway.training.search import Wanted

        if self.wish in (ANY, CLOSE):
            return Wanted(closest=CLOSEST if self.wish == CLOSE else None)
        return _of_kind(self.wish)

    def _search(self, wanted: "Wanted") -> Spot | None:
        from houseway.training.search import look_for

        numbers = range(self.next_deal, self.next_deal + MOST_DEALS)
        found, self.next_deal = look_for(self.game, wanted, self.base, numbers, LONGEST_SEARCH)
        return None if found is None else found.spot

    def _answer(self, state: State) -> Action:
        """Ask until the move is legal."""
        view = state.view(SEAT)
        prompt = prompt_of(state, [(action, 0) for action in state.legal_actions()])
        self.terminal.situation(view, prompt, state.game.felt())
        while True:
            text = self.terminal.out.input("Your move (? for help, q to stop): ", markup=False).strip().lower()
            if text in QUIT_WORDS:
                raise NoMore
            if text in HELP_WORDS:
                self.terminal.say(prompt.ask)
                self.terminal.choices(prompt)
                continue
            try:
                action = parse_move(text, prompt, view)
                state.apply(action)
            except IllegalAction as error:
                self.terminal.say(str(error), "red")
            else:
                return action

    def _note(self, spot: Spot, kind: Kind, verdict: Verdict, missed_before: bool) -> None:
        from houseway.training.book import Answered

        about: dict[str, dict[str, Any]] = {str(kind): {}}
        if verdict.cost or (missed_before and self.wish == MISTAKES):
            about[f"seed {spot.seed}, decision {len(spot.before) + 1}"] = spot.to_dict()
        self.book.answer(self.subject, Answered(not verdict.cost, verdict.cost, about))

    def summary(self) -> None:
        """Print the total cost of these decisions, and of all that were ever made in this game."""
        if not self.verdicts:
            self.terminal.say("You made no decisions.")
            return
        given = sum((verdict.cost for verdict in self.verdicts), Fraction(0))
        best = sum(not verdict.cost for verdict in self.verdicts)
        told = f"{counted(len(self.verdicts), 'decision')}, {best} of them best. Mistakes cost {float(given):.3f}"
        self.terminal.heading(f"{told} {self.units}.")
        kept = self.book.progress(self.subject)
        self.terminal.say(
            f"All sessions: {counted(kept['answers'], 'answer')}, {kept['right']} of them best. "
            f"Mistakes cost {kept['per_100']['value']:.2f} {self.units} per 100 decisions. "
            f"Longest streak: {kept['longest']}."
        )


def _of_kind(text: str) -> "Wanted":
    from houseway.training.search import Wanted

    decision, colon, hand = text.rpartition(": ")
    return Wanted(decision=decision, hand=hand) if colon else Wanted(decision=text)
