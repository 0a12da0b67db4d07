"""A whole document compiled: a tool for each operation, and a row for each that makes none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from gonogo.catalog.contract import Side
from gonogo.openapi.assembly import Assembler
from gonogo.openapi.errors import ErrorContracts
from gonogo.openapi.fault import OpenApiFault, Repair
from gonogo.openapi.groups import group_of
from gonogo.openapi.members import mapping
from gonogo.openapi.model import Failed, operations, version_of
from gonogo.openapi.names import names_of
from gonogo.openapi.operation import Operation
from gonogo.openapi.requests import request_of
from gonogo.openapi.responses import Output, output_of
from gonogo.openapi.schemas import Schemas
from gonogo.openapi.security import needed, schemes_of, without_credentials
from gonogo.openapi.source import Source
from gonogo.openapi.styles import PROFILES
from gonogo.schema.types import Json

_IDEMPOTENT: Final = frozenset({"put", "delete"})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a document is compiled.

    Attributes:
        input_bytes, output_bytes: what the text of a tool's input and output contract may measure.
        frozen: names of tools by operation key that a lock holds.
        wanted: whether an operation becomes a tool.
        grouping: what groups the tools into namespaces, a row of `groups.GROUPINGS`; empty where nothing does.
        groups: the groups of tools by operation key that a lock holds.
        arrays: how a list inside `deepObject` is sent, a row of `styles.PROFILES`.
        not_found: whether a 404 that the document tells of is a state of an operation's answer, and no error.
    """

    input_bytes: int = 64 * 1024
    output_bytes: int = 32 * 1024
    frozen: Mapping[str, str] = field(default_factory=dict)
    wanted: Callable[[Operation], bool] = lambda _operation: True
    grouping: str = ""
    groups: Mapping[str, str] = field(default_factory=dict)
    arrays: str = PROFILES[0]
    not_found: Callable[[Operation], bool] = lambda _operation: False


@dataclass(frozen=True, slots=True)
class CompiledTool:
    """An operation as a tool.

    Attributes:
        name: what it is called.
        operation: where it comes from.
        title, description: what it does.
        input: its input contract: self-contained, draft 2020-12.
        output: its output contract; None where there is none.
        reason: why there is none: a row of `responses.REASONS`.
        annotations: hints for clients, as MCP defines them.
        binding: how it is executed over HTTP; keeps `contracts/binding.json`.
        repairs: what was mended, loosened or cut.
        cuts: the names of the schemas that were cut from its contracts.
        group: its namespace; empty where it has none.
    """

    name: str
    operation: Operation
    title: str
    description: str
    input: dict[str, Json]
    output: dict[str, Json] | None
    reason: str
    annotations: Mapping[str, bool]
    binding: dict[str, Json]
    repairs: tuple[Repair, ...]
    cuts: tuple[str, ...]
    group: str = ""


@dataclass(frozen=True, slots=True)
class Compilation:
    """What became of a document.

    Attributes:
        title, version: what it says of itself.
        tools: in its order.
        failed: the operations that make no tool, with the reason.
        left_out: the operations that were not wanted, by key.
    """

    title: str
    version: str
    tools: tuple[CompiledTool, ...]
    failed: tuple[Failed, ...]
    left_out: tuple[str, ...]


def compile_document(files: Mapping[str, bytes], entry: str, settings: Settings | None = None) -> Compilation:
    """Compile an OpenAPI document.

    Args:
        files: the bytes of each file of its folder by its path; references lead to these and nowhere else.
        entry: the path of the file that it starts with.
        settings: budgets, names and filters.

    Raises:
        OpenApiFault: the entry cannot be read, or is no OpenAPI document. What is wrong with one operation is a row
            of `failed`.
    """
    own = settings or Settings()
    source = Source(files, entry)
    version = version_of(source)
    read = list(operations(source, version))
    failed = [each for each in read if isinstance(each, Failed)]
    found = [each for each in read if isinstance(each, Operation)]
    wanted = [each for each in found if own.wanted(each)]
    names = names_of(wanted, own.frozen)
    assembler = Assembler(Schemas(source, version))
    shared = _Shared(assembler, ErrorContracts(assembler), schemes_of(source, version))
    tools: list[CompiledTool] = []
    for each in wanted:
        try:
            tools.append(_tool(each, names[each.key], shared, own))
        except OpenApiFault as fault:
            failed.append(Failed(each.key, fault))
        except RecursionError:
            hint = "its schemas nest too deep together"
            failed.append(Failed(each.key, OpenApiFault("too_deep", str(each.place), hint)))
    info = mapping(source.root(entry), "info")
    kept = {each.key for each in wanted}
    return Compilation(
        title=str(info.get("title", "")),
        version=str(info.get("version", "")),
        tools=tuple(tools),
        failed=tuple(failed),
        left_out=tuple(each.key for each in found if each.key not in kept),
    )


@dataclass(frozen=True, slots=True)
class _Shared:
    """What the operations of one document share."""

    assembler: Assembler
    errors: ErrorContracts
    schemes: Mapping[str, dict[str, Json]]


def _tool(operation: Operation, name: str, shared: _Shared, settings: Settings) -> CompiledTool:
    assembler, schemes = shared.assembler, needed(operation, shared.schemes)
    operation, dropped = without_credentials(operation, schemes)
    request = request_of(operation, assembler.schemas, settings.arrays)
    answer = output_of(operation, assembler.schemas, not_found=settings.not_found(operation))
    place = str(operation.place)
    made = assembler.assemble(request.schema, Side.INPUT, f"{place}/parameters", settings.input_bytes)
    errors, unmade = shared.errors.of(operation, answer.statuses)
    repairs = {*dropped, *request.repairs, *answer.repairs, *made.repairs, *unmade}
    cuts, output = made.cuts, None
    if answer.schema is not None:
        told = assembler.assemble(answer.schema, Side.OUTPUT, f"{place}/responses", settings.output_bytes)
        repairs.update(told.repairs)
        cuts, output = (*cuts, *told.cuts), told.schema
    return CompiledTool(
        name=name,
        operation=operation,
        title=operation.summary,
        description=operation.description or operation.summary or operation.key,
        input=made.schema,
        output=output,
        reason=answer.reason,
        annotations=_annotations(operation),
        binding={
            "form": 1,
            "tool": name,
            "operation": operation.key,
            "servers": list(operation.servers),
            "security": [dict(row) for row in operation.security],
            "security_schemes": schemes,
            "request": request.plan,
            "response": _response(answer, errors),
        },
        repairs=tuple(sorted(repairs)),
        cuts=cuts,
        group=settings.groups.get(operation.key, group_of(operation, settings.grouping)),
    )


def _annotations(operation: Operation) -> dict[str, bool]:
    method = operation.method
    if operation.is_read_only:
        return {"readOnlyHint": True}
    return {
        "readOnlyHint": False,
        "destructiveHint": method != "post",
        "idempotentHint": method in _IDEMPOTENT,
    }


def _response(answer: Output, errors: dict[str, Json]) -> dict[str, Json]:
    return {
        "shape": answer.shape,
        "statuses": dict(answer.statuses),
        "media_types": {status: list(names) for status, names in answer.media_types.items()},
        "errors": errors,
    }
