"""A query to a short list of tools with their schemas; pure."""
