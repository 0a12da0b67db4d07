"""gonogo: contracts for the JSON that AI agents exchange, enforced by the host.

The few names that a user needs; everything else is imported from its room.
"""

from gonogo.gauge.gauge import Gauge
from gonogo.gauge.problem import Issue
from gonogo.gauge.verdict import Go, NoGo

__all__ = ["Gauge", "Go", "Issue", "NoGo"]
