"""No round gives a seat more back than its bets are said to be able to win."""

import random
from datetime import date
from typing import Any

import pytest
from support.quick import sampled
from support.rounds import MOST_SEATS, Variant, choose
from support.variants import VARIANTS

from houseway.analysis.operations.exposure import largest_bet, wager_payouts
from houseway.analysis.particulars import particulars
from houseway.games.catalogue import GAMES, game
from houseway.games.engine.bet import Bet

HOUSE_BANKED = [slug for slug in GAMES if slug != "five-card-holdout"]
DAY = date(2025, 1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("part", sampled(range(4), 4))
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: "-".join([variant.slug, *variant.excluded]))
def test_no_random_round_gives_more_back(variant: Variant, part: int) -> None:
    generator = random.Random(f"{variant.slug}/{part}")
    for _ in range(10):
        table = variant.table(generator)
        n_seats = generator.choice(list(table.seats)[:MOST_SEATS])
        bets = [variant.bet(generator, table) for _ in range(n_seats)]
        options: dict[str, Any] = {"button": generator.randrange(n_seats)} if "stack" in bets[0] else {}
        state = table.start(bets, seed=generator.getrandbits(64), **options).advance()
        while not state.is_over:
            state = state.apply(choose(state, generator)).advance()
        most = table.largest_returns(bets)
        for seat in range(n_seats):
            back = sum(entry.returned for entry in state.settlements if entry.seat == seat)
            assert back <= most[seat], (table.label, bets, seat)


@pytest.mark.slow
@pytest.mark.parametrize("slug", HOUSE_BANKED)
def test_it_is_at_least_what_the_report_says_a_seat_can_gain(slug: str) -> None:
    table = game(slug, on=DAY)
    for paytable in (*table.sheet.pay_sets, None):
        offered = game(slug, paytable=paytable, on=DAY)
        bet = largest_bet(offered)
        gain = particulars(offered).seat_bound(offered, bet, wager_payouts(offered, bet))
        (most,) = offered.largest_returns([bet])
        assert most >= gain + sum(bet.values())


def test_by_hand_a_royal_flush_in_pick_2() -> None:
    """Ante $10 and Play $20 win $30, the 3-5 Bonus pays both tables, 5 Card Bonus Only its own."""
    table = game("pick-2-poker")
    assert table.pay_set is not None
    tables = {name: int(pays.highest) for name, pays in table.pay_set.tables.items()}
    bet = Bet(ante=1000, three_five=1000, five_card_bonus=1000)
    bonuses = tables["five-card"] + tables["three-card"] + tables["five-card-only"]
    assert table.largest_returns([bet]) == (2 * 3000 + 2 * 1000 + 1000 * bonuses,)


def test_by_hand_envy_for_every_hand_of_every_other_player() -> None:
    table = game("fast-action-holdem", paytable="4", readings={"FA-R9": "each"})
    assert table.pay_set is not None
    bonus, envy = int(table.pay_set["bonus"].highest), int(table.pay_set["envy"].highest)
    with_lammer, without = Bet(ante=1000, bonus=500), Bet(ante=1000, bonus=400)
    assert table.largest_returns([with_lammer, without, without]) == (
        4000 + 1000 * (1 + bonus) + envy * 2 * 2,
        4000 + 800 * (1 + bonus),
        4000 + 800 * (1 + bonus),
    )


def test_by_hand_players_win_no_more_than_all_stacks() -> None:
    table = game("five-card-holdout")
    assert table.largest_returns([Bet(stack=700), Bet(stack=300)]) == (1000, 1000)
