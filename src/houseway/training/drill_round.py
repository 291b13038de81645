"""A finished round for a dealer's drill: dealt from a seed, played by automatic players, kept step by step."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from houseway.cards.seed import Seed
from houseway.errors import BadBet, HousewayError, LimitExceeded
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import Event
from houseway.games.engine.game import Game
from houseway.games.engine.settlement import Settlement
from houseway.games.engine.state import DEALER, State
from houseway.games.strategies import strategy, strategy_names
from houseway.games.strategies.base import Strategy

UNITS = (500, 1000, 1500, 2500)
STACK = 20_000
MOST_DEALS = 200
"""How many rounds are dealt at most to find one in which a hand is shown."""

MOST_WANTED = 24
"""How many rounds are dealt to find one of a wanted sort."""


@dataclass(frozen=True, slots=True)
class Payment:
    """One step in which the dealer settles wagers of a seat."""

    seat: int
    settlements: tuple[Settlement, ...]

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers that the step settles, each once."""
        return tuple(dict.fromkeys(settlement.wager for settlement in self.settlements))


@dataclass(frozen=True)
class FinishedRound:
    """A round that is over, what led to the settlement, and the settlement step by step."""

    state: State
    before_settlement: tuple[Event, ...]
    payments: tuple[Payment, ...]

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.state.game


def deal_round(
    game: Game, seed: str, n_seats: int | None = None, wanted: Callable[[FinishedRound], bool] | None = None
) -> FinishedRound:
    """A round of automatic players in which at least one seat has something to be read and paid.

    The same game, seed and number of seats give the same round. Where one of a sort is `wanted`, some more are dealt to
    find it; if none of them is, the first will do.
    """
    seats = _check_seats(game, n_seats)
    first: FinishedRound | None = None
    for deal in range(MOST_DEALS):
        played = _play(game, f"houseway/drill/{seed}/{deal}", seats)
        if _is_worth_asking(played):
            first = first or played
            if wanted is None or wanted(played):
                return played
        if first is not None and deal >= MOST_WANTED:
            return first
    raise HousewayError(f"no hand was shown in {MOST_DEALS} rounds of {game.title}; try another seed")


def _check_seats(game: Game, n_seats: int | None) -> int:
    if n_seats is None:
        return min(max(2, game.seats[0]), game.seats[-1])
    if n_seats not in game.seats:
        raise BadBet(f"{game.title} takes {game.seats[0]} to {game.seats[-1]} seats; got {n_seats}")
    return n_seats


def _play(game: Game, seed: str, n_seats: int) -> FinishedRound:
    generator = random.Random(seed)
    bets = [_allowed_bet(game, generator) for _ in range(n_seats)]
    players = [_player(game, generator) for _ in range(n_seats)]
    state = game.start(bets, seed=Seed.of(seed))
    decided, laid_out, payments = 0, 0, []
    while (actor := state.actor) is not None:
        action = players[actor].choose(state.view(actor)) if isinstance(actor, int) else state.legal_actions()[0]
        after = state.apply(action)
        if isinstance(actor, int):
            decided = len(after.events)
        elif actor == DEALER and len(after.settlements) > len(state.settlements):
            laid_out = laid_out or len(state.events)
            payments.append(_payment(after.settlements[len(state.settlements) :]))
        state = after
    seen = tuple(event.seen_from(None) for event in state.events[: decided or laid_out])
    return FinishedRound(state, seen, tuple(payments))


def _payment(settlements: tuple[Settlement, ...]) -> Payment:
    return Payment(settlements[0].seat, settlements)


def _allowed_bet(game: Game, generator: random.Random) -> Bet:
    """A bet within the limits: where there are too many wagers, or too many large ones, some are left out by lot."""
    bet = _bet(game, generator)
    usual = set(game.usual_bet(UNITS[0]))
    others = [name for name in bet if name not in usual]
    while True:
        try:
            game.check_bets([bet] * game.seats[0])
        except LimitExceeded:
            if not others:
                raise
            left_out = others.pop(generator.randrange(len(others)))
            bet = Bet(**{name: amount for name, amount in bet.items() if name != left_out})
        else:
            return bet


def _bet(game: Game, generator: random.Random) -> Bet:
    """The same unit on every usual wager, as most games demand, and any unit on a Bonus that may be left out."""
    unit = generator.choice(UNITS)
    amounts = {wager.name: unit if wager.limited else STACK for wager in game.wagers if wager.required}
    amounts |= {name: amount for name, amount in game.usual_bet(unit).items() if name not in amounts}
    if game.pay_set is not None:
        taken = [wager for wager in game.wagers if game.takes(wager) and wager.own_game]
        optional = [wager.name for wager in taken if not (wager.required or wager.on_meter)]
        amounts |= {name: unit if game.pay_set.equal_bets else generator.choice(UNITS) for name in optional}
    return Bet(**amounts)


def _player(game: Game, generator: random.Random) -> Strategy:
    name = generator.choice(strategy_names(game.slug))
    return strategy(game, name, seed=generator.randrange(2**32))


def _is_worth_asking(played: FinishedRound) -> bool:
    """Some seat put its hand down, where seats have hands: if everybody folded, a dealer has nothing to read."""
    own = any(pile.seat is not None for pile in played.state.piles())
    return any(hand.seat is not None or not own for hand in played.state.shown_hands())
