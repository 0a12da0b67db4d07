"""The table of rules: every row there is."""

from collections.abc import Mapping
from types import MappingProxyType

from gonogo.lint import (
    agents,
    compiling,
    deadness,
    identity,
    keywords,
    objects,
    results,
    scalars,
    states,
    subset,
    values,
)
from gonogo.lint.rule import Group, Rule

_MODULES = (
    compiling,
    deadness,
    values,
    keywords,
    objects,
    scalars,
    states,
    identity,
    subset,
    agents,
    results,
)

RULES: Mapping[str, Rule] = MappingProxyType(
    {rule.id: rule for group in Group for module in _MODULES for rule in module.RULES if rule.group is group}
)
"""Every rule by its id, group by group."""
