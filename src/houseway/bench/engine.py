"""Rounds per second of the Python state machine, with PokerKit's hold'em beside player vs. player games."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.bench.measure import Case, Measurement, Results, Verdict, measure
from houseway.games.catalogue import against_the_house, between_players, game, game_class
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.betting import NO_LIMIT
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.state import State

NOTE = (
    "Every round is shuffled, dealt, decided and settled, with all its events. `calls` plays every hand to the "
    "showdown and is what the aim is about; `random` picks any legal action, so most hands end early. PokerKit plays "
    "no-limit hold'em with the same blinds, stacks and seats."
)
PLAYERS = (2, 6, 9)
POKERKIT_AIM = 10
TEN_DOLLARS = 1000


@dataclass(frozen=True, slots=True)
class Size:
    """The number of turns of the cases, and of rounds in each turn."""

    turns: int
    rounds: int


FULL = Size(turns=5, rounds=400)
QUICK = Size(turns=2, rounds=60)

Choose = Callable[[State], Action]


def measure_engine(quick: bool = False) -> Results:
    """Return all measurements of this section, in rounds per second."""
    size = QUICK if quick else FULL
    measurements = measure([*_house_banked(size.rounds), *_between_players(size.rounds)], size.turns)
    return Results("Rounds through the rules", "rounds", measurements, _verdicts(measurements), NOTE)


def _verdicts(measurements: list[Measurement]) -> list[Verdict]:
    return [
        Verdict(found.group, "PokerKit", POKERKIT_AIM, found.ratio)
        for found in measurements
        if found.subject in between_players() and found.task == "calls"
    ]


def _house_banked(rounds: int) -> Iterator[Case]:
    for slug in against_the_house():
        table = game(slug)
        for n_seats in (1, 3):
            bets = [table.usual_bet(TEN_DOLLARS)] * n_seats
            yield Case(slug, "random", f"{n_seats} seats, random", 1, _rounds(table, bets, rounds, _random_choice()))


def _between_players(rounds: int) -> Iterator[Case]:
    for slug in between_players():
        table = _no_limit(slug)
        for n_seats in PLAYERS:
            bets = [Bet(stack=20_000)] * n_seats
            for task, choose in (("calls", _call), ("random", _random_choice())):
                group = f"no-limit, {n_seats} seats, {task}"
                yield Case(slug, task, group, 1, _rounds(table, bets, rounds, choose))
                yield from _pokerkit(n_seats, task, group, rounds // 10)


def _no_limit(slug: str) -> Game:
    kind = game_class(slug)
    assert issubclass(kind, GameBetweenPlayers)
    return game(slug, small_blind=50, big_blind=100, readings={kind.cited.structure: NO_LIMIT}, jurisdiction="none")


def _rounds(table: Game, bets: Sequence[Bet], rounds: int, choose: Choose) -> Callable[[], int]:
    def run() -> int:
        for seed in range(rounds):
            state = table.start(bets, seed=seed).advance()
            while not state.is_over:
                state = state.apply(choose(state)).advance()
        return rounds

    return run


def _random_choice() -> Choose:
    generator = random.Random(1)

    def choose(state: State) -> Action:
        return generator.choice(state.legal_actions())

    return choose


def _call(state: State) -> Action:
    legal = state.legal_actions()
    return next((action for action in legal if action.kind in ("check", "call")), legal[0])


def _pokerkit(n_seats: int, task: str, group: str, hands: int) -> Iterator[Case]:
    try:
        from pokerkit import Automation, Mode, NoLimitTexasHoldem
    except ImportError:
        return
    generator = random.Random(1)

    def play_hand() -> None:
        state: Any = NoLimitTexasHoldem.create_state(
            tuple(Automation), True, 0, (50, 100), 100, 20_000, n_seats, mode=Mode.TOURNAMENT
        )
        while state.status:
            _pokerkit_choice(state, task, generator)

    def run() -> int:
        for _ in range(hands):
            play_hand()
        return hands

    yield Case("PokerKit hold'em", task, group, 1, run, baseline=True)


def _pokerkit_choice(state: Any, task: str, generator: random.Random) -> None:
    least, most = (
        state.min_completion_betting_or_raising_to_amount,
        state.max_completion_betting_or_raising_to_amount,
    )
    moves: list[Callable[[], object]] = [state.check_or_call]
    if task == "random":
        if state.can_fold():
            moves.append(state.fold)
        if least is not None:
            moves += [lambda: state.complete_bet_or_raise_to(least), lambda: state.complete_bet_or_raise_to(most)]
    generator.choice(moves)()
