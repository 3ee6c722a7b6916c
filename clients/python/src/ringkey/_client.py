from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Optional

from . import _protocol
from ._protocol import NO_ANSWER, WAIT, Answer, Asked, Exchange, Setup, Try, hear
from ._types import CheckResult, Consent, NewStep, OnPending, Qr, Status, Verification


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Followed, a POST would become a GET, and the key would go to whatever host the answer names."""

    def redirect_request(self, *_: Any) -> None:
        return None


_open = urllib.request.build_opener(_NoRedirect).open


class Ringkey:
    """A service of Ringkey. ``key`` is ``SECRET_KEY.SERVICE_ID``. Threads may share one.

    ``timeout`` is for one request, besides the time that it asked to wait. ``retries`` is for those that are safe to repeat.
    ``on_try`` is called after each of them. ``exchange`` sends a request in another way.
    """

    def __init__(
        self,
        url: str,
        key: str,
        *,
        timeout: float = 10.0,
        retries: int = 2,
        on_try: Optional[Callable[[Try], object]] = None,
        exchange: Optional[Exchange] = None,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._setup = Setup(url.rstrip("/"), key, timeout, retries, on_try)
        self._exchange = exchange or _exchange
        self._sleep = sleep

    def create(
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
        """Starts a verification. What is left out is left to the service; ``steps`` to the workflow."""
        return self._send(_protocol.create(locals()))

    def read(
        self, id: str, *, wait: int = 0, version: Optional[int] = None, qr: Optional[Qr] = None
    ) -> Verification:
        """With ``wait`` the answer comes at the next change; with ``version`` at once when there is a newer one."""
        return self._send(_protocol.read(id, wait, version, qr))

    def wait_for_end(self, id: str) -> Verification:
        """The verification when it is no longer pending: approved, or failed, expired, …"""
        verification = self.read(id)
        while verification["status"] == "pending":
            verification = self.read(id, wait=WAIT, version=verification["version"])
        return verification

    def check(self, id: str, code: str) -> CheckResult:
        """Not repeated by itself: a wrong code counts."""
        return self._send(_protocol.check(id, code))

    def check_phone(self, phone: str, code: str) -> CheckResult:
        """For the newest pending verification of the phone."""
        return self._send(_protocol.check_phone(phone, code))

    def next(self, id: str) -> Verification:
        """Starts the next step now."""
        return self._send(_protocol.next_step(id))

    def cancel(self, id: str) -> Verification:
        return self._send(_protocol.cancel(id))

    def list(self, *, status: Optional[Status] = None, client: Optional[str] = None) -> Iterator[Verification]:
        """All of them, newest first; further pages are read as you go on."""
        cursor: Optional[str] = None
        while True:
            page = self._send(_protocol.page(status, client, cursor))
            yield from page["verifications"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        key: Optional[str] = None,
        wait: int = 0,
        is_safe: Optional[bool] = None,
    ) -> Any:
        """Any other request of the service, such as ``request("POST", "/v2/phones", {"phones": […]}, key="order 7")``.

        Repeated when it is safe: a GET, and with a key, unless ``is_safe`` says otherwise.
        """
        return self._send(Asked(method, path, body, key, wait, is_safe))

    def _send(self, asked: Asked) -> Any:
        for tries in count():
            started = time.monotonic()
            try:
                heard = hear(asked, *self._exchange(*self._setup.written(asked)))
            except NO_ANSWER as error:
                heard = self._setup.unheard(error)
            pause = self._setup.pause(asked, tries, started, heard)
            if pause is None:
                return heard.result()
            self._sleep(pause)


def _exchange(method: str, url: str, headers: dict[str, str], data: Optional[bytes], timeout: float) -> Answer:
    try:
        with _open(urllib.request.Request(url, data, headers, method=method), timeout=timeout) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.headers, refusal.read()
