"""The run-time: doors, handlers, and the journal of what passed them."""
