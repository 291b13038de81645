"""A report as PDF: Typst lays the model out by `template.typ`."""

import json
from importlib.resources import files
from typing import Any

import houseway
from houseway.errors import BadReport
from houseway.report.libraries import needed
from houseway.report.model import Model, Plot, Section
from houseway.report.plots import draw

TEMPLATE = "template.typ"
STANDARD = ["a-2a"]
"""PDF/A for archives, with the structure that screen readers follow."""
SUSPECTS = b"/Suspects false"
"""Says what is so without it; poppler takes it for an error. Blanks in its place leave every offset as it was."""
NO_TIME = 0
"""The time of compiling that the document sees: always the same."""


def to_pdf(model: Model) -> bytes:
    """The same model gives the same bytes: no clock, no system font and no network has a part in it."""
    typst = needed("typst")
    drawn: list[str] = []
    plain = {
        "kind": model.kind,
        "day": [model.day.year, model.day.month, model.day.day],
        "title": model.title,
        "subtitle": model.subtitle,
        "facts": model.facts,
        "headline": model.headline,
        "signatures": model.signatures,
        "version": houseway.__version__,
        "sections": [_section(section, drawn) for section in model.sections],
    }
    source = files("houseway.report").joinpath(TEMPLATE).read_bytes()
    inputs = {"model": json.dumps(plain), "plots": json.dumps(drawn)}
    try:
        compiled = typst.Compiler(ignore_system_fonts=True).compile(
            input=source, sys_inputs=inputs, timestamp=NO_TIME, pdf_standards=STANDARD
        )
    except typst.TypstError as error:
        raise BadReport(f"Typst could not typeset the report: {error}") from error
    if not isinstance(compiled, bytes):
        raise BadReport("Typst did not produce one PDF document. Try another format, such as .html.")
    return compiled.replace(SUSPECTS, b" " * len(SUSPECTS))


def _section(section: Section, drawn: list[str]) -> dict[str, Any]:
    """A section as the template reads it: plots stand apart, and each says which picture is its own."""
    blocks = []
    for block in section.blocks:
        plain = block.to_dict()
        if isinstance(block, Plot):
            plain = {"block": "plot", "caption": block.caption, "picture": len(drawn)}
            drawn.append(draw(block))
        blocks.append(plain)
    parts = [_section(part, drawn) for part in section.parts]
    return {"title": section.title, "alone": section.alone, "blocks": blocks, "parts": parts}
