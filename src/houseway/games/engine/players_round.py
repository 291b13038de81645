"""A hand between players: what lies in the middle and in front of everyone, and what the seat to act may bet."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from houseway.cards.card import Card
from houseway.games.engine.action import Action, refuse
from houseway.games.engine.betting import NO_LIMIT, BettingRound
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.money import Cents, dollars
from houseway.games.engine.shown_hand import ShownHand
from houseway.games.engine.state import CHANCE, Actor, State
from houseway.ranking.category import HandValue

DEAL_HOLE, BURN, DEAL_BOARD = "deal_hole", "burn", "deal_board"
"""The steps of chance, by which another program's history is read."""
FOLD, CHECK = Action("fold"), Action("check")


@dataclass(frozen=True)
class RoundBetweenPlayers(State):
    """A hand, step by step. `step` names the method that comes next, `turn` who takes it.

    The amount of a call, a bet or a raise is what the seat will have put in in this round of betting: a raise is a
    raise *to*. A call may leave its amount out.
    """

    order: tuple[int, ...]
    """All seats from the left of the button."""
    opening: tuple[int, ...]
    """What each seat could play with before the blinds."""
    betting: BettingRound
    """The round of betting that is on, or the last one that was."""
    hole: tuple[tuple[Card, ...], ...]
    held: tuple[tuple[Card, ...], ...]
    """What each seat has kept for the showdown, empty before it has chosen."""
    waiting: tuple[int, ...]
    """The seats that still get cards, or that still choose among theirs."""
    street: int = 0
    step: str = DEAL_HOLE
    turn: Actor = CHANCE
    board: tuple[Card, ...] = ()
    burns: tuple[Card, ...] = ()
    shown: bool = False

    @property
    def table(self) -> GameBetweenPlayers:
        """The game, with its own settings."""
        assert isinstance(self.game, GameBetweenPlayers)
        return self.game

    @abstractmethod
    def hand_shown(self, seat: int) -> HandValue:
        """What a seat shows, as the game values it."""

    def shown_hands(self) -> Iterator[ShownHand]:
        """The hands of a showdown."""
        for seat in self.live_at_showdown:
            cards, clause = self.held[seat] + self.board, self.table.cited.showdown
            yield ShownHand(seat, "the hand", cards, self.hand_shown(seat), clause, meets_seats=True)

    @property
    def n_seats(self) -> int:
        """The number of players."""
        return len(self.opening)

    @property
    def actor(self) -> Actor:
        """Who takes the next step."""
        return self.turn

    @property
    def button(self) -> int:
        """The seat with the button."""
        return self.order[-1]

    @property
    def paid(self) -> tuple[int, ...]:
        """What each seat has put in and not got back."""
        return tuple([before - left for before, left in zip(self.opening, self.betting.stacks, strict=True)])

    @property
    def live_at_showdown(self) -> tuple[int, ...]:
        """The seats whose cards were turned up, from the left of the button."""
        return self.betting.live if self.shown else ()

    def wagers(self) -> tuple[tuple[tuple[str, Cents], ...], ...]:
        """What every seat has in the middle, and the time fee."""
        fee = (("time", self.table.fee),) if self.table.fee else ()
        return tuple([((("pot", Cents(paid)),) if paid else ()) + fee for paid in self.paid])

    def question(self) -> str:
        """What it costs to stay in, and what there is to win; how cards are chosen the felt says."""
        stay = next((action for action in self.decisions() if action.kind in ("check", "call")), None)
        if stay is None:
            return ""
        due = stay.amount - self.betting.bets[self.betting.waiting[0]] if stay.kind == "call" else 0
        pot = dollars(self.betting.pot)
        return f"{dollars(due)} to call. The pot is {pot}." if due else f"No bet to call. The pot is {pot}."

    def refusals(self) -> dict[tuple[str, str], str]:
        """A raise where none is left: as many were made as the structure allows, or nobody has chips to answer one."""
        kinds = {action.kind for action in self.decisions()}
        if "fold" not in kinds or kinds & {"bet", "raise"}:
            return {}
        kind = "raise" if self.betting.price else "bet"
        return {(kind, ""): f"no {kind} is left in this round of betting"}

    def bet_options(self) -> tuple[Action, ...]:
        """Fold, check or call, and the ends of what may be bet or raised to; in no-limit also the size of the pot."""
        betting = self.betting
        seat, call_to, allowed = betting.waiting[0], betting.call_to, betting.raises()
        stay = CHECK if call_to == betting.bets[seat] else Action("call", (), Cents(call_to))
        if allowed is None:
            return (FOLD, stay)
        least, most = allowed
        kind = "raise" if betting.price else "bet"
        options = [FOLD, stay, Action(kind, (), Cents(least))]
        if betting.terms.structure == NO_LIMIT and least < (pot := betting.pot_raise_to) < most:
            options.append(Action(kind, (), Cents(pot)))
        if most > least:
            options.append(Action(kind, (), Cents(most)))
        return tuple(options)

    def _check_bet(self, action: Action) -> Action:
        """The move with its amount; any whole number of cents between the ends is legal."""
        betting, kind, amount = self.betting, action.kind, action.amount
        if not action.cards and not action.option and isinstance(amount, int) and not isinstance(amount, bool):
            call_to = betting.call_to
            can_check = call_to == betting.bets[betting.waiting[0]]
            if kind == "fold" or (kind == "check" and can_check):
                if amount == 0:
                    return action
            elif kind == "call" and not can_check:
                if amount in (0, call_to):
                    return Action("call", (), Cents(call_to))
            elif kind == ("raise" if betting.price else "bet"):
                allowed = betting.raises()
                if allowed is not None and allowed[0] <= amount <= allowed[1]:
                    return action
        raise refuse(action, self.bet_options())
