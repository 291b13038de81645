"""How well the players play: a strategy, or a mix of players who each have their own."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from houseway.analysis import analyser
from houseway.analysis.distribution import Distribution
from houseway.errors import BadSetting
from houseway.games.engine.game import Game
from houseway.games.strategies import strategy_names

OPTIMAL, RULE_LIST, NAIVE = "optimal", "rule-list", "naive"
SKILLS = (OPTIMAL, RULE_LIST, NAIVE)
"""The best play, the short list that a person can learn, and the everyday automatic player of the game."""

Mix = Mapping[str, Fraction]


def parse_skill(text: str) -> dict[str, Fraction]:
    """The share of each kind of player: a name, or names with shares that come to one.

    >>> parse_skill("optimal=0.25, naive=0.75")
    {'optimal': Fraction(1, 4), 'naive': Fraction(3, 4)}
    >>> parse_skill("rule-list")
    {'rule-list': Fraction(1, 1)}
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) == 1 and "=" not in parts[0]:
        return {parts[0]: Fraction(1)}
    shares: dict[str, Fraction] = {}
    for part in parts:
        name, _, share = part.partition("=")
        try:
            shares[name.strip()] = Fraction(share.strip())
        except (ValueError, ZeroDivisionError):
            raise _refused(text, f"{part!r} has no share") from None
    if any(share < 0 for share in shares.values()) or sum(shares.values()) != 1:
        raise _refused(text, f"the shares come to {float(sum(shares.values())):g}, not to 1")
    return {name: share for name, share in shares.items() if share}


def _refused(text: str, why: str) -> BadSetting:
    expected = f"expected {', '.join(SKILLS)} or a mix such as optimal=0.2,rule-list=0.5,naive=0.3"
    return BadSetting(f"skill: {expected}; got {text!r}: {why}")


def strategy_of(game: Game, skill: str) -> str:
    """The analyser's name for a skill; another strategy of the game goes by its own name.

    The naive player is the first automatic one of the game that the analyser knows.

    >>> from houseway.games.catalogue import game
    >>> strategy_of(game("double-draw-poker"), "naive")
    'hold-pairs'
    """
    if skill != NAIVE:
        return skill
    known = analyser(game).STRATEGY_NAMES
    return next(name for name in strategy_names(game.slug) if name in known)


def mixed(parts: list[tuple[Fraction, Distribution]]) -> Distribution:
    """The distribution of a round of a player of whom only the shares of kinds are known.

    >>> coin = Distribution.of({Fraction(1): 1, Fraction(-1): 1})
    >>> dict(mixed([(Fraction(1, 2), coin), (Fraction(1, 2), Distribution.of({Fraction(1): 1}))]).weights)
    {Fraction(-1, 1): 1, Fraction(1, 1): 3}
    """
    common = lcm(*(share.denominator * net.total for share, net in parts))
    return Distribution.of(
        [
            (value, int(share * common / net.total) * weight)
            for share, net in parts
            for value, weight in net.weights.items()
        ]
    ).reduced()
