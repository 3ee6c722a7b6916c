from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, Optional

from . import _protocol
from ._error import RingkeyError
from ._protocol import NO_ANSWER, WAIT, Asked
from ._types import CheckResult, NewStep, Status, Verification


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Followed, a POST would become a GET, and the key would go to whatever host the answer names."""

    def redirect_request(self, *_: Any) -> None:
        return None


_open = urllib.request.build_opener(_NoRedirect).open


class Ringkey:
    """A service of Ringkey. ``key`` is ``SECRET_KEY.SERVICE_ID``. Threads may share one."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        timeout: float = 10.0,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._url = url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._sleep = sleep

    def create(
        self,
        phone: str,
        steps: Optional[Sequence[NewStep]] = None,
        *,
        idempotency_key: Optional[str] = None,
        **members: Any,
    ) -> Verification:
        """Starts a verification. ``members`` are those of /v2: ``code``, ``client``, ``metadata``, ``client_token``, …"""
        body: dict[str, Any] = {"phone": phone, **members}
        if steps is not None:
            body["steps"] = list(steps)
        return self._send(_protocol.create(body, idempotency_key))

    def read(self, id: str, *, wait: int = 0, version: Optional[int] = None) -> Verification:
        """With ``wait`` the answer comes at the next change; with ``version`` at once when there is a newer one."""
        return self._send(_protocol.read(id, wait, version))

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
            try:
                return asked.answer(*self._once(asked))
            except RingkeyError as error:
                pause = asked.pause(tries, error)
                if pause is None:
                    raise
            self._sleep(pause)

    def _once(self, asked: Asked) -> Any:
        headers = asked.headers(self._key)
        try:
            request = urllib.request.Request(self._url + asked.path, asked.data(), headers, method=asked.method)
            with _open(request, timeout=self._timeout + asked.wait) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as refusal:
            with refusal:
                try:
                    return refusal.code, refusal.headers, refusal.read()
                except NO_ANSWER:
                    return refusal.code, refusal.headers, b""
        except NO_ANSWER as error:
            raise RingkeyError("no_answer", f"no answer of {self._url}: {error}") from error
