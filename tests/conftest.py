"""How random tests run here: the same every time, and as slowly as the machine is."""

from hypothesis import settings

settings.register_profile("gonogo", derandomize=True, deadline=None)
settings.load_profile("gonogo")
