"""What a gate can be asked, whatever carries the messages."""
from __future__ import annotations

import asyncio
import functools
import inspect
import itertools
import json
import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, TypeVar, cast

from ._types import Answer, Authorization, Call, Decision, Explanation, Principal

VERSION = 1
_F = TypeVar("_F", bound=Callable[..., Any])
_principal: "ContextVar[Optional[Principal]]" = ContextVar("permesso_principal", default=None)


class PermessoError(Exception):
    """The decision could not be had. Nothing may run."""


class NotPermitted(Exception):
    """The call may not run. The text is for the model."""

    def __init__(self, message: str, decision: Decision) -> None:
        super().__init__(message)
        self.decision = decision


class ApprovalPending(NotPermitted):
    """Somebody else is asked. Make the same call again once they have answered: their approval is used by it."""

    def __init__(self, message: str, decision: Decision, approval: str) -> None:
        super().__init__(message, decision)
        self.approval = approval


class Client:
    """Every failure is an error or a deny, never an allow."""

    def __init__(self, approver: Optional[Callable[[Mapping[str, Any]], Answer]] = None) -> None:
        self._approver = approver
        self._ids = itertools.count(1)

    def decide(self, call: Call) -> Decision:
        """The verdict of the policy alone. Asks nobody, records nothing."""
        return cast(Decision, self._request("decide", {"call": self._with_principal(call)}))

    def explain(self, call: Call) -> Explanation:
        return cast(Explanation, self._request("explain", {"call": self._with_principal(call)}))

    def authorize(self, call: Call) -> Authorization:
        """Allow or deny, or ask where nobody answers. Run the call on `allow` alone."""
        said = cast(Authorization, self._request("authorize", {"call": self._with_principal(call)}))
        if said.get("verdict") != "ask" or self._approver is None or "approval" not in said:
            return said
        answer = self._approver(said.get("request", {}))
        params = {"approval": said["approval"], "answer": dict(answer)}
        return cast(Authorization, self._request("answer", params))

    def ran(self, call: Call, *, ok: bool, error: Optional[str] = None, duration_ms: Optional[float] = None) -> None:
        outcome: Dict[str, Any] = {"ok": ok}
        if error is not None:
            outcome["error"] = error
        if duration_ms is not None:
            outcome["durationMs"] = duration_ms
        self._request("ran", {"call": self._with_principal(call), "outcome": outcome})

    def visible_tools(self, tools: Sequence[str]) -> List[str]:
        return list(self._request("visibleTools", {"tools": list(tools)})["tools"])

    async def decide_async(self, call: Call) -> Decision:
        return await asyncio.to_thread(self.decide, call)

    async def authorize_async(self, call: Call) -> Authorization:
        return await asyncio.to_thread(self.authorize, call)

    @contextmanager
    def principal(self, principal: Principal) -> Iterator[None]:
        """Calls inside are made on behalf of this person: tenant, user, session, roles, attributes."""
        token = _principal.set(principal)
        try:
            yield
        finally:
            _principal.reset(token)

    def tool(self, name: Optional[str] = None) -> Callable[[_F], _F]:
        """`@gate.tool()`: the function runs only when its call is allowed, and how it ended is recorded."""

        def decorate(function: _F) -> _F:
            signature = inspect.signature(function)
            tool = name or function.__name__

            def call_of(args: Any, kwargs: Any) -> Call:
                bound = signature.bind(*args, **kwargs)
                bound.apply_defaults()
                return {"tool": tool, "input": dict(bound.arguments)}

            if inspect.iscoroutinefunction(function):

                @functools.wraps(function)
                async def run_async(*args: Any, **kwargs: Any) -> Any:
                    call = call_of(args, kwargs)
                    _permit(await self.authorize_async(call))
                    began = time.monotonic()
                    try:
                        result = await function(*args, **kwargs)
                    except BaseException as error:
                        await asyncio.to_thread(self._ended, call, began, error)
                        raise
                    await asyncio.to_thread(self._ended, call, began, None)
                    return result

                return cast(_F, run_async)

            @functools.wraps(function)
            def run(*args: Any, **kwargs: Any) -> Any:
                call = call_of(args, kwargs)
                _permit(self.authorize(call))
                began = time.monotonic()
                try:
                    result = function(*args, **kwargs)
                except BaseException as error:
                    self._ended(call, began, error)
                    raise
                self._ended(call, began, None)
                return result

            return cast(_F, run)

        return decorate

    def _ended(self, call: Call, began: float, error: Optional[BaseException]) -> None:
        took = (time.monotonic() - began) * 1000
        try:
            self.ran(call, ok=error is None, error=None if error is None else str(error), duration_ms=took)
        except PermessoError:
            # The call has run: what could not be recorded must not change its result.
            return

    def _with_principal(self, call: Call) -> Call:
        principal = _principal.get()
        if principal is None or "principal" in call:
            return call
        return cast(Call, {**cast(Mapping[str, Any], call), "principal": principal})

    def _request(self, method: str, params: Mapping[str, Any]) -> Dict[str, Any]:
        request_id = next(self._ids)
        try:
            line = json.dumps({"v": VERSION, "id": request_id, "method": method, "params": params}, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise PermessoError(f"the call is not JSON: {error}") from error
        answer = self._exchange(line)
        if isinstance(answer, dict) and answer.get("v") == VERSION and "error" in answer:
            if answer.get("id") in (request_id, None):
                raise PermessoError(str(answer["error"].get("message", "it failed")))
        if not isinstance(answer, dict) or answer.get("v") != VERSION or answer.get("id") != request_id:
            self.close()
            raise PermessoError("the answer does not belong to the request")
        result = answer.get("result")
        if not isinstance(result, dict):
            raise PermessoError("the answer has no result")
        return result

    def _exchange(self, line: str) -> Any:
        """One request, one answer."""
        raise NotImplementedError

    def close(self) -> None:
        """Nothing to end where each request is its own connection."""


def _permit(said: Authorization) -> None:
    if said.get("verdict") == "allow":
        return
    text = " ".join(str(each) for each in (said.get("message"), said.get("guidance")) if each)
    message, decision = text or "The call may not run.", said.get("decision", Decision())
    if said.get("verdict") == "ask" and "approval" in said:
        raise ApprovalPending(message, decision, said["approval"])
    raise NotPermitted(message, decision)
