"""Two seats of a declared title: tables of the state machine seat by seat, a small deck dealt out in every way, and
shifts with side bets.
"""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import houseway as hw
from houseway.analysis import analyzed, counted_by_family
from houseway.analysis.declared.simulation import seat_play
from houseway.analysis.operations.operation import operate
from houseway.analysis.operations.seats import covariances, side_bet_of, table_variance
from houseway.analysis.operations.variance import Kind, covariances_of, is_known, shares_every_card
from houseway.cards import Deck, parse_cards
from houseway.errors import BadBet, BadSetting, UnknownName
from houseway.games.engine.state import State
from houseway.games.strategies import play_out, strategy

UNIT = 500


def nets_of(state: State, n_seats: int) -> list[dict[str, int]]:
    """By seat, what each wager won or lost, in cents."""
    nets: list[dict[str, int]] = [{} for _ in range(n_seats)]
    for entry in state.settlements:
        if entry.seat is not None:
            nets[entry.seat][entry.wager] = nets[entry.seat].get(entry.wager, 0) + entry.net
    return nets


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["three-card-poker", "mississippi-stud"])
def test_a_table_of_the_state_machine_ends_seat_by_seat_as_in_the_kernel(slug: str) -> None:
    game, seats = hw.game(slug), 4
    play = seat_play(game, "never-folds")
    bet = hw.Bet(**dict(game.usual_bet(UNIT).items()), **dict.fromkeys(play.beside, UNIT))
    for seed in range(30):
        state = play_out(game.start([bet] * seats, seed=seed), strategy(slug, "never-folds"))
        piles = {(pile.name, pile.seat): pile.cards for pile in state.piles()}
        shared = [card for (_, seat), cards in piles.items() if seat is None for card in cards]
        for seat, nets in enumerate(nets_of(state, seats)):
            own = [card for (_, place), cards in piles.items() if place == seat for card in cards]
            dealt = np.array([[int(card) for card in (*own, *shared)]], np.uint8)
            assert dealt.shape[1] == play.own + play.shared
            end = play.ends[0](dealt)[0]
            for wager, worth in play.beside.items():
                assert nets.pop(wager) == UNIT * worth[end]
            assert sum(nets.values()) == pytest.approx(UNIT * play.nets[end])


@pytest.mark.slow
def test_the_covariance_is_that_of_all_deals_of_nine_cards() -> None:
    """Two seats of three cards and a dealer: every deal once, settled by the engine."""
    deck = Deck.of(parse_cards("2c 2d 5c 9d Jc Jd Qc Kd Ad"))
    game = hw.game("three-card-poker", deck=deck)
    bet = hw.Bet(ante=UNIT, pair_plus=UNIT)
    results = []
    for first in combinations(deck.cards, 3):
        rest = [card for card in deck.cards if card not in first]
        for second in combinations(rest, 3):
            dealer = [card for card in rest if card not in second]
            start = game.start([bet, bet], shoe=(*first, *second, *dealer))
            nets = nets_of(play_out(start, strategy(game.slug, "never-folds")), 2)
            pair_plus = [seat.pop("pair_plus") for seat in nets]
            results.append([sum(seat.values()) for seat in nets] + pair_plus)
    n, scale = len(results), UNIT**2
    assert n == 84 * 20

    def covariance(one: int, other: int) -> Fraction:
        means = [Fraction(sum(row[place] for row in results), n) for place in (one, other)]
        return (Fraction(sum(row[one] * row[other] for row in results), n) - means[0] * means[1]) / scale

    found = covariances({"never-folds": seat_play(game, "never-folds")}, 100_000, seats=2, seed=4)
    play, beside = "never-folds", side_bet_of("never-folds", "pair_plus")
    place = {name: number for number, name in enumerate(found.names)}
    for (one, other), exactly in {
        (play, play): covariance(0, 1),
        (play, beside): (covariance(0, 3) + covariance(1, 2)) / 2,
        (beside, beside): covariance(2, 3),
    }.items():
        value, error = (float(table[place[one], place[other]]) for table in (found.values, found.errors))
        assert abs(value - float(exactly)) < 4 * error
        assert 0 < error < 0.1


OWN_CARDS = [slug for slug in analyzed() if counted_by_family(game := hw.game(slug)) and not shares_every_card(game)]


@pytest.mark.parametrize("slug", OWN_CARDS)
def test_the_deviation_of_a_full_table_of_what_ships_is_known_within_half_a_percent(slug: str) -> None:
    game = hw.game(slug)
    found, shipped = covariances_of(game, [Kind("optimal")])
    assert shipped
    seats, (covariance, error) = game.seats[-1], found.of({"optimal": 1.0})
    whole = table_variance(hw.analyze(game).net.variance, seats, covariance)
    assert seats * (seats - 1) * error / (2 * whole) < 0.005


def test_a_seat_that_sees_the_cards_of_others_has_no_covariance() -> None:
    assert not is_known(hw.game("three-card-poker", readings={"3CP-R5": "players", "3CP-R8": "two-seats"}))


def test_side_bets_count_in_the_win_and_in_the_swing() -> None:
    """Pair Plus is 128/5525 of what is bet on it, whatever else is; 40% make it."""
    plain = operate("three-card-poker", ante=25_00, with_exposure=False)
    half = operate(
        "three-card-poker", ante=25_00, side_bets={"Pair Plus": 5_00}, uptake="pair-plus=0.4", with_exposure=False
    )
    assert half.win - plain.win == Fraction(128, 5525) * 5_00 * Fraction(2, 5) * plain.seat_rounds
    assert [(guest.share, dict(guest.bet)) for guest in half.guests] == [
        (Fraction(2, 5), {"ante": 25_00, "pair_plus": 5_00}),
        (Fraction(3, 5), {"ante": 25_00}),
    ]
    assert half.link is not None
    assert plain.link is not None
    assert half.link.covariance == pytest.approx(plain.link.covariance, rel=0.05)
    assert half.link.correlation < plain.link.correlation


@pytest.mark.slow
def test_two_uptakes_are_independent_of_each_other() -> None:
    shift = operate(
        "three-card-poker",
        side_bets={"pair_plus": 5_00, "six_card": 5_00},
        uptake={"pair_plus": "1/2", "six_card": 1},
        seats=1,
        with_exposure=False,
    )
    assert [(guest.share, sorted(guest.bet)) for guest in shift.guests] == [
        (Fraction(1, 2), ["ante", "pair_plus", "six_card"]),
        (Fraction(1, 2), ["ante", "six_card"]),
    ]


def test_seats_that_share_every_card_have_the_covariance_of_the_average_bet() -> None:
    """EZ Baccarat, a Tie bet by half of the players: a seat with half of it has the covariance of any two."""
    shift = operate("ez-baccarat", ante=10_00, side_bets={"tie": 10_00}, uptake="tie=0.5", seats=2, with_exposure=False)
    average = hw.analyze("ez-baccarat", bets={"tie": Fraction(1, 2)}).net.variance
    assert shift.link is not None
    assert shift.link.covariance == pytest.approx(float(average) * 10_00**2)
    assert 0 < shift.link.correlation < 1


@pytest.mark.parametrize(
    ("choices", "error", "words"),
    [
        ({"side_bets": {"insurance": 5_00}}, UnknownName, "pair_plus"),
        ({"side_bets": {"ante": 5_00}}, UnknownName, "optional wager"),
        ({"side_bets": {"pair_plus": 5_00}, "uptake": "pair_plus=1.5"}, BadSetting, "from 0 to 1"),
        ({"side_bets": {"pair_plus": 5_00}, "uptake": "pair_plus=0.5,Pair Plus=0.5"}, BadSetting, "twice"),
        ({"uptake": "pair_plus=0.5"}, BadSetting, "names pair_plus, which has no size"),
        ({"side_bets": {"pair_plus": -1}}, BadBet, "pair_plus|Pair Plus"),
    ],
)
def test_bets_that_cannot_be_are_refused_by_name(
    choices: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        operate("three-card-poker", with_exposure=False, **choices)  # type: ignore[arg-type]
