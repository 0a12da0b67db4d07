"""The same question gets the same answer in every process, however its texts are hashed."""

import os
import subprocess
import sys

_ASK = """
from gonogo.schema.types import Schema
from gonogo.witness.cases import Steps
from gonogo.witness.formula import Literal, Side
from gonogo.witness.solver import Solver

def held(count):
    return {"allOf": [{"anyOf": [{"required": [f"a{n}"]}, {"required": [f"b{n}"]}]} for n in range(count)]}

inner, outer = Side(held(25), "inner"), Side(held(24), "outer")
steps = Steps(1_500)
answers = list(Solver(steps).each(frozenset({Literal(inner.root), Literal(outer.root, holds=False)})))
print([answer.values for answer in answers], steps.left)
"""


def test_the_hash_of_texts_decides_nothing() -> None:
    told = {
        subprocess.run(  # noqa: S603  our own question
            [sys.executable, "-c", _ASK],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "9", "10")
    }
    assert len(told) == 1
