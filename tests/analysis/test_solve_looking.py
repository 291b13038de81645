"""What a solved river says of one hand, against plain sums over all pairs of hands."""

import numpy as np
import pytest

from houseway.analysis.solve.betting import GOES_ON
from houseway.analysis.solve.looking import Look, strength_rows
from houseway.analysis.solve.range_text import typed_range
from houseway.analysis.solve.subgame import Subgame
from houseway.analysis.titles.five_card_holdout.subgames import strength_group, subgame
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.ranking import rank

BOARD = "2c Qh Ks Ad"


@pytest.fixture(scope="module")
def river() -> Subgame:
    """Few hands of two cards each, and an uneven weight."""
    deck = Deck.standard()
    seen = parse_cards(BOARD, deck=deck)
    texts = ("AA, 0.5:KQs, JT, 98s, 33", "AK, QQ, 0.25:J9s, 77")
    first, second = (typed_range(text, deck, 2, seen) for text in texts)
    game = subgame(BOARD, (2, 2), 8, (first, second))
    for _ in range(25):
        game.step()
    return game


def best_of(hand: list[int]) -> int:
    """The best hand that two held cards make with three of the board's four."""
    board = list(parse_cards(BOARD, deck=Deck.standard()))
    return max(int(rank([*hand, *(card for card in board if card != left)])) for left in board)


def won_from(game: Subgame, decision: int, action: int, place: int) -> float:
    """What one hand wins by an action, by walking every line with every hand that it may meet."""
    tree, player = game.last, int(game.last.actors[decision])
    plays = [game.play(0), game.play(1)]
    mine, theirs = game.ranges[player].hands[place].tolist(), game.ranges[1 - player]
    paid = int(tree.paid_before[decision, player])

    def below(child: int, other: int, stronger: int) -> float:
        if child < 0:
            ending = -1 - child
            own, met = (float(tree.paid[ending, who]) for who in (player, 1 - player))
            if tree.folded[ending] == player:
                return paid - own
            pot = game.pot + own + met
            part = 1.0 if tree.folded[ending] != GOES_ON else (1 + stronger) / 2
            return part * pot - own + paid
        actor = int(tree.actors[child])
        often = plays[actor][tree.cells_of(child), place if actor == player else other]
        nexts = tree.children[child, : len(often)].tolist()
        return float(sum(part * below(after, other, stronger) for part, after in zip(often, nexts, strict=True)))

    total = weight = 0.0
    for other, hand in enumerate(theirs.hands.tolist()):
        if set(hand) & set(mine):
            continue
        reach = theirs.weights[other] * comes(game, 1 - player, decision, other)
        stronger = int(np.sign(best_of(mine) - best_of(hand)))
        total += reach * below(int(tree.children[decision, action]), other, stronger)
        weight += reach
    return total / weight


def comes(game: Subgame, player: int, decision: int, place: int) -> float:
    """How often a player acts so that a decision comes, by its line in words."""
    tree, play = game.last, game.play(player)
    words = tree.lines[decision].split()
    share, at = 1.0, 0
    for word in words:
        action = tree.actions[at].index(word)
        if tree.actors[at] == player:
            share *= play[tree.cells_of(at), place][action]
        at = int(tree.children[at, action])
    assert at == decision
    return share


@pytest.mark.parametrize("line", ["", "check", "check bet", "bet raise raise"])
def test_the_value_of_an_action_is_that_of_every_pair_of_hands_walked(river: Subgame, line: str) -> None:
    decision = river.last.lines.index(line)
    look = Look(river, int(river.last.actors[decision]))
    values = look.values(decision)
    for place in (0, 5, len(river.ranges[look.player].hands) - 1):
        for action, name in enumerate(river.last.actions[decision]):
            expected = won_from(river, decision, action, place)
            assert values[action, place] == pytest.approx(expected, abs=1e-9)
            assert name != "fold" or expected == 0


def test_hands_by_strength_are_all_that_come_there_and_the_strongest_come_first(river: Subgame) -> None:
    decision = river.last.lines.index("check bet")
    look = Look(river, 0)
    rows = list(strength_rows(look, decision, strength_group))
    assert sum(row.hands for row in rows) == len(river.ranges[0].hands)
    assert sum(row.share for row in rows) == pytest.approx(1)
    assert [row.strongest for row in rows] == sorted((row.strongest for row in rows), reverse=True)
    reach = [
        float(river.ranges[0].weights[place]) * comes(river, 0, decision, place)
        for place in range(len(river.ranges[0].hands))
    ]
    folds = sum(weight * look.play(decision)[0, place] for place, weight in enumerate(reach)) / sum(reach)
    assert sum(row.share * row.often[0] for row in rows) == pytest.approx(folds)
    sets = [list(hand) for hand in river.ranges[0].hands.tolist() if len({card // 4 for card in hand}) == 1]
    assert {best_of(hand) for hand in sets} <= {
        value for row in rows for value in range(row.weakest, row.strongest + 1)
    }


def test_a_decision_that_the_other_never_comes_to_has_no_value(river: Subgame) -> None:
    game = subgame(BOARD, (2, 2), 8, river.ranges)
    game.lock("check", {"check": 1.0})
    game.step()
    decision = game.last.lines.index("check bet")
    assert np.isnan(Look(game, 0).values(decision)).all()
    assert all(row.values == (None, None, None) for row in strength_rows(Look(game, 0), decision, strength_group))
