"""`houseway play`: a table in the terminal, for one player and computer players."""

from typing import Annotated, Any

import typer

from houseway.cards.seed import Seed
from houseway.cli.analyze import DecksOption, LimitOption, chosen_game
from houseway.cli.games import GameName
from houseway.cli.output import PaytableOption, SetOption, console
from houseway.cli.progressive import AMOUNT, by_meter
from houseway.cli.table import Coach, Terminal, parse_move, units_valued_in, values_of
from houseway.errors import BadBet, BadSetting, HousewayError, IllegalAction
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.between_players import STACK, GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.meter import Meter, MeterRules, meters_after
from houseway.games.engine.money import dollars
from houseway.games.engine.state import State
from houseway.games.strategies import strategy, strategy_names
from houseway.games.telling.people import YOU
from houseway.games.telling.prompt import Prompt, prompt_of
from houseway.games.telling.styles import automatic_names, introductions
from houseway.games.telling.words import capital, listed, plain, table_words
from houseway.room.state import Round

DEFAULT_CHIPS = 1000
QUIT_WORDS = {"q", "quit", "exit"}
HELP_WORDS = {"?", "help"}
ADVICE_WORDS = {"advice", "h"}
REVIEW_WORDS = {"review"}
OTHER_WORDS = "advice: show the exact value of each option. review: list your graded decisions. q: leave the table."


class Leave(Exception):
    """The player leaves the table."""


def play(
    game: GameName,
    seats: Annotated[
        int | None,
        typer.Option(help="Number of seats; computer players take the others. [default: depends on the game]"),
    ] = None,
    seat: Annotated[int, typer.Option(min=1, help="Your seat number; seat 1 is on the dealer's left.")] = 1,
    bet: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=DOLLARS", help="Your bet on a wager, such as ante=10. Repeatable."),
    ] = None,
    rounds: Annotated[int | None, typer.Option(help="Number of rounds to play. [default: until you leave]")] = None,
    chips: Annotated[int, typer.Option(help="Your starting chips, in dollars.")] = DEFAULT_CHIPS,
    players: Annotated[
        str | None,
        typer.Option(help="Strategy of the computer players, such as random. [default: the game's first]"),
    ] = None,
    coach: Annotated[bool, typer.Option("--coach", help="Grade each decision right after you make it.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Let a computer player take your seat and watch.")] = False,
    paytable: PaytableOption = None,
    set_: SetOption = None,
    decks: DecksOption = None,
    aggregate_limit: LimitOption = None,
    prizes: Annotated[
        str | None, typer.Option(metavar="TABLE", help="Prize table of the progressive bet, such as PA-A.")
    ] = None,
    meter_seed: Annotated[
        list[str] | None, typer.Option(metavar=AMOUNT, help="Starting amount of the meter, in dollars, such as 5000.")
    ] = None,
    increment: Annotated[
        list[str] | None, typer.Option(metavar=AMOUNT, help="Share of each bet added to the meter, such as 25%.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Any text; the same seed deals the same cards.")] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain lines without color or boxes, for pipes and screen readers.")
    ] = False,
) -> None:
    """Play a game in the terminal.

    Chips are play chips.
    """
    table = chosen_game(game, paytable, set_, decks, aggregate_limit, **({"prizes": prizes} if prizes else {}))
    terminal = Terminal(console(plain), plain)
    sitting = Sitting(
        table,
        terminal,
        default_seats(table) if seats is None else seats,
        seat - 1,
        bet or [],
        chips * 100,
        players,
        watch,
    )
    sitting.judges = coach
    sitting.meters = own_meters(table, meter_seed or [], increment or [])
    try:
        sitting.play(rounds or (1 if watch else None), seed)
    except (Leave, EOFError, KeyboardInterrupt):
        terminal.out.print(f"\nYou leave the table with {dollars(sitting.chips)} in play chips.", markup=False)


def default_seats(game: Game) -> int:
    """Return the default number of seats, enough to show the order of play."""
    return min(max(2, game.seats[0]), game.seats[-1]) if game.seats[0] == 1 else min(4, game.seats[-1])


class Sitting:
    """One person's session at a table, with chips that last from round to round."""

    def __init__(
        self,
        game: Game,
        terminal: Terminal,
        n_seats: int,
        seat: int,
        bets: list[str],
        chips: int,
        players: str | None,
        watch: bool,
    ) -> None:
        if n_seats not in game.seats:
            raise BadBet(f"{game.title} takes {game.seats[0]} to {game.seats[-1]} seats; you gave --seats {n_seats}.")
        if not 0 <= seat < n_seats:
            raise HousewayError(
                f"Seat {seat + 1} does not exist: the table has {n_seats} seats. Use --seat 1 to {n_seats}."
            )
        self.game, self.terminal, self.seat, self.chips = game, terminal, seat, chips
        everyday = players or strategy_names(game.slug)[0]
        self.automatic = {
            other: strategy(game, everyday, seed=other) for other in range(n_seats) if watch or other != seat
        }
        self.styles = dict.fromkeys(self.automatic, everyday)
        automatic = automatic_names(self.styles)
        terminal.names = [automatic.get(other, YOU) for other in range(n_seats)]
        self.coach, self.judges, self.number = Coach(units_valued_in(game)), False, 0
        self.bets = opening_bets(game, n_seats, seat, bets, chips)
        self.meters: dict[str, Meter] = {}

    def play(self, rounds: int | None, seed: str | None) -> None:
        """Play rounds until the number is reached or the person leaves."""
        named = [self.game.title, table_words(self.game), str(self.game.sheet.letter)]
        self.terminal.heading(f"{', '.join(filter(None, named))}. Play chips only.")
        if (at_once := self.game.bets_at_once) is not None:
            self.terminal.say(capital(f"{at_once}."))
        if self.styles:
            self.terminal.say(f"Computer players: {listed(introductions(self.game, self.styles))}.")
        while rounds is None or self.number < rounds:
            round_seed = Seed.fresh() if seed is None else Seed.of(f"{seed}/{self.number}")
            self.play_round(self.number, round_seed)
            self.number += 1
            if rounds is None:
                self.ask_for_next()

    def play_round(self, number: int, seed: Seed) -> None:
        """Deal, decide, settle."""
        self.terminal.heading(f"Round {number + 1}: you have {dollars(self.chips)}, seed {seed.hex[:16]}")
        options: dict[str, Any] = {"button": number % len(self.bets)} if STACK in self.bets[0] else {}
        wager = self.game.meter_wager
        staked = 0 if wager is None else wager.staked(self.bets)
        if staked:
            options["meters"] = {name: meter.showing(staked) for name, meter in self.meters.items()}
            shown = [f"{name} {dollars(meter.amount)}" for name, meter in self.meters.items()]
            self.terminal.out.print(f"Progressive meters: {', '.join(shown)}", markup=False)
        state = self.game.start(self.bets, seed=seed, **options)
        told = 0
        while True:
            state = state.advance()
            view = state.view(self.seat)
            self.terminal.events(view.events[told:])
            told = len(view.events)
            actor = state.actor
            if not isinstance(actor, int):
                break
            player = self.automatic.get(actor)
            state = self.decide(state) if player is None else state.apply(player.choose(state.view(actor)))
        self.terminal.results(state, self.seat)
        self.chips += state.result(self.seat)
        if staked:
            paid = [(each.paid_by, each.returned) for each in state.settlements]
            hits = [(by.meter, amount, by.takes_all) for by, amount in paid if by is not None]
            self.meters = meters_after(self.meters, staked, hits)
        if STACK in self.bets[0]:
            self.bets = [self._stack_after(state, seat) for seat in range(state.n_seats)]

    def _stack_after(self, state: State, seat: int) -> Bet:
        """Return a seat's stack for the next hand. A seat without chips buys in again."""
        left = self.bets[seat].amount(STACK) + state.result(seat)
        return Bet(stack=left or DEFAULT_CHIPS * 100)

    def decide(self, state: State) -> State:
        """Ask until the move is legal."""
        view = state.view(self.seat)
        seats = tuple(range(state.n_seats))
        prompt = prompt_of(state, Round(self.number, seats, seats, (), {}, 0, state).prices)
        self.terminal.situation(view, prompt, state.game.felt())
        while True:
            text = self._ask("Your move (? for help, q to leave): ").strip().lower()
            try:
                if not self._asks(text, state, prompt):
                    action = parse_move(text, prompt, view)
                    after = state.apply(action)
                    self._judge(state, action)
                    return after
            except IllegalAction as error:
                self.terminal.say(str(error), "red")

    def _asks(self, text: str, state: State, prompt: Prompt) -> bool:
        """Answer a typed text that is not a move, and return whether it was one of these."""
        if text in HELP_WORDS:
            self._help(state, prompt)
        elif text in ADVICE_WORDS:
            try:
                values = values_of(state)
                self.terminal.values(values.rows(state), values.unit, values.rests_on, values.plan)
            except HousewayError as error:
                self.terminal.say(str(error))
        elif text in REVIEW_WORDS:
            self._review()
        else:
            return False
        return True

    def _help(self, state: State, prompt: Prompt) -> None:
        """Print the question, the accepted answers, and the clauses of the last steps."""
        self.terminal.say(prompt.ask)
        self.terminal.choices(prompt)
        self.terminal.say("Pick cards by number or by name: 1 3, or As Td.")
        self.terminal.say(OTHER_WORDS)
        clauses = state.game.sheet.clauses
        for clause in dict.fromkeys(event.clause for event in state.events[-3:] if event.clause in clauses):
            self.terminal.say(f"{clause}: {plain(clauses[clause])}")

    def _review(self) -> None:
        for line in self.coach.review():
            self.terminal.say(line)

    def _judge(self, state: State, action: Action) -> None:
        verdict = self.coach.judge(state, action, self.number) if self.judges else None
        if verdict is not None:
            self.terminal.say(verdict.sentence)

    def ask_for_next(self) -> None:
        """Ask for another round with the same bets, or leave. If the chips ran out, new ones are bought."""
        stake = sum(self.bets[self.seat].values())
        if self.chips < stake and STACK not in self.bets[self.seat]:
            self._ask(
                f"You have {dollars(self.chips)}. Press Enter to buy {dollars(DEFAULT_CHIPS * 100)} more (q to leave): "
            )
            self.chips += DEFAULT_CHIPS * 100
            return
        while (
            self._ask("Press Enter to deal the next round with the same bets (q to leave): ").strip().lower()
            in REVIEW_WORDS
        ):
            self._review()

    def _ask(self, prompt: str) -> str:
        text = self.terminal.out.input(prompt, markup=False)
        if text.strip().lower() in QUIT_WORDS:
            raise Leave
        return text


def opening_bets(game: Game, n_seats: int, seat: int, texts: list[str], chips: int) -> list[Bet]:
    """Return all opening bets: the player's as given, the others from the game's default bets."""
    everyday = everyday_bet(game, chips)
    if (on_meters := game.meter_wager) is not None:
        texts = [f"{on_meters.name}={on_meters.amount / 100}", *texts]
    given = {**everyday, **_read_bets(texts)} if texts else everyday
    return [Bet(**(given if other == seat else everyday)) for other in range(n_seats)]


def everyday_bet(game: Game, chips: int, unit: int = 1000) -> dict[str, int]:
    """Return ten dollars on every default wager, or the whole stack in a player vs. player game."""
    if isinstance(game, GameBetweenPlayers):
        return {STACK: chips}
    return dict(game.usual_bet(unit).items())


def own_meters(game: Game, seeds: list[str], increments: list[str]) -> dict[str, Meter]:
    """Return the meters of a private table, from their seeds. The house of the terminal has no reserve."""
    wager = game.meter_wager
    if wager is None:
        if seeds or increments:
            raise BadSetting("--meter-seed and --increment need a progressive bet. Add --prizes TABLE.")
        return {}
    started, added = by_meter("--meter-seed", seeds, wager.prizes), by_meter("--increment", increments, wager.prizes)
    if missing := [name for name in wager.prizes.meters if name not in started or name not in added]:
        raise BadSetting(
            f"A meter has no starting amount or increment. Give --meter-seed and --increment for: {', '.join(missing)}."
        )
    rules = {name: MeterRules(int(started[name] * 100), added[name]) for name in wager.prizes.meters}
    return {name: Meter.opened(each)[0] for name, each in rules.items()}


def _read_bets(texts: list[str]) -> dict[str, int]:
    bets: dict[str, int] = {}
    for text in texts:
        name, equals, amount = text.partition("=")
        try:
            cents = float(amount.lstrip("$")) * 100
            if not equals or cents != round(cents) or cents < 0:
                raise ValueError
        except ValueError:
            raise BadBet(f"--bet takes WAGER=DOLLARS, such as ante=10; got {text!r}.") from None
        bets[name.strip().replace("-", "_")] = round(cents)
    return bets
