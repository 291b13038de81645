"""The HTTP and WebSocket API, a module for each part."""

from fastapi import APIRouter

from houseway.web.routes import (
    accounts,
    archive,
    drill,
    games,
    health,
    laboratory,
    meters,
    operator,
    review,
    tables,
    training,
)

ROUTERS: tuple[APIRouter, ...] = (
    health.router,
    accounts.router,
    tables.router,
    games.router,
    archive.router,
    review.router,
    laboratory.router,
    drill.router,
    training.router,
    operator.router,
    meters.router,
)
"""In the order in which a request is compared with their routes: those that are asked for most come first."""
