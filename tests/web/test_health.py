"""For whoever runs the server: alive, ready, and figures that no stranger reads."""

import errno
import math
import shutil
import time
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from fastapi.testclient import TestClient
from support.room_play import WAGERS
from support.web_players import UNHURRIED, Player

from houseway.cli.serve import metrics_token
from houseway.errors import BadSetting
from houseway.room import Room, TableSpec
from houseway.web import create_app
from houseway.web.metrics import BOUNDS, COUNTER, GAUGE, Histogram, Metric, Sample, of_all, written
from houseway.web.settings import Settings

pytest_plugins = ["support.web_fixtures"]

TOKEN = "a token of sixteen letters or more"


@pytest.fixture
def settings() -> Settings:
    given: dict[str, Any] = {**UNHURRIED, "metrics_token": TOKEN}
    return Settings(**given)


def with_token(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def figures(page: str) -> dict[str, float]:
    """The numbers of a page by name and labels; every name is explained before it is used."""
    found: dict[str, float] = {}
    explained: set[str] = set()
    for line in page.splitlines():
        if line.startswith("#"):
            explained.add(line.split()[2])
            continue
        name, _, value = line.rpartition(" ")
        assert any(name.startswith(each) for each in explained), line
        found[name] = float(value)
    return found


def test_a_server_is_alive_before_it_is_ready_and_ready_once_it_could_write(room: Room, settings: Settings) -> None:
    app = create_app(room, settings)
    client = TestClient(app)
    assert client.get("/healthz").json() == {"alive": True}
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["reason"]) == (503, "database_not_writable")
    app.state.server.measures.works = True
    assert (client.get("/readyz").status_code, client.get("/readyz").json()) == (200, {"ready": True})


def test_a_server_whose_sign_of_life_is_stuck_is_not_ready(room: Room, settings: Settings) -> None:
    """A database that does not answer gives no error: nobody should be sent to whoever waits for it."""
    app = create_app(room, settings)
    measures = app.state.server.measures
    measures.works, measures.asked = True, time.monotonic()
    assert TestClient(app).get("/readyz").status_code == 200, "it has just begun to write"
    measures.asked -= 10
    assert TestClient(app).get("/readyz").status_code == 503
    measures.asked = None
    assert TestClient(app).get("/readyz").status_code == 200


@pytest.mark.parametrize("trouble", ["no new page", "little space"])
def test_a_server_on_a_full_disk_is_not_ready_and_says_why(
    room: Room, settings: Settings, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    def no_page(file: int, offset: int, size: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    assert room.database.has_space()
    app = create_app(room, settings)
    measures = app.state.server.measures
    measures.works = True
    if trouble == "no new page":
        monkeypatch.setattr("houseway.room.database.os.posix_fallocate", no_page)
    else:
        usage = shutil.disk_usage("/")._replace(free=1_000_000)
        monkeypatch.setattr("houseway.room.database.shutil.disk_usage", lambda path: usage)
    room.database.probe()
    measures.has_space = room.database.has_space()
    answer = TestClient(app).get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {
        "ready": False,
        "reason": "disk_full",
        "message": "The database's disk is nearly full. Free some space.",
    }
    monkeypatch.undo()
    measures.has_space = room.database.has_space()
    assert TestClient(app).get("/readyz").json() == {"ready": True}


def test_the_pulse_looks_at_the_disk_and_an_idle_room_is_written_now_and_then(
    room: Room, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, written = Event(), list[int]()
    monkeypatch.setattr(room.database, "has_space", lambda: looked.set() or False)  # type: ignore[func-returns-value]
    with TestClient(create_app(room, settings)) as client:
        assert looked.wait(60)
        while "reason" not in (answer := client.get("/readyz").json()) or answer["reason"] != "disk_full":
            pass
    monkeypatch.setattr(room.database, "probe", lambda: written.append(1))
    for _ in range(30):
        room.pulse()
    assert len(written) == 3


def test_a_running_server_becomes_ready(player: Player) -> None:
    for _ in range(2400):
        if player.client.get("/readyz").status_code == 200:
            break
        time.sleep(0.05)
    assert player.client.get("/readyz").json() == {"ready": True}


def test_no_stranger_no_player_and_no_wrong_token_reads_the_metrics(clients: Callable[[], Player]) -> None:
    assert clients().client.get("/metrics").status_code == 401
    guest = clients().sign_in()
    assert guest.client.get("/metrics").status_code == 403
    for token in ("", TOKEN[:-1], TOKEN + "x"):
        answer = guest.client.get("/metrics", headers=with_token(token))
        assert answer.status_code == 403
        assert "houseway_" not in answer.text


def test_a_server_without_a_token_accepts_no_token(room: Room) -> None:
    given: dict[str, Any] = UNHURRIED
    client = TestClient(create_app(room, Settings(**given)))
    assert client.get("/metrics", headers=with_token("")).status_code == 403


def test_operators_and_programs_with_the_token_read_what_was_played(room: Room, clients: Callable[[], Player]) -> None:
    operator = clients().register("Olga")
    room.make_operator("Olga")
    ann = room.guest().id
    table = room.table(room.open_table(TableSpec("pick-2-poker"), by=ann))
    table.sit(ann, 0)
    for _ in range(2):
        table.bet(ann, WAGERS["pick-2-poker"])
        while (playing := table.state.round) is not None:
            table.act(ann, playing.prices[0][0], table.state.moves)
    by_token = clients().client.get("/metrics", headers=with_token(TOKEN))
    assert by_token.headers["content-type"].startswith("text/plain")
    found = figures(by_token.text)
    assert found["houseway_rounds_total"] == 2
    assert found['houseway_records_total{kind="bet"}'] == 2
    assert found["houseway_tables"] == 1
    assert found["houseway_ledger_sum_cents"] == 0
    assert found['houseway_ledger_cents{kind="mint"}'] == -2 * 100_000
    assert found[f'houseway_chain_length{{table="{table.id}"}}'] == table.head.length
    assert found.keys() == figures(operator.client.get("/metrics").text).keys()


def test_messages_are_timed(clients: Callable[[], Player]) -> None:
    ann = clients().sign_in()
    with ann.at(ann.open_table("pick-2-poker", seats=1)) as seat:
        seat.sit(0)
        seat.say(type="ping")
        while seat.hear()["type"] != "pong":
            """Messages are carried out one after another: the first is done."""
    found = figures(clients().client.get("/metrics", headers=with_token(TOKEN)).text)
    assert found["houseway_message_seconds_count"] >= 1
    assert found['houseway_message_seconds_bucket{le="+Inf"}'] == found["houseway_message_seconds_count"]


def test_a_histogram_counts_what_is_below_each_bound() -> None:
    now = iter([0.0, 0.001, 10.0, 10.002, 20.0, 120.0])
    histogram = Histogram(clock=lambda: next(now))
    for _ in range(3):
        with histogram.taken():
            pass
    samples = [sample.value for sample in histogram.samples()]
    assert samples[:3] == [1, 2, 2]
    assert samples[len(BOUNDS)] == samples[-1] == 3
    assert math.isclose(samples[-2], 100.003)


def test_a_token_that_is_easily_guessed_is_refused() -> None:
    assert metrics_token("") == ""
    assert metrics_token(TOKEN) == TOKEN
    with pytest.raises(BadSetting, match="Use at least 16"):
        metrics_token("short")


def test_the_metrics_of_several_processes_are_told_apart_and_each_name_is_explained_once() -> None:
    tables = Metric("houseway_tables", GAUGE, "Open tables.", [Sample(3)])
    records = Metric("houseway_records_total", COUNTER, "Records.", [Sample(7, {"kind": "bet"})])
    sent = [Metric.from_plain(metric.to_plain()) for metric in (tables, records)]
    page = written(of_all({"5a": [tables, records], "c7": sent}))
    assert page.count("# TYPE houseway_tables gauge") == 1
    assert figures(page) == {
        'houseway_tables{process="5a"}': 3,
        'houseway_tables{process="c7"}': 3,
        'houseway_records_total{process="5a",kind="bet"}': 7,
        'houseway_records_total{process="c7",kind="bet"}': 7,
    }
