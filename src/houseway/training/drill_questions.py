"""Questions about a dealt round: the dealer's tasks, with the answers from the rules."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from houseway.cards.card import CARD_TEXTS
from houseway.cards.seed import Seed
from houseway.errors import BadBet, HousewayError, LimitExceeded
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import Event, Settlement
from houseway.games.engine.game import Game
from houseway.games.engine.money import dollars
from houseway.games.engine.setting import HIGH_CARDS, LOW_CARDS
from houseway.games.engine.state import DEALER, State
from houseway.games.engine.view import ShownHand
from houseway.games.house_way_lines import applied_house_way
from houseway.games.strategies import strategy, strategy_names
from houseway.games.strategies.base import Strategy
from houseway.ranking import ranking

UNITS = (500, 1000, 1500, 2500)
STACK = 20_000
MOST_DEALS = 200
"""Maximum rounds that are dealt to find one in which a hand is shown."""

MOST_WANTED = 24
"""Number of rounds that are dealt to find one of a wanted sort."""


@dataclass(frozen=True, slots=True)
class Payment:
    """One step in which the dealer settles wagers of a seat."""

    seat: int
    settlements: tuple[Settlement, ...]

    @property
    def wagers(self) -> tuple[str, ...]:
        """Return the wagers that the step settles, each once."""
        return tuple(dict.fromkeys(settlement.wager for settlement in self.settlements))


@dataclass(frozen=True)
class FinishedRound:
    """A finished round: the steps before the settlement, and the settlement step by step."""

    state: State
    before_settlement: tuple[Event, ...]
    payments: tuple[Payment, ...]

    @property
    def game(self) -> Game:
        """Return the game that was played."""
        return self.state.game


def deal_round(
    game: Game, seed: str, n_seats: int | None = None, wanted: Callable[[FinishedRound], bool] | None = None
) -> FinishedRound:
    """Return a round of computer players in which at least one seat has a hand to settle.

    The same game, seed and number of seats give the same round. If a sort is `wanted`, some more rounds are dealt to
    find it. If none of them is of that sort, the first one is used.
    """
    seats = _check_seats(game, n_seats)
    first: FinishedRound | None = None
    for deal in range(MOST_DEALS):
        played = _play(game, f"houseway/drill/{seed}/{deal}", seats)
        if _is_worth_asking(played):
            first = first or played
            if wanted is None or wanted(played):
                return played
        if first is not None and deal >= MOST_WANTED:
            return first
    raise HousewayError(f"No hand was shown in {MOST_DEALS} rounds of {game.title}. Try another seed.")


def _check_seats(game: Game, n_seats: int | None) -> int:
    if n_seats is None:
        return min(max(2, game.seats[0]), game.seats[-1])
    if n_seats not in game.seats:
        raise BadBet(
            f"{game.title} takes {game.seats[0]} to {game.seats[-1]} seats; got {n_seats}. Choose another number."
        )
    return n_seats


def _play(game: Game, seed: str, n_seats: int) -> FinishedRound:
    generator = random.Random(seed)
    bets = [_allowed_bet(game, generator) for _ in range(n_seats)]
    players = [_player(game, generator) for _ in range(n_seats)]
    state = game.start(bets, seed=Seed.of(seed))
    decided, laid_out, payments = 0, 0, []
    while (actor := state.actor) is not None:
        action = players[actor].choose(state.view(actor)) if isinstance(actor, int) else state.legal_actions()[0]
        after = state.apply(action)
        if isinstance(actor, int):
            decided = len(after.events)
        elif actor == DEALER and len(after.settlements) > len(state.settlements):
            laid_out = laid_out or len(state.events)
            payments.append(_payment(after.settlements[len(state.settlements) :]))
        state = after
    seen = tuple(event.seen_from(None) for event in state.events[: decided or laid_out])
    return FinishedRound(state, seen, tuple(payments))


def _payment(settlements: tuple[Settlement, ...]) -> Payment:
    return Payment(settlements[0].seat, settlements)


def _allowed_bet(game: Game, generator: random.Random) -> Bet:
    """Return a bet within the limits. Wagers above the allowed number are left out at random."""
    bet = _bet(game, generator)
    usual = set(game.usual_bet(UNITS[0]))
    others = [name for name in bet if name not in usual]
    while True:
        try:
            game.check_bets([bet] * game.seats[0])
        except LimitExceeded:
            if not others:
                raise
            left_out = others.pop(generator.randrange(len(others)))
            bet = Bet(**{name: amount for name, amount in bet.items() if name != left_out})
        else:
            return bet


def _bet(game: Game, generator: random.Random) -> Bet:
    """Return a bet with one unit on every default wager and any unit on an optional Bonus."""
    unit = generator.choice(UNITS)
    amounts = {wager.name: unit if wager.limited else STACK for wager in game.wagers if wager.required}
    amounts |= {name: amount for name, amount in game.usual_bet(unit).items() if name not in amounts}
    if game.pay_set is not None:
        taken = [wager for wager in game.wagers if game.takes(wager) and wager.own_game]
        optional = [wager.name for wager in taken if not (wager.required or wager.on_meter)]
        amounts |= {name: unit if game.pay_set.equal_bets else generator.choice(UNITS) for name in optional}
    return Bet(**amounts)


def _player(game: Game, generator: random.Random) -> Strategy:
    name = generator.choice(strategy_names(game.slug))
    return strategy(game, name, seed=generator.randrange(2**32))


def _is_worth_asking(played: FinishedRound) -> bool:
    """Return whether some seat has a hand to settle. If all seats folded, there is nothing to ask."""
    own = any(pile.seat is not None for pile in played.state.piles())
    return any(hand.seat is not None or not own for hand in played.state.shown_hands())


CARDS, CHOICE, AMOUNT, ORDER = "cards", "choice", "amount", "order"
Answer = str | int | list[str] | None
"""Texts of cards, one option, an amount in cents, or all options in order. None is an empty answer."""

TAKE, PUSH, PAY = "take", "push", "pay"
OUTCOMES = {TAKE: "take it (the house wins)", PUSH: "push", PAY: "pay it"}


@dataclass(frozen=True, slots=True)
class Question:
    """One question, its correct answers (the one to show first) and the clause behind them.

    `why` names the event at the table. It is shown with the correction.
    """

    kind: str
    prompt: str
    clause: str
    right: tuple[Answer, ...]
    why: str
    seat: int | None = None
    wager: str = ""
    cards: tuple[int, ...] = ()
    count: int = 0
    options: tuple[tuple[str, str], ...] = field(default=())

    def accepts(self, answer: object) -> bool:
        """Return whether an answer is correct. Cards may be in any order."""
        if self.kind == CARDS:
            return isinstance(answer, list) and sorted(map(str, answer)) in [
                sorted(right) for right in self.right if isinstance(right, list)
            ]
        return not isinstance(answer, bool) and answer in self.right

    @property
    def topic(self) -> str:
        """Return the subject of the question for review: a kind of hand, a wager and its outcome, or a line.

        >>> Question(CHOICE, "", "", (PAY,), "", wager="pair_plus").topic
        'settle pair plus: pay'
        """
        if self.kind == ORDER:
            return "order of settlement"
        if self.kind == CARDS:
            return f"house way, {self.why.partition(':')[0]}"
        if not self.wager:
            return f"read a hand: {self.right[0]}"
        wager = self.wager.replace("_", " ")
        if self.kind == CHOICE:
            return f"settle {wager}: {self.right[0]}"
        return f"settle {wager}: {'pay' if self.right[0] else 'nothing to pay'}"

    def to_dict(self, number: str) -> dict[str, object]:
        """Return the question without its answer."""
        return {
            "id": number,
            "kind": self.kind,
            "prompt": self.prompt,
            "seat": self.seat,
            "wager": self.wager,
            "cards": [CARD_TEXTS[card_id] for card_id in self.cards],
            "count": self.count,
            "options": [{"value": value, "text": text} for value, text in self.options],
        }


def ask(played: FinishedRound, seed: str) -> tuple[Question, ...]:
    """Return the questions in the order of the dealer's work: set the hand, read hands, settle wagers."""
    return (
        *_house_way(played),
        *(_reading(hand) for hand in played.state.shown_hands()),
        *_settling(played),
        *_order(played, random.Random(seed)),
    )


def _house_way(played: FinishedRound) -> Iterator[Question]:
    dealt = played.state.set_by_house_way()
    applied = applied_house_way(played.game, dealt) if dealt else None
    if applied is None:
        return
    low = "go in the low hand" if len(dealt) == HIGH_CARDS + LOW_CARDS else "are kept"
    yield Question(
        CARDS,
        f"Use the house way. Which two of the dealer's cards {low}?",
        applied.clause,
        tuple(_texts(pair) for pair in applied.choices),
        f"line {applied.line} of the house way: {applied.words}",
        cards=dealt,
        count=len(applied.choices[0]),
    )


def _reading(hand: ShownHand) -> Question:
    owner = hand.title if hand.seat is None else f"seat {hand.seat}'s {hand.title.removeprefix('the ')}"
    kinds = [str(category) for category in reversed(ranking(hand.value.system).categories)]
    return Question(
        CHOICE,
        f"What is {owner}?",
        hand.clause,
        (str(hand.value.category),),
        f"{owner}: {hand.value.name}",
        seat=hand.seat,
        cards=hand.cards,
        options=tuple((kind, kind) for kind in kinds),
    )


def _settling(played: FinishedRound) -> Iterator[Question]:
    """Yield a question for each wager. Every lammer has an Envy question, whether or not anything is due."""
    for payment in played.payments:
        for settlement in payment.settlements:
            if settlement.staked:
                ask_about = _outcome if settlement.wager in played.game.outcome_only else _returned
                yield ask_about(settlement, _stake(played.game, settlement))
    yield from _envy(played)


def _outcome(settlement: Settlement, stake: str) -> Question:
    net = settlement.net
    return Question(
        CHOICE,
        f"{stake}: take, push or pay?",
        settlement.clause,
        (PAY if net > 0 else TAKE if net < 0 else PUSH,),
        settlement.reason,
        seat=settlement.seat,
        wager=settlement.wager,
        options=tuple(OUTCOMES.items()),
    )


def _returned(settlement: Settlement, stake: str) -> Question:
    return Question(
        AMOUNT,
        f"{stake}: how much do you return to the player, including the stake (0 if you take it)?",
        settlement.clause,
        (int(settlement.returned),),
        f"{settlement.reason}: {dollars(settlement.returned)}",
        seat=settlement.seat,
        wager=settlement.wager,
    )


def _stake(game: Game, settlement: Settlement) -> str:
    return f"Seat {settlement.seat}, {_title(game, settlement.wager)} of {dollars(settlement.staked)}"


def _envy(played: FinishedRound) -> Iterator[Question]:
    envy = played.game.envy
    if envy is None:
        return
    for seat, wagers in enumerate(played.state.wagers()):
        if envy.has_lammer(Bet(**dict(wagers))):
            paid = [entry for entry in played.state.settlements if entry.seat == seat and entry.wager == "envy"]
            yield Question(
                AMOUNT,
                f"Seat {seat} has an Envy lammer. How much is its Envy Bonus (0 if none)?",
                envy.clause,
                (sum(entry.returned for entry in paid),),
                "; ".join(entry.reason for entry in paid) or "no other player has a qualifying hand",
                seat=seat,
                wager="envy",
            )


def _order(played: FinishedRound, generator: random.Random) -> Iterator[Question]:
    """Yield the question about the order of seats, without Envy payments, which would reveal answers."""
    known = [payment for payment in played.payments if any(entry.staked for entry in payment.settlements)]
    if len(known) < 2 or not played.game.order_clause:
        return
    options = [(f"{payment.seat}:{'+'.join(payment.wagers)}", _payment_text(played, payment)) for payment in known]
    shuffled = generator.sample(options, len(options))
    yield Question(
        ORDER,
        "In which order do you settle?",
        played.game.order_clause,
        ([value for value, _ in options],),
        "; then ".join(text for _, text in options),
        options=tuple(shuffled),
    )


def _payment_text(played: FinishedRound, payment: Payment) -> str:
    return f"seat {payment.seat}: {', '.join(_title(played.game, wager) for wager in payment.wagers)}"


def _title(game: Game, wager: str) -> str:
    """Return the title of a wager, or the name of a pot."""
    return "chips in the pot" if wager == "pot" else game.wager_title(wager)


def _texts(cards: Sequence[int]) -> list[str]:
    return [CARD_TEXTS[card_id] for card_id in cards]
