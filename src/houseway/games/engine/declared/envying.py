"""An Envy Bonus, settled: a fixed sum for every other player's hand that its table lists, never for the own hand."""

from collections.abc import Mapping

from houseway.cards.card import Card
from houseway.games.engine.bet import ENVY, Bet
from houseway.games.engine.declared.telling import hand_in_words
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import EnvyBonus
from houseway.games.engine.event import Settlement
from houseway.games.engine.money import NO_MONEY, Cents
from houseway.ranking import ranking


def settled_envy(
    game: DeclaredGame, envy: EnvyBonus, seat: int, bet: Bet, hands: Mapping[int, tuple[Card, ...]]
) -> tuple[Settlement, ...]:
    """What a seat with this bet gets for the hands of all seats."""
    if bet.amount(envy.on.name) < envy.least:
        return ()
    table = game.pays_fixed(envy.table)
    system = table.form.system
    earned = {
        other: int(pays)
        for other, cards in hands.items()
        if other != seat and (pays := table.pays_value(ranking(system).value(cards)))
    }
    return tuple(
        Settlement(seat, ENVY, NO_MONEY, Cents(sum_), envy.clause, f"seat {other} has {_named(system, hands[other])}")
        for other, sum_ in earned.items()
    )


def _named(system: str, cards: tuple[Card, ...]) -> str:
    return hand_in_words(system, list(cards))
