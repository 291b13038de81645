"""The exact value of 2 Hand Hold 'Em: one count of all flops and holes answers every strategy and Bonus table."""

from fractions import Fraction
from math import comb

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.results.result import OPTIMAL, Analysis, Share
from houseway.analysis.shell.asked import as_kind, check_strategy
from houseway.analysis.shell.ends import analysis_of_ends
from houseway.analysis.shell.explanation import OF_ITS_OWN, Explanation
from houseway.analysis.titles.two_hand_holdem.endings import all_endings, hand_results, holes_by_raises
from houseway.analysis.titles.two_hand_holdem.jobs import STRATEGY_NAMES, AllFlops
from houseway.analysis.titles.two_hand_holdem.payoffs import Stake, bonus_rows, bonus_stake
from houseway.analysis.titles.two_hand_holdem.tables import completions
from houseway.cards.card import N_NATURAL
from houseway.cards.deck import Deck
from houseway.errors import BadCards
from houseway.games.engine.game import Game
from houseway.games.titles.two_hand_holdem import (
    DEALER_CARDS,
    FLOP_CARDS,
    HANDS,
    HOLE_CARDS,
    LAST_CARDS,
    TwoHandHoldEm,
)

ROUND_CARDS = HOLE_CARDS + FLOP_CARDS + DEALER_CARDS + LAST_CARDS
RAISED = ("no hand raised", "one hand raised", "both hands raised")


def explain(game: Game) -> Explanation:
    """How the game is counted."""
    return Explanation(
        family=OF_ITS_OWN,
        argument=(
            "For every flop up to renaming of suits and every board of kinds, the dealer's hands are counted below "
            "every hand of the player's; every hole of four cards is then split and raised in the best way."
        ),
        information_sets={"after the flop": 1_755 * 211_876},
        work="1,755 flops x 211,876 holes; 10^11 additions in all",
        cpu_seconds=265.0,
    )


def analyze(game: Game, *, strategy: str = OPTIMAL, runner: Runner | None = None, bonus: Stake = None) -> Analysis:
    """What a round is worth in Antes, for the best strategy, the rule list, or an automatic player by name.

    `bonus` is the four-card Bonus bet in Antes: one where the house offers it, unless another stake is given.
    """
    table = as_two_hand(game)
    check_strategy(game, strategy, STRATEGY_NAMES)
    stake = bonus_stake(table, bonus)
    totals = count_all(table.deck, runner or Runner())[strategy]
    endings = tuple(all_endings(totals, completions(table.deck.size - FLOP_CARDS)))
    paid = bonus_rows(table) if stake else ()
    raises = holes_by_raises(totals)
    combinations = sum(ending.combinations for ending in endings)
    return analysis_of_ends(
        table,
        strategy,
        [ending.ended(paid, stake) for ending in endings],
        initial=len(HANDS) + stake,
        decisions=tuple(Share(what, holes, sum(raises)) for what, holes in zip(RAISED, raises, strict=True)),
        divisors={"bonus": combinations // comb(table.deck.size, HOLE_CARDS)},
        extra={"hand_results": hand_results(endings)},
    )


def as_two_hand(game: Game) -> TwoHandHoldEm:
    """The game, which must be 2 Hand Hold 'Em with different natural cards, enough for a round."""
    table = as_kind(game, TwoHandHoldEm)
    deck = table.deck
    if deck.max_copies > 1 or any(deck.copies[N_NATURAL:]) or deck.size < ROUND_CARDS:
        raise BadCards(
            f"2 Hand Hold 'Em needs at least {ROUND_CARDS} different cards and no joker; got a deck of {deck.size} "
            f"with up to {deck.max_copies} copies of a card"
        )
    return table


def count_all(deck: Deck, runner: Runner) -> Counts:
    """The counts of every strategy over all flops and holes of a deck."""
    return runner.run(AllFlops(deck.copies))


def value_of(totals: Counts, strategy: str, deck: Deck) -> Fraction:
    """What the two hands are worth under a strategy, in Antes, the Bonus left aside."""
    endings = tuple(all_endings(totals[strategy], completions(deck.size - FLOP_CARDS)))
    total = sum(ending.combinations for ending in endings)
    return Fraction(sum(ending.net * ending.combinations for ending in endings), total)
