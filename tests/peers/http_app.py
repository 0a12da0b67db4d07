"""The tools of the matrix and those that revisions disagree about, as one host; `MATRIX` names the matrix's file."""

import json
import os
from pathlib import Path
from typing import Any

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.config import Config
from gonogo.catalog.serving import ListenConfig, ServeConfig
from gonogo.host.host import Host
from gonogo.host.journal import Journal
from peers import edge_server, matrix_server

_SITUATIONS: dict[str, Any] = json.loads(Path(os.environ["MATRIX"]).read_text(encoding="utf-8"))["situations"]
_MATRIX = matrix_server.host(_SITUATIONS)
_TOOLS = [*_MATRIX.catalog.tools.values(), *edge_server.catalog().tools.values()]
_CONFIG = Config(serve=ServeConfig(search="never", http=ListenConfig(hosts=("localhost",))))

host = Host(Catalog.of(_TOOLS, _CONFIG), journal=Journal(Path(os.environ["JOURNAL"])))
for _name, _situation in _SITUATIONS.items():
    host.register(_name, matrix_server.handler(_situation))
for _name, (_, _result) in edge_server.RESULTS.items():
    host.register(_name, edge_server.answering(_result))
