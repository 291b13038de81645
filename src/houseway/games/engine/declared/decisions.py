"""What a seat is asked: decisions and their options."""

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
    """One choice of a decision: it may make a later bet, or fold. `when` names readings under which it is offered.

    Its name is the kind of its action; a name in two parts, such as "raise/both", is a kind and an option of it.

    `bets` is the bet that it makes, or several, `times` how many times its base each is. `folds` gives the hand up.
    `key` is pressed for it on the page and in the terminal: the first letter of its name unless another is given.

    `takes_back` is an opening wager that the player withdraws: it goes back at once. `holding` is what the player's own
    hand must be for it, where not every hand may take it. `sets` are cards that the player picks with it, or with
    `by_house_way` those that the house way picks. `compares` is the comparison that it asks for, where the title has
    one for each of several games. `at_once`: wagers that no card decides are settled with it rather than at the end.
    `tells` is what is said of the seat that takes it.
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
        """Return what a seat does that takes it, with these cards."""
        return Action(self.kind, cards, option=self.choice)

    def is_taken_by(self, action: Action) -> bool:
        """Whether an action takes it."""
        return (self.kind, self.choice) == (action.kind, action.option)

    def offered(self, game: "Game") -> bool:
        """Whether the readings in force offer it."""
        return holds(game, self.when)


class Decision(Term):
    """What a seat is asked, with its options, the smallest commitment first.

    A seat that has folded is not asked again, nor one that has already made a bet of `unless`. With `if_tied` only a
    seat is asked whose hand ties in that comparison, with `unless_made` nobody where the dealer's hand is that one.
    Under the readings of `largest_when` a hand makes none but the largest bet that it may. `asks` is the question in
    words, where the title and the options do not say it all.
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
        """The wagers of which the options make multiples."""
        return tuple(dict.fromkeys(bet.of for option in self.options for bet in option.bets))

    @property
    def depends_on_cards(self) -> bool:
        """Whether cards say if anybody is asked."""
        return self.if_tied is not None or self.unless_made is not None

    def offered(self, game: "Game") -> tuple[Option, ...]:
        """The options under the readings in force."""
        if not self._depends_on_readings:
            return self.options
        return tuple([option for option in self.options if option.offered(game)])

    @cached_property
    def _depends_on_readings(self) -> bool:
        return any(option.when for option in self.options)

    def closed_from(self, option: Option, game: "Game") -> AtLeast | None:
        """The lowest hand to which an option is closed, since it may make a larger bet and has to; None if to none."""
        if not option.bets or not self.largest_when or not holds(game, self.largest_when):
            return None
        larger = (each.holding for each in self.offered(game) if each.bets == option.bets and each.times > option.times)
        return next((holding.read(game) for holding in larger if holding is not None), None)

    def why_closed(self, option: Option, game: "Game", hands: Mapping[Hand, Sequence[int]]) -> str:
        """Why a seat with these hands may not take an option; empty if it may."""
        if option.holding is None and not self.largest_when:
            return ""
        needed, closed = option.holding, self.closed_from(option, game)
        if needed is not None and not needed.read(game).met_by(hands[needed.hand]):
            return f"needs {needed.read(game).in_words}"
        if closed is not None and closed.met_by(hands[closed.hand]):
            return f"{closed.in_words} bets more"
        return ""
