"""A gate in a child process that this module starts and watches."""
from __future__ import annotations

import json
import queue
import subprocess
import threading
from typing import Any, Callable, List, Mapping, Optional, Sequence

from ._client import Client, PermessoError
from ._types import Answer


class Gate(Client):
    """A gate in a child process: `permesso decide --stdio`."""

    def __init__(
        self,
        command: Sequence[str] = ("permesso", "decide", "--stdio"),
        *,
        timeout: float = 30.0,
        approver: Optional[Callable[[Mapping[str, Any]], Answer]] = None,
    ) -> None:
        """`approver` is asked about an ask, and needs a command with `--answers`; without it an ask is not permitted."""
        super().__init__(approver)
        self._command: List[str] = list(command)
        self._timeout = timeout
        self._lock = threading.Lock()
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

    def _exchange(self, line: str) -> Any:
        with self._lock:
            return self._exchange_alone(line)

    def _exchange_alone(self, line: str) -> Any:
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
