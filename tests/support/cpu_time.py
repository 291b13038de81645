"""Measure the CPU time of every test, and name the unmarked tests that use too much of it.

CPU time, not the clock: a busy machine changes it little. A test is charged for its own call, and not for the server,
browser or kernel that is made once for all tests of a worker. Processes that a test starts count once they end.
"""

import json
import os
from collections.abc import Generator
from pathlib import Path

import pytest

from support.compiling import SPENT

NAMED = 1.0
"""CPU seconds from which on an unmarked test is named. It fails nothing: on a fresh machine the first test that needs a
table builds it for all others."""
NAME = "cpu_seconds"
REPORT = "HOUSEWAY_TEST_TIMES"
"""The environment variable that names a JSON file for the CPU time of all tests."""


def cpu_seconds() -> float:
    """Return the CPU seconds that this process and its ended children have used, compiling left out."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system - SPENT[0]


class CpuTime:
    """A pytest plugin that collects CPU seconds by test, in the process that reports."""

    def __init__(self) -> None:
        self.seconds: dict[str, dict[str, float]] = {}
        self.unmarked: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note the CPU time before a test's fixtures are made."""
        item.user_properties.append((NAME, cpu_seconds()))
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Attach the CPU time at the end of each phase to its report."""
        report = yield
        mark = (NAME, cpu_seconds())
        item.user_properties.append(mark)
        report.user_properties.append(mark)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect what a phase used."""
        marks = [float(str(value)) for name, value in report.user_properties if name == NAME]
        if len(marks) >= 2:
            self.seconds.setdefault(report.nodeid, {})[report.when] = marks[-1] - marks[-2]
        if not {"slow", "proof"} & set(report.keywords):
            self.unmarked.add(report.nodeid)

    def over(self, limit: float) -> list[tuple[float, str]]:
        """Return the unmarked tests whose call used more than `limit` CPU seconds, the slowest first."""
        calls = ((phases.get("call", 0.0), name) for name, phases in self.seconds.items() if name in self.unmarked)
        return sorted((pair for pair in calls if pair[0] > limit), reverse=True)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the times if asked to."""
        if hasattr(session.config, "workerinput"):
            return
        path = os.environ.get(REPORT)
        if path:
            Path(path).write_text(json.dumps(self.seconds, indent=0, sort_keys=True))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name the unmarked tests over the limit."""
        found = self.over(NAMED)
        if found:
            terminalreporter.section("quick tests that use too much CPU: mark them slow or make them cheaper")
            for seconds, name in found:
                terminalreporter.write_line(f"{seconds:6.2f} s  {name}")
