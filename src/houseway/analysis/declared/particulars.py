"""The particulars of a title that a family counts, read from its declaration."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.analysis.compare.decision_changes import OptionValues
from houseway.analysis.counting.shards import Job, Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.advice import declared_rule, sights
from houseway.analysis.declared.choices import stakes_of
from houseway.analysis.declared.conditions import rules_from_plain
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import explain, family_of
from houseway.analysis.declared.row_pays import pays_by_row, recorded_row
from houseway.analysis.declared.side_bet.census import counted_apart
from houseway.analysis.declared.worst_case import declared_payouts, worst_case_bet
from houseway.analysis.operations.payouts import WagerPayout
from houseway.analysis.particulars import Particulars
from houseway.analysis.results.advice import AppliedRule
from houseway.analysis.results.result import Analysis, NotBet, PaysByRow, WagerTable
from houseway.analysis.results.rules import RuleList
from houseway.cards.card import Card
from houseway.cards.notation import format_cards
from houseway.errors import BadBet
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Hand, Opening, Paid
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents
from houseway.games.engine.setting import has_setting_way

if TYPE_CHECKING:
    from houseway.analysis.compare.decision_changes import DecisionChanges

LONG_COUNT = 20
"""CPU seconds above which a count is long."""


class DeclaredParticulars(Particulars):
    """The particulars that all declared titles share."""

    def usual_bet(self, game: Game, unit: int) -> Bet:
        """Return a unit on every wager of the default round."""
        return Bet(
            **{wager.name: unit for wager in _declared(game).every(Opening) if _declared(game).is_default(wager)}
        )

    def side_bets(self, game: Game) -> tuple[str, ...]:
        """Return the side bets that this table takes."""
        title = _declared(game)
        return tuple(wager.name for wager in title.every(Opening) if wager.side_bet and wager.taken_at(title))

    def options(self, game: Game, bet: Bet) -> dict[str, Any]:
        """Return the side bets in units of the first wager; the wagers that are not side bets equal it."""
        title = _declared(game)
        unit = bet.amount(title.unit().name)
        main = [wager for wager in title.every(Opening) if not wager.side_bet]
        if not unit or any(bet.amount(wager.name) != unit for wager in main):
            raise BadBet(f"values are for a round with {' and '.join(wager.title for wager in main)}, all equal")
        amounts = {wager.name: bet.amount(wager.name) for wager in title.every(Opening) if wager.side_bet}
        usual = {wager.name: title.is_default(wager) for wager in title.every(Opening)}
        bets = {name: Fraction(amount, unit) for name, amount in amounts.items() if amount or usual[name]}
        return {"bets": bets} if any(ratio != usual[name] for name, ratio in bets.items()) else {}

    def stakes(self, wagers: Mapping[str, Fraction]) -> dict[str, Any]:
        """Return the side bets as options."""
        return {"bets": dict(wagers)}

    def wager_payouts(self, game: Game, bet: Bet) -> Iterable[WagerPayout]:
        """Return the most that each wager can win, over all endings."""
        return declared_payouts(_declared(game), bet)

    def seat_bound(self, game: Game, bet: Bet, wagers: tuple[WagerPayout, ...]) -> Cents:
        """Return the most that the wagers win together in one ending, because paying some of them loses others."""
        title = _declared(game)
        paid = Payoffs.of(title, stakes_of(title, self.options(game, bet).get("bets")))
        most = Fraction(int(paid.net[paid.possible].max()), paid.scale) * bet.amount(title.unit().name)
        return min(Cents(int(most)), super().seat_bound(game, bet, wagers))

    def worst_case_bet(self, game: Game) -> tuple[Bet, Cents] | None:
        """Return the worst-case bet, counted where nothing is decided, because such bets may exclude each other."""
        return worst_case_bet(_declared(game))

    def largest_gain(self, game: Game, bet: Bet, strategy: str, runner: Runner | None) -> Fraction:
        """Return the largest gain; counts of the default round also serve side bets that the play does not affect."""
        title, bets = _declared(game), self.options(game, bet).get("bets")
        family, usual = family_of(title), Payoffs.of(title)
        stakes = stakes_of(title, bets)
        apart = all(counted_apart(Payoffs.of(title, {wager: Fraction(1)})) for wager in stakes.keys() - usual.stakes)
        paid = Payoffs.of(title, stakes)
        counts = family.counts_paid(strategy, usual, paid, runner or Runner()) if bets and apart else None
        if counts is None:
            return super().largest_gain(game, bet, strategy, runner)
        return Fraction(int(paid.net[counts > 0].max()), paid.scale)

    def applied_rule(
        self, game: Game, rules: RuleList, cards: tuple[Card, ...], known: Mapping[str, Any]
    ) -> AppliedRule | None:
        """Return the first rule whose conditions are met."""
        return declared_rule(_declared(game), rules, cards, known)

    def rules_from_plain(self, game: Game, plain: Mapping[str, Any], cost: Fraction) -> RuleList | None:
        """Return the rules of plain data, or the house way of a title whose hands are set by one."""
        if not has_setting_way(game.slug):
            return rules_from_plain(plain, cost)
        from houseway.analysis.declared.set_a_hand.family import HouseWayRules

        return HouseWayRules.of(_declared(game), cost)

    def value_as_before(self, game: Game, changed: Game) -> Fraction | None:
        """Return the value as it ships, or from shipped counts of the optimal strategy."""
        if (known := recorded_row(_declared(changed))) is not None:
            return known
        family, usual, paid = family_of(_declared(game)), Payoffs.of(_declared(game)), Payoffs.of(_declared(changed))
        counts = family.shipped_counts(usual, paid) if usual.paths == paid.paths else None
        if counts is None:
            return None
        return Fraction(int((counts * paid.net).sum()), int(counts.sum()) * paid.scale)

    def option_values(self, game: Game, runner: Runner) -> OptionValues | None:
        """Return all situations of a title whose family stores them; a column is a way through the decisions."""
        family, payoffs = family_of(_declared(game)), Payoffs.of(_declared(game))
        if (listed := family.option_values(payoffs, runner)) is not None:
            return listed
        found = family.all_options(payoffs, runner)
        if found is None:
            return None
        names = [", ".join(option.title for _, option in path) for path in payoffs.paths]
        return OptionValues(
            hands=found.seen,
            weights=found.weights,
            values=found.values,
            allowed=found.allowed,
            unit=found.unit,
            kind_of=names.__getitem__,
            describe=lambda cards, column: names[column],
            n_own=sum(hand.cards for hand in _declared(game).every(Hand) if hand.is_own),
        )

    def decision_changes(self, base: Game, changed: Game) -> "DecisionChanges | None":
        """Return all situations of a title whose family follows its stages, the first decision and later ones."""
        from houseway.analysis.compare.decision_changes import ChangedHand, DecisionChanges, Move

        title = _declared(base)
        found = family_of(title).changed_plays(Payoffs.of(title), Payoffs.of(_declared(changed)))
        if found is None:
            return None
        names = [decision.title for decision in title.decisions()]
        listed = "; ".join(f"{met:,} at {name!r}" for met, name in zip(found.met, names, strict=True))
        n_own, _ = self.seen_first(base)
        examples = [
            ChangedHand(
                format_cards(sorted(map(Card, move.seen[:n_own]), reverse=True)),
                format_cards([Card(card) for card in move.seen[n_own:]]),
                move.before,
                move.after,
                move.cost,
            )
            for move in found.moves
        ]
        return DecisionChanges(
            covered=f"every situation that the base strategy meets ({listed})",
            exhaustive=True,
            hands=sum(found.met),
            changed=sum(move.situations for move in found.moves),
            moves=tuple(Move(move.before, move.after, move.situations) for move in found.moves),
            examples=tuple(examples),
            cost=found.cost,
            noun="situations",
        )

    def needs_count(self, game: Game) -> bool:
        """Return whether the family's count is long."""
        return explain(_declared(game)).cpu_seconds > LONG_COUNT

    def pays_by_row(self, game: Game, analysis: Analysis) -> PaysByRow:
        """Return the odds of the rows, found by settling every ending again with other odds."""
        return pays_by_row(_declared(game), analysis)

    def sampled_counts(self, job: Job) -> Counts | None:
        """Return, for a board showdown, the choices on some boards; those on others are looked up in the same time."""
        from houseway.analysis.declared.board_showdown.jobs import BoardValues

        return job.run(job.shards()[0]) if isinstance(job, BoardValues) else None

    def seen_first(self, game: Game) -> tuple[int, int]:
        """Return the number of all player's cards, and of the community cards in sight."""
        title = _declared(game)
        return sum(hand.cards for hand in title.every(Hand) if hand.is_own), sights(title)[0][1][0]

    def dealers_seen_first(self, game: Game) -> int:
        """Return how many dealer's cards are dealt face up, or shown before the first decision."""
        return sights(_declared(game))[0][1][1]

    def not_bet(self, game: Game, analysis: Analysis) -> tuple[NotBet, ...]:
        """Return every side bet that is not made."""
        return tuple(_side_bet(_declared(game), table) for table in analysis.side_bets)


def _declared(game: Game) -> DeclaredGame:
    assert isinstance(game, DeclaredGame), "counted by a family"
    return game


def _side_bet(game: DeclaredGame, table: WagerTable) -> NotBet:
    wager = next(each for each in game.every(Opening) if each.name == table.wager)
    features = Payoffs.of(game, {wager: Fraction(1)}).features
    forms = tuple(term.table for term in features if isinstance(term, Paid))
    player = (
        "if the rest of the round is played by the optimal strategy" if game.decisions() else "whatever else is bet"
    )
    return NotBet(wager.title, wager.clause, -table.value, forms, table.rows, player)


PARTICULARS = DeclaredParticulars()
