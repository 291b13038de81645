"""Flush Rush: four cards, then two, then one; many cards of one suit are paid (catalogue 25)."""

from collections.abc import Iterator

from houseway.games.engine.declared.words import (
    Ask,
    DealHand,
    Decision,
    DeclaredGame,
    Ending,
    Hand,
    LaterBet,
    Opening,
    Option,
    Paid,
    Settle,
    Settled,
    clockwise,
    counter_clockwise,
)


class FlushRush(DeclaredGame):
    """A title in which the longest flush or straight flush of seven cards pays the Ante, whichever pays more.

    One deck (FR-1). All or Nothing (FR-13, FR-R1) is not offered, because its table was not found. Flushes and straight
    flushes are those of FR-8 and FR-R2. Equally good choices: FR-RT.
    """

    slug = "flush-rush"
    most_seats = 7

    ante = Opening("Ante", "FR-2")
    play_1 = LaterBet("Play 1", "FR-4", of=ante)
    play_2 = LaterBet("Play 2", "FR-6", of=ante)

    hand = Hand("first four cards", "FR-3", cards=4)
    two_more = Hand("two more cards", "FR-5", cards=2)
    seventh = Hand("seventh card", "FR-7", cards=1)

    on_four = Decision("on four cards", "FR-4", Option("fold", "FR-4", folds=True), Option("play", "FR-4", bets=play_1))
    on_six = Decision("on six cards", "FR-6", Option("fold", "FR-6", folds=True), Option("play", "FR-6", bets=play_2))

    flush = Paid(hand, two_more, seventh, table="flush", clause="FR-8")
    straight_flush = Paid(hand, two_more, seventh, table="straight-flush", clause="FR-8")

    procedure = (
        clockwise(DealHand(hand)),
        clockwise(Ask(on_four)),
        clockwise(DealHand(two_more)),
        clockwise(Ask(on_six)),
        clockwise(DealHand(seventh)),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle a fold as lost (FR-4, FR-6), the Ante by FR-9 and FR-10, the Plays by FR-11 and FR-12."""
        bets = (self.ante, self.play_1, self.play_2)
        if end.folded:
            clause = "FR-4" if end.taken(self.on_six) is None else "FR-6"
            yield from (bet.loses(clause) for bet in bets)
            return
        flush, run = end[self.flush], end[self.straight_flush]
        best = run if (run.odds or 0) > (flush.odds or 0) else flush
        yield self.ante.by_table(best, "FR-9" if best.hit else "FR-10")
        for bet in bets[1:]:
            if flush.hit:
                yield bet.pays(1, "FR-11", self.flush)
            else:
                yield bet.loses("FR-12", self.flush)
