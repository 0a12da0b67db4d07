"""Bodies that are no JSON, as MCP's content blocks (MCP 2025-11-25 and 2026-07-28, "Tool Result")."""

import base64

import mcp_types as types

from gonogo.host.outcome import Content


def block_of(content: Content, tool: str) -> types.ContentBlock:
    """Return a body as a block: text as text, pictures and sound as such, other bytes as a resource.

    Args:
        content: the body.
        tool: the tool's name, by which a resource is named: where the body came from may hold credentials.
    """
    if content.text is not None:
        return types.TextContent(type="text", text=content.text)
    data = base64.b64encode(content.data).decode()
    kind = content.media_type.partition("/")[0]
    if kind == "image":
        return types.ImageContent(type="image", data=data, mime_type=content.media_type)
    if kind == "audio":
        return types.AudioContent(type="audio", data=data, mime_type=content.media_type)
    resource = types.BlobResourceContents(
        uri=f"urn:gonogo:result:{tool}", mime_type=content.media_type, blob=data
    )
    return types.EmbeddedResource(type="resource", resource=resource)
