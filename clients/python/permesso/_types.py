"""What goes over the wire, as `packages/gate/schema` has it."""
from __future__ import annotations

from typing import Any, Dict, List, Mapping, TypedDict


class Principal(TypedDict, total=False):
    """For whom a call is: from your sign-in, never from the model."""

    tenant: str
    user: str
    session: str
    roles: List[str]
    attributes: Dict[str, Any]


class _RequiredCall(TypedDict):
    tool: str
    input: Mapping[str, Any]


class Call(_RequiredCall, total=False):
    """What an agent wants to do."""

    cwd: str
    shell: str
    agent: Mapping[str, Any]
    session: str
    principal: Principal


class Decision(TypedDict, total=False):
    """The verdict of the policy with its receipt."""

    verdict: str
    message: str
    guidance: str
    receipt: Dict[str, Any]


class Explanation(TypedDict):
    """A decision with every rule that was considered."""

    decision: Decision
    parts: List[Any]


class Authorization(TypedDict, total=False):
    """Run the call on `allow` alone. `approval` is there where somebody is asked."""

    verdict: str
    decision: Decision
    message: str
    guidance: str
    request: Dict[str, Any]
    approval: str


class _RequiredAnswer(TypedDict):
    verdict: str


class Answer(_RequiredAnswer, total=False):
    """What a person says to a request: `allow` or `deny`."""

    by: str
    comment: str
