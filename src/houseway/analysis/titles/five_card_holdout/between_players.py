"""The analysis of Five Card HoldOut as a player vs. player game, and the contents of its report."""

from houseway.analysis.between_players import Examples
from houseway.analysis.titles.five_card_holdout.blueprint_play import planned_play
from houseway.analysis.titles.five_card_holdout.blueprint_work import measure_blueprint, train_blueprint
from houseway.analysis.titles.five_card_holdout.chances import chances
from houseway.analysis.titles.five_card_holdout.hold_chart import hold_chart
from houseway.analysis.titles.five_card_holdout.holds import best_hold
from houseway.analysis.titles.five_card_holdout.income import holdout_income as income
from houseway.analysis.titles.five_card_holdout.live_play import best_held, live_river, share_of_pot
from houseway.analysis.titles.five_card_holdout.named_hands import named_hands
from houseway.analysis.titles.five_card_holdout.opening_chart import button_chart, opening_chart
from houseway.analysis.titles.five_card_holdout.sampled import sampled_holds
from houseway.analysis.titles.five_card_holdout.showdown import equity
from houseway.analysis.titles.five_card_holdout.small_games import small_game
from houseway.analysis.titles.five_card_holdout.subgames import strength_group, strength_words, subgame
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS

__all__ = [
    "BOARD_CARDS",
    "EXAMPLES",
    "best_held",
    "best_hold",
    "button_chart",
    "chances",
    "equity",
    "hold_chart",
    "income",
    "live_river",
    "measure_blueprint",
    "named_hands",
    "opening_chart",
    "planned_play",
    "sampled_holds",
    "share_of_pot",
    "small_game",
    "strength_group",
    "strength_words",
    "subgame",
    "train_blueprint",
]

LETTERS_HOLDINGS = ("Ts Jd", "Tc Jh Qd", "Td Jc 2h")

EXAMPLES = Examples(
    matches=(
        (("As Ks Qs Js", "9h 9d"), ""),
        (("Ah Ad", "7c 6c 5c 4c"), ""),
        (LETTERS_HOLDINGS, "2c Qh"),
        (("Kd Kc 4h", "As Js Ts"), "Qs 2s"),
    ),
    hands=(
        ("As Ks Qd 7h 7c", "Ah Qh Jh Tc Th"),
        ("9s 8s 7s 6d 2c", "Kd Kh 5c 4c 3s"),
        ("Qh Qd 8s 8c 3h", "Ac Kc Jc 7c 2d"),
        ("Ad Kd 9d 5d Ts", "Js Jc 6h 6s 4d"),
    ),
    letters=(LETTERS_HOLDINGS, "2c Qh Ks Ad"),
    letters_clause="FCH-5c",
    letters_words="players 1 and 2 split the pot, player 3 has only a pair of twos",
    holds_words="Each hand can be held in 31 ways. The three best are shown against one opponent with the given cards, "
    "who holds by the rule hold-best: straights and better as dealt, else pairs, else three or more to a flush, else "
    "the two highest cards. Against an opponent with any five cards the same is computed by houseway hold.",
    rounds_words="The game has three betting rounds (FCH-0).",
    situation=("As Ks", "Ah 8h", "7d 4c 2s", 2),
    moment={
        "cards": "As Ks Ac",
        "holds": (3, 3),
        "player": 0,
        "lines": ("raise call", "check check", ""),
        "board": "Ah 8h 7d 4c",
        "legal": {"check": 0.0, "bet": 2.0},
    },
)
