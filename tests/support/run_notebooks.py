"""Run the example notebooks in a kernel of this interpreter. As a program it keeps their outputs in the files."""

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html.parser import HTMLParser
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
    """Return what each code cell shows, as a reader sees it: of HTML its text, otherwise the plain text."""
    return [[_seen(output) for output in cell["outputs"]] for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _seen(output: Any) -> str:
    data = output.get("data", {})
    if "text/html" in data:
        return _text_of(str(data["text/html"]))
    return str(output.get("text") or data.get("text/plain", ""))


def _text_of(page: str) -> str:
    """Return the words of a piece of HTML, without its styles, one blank between them."""
    reader = _Text()
    reader.feed(page)
    return " ".join("".join(reader.parts).split())


class _Text(HTMLParser):
    """Collects the text of a piece of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._hidden = self._hidden or tag == "style"
        self.parts.append("" if tag in ("span", "b", "i", "code") else " ")

    def handle_endtag(self, tag: str) -> None:
        self._hidden = self._hidden and tag != "style"

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)


def main(names: Sequence[str]) -> None:
    """Run the notebooks that are named, or all of them, and keep their outputs."""
    for each in [path for path in NOTEBOOKS if not names or path.stem in names]:
        keep(execute(each), each)
        print(each.name)


if __name__ == "__main__":
    main(sys.argv[1:])
