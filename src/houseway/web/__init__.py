"""The card room in a browser: live tables, the laboratory, the dealer's drill, and the API that they use."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.web.app import create_app

__all__ = ["create_app"]


def __getattr__(name: str) -> Any:
    if name != "create_app":
        raise AttributeError(f"module 'houseway.web' has no attribute {name!r}")
    from houseway.web.app import create_app

    return create_app
