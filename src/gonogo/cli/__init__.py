"""The command line: one small module a verb, and no logic of its own."""
