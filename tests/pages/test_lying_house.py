"""A house that lies, in a real browser with the published pages: every lie is seen, and said in a sentence."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser
from support.card_room import Person, running_server
from support.lying_house import Between, LyingHouse, Record, State, alarm_of

LIES = """
# A server whose own code lies, by the game that a table plays; its log and its hashes are all of one piece.
from houseway.cards.seed import Seed
from houseway.cards.shuffle import shuffle
from houseway.room import replay, state as rounds, steps
honest_begin, honest_committed = rounds.Round.begin.__func__, steps.committed
honest_start = replay.Work.start

def chosen(deck):
    return next(seed for seed in map(Seed.of, range(10_000)) if shuffle(deck, seed, first=1)[0] // 4 == 12)

def begin(cls, game, table_id, number, bets, users, contributions, *rest):
    if game.slug == "three-card-poker":
        contributions[6] = "5a" * 32
    if game.slug == "crazy-4-poker":
        rounds.round_seed = lambda *_: chosen(game.deck)
    return honest_begin(cls, game, table_id, number, bets, users, contributions, *rest)

def committed(state, published, protocol):
    return honest_committed(state, published, 1 if state.game.slug == "big-raise-stud-poker" else protocol)

def start(self):
    if self.state.game.slug == "let-it-ride":
        self.secret = None
    if self.state.game.slug in ("let-it-ride", "four-card-poker"):
        return self.retire("the database was restored from a copy")
    return honest_start(self)

replay.Work.start = start
rounds.Round.begin = classmethod(begin)
steps.committed = committed
"""


NONE_LEFT = "table => sessionStorage[`houseway.unverified.${table}`] === '[]'"
VERIFIED_ALL = """([table, number]) =>
    JSON.parse(sessionStorage[`houseway.seen.${table}.${number}`]).results &&
    sessionStorage[`houseway.unverified.${table}`] === "[]"
"""


@pytest.fixture(scope="module")
def lying_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("lying"), LIES) as address:
        yield address


@pytest.fixture
def victim(browser: Browser, lying_server: str) -> Iterator[Person]:
    context = browser.new_context()
    yield Person(context, lying_server)
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("three-card-poker", "A player seed does not match its commitment, at seat 7."),
        ("three-card-poker", "A seed was added for a seat that did not commit to one before the reveal."),
        ("crazy-4-poker", "A card that was dealt is not the one that the shuffled deck gives."),
        ("big-raise-stud-poker", "The server dealt without asking for your player seed"),
    ],
)
def test_a_house_whose_log_lies_from_the_start_is_found_out(victim: Person, slug: str, words: str) -> None:
    victim.open_table(game=slug, seats=1)
    victim.deal()
    victim.play_round()
    victim.page.wait_for_function("words => document.querySelector('.alarm').textContent.includes(words)", arg=words)
    victim.page.click("#tab-proof")
    victim.page.click("text=Verify round 1")
    victim.page.wait_for_selector(".verdict.lost")


@pytest.mark.slow
def test_a_house_that_deals_without_asking_and_shows_no_seeds_is_found_out(victim: Person) -> None:
    def no_seeds(state: State) -> None:
        state["round"] |= {"promises": {}, "contributions": {}}

    Between(victim).change = no_seeds
    victim.open_table(game="big-raise-stud-poker", seats=1)
    victim.deal()
    assert "The server dealt without asking for your player seed" in alarm_of(victim)


@pytest.mark.slow
def test_a_house_that_says_it_lost_its_seed_once_all_seeds_are_revealed_raises_an_alarm(victim: Person) -> None:
    between = Between(victim)
    table_id = victim.open_table(game="let-it-ride", seats=1)
    victim.page.click('[data-focus="deal"]')
    found = alarm_of(victim)
    assert "Round 1 was canceled after your browser revealed its seed." in found
    assert "it lost its own seed and returned your bet" in found
    assert "reveal" in between.kinds()
    victim.page.wait_for_function(NONE_LEFT, arg=table_id)


@pytest.mark.slow
def test_a_lost_seed_that_only_the_log_has_raises_the_same_alarm(victim: Person) -> None:
    def nothing_said(state: State) -> None:
        state["retired"] = None

    Between(victim).change = nothing_said
    victim.open_table(game="let-it-ride", seats=1)
    victim.page.click('[data-focus="deal"]')
    assert "Round 1 was canceled after your browser revealed its seed." in alarm_of(victim)


@pytest.mark.slow
def test_a_round_that_is_canceled_with_the_seed_shown_is_verified_and_raises_no_alarm(victim: Person) -> None:
    between = Between(victim)
    table_id = victim.open_table(game="four-card-poker", seats=1)
    victim.page.click('[data-focus="deal"]')
    victim.page.wait_for_selector("text=Round 1 was canceled, and all bets were returned.")
    victim.page.wait_for_function(NONE_LEFT, arg=table_id)
    assert "reveal" in between.kinds()
    assert victim.page.locator(".alarm").is_hidden()
    assert victim.errors == []


# An honest server, and somebody between it and the browser.


def dealer_has_three_aces(state: State) -> None:
    if state["phase"] == "result":
        for pile in state["piles"]:
            if pile["name"] == "dealer":
                pile["cards"] = ["As", "Ah", "Ad"]


def ann_has_another_card(state: State) -> None:
    if state["phase"] in ("playing", "result"):
        for pile in state["piles"]:
            if pile["seat"] == 0:
                pile["cards"] = ["2c", "2d", "2h"][: len(pile["cards"])]


def result_is_worse(state: State) -> None:
    if state["phase"] == "result":
        state["results"]["0"] -= 100


def bet_is_larger(state: State) -> None:
    if state["phase"] == "playing":
        state["seats"][0]["bet"] = {name: 2 * amount for name, amount in state["seats"][0]["bet"].items()}


def another_event(state: State) -> None:
    if state["phase"] == "result":
        state["events"][0]["amount"] += 100


def other_line_up(state: State) -> None:
    if state["phase"] == "playing":
        state["round"]["promises"]["1"] = ""


def other_commitment_later(state: State) -> None:
    if state["phase"] in ("playing", "result"):
        state["round"]["commitment"] = "cd" * 32


def said_to_withhold(state: State) -> None:
    if state["phase"] == "playing":
        state["round"]["withheld"]["0"] = "you"


def no_log_hash(state: State) -> None:
    state["round"]["head"] = ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (dealer_has_three_aces, "Your screen showed a card that had not been dealt there."),
        (ann_has_another_card, "Your screen showed a card that had not been dealt there."),
        (result_is_worse, "Your screen showed another result than the log of the round."),
        (bet_is_larger, "Your bet in the log is not the one on your screen."),
        (another_event, "Your screen showed something else than the log of the round."),
        (other_line_up, "The house exchanged the players or their hashes after you revealed your seed."),
        (other_commitment_later, "The server's commitment is not the one shown when you bet."),
        (said_to_withhold, "The house says that you did not reveal your seed."),
    ],
)
def test_a_screen_that_shows_something_else_than_the_log_is_found_out(
    person: Person, change: Callable[[State], None], words: str
) -> None:
    house = LyingHouse(person)
    house.change = change
    person.open_table(game="three-card-poker", seats=1)
    person.deal()
    person.play_round()
    assert words in alarm_of(person)


def test_false_cards_are_found_out_by_a_browser_that_is_never_shown_a_result(person: Person) -> None:
    def straight_to_the_next_bets(state: State) -> None:
        ann_has_another_card(state)
        if state["phase"] == "result":
            state |= {"phase": "betting", "finished": None, "piles": [], "events": [], "results": {}, "settlements": []}
            state |= {"result": None, "wagers": [[]]}
            state["round"] |= {**state["next"], "promises": {}, "contributions": {}, "server_seed": None}

    LyingHouse(person).change = straight_to_the_next_bets
    person.open_table(game="three-card-poker", seats=1)
    person.deal()
    assert person.wait_for_turn()
    person.decide()
    found = alarm_of(person)
    assert "Round 1 failed verification. Your screen showed a card that had not been dealt there." in found


@pytest.mark.slow
def test_nothing_is_revealed_to_a_server_that_hides_its_log_hash(person: Person) -> None:
    house = LyingHouse(person)
    house.change = no_log_hash
    person.open_table(game="three-card-poker", seats=1)
    person.page.click('[data-focus="deal"]')
    assert "does not show its latest log hash" in alarm_of(person)
    assert "reveal" not in house.kinds()


def other_name(records: list[Record]) -> None:
    next(record for record in records if record["kind"] == "started")["data"]["names"][0] = "Mallory"


def first_record(records: list[Record]) -> None:
    records[0]["salt"] = "00" * 16


@pytest.mark.slow
@pytest.mark.parametrize("rewrite", [other_name, first_record])
def test_a_log_that_is_rewritten_during_the_sitting_is_found_out_after_the_round(
    person: Person, rewrite: Callable[[list[Record]], None]
) -> None:
    house = LyingHouse(person)
    table_id = person.open_table(game="three-card-poker", seats=1)
    person.deal()
    person.play_round()
    person.page.wait_for_function(VERIFIED_ALL, arg=[table_id, 1])
    house.rewrite = rewrite
    person.deal()
    person.play_round()
    found = alarm_of(person)
    assert "Round 2 failed verification. The log was rewritten" in found
    assert "Do not bet here again until it is explained." in found


def longer(state: State) -> None:
    state["seq"] += 500


def without_length(state: State) -> None:
    if state["phase"] == "revealing":
        del state["seq"]


def renumbered(records: list[Record]) -> None:
    records[0]["seq"] += 500


@pytest.mark.slow
@pytest.mark.parametrize(("change", "rewrite"), [(longer, None), (without_length, None), (None, renumbered)])
def test_a_log_whose_length_was_shown_otherwise_is_found_out(
    person: Person, change: Callable[[State], None] | None, rewrite: Callable[[list[Record]], None] | None
) -> None:
    """By other numbers no log hash of the browser would be compared, and bets could be chosen after the reveal."""
    house = LyingHouse(person)
    house.change, house.rewrite = change or house.change, rewrite
    person.open_table(game="three-card-poker", seats=1)
    person.deal()
    person.play_round()
    words = "Round 1 failed verification. The log was rewritten"
    person.page.wait_for_function("words => document.querySelector('.alarm').textContent.includes(words)", arg=words)
    person.errors.clear()


@pytest.mark.slow
def test_a_server_that_keeps_the_records_of_a_round_to_itself_is_told_of(person: Person) -> None:
    person.page.route("**/records*", lambda route: route.fulfill(status=404, json={"code": "unknown", "message": "no"}))
    person.open_table(game="three-card-poker", seats=1)
    person.deal()
    person.play_round()
    assert "Round 1 could not be verified: the server did not send its records." in alarm_of(person)
    assert len(person.errors) == 1, "the answer 404"
    person.errors.clear()


def test_an_honest_house_raises_no_alarm_in_several_rounds(person: Person) -> None:
    table_id = person.open_table(game="two-hand-holdem", seats=2, bots={"1": "raise-pairs"})
    for _ in range(3):
        person.deal()
        person.play_round()
    person.page.wait_for_function(VERIFIED_ALL, arg=[table_id, 3])
    assert person.page.locator(".alarm").is_hidden()
    assert person.errors == []


@pytest.mark.slow
def test_a_room_whose_own_log_is_rewritten_or_whose_key_changes_is_found_out(person: Person) -> None:
    """Chips given out and accounts are in that log: the browser holds its end, signed by the room."""
    table_id = person.open_table(game="three-card-poker", seats=1)
    person.deal()
    person.play_round()
    person.page.wait_for_function("() => localStorage['houseway.checkpoints']")

    def later() -> None:
        person.go(f"/table?id={table_id}")
        person.page.wait_for_selector('[data-focus="deal"]')
        person.deal()
        person.play_round()

    change = """([key, value]) => {
        const held = JSON.parse(localStorage["houseway.checkpoints"]);
        const body = JSON.parse(held[0].body);
        if (key === "key") held[0].key = value;
        else body.logs["0"] = value;
        held[0].body = JSON.stringify(body);
        localStorage["houseway.checkpoints"] = JSON.stringify([held[0]]);
    }"""
    person.page.evaluate(change, ["0", [1, "ab" * 32]])
    later()
    assert "The room's log was rewritten" in alarm_of(person)
    person.page.evaluate(change, ["0", [10**6, "ab" * 32]])
    later()
    assert "The room's log lost records" in alarm_of(person)
    person.page.evaluate(change, ["key", "ab" * 32])
    later()
    assert "with a different key than before" in alarm_of(person)
