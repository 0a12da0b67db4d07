"""The MCP wire: server, client and the differences between revisions. The only room that imports the MCP SDK."""
