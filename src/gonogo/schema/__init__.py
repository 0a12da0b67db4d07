"""Facts about JSON Schema and JSON text: pure, and the lowest floor of the house."""
