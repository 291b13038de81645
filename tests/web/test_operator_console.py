"""The operator's console over HTTP: who reaches each route, what the floor shows, and that a reason is asked for."""

from collections.abc import Callable

from support.web_players import Player

from houseway.room import Room

pytest_plugins = ["support.web_fixtures"]
METER = {"title": "Room", "seed": 500_000, "increment": "0.2", "reserve": "0", "cap": None}
CHANGE = {"what": "correct", "amount": 1, "reason": "a test"}
RULING = {"name": "house-decision", "reason": "a test", "number": 1}
LIMITS = {"least": 500, "largest": 2000, "reason": "a quiet evening"}
OPERATORS_ONLY: list[tuple[str, str, object]] = [
    ("GET", "/api/floor", None),
    ("GET", "/api/ledger", None),
    ("GET", "/api/rulings", None),
    ("GET", "/api/set-aside", None),
    ("POST", "/api/set-aside/1/release", {}),
    ("PUT", "/api/tables/1/limits", LIMITS),
    ("GET", "/api/tables/1/irregularities", None),
    ("POST", "/api/tables/1/irregularities", RULING),
    ("POST", "/api/meters", METER),
    ("POST", "/api/meters/1/changes", CHANGE),
    ("POST", "/api/meters/1/close", {"reason": "a test", "into": None}),
    ("GET", "/api/meters/1/ledger", None),
    ("GET", "/api/people", None),
    ("PUT", "/api/people/1/role", {"role": "player", "reason": "a test"}),
    ("POST", "/api/people/1/sign-out", {"reason": "a test"}),
]


def test_only_the_role_of_an_operator_reaches_each_route(clients: Callable[[], Player], room: Room) -> None:
    stranger, guest, member, operator = clients(), clients().sign_in(), clients().register("Mia"), clients()
    operator.register("Olga")
    guest.open_table("pick-2-poker", seats=1)
    for method, path, body in OPERATORS_ONLY:
        assert stranger.call(method, path, body).status_code == 401, path
        assert guest.call(method, path, body).status_code == 403, f"{path}: who opened the table is no operator"
        assert member.call(method, path, body).status_code == 403, path
    room.make_operator("Olga")
    for method, path, body in OPERATORS_ONLY:
        answer = operator.call(method, path, body)
        assert answer.status_code != 401, path
        assert "Only an operator" not in answer.text, f"{path}: refused for another reason, or not at all"


def test_every_route_that_is_an_operators_matter_is_in_the_list(player: Player) -> None:
    schema = player.call("GET", "/api/openapi.json").json()
    told = {
        (method.upper(), path)
        for path, methods in schema["paths"].items()
        for method, route in methods.items()
        if "Operators only" in route.get("description", "")
    }
    listed = {(method, path.replace("/1", "/{id}")) for method, path, _ in OPERATORS_ONLY}
    assert {
        (method, path.replace("{table_id}", "{id}").replace("{meter_id}", "{id}").replace("{user_id}", "{id}"))
        for method, path in told
    } <= listed
    assert told


def test_the_floor_adds_up_and_says_how_often_the_logs_were_walked(clients: Callable[[], Player], room: Room) -> None:
    ann, operator = clients().sign_in(), clients().register("Olga")
    table_id = ann.open_table("two-hand-holdem", seats=1)
    room.make_operator("Olga")
    assert operator.call("PUT", f"/api/tables/{table_id}/limits", LIMITS).status_code == 200
    floor = operator.call("GET", "/api/floor").json()
    (table,) = floor["tables"]
    assert (table["id"], table["limits"]["least"], table["limits"]["largest"]) == (table_id, 500, 2000)
    assert (floor["staked"], floor["most_lost"]) == (0, 0)
    assert floor["patrols"] >= 0


def test_an_operator_gives_a_reason_for_limits_and_for_closing_the_table_of_others(
    clients: Callable[[], Player], room: Room
) -> None:
    ann, operator = clients().sign_in(), clients().register("Olga")
    table_id = ann.open_table("two-hand-holdem", seats=1)
    room.make_operator("Olga")
    assert operator.call("PUT", f"/api/tables/{table_id}/limits", {"least": 500}).status_code == 422
    refused = operator.call("DELETE", f"/api/tables/{table_id}")
    assert refused.status_code == 400
    assert "Give a reason" in refused.json()["message"]
    closed = operator.call("DELETE", f"/api/tables/{table_id}?reason=the+evening+is+over")
    assert closed.json()["phase"] == "closed"


def test_an_operator_gives_and_withdraws_roles_with_a_reason(clients: Callable[[], Player], room: Room) -> None:
    olga, mia = clients().register("Olga"), clients().register("Mia")
    room.make_operator("Olga")
    ids = {person["name"]: person["id"] for person in olga.call("GET", "/api/people").json()["people"]}
    role = f"/api/people/{ids['Mia']}/role"
    assert olga.call("PUT", role, {"role": "operator"}).status_code == 422, "a reason is asked for"
    assert (
        olga.call("PUT", role, {"role": "operator", "reason": "a new supervisor"}).json()["user"]["role"] == "operator"
    )
    assert mia.call("GET", "/api/floor").status_code == 200
    assert olga.call("PUT", role, {"role": "player", "reason": "back to the tables"}).status_code == 200
    assert mia.call("GET", "/api/floor").status_code == 403
    own = f"/api/people/{ids['Olga']}/role"
    refused = olga.call("PUT", own, {"role": "player", "reason": "tired"})
    assert refused.status_code == 403
    assert "last operator" in refused.json()["message"]
    assert olga.call("POST", f"/api/people/{ids['Mia']}/sign-out", {"reason": "a lost phone"}).status_code == 200
    assert mia.call("GET", "/api/me").json()["user"] is None
    assert room.verify().ok


def test_an_operator_who_plays_a_hand_cannot_void_it(clients: Callable[[], Player], room: Room) -> None:
    olga = clients().register("Olga")
    room.make_operator("Olga")
    table = olga.open_table("pick-2-poker", seats=1)
    user = olga.call("GET", "/api/me").json()["user"]["id"]
    live = room.table(table)
    live.sit(user, 0)
    live.bet(user, {"ante": 500, "three_five": 500})
    refused = olga.call("POST", f"/api/tables/{table}/irregularities", RULING)
    assert refused.status_code == 403
    assert refused.json()["message"] == "You play at this table, so another operator must do this."
    assert live.state.round is not None
