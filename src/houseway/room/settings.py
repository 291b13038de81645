"""How long people have, and what they may do without being an operator. Times are seconds."""

from dataclasses import dataclass

from houseway.room.allowance import Allowance

A_PERSON, A_TABLE = Allowance(at_once=300, every=10.0), Allowance(at_once=600, every=1.0)


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """One room's house rules.

    A lone person among automatic players keeps nobody waiting, and gets `alone_time` for a decision, until another
    person sits down and waits. A person for whom the clock has decided has `away_time` for each later decision of that
    round, and no time bank. The time bank
    is for player-against-player games: it is used up over a whole session at the table, after `decision_time`. Browsers
    reveal by themselves and at once: `reveal_time` is how long the table waits for one that is out of reach. `bankroll`
    is what the house is ready to lose at one table, in cents: no bet is taken that could cost it more.
    """

    bet_time: float = 30.0
    reveal_time: float = 10.0
    decision_time: float = 45.0
    alone_time: float = 900.0
    away_time: float = 5.0
    time_bank: float = 60.0
    bot_delay: float = 0.0
    idle_close: float = 3600.0
    bankroll: int = 10**13
    tables_by_operators_only: bool = False
    most_tables_of_a_player: int = 50
    changes_of_a_person: Allowance = A_PERSON
    """What one person may have written, at all tables together, without risking a chip."""
    changes_at_a_table: Allowance = A_TABLE
    """The same for all people at one table together."""
