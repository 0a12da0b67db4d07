"""Old contract, new contract: what breaks, with a proof or a payload; and whether one contract's output fits another's input."""
