"""The return table of each wager by itself.

Ante and Split Ante depend on the dealer's cards too. The Bonus bets depend on the player's cards and the board alone,
so their tables count those: the dealer's hands, equally many for each, are divided out.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from houseway.analysis.results.return_table import NOT_BET, WagerTable
from houseway.analysis.titles.fast_action_holdem.payouts import Payouts
from houseway.analysis.titles.fast_action_holdem.tally import Outcome, Tally
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH, KEEP

DECISIONS = {KEEP: "keep two cards", ANTE: "split the Ante", BONUS: "split the Bonus", BOTH: "split both"}
NO_HIT = "no hand that pays"
Settled = tuple[str, str, Fraction, Fraction]
"""A wager, what became of it in words, the amount bet and the net result, both in Antes."""


def settled(outcome: Outcome, payouts: Payouts, names: tuple[str, ...]) -> Iterator[Settled]:
    """Every wager that was bet in a round."""
    yield "ante", *_compared(outcome.kind, outcome.first_wins)
    hands = outcome.bonus_hands()
    nets, unlimited = payouts.settled(*hands), replace(payouts, limit=None).settled(*hands)
    bonuses = [
        (_hand_name(hand, payouts, names, net < due), payouts.bonus, net)
        for hand, net, due in zip(hands, nets, unlimited, strict=True)
    ]
    if payouts.bonus:
        yield "bonus", *bonuses[0]
    if outcome.kind in (ANTE, BOTH):
        yield "split_ante", *_compared(outcome.kind, outcome.second_wins)
    if payouts.bonus:
        yield from (("split_bonus", *each) for each in bonuses[1:])


def _compared(kind: str, wins: bool) -> tuple[str, Fraction, Fraction]:
    return f"{DECISIONS[kind]}: {'wins' if wins else 'loses'}", Fraction(1), Fraction(1 if wins else -1)


def _hand_name(hand: int, payouts: Payouts, names: tuple[str, ...], is_cut: bool) -> str:
    """The row that pays a hand, and whether a posted limit cuts it; hands that lose are not told apart."""
    if payouts.odds[hand] < 0:
        return NO_HIT
    return f"{names[hand]}, less by the limit" if is_cut else names[hand]


def wager_tables(result: Tally, names: tuple[str, ...], n_dealer: int) -> tuple[WagerTable, ...]:
    """A table for each wager that is ever bet; `n_dealer` is the number of the dealer's hands beside all else."""
    ends: dict[str, list[tuple[str, Fraction, int]]] = defaultdict(list)
    for outcome, times in sorted(result.combinations.items(), key=lambda each: _order(each[0])):
        for wager, what, _, net in settled(outcome, result.payouts, names):
            ends[wager].append((what, net, times))
    total = result.total
    tables = []
    for wager, listed in ends.items():
        missing = total - sum(times for _, _, times in listed)
        divisor = n_dealer if wager in ("bonus", "split_bonus") else 1
        tables.append(WagerTable.of(wager, [*listed, (NOT_BET, Fraction(0), missing)], divisor=divisor))
    return tuple(tables)


def _order(outcome: Outcome) -> tuple[int, int, int]:
    """Decisions in their usual order, the best hands first."""
    return [*DECISIONS].index(outcome.kind), -outcome.first, -outcome.second
