"""Packages that can be called, because they share their name with the function that users want."""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any


def make_callable(package: str, function: Callable[..., Any]) -> None:
    """Let a package be called as one of its functions: `houseway.ranking("bug")`.

    Once a package is imported it hides the function of its name in the package above, so it answers for it.
    """

    class CallablePackage(ModuleType):
        def __call__(self, *given: Any, **named: Any) -> Any:
            return function(*given, **named)

    sys.modules[package].__class__ = CallablePackage
