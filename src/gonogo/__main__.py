"""`python -m gonogo`: the same as `gonogo`."""

from gonogo.cli.main import run

run()
