"""Facts particular to Fast Action Hold'em: a board that all hands share, Split bets, counts that take minutes.

In the round that costs the house most, every hand of every seat is the best-paid hand.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from houseway.analysis.compare.decision_changes import OptionValues
from houseway.analysis.counting.samples import FINE_SHARDS, SAMPLED
from houseway.analysis.counting.shards import Job, Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.operations.exposure import paid_by_table, paid_even
from houseway.analysis.operations.payouts import WagerPayout
from houseway.analysis.particulars import Benchmark, Cards, Choose, Particulars
from houseway.analysis.results.advice import AppliedRule
from houseway.analysis.results.rules import RuleList as AnyRuleList
from houseway.analysis.titles.fast_action_holdem.analyzer import as_fast_action
from houseway.analysis.titles.fast_action_holdem.counts import FastActionCount, job_of
from houseway.analysis.titles.fast_action_holdem.rule_list import RuleList
from houseway.cards.card import N_RANKS, N_SUITS, Card, rank_of, suit_of
from houseway.cards.deck import Deck
from houseway.games.engine.action import Action, descending
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents, winnings
from houseway.games.engine.view import View
from houseway.games.titles.fast_action_holdem import FastActionGame, FastActionHoldEmMulti
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH, KEEP, hand_options, rest_of
from houseway.games.titles.fast_action_holdem.round import COMMUNITY_CARDS, HOLE_CARDS, CustomModeRound
from houseway.ranking import Category, ranking


def split_or_keep(view: View, option: str) -> Action:
    """Return a split of a kind, with copies of a card apart if there are any. If there is none, keep two cards."""
    splits = [action for action in view.legal_actions if action.option == option]
    if not splits:
        return next(action for action in view.legal_actions if action.kind == KEEP)
    hole = view.cards("hole", view.seat)
    return max(splits, key=lambda action: len({*action.cards}) + len({*rest_of(hole, action.cards)}))


def shared_hands(game: FastActionGame, n_seats: int) -> list[Cards]:
    """Return the shoes that give the best-paid hand to every hand of every seat.

    Either the board is the whole hand, or it has four of its cards, and the fifth is in each hand. On the board it ties
    the dealer. The second way beats the dealer, and needs one copy of a card per hand.
    """
    best = max(_communities(game.deck), key=lambda hand: _paid(game, hand))
    shoes = [_deal_order(game, best, [], n_seats)]
    copies = [best[0]] * (2 * n_seats)
    short = [*best[1:], *copies]
    if all(short.count(card_id) <= game.deck.copies[card_id] for card_id in short):
        filler = next(card_id for card_id in game.deck.without(short).cards if card_id not in short)
        shoes.append(_deal_order(game, (*best[1:], filler), copies, n_seats))
    return shoes


def _deal_order(game: FastActionGame, community: tuple[Card, ...], held: list[Card], n_seats: int) -> Cards:
    """Return a shoe with this community in which each seat has two of the held cards, then low cards."""
    low = [card_id for card_id in game.deck.without((*community, *held)).cards if card_id not in (*community, *held)]
    hands = []
    for seat in range(n_seats + 1):
        own = held[2 * seat : 2 * seat + 2]
        fresh = list(dict.fromkeys(low))[: HOLE_CARDS - len(own)] if own else low[: HOLE_CARDS - len(own)]
        for card_id in fresh:
            low.remove(card_id)
        hands.append([*own, *fresh])
    if isinstance(game, FastActionHoldEmMulti):
        return [*(hand[place] for place in range(HOLE_CARDS) for hand in hands), *community]
    holes = [card_id for hand in hands for card_id in hand]
    return [*holes, *community] if game.round_class is CustomModeRound else [*community, *holes]


def _communities(deck: Deck) -> Iterator[tuple[Card, ...]]:
    """Yield boards that may be paid best: straight flushes, four and five of a kind."""
    suits = [[card_id for card_id in deck.distinct if suit_of(card_id) == suit] for suit in range(N_SUITS)]
    for cards in suits:
        yield from (tuple(cards[low : low + COMMUNITY_CARDS]) for low in range(len(cards) - COMMUNITY_CARDS + 1))
    for rank in range(N_RANKS):
        alike = [card_id for card_id in deck.cards if rank_of(card_id) == rank]
        yield from (tuple(alike[low : low + COMMUNITY_CARDS]) for low in range(len(alike) - COMMUNITY_CARDS + 1))


def _paid(game: FastActionGame, hand: tuple[Card, ...]) -> Fraction:
    return game.pays["bonus"].pays_value(ranking(game.showdown).value(hand), game.showdown) or Fraction(0)


class FastActionParticulars(Particulars):
    """The facts of Fast Action Hold'em with one deck or several."""

    free_wager = "bonus"

    def wager_payouts(self, game: Game, bet: Bet) -> Iterable[WagerPayout]:
        """Yield the payouts of Ante and Bonus, and of a Split bet of each."""
        table = as_fast_action(game)
        ante, bonus, pays = bet.amount("ante"), bet.amount("bonus"), table.pays["bonus"]
        yield paid_even("ante", "Ante", table.cited.showdown, ante)
        yield paid_even("split_ante", "Split bet of the Ante", table.cited.showdown, ante)
        yield paid_by_table("bonus", "Bonus", table.cited.paid, bonus, pays)
        split = paid_by_table("split_bonus", "Split bet of the Bonus", table.cited.paid, bonus, pays)
        yield replace(split, prize_of="bonus")

    def applied_rule(
        self, game: Game, rules: AnyRuleList, cards: tuple[Card, ...], known: Mapping[str, Any]
    ) -> AppliedRule:
        """Return the kind of the two cards to choose, and its instruction for the other two."""
        ways = hand_options(descending(cards), True, game.reading("FA-R2"), game.reading("FA-R3"))
        assert isinstance(rules, RuleList), "the list of this game"
        return rules.applied(cards, ways.__contains__)

    def rules_from_plain(self, game: Game, plain: Mapping[str, Any], cost: Fraction) -> RuleList | None:
        """Return the kinds in their order, and the splits."""
        return RuleList.from_plain(plain, cost) if "order" in plain else None

    def seat_bound(self, game: Game, bet: Bet, wagers: tuple[WagerPayout, ...]) -> Cents:
        """Return the sum of all payouts, less those that exclude each other.

        Two hands share the board and no card of one deck. If both are royal flushes, they are of one suit (two suits
        need three board cards each). Every card of it that one hand holds, the other lacks. So the board is the royal
        flush, the dealer has it too, and the house wins the tie (FA-12, FA-13).
        """
        table, every = as_fast_action(game), super().seat_bound(game, bet, wagers)
        rows = table.pays["bonus"].rows
        odds = sorted((row.pays for row in rows), reverse=True)
        top = next((row for row in rows if row.pays == odds[0]), None) if odds else None
        several_decks = table.deck.max_copies > 1
        if several_decks or top is None or top.category is not Category.ROYAL_FLUSH or odds[:2] == odds[:1] * 2:
            return every
        stakes = {each.wager: each.stake for each in wagers}
        ante, bonus = stakes["ante"], stakes.get("bonus", Cents(0))
        antes_lost = ante if table.reading("FA-R2") == "all" else 2 * ante
        two_royals = 2 * winnings(bonus, odds[0]) - antes_lost
        second = winnings(bonus, odds[1]) if len(odds) > 1 else 0
        return Cents(min(every, max(two_royals, winnings(bonus, odds[0]) + second + 2 * ante)))

    def dear_shoes(self, game: Game, bet: Bet, n_seats: int) -> Sequence[Cards]:
        """Return shoes with the best-paid hand for every seat."""
        return shared_hands(as_fast_action(game), n_seats)

    def dear_ways(self, game: Game) -> Iterable[Choose]:
        """Yield every kind of split."""
        for option in (ANTE, BONUS, BOTH):
            yield lambda view, option=option: split_or_keep(view, option)  # type: ignore[misc]

    def option_values(self, game: Game, runner: Runner) -> OptionValues | None:
        """Return the option values if the counts are on disk."""
        from houseway.analysis.titles.fast_action_holdem.analyzer import option_values

        return option_values(as_fast_action(game))

    def seen_first(self, game: Game) -> tuple[int, int]:
        """Return the number of cards seen: four player's cards, and no community cards."""
        return HOLE_CARDS, 0

    def long_job(self, game: Game, n_shards: int | None = None) -> Job:
        """Return the count over all boards."""
        job = job_of(as_fast_action(game))
        return job if n_shards is None else replace(job, n_shards=n_shards)

    def sampled_jobs(self, game: Game) -> Mapping[str, tuple[Job, int]]:
        """Return two small shards."""
        boards = self.long_job(game, FINE_SHARDS)
        return {f"boards, shard {shard} of {FINE_SHARDS}": (boards, shard) for shard in SAMPLED}

    def sampled_counts(self, job: Job) -> Counts | None:
        """Return None: decisions from one small shard are slightly wrong, and take the same time to look up."""
        return replace(job, n_shards=FINE_SHARDS).run(SAMPLED[0]) if isinstance(job, FastActionCount) else None

    def benchmark(self, game: Game) -> Benchmark:
        """Return the benchmark: ten minutes with one deck, thirty with several."""
        minutes = 10 if game.deck.max_copies == 1 else 30
        return Benchmark("Ts 9s 6h 5h", "", dealt=13, hands=3, hand_cards=7, seconds=60.0 * minutes)


PARTICULARS = FastActionParticulars()
