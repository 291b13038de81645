"""Decisions of a seat and their options."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from houseway.cards.card import Card
from houseway.games.engine.action import Action
from houseway.games.engine.declared.hands import AtLeast, Chosen, Hand
from houseway.games.engine.declared.terms import Conditions, Term, holds
from houseway.games.engine.declared.wagers import LaterBet, Opening

if TYPE_CHECKING:
    from houseway.games.engine.declared.predicates import Between, Compare
    from houseway.games.engine.game import Game


class Option(Term):
    """One choice of a decision. It may make a later bet, or fold. `when` names readings under which it is offered.

    Its name is the kind of its action. A name in two parts, such as "raise/both", is a kind and an option of it.

    `bets` is the bet that it makes, or several. `times` is how many times its base each bet is. `folds` folds the hand.
    `key` is its key on the page and in the terminal, by default the first letter of its name.

    `takes_back` is an opening wager that the player withdraws. It is returned immediately. `holding` is the hand that
    the player needs for it, if not every hand may take it. `sets` are cards that the player picks with it, or with
    `by_house_way` those that the house way picks. `compares` is the comparison that it asks for, if the title has one
    for each of several games. With `at_once`, wagers that no card decides are settled with the option, not at the end.
    `tells` is the text about a seat that takes it.
    """

    def __init__(
        self,
        name: str,
        clause: str = "",
        *,
        title: str = "",
        bets: LaterBet | tuple[LaterBet, ...] = (),
        times: int = 1,
        folds: bool = False,
        takes_back: Opening | None = None,
        key: str = "",
        when: Conditions | None = None,
        holding: AtLeast | None = None,
        sets: Chosen | None = None,
        by_house_way: bool = False,
        compares: "Compare | None" = None,
        at_once: bool = False,
        tells: str = "",
    ) -> None:
        super().__init__(title or name.replace("-", " "), clause)
        self.name = name
        self.kind, _, self.choice = name.partition("/")
        self.bets = (bets,) if isinstance(bets, LaterBet) else bets
        self.times = times if bets else 0
        self.folds = folds
        self.takes_back = takes_back
        self.key = key or name[0].upper()
        self.when = dict(when or {})
        self.holding = holding
        self.sets = sets
        self.by_house_way = by_house_way
        self.compares = compares
        self.at_once = at_once or takes_back is not None
        self.tells = tells or ("folds" if folds else "")

    def action(self, cards: tuple[Card, ...] = ()) -> Action:
        """Return the action of a seat that takes the option, with these cards."""
        return Action(self.kind, cards, option=self.choice)

    def is_taken_by(self, action: Action) -> bool:
        """Return whether an action takes the option."""
        return (self.kind, self.choice) == (action.kind, action.option)

    def offered(self, game: "Game") -> bool:
        """Return whether the readings in force offer the option."""
        return holds(game, self.when)


class Decision(Term):
    """A decision of a seat, with its options, the smallest commitment first.

    A seat that has folded, or that has already made a bet of `unless`, is not asked. With `if_tied`, only a seat whose
    hand ties in that comparison is asked. With `unless_made`, no seat is asked if the dealer's hand is that one. Under
    the readings of `largest_when` a hand must make the largest bet that it may. `asks` is the question in words, if the
    title and the options are not enough.
    """

    def __init__(
        self,
        title: str,
        clause: str,
        *options: Option,
        unless: LaterBet | None = None,
        if_tied: "Compare | None" = None,
        unless_made: "Between | None" = None,
        largest_when: Conditions | None = None,
        asks: str = "",
    ) -> None:
        super().__init__(title, clause)
        self.options = options
        self.asks = asks
        self.unless = unless
        self.if_tied = if_tied
        self.unless_made = unless_made
        self.largest_when = dict(largest_when or {})

    @cached_property
    def bases(self) -> tuple[Opening, ...]:
        """Return the wagers of which the options make multiples."""
        return tuple(dict.fromkeys(bet.of for option in self.options for bet in option.bets))

    @property
    def depends_on_cards(self) -> bool:
        """Return whether the cards decide if any seat is asked."""
        return self.if_tied is not None or self.unless_made is not None

    def offered(self, game: "Game") -> tuple[Option, ...]:
        """Return the options under the readings in force."""
        if not self._depends_on_readings:
            return self.options
        return tuple([option for option in self.options if option.offered(game)])

    @cached_property
    def _depends_on_readings(self) -> bool:
        return any(option.when for option in self.options)

    def closed_from(self, option: Option, game: "Game") -> AtLeast | None:
        """Return the lowest hand that may not take an option because it must make a larger bet, or None."""
        if not option.bets or not self.largest_when or not holds(game, self.largest_when):
            return None
        larger = (each.holding for each in self.offered(game) if each.bets == option.bets and each.times > option.times)
        return next((holding.read(game) for holding in larger if holding is not None), None)

    def why_closed(self, option: Option, game: "Game", hands: Mapping[Hand, Sequence[int]]) -> str:
        """Return why a seat with these hands may not take an option, or an empty text if it may."""
        if option.holding is None and not self.largest_when:
            return ""
        needed, closed = option.holding, self.closed_from(option, game)
        if needed is not None and not needed.read(game).met_by(hands[needed.hand]):
            return f"needs {needed.read(game).in_words}"
        if closed is not None and closed.met_by(hands[closed.hand]):
            return f"{closed.in_words} bets more"
        return ""
