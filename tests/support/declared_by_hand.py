"""A private showdown laid out card by card: every deal, every path, each ending settled by the title itself.

No counting and no table: hands are valued one at a time by the game, and the best path of a hand is found by adding up.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from houseway.analysis.declared.payoffs import Stakes, usual_stakes
from houseway.cards.notation import parse_cards
from houseway.games.engine.declared.ending import Ending, Feature
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import Award, Cause, Compare, Hand, LaterBet, Opening, Owner, Paid
from houseway.ranking.system import ranking_system


def features_of(game: DeclaredGame, cards: Mapping[Any, Sequence[int]]) -> dict[Cause, Feature]:
    """What the cards decide."""
    found: dict[Cause, Feature] = {}
    for term in game.features:
        if isinstance(term, Paid):
            found[term] = game.pay_class(term, [card for hand in term.hands for card in cards[hand]])
        elif isinstance(term, Compare):
            found[term] = game.compared(term, list(cards[term.own]), list(cards[term.against]))
    return found


def net_of(game: DeclaredGame, path: Path, features: dict[Cause, Feature], stakes: Stakes) -> Fraction:
    """The net result of an ending in units."""
    end, net = Ending(dict(path), features), Fraction(0)
    for settled in game.settle(end):
        wager = settled.wager
        if isinstance(wager, Award):
            net += stakes.get(wager.on, Fraction(0)) * (settled.odds or 0)
            continue
        assert isinstance(wager, Opening | LaterBet)
        staked = stakes.get(wager, Fraction(0)) if isinstance(wager, Opening) else end.times(wager) * stakes[wager.of]
        net += -staked if settled.odds is None else staked * settled.odds
    return net


def best_results(game: DeclaredGame, stakes: Stakes | None = None) -> dict[Fraction, int]:
    """How many deals give each net result, where each hand takes its best path, the last of equals."""
    bets = stakes or usual_stakes(game)
    own = next(hand for hand in game.every(Hand) if hand.owner is Owner.SEAT)
    dealer = next(hand for hand in game.every(Hand) if hand.owner is Owner.DEALER)
    results: dict[Fraction, int] = defaultdict(int)
    for mine in combinations(game.deck.distinct, own.cards):
        left = [card for card in game.deck.distinct if card not in mine]
        for up in combinations(left, dealer.up):
            hidden = [card for card in left if card not in up]
            deals = combinations(hidden, dealer.cards - dealer.up)
            shown = [features_of(game, {own: mine, dealer: (*up, *rest)}) for rest in deals]
            open_paths = [path for path in game.paths if _may_take(path, mine)]
            nets = [[net_of(game, path, features, bets) for features in shown] for path in open_paths]
            for net in max(reversed(nets), key=sum):
                results[net] += 1
    return dict(results)


def _may_take(path: Path, mine: Sequence[int]) -> bool:
    """Whether the readable ranker finds a hand among the own cards that is as good as each option on the way needs."""
    needed = [option.holding for _, option in path if option.holding is not None]
    return all(
        max(map(system.strength, combinations(mine, system.hand_size))) >= system.strength(parse_cards(each.lowest))
        for each in needed
        for system in [ranking_system(each.system)]
    )
