"""Packages that can be called, because they share their name with a public function."""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any


def make_callable(package: str, function: Callable[..., Any]) -> None:
    """Make a package callable as one of its functions: `houseway.ranking("bug")`.

    An imported package hides the function of its name in the parent package, so calls to it are passed to the function.
    """

    class CallablePackage(ModuleType):
        def __call__(self, *given: Any, **named: Any) -> Any:
            return function(*given, **named)

    sys.modules[package].__class__ = CallablePackage
