"""How well the players play: a strategy, or a mix of players who each have their own."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from houseway.analysis import analyzer, counted_by_family
from houseway.analysis.declared.registry import family_of
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.people import RULE_LIST
from houseway.analysis.results.result import OPTIMAL
from houseway.errors import BadSetting, unknown
from houseway.games.engine.game import Game
from houseway.games.strategies import strategy_names

NAIVE = "naive"
SKILLS = (OPTIMAL, RULE_LIST, NAIVE)
"""The best play, the short list that a person can learn, and the everyday automatic player of the game."""

Share = Fraction | float | str
"""A share as people write it: `0.25`, `"0.25"`, `"1/4"`, `Fraction(1, 4)`. A float counts as the decimal it prints."""


def checked_mix(skill: str | Mapping[str, Share]) -> dict[str, Fraction]:
    """The share of each kind of player: a name, or names with shares above 0 that come to exactly one.

    >>> checked_mix("optimal=0.25, naive=0.75")
    {'optimal': Fraction(1, 4), 'naive': Fraction(3, 4)}
    >>> checked_mix({"optimal": 0.25, "naive": 0.75})
    {'optimal': Fraction(1, 4), 'naive': Fraction(3, 4)}
    >>> checked_mix("rule-list")
    {'rule-list': Fraction(1, 1)}
    """
    shares: dict[str, Fraction] = {}
    for name, written in _named_shares(skill):
        if name in shares:
            raise _refused(skill, f"{name!r} is named twice")
        share = exact_number(written)
        if share is None:
            raise _refused(skill, f"{name!r} has no share that is a number")
        if share <= 0:
            raise _refused(skill, f"the share of {name!r} is {_plain(share)}, not above 0")
        shares[name] = share
    if (total := sum(shares.values(), Fraction(0))) != 1:
        raise _refused(skill, f"the shares come to {_plain(total)}, not to 1" if shares else "nobody is named")
    return shares


def _named_shares(skill: str | Mapping[str, Share]) -> list[tuple[str, Share]]:
    if isinstance(skill, Mapping):
        return list(skill.items())
    if not isinstance(skill, str):
        raise _refused(skill, "that is neither text nor a mapping")
    parts = [part.strip() for part in skill.split(",") if part.strip()]
    if len(parts) == 1 and "=" not in parts[0]:
        return [(parts[0], Fraction(1))]
    named = [part.partition("=") for part in parts]
    return [(name.strip(), share.strip()) for name, _, share in named]


def exact_number(written: object) -> Fraction | None:
    """The number that is written, or None. An exponent beyond 99 is none: its digits alone could fill the memory.

    >>> exact_number("1/3"), exact_number(0.1), exact_number("1e1000000000")
    (Fraction(1, 3), Fraction(1, 10), None)
    """
    text = str(written).strip()
    if len(text.lower().partition("e")[2]) > len("-99"):
        return None
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def _plain(number: Fraction) -> str:
    """As a short decimal where that is exact."""
    short = f"{float(number):g}"
    return short if Fraction(short) == number else str(number)


def _refused(skill: object, why: str) -> BadSetting:
    expected = f"expected {', '.join(SKILLS)} or a mix such as optimal=0.2,rule-list=0.5,naive=0.3"
    return BadSetting(f"skill: {expected}; got {skill!r}: {why}")


def strategy_of(game: Game, skill: str) -> str:
    """The analyzer's name for a skill; another strategy of the game goes by its own name.

    The naive player is the first automatic one of the game that the analyzer knows.

    >>> from houseway.games.catalogue import game
    >>> strategy_of(game("double-draw-poker"), "naive")
    'hold-pairs'
    """
    known = analyzer(game).STRATEGY_NAMES
    if skill != NAIVE:
        if skill not in known:
            raise unknown("skill", skill, {*SKILLS, *known}, where=f"for {game.slug}")
        return skill
    return next(name for name in strategy_names(game.slug) if name in known)


def strategies_known(game: Game) -> tuple[str, ...]:
    """The strategies by which a game can be analyzed: the best one alone where a family knows no other.

    >>> from houseway.games.catalogue import game
    >>> strategies_known(game("casino-war")), strategies_known(game("let-it-ride"))
    (('optimal',), ('optimal', 'rule-list', 'never-folds'))
    """
    if counted_by_family(game):
        return family_of(game).strategies
    known: tuple[str, ...] = analyzer(game).STRATEGY_NAMES
    return known


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
