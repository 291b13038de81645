"""Measure the CPU time of every test, and name the unmarked tests that use too much of it.

CPU time, not the clock: a busy machine changes it little. A test is charged for its own call, and not for the server,
browser or kernel that its fixtures make for all tests of a worker. Processes that a test starts count once they end.
"""

import json
import os
from collections.abc import Generator
from pathlib import Path

import pytest

LIMIT = 1.0
"""CPU seconds that a test of the quick tier may use."""
NAME = "cpu_seconds"
REPORT = "HOUSEWAY_TEST_TIMES"
"""The environment variable that names a JSON file for the CPU time of all tests."""


def cpu_seconds() -> float:
    """Return the CPU seconds that this process and its ended children have used."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


class CpuTime:
    """A pytest plugin that collects CPU seconds by test, in the process that reports."""

    def __init__(self, enforce: bool) -> None:
        """Collect; with `enforce`, fail the run if an unmarked test is over the limit."""
        self._enforce = enforce
        self.seconds: dict[str, dict[str, float]] = {}
        self.unmarked: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Attach the CPU time so far to the report of each phase."""
        report = yield
        mark = (NAME, cpu_seconds())
        item.user_properties.append(mark)
        report.user_properties.append(mark)
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note the CPU time before a test's fixtures are made."""
        item.user_properties.append((NAME, cpu_seconds()))
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect what a phase used."""
        marks = [value for name, value in report.user_properties if name == NAME]
        if len(marks) >= 2:
            self.seconds.setdefault(report.nodeid, {})[report.when] = marks[-1] - marks[-2]
        if not {"slow", "proof"} & set(report.keywords):
            self.unmarked.add(report.nodeid)

    def over_the_limit(self) -> list[tuple[float, str]]:
        """Return the unmarked tests over the limit, the slowest first."""
        found = [(phases.get("call", 0.0), name) for name, phases in self.seconds.items() if name in self.unmarked]
        return sorted((pair for pair in found if pair[0] > LIMIT), reverse=True)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the times where asked to."""
        path = os.environ.get(REPORT)
        if path and not hasattr(session.config, "workerinput"):
            Path(path).write_text(json.dumps(self.seconds, indent=0, sort_keys=True))
