"""The Washington rules as dated data, the conditions of approval, and the refusals that follow from them."""

from datetime import date
from fractions import Fraction

import pytest

from houseway.cards.deck import Deck
from houseway.errors import BadSetting, LimitExceeded, UnknownName
from houseway.games.catalogue import game
from houseway.games.conditions import checklist
from houseway.games.engine.bet import Bet
from houseway.games.engine.limits import Limit, Limits, StateRule, jurisdictions, limit_history, limits_on, state_rules
from houseway.games.engine.paytable import read_pay_set
from houseway.games.letters import LETTERS, concordance

TODAY = date(2024, 5, 16)


# GEN-5: wagers never exceed WAC 230-15-040 and -140.


@pytest.mark.parametrize(
    ("jurisdiction", "day", "dollars"),
    [
        ("washington", date(1996, 12, 31), None),
        ("washington", date(1998, 6, 1), 25),
        ("washington", date(2003, 1, 1), 100),
        ("washington", date(2006, 1, 1), 100),
        ("washington-high-limit", date(2004, 6, 30), 100),
        ("washington-high-limit", date(2004, 7, 1), 200),
        ("washington-high-limit", date(2008, 12, 31), 200),
        ("washington-high-limit", date(2010, 1, 1), 300),
        ("washington", date(2010, 1, 1), 300),
        ("washington", TODAY, 300),
        ("washington-tribal", TODAY, 500),
        ("none", TODAY, None),
    ],
)
def test_GEN_5_the_largest_wager_is_that_of_the_jurisdiction_and_the_day(
    jurisdiction: str, day: date, dollars: int | None
) -> None:
    limit = limits_on(jurisdiction, day).largest_wager
    assert (limit.value if limit else None) == (dollars * 100 if dollars else None)


def test_GEN_5_a_wager_over_the_limit_is_refused_with_its_rule_and_one_at_the_limit_is_taken() -> None:
    limits = limits_on("washington", TODAY)
    limits.check_wager("the Ante", 30000)
    message = r"the Ante of \$300\.01 is over the limit of \$300 in washington \(WAC 230-15-140, since 2009"
    with pytest.raises(LimitExceeded, match=message):
        limits.check_wager("the Ante", 30001)


@pytest.mark.parametrize(
    ("jurisdiction", "dollars"), [("washington", 300), ("washington-other-classes", 40), ("washington-tribal", 300)]
)
def test_GEN_5_player_against_player_wagers_have_their_own_limit(jurisdiction: str, dollars: int) -> None:
    limits = limits_on(jurisdiction, TODAY)
    limits.check_wager("a bet", dollars * 100, poker=True)
    with pytest.raises(LimitExceeded, match="WAC 230-15-135"):
        limits.check_wager("a bet", dollars * 100 + 1, poker=True)


def test_GEN_5_at_most_three_games_of_one_hand_take_more_than_five_dollars() -> None:
    limits = limits_on("washington", TODAY)
    limits.check_games("seat 0", [1000, 1000, 501, 500, 500])
    with pytest.raises(LimitExceeded, match=r"seat 0: 4 wagers over \$5 .*at most 3 .*WAC 230-15-040"):
        limits.check_games("seat 0", [1000, 1000, 501, 501])


@pytest.mark.parametrize(("day", "most"), [(date(2009, 9, 13), 3), (date(2009, 9, 14), 6)])
def test_GEN_5_one_hand_of_cards_serves_a_limited_number_of_separate_games(day: date, most: int) -> None:
    limits = limits_on("washington", day)
    limits.check_games("seat 0", [100] * most + [0])
    with pytest.raises(LimitExceeded, match=rf"{most + 1} separate games .*at most {most} .*WAC 230-15-040"):
        limits.check_games("seat 0", [100] * (most + 1))


@pytest.mark.parametrize(
    ("n_wagers", "said"),
    [
        (3, "None"),
        (4, "at most 3 bets over $5 at once (WAC 230-15-040)"),
        (6, "at most 3 bets over $5 at once (WAC 230-15-040)"),
        (7, "at most 6 bets at once, 3 of them over $5 (WAC 230-15-040)"),
    ],
)
def test_GEN_5_whoever_bets_is_told_how_many_bets_are_allowed_at_once(n_wagers: int, said: str) -> None:
    assert str(limits_on("washington", TODAY).at_once(n_wagers)) == said
    assert limits_on("none", TODAY).at_once(n_wagers) is None


def test_GEN_5_a_table_is_opened_for_a_jurisdiction_and_a_day() -> None:
    bet = Bet(ante_1=15000, ante_2=15000)
    game("two-hand-holdem", on=TODAY).start([bet])
    with pytest.raises(
        LimitExceeded, match=r"limit of \$100 in washington \(WAC 230-15-140, since 2000; not yet confirmed\)"
    ):
        game("two-hand-holdem", on=date(2006, 1, 1)).start([bet])
    game("two-hand-holdem", jurisdiction="washington-tribal", on=TODAY).start([Bet(ante_1=25000, ante_2=25000)])


def test_GEN_5_a_raise_that_would_pass_the_limit_keeps_the_ante_down() -> None:
    with pytest.raises(LimitExceeded, match=r"2x the Ante of Hand 1 of \$150\.01, of \$300\.02"):
        game("two-hand-holdem", on=TODAY).start([Bet(ante_1=15001, ante_2=15001)])


def test_a_value_whose_first_day_was_not_seen_is_listed_and_never_applied() -> None:
    unseen = {(limit.kind, limit.value) for limit in limit_history() if limit.since is None}
    assert unseen == {("largest_wager", 40000), ("house_banked_seats", 9), ("poker_seats", 12)}
    far_ahead = limits_on("washington", date(2100, 1, 1))
    assert far_ahead.largest_wager is not None
    assert far_ahead.largest_wager.value == 30000


def test_what_was_not_seen_is_marked_unverified() -> None:
    rows: list[Limit | StateRule] = [*limit_history(), *state_rules()]
    for row in rows:
        assert row.source
        unknown = "not seen" in row.source or "only the year" in row.source or row.since is None
        assert row.verified == (not unknown), row


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("betting_rounds", 5),
        ("wagers_a_round", 4),
        ("separate_games", 6),
        ("large_wagers", 3),
        ("large_wager_above", 500),
        ("house_banked_seats", 7),
        ("poker_seats", 10),
        ("aggregate_odds", 50),
    ],
)
def test_every_number_of_the_washington_table_is_in_force_today(kind: str, value: int) -> None:
    assert getattr(limits_on("washington", TODAY), kind).value == value


def test_every_rule_of_the_washington_table_is_there() -> None:
    numbers = {limit.rule for limit in limit_history()}
    texts = {rule.rule for rule in state_rules()}
    sections = ("030", "040", "055", "065", "080", "135", "140", "465", "490", "491", "671", "685", "695")
    assert numbers | texts == {"compact", *(f"WAC 230-15-{section}" for section in sections)}


def test_an_unknown_jurisdiction_is_refused_with_the_list() -> None:
    with pytest.raises(UnknownName, match="none, washington, washington-high-limit"):
        limits_on("nevada")
    assert set(jurisdictions()) == {limit.jurisdiction for limit in limit_history()}


# WAC 230-15-490: the aggregate payout limit.


@pytest.mark.parametrize(
    ("limit", "largest_wager", "highest_odds", "allowed"),
    [
        (1_500_000, 30_000, 5000, True),
        (1_499_999, 30_000, 5000, False),
        (25_000, 500, 50, True),
        (24_999, 500, 50, False),
        (10_000_000, 500, 49, False),
        (10_000_000, 500, Fraction(99, 2), False),
    ],
)
def test_an_aggregate_payout_limit_is_at_least_fifty_times_the_largest_wager(
    limit: int, largest_wager: int, highest_odds: int | Fraction, allowed: bool
) -> None:
    """The first row is the rule's own example: $300 at 5,000 to 1 needs at least $15,000."""
    limits = limits_on("washington", TODAY)
    if allowed:
        limits.check_aggregate_limit(limit, largest_wager, highest_odds)
        return
    with pytest.raises(BadSetting, match="WAC 230-15-490"):
        limits.check_aggregate_limit(limit, largest_wager, highest_odds)


def test_no_floor_is_known_before_the_rule_of_2021_or_outside_the_state() -> None:
    for limits in (limits_on("washington", date(2021, 6, 13)), limits_on("none", TODAY)):
        limits.check_aggregate_limit(1, 30_000, 5000)
    with pytest.raises(BadSetting):
        limits_on("washington", date(2021, 6, 14)).check_aggregate_limit(1, 30_000, 5000)


def test_limits_of_nowhere_refuse_nothing() -> None:
    limits = Limits("none", TODAY)
    limits.check_wager("a bet", 10**9)
    limits.check_games("seat 0", [10**9] * 20)


# GEN-1 to GEN-6: the conditions of approval.


def test_GEN_1_a_game_as_the_letter_has_it_is_not_modified() -> None:
    assert game("pick-2-poker").modifications() == ()


def test_GEN_1_readings_pay_tables_and_decks_that_differ_are_listed() -> None:
    facts = game("pick-2-poker").sheet
    own = {name: {"royal flush" if name != "three-card" else "straight flush": 9} for name in facts.table_forms}
    changed = game(
        "pick-2-poker",
        paytable=read_pay_set("ours", own, facts.table_forms, source="test"),
        readings={"P2-R1": "both-pay"},
        deck=Deck.stripped(ranks="789TJQKA"),
    )
    reading, pay_table, deck = changed.modifications()
    assert "P2-R1" in reading
    assert "both-pay" in reading
    assert "ours" in pay_table
    assert "32 cards" in deck


@pytest.mark.parametrize(
    ("slug", "jurisdiction", "expected"),
    [
        ("two-hand-holdem", "washington", ["GEN-1", "GEN-2", "GEN-3", "GEN-5", "GEN-6"]),
        ("two-hand-holdem", "washington-tribal", ["GEN-1", "GEN-3", "GEN-4", "GEN-5", "GEN-6"]),
        ("pick-2-poker", "washington", ["GEN-1", "GEN-2", "GEN-3", "GEN-5"]),
        ("double-draw-poker", "washington-tribal", ["GEN-1", "GEN-3", "GEN-4", "GEN-5"]),
        ("five-card-holdout", "washington", ["GEN-1", "GEN-2", "GEN-3"]),
        ("fast-action-holdem-multi", "washington", ["GEN-1", "GEN-2", "GEN-3", "GEN-5", "GEN-6"]),
    ],
)
def test_GEN_2_GEN_3_GEN_4_GEN_6_each_letter_and_operation_has_its_own_conditions(
    slug: str, jurisdiction: str, expected: list[str]
) -> None:
    conditions = checklist(slug, jurisdiction)
    assert [condition.id for condition in conditions.conditions] == expected
    assert [condition.id for condition in conditions.open] == expected


def test_GEN_3_commercial_and_tribal_conditions_stand_apart() -> None:
    commercial, tribal = (checklist("pick-2-poker", place) for place in ("washington", "washington-tribal"))
    equipment = [next(each.text for each in found.conditions if each.id == "GEN-3") for found in (commercial, tribal)]
    assert ["tribe" in text for text in equipment] == [False, True]


def test_GEN_1_only_the_letter_of_2023_does_not_ask_to_be_contacted_before_a_modification() -> None:
    approved = [slug for name in LETTERS for slug in concordance(name).games]
    texts = {slug: checklist(slug).conditions[0].text for slug in approved}
    assert [slug for slug, text in texts.items() if "is to be contacted" not in text] == [
        "fast-action-holdem",
        "fast-action-holdem-multi",
    ]


def test_GEN_2_a_condition_is_confirmed_by_a_person_on_a_day() -> None:
    before = checklist("pick-2-poker")
    after = before.confirm("GEN-2", by="A. Person", on=TODAY)
    assert [condition.id for condition in after.open] == ["GEN-1", "GEN-3", "GEN-5"]
    assert len(before.open) == 4
    assert str(after.conditions[1]).endswith("[confirmed by A. Person on 2024-05-16]")
    assert str(before.conditions[1]).endswith("[open]")


def test_GEN_4_a_condition_of_others_or_without_a_name_cannot_be_confirmed() -> None:
    with pytest.raises(UnknownName, match="GEN-1, GEN-2, GEN-3, GEN-5"):
        checklist("pick-2-poker", "washington").confirm("GEN-4", by="A. Person", on=TODAY)
    with pytest.raises(BadSetting, match="name of the person"):
        checklist("pick-2-poker", "washington-tribal").confirm("GEN-4", by=" ", on=TODAY)
    with pytest.raises(UnknownName, match="washington-tribal"):
        checklist("pick-2-poker", "oregon")
