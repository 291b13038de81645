"""Five Card HoldOut beside PokerKit, hand by hand: order of betting, legal amounts, stacks, pots and payouts.

PokerKit plays a game of its own making with the same betting: five hole cards, then two and two board cards. What it
cannot express is arranged around it:

* It has no discards without replacement. Its players keep five cards, and its hand type looks up what our seat holds.
* It posts the big blind of a short stack as that stack's smaller bet, which the others may call; in Hold'em the price
  stays the full big blind. So the stacks here cover it; `test_five_card_holdout.py` has the short blinds.
* It asks a seat to check where nobody is left to bet against. We do not ask; the test checks for it.
* It gives all odd chips of a split pot to one winner (ours: one each, FCH-R4), and joins pots whose other players have
  thrown in losing hands. The test shares out its pots as they were before, by its hands.
* It measures a full raise by the raises made so far, so that an all-in bet or raise below the big blind reopens the
  betting if it is the first of the round; and after several short all-ins that add up it forgets all but the last. By
  FCH-R5 a seat that has acted may raise if, and only if, it faces a full raise in all. Where the two differ, it must be
  for one of these reasons.
"""

import random
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from pokerkit import State as KitState
from support.pokerkit_table import BIG_BLIND, SMALL_BLIND, STRUCTURES, HeldHand, kit_state, kit_text
from support.quick import sampled

from houseway.cards import format_cards
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.titles.five_card_holdout import FiveCardHoldOut, HoldOutRound

HANDS_OF_EACH_KIND = 500


@dataclass
class Lockstep:
    """One hand played by both; `known_differences` counts the places where the rules differ for a known reason."""

    state: HoldOutRound
    kit: KitState
    generator: random.Random
    known_differences: int = 0

    @property
    def to_kit(self) -> dict[int, int]:
        """The number of each of our seats in PokerKit."""
        return {seat: place for place, seat in enumerate(self.state.order)}

    def play(self) -> None:
        HeldHand.held_by_hole.clear()
        while not self.state.is_over:
            if self.state.step == "bet":
                self.compare_table()
                self.bet()
            elif self.state.step == "discard":
                self.discard()
            else:
                self.proceed()
        self.check_idle_seats()
        self.finish()

    def proceed(self) -> None:
        """Our chance and dealer go on; PokerKit gets the same cards."""
        if self.state.step != "deal_hole":
            self.check_idle_seats()
        step, before = self.state.step, len(self.state.events)
        if step in ("burn", "deal_board"):
            self.show_all_in_hands()
        (action,) = self.state.legal_actions()
        self.state = self.state.apply(action)
        cards = kit_text(self.state.events[before].cards)
        if step == "deal_hole":
            self.kit.deal_hole(cards)
        elif step == "burn":
            self.kit.burn_card(cards)
        elif step == "deal_board":
            self.kit.deal_board(cards)

    def check_idle_seats(self) -> None:
        """PokerKit asks seats that have nobody left to bet against."""
        while self.kit.actor_index is not None:
            assert self.kit.checking_or_calling_amount == 0
            assert self.kit.min_completion_betting_or_raising_to_amount is None
            self.kit.check_or_call()

    def show_all_in_hands(self) -> None:
        while self.kit.showdown_index is not None:
            self.kit.show_or_muck_hole_cards(True)

    def discard(self) -> None:
        """Any discard, but mostly four cards, because that makes more equal hands."""
        options = self.state.legal_actions()
        action = self.generator.choice(options[-5:] if self.generator.random() < 0.7 else options)
        seat = self.state.turn
        assert isinstance(seat, int)
        hole = self.state.hole[seat]
        self.state = self.state.apply(action)
        held = [card for card in hole if card not in action.cards]
        HeldHand.held_by_hole[frozenset(format_cards([card]) for card in hole)] = kit_text(held)

    def compare_table(self) -> None:
        """Whose turn it is, and every stack, bet and the pot."""
        betting, kit, to_kit = self.state.betting, self.kit, self.to_kit
        assert kit.actor_index == to_kit[betting.waiting[0]]
        for seat, place in to_kit.items():
            assert (betting.stacks[seat], betting.bets[seat]) == (kit.stacks[place], kit.bets[place])
            assert (seat in betting.live) == kit.statuses[place]
        assert betting.pot == kit.total_pot_amount

    def bet(self) -> None:
        legal = self.state.legal_actions()
        kit, seat = self.kit, self.state.betting.waiting[0]
        stay = legal[1]
        assert legal[0] == Action("fold")
        assert stay.kind == ("check" if kit.checking_or_calling_amount == 0 else "call")
        if stay.kind == "call":
            assert stay.amount == kit.bets[self.to_kit[seat]] + (kit.checking_or_calling_amount or 0)
        action = self.choose(legal, self.common_range(legal[2:], seat))
        self.state = self.state.apply(action)
        if action.kind == "fold":
            kit.fold()
        elif action.kind in ("check", "call"):
            kit.check_or_call()
        else:
            kit.complete_bet_or_raise_to(action.amount)

    def common_range(self, raises: tuple[Action, ...], seat: int) -> range:
        """The amounts that both allow; they differ only for the known reasons."""
        kit = self.kit
        theirs = (kit.min_completion_betting_or_raising_to_amount, kit.max_completion_betting_or_raising_to_amount)
        ours = (raises[0].amount, raises[-1].amount) if raises else (None, None)
        if ours == theirs:
            return range(ours[0], ours[1] + 1) if ours[0] is not None and ours[1] is not None else range(0)
        self.known_differences += 1
        street = kit.street
        assert street is not None
        full_raise = max(street.min_completion_betting_or_raising_amount, kit.completion_betting_or_raising_amount)
        faced = max(kit.bets) - kit.bets[self.to_kit[seat]]
        assert self.has_acted(seat)
        if ours == (None, None):
            assert faced < full_raise, "only a seat that faces less than a full raise is refused a raise"
        else:
            assert theirs == (None, None)
            assert faced >= full_raise
            assert sum(kit.consecutive_short_all_in_amounts) < full_raise
        return range(0)

    def has_acted(self, seat: int) -> bool:
        """Whether the seat has acted in this round of betting, by the events since the last cards."""
        for event in reversed(self.state.events):
            if event.clause == "FCH-3a" or "river" in event.text or "flop" in event.text:
                return False
            if event.seat == seat and event.action is not None:
                return True
        return False

    def choose(self, legal: tuple[Action, ...], amounts: range) -> Action:
        moves = [legal[1]] * 4 + [legal[0]]
        if amounts:
            kind = legal[2].kind
            least, most = amounts[0], amounts[-1]
            between = self.generator.randint(least, most)
            moves += [Action.of(kind, amount=amount) for amount in (least, least, between, most)]
        return self.generator.choice(moves)

    def finish(self) -> None:
        """Equal results, seat by seat, by PokerKit's pots and hands; and by its own payouts where no chip is odd."""
        kit = self.kit
        self.show_all_in_hands()
        expected, odd_chips = self.shared_out() if self.state.shown else ([], False)
        while kit.can_kill_hand():
            kit.kill_hand()
        while kit.can_push_chips():
            kit.push_chips()
        assert not kit.status
        results = [self.state.result(seat) for seat in self.state.order]
        assert results == (expected or kit.payoffs)
        assert odd_chips or results == kit.payoffs

    def shared_out(self) -> tuple[list[int], bool]:
        """What each of PokerKit's players wins or loses, odd chips one each, and whether there were any."""
        kit = self.kit
        won = list(kit.payoffs)
        hands = [kit.get_hand(place, 0, 0) for place in kit.player_indices]
        odd_chips = False
        for pot in kit.pots:
            best = max(hand for place in pot.player_indices if (hand := hands[place]) is not None)
            winners = [place for place in pot.player_indices if hands[place] == best]
            share, odd = divmod(pot.amount, len(winners))
            odd_chips |= odd > 0
            for number, place in enumerate(winners):
                won[place] += share + (number < odd)
        return won, odd_chips


def random_stacks(generator: random.Random, n_seats: int) -> list[int]:
    """Deep stacks, short ones of at least the big blind, and equal ones."""
    style = generator.randrange(3)
    if style == 0:
        return [generator.randint(BIG_BLIND, 12 * BIG_BLIND) for _ in range(n_seats)]
    if style == 1:
        return [generator.choice((100, 101, 150, 333, 1000, 20000)) for _ in range(n_seats)]
    return [generator.randint(50, 200) * BIG_BLIND] * n_seats


def hands(structure: str, jurisdiction: str, seed: int) -> Iterator[Lockstep]:
    generator = random.Random(f"{structure} {jurisdiction} {seed}")
    table = game(
        "five-card-holdout",
        small_blind=SMALL_BLIND,
        big_blind=BIG_BLIND,
        readings={"FCH-R1": structure},
        jurisdiction=jurisdiction,
    )
    assert isinstance(table, FiveCardHoldOut)
    wagers_a_round = 4 if structure == "fixed" or jurisdiction == "washington" else None
    for number in range(HANDS_OF_EACH_KIND):
        n_seats = generator.choice((2, 2, 3, 3, 4, 5, 6, 7, 8, 9))
        stacks, button = random_stacks(generator, n_seats), generator.randrange(n_seats)
        if jurisdiction == "washington":
            stacks = [min(stack, 20 * BIG_BLIND) for stack in stacks]
        state = table.start([Bet(stack=stack) for stack in stacks], seed=number, button=button)
        assert isinstance(state, HoldOutRound)
        from_left = [stacks[seat] for seat in state.order]
        yield Lockstep(state, kit_state(table, structure, from_left, wagers_a_round), generator)


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(2), 2))
@pytest.mark.parametrize("jurisdiction", ["none", "washington"])
@pytest.mark.parametrize("structure", STRUCTURES)
def test_FCH_0_betting_pots_and_payouts_are_those_of_pokerkit(structure: str, jurisdiction: str, seed: int) -> None:
    contested = differences = splits = played = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # PokerKit warns of folds where a check is free
        for lockstep in hands(structure, jurisdiction, seed):
            lockstep.play()
            played += 1
            contested += lockstep.state.shown
            differences += lockstep.known_differences > 0
            splits += any(event.clause == "FCH-5b" for event in lockstep.state.events)
    assert played == HANDS_OF_EACH_KIND
    assert contested > HANDS_OF_EACH_KIND // 5
    assert splits > 5
    assert differences < HANDS_OF_EACH_KIND // 10
