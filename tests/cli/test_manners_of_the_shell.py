"""What people expect of any command: a version, -h, completion; and options that stand wherever they make sense."""

import re
import tomllib

import pytest
from typer.testing import CliRunner

import houseway
from houseway.cli import app

run = CliRunner().invoke
MULTI = "fast-action-holdem-multi"


def test_the_version_is_that_of_the_package() -> None:
    shown = run(app, ["--version"])
    assert (shown.exit_code, shown.stdout) == (0, f"houseway {houseway.__version__}\n")


@pytest.mark.parametrize("command", [[], ["analyze"], ["serve"]])
def test_h_is_help(command: list[str]) -> None:
    short, long = run(app, [*command, "-h"]), run(app, [*command, "--help"])
    assert short.exit_code == 0
    assert short.stdout == long.stdout
    assert "Usage:" in short.stdout


def test_completion_can_be_installed() -> None:
    assert "--install-completion" in run(app, ["-h"]).stdout


@pytest.mark.parametrize("command", ["analyze", "export", "compare", "operate", "report", "play"])
def test_decks_and_the_aggregate_limit_stand_wherever_a_table_is_described(command: str) -> None:
    shown = re.sub(r"\s+", " ", run(app, [command, "-h"]).stdout)
    assert "--decks" in shown
    assert "--aggregate-limit" in shown


def test_an_exported_game_keeps_its_decks_and_its_limit() -> None:
    shown = run(app, ["export", MULTI, "--decks", "8", "--aggregate-limit", "50,000"])
    plain = tomllib.loads(shown.stdout)
    assert plain["readings"]["FA-R8"] == "8"
    assert plain["table"]["aggregate_limit"] == 5_000_000
