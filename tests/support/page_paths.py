"""Where the pages are, and what is there once one of them has all that it shows."""

SOLVE = "/solve#holds=2,2&range0=AA,KQ&range1=JT,99&hand=As+Ac"
PATHS = ["/", "/lab#game=pick-2-poker", "/drill", "/verify", "/titles", "/review", "/practice", SOLVE]
READY = {
    "/": ".game",
    "/drill": "option[value=pick-2-poker]",
    "/verify": "hw-proof",
    "/review": "[data-part=problem]:not([hidden])",
    "/titles": "tr[data-title]",
    SOLVE: "body[data-solved] .hand-table",
    "/practice": 'body[data-spot]:not([data-spot=""]) .choice',
}
"""By the path; the laboratory, which has no entry, is there with its edge."""
