"""A server over stdio that lists the tools of a file, for peers that only lint what a server tells them."""

import json
import sys
from pathlib import Path
from typing import Any


def answer(request: dict[str, Any], tools: list[Any]) -> dict[str, Any]:
    """Return what a request is answered: the tools, or what a client needs to hear first."""
    if request["method"] == "tools/list":
        return {"tools": tools}
    if request["method"] == "initialize":
        version = request["params"]["protocolVersion"]
        info = {"name": "listing", "version": "1"}
        return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}
    return {}


def main() -> None:
    """Answer requests until standard input ends."""
    tools = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["tools"]
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request:
            result = {"jsonrpc": "2.0", "id": request["id"], "result": answer(request, tools)}
            sys.stdout.write(json.dumps(result) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
