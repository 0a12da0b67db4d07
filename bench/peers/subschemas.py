"""jsonsubschema, in an interpreter of its own: a line with two schemas comes in, a verdict goes out.

It ends the process on some schemas, and pins an old jsonschema; so it is asked from outside.
"""

import contextlib
import io
import json
import sys

from jsonsubschema import isSubschema  # type: ignore[import-not-found]

for line in sys.stdin:
    inner, outer = json.loads(line)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            verdict = isSubschema(inner, outer)
    except BaseException as error:  # noqa: BLE001  SystemExit is one of its answers
        verdict = type(error).__name__
    print(json.dumps(verdict), flush=True)
