"""A declared procedure as a class of rounds: every step becomes one that the engine walks, with its own method."""

from collections.abc import Mapping
from functools import cache, partialmethod
from typing import Any

from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.round import DeclaredRound
from houseway.games.engine.declared.seat import Seat
from houseway.games.engine.declared.steps import Ask, DealHand, Draw, PayEnvy, Settle, Show
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Payable
from houseway.games.engine.event import Event
from houseway.games.engine.meter import Showing
from houseway.games.engine.procedure import Deal, Dealer, Decide, Lap, Order, Step
from houseway.games.engine.shoe import Shoe
from houseway.games.engine.state import State


@cache
def round_class(title: type[DeclaredGame]) -> type[DeclaredRound]:
    """The round of a title: its declared steps, compiled to those that the engine walks, each with its own method."""
    members: dict[str, Any] = {"__doc__": f"A round of {title.slug}.", "__module__": title.__module__}

    def method(verb: str, does: Any, subject: object) -> str:
        name = f"{verb}_{len(members)}"
        members[name] = partialmethod(does, subject)
        return name

    def compiled(step: Step, order: Order) -> list[Step]:
        if isinstance(step, DealHand):
            deals = DeclaredRound.deal_common if order is Order.ONCE else DeclaredRound.deal_own
            sometimes = step.hand.with_bet is not None or step.hand.when or step.hand.replaces is not None
            usual = "" if order is Order.ONCE else "is_in"
            only = method("is_dealt", DeclaredRound.is_dealt, step.hand) if sometimes else usual
            return [Deal(method("deal", deals, step.hand), only, cards) for cards in title.packets(step.hand)]
        if isinstance(step, Draw):
            only = method("has_to_draw", DeclaredRound.has_to_draw, step.hand)
            return [Deal(method("draw", DeclaredRound.draw, step.hand), only, 1)]
        if isinstance(step, Ask):
            name = method("ask", DeclaredRound.ask, step.decision)
            members[f"{name}_options"] = partialmethod(DeclaredRound.options, step.decision)
            return [Decide(name, only=method("is_asked", DeclaredRound.is_asked, step.decision))]
        if isinstance(step, Settle):
            only = method("has_to_settle", DeclaredRound.has_to_settle, step)
            return [Dealer(method("settle", DeclaredRound.settle, step), only=only)]
        if isinstance(step, PayEnvy):
            only = method("envy_is_due", DeclaredRound.envy_is_due, step)
            return [Dealer(method("pay_envy", DeclaredRound.pay_envy, step), only=only)]
        does = DeclaredRound.show if isinstance(step, Show) else DeclaredRound.clear
        return [Dealer(method("show" if isinstance(step, Show) else "clear", does, step))]

    members["procedure"] = tuple(
        Lap(lap.order, tuple(each for step in lap.steps for each in compiled(step, lap.order)))
        for lap in title.procedure
    )
    return type(f"{title.__name__}Round", (DeclaredRound,), members)


def first_state(game: DeclaredGame, bets: tuple[Bet, ...], shoe: Shoe, meters: Mapping[str, Showing]) -> State:
    """Bets are down, before the first card."""
    named = {wager.name: wager for wager in game.every(Payable)}
    events = tuple(
        Event(named[name].clause, f"seat {seat}: {named[name].title}", seat, amount=amount)
        for seat, bet in enumerate(bets)
        for name, amount in bet.items()
    )
    events = (*events, *game.before_the_deal())
    seats = tuple(Seat(bet) for bet in bets)
    return round_class(type(game))(game, shoe, events, (), cursor=0, seats=seats, shown_by_meters=meters)
