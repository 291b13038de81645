"""How the server writes JSON: ASCII only, so that no text that anyone sent can break an answer."""

import json
from fractions import Fraction
from typing import Any

from starlette.responses import Response


def write_json(plain: Any) -> str:
    """JSON without blanks."""
    return json.dumps(plain, separators=(",", ":"), allow_nan=False)


def exact(number: Fraction) -> dict[str, object]:
    """An exact number as text beside its float.

    >>> exact(Fraction(1, 3))
    {'exact': '1/3', 'value': 0.3333333333333333}
    """
    return {"exact": f"{number.numerator}/{number.denominator}", "value": float(number)}


class Json(Response):
    """An answer in JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """The bytes of the answer."""
        return write_json(content).encode("ascii")
