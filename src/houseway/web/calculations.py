"""The calculations that the server hands to another process: an analysis of a game, or the values of one situation.

`python -m houseway.web.calculations` reads one request per line of standard input. It answers in lines on standard
output: its progress, then the result or the error. Everything is JSON. It ends when its input does, so it never
outlives the server. A number of bytes as its argument limits its memory.
"""

import ctypes
import errno
import json
import resource
import signal
import sys
import traceback
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TextIO

from houseway.analysis import ANALYZERS, advise, analyze, rule_list, strategy_table
from houseway.analysis.between_players import players_analysis
from houseway.analysis.counting.shards import Progress, Runner
from houseway.analysis.declared.rule_list import knows_rules
from houseway.analysis.declared.strategy import in_short
from houseway.analysis.particulars import applied_rule, particulars
from houseway.analysis.results.display import plain_rows
from houseway.analysis.results.recorded import recorded_edge, recorded_rules, recorded_strategy
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RuleList, expensive_words
from houseway.errors import HousewayError
from houseway.games.catalogue import as_game, between_players
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.telling.units import units_of
from houseway.games.telling.words import named, plain
from houseway.plain import exact
from houseway.training.search import KINDS_FROM, Wanted, advice_on, kinds_of, look_for, moments_of_round
from houseway.training.spots import PLAYERS_KINDS_FROM, players_kinds, seed_number
from houseway.web.errors import code_of
from houseway.web.game_choices import offered_game
from houseway.web.player_vs_player import ANSWERS, chances_of
from houseway.web.solving import live_answer, players_spot, solved_spot
from houseway.web.worker import FAILED, OUT_OF_MEMORY, out_of_memory

if TYPE_CHECKING:
    from houseway.analysis.results.advice import Advice, Option
    from houseway.report.model import Model


Report = Callable[[str, int, int], None]
"""Called with the name of the count, the number of finished parts, and the number of all parts."""
Request = Mapping[str, Any]


def runner_for(request: Request, report: Report) -> Runner:
    """Return a runner that reports its progress to the laboratory. A laboratory job may run a full count."""

    def progress(what: str, total: int) -> Progress:
        report(what, 0, total)
        return lambda done, parts: report(what, done, parts)

    return Runner(jobs=request.get("threads", 1), progress=progress, count=True)


def mathematics_report(game: Game, request: Request, report: Report) -> dict[str, Any]:
    """Return the report of a game. Alternatives that would first need a count are left without a value."""
    from houseway.report import report_for

    report("the figures of the report", 0, 2)
    model = report_for(game, runner=runner_for(request, report), quick=True)
    report("the pages of the report", 1, 2)
    return _file(model, game.slug, request["form"])


def comparison(game: Game, request: Request, report: Report) -> dict[str, Any]:
    """Compare a game with its base: our default readings and a pay table of its sheet."""
    from houseway.analysis.compare.comparison import compare

    base = offered_game(request["game"], None, request["base"])
    names = (named(base), named(game))
    result = compare(base, game, names=names, runner=runner_for(request, report))
    if request["form"] == "figures":
        return result.to_dict()
    from houseway.report import comparison_report

    return _file(comparison_report(result), f"{game.slug}-comparison", request["form"])


def shift(game: Game, request: Request, report: Report) -> dict[str, Any]:
    """Return a shift with the points of its plot."""
    from houseway.analysis.operations.operation import operate

    result = operate(game, **request["shift"], with_exposure=False, runner=runner_for(request, report))
    return {**result.to_dict(), "histogram": result.swing.histogram()._asdict()}


def _file(model: "Model", name: str, form: str) -> dict[str, Any]:
    """Return a report in the form of a downloaded file."""
    from houseway.report import render

    return {"name": f"{name}.{form}", "base64": b64encode(render(model, form)).decode("ascii")}


NOTHING_TO_DECIDE = "There are no decisions after the bets are placed."
NO_RULE_LIST = "This game has no simplified strategy (rule list). The table below has every kind of hand."
NOT_COUNTED = "The strategy for this pay table and these readings is not stored. Open the laboratory to compute it."
BETWEEN_PLAYERS = (
    "Players bet against each other, so no strategy is optimal against everybody and no rule list has an exact cost.",
    "Exact: from the flop on, your chances against every hand of an opponent who keeps cards by a rule; and, for two "
    "players on the river, an equilibrium of the betting (the command houseway solve).",
    "Estimated, with a margin of error: before the flop, the share of the pot for every choice of cards to keep.",
)
Plain = dict[str, Any]


def cached_strategy(game: Game, request: object = None, report: object = None) -> Plain:
    """Return the shipped strategy of a game, or `words` with the reason if there is none."""
    if isinstance(game, GameBetweenPlayers):
        rule = players_analysis(game).EXAMPLES.holds_words
        return {"rules": None, "table": [], "words": [*BETWEEN_PLAYERS, rule], "is_kept": True}
    rows = recorded_strategy(game)
    if rows is None:
        return {"rules": None, "table": [], "words": [NOT_COUNTED], "is_kept": False}
    return _plain_strategy(game, recorded_rules(game), rows)


def counted_strategy(game: Game, request: Mapping[str, Any], report: Report) -> Plain:
    """Return a game's strategy, counted if it does not ship."""
    runner = runner_for(request, report)
    rows = strategy_table(game, runner=runner)
    rules = rule_list(game, runner=runner) if knows_rules(game) else None
    return _plain_strategy(game, rules, rows)


def _plain_strategy(game: Game, rules: RuleList | None, rows: tuple[Any, ...]) -> Plain:
    words = [NOTHING_TO_DECIDE] if not rows else [NO_RULE_LIST] if rules is None else []
    edge = None if rules is None else recorded_edge(game, OPTIMAL)
    if rules is not None and edge is not None and (expensive := expensive_words(rules.cost, edge, units_of(game))):
        words.append(expensive)
    return {
        "rules": None if rules is None else [plain(line) for line in rules.lines()],
        "cost": None if rules is None else exact(rules.cost),
        "unit": units_of(game),
        "table": [_in_words(row) for row in plain_rows(in_short(rows))],
        "words": words,
        "is_kept": True,
    }


def _in_words(row: Mapping[str, object]) -> Plain:
    return {name: plain(cell) if isinstance(cell, str) else cell for name, cell in row.items()}


PREPARED_IN, PREPARED_DEALS, PREPARED_SECONDS = 4, 60, 10.0
"""Reported steps in the preparation of a game, and limits of the search for a decision of each kind."""

WENT_WRONG = {"code": FAILED, "message": "The calculation failed. Tell the operator."}


def carry_out(request: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """Return the result of one request."""
    if request["task"] == "warm":
        return _warm()
    game = offered_game(request["game"], request.get("readings"), request.get("paytable"))
    return _TASKS[request["task"]](game, request, report)


def _analyze(game: Game, request: Mapping[str, Any], report: Report) -> dict[str, Any]:
    return analyze(game, strategy=request["strategy"], runner=runner_for(request, report)).to_dict()


def _advise(game: Game, request: Mapping[str, Any], report: Report) -> dict[str, Any]:
    wagers = {name: Fraction(amount) for name, amount in request.get("wagers", {}).items()}
    advice = advise(game, request["cards"], **request["situation"], **particulars(game).stakes(wagers))
    return _plain_advice(advice)


def _plain_advice(advice: "Advice") -> dict[str, Any]:
    return {**advice.to_dict(), "best": str(advice.best.action), "options": [_option(each) for each in advice.options]}


def _option(option: "Option") -> dict[str, Any]:
    """Return an option of advice in the form common to all games, with any fields that a game adds."""
    return {
        **option.to_dict(),
        "action": option.action.to_dict(),
        "text": str(option.action),
        "value": exact(option.value),
        "reason": option.reason,
    }


def _warm() -> dict[str, Any]:
    """Load the compiled code of every game with one request to each."""
    for game in _first_of_each_package():
        example = particulars(game).benchmark(game)
        try:
            if example is not None:
                advise(game, example.cards, board=example.board)
        except Exception:
            traceback.print_exc(file=sys.stderr)
    for slug in between_players():
        _warm_between_players(slug)
    give_memory_back()
    return {}


def give_memory_back() -> None:
    """Return unneeded memory to the system after loading. Only glibc has a call for it. Elsewhere, do nothing.

    For the advice process that is a sixth: 79 of 449 MB.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def _warm_between_players(slug: str) -> None:
    title = players_analysis(slug)
    held, board, dead, opponent_holds = title.EXAMPLES.situation
    asked = {"held": held, "board": board, "dead": dead, "opponents": [opponent_holds]}
    chances_of(offered_game(slug), asked)
    title.planned_play(**title.EXAMPLES.moment)


def _first_of_each_package() -> Iterator[Game]:
    """Return one game for each analyzer. Games that share an analyzer need only one."""
    firsts = {place: slug for slug, place in reversed(ANALYZERS.items())}
    return map(as_game, firsts.values())


def _spot(game: Game, request: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """Return a spot to practice, or none if the searched deals have none. `next` is the deal to continue with."""
    closest = request.get("closest")
    wanted = Wanted(request.get("decision", ""), request.get("hand", ""), Fraction(closest) if closest else None)
    numbers = range(request["first"], request["stop"])
    if isinstance(game, GameBetweenPlayers):
        spot = players_spot(game, wanted, request["seed"], numbers, request["seconds"])
        return {**spot, **_rule(game, spot, report)}
    found, following = look_for(game, wanted, request["seed"], numbers, request["seconds"])
    if found is None:
        return {"spot": None, "next": following}
    question = {
        "game": game.slug,
        "readings": {},
        "paytable": None,
        "cards": found.situation.cards,
        "situation": dict(found.situation.known),
        "wagers": dict(found.situation.stakes),
    }
    return {
        "spot": found.spot.to_dict(),
        "next": following,
        "kind": [found.kind.decision, found.kind.hand],
        "question": question,
        "advice": _plain_advice(found.advice),
        **_rule(game, question, report),
    }


def _rule(game: Game, request: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """Return the line of the game's rule list that applies in a situation, if there is one."""
    has_list = not isinstance(game, GameBetweenPlayers)
    found = applied_rule(game, request["cards"], request["situation"]) if has_list else None
    return {"applied": None if found is None else found.to_dict()}


def _prepare(game: Game, request: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """Ask all common questions about a game once, so that its tables, counts and compiled code are made and cached."""
    kinds = _kinds(game, request, report)
    report(game.slug, 1, PREPARED_IN)
    cached_strategy(game)
    report(game.slug, 2, PREPARED_IN)
    if isinstance(game, GameBetweenPlayers):
        _warm_between_players(game.slug)
        report(game.slug, 3, PREPARED_IN)
        players_spot(game, Wanted(), game.slug, range(PREPARED_DEALS), PREPARED_SECONDS)
        return {"kinds": kinds}
    missing = {each["decision"] for each in kinds["kinds"]}
    for number in range(PREPARED_DEALS):
        if not missing:
            break
        for kind, situation in moments_of_round(game, seed_number(game.slug, number)):
            if kind.decision in missing and not situation.without_value:
                advice_on(game, situation)
                applied_rule(game, situation.cards, dict(situation.known))
            missing.discard(kind.decision)
    report(game.slug, 3, PREPARED_IN)
    look_for(game, Wanted(), game.slug, range(PREPARED_DEALS), 0.0)
    return {"kinds": kinds}


def _kinds(game: Game, request: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """Return the kinds of spots in a game, and the number of rounds that have each."""
    if isinstance(game, GameBetweenPlayers):
        found, dealt = players_kinds(game), PLAYERS_KINDS_FROM
    else:
        found, dealt = kinds_of(game), KINDS_FROM
    kinds = [{"decision": kind.decision, "hand": kind.hand, "rounds": rounds} for kind, rounds in found]
    return {"kinds": kinds, "of": dealt}


_TASKS: dict[str, Callable[[Game, Mapping[str, Any], Report], dict[str, Any]]] = {
    "report": mathematics_report,
    "compare": comparison,
    "operate": shift,
    "analyze": _analyze,
    "advise": _advise,
    **ANSWERS,
    "spot": _spot,
    "solve": solved_spot,
    "live": live_answer,
    "kinds": _kinds,
    "prepare": _prepare,
    "rule": _rule,
    "strategy": counted_strategy,
    "kept strategy": cached_strategy,
}


def serve(requests: TextIO, answers: TextIO, memory: int = 0) -> None:
    """Answer requests until the input ends, or until one exceeds the memory limit."""

    def write_message(**message: object) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    def report(what: str, done: int, total: int) -> None:
        write_message(progress={"what": what, "done": done, "total": total})

    for line in requests:
        try:
            write_message(result=carry_out(json.loads(line), report))
        except HousewayError as error:
            write_message(error={"code": code_of(error), "message": str(error)})
        except MemoryError:
            write_message(error={"code": OUT_OF_MEMORY, "message": out_of_memory(memory)})
            return
        except Exception as error:
            if memory and isinstance(error, OSError) and error.errno == errno.ENOMEM:
                write_message(error={"code": OUT_OF_MEMORY, "message": out_of_memory(memory)})
                return
            traceback.print_exc(file=sys.stderr)
            write_message(error=WENT_WRONG)


if __name__ == "__main__":
    answers, sys.stdout = sys.stdout, sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    most = int(sys.argv[1]) if sys.argv[1:] else 0
    if most:
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    serve(sys.stdin, answers, most)
