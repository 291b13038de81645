"""No module needs itself to be imported, so that each can be imported first."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import houseway

SOURCES = Path(houseway.__file__).parent


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCES.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_when_loaded(statements: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that run while the module is loaded: not those of functions, nor those for the type checker."""
    for statement in statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement
        elif isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
            yield from imports_when_loaded(statement.orelse)
        elif isinstance(statement, ast.If | ast.Try | ast.With | ast.ClassDef):
            for inner in (statement.body, getattr(statement, "orelse", []), getattr(statement, "finalbody", [])):
                yield from imports_when_loaded(inner)


def needs_of(path: Path, modules: set[str]) -> set[str]:
    """The modules that `path` imports when it is loaded."""
    needed = set()
    for statement in imports_when_loaded(ast.parse(path.read_text()).body):
        if isinstance(statement, ast.Import):
            needed |= {alias.name for alias in statement.names}
        else:
            parts = {f"{statement.module}.{alias.name}" for alias in statement.names}
            inner = parts & modules
            needed |= inner
            if inner != parts:
                needed.add(str(statement.module))
    return needed & modules


def test_no_module_imports_itself_through_others() -> None:
    paths = {module_name(path): path for path in SOURCES.rglob("*.py")}
    graph = {name: needs_of(path, set(paths)) for name, path in paths.items()}
    assert graph["houseway.room.quarantine"] >= {"houseway.room.accounts", "houseway.room.log"}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as cycle:
        raise AssertionError(f"imports go round: {' <- '.join(cycle.args[1])}") from None
