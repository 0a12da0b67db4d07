"""Contract and evidence in, the smallest relaxation out, as an overlay."""
