"""A compiled document as a catalog in memory, with what is wrong with single operations among its findings."""

from dataclasses import replace

from gonogo.catalog.binding import Binding
from gonogo.catalog.catalog import Catalog
from gonogo.catalog.config import Config
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.catalog.finding import Finding, Severity, in_order
from gonogo.gauge.compiled import Recipe
from gonogo.openapi.compilation import Compilation, CompiledTool
from gonogo.openapi.files import input_schema, output_schema
from gonogo.schema.errors import SchemaError
from gonogo.schema.types import Schema


def catalog_of(compilation: Compilation, config: Config, file: str) -> Catalog:
    """Return the tools of a document, each with its binding; they judge as those of its files would.

    Args:
        compilation: the document.
        config: how the catalog is used.
        file: what the document is called in findings.
    """
    tools: list[Tool] = []
    findings = [_finding(file, each.key, str(each.fault)) for each in compilation.failed]
    for each in compilation.tools:
        try:
            tools.append(_tool(each, config))
        except SchemaError as error:
            findings.append(_finding(file, each.operation.key, str(error)))
    return replace(Catalog.of(tools, config), findings=in_order(findings))


def _tool(made: CompiledTool, config: Config) -> Tool:
    given = _contract(made.name, Side.INPUT, input_schema(made), config)
    output = output_schema(made)
    return Tool(
        name=made.name,
        description=made.description,
        input=given,
        output=None if output is None else _contract(made.name, Side.OUTPUT, output, config),
        title=made.title or None,
        namespace=(made.group,) if made.group else (),
        annotations=made.annotations,
        binding=Binding.of(made.binding),
    )


def _contract(name: str, side: Side, schema: Schema, config: Config) -> Contract:
    limits = config.input_limits if side is Side.INPUT else config.output_limits
    return Contract.of(name, side, schema, recipe=Recipe(imported=True), limits=limits)


def _finding(file: str, key: str, message: str) -> Finding:
    return Finding(
        "operation_without_tool", Severity.WARNING, file, 1, 1, "", f"{key} makes no tool: {message}"
    )
