"""Permission decisions for AI agents, by a `permesso decide --stdio` that this module starts and watches.

Standard library only, Python 3.9 or newer.
"""
from __future__ import annotations

import asyncio
import functools
import inspect
import itertools
import json
import queue
import subprocess
import threading
import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, TypeVar

__all__ = ["Gate", "NotPermitted", "PermessoError"]

VERSION = 1
_F = TypeVar("_F", bound=Callable[..., Any])
_principal: "ContextVar[Optional[Mapping[str, Any]]]" = ContextVar("permesso_principal", default=None)


class PermessoError(Exception):
    """The decision could not be had. Nothing may run."""


class NotPermitted(Exception):
    """The call may not run. The text is for the model."""

    def __init__(self, message: str, decision: Mapping[str, Any]) -> None:
        super().__init__(message)
        self.decision = decision


class Gate:
    """A gate in a child process. Every failure is an error or a deny, never an allow."""

    def __init__(
        self,
        command: Sequence[str] = ("permesso", "decide", "--stdio"),
        *,
        timeout: float = 30.0,
        approver: Optional[Callable[[Mapping[str, Any]], Mapping[str, Any]]] = None,
    ) -> None:
        """`approver` is asked about an ask, and needs a command with `--answers`; without it an ask is not permitted."""
        self._command: List[str] = list(command)
        self._timeout = timeout
        self._approver = approver
        self._lock = threading.Lock()
        self._ids = itertools.count(1)
        self._child: "Optional[subprocess.Popen[str]]" = None
        self._lines: "queue.Queue[Optional[str]]" = queue.Queue()
        self.starts = 0

    def __enter__(self) -> "Gate":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            self._stop()

    def decide(self, call: Mapping[str, Any]) -> Dict[str, Any]:
        """The verdict with its receipt. Asks nobody, records nothing."""
        return self._request("decide", {"call": self._with_principal(call)})

    def explain(self, call: Mapping[str, Any]) -> Dict[str, Any]:
        return self._request("explain", {"call": self._with_principal(call)})

    def authorize(self, call: Mapping[str, Any]) -> Dict[str, Any]:
        """Allow or deny, or ask where nobody answers. Run the call on `allow` alone."""
        said = self._request("authorize", {"call": self._with_principal(call)})
        if said.get("verdict") != "ask" or self._approver is None or "approval" not in said:
            return said
        answer = self._approver(said.get("request", {}))
        return self._request("answer", {"approval": said["approval"], "answer": dict(answer)})

    def ran(self, call: Mapping[str, Any], *, ok: bool, error: Optional[str] = None, duration_ms: Optional[float] = None) -> None:
        outcome: Dict[str, Any] = {"ok": ok}
        if error is not None:
            outcome["error"] = error
        if duration_ms is not None:
            outcome["durationMs"] = duration_ms
        self._request("ran", {"call": self._with_principal(call), "outcome": outcome})

    def visible_tools(self, tools: Sequence[str]) -> List[str]:
        return list(self._request("visibleTools", {"tools": list(tools)})["tools"])

    async def decide_async(self, call: Mapping[str, Any]) -> Dict[str, Any]:
        return await _in_thread(self.decide, call)

    async def authorize_async(self, call: Mapping[str, Any]) -> Dict[str, Any]:
        return await _in_thread(self.authorize, call)

    @contextmanager
    def principal(self, principal: Mapping[str, Any]) -> Iterator[None]:
        """Calls inside are made on behalf of this person: tenant, user, session, roles, attributes."""
        token = _principal.set(dict(principal))
        try:
            yield
        finally:
            _principal.reset(token)

    def tool(self, name: Optional[str] = None) -> "Callable[[_F], _F]":
        """`@gate.tool()`: the function runs only when its call is allowed, and how it ended is recorded."""

        def decorate(function: _F) -> _F:
            signature = inspect.signature(function)
            tool = name or function.__name__

            def call_of(args: Any, kwargs: Any) -> Dict[str, Any]:
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
                        await _in_thread(self._ended, call, began, error)
                        raise
                    await _in_thread(self._ended, call, began, None)
                    return result

                return run_async  # type: ignore[return-value]

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

            return run  # type: ignore[return-value]

        return decorate

    def _ended(self, call: Mapping[str, Any], began: float, error: Optional[BaseException]) -> None:
        took = (time.monotonic() - began) * 1000
        try:
            self.ran(call, ok=error is None, error=None if error is None else str(error), duration_ms=took)
        except PermessoError:
            # The call has run: what could not be recorded must not change its result.
            return

    def _with_principal(self, call: Mapping[str, Any]) -> Dict[str, Any]:
        principal = _principal.get()
        if principal is None or "principal" in call:
            return dict(call)
        return {**call, "principal": principal}

    def _request(self, method: str, params: Mapping[str, Any]) -> Dict[str, Any]:
        request_id = next(self._ids)
        try:
            line = json.dumps({"v": VERSION, "id": request_id, "method": method, "params": params}, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise PermessoError(f"the call is not JSON: {error}") from error
        with self._lock:
            answer = self._exchange(line)
        if not isinstance(answer, dict) or answer.get("v") != VERSION or answer.get("id") != request_id:
            self.close()
            raise PermessoError("the answer does not belong to the request")
        if "error" in answer:
            raise PermessoError(str(answer["error"].get("message", "it failed")))
        result = answer.get("result")
        if not isinstance(result, dict):
            raise PermessoError("the answer has no result")
        return result

    def _exchange(self, line: str) -> Any:
        """One request, one answer. A child that has died is started again before the request, never after it."""
        child = self._running()
        try:
            assert child.stdin is not None
            child.stdin.write(line + "\n")
            child.stdin.flush()
            text = self._lines.get(timeout=self._timeout)
        except queue.Empty:
            self._stop()
            raise PermessoError(f"no answer within {self._timeout} s") from None
        except OSError as error:
            self._stop()
            raise PermessoError(f"permesso has ended: {error}") from error
        if text is None:
            self._stop()
            raise PermessoError("permesso has ended without an answer")
        try:
            return json.loads(text)
        except ValueError as error:
            self._stop()
            raise PermessoError("the answer is not JSON") from error

    def _running(self) -> "subprocess.Popen[str]":
        if self._child is not None and self._child.poll() is None:
            return self._child
        self._stop()
        try:
            child = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
            )
        except OSError as error:
            raise PermessoError(f"permesso could not be started: {error}") from error
        lines: "queue.Queue[Optional[str]]" = queue.Queue()
        threading.Thread(target=_read_lines, args=(child, lines), daemon=True).start()
        self._child, self._lines = child, lines
        self.starts += 1
        return child

    def _stop(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        for stream in (child.stdin, child.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                continue


def _read_lines(child: "subprocess.Popen[str]", lines: "queue.Queue[Optional[str]]") -> None:
    assert child.stdout is not None
    try:
        for line in child.stdout:
            lines.put(line)
    except ValueError:
        pass  # Closed while it was read.
    lines.put(None)


async def _in_thread(function: Callable[..., Any], *args: Any) -> Any:
    return await asyncio.to_thread(function, *args)


def _permit(said: Mapping[str, Any]) -> None:
    if said.get("verdict") != "allow":
        text = " ".join(str(said[name]) for name in ("message", "guidance") if said.get(name))
        raise NotPermitted(text or "The call may not run.", said.get("decision", {}))
