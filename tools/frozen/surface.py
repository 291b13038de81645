"""What programs and shells call: the names of the Python API with their parameters, and the command line."""

import inspect
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from typing import Any

import typer.main

from frozen.leaves import Figure, Plain
from frozen.parts import Part

PACKAGES = ("houseway", "houseway.cards", "houseway.ranking", "houseway.report", "houseway.room", "houseway.web")
"""The packages that say in `__all__` what they offer."""
ANALYSIS = "houseway.analysis"
ANALYSIS_NAMES = ("advise", "analyze", "explain", "optimal_edge", "rule_list", "simulate", "strategy_table", "value_of")
RESULTS = {
    "houseway.analysis.results.result": ("Analysis",),
    "houseway.analysis.results.advice": ("Advice", "Option"),
    "houseway.analysis.results.simulation": ("SimulationResult",),
    "houseway.analysis.results.equity": ("EquityResult", "HoldResult", "PlayerEquity"),
    "houseway.analysis.operations.operation": ("Operation",),
    "houseway.analysis.compare.comparison": ("Comparison",),
    "houseway.games.engine.game": ("Game",),
    "houseway.games.engine.state": ("State",),
    "houseway.games.engine.view": ("View",),
    "houseway.games.engine.event": ("Event",),
    "houseway.report.model": ("Model",),
}
"""What the functions return: the members of these classes are public too, wherever the class is."""


def parts() -> Iterator[Part]:
    """Yield the API, a package or result at a time, and the command line, a command at a time."""
    for package in PACKAGES:
        yield Part(f"api/{package}", exported, (package,), quick=True, depth=2)
    yield Part(f"api/{ANALYSIS}", named, (ANALYSIS, ANALYSIS_NAMES), quick=True, depth=2)
    for module, names in RESULTS.items():
        for name in names:
            yield Part(f"api/results/{name}", members_of, (module, name), quick=True, depth=1)
    yield Part("cli", command_line, quick=True, depth=3, words_depth=3)


def exported(package: str) -> Plain:
    """Return what a package offers, with parameters."""
    return named(package, tuple(import_module(package).__all__))


def named(package: str, names: tuple[str, ...]) -> Plain:
    """Return some names of a module with their parameters."""
    module = import_module(package)
    return {name: described(getattr(module, name)) for name in sorted(names)}


def members_of(module: str, name: str) -> Plain:
    """Return the public members of a class."""
    return members(getattr(import_module(module), name))


def described(thing: Any) -> Plain:
    """Return what a name is: parameters of a function, members of a class, the value of a constant."""
    if inspect.isclass(thing):
        return members(thing)
    if callable(thing):
        return parameters(thing)
    return Figure(repr(thing))


def members(kind: type) -> Plain:
    """Return the public members of a class, its own and those that it inherits from the package."""
    found = {"()": parameters(kind)}
    if issubclass(kind, Enum):
        return found | {each.name: Figure(repr(each.value)) for each in kind}
    for name in sorted(dir(kind)):
        owner = next((each for each in kind.__mro__ if name in vars(each)), object)
        if not name.startswith("_") and owner.__module__.startswith("houseway"):
            found[name] = _member(inspect.getattr_static(kind, name))
    fields = getattr(kind, "__dataclass_fields__", {})
    return found | {name: Figure("field") for name in fields if not name.startswith("_")}


def _member(member: Any) -> Figure:
    if isinstance(member, classmethod | staticmethod):
        return parameters(member.__func__)
    return parameters(member) if inspect.isfunction(member) else Figure("attribute")


def parameters(function: Any) -> Figure:
    """Return the parameters of a function: names, kinds and defaults. Types are left out: they name modules that move.

    >>> def deal(deck, *, seed: int = 0): ...
    >>> parameters(deal)
    '(deck, *, seed=0)'
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return Figure("(...)")
    bare = [
        each.replace(annotation=inspect.Parameter.empty, default=_default(each.default))
        for each in signature.parameters.values()
    ]
    return Figure(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))


class _Shown(str):
    """A default as it is written, so that no address of an object is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _default(value: Any) -> Any:
    if value is inspect.Parameter.empty:
        return value
    text = repr(value)
    return _Shown("<object>" if " at 0x" in text else text)


def command_line() -> Plain:
    """Return every command with its arguments and options, and what their help says."""
    from houseway.cli import app

    root = typer.main.get_command(app)
    return {"houseway": _command(root), **dict(_commands(root))}


def _commands(group: Any, before: str = "") -> Iterator[tuple[str, Plain]]:
    for name, command in getattr(group, "commands", {}).items():
        path = f"{before}{name}"
        yield path, _command(command)
        yield from _commands(command, f"{path}.")


def _command(command: Any) -> Plain:
    given = {_parameter_name(each): _parameter(each) for each in command.params}
    return {"help": command.help or "", **given}


def _parameter_name(parameter: Any) -> str:
    option: str = parameter.opts[0]
    return option if option.startswith("-") else option.upper()


def _parameter(parameter: Any) -> Plain:
    """Return how a parameter is written and read, and in words what it is for."""
    default = parameter.default
    read = [
        "|".join([*parameter.opts, *parameter.secondary_opts]),
        "flag" if getattr(parameter, "is_flag", False) else f"nargs {parameter.nargs}",
        *(["required"] if parameter.required else []),
        *(["repeated"] if parameter.multiple else []),
        *([f"of {type(default).__name__} {'|'.join(map(str, type(default)))}"] if isinstance(default, Enum) else []),
        *([f"from {parameter.min}"] if parameter.min is not None else []),
        *([f"to {parameter.max}"] if parameter.max is not None else []),
        "default " + ("computed" if callable(default) else repr(getattr(default, "value", default))),
    ]
    return {"kind": Figure(", ".join(read)), "help": f"{parameter.metavar or ''}: {parameter.help or ''}"}
