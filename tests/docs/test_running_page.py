"""The commands, options, variables and addresses on the pages about running a server exist."""

import configparser
import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

from houseway.cli import app
from houseway.cli.serve import DATABASE_VARIABLE, METRICS_VARIABLE
from houseway.ranking.array_cache import CACHE_VARIABLE
from houseway.web.routes import ROUTERS

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("run-a-server", "run-workers", "restore-a-backup", "read-a-log", "manage-accounts")
PAGE = "\n".join(
    [(DOCS / "how-to" / f"{page}.md").read_text("utf-8") for page in PAGES] + [(DOCS / "server.md").read_text("utf-8")]
)
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.S | re.M)
_COMMAND = re.compile(r"(?:^|[=:`] ?|/)(houseway (?:serve|verify)[^`\n|]*)", re.M)


def commands() -> list[str]:
    return sorted({found.strip() for found in _COMMAND.findall(PAGE)})


def of_kind(kind: str) -> str:
    return "\n".join(text for language, text in _FENCE.findall(PAGE) if language == kind)


def test_unit_compose_file_and_text_have_commands() -> None:
    assert sum("--workers" in command for command in commands()) >= 2
    assert any("--restored" in command for command in commands())
    assert any(command.startswith("houseway verify --database") for command in commands())


@pytest.mark.parametrize("command", commands())
def test_every_command_and_option_of_the_page_exists(command: str) -> None:
    name, *words = shlex.split(command, comments=True)[1:]
    group = get_command(app)
    known = group.commands[name]  # type: ignore[attr-defined]
    options = {option for parameter in known.params for option in parameter.opts}
    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= options


def test_the_unit_is_one_and_starts_reloads_and_restarts_the_server() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(of_kind("ini"))
    assert unit.sections() == ["Unit", "Service", "Install"]
    service = unit["Service"]
    assert shlex.split(service["ExecStart"])[1] == "serve"
    assert service["ExecReload"] == "/bin/kill -HUP $MAINPID"
    assert int(service["TimeoutStopSec"]) > 20, "the parent gives its processes 20 seconds"


def test_variables_and_addresses_of_the_page_exist() -> None:
    named = set(re.findall(r"HOUSEWAY_\w+", PAGE))
    assert named == {DATABASE_VARIABLE, METRICS_VARIABLE, CACHE_VARIABLE}
    served = {getattr(route, "path", "") for router in ROUTERS for route in router.routes}
    asked = set(re.findall(r"127\.0\.0\.1:8000(/\w+)", of_kind("yaml")))
    assert asked
    assert asked <= served
