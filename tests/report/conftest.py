"""Reports of all games, each made once for all tests."""

import re
from collections.abc import Callable
from functools import cache
from io import BytesIO

import pytest
from pypdf import PdfReader

from houseway.games.catalogue import GAMES
from houseway.report import render, report_for
from houseway.report.model import Model

HOUSE_BANKED = tuple(slug for slug in GAMES if slug != "five-card-holdout")


def squeezed(text: str) -> str:
    """A text without white space: where a page breaks its lines does not matter."""
    return re.sub(r"\s+", "", text)


@cache
def made_report(slug: str) -> Model:
    return report_for(slug)


@cache
def pdf_pages(slug: str) -> tuple[str, ...]:
    return tuple(page.extract_text() for page in PdfReader(BytesIO(render(made_report(slug), "pdf"))).pages)


@pytest.fixture(scope="session")
def report() -> Callable[[str], Model]:
    """The model of an approved game's report."""
    return made_report


@pytest.fixture(scope="session")
def pdf_text() -> Callable[[str], str]:
    """The text of an approved game's PDF without white space."""
    return lambda slug: squeezed("".join(pdf_pages(slug)))


@pytest.fixture(scope="session")
def pages() -> Callable[[str], tuple[str, ...]]:
    """The texts of its pages."""
    return pdf_pages
