"""The generators of types that other projects keep: found where they are installed, and run apart from this process.

datamodel-code-generator writes Python: it knows `TypedDict`, the type of a payload as handlers have it, and needs nothing
at run time. json-schema-to-typescript writes TypeScript; it is the one that most projects use. Both read JSON Schema from
standard input and are told of references inside the document only, so that nothing is fetched.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import MappingProxyType
from typing import Final

from gonogo.schema.types import Json

_SECONDS: Final = 600
_EMPTY_HEADER: Final = "#\n"
"""What datamodel-code-generator writes where it is asked for no header of its own."""


class NoGenerator(Exception):
    """Raised when a generator is not installed; its text says how it is."""


class NotGenerated(ValueError):
    """Raised when a generator makes nothing of a document; its text holds what it said last."""


@dataclass(frozen=True, slots=True)
class Installed:
    """A generator as it stands on this machine.

    Attributes:
        command: what is run; it reads a schema and writes types.
        version: the package's.
    """

    command: tuple[str, ...]
    version: str


@dataclass(frozen=True, slots=True)
class Generator:
    """One generator.

    Attributes:
        package: its name where it is published.
        file: the file that its types are written to.
        comment: what begins a line of comment in its language.
        hint: how it is installed.
        find: where it is; None where it is not.
    """

    package: str
    file: str
    comment: str
    hint: str
    find: Callable[[], Installed | None]

    def generate(self, document: Json) -> str:
        """Return the types of a document's definitions.

        Raises:
            NoGenerator: it is not installed.
            NotGenerated: it makes nothing of the document.
        """
        installed = self.find()
        if installed is None:
            raise NoGenerator(f"{self.package} is not installed: {self.hint}")
        text = json.dumps(document, ensure_ascii=True)
        # In an empty folder, since generators read the configuration of a project around them.
        with tempfile.TemporaryDirectory() as folder:
            try:
                done = subprocess.run(  # noqa: S603 - a generator that the user installed
                    installed.command,
                    cwd=folder,
                    input=text,
                    capture_output=True,
                    text=True,
                    encoding="utf-8",
                    env={**os.environ, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"},
                    timeout=_SECONDS,
                    check=False,
                )
            except FileNotFoundError:
                raise NoGenerator(f"{self.package} cannot be run: {self.hint}") from None
            except subprocess.TimeoutExpired:
                raise NotGenerated(f"{self.package} took more than {_SECONDS} s") from None
        if done.returncode or not done.stdout.strip():
            raise NotGenerated(f"{self.package} says: {_last_line(done.stderr)}")
        return done.stdout.removeprefix(_EMPTY_HEADER).strip() + "\n"


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "nothing"


def _python() -> Installed | None:
    try:
        own = version("datamodel-code-generator")
    except PackageNotFoundError:
        return None
    return Installed((sys.executable, "-m", "datamodel_code_generator", *_PYTHON_OPTIONS), own)


# Without the future import: with it, Python does not see at run time which keys may be absent.
_PYTHON_OPTIONS: Final = (
    "--input-file-type", "jsonschema", "--schema-version", "2020-12", "--output-model-type", "typing.TypedDict",
    "--target-python-version", "3.11", "--disable-timestamp", "--custom-file-header", "#", "--formatters", "builtin",
    "--enum-field-as-literal", "all", "--use-type-alias", "--skip-root-model", "--use-schema-description",
    "--use-field-description", "--no-use-closed-typed-dict", "--no-allow-remote-refs", "--strict-refs", "--disable-future-imports",
)  # fmt: skip


def _typescript() -> Installed | None:
    command = _json2ts()
    if command is None or shutil.which("node") is None:
        return None
    for folder in Path(command).resolve().parents:
        try:
            package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(package, dict) and package.get("name") == "json-schema-to-typescript":
            return Installed((command, "--bannerComment", ""), str(package.get("version")))
    return None


def _json2ts() -> str | None:
    """The command on the path, or in the `node_modules` of this folder or one around it."""
    found = shutil.which("json2ts")
    here = Path.cwd()
    places = (folder / "node_modules" / ".bin" / "json2ts" for folder in (here, *here.parents))
    return found or next((str(place) for place in places if place.is_file()), None)


GENERATORS: Final[Mapping[str, Generator]] = MappingProxyType(
    {
        "python-types": Generator(
            "datamodel-code-generator", "python_types.py", "#", "pip install 'gonogo[types]'", _python
        ),
        "typescript-types": Generator(
            "json-schema-to-typescript",
            "typescript_types.ts",
            "//",
            "npm install --save-dev json-schema-to-typescript, or put json2ts on the path",
            _typescript,
        ),
    }
)
"""By the name of what they are given (`projection.targets.TYPES`)."""
