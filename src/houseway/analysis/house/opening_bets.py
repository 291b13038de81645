"""What a seat opens with in a shift: the bets of the game, and those that nobody has to make, by how many make them."""

from collections.abc import Mapping
from fractions import Fraction

from houseway.analysis.house.skills import Share, exact_number
from houseway.analysis.particulars import particulars
from houseway.errors import BadSetting, UnknownName, unknown
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents
from houseway.games.telling.units import unit_of

MOST_UPTAKES = 4


def opening_bet(game: Game, ante: int, bonus: int | None, side_bets: Mapping[str, int] | None = None) -> Bet:
    """The bets of a seat: all that must equal the Ante do, the free one is as given or as usual, then the side bets."""
    known = particulars(game)
    free = known.free_wager
    if bonus is not None and not free:
        raise BadSetting(
            f"{game.title} has no Bonus of a different size from the {unit_of(game)}. Leave the bonus out."
        )
    if free:
        amounts = {wager.name: Cents(ante) for wager in game.wagers if wager.required}
        amounts[free] = Cents(known.usual_ratio(game) * ante if bonus is None else bonus)
    else:
        amounts = dict(game.usual_bet(ante).items())
    for name, amount in (side_bets or {}).items():
        wager = optional_wager(game, name)
        if wager in amounts:
            raise BadSetting(f"Side bet {name!r} already has a size from the first bet or the bonus. Leave it out.")
        amounts[wager] = Cents(amount)
    return Bet(**amounts)


def optional_wager(game: Game, name: str) -> str:
    """The wager that need not be made, by its name or as the sheet calls it: `pair_plus`, `pair-plus`, `Pair Plus`."""
    known = particulars(game)
    names = {known.free_wager, *known.side_bets(game)}
    optional = {wager.name: wager.title.lower() for wager in game.wagers if wager.name in names}
    plain = name.strip().lower()
    for wager, title in optional.items():
        if plain == title or plain.replace(" ", "_").replace("-", "_") == wager:
            return wager
    if not optional:
        raise UnknownName(f"{game.title} has no optional wager: every wager is required. Got {name!r}.")
    raise unknown("optional wager", name, sorted(optional), where=f"of {game.slug}")


def bets_by_uptake(game: Game, bet: Bet, uptake: str | Mapping[str, Share] | None) -> list[tuple[Fraction, Bet]]:
    """The bets of those who make the optional wagers and of those who do not, with the share of each.

    `uptake` names wagers as `optional_wager` does: `bonus=0.4` or `{"Bonus": 0.4}`. Who makes one is independent of who
    makes another.
    """
    kinds = [(Fraction(1), bet)]
    said: set[str] = set()
    for name, written in _named(uptake or {}):
        wager, number = optional_wager(game, name), exact_number(written)
        if number is None or not 0 <= number <= 1:
            raise BadSetting(f"Uptake takes a share from 0 to 1 for {name!r}; got {written!r}.")
        if wager in said:
            raise BadSetting(f"Uptake names {name!r} twice. Name it once.")
        if not bet.amount(wager):
            raise BadSetting(f"Uptake names {name}, which has no size. Give it as the bonus or as a side bet.")
        said.add(wager)
        if len(said) > MOST_UPTAKES:
            raise BadSetting(f"Uptake takes at most {MOST_UPTAKES} bets, since each doubles the kinds of player.")
        kinds = [
            (share * part, kind)
            for share, made in kinds
            for part, kind in ((number, made), (1 - number, _without(made, wager)))
            if part
        ]
    return kinds


def _without(bet: Bet, wager: str) -> Bet:
    return Bet(**{name: amount for name, amount in bet.items() if name != wager})


def _named(uptake: str | Mapping[str, Share]) -> list[tuple[str, Share]]:
    if isinstance(uptake, Mapping):
        return list(uptake.items())
    if not isinstance(uptake, str) or not all("=" in part for part in uptake.split(",")):
        raise BadSetting(f"Uptake takes WAGER=SHARE, such as bonus=0.4; got {uptake!r}.")
    named = [part.partition("=") for part in uptake.split(",")]
    return [(name.strip(), share.strip()) for name, _, share in named]
