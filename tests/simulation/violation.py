"""What must never happen, and did."""


class Violation(AssertionError):
    """An invariant that does not hold: `kind` says which, the message what was seen."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind
