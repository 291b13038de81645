"""Play, solve and audit casino card games."""

import sys
from typing import Annotated

import typer

from houseway import __version__
from houseway.cli.accounts import accounts
from houseway.cli.analyze import advise, analyze, explain, simulate, strategy
from houseway.cli.bench import bench
from houseway.cli.counts import cache, verify_counts
from houseway.cli.equity import equity, hold
from houseway.cli.game_files import export, new, words
from houseway.cli.games import games, list_titles, rules
from houseway.cli.operate import operate
from houseway.cli.play import play
from houseway.cli.practice import practice
from houseway.cli.progressive import progressive
from houseway.cli.report import compare, report
from houseway.cli.serve import serve
from houseway.cli.solve import solve
from houseway.cli.verify import verify, witness
from houseway.errors import HousewayError, sentence

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]})
app.command("games")(games)
app.command("rules")(rules)
app.command("titles")(list_titles)
app.command("play")(play)
app.command("practice")(practice)
app.command("serve")(serve)
app.add_typer(accounts, name="accounts")
app.command("analyze")(analyze)
app.command("advise")(advise)
app.command("simulate")(simulate)
app.command("strategy")(strategy)
app.command("explain")(explain)
app.command("equity")(equity)
app.command("hold")(hold)
app.command("solve")(solve)
app.command("report")(report)
app.command("compare")(compare)
app.command("operate")(operate)
app.command("progressive")(progressive)
app.command("export")(export)
app.command("new")(new)
app.command("words")(words)
app.command("verify")(verify)
app.command("verify-counts")(verify_counts)
app.command("witness")(witness)
app.command("cache")(cache)
app.command("bench")(bench)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"houseway {__version__}")
        raise typer.Exit


@app.callback(help=__doc__)
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Handle the options that come before a command."""


def main() -> None:
    """Run the command line. Exit codes: 0 done, 1 a check failed, 2 wrong usage."""
    try:
        app()
    except HousewayError as error:
        print(f"houseway: {sentence(error)}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
