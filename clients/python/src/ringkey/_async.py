from __future__ import annotations

import asyncio
import http.client
import io
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from itertools import count
from typing import Any, Optional, cast
from urllib.parse import urlsplit

from . import _protocol
from ._error import RingkeyError
from ._protocol import NO_ANSWER, WAIT, Asked
from ._types import CheckResult, NewStep, Status, Verification

_MAX_ANSWER = 16 << 20


class AsyncRingkey:
    """The same for asyncio. A request is a connection and no thread; a task that is cancelled closes its own at once."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        timeout: float = 10.0,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._url = url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._sleep = sleep
        # Made once: it reads the certificates of the machine.
        self._tls = ssl.create_default_context() if self._url.startswith("https:") else None

    async def create(
        self,
        phone: str,
        steps: Optional[Sequence[NewStep]] = None,
        *,
        idempotency_key: Optional[str] = None,
        **members: Any,
    ) -> Verification:
        body: dict[str, Any] = {"phone": phone, **members}
        if steps is not None:
            body["steps"] = list(steps)
        return await self._send(_protocol.create(body, idempotency_key))

    async def read(self, id: str, *, wait: int = 0, version: Optional[int] = None) -> Verification:
        return await self._send(_protocol.read(id, wait, version))

    async def wait_for_end(self, id: str) -> Verification:
        verification = await self.read(id)
        while verification["status"] == "pending":
            verification = await self.read(id, wait=WAIT, version=verification["version"])
        return verification

    async def check(self, id: str, code: str) -> CheckResult:
        return await self._send(_protocol.check(id, code))

    async def check_phone(self, phone: str, code: str) -> CheckResult:
        return await self._send(_protocol.check_phone(phone, code))

    async def next(self, id: str) -> Verification:
        return await self._send(_protocol.next_step(id))

    async def cancel(self, id: str) -> Verification:
        return await self._send(_protocol.cancel(id))

    async def list(
        self, *, status: Optional[Status] = None, client: Optional[str] = None
    ) -> AsyncIterator[Verification]:
        cursor: Optional[str] = None
        while True:
            page = await self._send(_protocol.page(status, client, cursor))
            for verification in page["verifications"]:
                yield verification
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        key: Optional[str] = None,
        wait: int = 0,
        is_safe: Optional[bool] = None,
    ) -> Any:
        return await self._send(Asked(method, path, body, key, wait, is_safe))

    async def _send(self, asked: Asked) -> Any:
        for tries in count():
            try:
                return asked.answer(*await self._once(asked))
            except RingkeyError as error:
                pause = asked.pause(tries, error)
                if pause is None:
                    raise
            await self._sleep(pause)

    async def _once(self, asked: Asked) -> Any:
        try:
            heard = await asyncio.wait_for(self._exchange(asked), self._timeout + asked.wait)
            response = http.client.HTTPResponse(cast(Any, _Paper(heard)), method=asked.method)
            response.begin()
            return response.status, response.headers, response.read()
        except asyncio.TimeoutError as error:  # until Python 3.10 no OSError, and without words in each
            raise RingkeyError("no_answer", f"no answer of {self._url} in time") from error
        except NO_ANSWER as error:
            raise RingkeyError("no_answer", f"no answer of {self._url}: {error}") from error

    async def _exchange(self, asked: Asked) -> bytes:
        """Sends the request and hears the connection to its end, which answers are: one connection serves one request."""
        address = urlsplit(self._url)
        port = address.port or (80 if self._tls is None else 443)
        headers = {"Host": address.netloc, **asked.headers(self._key), "Connection": "close"}
        paper = _Paper()
        written = http.client.HTTPConnection("")
        written.sock = cast(Any, paper)
        written.request(asked.method, address.path + asked.path, asked.data(), headers)
        reader, writer = await asyncio.open_connection(address.hostname, port, ssl=self._tls)
        try:
            writer.write(paper.sent)
            heard = b""
            while chunk := await reader.read(1 << 16):
                heard += chunk
                if len(heard) > _MAX_ANSWER:
                    raise ValueError(f"an answer of more than {_MAX_ANSWER} bytes")
            return heard
        finally:
            writer.transport.abort()


class _Paper:
    """In place of a socket: http.client writes a request to it, and reads an answer from it."""

    def __init__(self, heard: bytes = b"") -> None:
        self.heard = heard
        self.sent = b""

    def sendall(self, data: bytes) -> None:
        self.sent += data

    def makefile(self, *_: object) -> io.BytesIO:
        return io.BytesIO(self.heard)

    def close(self) -> None:
        pass
