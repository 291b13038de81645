"""The largest bets that a game takes."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from houseway.analysis import analyzed, not_house_banked
from houseway.analysis.particulars import particulars
from houseway.errors import BadBet, BadSetting, without_seat
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.wager import Wager


def house_banked(game: Game) -> Game:
    """The game, if the house is the players' opponent."""
    if game.slug not in analyzed():
        raise not_house_banked(game)
    return game


def players_wagers(game: Game) -> tuple[Wager, ...]:
    """The opening wagers that are games of their own; a bet for the dealer is none."""
    return tuple(wager for wager in game.wagers if wager.own_game and not wager.on_meter)


def largest_bet(game: Game) -> Bet:
    """The largest opening bets that the game takes under the limits in force (GEN-5).

    Each wager is tried at its own limit, at the smallest of all, and left out; the game itself says which of these
    bets it takes, so that bets which must be equal are, and of those only the ones that can be valued count. Where the
    law allows fewer large wagers than the game has, those are made that can win most.
    """
    largest = game.limits.largest_wager
    if largest is None:
        raise BadSetting(f"no limit on wagers is in force ({game.limits.jurisdiction}): give the bets")
    wagers = players_wagers(game)
    caps = {wager.name: largest.value // wager.follow_on for wager in wagers}
    least = min(caps.values())
    accepted = list(_accepted(game, product(*(dict.fromkeys((caps[each.name], least, 0)) for each in wagers))))
    if not accepted:
        raise BadSetting(f"{game.title} takes no bets under the limits of {game.limits.jurisdiction}")
    most = max(sum(bet.values()) for bet in accepted)
    equal = [bet for bet in accepted if sum(bet.values()) == most]
    return equal[0] if len(equal) == 1 else _dearest(game, equal)


def _dearest(game: Game, equal: Sequence[Bet]) -> Bet:
    """Of bets of the same sum the one that can win most."""
    wins: dict[str, Fraction] = {}
    for bet in equal:
        if not set(bet) <= set(wins):
            paid = {each.wager: each.odds for each in particulars(game).wager_payouts(game, bet)}
            wins |= {name: Fraction(paid.get(name, 0)) for name in bet}
    return max(equal, key=lambda bet: sum(amount * wins[name] for name, amount in bet.items()))


def _accepted(game: Game, amounts: "product[tuple[int, ...]]") -> Iterator[Bet]:
    names = [wager.name for wager in players_wagers(game)]
    for each in amounts:
        bet = Bet(**dict(zip(names, each, strict=True)))
        if not refusal(game, bet):
            yield bet


def refusal(game: Game, bet: Bet) -> str:
    """Why a seat may not bet so, or why what it then has cannot be valued; empty where neither is so."""
    try:
        game.check_bets([bet])
        particulars(game).options(game, bet)
    except BadBet as error:
        return without_seat(error)
    return ""
