"""The readings that a title's methods ask for by name, found in their code: a misspelled one is refused at once.

`settle` asks in some endings only, so that without this a reading that the sheet has not would come up in the middle of
an analysis, or never. A misspelled choice would never be in force, and nobody would hear of it.
"""

from collections.abc import Iterator
from dis import Instruction, get_instructions
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

ASKS = "reading"
"""The method of a game that gives the choice in force."""
NAMES_METHOD = ("LOAD_METHOD", "LOAD_ATTR")
"""The instruction before a call, by whichever name the version of Python has for it."""


IS_HELD_AGAINST = ("COMPARE_OP", "CONTAINS_OP")
"""The instruction after the choices that an answer is compared with."""


class AskedReading(NamedTuple):
    """A reading, the line that asks for it, and the choices that the answer is at once compared with."""

    place: str
    reading: str
    choices: tuple[str, ...]


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
    line = code.co_firstlineno
    steps = list(get_instructions(code)) if ASKS in code.co_names else []
    for place, step in enumerate(steps):
        if step.positions is not None and step.positions.lineno is not None:
            line = step.positions.lineno
        before = steps[place - 1] if place else None
        named = before is not None and before.opname in NAMES_METHOD and before.argval == ASKS
        if named and step.opname == "LOAD_CONST" and isinstance(step.argval, str):
            yield AskedReading(f"{Path(code.co_filename).name}:{line}", step.argval, _choices(steps[place + 1 :]))
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _asked(inner)


def _choices(after: list[Instruction]) -> tuple[str, ...]:
    """The texts that the answer of a call is compared with, where they are written out behind it."""
    rest = [step for step in after[:6] if "CALL" not in step.opname]
    if len(rest) < 2 or rest[0].opname != "LOAD_CONST" or rest[1].opname not in IS_HELD_AGAINST:
        return ()
    compared = rest[0].argval
    texts = (compared,) if isinstance(compared, str) else tuple(compared)
    return tuple(text for text in texts if isinstance(text, str))
