from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Optional

from ._client import Ringkey
from ._types import CheckResult, NewStep, Status, Verification


class AsyncRingkey:
    """The same for asyncio. Each request takes a thread of the loop's pool, also while it waits."""

    def __init__(self, url: str, key: str, *, timeout: float = 10.0) -> None:
        self._ringkey = Ringkey(url, key, timeout=timeout)

    async def create(
        self,
        phone: str,
        steps: Optional[Sequence[NewStep]] = None,
        *,
        idempotency_key: Optional[str] = None,
        **members: Any,
    ) -> Verification:
        return await asyncio.to_thread(
            self._ringkey.create, phone, steps, idempotency_key=idempotency_key, **members
        )

    async def read(self, id: str, *, wait: int = 0, version: Optional[int] = None) -> Verification:
        return await asyncio.to_thread(self._ringkey.read, id, wait=wait, version=version)

    async def wait_for_end(self, id: str) -> Verification:
        return await asyncio.to_thread(self._ringkey.wait_for_end, id)

    async def check(self, id: str, code: str) -> CheckResult:
        return await asyncio.to_thread(self._ringkey.check, id, code)

    async def check_phone(self, phone: str, code: str) -> CheckResult:
        return await asyncio.to_thread(self._ringkey.check_phone, phone, code)

    async def next(self, id: str) -> Verification:
        return await asyncio.to_thread(self._ringkey.next, id)

    async def cancel(self, id: str) -> Verification:
        return await asyncio.to_thread(self._ringkey.cancel, id)

    async def list(
        self, *, status: Optional[Status] = None, client: Optional[str] = None
    ) -> AsyncIterator[Verification]:
        pages = self._ringkey.list(status=status, client=client)
        while (verification := await asyncio.to_thread(lambda: next(pages, None))) is not None:
            yield verification

    async def request(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        return await asyncio.to_thread(self._ringkey.request, method, path, body, **options)
