"""A catalog cut to what one target accepts: the documents, what was lost, and how to undo it at the door."""
