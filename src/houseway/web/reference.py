"""The API's reference as one plain page, made from its OpenAPI description: no script, and no other host."""

from html import escape
from typing import Any

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title></head><body><main><h1>{title}</h1>
<p>{description}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
{operations}</main></body></html>
"""


def reference_page(description: dict[str, Any]) -> str:
    """The page for an OpenAPI description."""
    info = description["info"]
    operations = [
        _operation(method, path, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]
    return _PAGE.format(
        title=escape(f"{info['title']} {info['version']}"),
        description=escape(info.get("description", "")),
        operations="\n".join(operations),
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    parts = [f"<section><h2><code>{method.upper()} {escape(path)}</code></h2>"]
    parts.append(f"<p>{escape(operation.get('description') or operation.get('summary', ''))}</p>")
    rows = [
        f"<li><code>{escape(parameter['name'])}</code> in the {escape(parameter['in'])}</li>"
        for parameter in operation.get("parameters", [])
    ]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if "$ref" in body:
        rows.append(f"<li>body: <code>{escape(body['$ref'].rpartition('/')[2])}</code></li>")
    if rows:
        parts.append(f"<ul>{''.join(rows)}</ul>")
    answers = ", ".join(escape(status) for status in operation["responses"])
    parts.append(f"<p>Answers: {answers}</p></section>")
    return "".join(parts)
