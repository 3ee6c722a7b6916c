from __future__ import annotations

import asyncio
import http.client
import io
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from itertools import count
from typing import Any, Optional, cast
from urllib.parse import urlsplit

from . import _protocol
from ._protocol import NO_ANSWER, WAIT, Answer, Asked, AsyncExchange, Setup, Try, hear
from ._types import CheckResult, Consent, NewStep, OnPending, Qr, Status, Verification

_MAX_ANSWER = 16 << 20


class AsyncRingkey:
    """The same for asyncio. A request is a connection and no thread; a task that is cancelled closes its own at once."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        timeout: float = 10.0,
        retries: int = 2,
        on_try: Optional[Callable[[Try], object]] = None,
        exchange: Optional[AsyncExchange] = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._setup = Setup(url.rstrip("/"), key, timeout, retries, on_try)
        self._exchange = exchange or _Connections(url).exchange
        self._sleep = sleep

    async def create(
        self,
        phone: str,
        steps: Optional[Sequence[NewStep]] = None,
        *,
        normalize: Optional[bool] = None,
        code: Optional[str] = None,
        reuse_code: Optional[bool] = None,
        code_length: Optional[int] = None,
        language: Optional[str] = None,
        expires_in: Optional[int] = None,
        attempts: Optional[int] = None,
        client: Optional[str] = None,
        on_pending: Optional[OnPending] = None,
        metadata: Optional[Mapping[str, str]] = None,
        ip: Optional[str] = None,
        device_id: Optional[str] = None,
        trusted: Optional[bool] = None,
        consent: Optional[Consent] = None,
        max_cost: Optional[str] = None,
        client_token: Optional[bool] = None,
        inbound_expires_in: Optional[int] = None,
        qr: Optional[Qr] = None,
        idempotency_key: Optional[str] = None,
    ) -> Verification:
        return await self._send(_protocol.create(locals()))

    async def read(
        self, id: str, *, wait: int = 0, version: Optional[int] = None, qr: Optional[Qr] = None
    ) -> Verification:
        return await self._send(_protocol.read(id, wait, version, qr))

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
            started = time.monotonic()
            try:
                written = self._setup.written(asked)
                heard = hear(asked, *await asyncio.wait_for(self._exchange(*written), written[-1]))
            except (asyncio.TimeoutError, *NO_ANSWER) as error:  # until Python 3.10 the first is no OSError
                heard = self._setup.unheard(error)
            pause = self._setup.pause(asked, tries, started, heard)
            if pause is None:
                return heard.result()
            await self._sleep(pause)


class _Connections:
    """Hears a connection to its end, which answers are: one connection serves one request."""

    def __init__(self, url: str) -> None:
        self._address = urlsplit(url)
        # Made once: it reads the certificates of the machine.
        self._tls = ssl.create_default_context() if self._address.scheme == "https" else None

    async def exchange(
        self, method: str, url: str, headers: dict[str, str], data: Optional[bytes], timeout: float
    ) -> Answer:
        address = self._address
        port = address.port or (80 if self._tls is None else 443)
        paper = _Paper()
        written = http.client.HTTPConnection("")
        written.sock = cast(Any, paper)
        host = {"Host": address.netloc, "Connection": "close"}
        written.request(method, url.partition(address.netloc)[2], data, {**host, **headers})
        reader, writer = await asyncio.open_connection(address.hostname, port, ssl=self._tls)
        try:
            writer.write(paper.sent)
            while chunk := await reader.read(1 << 16):
                paper.heard += chunk
                if len(paper.heard) > _MAX_ANSWER:
                    raise ValueError(f"an answer of more than {_MAX_ANSWER} bytes")
        finally:
            writer.transport.abort()
        response = http.client.HTTPResponse(cast(Any, paper), method=method)
        response.begin()
        return response.status, response.headers, response.read()


class _Paper:
    """In place of a socket: http.client writes a request to it, and reads an answer from it."""

    def __init__(self) -> None:
        self.heard = bytearray()
        self.sent = b""

    def sendall(self, data: bytes) -> None:
        self.sent += data

    def makefile(self, *_: object) -> io.BytesIO:
        return io.BytesIO(self.heard)

    def close(self) -> None:
        pass
