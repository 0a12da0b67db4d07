"""Contracts out of what others have: tool lists in any protocol's form."""
