"""How to play and how to play well, over the API."""

from support.web_players import Player

from houseway.analysis import rule_list

pytest_plugins = ["support.web_fixtures"]


def test_a_guide_has_the_round_in_words_and_the_moments_of_choice(player: Player) -> None:
    guide = player.call("GET", "/api/games/three-card-poker/guide").json()
    first = guide["steps"][0]
    assert first["title"] == "Before the deal"
    assert first["clauses"][0]["id"] == "3CP-1"
    assert first["clauses"][0]["words"].startswith("Before the deal a player bets the Ante, the Pair Plus or both, and")
    assert [moment["title"] for moment in guide["moments"]] == ["Fold or play"]


def test_there_is_no_guide_to_a_game_that_is_not_here(player: Player) -> None:
    assert player.call("GET", "/api/games/blackjack/guide").status_code == 404


def test_a_rule_list_is_told_with_its_exact_cost(player: Player) -> None:
    plan = player.call("POST", "/api/strategy", {"game": "crazy-4-poker"}).json()
    rules = rule_list("crazy-4-poker", recompute=False)
    assert plan["rules"] == [line.replace("-T-", "-10-") for line in rules.lines()]
    assert plan["cost"]["exact"] == str(rules.cost)
    assert plan["unit"] == "Antes"
    assert plan["table"][0]["best"] == "play 3x"


def test_what_is_not_kept_or_not_to_be_had_is_said(player: Player) -> None:
    own = {
        "game": "pick-2-poker",
        "paytable": {"base": "typed", "five-card-only": {"royal flush": 1}, "name": "stingy"},
    }
    kept = player.call("POST", "/api/strategy", own).json()
    assert (kept["is_kept"], kept["rules"]) == (False, None)
    assert "Open the laboratory to compute it" in kept["words"][0]
    nothing = player.call("POST", "/api/strategy", {"game": "dragon-bonus"}).json()
    assert nothing["words"] == ["There are no decisions after the bets are placed."]
    players = player.call("POST", "/api/strategy", {"game": "five-card-holdout"}).json()
    assert players["rules"] is None
    assert "no strategy is optimal against everybody" in players["words"][0]


def test_a_hand_is_looked_up_with_the_dealers_card_and_the_words_of_the_felt(player: Player) -> None:
    asked = {"game": "caribbean-stud-poker", "cards": "As Ah 9d 5c 2s", "dealer": "Kd"}
    advice = player.call("POST", "/api/advise", asked).json()
    assert [option["words"] for option in advice["options"]] == ["raise", "fold"]
    assert advice["options"][1]["value"]["exact"] == "-1/1"
