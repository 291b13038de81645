"""The HTTP and WebSocket API, a module for each part."""

from fastapi import APIRouter

from houseway.web.routes import (
    accounts,
    archive,
    drill,
    games,
    health,
    house,
    laboratory,
    meters,
    review,
    tables,
    training,
)

ROUTERS: tuple[APIRouter, ...] = (
    accounts.router,
    games.router,
    tables.router,
    archive.router,
    review.router,
    laboratory.router,
    drill.router,
    training.router,
    house.router,
    meters.router,
    health.router,
)
