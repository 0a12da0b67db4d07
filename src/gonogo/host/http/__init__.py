"""Tools that are executed over HTTP by their bindings. It needs the HTTP client that the MCP SDK brings."""
