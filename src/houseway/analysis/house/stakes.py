"""Bets in cents, and what an analyser has to be told about them: its values are in Antes."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from houseway.analysis import analysed, counted_by_family
from houseway.analysis.titles.pick_2_poker.payoffs import bonus_only_stake
from houseway.analysis.titles.pick_2_poker.strategies import as_pick_2
from houseway.errors import BadBet, BadSetting, unknown
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Opening
from houseway.games.engine.game import Game, Wager
from houseway.games.engine.money import Cents, dollars
from houseway.games.titles.pick_2_poker.hands import SLUG as PICK_2

OPTIONS = {
    "two-hand-holdem": ("bonus", "bonus"),
    "pick-2-poker": ("five_card_bonus", "five_card_bonus"),
    "fast-action-holdem": ("bonus", "bonus"),
    "fast-action-holdem-multi": ("bonus", "bonus"),
}
"""The wager that need not be as large as the Ante, and the analyser's option for it, in Antes."""


def house_banked(game: Game) -> Game:
    """The game, if the house is the players' opponent."""
    if game.slug not in analysed():
        raise unknown("house-banked game", game.slug, analysed())
    return game


def ante_of(bet: Bet) -> Cents:
    """The amount that the values of an analysis are multiples of."""
    return bet.amount("ante_1") or bet.amount("ante")


def usual_ratio(game: Game) -> int:
    """The analyser's own stake on the wager of `OPTIONS`, in Antes."""
    if game.slug == PICK_2:
        return int(bonus_only_stake(as_pick_2(game), None))
    return int(game.pay_set is not None)


def analysis_options(game: Game, bet: Bet) -> dict[str, Any]:
    """What to tell `analyze` so that it takes these bets; nothing where they are the usual ones."""
    if counted_by_family(game):
        return _side_bets(game, bet)
    if game.slug not in OPTIONS:
        return {}
    if game.slug == PICK_2 and bet.amount("three_five") != ante_of(bet):
        given = f"{dollars(bet.amount('three_five'))} and {dollars(ante_of(bet))}"
        raise BadBet(f"values are for a 3-5 Bonus equal to the Ante; got {given} (P2-R2)")
    wager, option = OPTIONS[game.slug]
    ratio = Fraction(bet.amount(wager), ante_of(bet))
    return {} if ratio == usual_ratio(game) else {option: ratio}


def _side_bets(game: DeclaredGame, bet: Bet) -> dict[str, Any]:
    """The side bets of a declared title in units of its first wager, which the others that are no side bets equal."""
    unit = bet.amount(game.unit().name)
    unequal = [wager.title for wager in main_wagers(game) if bet.amount(wager.name) != unit]
    if not unit or unequal:
        raise BadBet(
            f"values are for a round with {' and '.join(wager.title for wager in main_wagers(game))}, all equal"
        )
    amounts = {wager.name: bet.amount(wager.name) for wager in game.every(Opening) if wager.side_bet}
    bets = {name: Fraction(amount, unit) for name, amount in amounts.items() if amount}
    return {"bets": bets} if bets else {}


def main_wagers(game: DeclaredGame) -> tuple[Opening, ...]:
    """The opening wagers of a declared title that are no side bets."""
    return tuple(wager for wager in game.every(Opening) if not wager.side_bet)


def players_wagers(game: Game) -> tuple[Wager, ...]:
    """The opening wagers that are games of their own; a bet for the dealer is none."""
    return tuple(wager for wager in game.wagers if wager.own_game)


def largest_bet(game: Game) -> Bet:
    """The largest opening bets that the game takes under the limits in force (GEN-5).

    Each wager is tried at its own limit, at the smallest of all, and left out; the game itself says which of these
    bets it takes, so that bets which must be equal are, and of those only the ones that can be valued count.
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
    return max(accepted, key=lambda bet: sum(bet.values()))


def _accepted(game: Game, amounts: "product[tuple[int, ...]]") -> Iterator[Bet]:
    names = [wager.name for wager in players_wagers(game)]
    for each in amounts:
        bet = Bet(**dict(zip(names, each, strict=True)))
        try:
            game.check_bets([bet])
            analysis_options(game, bet)
        except BadBet:
            continue
        yield bet
