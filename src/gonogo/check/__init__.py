"""Everything that CI judges of a contract repository."""
