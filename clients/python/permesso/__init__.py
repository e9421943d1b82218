"""Permission decisions for AI agents, by a permesso process on this machine.

Standard library only, Python 3.9 or newer.
"""
from ._client import ApprovalPending, NotPermitted, PermessoError
from ._http import HttpGate
from ._stdio import Gate
from ._types import Answer, Authorization, Call, Decision, Explanation, Principal

__all__ = [
    "Answer",
    "ApprovalPending",
    "Authorization",
    "Call",
    "Decision",
    "Explanation",
    "Gate",
    "HttpGate",
    "NotPermitted",
    "PermessoError",
    "Principal",
]
