"""People who send anything in any order, twice or too late: the log always leads to the table that is live."""

import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from support.room_play import PATIENT, WAGERS

from houseway.errors import HousewayError
from houseway.games.catalogue import GAMES
from houseway.games.engine.action import Action
from houseway.room import Room, TableSpec
from houseway.room.accounts import STARTING_CHIPS

PEOPLE, SEATS = 3, 4
reasons = st.one_of(st.text(max_size=12), st.sampled_from(["jam", "e\u0301", "\u202ejam", "\U0001f0cf", "\x00"]))


class AnyOrder(RuleBasedStateMachine):
    """One table of one game; after each write `live_is_replay` compares it with its log."""

    def __init__(self) -> None:
        super().__init__()
        self.room = Room("sqlite://", settings=PATIENT)
        self.sent: list[tuple[str, tuple[Any, ...]]] = []

    @initialize(slug=st.sampled_from(sorted(GAMES)), practice=st.booleans(), bot=st.booleans())
    def open_a_table(self, slug: str, practice: bool, bot: bool) -> None:
        operator = self.room.make_operator(self.room.register("\u00c5sa", "correct horse").name)
        self.people = [operator.id, self.room.guest().id, self.room.guest().id]
        jurisdiction = "none" if practice else "washington"
        spec = TableSpec(slug, seats=SEATS, bots={1: "random"} if bot else {}, jurisdiction=jurisdiction)
        self.table = self.room.table(self.room.open_table(spec, by=self.people[1]))
        self.wagers = dict(WAGERS[slug])
        for seat, person in zip((0, 2), self.people, strict=False):
            self.send("sit", person, seat)

    def send(self, method: str, *arguments: Any) -> None:
        self.sent.append((method, arguments))
        try:
            getattr(self.table, method)(*arguments)
        except HousewayError:
            return

    @rule(who=st.integers(0, PEOPLE - 1), seat=st.integers(-1, SEATS))
    def sit(self, who: int, seat: int) -> None:
        self.send("sit", self.people[who], seat)

    @rule(who=st.integers(0, PEOPLE - 1))
    def leave(self, who: int) -> None:
        self.send("leave", self.people[who])

    @rule(who=st.integers(0, PEOPLE - 1), value=st.booleans())
    def sit_out(self, who: int, value: bool) -> None:
        self.send("sit_out", self.people[who], value)

    @rule(order=st.randoms(use_true_random=False), factor=st.sampled_from([0, 1, 1, 2, True]), more=st.booleans())
    def everyone_bets(self, order: random.Random, factor: int, more: bool) -> None:
        for person in self.people:
            wagers: dict[str, Any] = {name: factor * amount for name, amount in self.wagers.items()}
            if more:
                wagers |= {"five_card_bonus": 500, "tip": 0} if "three_five" in wagers else {"bonus": 0}
            names = order.sample(sorted(wagers), len(wagers))
            self.send("bet", person, {name: wagers[name] for name in names}, order.choice(["", "00FF", "zz"]))

    @rule(choice=st.integers(0, 200), times=st.integers(1, 2), who=st.integers(0, PEOPLE))
    def act(self, choice: int, times: int, who: int) -> None:
        playing, move = self.table.state.round, self.table.state.moves
        if playing is None or playing.actor is None:
            return
        legal = playing.state.legal_actions()
        action = legal[choice % len(legal)]
        shuffled = Action(action.kind, tuple(reversed(action.cards)), action.amount, action.option)
        actor = self.table.state.at(playing.actor).user_id if who == PEOPLE else self.people[who]
        for _ in range(times):
            self.send("act", actor, shuffled, move)

    @rule(who=st.integers(0, PEOPLE - 1), name=st.sampled_from(["house-decision", "shuffler-fault"]), reason=reasons)
    def declare(self, who: int, name: str, reason: str) -> None:
        self.send("declare", self.people[who], name, reason)

    @rule(back=st.integers(1, 8))
    def send_again(self, back: int) -> None:
        method, arguments = self.sent[-min(back, len(self.sent))]
        self.send(method, *arguments)

    @invariant()
    def people_hold_what_they_brought_and_won(self) -> None:
        if not hasattr(self, "people") or not self.table.state.practice:
            return
        assert {self.room.user(person).chips for person in self.people} == {STARTING_CHIPS}

    def teardown(self) -> None:
        if hasattr(self, "people"):
            report = self.room.verify()
            assert report.ok, report.lines()
        self.room.close()


TestAnyOrder = pytest.mark.slow(AnyOrder.TestCase)
TestAnyOrder.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
