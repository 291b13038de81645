"""What is frozen, as a list of parts: each has a name, makes a document, and says how deep that is taken apart."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from frozen.leaves import Plain, entries, parted

WORDS = "words"
ERROR = "~error"
"""The entry of a document that could not be made."""


@dataclass(frozen=True)
class Part:
    """A document under a name. `make(*given)` makes it; `quick` ones belong to the short comparison too.

    `depth` says how many levels of its objects become entries; `words_depth` says the same of its words, which
    are left out where it is negative. `cost` is roughly the CPU seconds that it takes: the longest begin first. Parts
    with the same `together` are made in one process, because they share work.
    """

    name: str
    make: Callable[..., Plain]
    given: tuple[Any, ...] = ()
    quick: bool = False
    depth: int = 2
    words_depth: int = 1
    cost: float = 0.1
    together: str = ""

    def values(self) -> dict[str, Plain]:
        """Make the document and return its values by the names of their entries, figures and words.

        An error in place of the document has an entry too, so that an error where there was none is a difference.
        """
        try:
            document = self.make(*self.given)
        except Exception as error:
            return {f"{self.name}/{ERROR}": type(error).__name__, f"{WORDS}/{self.name}/{ERROR}": str(error)}
        figures, words = parted(document)
        found = dict(entries(self.name, figures, self.depth))
        if words is not None and self.words_depth >= 0:
            found |= dict(entries(f"{WORDS}/{self.name}", words, self.words_depth))
        return found


def every_part() -> Iterator[Part]:
    """Yield every part, in the order of the sections."""
    from frozen import advice, documents, logs, play, surface

    for section in (surface, documents, play, advice, logs):
        yield from section.parts()
