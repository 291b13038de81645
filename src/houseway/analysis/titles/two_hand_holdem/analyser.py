"""The exact value of 2 Hand Hold 'Em: one count of all flops and holes answers every strategy and Bonus table."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import Analysis, ReturnRow, Share, Subject, WagerTable, WagerValue, exact
from houseway.analysis.results.return_table import NOT_BET
from houseway.analysis.titles.two_hand_holdem.bonus import bonus_rows
from houseway.analysis.titles.two_hand_holdem.job import OPTIMAL, STRATEGY_NAMES, AllFlops
from houseway.analysis.titles.two_hand_holdem.outcomes import RESULT_NAMES, Outcome, all_outcomes, holes_by_raises
from houseway.cards.card import N_NATURAL
from houseway.cards.deck import Deck
from houseway.errors import BadBet, BadCards, unknown
from houseway.games.engine.game import Game
from houseway.games.titles.two_hand_holdem import (
    DEALER_CARDS,
    FLOP_CARDS,
    HANDS,
    HOLE_CARDS,
    LAST_CARDS,
    RAISE_MULTIPLE,
    TwoHandHoldEm,
)

ROUND_CARDS = HOLE_CARDS + FLOP_CARDS + DEALER_CARDS + LAST_CARDS
Stake = Fraction | int | None


def analyze(game: Game, *, strategy: str = OPTIMAL, runner: Runner | None = None, bonus: Stake = None) -> Analysis:
    """What a round is worth in Antes, for the best strategy, the rule list, or an automatic player by name.

    `bonus` is the four-card Bonus bet in Antes: one where the house offers it, unless another stake is given.
    """
    table = as_two_hand(game)
    if strategy not in STRATEGY_NAMES:
        raise unknown(f"strategy of {game.slug}", strategy, STRATEGY_NAMES)
    stake = bonus_stake(table, bonus)
    totals = count_all(table.deck, runner or Runner())[strategy]
    outcomes = tuple(all_outcomes(totals, completions(table.deck)))
    paid = bonus_rows(table.pay_set["bonus"]) if table.pay_set and stake else ()
    rows = _return_rows(outcomes, paid, stake)
    wagers = _wager_values(outcomes, paid, stake)
    raises = holes_by_raises(totals)
    return Analysis(
        subject=Subject.of(table, strategy),
        net=Distribution.of((row.pays, row.combinations) for row in rows),
        bases={
            "ante": Fraction(1),
            "initial wager": len(HANDS) + stake,
            "unit bet": sum((wager.staked for wager in wagers), Fraction(0)),
        },
        wagers=wagers,
        return_table=rows,
        decisions=tuple(
            Share(f"{number} raised", holes, sum(raises))
            for number, holes in zip(("no hand", "one hand", "both hands"), raises, strict=True)
        ),
        extra={"hand_results": _hand_results(outcomes)},
        wager_tables=tuple(_wager_tables(outcomes, paid, stake, comb(table.deck.size, HOLE_CARDS))),
    )


def as_two_hand(game: Game) -> TwoHandHoldEm:
    """The game, which must be 2 Hand Hold 'Em with different natural cards, enough for a round."""
    if not isinstance(game, TwoHandHoldEm):
        raise unknown("game for this analysis", game.slug, [TwoHandHoldEm.slug])
    deck = game.deck
    if deck.max_copies > 1 or any(deck.copies[N_NATURAL:]) or deck.size < ROUND_CARDS:
        raise BadCards(
            f"2 Hand Hold 'Em needs at least {ROUND_CARDS} different cards and no joker; got a deck of {deck.size} "
            f"with up to {deck.max_copies} copies of a card"
        )
    return game


def bonus_stake(game: TwoHandHoldEm, bonus: Stake) -> Fraction:
    """The Bonus bet in Antes: by default one where it is offered; a bet where there is none is refused."""
    stake = Fraction(int(game.pay_set is not None)) if bonus is None else Fraction(bonus)
    if stake < 0 or (stake and game.pay_set is None):
        raise BadBet(f"no Bonus of {stake} Antes can be bet at this table (2HH-1, 2HH-R1)")
    return stake


def count_all(deck: Deck, runner: Runner) -> Counts:
    """The counts of every strategy over all flops and holes of a deck."""
    return runner.run(AllFlops(deck.copies))


def completions(deck: Deck) -> int:
    """In how many ways turn, river and dealer complete a round after a flop and a hole."""
    left = deck.size - FLOP_CARDS - HOLE_CARDS
    return comb(left, LAST_CARDS) * comb(left - LAST_CARDS, DEALER_CARDS)


def value_of(totals: Counts, strategy: str, deck: Deck) -> Fraction:
    """What the two hands are worth under a strategy, in Antes, the Bonus left aside."""
    outcomes = tuple(all_outcomes(totals[strategy], completions(deck)))
    total = sum(outcome.combinations for outcome in outcomes)
    return Fraction(sum(outcome.net * outcome.combinations for outcome in outcomes), total)


PaidRows = tuple[tuple[str, Fraction], ...]


def _return_rows(outcomes: tuple[Outcome, ...], paid: PaidRows, stake: Fraction) -> tuple[ReturnRow, ...]:
    """The outcomes added up by name, from the best net result down."""
    sums: Counter[tuple[str, Fraction]] = Counter()
    for outcome in outcomes:
        label, odds = paid[outcome.bonus_class] if paid else ("", Fraction(0))
        name = ", Bonus: ".join(filter(None, (outcome.name, label)))
        sums[name, outcome.net + stake * odds] += outcome.combinations
    ordered = sorted(sums.items(), key=lambda row: (-row[0][1], row[0][0]))
    return tuple(ReturnRow(name, combinations, net) for (name, net), combinations in ordered)


def _wager_values(outcomes: tuple[Outcome, ...], paid: PaidRows, stake: Fraction) -> tuple[WagerValue, ...]:
    """The part of each wager; Hand 1 is the one with the highest card."""
    total = sum(outcome.combinations for outcome in outcomes)

    def mean(amounts: list[tuple[int | Fraction, int]]) -> Fraction:
        return Fraction(sum((amount * weight for amount, weight in amounts), Fraction(0)), total)

    weighted = [(outcome, outcome.combinations) for outcome in outcomes]
    wagers = []
    for hand in HANDS:
        ante = mean([(outcome.ante_net(hand), weight) for outcome, weight in weighted])
        raised = mean([(RAISE_MULTIPLE * outcome.raised[hand], weight) for outcome, weight in weighted])
        raise_net = mean([(outcome.raise_net(hand), weight) for outcome, weight in weighted])
        wagers.append(WagerValue(f"ante_{hand + 1}", Fraction(1), ante))
        wagers.append(WagerValue(f"raise_{hand + 1}", raised, raise_net))
    if paid:
        bonus = mean([(stake * paid[outcome.bonus_class][1], weight) for outcome, weight in weighted])
        wagers.append(WagerValue("bonus", stake, bonus))
    return tuple(wagers)


def _wager_tables(outcomes: tuple[Outcome, ...], paid: PaidRows, stake: Fraction, holes: int) -> Iterator[WagerTable]:
    """Each wager by itself. The Bonus depends on the hole cards alone, of which there are so many."""
    for hand in HANDS:
        results = [(RESULT_NAMES[outcome.results[hand]], outcome) for outcome in outcomes]
        yield WagerTable.of(
            f"ante_{hand + 1}",
            [
                (f"{'raised' if each.raised[hand] else 'checked'}, {result}", each.ante_net(hand), each.combinations)
                for result, each in results
            ],
        )
        yield WagerTable.of(
            f"raise_{hand + 1}",
            [
                (result if each.raised[hand] else NOT_BET, each.raise_net(hand), each.combinations)
                for result, each in results
            ],
        )
    if paid:
        total = sum(outcome.combinations for outcome in outcomes)
        ends = [(*paid[outcome.bonus_class], outcome.combinations) for outcome in outcomes]
        yield WagerTable.of(
            "bonus", [(label, stake * odds, count) for label, odds, count in ends], divisor=total // holes
        )


def _hand_results(outcomes: tuple[Outcome, ...]) -> dict[str, object]:
    """How often a hand wins, pushes and loses, over both hands of all rounds."""
    sums = Counter[str]()
    for outcome in outcomes:
        for result in outcome.results:
            sums[RESULT_NAMES[result]] += outcome.combinations
    return {name: exact(Fraction(sums[name], sums.total())) for name in RESULT_NAMES}
