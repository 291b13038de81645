"""Games of Pick 2 Poker for tests of the analysis: every combination of readings, small decks, single rounds."""

from collections.abc import Iterator, Mapping
from itertools import product

from houseway.analysis.counting.shards import Runner
from houseway.cards import Card, Deck, parse_cards
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.titles.pick_2_poker import Pick2Poker

ANTE = 100
UNCACHED = Runner(jobs=1, cache=False)

TEN_CARDS = Deck.of(parse_cards("Ac Kc Qc Jd Td 9d 8h 7h 7s 2c"))
"""One dealer hand for each hand of the player; straights, flushes of three, a pair, dealers without ace-king."""
TWELVE_CARDS = Deck.of(parse_cards("Ac Kc 9c 8c Ad Kd 9d 8d 5h 4h 5s 4s"))

CHOICES = {
    "P2-R1": ("ante-pays-play-pushes", "ante-pushes-play-compared", "both-push", "both-pay", "no-effect"),
    "P2-R2": ("three-five", "both"),
    "P2-R3": ("both", "larger"),
    "P2-R4": ("best-of-five", "as-set"),
    "P2-R5": ("typed", "felt"),
    "P2-R7": ("lost", "still-paid"),
}


def table(readings: Mapping[str, str] | None = None, deck: Deck | None = None) -> Pick2Poker:
    return Pick2Poker.configure(readings=readings, deck=deck)


def every_reading() -> Iterator[dict[str, str]]:
    """All 160 combinations that can change what a round is worth."""
    for chosen in product(*CHOICES.values()):
        yield dict(zip(CHOICES, chosen, strict=True))


def opening_bet(readings: Mapping[str, str]) -> Bet:
    """The usual bets: 5 Card Bonus Only is made where it has to equal the Ante."""
    if readings.get("P2-R2") == "both":
        return Bet(ante=ANTE, three_five=ANTE, five_card_bonus=ANTE)
    return Bet(ante=ANTE, three_five=ANTE)


def result(game: Pick2Poker, bet: Bet, hand: tuple[Card, ...], action: Action, dealer: tuple[Card, ...]) -> int:
    """The seat's net result in cents, played through the rules."""
    return game.start([bet], shoe=(*hand, *dealer)).advance().apply(action).advance().result(0)
