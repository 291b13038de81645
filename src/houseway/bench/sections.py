"""What `houseway bench` can measure: a function for each section, imported only when it runs."""

from collections.abc import Callable
from importlib import import_module

from houseway.bench.measure import Results
from houseway.errors import unknown

SECTIONS = {
    "ranking": ("houseway.bench.ranking", "measure_ranking"),
    "engine": ("houseway.bench.engine", "measure_engine"),
    "analysis": ("houseway.bench.analysis", "measure_analysis"),
}
"""The module and the function of each section; a function takes whether to be quick, and gives results."""


def run_section(name: str, quick: bool = False) -> Results:
    """Measure one section."""
    if name not in SECTIONS:
        raise unknown("bench section", name, SECTIONS)
    module, function = SECTIONS[name]
    run: Callable[[bool], Results] = getattr(import_module(module), function)
    return run(quick)
