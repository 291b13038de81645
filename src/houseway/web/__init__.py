"""The card room in a browser: live tables, laboratory, trainer, archive, and the API that they use.

`app` assembles the application, `server` has the parts of one server, and `routes` is the API. Live tables:
`connection`, `hub`, `lobby`, `table_quotas`. Protection: `addresses`, `admission`, `connection_limits`, `rate_limits`,
`sign_ins`, `thread_pools`, `settings`. Exact values: `advisor`, `situations`, `player_vs_player`, `solving`, `bots`,
`preparation`, `trainer`. Other processes: `worker` runs `calculations`, `jobs` queues them, and `archive` asks
`archive_process`. `forwarding` passes requests on to the process of the room that can answer them. The rest:
`game_choices`, `schemas`, `responses`, `errors`, `metrics`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.web.app import create_app

__all__ = ["create_app"]


def __getattr__(name: str) -> Any:
    if name != "create_app":
        raise AttributeError(f"module 'houseway.web' has no attribute {name!r}")
    from houseway.web.app import create_app

    return create_app
