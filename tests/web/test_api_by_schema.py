"""The API against its own OpenAPI description: requests made up by schemathesis never break the server."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import status_code_conformance
from support.web_fixtures import listening
from support.web_players import UNHURRIED

from houseway.room import Room, TableSpec
from houseway.web import create_app
from houseway.web.settings import Settings

pytestmark = pytest.mark.slow

EXAMPLES = 20
schema = schemathesis.openapi.from_dict(create_app(Room()).openapi())


@pytest.fixture(scope="module")
def busy_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A room with an operator and tables, so that more than refusals are reached."""
    folder: Path = tmp_path_factory.mktemp("schema")
    room = Room(f"sqlite:///{folder / 'room.sqlite'}")
    room.register("Olga", "correct horse")
    operator = room.make_operator("Olga")
    for game in ("pick-2-poker", "five-card-holdout"):
        room.open_table(TableSpec(game), by=operator.id)
    yield room
    room.close()


@pytest.fixture(scope="module")
def busy_address(busy_room: Room) -> Iterator[str]:
    with listening(busy_room, Settings(**UNHURRIED)) as address:  # type: ignore[arg-type]
        yield address


def signed_in(room: Room) -> dict[str, str]:
    """The headers of a fresh session: some of the requests sign out."""
    token = room.open_session(1)
    csrf = hashlib.sha256(b"houseway/csrf/1:" + token.encode()).hexdigest()
    return {"Cookie": f"houseway_session={token}", "X-CSRF-Token": csrf}


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
def test_no_request_breaks_the_server(case: Any, busy_room: Room, busy_address: str) -> None:
    response = case.call(base_url=busy_address, headers=signed_in(busy_room))
    assert response.status_code < 500
    case.validate_response(response, checks=[not_a_server_error, status_code_conformance])
