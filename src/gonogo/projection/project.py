"""A catalog cut to one target: the document, the losses, and how to undo it. A failure belongs to one tool."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Tool
from gonogo.projection.card import Agent, card
from gonogo.projection.cut import Cut, Cutter, NotProjected
from gonogo.projection.envelopes import ENVELOPES, Row, Shape, response_format
from gonogo.projection.inverse import Inverse
from gonogo.projection.loss import Kind, Loss
from gonogo.projection.names import aliases
from gonogo.projection.rules import NameRule, Target
from gonogo.projection.targets import TARGETS
from gonogo.projection.told import Era, told
from gonogo.schema.errors import SchemaError
from gonogo.schema.pointer import PointerError
from gonogo.schema.types import Json

_STRICT: Final = frozenset(
    {
        "openai-chat-strict", "openai-responses-strict", "azure-openai-strict", "anthropic-strict", "bedrock",
        "deepseek-strict",
    }
)  # fmt: skip
_ERAS: Final = {"mcp": Era.MODERN, "mcp-2025-11-25": Era.HANDSHAKE}
_WHOLE: Final = TARGETS["json-schema"]


@dataclass(frozen=True, slots=True)
class Failure:
    """A tool that a target cannot be given.

    Attributes:
        tool: its name; a file's path where no tool could be made of it.
        reason: why.
    """

    tool: str
    reason: str

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form."""
        return {"tool": self.tool, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Chosen:
    """How a tool is sent where the strict ones of one request have a common budget.

    Attributes:
        tool: its name.
        strict: whether the vendor is asked to hold to the schema.
        optional, unions: what it costs of the budget.
        reason: why.
    """

    tool: str
    strict: bool
    optional: int
    unions: int
    reason: str

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form."""
        return {
            "tool": self.tool,
            "strict": self.strict,
            "optional": self.optional,
            "unions": self.unions,
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Projection:
    """A catalog in one target's form.

    Attributes:
        target: the target's name.
        document: what is sent or written.
        losses: what was changed, by tool and place.
        inverses: how the arguments of each tool are undone.
        names: each tool's name in the target.
        failures: the tools that it does not hold.
        chosen: which tools are strict, where that had to be chosen.
        schemas: the schemas in the target's form, by tool and side.
    """

    target: str
    document: Json
    losses: tuple[Loss, ...] = ()
    inverses: Mapping[str, Inverse] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    failures: tuple[Failure, ...] = ()
    chosen: tuple[Chosen, ...] = ()
    schemas: Mapping[tuple[str, str], dict[str, Json]] = field(default_factory=dict)

    @property
    def narrowed(self) -> tuple[Loss, ...]:
        """The losses by which some payload cannot be sent any more."""
        return tuple(loss for loss in self.losses if loss.kind is Kind.NARROWED)

    def tool_named(self, alias: str) -> str | None:
        """Return the tool that has a name in the target; None where none has."""
        return next((name for name, own in self.names.items() if own == alias), None)


@dataclass
class _Gathered:
    losses: list[Loss] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    inverses: dict[str, Inverse] = field(default_factory=dict)
    chosen: list[Chosen] = field(default_factory=list)
    schemas: dict[tuple[str, str], dict[str, Json]] = field(default_factory=dict)

    def take(self, contract: Contract, cut: Cut) -> dict[str, Json]:
        self.losses += cut.losses
        self.schemas[contract.name, contract.side.value] = cut.schema
        return cut.schema


def project(
    catalog: Catalog,
    target: str,
    *,
    agent: Agent | None = None,
    stored: Mapping[str, Mapping[str, str]] | None = None,
    cutter: Cutter | None = None,
) -> Projection:
    """Cut a catalog to a target.

    Args:
        catalog: the contracts.
        target: a name of `TARGETS`.
        agent: who serves them, where the target tells of it.
        stored: aliases that have been given before, by the rule of names; by default the catalog's own.
        cutter: what remembers cuts, where a catalog is cut to several targets.

    Raises:
        KeyError: there is no such target.
    """
    table = TARGETS[target]
    agent = agent or Agent()
    gathered = _Gathered()
    rule = name_rule(table, agent)
    names = aliases(catalog.tools, rule, (catalog.aliases if stored is None else stored).get(rule.name))
    cutting = cutter or Cutter()
    if target == "json-schema":
        document: Json = _bundled(catalog, cutting, gathered)
    elif target == "openai-structured":
        document = _structured(catalog, table, cutting, gathered)
    elif target == "a2a":
        document = card(catalog, agent, names)
    else:
        document = _tools(catalog, table, names, cutting, gathered)
    return Projection(
        target,
        document,
        tuple(gathered.losses),
        MappingProxyType(gathered.inverses),
        MappingProxyType(names),
        tuple(gathered.failures),
        tuple(gathered.chosen),
        MappingProxyType(gathered.schemas),
    )


def name_rule(table: Target, agent: Agent) -> NameRule:
    """Return which tool names a target takes; some clients count the server's name too."""
    rule = table.names
    if table.name != "mcp-portable":
        return rule
    claude, cursor = 64 - len(f"mcp__{agent.name}__"), 59 - len(agent.name)
    return replace(rule, longest=max(16, min(claude, cursor)))


def _tools(
    catalog: Catalog, table: Target, names: Mapping[str, str], cutter: Cutter, gathered: _Gathered
) -> Json:
    rows: list[Row] = []
    strict = _affordable(catalog, table, cutter, gathered)
    for name, tool in catalog.tools.items():
        try:
            chosen = table if strict is None or name in strict else TARGETS[table.fallback or table.name]
            rows.append(_row(tool, names[name], chosen, cutter, gathered))
        except (NotProjected, SchemaError, PointerError) as error:
            gathered.failures.append(Failure(name, str(error)))
    return ENVELOPES[table.name](rows)


def _row(tool: Tool, alias: str, table: Target, cutter: Cutter, gathered: _Gathered) -> Row:
    era = _ERAS.get(table.name)
    if era is not None:
        own = told(tool, era, cutter.document)
        gathered.losses += own.losses
        gathered.schemas[tool.name, "input"] = dict(own.input)
        output = dict(own.output) if own.output is not None else None
        if output is not None:
            gathered.schemas[tool.name, "output"] = output
        return Row(tool, alias, dict(own.input), output, meta=own.meta)
    cut = cutter.cut(tool.input, table)
    told_output: dict[str, Json] | None = None
    if tool.output is not None and table.name == "mcp-portable":
        told_output = gathered.take(tool.output, cutter.cut(tool.output, table))
    elif tool.output is not None and table.name.startswith("openai-responses"):
        told_output = cutter.cut(tool.output, _WHOLE).schema
    gathered.inverses[tool.name] = cut.inverse
    return Row(tool, alias, gathered.take(tool.input, cut), told_output, table.name in _STRICT)


def _affordable(
    catalog: Catalog, table: Target, cutter: Cutter, gathered: _Gathered
) -> frozenset[str] | None:
    """Choose the strict tools of a request with a common budget: the cheapest first, then by name.

    Returns:
        Their names; None where the target has no such budget.
    """
    budget = table.request
    if budget is None:
        return None
    costs: list[tuple[int, str, int, int]] = []
    for name, tool in catalog.tools.items():
        try:
            size = cutter.cut(tool.input, table).size
        except NotProjected as error:
            gathered.chosen.append(Chosen(name, False, 0, 0, f"not strict: {error}"))
            continue
        costs.append((size.optional + size.unions, name, size.optional, size.unions))
    strict: set[str] = set()
    optional = unions = 0
    for _, name, more_optional, more_unions in sorted(costs):
        reason = "within the request's budget"
        if len(strict) == budget.tools:
            reason = f"not strict: {budget.tools} tools are strict already"
        elif optional + more_optional > budget.optional:
            reason = (
                f"not strict: optional parameters would be {optional + more_optional} of {budget.optional}"
            )
        elif unions + more_unions > budget.unions:
            reason = f"not strict: union parameters would be {unions + more_unions} of {budget.unions}"
        else:
            strict.add(name)
            optional, unions = optional + more_optional, unions + more_unions
        gathered.chosen.append(Chosen(name, name in strict, more_optional, more_unions, reason))
    return frozenset(strict)


def _structured(catalog: Catalog, table: Target, cutter: Cutter, gathered: _Gathered) -> Json:
    """What a model answers in a form: handoffs, and the results of tools where a model plays them."""
    outputs = [tool.output for tool in catalog.tools.values() if tool.output is not None]
    document: dict[str, Json] = {}
    for kind, contracts in (("handoffs", list(catalog.handoffs.values())), ("outputs", outputs)):
        names = aliases([contract.name for contract in contracts], table.names)
        document[kind] = {}
        for contract in contracts:
            cut = _try(contract, table, cutter, gathered)
            if cut is not None:
                gathered.inverses.setdefault(contract.name, cut.inverse)
                shape = Shape(contract, names[contract.name], gathered.take(contract, cut))
                document[kind][contract.name] = response_format(shape)
    return document


def _bundled(catalog: Catalog, cutter: Cutter, gathered: _Gathered) -> Json:
    document: dict[str, Json] = {}
    for contract in catalog.contracts:
        cut = _try(contract, _WHOLE, cutter, gathered)
        if cut is not None:
            side = document.setdefault(f"{contract.side.value}s", {})
            side[contract.name] = _identified(contract, gathered.take(contract, cut))
    return document


def _identified(contract: Contract, schema: dict[str, Json]) -> dict[str, Json]:
    identity = {"$id": contract.id} if contract.id else {}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **identity, **schema}


def _try(contract: Contract, table: Target, cutter: Cutter, gathered: _Gathered) -> Cut | None:
    try:
        return cutter.cut(contract, table)
    except (NotProjected, SchemaError) as error:
        gathered.failures.append(Failure(contract.name, str(error)))
        return None


def project_all(
    catalog: Catalog,
    targets: Sequence[str],
    *,
    agent: Agent | None = None,
    stored: Mapping[str, Mapping[str, str]] | None = None,
    witnesses: bool = False,
) -> tuple[Projection, ...]:
    """Cut a catalog to several targets, each contract once for each table.

    Args:
        catalog: the contracts.
        targets: names of `TARGETS`.
        agent: who serves them.
        stored: aliases that have been given before; by default the catalog's own.
        witnesses: whether each loss is to carry a payload that shows it.
    """
    cutter = Cutter(witnesses)
    return tuple(project(catalog, name, agent=agent, stored=stored, cutter=cutter) for name in targets)
