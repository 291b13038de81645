"""The steps of a declared procedure; `once`, `clockwise` and `counter_clockwise` make laps of them."""

from dataclasses import dataclass, field

from houseway.games.engine.declared.vocabulary import Conditions, Decision, EnvyBonus, Hand, Payable
from houseway.games.engine.procedure import Step


@dataclass(frozen=True, slots=True)
class DeclaredStep(Step):
    """A step that names declared things; what carries it out is the declared round."""

    does: str = field(init=False, default="")
    only: str = field(init=False, default="")


@dataclass(frozen=True, slots=True)
class DealHand(DeclaredStep):
    """The shoe gives a hand all its cards."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class Draw(DeclaredStep):
    """One card more to a hand, face up, where its drawing rule says so."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class Ask(DeclaredStep):
    """A seat decides."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class Show(DeclaredStep):
    """The dealer turns cards of a hand face up: so many more of them, or all that are left."""

    hand: Hand
    clause: str
    cards: int | None = None


@dataclass(frozen=True, slots=True)
class Settle(DeclaredStep):
    """The dealer settles the seat's wagers: those named, or all that are left, under the readings of `when`."""

    wagers: tuple[Payable, ...] = ()
    when: Conditions = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class PayEnvy(DeclaredStep):
    """The dealer pays a seat for the hands of the others."""

    envy: EnvyBonus


@dataclass(frozen=True, slots=True)
class Clear(DeclaredStep):
    """The dealer takes the cards in."""

    clause: str
