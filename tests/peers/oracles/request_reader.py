"""What openapi-core reads out of requests: questions as JSON lines on standard input, answers on standard output.

It is run by the Python of `.venv-oracles`, which knows nothing of gonogo. The first line is a document; each other one
is `{"operation": [path, method], "path", "query", "headers", "body"}`, the body in base64, and its answer
`{"parameters": [[place, name, value], ...], "body": value, "unread": [[place, name, why], ...]}`.
"""

# mypy: ignore-errors
# The package stands in another environment than the one in which types are checked.

import base64
import json
import re
import sys
import warnings
from typing import Any
from urllib.parse import parse_qsl, unquote

from jsonschema_path import SchemaPath
from openapi_core.validation.request.validators import V30RequestValidator, V31RequestValidator
from werkzeug.datastructures import Headers, ImmutableMultiDict


def path_values(template: str, path: str) -> dict[str, str]:
    """The texts of a template's placeholders, under the names by which openapi-core's styles look for them."""
    parts = re.split(r"\{([^{}/]+)\}", template.partition("?")[0].partition("#")[0])
    pattern = "".join("([^/]*?)" if index % 2 else re.escape(part) for index, part in enumerate(parts))
    match = re.fullmatch(pattern, unquote_literals(path, parts[::2]))
    found: dict[str, str] = {}
    for name, text in zip(parts[1::2], match.groups() if match else (), strict=False):
        for form in ("{}", ";{}", ";{}*", ".{}", ".{}*"):
            found[form.format(name)] = unquote(text)
    return found


def unquote_literals(path: str, literals: list[str]) -> str:
    """A path whose literal parts read as in its template."""
    return path if all(part in path for part in literals) else unquote(path)


def locations(template: str, question: dict[str, Any]) -> dict[str, Any]:
    headers = Headers(question["headers"])
    cookies = [pair.partition("=") for pair in headers.get("Cookie", "").split("; ") if pair]
    return {
        "path": path_values(template, question["path"]),
        "query": ImmutableMultiDict(parse_qsl(question["query"], keep_blank_values=True)),
        "header": headers,
        "cookie": ImmutableMultiDict([(name, unquote(value)) for name, _, value in cookies]),
    }


def plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode()}
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list) else value


class Reader:
    """Reads requests of one document; what openapi-core thinks of their validity is not asked."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.spec = SchemaPath.from_dict(document)
        kind = V30RequestValidator if document["openapi"].startswith("3.0") else V31RequestValidator
        self.validator = kind(self.spec)

    def parameter(self, parameter: Any, where: dict[str, Any]) -> Any:
        get = (
            self.validator._get_complex_param_or_header
            if "content" in parameter
            else self.validator._get_simple_param_or_header
        )
        return get(parameter, where)[0]

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        template, method = question["operation"]
        item = self.spec / "paths" / template
        operation = item / method
        where = locations(template, question)
        read, unread, seen = [], [], set()
        for holder in (operation, item):
            for parameter in holder.get("parameters", []):
                place, name = (parameter / "in").read_str(), (parameter / "name").read_str()
                if (place, name) in seen or place not in where:
                    continue
                seen.add((place, name))
                try:
                    read.append([place, name, plain(self.parameter(parameter, where[place]))])
                except KeyError:
                    unread.append([place, name, "absent"])
                except Exception as error:  # noqa: BLE001 - whatever stops the reader is its answer
                    unread.append([place, name, type(error).__name__])
        out = {"parameters": read, "unread": unread}
        if question["body"] is not None and "requestBody" in operation:
            raw = base64.b64decode(question["body"])
            content = operation / "requestBody" / "content"
            try:
                value, _ = self.validator._get_content_schema_value_and_schema(
                    raw, content, where["header"].get("Content-Type")
                )
                out["body"] = plain(value)
            except Exception as error:  # noqa: BLE001
                unread.append(["body", "", type(error).__name__])
        return out


def main() -> None:
    """Answer questions until there are no more."""
    warnings.simplefilter("ignore")
    reader = Reader(json.loads(sys.stdin.readline()))
    for line in sys.stdin:
        sys.stdout.write(json.dumps(reader.answer(json.loads(line)), default=str) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
