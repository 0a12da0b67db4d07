"""Documents that mean harm: each ends in a typed row, in a process that may hold little memory."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

MIB = 1024 * 1024
MEMORY = 1024 * MIB
"""What the process may address; Python with the packages takes a third of it before it starts."""

CHILD = """
import json, resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]),) * 2)
from gonogo.catalog.folder import Folder
from gonogo.openapi.compilation import compile_document
from gonogo.openapi.fault import OpenApiFault
file = Path(sys.argv[1])
try:
    made = compile_document(Folder(file.parent), file.name)
    told = {
        "failed": {each.key: each.fault.code for each in made.failed},
        "tools": {tool.operation.key: sorted({each.code for each in tool.repairs}) for tool in made.tools},
        "sizes": [len(json.dumps(tool.output)) for tool in made.tools if tool.output],
        "text": " ".join(json.dumps([tool.input, tool.output, tool.binding]) for tool in made.tools),
    }
except OpenApiFault as fault:
    told = {"fault": fault.code}
json.dump(told, sys.stdout)
"""


def compiled(folder: Path, name: str, data: bytes) -> Any:
    file = folder / name
    file.write_bytes(data)
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", CHILD, str(file), str(MEMORY)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-500:]
    return json.loads(done.stdout)


def answer(schema: Any) -> dict[str, Any]:
    return {"200": {"description": "d", "content": {"application/json": {"schema": schema}}}}


def document(paths: dict[str, Any], **more: Any) -> bytes:
    return json.dumps({"openapi": "3.1.0", "info": {}, "paths": paths, **more}).encode()


def nested(opening: bytes, closing: bytes) -> bytes:
    count = 10 * MIB // (len(opening) + len(closing))
    return opening * count + b"1" + closing * count


def stairs() -> bytes:
    """A YAML file of 10 MiB in which each line stands one step further to the right."""
    lines, size = [b"openapi: 3.1.0", b"paths:"], 0
    while size < 10 * MIB:
        lines.append(b" " * len(lines) + b"a:")
        size += len(lines[-1])
    return b"\n".join(lines)


def bomb() -> bytes:
    rows = ["openapi: 3.1.0", "info: {}", "paths: {}", "x-0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"x-{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]" for level in range(1, 12)]
    return "\n".join(rows).encode()


def merges() -> bytes:
    """Merge keys that double what they merge."""
    rows = [
        "openapi: 3.1.0",
        "info: {}",
        "paths: {}",
        "x-0: &a0 {" + ", ".join(f"k{i}: 1" for i in range(1000)) + "}",
    ]
    rows += [
        f"x-{level}: &a{level} {{<<: [{', '.join([f'*a{level - 1}'] * 1000)}]}}" for level in range(1, 9)
    ]
    return "\n".join(rows).encode()


@pytest.mark.parametrize(
    ("name", "make", "codes"),
    [
        ("a.json", lambda: nested(b"[", b"]"), {"too_deep"}),
        ("a.json", lambda: nested(b'{"a":', b"}"), {"too_deep"}),
        ("a.yaml", lambda: nested(b"[", b"]"), {"too_deep", "malformed_text"}),
        ("a.yaml", lambda: nested(b"{a: ", b"}"), {"too_deep", "malformed_text"}),
        ("a.yaml", lambda: b"- " * (5 * MIB), {"too_deep", "malformed_text"}),
        ("a.yaml", stairs, {"too_deep"}),
        ("a.yaml", bomb, {"too_many_nodes"}),
        ("a.yaml", merges, {"too_many_nodes"}),
        ("a.yaml", lambda: b"openapi: 3.1.0\npaths:\n" + b"? " * (5 * MIB), {"too_deep", "malformed_text"}),
        ("a.yaml", lambda: b'a: "' + b"x" * (10 * MIB), {"malformed_text"}),
        ("a.yaml", lambda: b"&a " * (3 * MIB) + b"x", {"malformed_text"}),
        ("a.json", lambda: b"1" * (10 * MIB), {"unknown_version", "number_range"}),
        ("a.yaml", lambda: b"a: " + b"1" * (10 * MIB), {"unknown_version", "number_range"}),
        ("a.json", lambda: b"", {"unknown_version", "not_json", "malformed_text"}),
        ("a.json", lambda: b"null", {"unknown_version"}),
        ("a.yaml", lambda: b"\xff\xfe\x00", {"malformed_text"}),
    ],
    ids=[
        *(
            "json-lists",
            "json-objects",
            "yaml-lists",
            "yaml-objects",
            "yaml-dashes",
            "yaml-stairs",
            "aliases",
        ),
        *(
            "merges",
            "complex-keys",
            "open-text",
            "anchors",
            "digits",
            "yaml-digits",
            "empty",
            "null",
            "bytes",
        ),
    ],
)
def test_a_text_that_means_harm_is_a_typed_fault(
    tmp_path: Path, name: str, make: Callable[[], bytes], codes: set[str]
) -> None:
    assert compiled(tmp_path, name, make()).get("fault") in codes


MANY = 100_000


def chain() -> bytes:
    """Schemas that are nothing but a reference to the next one."""
    schemas: dict[str, Any] = {f"S{i}": {"$ref": f"#/components/schemas/S{i + 1}"} for i in range(MANY)}
    schemas[f"S{MANY}"] = {"type": "object"}
    return document(
        {
            "/x": {"get": {"responses": answer({"$ref": "#/components/schemas/S0"})}},
            "/fine": {"get": {"responses": {}}},
        },
        components={"schemas": schemas},
    )


def fan() -> bytes:
    """One object with references to as many schemas, and one with as many to the same."""
    schemas: dict[str, Any] = {
        f"S{i}": {"type": "object", "properties": {"a": {"$ref": "#/components/schemas/S0"}}}
        for i in range(MANY)
    }
    many = {f"p{i}": {"$ref": f"#/components/schemas/S{i}"} for i in range(MANY)}
    one = {f"p{i}": {"$ref": "#/components/schemas/S1"} for i in range(MANY)}
    paths = {
        "/many": {"get": {"responses": answer({"type": "object", "properties": many})}},
        "/one": {"get": {"responses": answer({"type": "object", "properties": one})}},
    }
    return document(paths, components={"schemas": schemas})


def doubling() -> bytes:
    schemas: dict[str, Any] = {
        f"S{i}": {"allOf": [{"$ref": f"#/components/schemas/S{i + 1}"}] * 2} for i in range(200)
    }
    schemas["S200"] = {"type": "object", "properties": {"a": {"type": "string", "readOnly": True}}}
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/S0"}}}}
    paths = {"/x": {"post": {"requestBody": body, "responses": answer({"$ref": "#/components/schemas/S0"})}}}
    return document(paths, components={"schemas": schemas})


@pytest.mark.parametrize("make", [fan, doubling])
def test_many_references_stay_within_the_budget(tmp_path: Path, make: Callable[[], bytes]) -> None:
    made = compiled(tmp_path, "a.json", make())
    assert made["failed"] == {}
    assert all(size <= 40 * 1024 for size in made["sizes"])


def test_a_chain_of_references_fails_alone(tmp_path: Path) -> None:
    made = compiled(tmp_path, "a.json", chain())
    assert made["failed"] == {"GET /x": "too_deep"}
    assert list(made["tools"]) == ["GET /fine"]


def parameters() -> bytes:
    """Parameters that refer to the next one, and a ring of them."""
    held: dict[str, Any] = {f"P{i}": {"$ref": f"#/components/parameters/P{i + 1}"} for i in range(MANY)}
    held["ring"] = {"$ref": "#/components/parameters/gnir"}
    held["gnir"] = {"$ref": "#/components/parameters/ring"}
    paths = {
        f"/{name}": {"get": {"parameters": [{"$ref": f"#/components/parameters/{name}"}], "responses": {}}}
        for name in ("P0", "ring")
    }
    return document({**paths, "/fine": {"get": {"responses": {}}}}, components={"parameters": held})


def test_a_long_chain_of_parameters_fails_alone(tmp_path: Path) -> None:
    made = compiled(tmp_path, "a.json", parameters())
    assert made["failed"] == {"GET /P0": "reference_cycle", "GET /ring": "reference_cycle"}
    assert list(made["tools"]) == ["GET /fine"]


OUTSIDE = [
    ("../secret.json#/a", "reference_outside"),
    ("sub/../../secret.json", "reference_outside"),
    ("%2e%2e/secret.json", "reference_outside"),
    ("..%2fsecret.json", "reference_outside"),
    ("/etc/passwd", "reference_outside"),
    ("link.json", "reference_to_no_file"),
    ("linked/secret.json", "reference_to_no_file"),
    ("file:///etc/passwd", "reference_to_network"),
    ("http://127.0.0.1:9/a.json", "reference_to_network"),
    ("//127.0.0.1/a.json", "reference_to_network"),
    ("nowhere.json", "reference_to_no_file"),
    ("sub", "reference_to_no_file"),
    ("a\0b.json", "reference_to_no_file"),
]


def test_nothing_outside_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text(
        '{"a": {"name": "SECRET", "in": "query"}, "name": "SECRET", "in": "query"}'
    )
    folder = tmp_path / "api"
    (folder / "sub").mkdir(parents=True)
    (folder / "link.json").symlink_to(tmp_path / "secret.json")
    (folder / "linked").symlink_to(tmp_path, target_is_directory=True)
    paths: dict[str, Any] = {"/fine": {"get": {"responses": {}}}}
    for index, (reference, _) in enumerate(OUTSIDE):
        paths[f"/p{index}"] = {"get": {"parameters": [{"$ref": reference}], "responses": {}}}
        paths[f"/s{index}"] = {"get": {"responses": answer({"$ref": reference})}}
    made = compiled(folder, "a.json", document(paths))
    assert made["failed"] == {f"GET /p{index}": code for index, (_, code) in enumerate(OUTSIDE)}
    assert set(made["tools"]) == {"GET /fine", *(f"GET /s{index}" for index in range(len(OUTSIDE)))}
    assert all("unresolved_reference" in codes for key, codes in made["tools"].items() if key != "GET /fine")
    assert "SECRET" not in made["text"]
