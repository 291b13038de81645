"""The readings that a title's methods ask for by name, found in their code: a misspelt one is refused at once.

`settle` asks in some endings only, so that without this a reading that the sheet has not would come up in the middle of
an analysis, or never.
"""

from collections.abc import Iterator
from dis import get_instructions
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

ASKS = "reading"
"""The method of a game that gives the choice in force."""
NAMES_METHOD = ("LOAD_METHOD", "LOAD_ATTR")
"""The instruction before a call, by whichever name the version of Python has for it."""


class AskedReading(NamedTuple):
    """A reading, and the line that asks for it."""

    place: str
    reading: str


@cache
def asked_readings(title: type) -> tuple[AskedReading, ...]:
    """Every reading that the methods of a class, and of the titles that it extends, ask for by its id."""
    bases = [base for base in title.__mro__ if hasattr(base, "procedure")]
    return tuple(found for base in bases for method in vars(base).values() for found in _asked(_code_of(method)))


def _code_of(method: object) -> CodeType | None:
    function = (
        method.fget
        if isinstance(method, property)
        else method.func
        if isinstance(method, cached_property)
        else getattr(method, "__func__", method)
    )
    return function.__code__ if isinstance(function, FunctionType) else None


def _asked(code: CodeType | None) -> Iterator[AskedReading]:
    """`self.reading("...")` is the method's name and then the text, in this function or one within it."""
    if code is None:
        return
    line, after_name = code.co_firstlineno, False
    for step in get_instructions(code) if ASKS in code.co_names else ():
        if step.positions is not None and step.positions.lineno is not None:
            line = step.positions.lineno
        if after_name and isinstance(step.argval, str) and step.opname == "LOAD_CONST":
            yield AskedReading(f"{Path(code.co_filename).name}:{line}", step.argval)
        after_name = step.opname in NAMES_METHOD and step.argval == ASKS
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _asked(inner)
