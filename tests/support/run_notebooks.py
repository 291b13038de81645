"""Runs the example notebooks in a kernel of this interpreter. As a program it keeps their outputs in the files."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LONGEST_TEXT = 2000
PLACES = ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "MPLCONFIGDIR")


@contextmanager
def nothing_written_at_home() -> Iterator[None]:
    """Whatever a kernel writes for itself goes to a folder that is removed."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, {name: os.path.join(folder, name.lower()) for name in PLACES}),
    ):
        yield


def read(path: Path) -> Any:
    """A notebook as it is kept."""
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def keep(notebook: Any, path: Path) -> None:
    """Write a notebook with its outputs."""
    path.write_text(nbformat.writes(shortened(notebook), indent=1) + "\n", "utf-8")  # type: ignore[no-untyped-call]


def execute(path: Path) -> Any:
    """The notebook with the outputs of running it from top to bottom; an error in a cell is raised."""
    notebook = read(path)
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", record_timing=False)
    with nothing_written_at_home():
        client.execute(cwd=str(path.parent))
    return notebook


def shortened(notebook: Any) -> Any:
    """The notebook to keep: where a table is shown, its long text form is left out."""
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/html" in data and len(data.get("text/plain", "")) > LONGEST_TEXT:
                del data["text/plain"]
    return notebook


def shown_texts(notebook: Any) -> list[list[str]]:
    """What each code cell shows, as text."""
    return [
        [output.get("text") or output["data"].get("text/plain", "") for output in cell["outputs"]]
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


if __name__ == "__main__":
    for each in NOTEBOOKS:
        keep(execute(each), each)
        print(each.name)
