"""A gate behind `permesso serve-decisions`."""
from __future__ import annotations

import http.client
import json
import ssl
from typing import Any, Callable, Dict, Mapping, Optional, Union
from urllib.parse import urlsplit

from ._client import Client, PermessoError
from ._types import Answer

_LONGEST = 16 * 1024 * 1024


class HttpGate(Client):
    """Asks a `permesso serve-decisions` that other programs share. Each request is a connection of its own, so threads do not wait."""

    def __init__(
        self,
        address: str,
        token: str,
        *,
        principal_token: "Union[str, Callable[[], str], None]" = None,
        timeout: float = 30.0,
        approver: Optional[Callable[[Mapping[str, Any]], Answer]] = None,
        context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """`principal_token`: the signed token of the person, or what finds it, for a server with `--principals`."""
        super().__init__(approver)
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError(f"not the address of a server: {address}")
        self._parts = parts
        self._token = token
        self._principal_token = principal_token
        self._timeout = timeout
        self._context = context

    def _exchange(self, line: str) -> Any:
        headers: Dict[str, str] = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        found = self._principal_token() if callable(self._principal_token) else self._principal_token
        if found is not None:
            headers["Permesso-Principal"] = found
        connection = self._connect()
        try:
            connection.request("POST", "/v1/messages", line.encode(), headers)
            text = connection.getresponse().read(_LONGEST)
            return json.loads(text)
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise PermessoError(f"no answer from {self._parts.netloc}: {error}") from error
        finally:
            connection.close()

    def _connect(self) -> http.client.HTTPConnection:
        host, port = self._parts.hostname or "", self._parts.port
        if self._parts.scheme == "https":
            return http.client.HTTPSConnection(host, port, timeout=self._timeout, context=self._context)
        return http.client.HTTPConnection(host, port, timeout=self._timeout)
