"""The known families, and which of them counts a title."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from houseway.analysis.declared.choices import as_declared
from houseway.analysis.declared.family import Family
from houseway.analysis.declared.side_bet.census import pays_by_color
from houseway.analysis.results.explanation import Explanation
from houseway.errors import HousewayError
from houseway.games.engine.declared.steps import DealHand
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import BestOf, Chosen, Hand, Makes, Margin, Paid
from houseway.games.engine.game import Game

FAMILIES = (
    ("side_bet.family", "SideBet"),
    ("suits.family", "Suits"),
    ("draw.family", "Draw"),
    ("set_a_hand.family", "SetAHand"),
    ("private_showdown.family", "PrivateShowdown"),
    ("private_showdown.pick_family", "PickShowdown"),
    ("staged_stud.family", "StagedStud"),
    ("board_showdown.family", "BoardShowdown"),
    ("shoe.family", "Shoe"),
)
"""Modules of this package with the class of a family, tried in this order and imported only then."""


class NotCountableError(HousewayError):
    """The error that no family counts a title. It can be played and simulated, and solved on small decks only."""


def families() -> tuple[Family, ...]:
    """Return one instance of each family."""
    return tuple(_family(module, name) for module, name in FAMILIES)


@cache
def _family(module: str, name: str) -> Family:
    made: Family = getattr(import_module(f"{__name__.rpartition('.')[0]}.{module}"), name)()
    return made


def reasons_against(game: DeclaredGame) -> Mapping[str, str]:
    """Return why each family refuses a title; empty for one that does not."""
    return {family.name: _reason_against(family, game) for family in families()}


def _reason_against(family: Family, game: DeclaredGame) -> str:
    return (
        ("" if family.plays_best_of else plays_best_of(game))
        or ("" if family.picks_cards else picks_cards(game))
        or ("" if family.follows_rules else deals_by_rule(game))
        or ("" if game.envy is None or family.pays_envy else "others' hands earn an Envy Bonus")
        or family.refuses(game)
        or ("" if not pays_by_color(game) or family.keeps_colors else "a table pays by colors")
        or ("" if game.others is None or family.looks_at_others else "other seats' cards are seen")
    )


def deals_by_rule(game: DeclaredGame) -> str:
    """Return why most families cannot count a title: later deals or questions follow from the cards or earlier bets."""
    hands = [hand.title for hand in game.every(Hand) if hand.draws is not None or hand.with_bet is not None]
    asked = [decision.title for decision in game.decisions() if decision.if_tied is not None]
    made = [term.title for term in (*game.every(Makes), *game.every(Margin))]
    return f"{', '.join([*hands, *asked, *made])} depends on the cards before" if hands or asked or made else ""


def plays_best_of(game: DeclaredGame) -> str:
    """Return why most families do not count a title: not all cards of a hand play, or they are dealt in parts."""
    best = [f"at most {part.cards} cards of {part.of.title} play" for part in game.every(BestOf)]
    steps = (step for lap in game.procedure for step in lap.steps)
    in_parts = dict.fromkeys(step.hand for step in steps if isinstance(step, DealHand) and step.cards is not None)
    unpaid = [f"{term.title} pays nothing here" for term in game.every(Paid) if term not in game.features]
    return ", ".join([*best, *(f"{hand.title} is dealt in parts" for hand in in_parts), *unpaid])


def picks_cards(game: DeclaredGame) -> str:
    """Return why most families do not count a title of which some options choose cards; empty where none does."""
    picked = [chosen.title for chosen in game.every(Chosen)]
    return f"an option picks {', '.join(picked)} of a hand" if picked else ""


def family_of(game: DeclaredGame) -> Family:
    """Return the family that counts a title, or raise an error with the reasons of all."""
    reasons: dict[str, str] = {}
    for module, name in FAMILIES:
        family = _family(module, name)
        reasons[family.name] = _reason_against(family, game)
        if not reasons[family.name]:
            return family
    told = "".join(f"\n  {name}: {reason}" for name, reason in reasons.items())
    raise NotCountableError(
        f"{game.title} can be played and simulated, but no exact counting method accepts it "
        f"(`houseway words` shows what each accepts):{told}"
    )


def explain(game: Game) -> Explanation:
    """Return how the title's family counts it, and its cost."""
    table = as_declared(game)
    return family_of(table).explain(table)
