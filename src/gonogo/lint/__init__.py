"""A contract in, findings out: rules as rows of one table, each with its page."""
