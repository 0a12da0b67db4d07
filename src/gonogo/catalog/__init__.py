"""Contracts, tools and the folder that keeps them: layout, identifiers, versions, configuration."""
