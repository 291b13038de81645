"""What the laboratory asks for besides a plain analysis: comparisons, shifts and reports."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from houseway.analysis.counting.shards import Progress, Runner
from houseway.games.engine.game import Game
from houseway.games.telling.words import named
from houseway.web.game_choices import offered_game

if TYPE_CHECKING:
    from houseway.report.model import Model

Report = Callable[[str, int, int], None]
Request = Mapping[str, Any]


def runner_for(request: Request, report: Report) -> Runner:
    """A runner that tells the laboratory how far it is; whoever starts a job there asks for its counts."""

    def progress(what: str, total: int) -> Progress:
        report(what, 0, total)
        return lambda done, parts: report(what, done, parts)

    return Runner(jobs=request.get("threads", 1), progress=progress, count=True)


def mathematics_report(game: Game, request: Request, report: Report) -> dict[str, Any]:
    """The report of a game; alternatives that would first have to be counted are left without a value."""
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
    """A shift with the points of its plot."""
    from houseway.analysis.house.operation import operate

    result = operate(game, **request["shift"], with_exposure=False, runner=runner_for(request, report))
    return {**result.to_dict(), "histogram": result.swing.histogram()._asdict()}


def _file(model: "Model", name: str, form: str) -> dict[str, Any]:
    """A report as the browser saves it."""
    from houseway.report import render

    return {"name": f"{name}.{form}", "base64": b64encode(render(model, form)).decode("ascii")}


TASKS: dict[str, Callable[[Game, Request, Report], dict[str, Any]]] = {
    "report": mathematics_report,
    "compare": comparison,
    "operate": shift,
}
