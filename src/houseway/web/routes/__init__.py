"""The HTTP and WebSocket API, a module for each part of it.

`health` for monitors, `accounts`, `tables` with the WebSocket, `games`, `archive` with proofs and reviews of past
rounds, `laboratory`, `training` with the dealer's drill, and `operator` with the progressive meters.
"""

from fastapi import APIRouter

from houseway.web.routes import accounts, archive, games, health, laboratory, operator, tables, training

ROUTERS: tuple[APIRouter, ...] = (
    health.router,
    accounts.router,
    tables.router,
    games.router,
    archive.router,
    archive.review_router,
    laboratory.router,
    training.drill_router,
    training.router,
    operator.router,
    operator.meter_router,
)
"""In the order in which a request is compared with their routes: the most requested come first."""
