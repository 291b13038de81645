"""Values in a player vs. player game: estimated by dealing before the flop, exact chances from the flop on."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import isnan, prod
from typing import TYPE_CHECKING, Any

from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards, parse_cards, shown_cards
from houseway.errors import HousewayError
from houseway.games.catalogue import game_class
from houseway.games.engine.action import DEAL, Action, descending
from houseway.games.engine.between_players import GameBetweenPlayers
from houseway.games.engine.game import Game
from houseway.games.engine.state import State
from houseway.games.engine.view import View
from houseway.games.strategies import strategy
from houseway.games.telling.hand_so_far import MOVES, PAYING, RAISES, STAYS, Request, planned_question
from houseway.games.telling.verdict import SHARES
from houseway.games.telling.words import strategy_words
from houseway.plain import exact

if TYPE_CHECKING:
    from houseway.analysis.results.equity import SampledHold, SampledHolds

PLAYER = "exact-equity"
BIG_BLINDS = "big blinds"
LAST_ROUND = "last round"
"""The task of a question about a heads-up river, which is solved."""
SECONDS_TO_SOLVE = 8.0
"""Maximum seconds that a person waits for a solution. After that, exact chances are used."""
RAISE_ABOVE, RAISE_MOST_ABOVE = Fraction(3, 5), Fraction(17, 20)
"""The share of the pot above which the computer player bets or raises, and above which it does so by the maximum."""
Ask = Callable[[Request], Mapping[str, Any]]


def request_of(slug: str, view: View, place: int) -> Request:
    """Return one seat's knowledge from the flop on: its cards, the board, and how many cards each opponent holds."""
    folded = {event.seat for event in view.events if event.action is not None and event.action.kind == "fold"}
    opponents = [
        len(pile.cards) for pile in view.piles if pile.name == "held" and pile.seat != place and pile.seat not in folded
    ]
    return {
        "task": "chances",
        "game": slug,
        "held": format_cards(view.cards("held", place)),
        "board": format_cards(view.cards("board")),
        "dead": format_cards(view.cards("discards", place)),
        "opponents": opponents,
    }


def cost_of_staying(view: View, place: int) -> tuple[Action, int, int]:
    """Return how a seat that decides from the flop on stays in, the cost of that now, and the pot that it can then win.

    The amount of a call is the seat's total in this betting round, including the chips already bet. From every other
    seat it can win at most the amount of its own chips. Rake is not deducted.
    """
    stay = next(action for action in view.legal_actions if action.kind in STAYS)
    price = stay.amount - _bet_in_this_round(view, place) if stay.kind == "call" else 0
    paid = [sum(amount for name, amount in wagers if name == "pot") for wagers in view.wagers]
    covered = paid[place] + price
    return stay, price, covered + sum(min(amount, covered) for seat, amount in enumerate(paid) if seat != place)


def _bet_in_this_round(view: View, place: int) -> int:
    """Return a seat's total bets since the last cards of the board.

    The amounts of its moves are all raises *to* a total.
    """
    bet = 0
    for event in view.events:
        if event.seat is None and event.action is not None and event.action.kind == DEAL:
            bet = 0
        elif event.seat == place and event.action is not None and event.action.kind in PAYING:
            bet = event.action.amount
    return bet


def _folding(view: View) -> Action:
    return next(action for action in view.legal_actions if action.kind == "fold")


def players_question(state: State, place: int) -> Request:
    """Return a seat's current question for the advisor."""
    view, table = state.view(place), state.game
    assert isinstance(table, GameBetweenPlayers), "players win from each other"
    if not view.cards("board"):
        return _question_before_the_board(table, view, place)
    asked = {**request_of(table.slug, view, place), **_betting(table, view, place)}
    planned = planned_question(table.slug, view)
    if planned is None or len(planned["lines"]) < len(table.terms):
        return {**asked, "plan": planned}
    moves = [action.to_dict() for action in view.legal_actions if action.kind in planned["legal"]]
    return {**planned, **asked, "task": LAST_ROUND, "moves": moves}


def _betting(table: GameBetweenPlayers, view: View, place: int) -> Request:
    """Return the options to fold and to stay in, with the cost and the possible win of each."""
    stay, price, pot = cost_of_staying(view, place)
    options = [
        {"action": _folding(view).to_dict(), "price": 0, "pot": 0},
        {"action": stay.to_dict(), "price": price, "pot": pot},
    ]
    return {"options": options, "unit": table.big_blind}


def _question_before_the_board(table: GameBetweenPlayers, view: View, place: int) -> Request:
    """Return the hand, the number of opponents left, and either the cards to choose from or the cost of staying in."""
    out = {event.seat for event in view.events if event.action is not None and event.action.kind == "fold"}
    hand = format_cards(view.cards("hole", place))
    asked = {
        "task": "holds",
        "game": table.slug,
        "cards": hand,
        "opponents": len(view.wagers) - len(out) - 1,
        "plan": planned_question(table.slug, view),
    }
    choosing = next((action.kind for action in view.legal_actions if action.cards), "")
    return {**asked, "chooses": choosing} if choosing else {**asked, **_betting(table, view, place)}


def hand_to_hold(slug: str, cards: str) -> Request:
    """Return the question of which cards of a hand to hold against one opponent."""
    choosing = next(iter(game_class(slug).configure().felt()["choosing"]))
    return {"task": "holds", "game": slug, "cards": cards, "opponents": 1, "chooses": choosing}


def is_choice_of_cards(question: Mapping[str, Any]) -> bool:
    """Return whether a question between players is about which cards to hold."""
    return bool(question.get("chooses"))


def can_be_judged(question: Mapping[str, Any]) -> bool:
    """Return whether a player vs. player question has values to judge by: the choice of cards, or the river."""
    return is_choice_of_cards(question) or question["task"] == LAST_ROUND


def holds_of(game: Game, request: Mapping[str, Any], report: object = None) -> dict[str, Any]:
    """Return the value of each way to hold, or of staying in with the best one.

    It is estimated, with a margin of error.
    """
    from houseway.analysis.between_players import players_analysis

    assert isinstance(game, GameBetweenPlayers), "players win from each other"
    rule, opponents = game.opponent_rule, request["opponents"]
    found = players_analysis(game).sampled_holds(request["cards"], opponents, rule=rule)
    against = (
        "one opponent with random cards, who"
        if opponents == 1
        else f"{opponents} opponents with random cards, each of whom"
    )
    rests_on = (
        f"Estimated from {found.deals:,} deals against {against} {strategy_words(rule)}. All stay in to the end. "
        "Against players who choose differently the value differs, and nothing bounds it."
    )
    if not is_choice_of_cards(request):
        best = found.best
        words = (
            f"wins {float(best.share):.1%} of the pot on average (margin of error {best.margin:.1%}) "
            f"if you hold {shown_cards(best.held)}"
        )
        answer = _worth(request, best.share, words)
        for option, asked in zip(answer["options"], _by_pot(request, answer), strict=True):
            option["margin"] = best.margin * asked["pot"] / request["unit"]
        answer["rests_on"] = rests_on
        return {**answer, **_plan(game, request, answer)}
    options = [_choice(found, each, request["chooses"]) for each in found.holds]
    answer = {"options": options, "best": options[0]["text"], "unit": SHARES, "rests_on": rests_on}
    return {**answer, **_plan(game, request, answer)}


def _plan(game: Game, request: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, str]:
    """Return the action of the heads-up blueprint for the hand, as text, and its basis beyond the answer.

    Return nothing if the blueprint has no such moment.
    """
    from houseway.analysis.between_players import players_analysis

    if not request.get("plan") or "rests_on" not in answer:
        return {}
    try:
        planned = players_analysis(game).planned_play(*_asked(request["plan"]))
    except HousewayError:
        return {}
    if not planned.is_learned:
        return {"plan": "The two-player blueprint never reaches this decision with these cards, so it has no play."}
    chosen = sorted(planned.often.items(), key=lambda each: -each[1])
    words = ", ".join(f"{_move_words(name)} {often:.0%}" for name, often in chosen if round(100 * often) > 0)
    known = ""
    if planned.beaten_by is not None:
        least, within = planned.beaten_by
        verb = "wins" if least >= 0 else "loses"
        known = (
            f". A simple opponent who knows it {verb} {abs(least):.3f} big blinds per hand against it "
            f"(margin of error {within:.3f})"
        )
    rests_on = f"{answer['rests_on']} The blueprint is an approximation{known}."
    return {"plan": f"The two-player blueprint plays this hand: {words}.", "rests_on": rests_on}


def _move_words(name: str) -> str:
    """Return the text for a kind of bet, or for the cards that are held."""
    return name if name in MOVES else f"hold {shown_cards(parse_cards(name, deck=Deck.standard()))}"


def _asked(planned: Mapping[str, Any]) -> list[Any]:
    return [planned[name] for name in ("cards", "holds", "player", "lines", "board", "legal")]


def _by_pot(request: Mapping[str, Any], answer: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the options of a request in the order of an answer."""
    asked = {json.dumps(option["action"], sort_keys=True): option for option in request["options"]}
    return [asked[json.dumps(option["action"], sort_keys=True)] for option in answer["options"]]


def _choice(found: "SampledHolds", hold: "SampledHold", kind: str) -> dict[str, Any]:
    away = descending(card for card in found.hand if card not in hold.held)
    action = Action(kind, away)
    level = "as good as the best option, within the margin of error" if hold.is_level and hold.shortfall else ""
    return {
        "action": action.to_dict(),
        "text": str(action),
        "value": exact(hold.share),
        "margin": hold.margin,
        "cost_margin": hold.shortfall_margin,
        "reason": level,
    }


def chances_of(game: Game, request: Mapping[str, Any], report: object = None) -> dict[str, Any]:
    """Return the seat's exact chances against each opponent alone, and its option values if it faces only one."""
    from houseway.analysis.between_players import players_analysis

    assert isinstance(game, GameBetweenPlayers), "players win from each other"
    chances, rule = players_analysis(game).chances, game.opponent_rule
    counts = sorted(set(request["opponents"]))
    known = {
        count: chances(request["held"], request["board"], dead=request["dead"], opponent_holds=count, rule=rule)
        for count in counts
    }
    against = [
        {
            "holds": count,
            "win": exact(known[count].win),
            "tie": exact(known[count].tie),
            "equity": exact(known[count].equity),
            "rule": rule,
        }
        for count in request["opponents"]
    ]
    answer: dict[str, Any] = {"opponents": against}
    if len(counts) == 1 and len(against) == 1 and "options" in request:
        answer |= _worth(request, known[counts[0]].equity, _words(against[0]))
        answer["rests_on"] = (
            f"Exact against every hand of an opponent who {strategy_words(rule)} and now has {counts[0]}. Earlier and "
            "later bets are ignored. Against a player who chooses differently the value differs, and nothing bounds it."
        )
    return {**answer, **_plan(game, request, answer)}


def last_round_of(game: Game, request: Mapping[str, Any], report: object = None) -> dict[str, Any]:
    """Return the value of every action on the river of two players, from its solution, or else exact chances."""
    from houseway.analysis.between_players import players_analysis

    planned = players_analysis(game).planned_play(*_asked(request), seconds=SECONDS_TO_SOLVE)
    if planned.values is None or planned.exploitability is None or any(map(isnan, planned.values.values())):
        return chances_of(game, request)
    options = []
    for move in request["moves"]:
        action = Action.from_dict(move)
        value, often = planned.values[action.kind], planned.often[action.kind]
        reason = f"the solution does this {often:.0%} of the time with this hand"
        options.append({"action": move, "text": str(action), "value": exact(_in_millionths(value)), "reason": reason})
    options.sort(key=lambda option: -Fraction(option["value"]["exact"]))
    rests_on = (
        "The river is solved with the ranges that both players have here if both follow the blueprint. "
        f"Exploitability: at most {planned.exploitability:.4f} big blinds per hand. Against a player who "
        "plays differently before the river the value differs, and nothing bounds it."
    )
    margin = planned.exploitability
    return {"options": options, "best": options[0]["text"], "unit": BIG_BLINDS, "rests_on": rests_on, "margin": margin}


ANSWERS: dict[str, Callable[..., dict[str, Any]]] = {
    "chances": chances_of,
    "holds": holds_of,
    LAST_ROUND: last_round_of,
}
"""The function that answers each kind of question of `players_question`."""


def _in_millionths(value: float) -> Fraction:
    return Fraction(round(value * 1_000_000), 1_000_000)


def _worth(request: Mapping[str, Any], share: Fraction, words: str) -> dict[str, Any]:
    options = []
    for option in request["options"]:
        action = Action.from_dict(option["action"])
        value = (share * option["pot"] - option["price"]) / request["unit"]
        reason = "gives up the pot" if action.kind == "fold" else words
        options.append({"action": option["action"], "text": str(action), "value": exact(value), "reason": reason})
    options.sort(key=lambda option: -Fraction(option["value"]["exact"]))
    return {"options": options, "best": options[0]["text"], "unit": BIG_BLINDS}


def _words(chance: Mapping[str, Any]) -> str:
    win, tie = chance["win"]["value"], chance["tie"]["value"]
    return (
        f"wins {win:.1%}, ties {tie:.1%} against an opponent who keeps {chance['holds']} by the rule {chance['rule']}"
    )


def in_words(advice: Mapping[str, Any]) -> str:
    """Return the chances against several opponents as text, each opponent taken alone."""
    lines = "; ".join(_words(chance) for chance in advice["opponents"])
    return (
        f"Exact against one opponent at a time: your hand {lines}. Against several opponents at once no option has an "
        "exact value. This uses the equity against each opponent's range under that rule, and nothing bounds the error."
    )


class EquityPlayer:
    """A player that holds by the rule, and from the flop on compares its exact pot share with the cost of staying in.

    Against several opponents it uses the product of its shares against each.
    """

    def __init__(self, slug: str, ask: Ask) -> None:
        self.name = PLAYER
        self._slug, self._ask = slug, ask
        self._before_the_flop = strategy(slug, _title(slug).opponent_rule)

    def choose(self, view: View) -> Action:
        """Return one of the legal actions. If no answer comes, use the rule's choice."""
        if not view.cards("board") or view.seat is None:
            return self._before_the_flop.choose(view)
        try:
            answer = self._ask(request_of(self._slug, view, view.seat))
        except HousewayError:
            return self._before_the_flop.choose(view)
        shares = [Fraction(chance["equity"]["exact"]) for chance in answer["opponents"]]
        return self.bet(view, prod(shares, start=Fraction(1)))

    def bet(self, view: View, share: Fraction) -> Action:
        """Return the action for a share of the pot: a bet or a raise, staying in, or a fold."""
        raises = [action for action in view.legal_actions if action.kind in RAISES]
        if raises and share > RAISE_ABOVE:
            return raises[-1] if share > RAISE_MOST_ABOVE else raises[0]
        assert view.seat is not None, "a seat decides"
        stay, price, pot = cost_of_staying(view, view.seat)
        return stay if share * pot >= price else _folding(view)


def _title(slug: str) -> type[GameBetweenPlayers]:
    title = game_class(slug)
    assert issubclass(title, GameBetweenPlayers), "players win from each other"
    return title
