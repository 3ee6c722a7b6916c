from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from email.message import Message
from typing import Any, Optional
from urllib.parse import quote, urlencode

from ._error import RingkeyError
from ._types import CheckResult, NewStep, Status, Verification

#: Seconds that one request waits for a change.
_WAIT = 25
_RETRIES = 2
_FIRST_PAUSE = 0.3
#: A rest that is longer is left to the caller.
_LONGEST_PAUSE = 5.0
#: Nothing was done, or nobody knows: the same request may succeed.
_TEMPORARY = frozenset({0, 429, 502, 503, 504})
#: Nothing came, a part of an answer, or none of Ringkey.
_NO_ANSWER = (OSError, http.client.HTTPException, ValueError)


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
        # A key of its own makes it safe to repeat.
        return self.request("POST", "/v2/verifications", body, key=idempotency_key or str(uuid.uuid4()))

    def read(self, id: str, *, wait: int = 0, version: Optional[int] = None) -> Verification:
        """With ``wait`` the answer comes at the next change; with ``version`` at once when there is a newer one."""
        query = {"wait": wait or None, "version": version}
        return self.request("GET", _path(id) + _query(query), wait=wait)

    def wait_for_end(self, id: str) -> Verification:
        """The verification when it is no longer pending: approved, or failed, expired, …"""
        verification = self.read(id)
        while verification["status"] == "pending":
            verification = self.read(id, wait=_WAIT, version=verification["version"])
        return verification

    def check(self, id: str, code: str) -> CheckResult:
        """Not repeated by itself: a wrong code counts."""
        return self.request("POST", _path(id) + "/check", {"code": code}, is_safe=False)

    def check_phone(self, phone: str, code: str) -> CheckResult:
        """For the newest pending verification of the phone."""
        return self.request("POST", "/v2/checks", {"phone": phone, "code": code}, is_safe=False)

    def next(self, id: str) -> Verification:
        """Starts the next step now."""
        return self.request("POST", _path(id) + "/next", is_safe=False)

    def cancel(self, id: str) -> Verification:
        return self.request("POST", _path(id) + "/cancel", is_safe=True)

    def list(self, *, status: Optional[Status] = None, client: Optional[str] = None) -> Iterator[Verification]:
        """All of them, newest first; further pages are read as you go on."""
        cursor: Optional[str] = None
        while True:
            query = {"status": status, "client": client, "cursor": cursor, "limit": 100}
            page = self.request("GET", "/v2/verifications" + _query(query))
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
        if is_safe is None:
            is_safe = method == "GET" or key is not None
        for tries in range(_RETRIES + 1):
            try:
                return self._once(method, path, body, key, wait)
            except RingkeyError as error:
                pause = _FIRST_PAUSE * 2**tries if error.retry_after is None else error.retry_after
                is_hopeless = error.status not in _TEMPORARY or pause > _LONGEST_PAUSE
                if not is_safe or is_hopeless or tries == _RETRIES:
                    raise
                self._sleep(pause)
        raise AssertionError("unreachable")

    def _once(self, method: str, path: str, body: Any, key: Optional[str], wait: int) -> Any:
        headers = {"Authorization": f"Bearer {self._key}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + path, data, headers, method=method)
        try:
            with _open(request, timeout=self._timeout + wait) as response:
                answer = json.load(response)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except _NO_ANSWER as error:
            raise RingkeyError("no_answer", f"no answer of {self._url}: {error}") from error
        # An error of /v1.0 may come with HTTP 200.
        if path.startswith("/v1.0/") and isinstance(answer, dict) and answer.get("status") is False:
            raise _problem(answer, response.status, response.headers)
        return answer


def _path(id: str) -> str:
    return "/v2/verifications/" + quote(id, safe="")


def _query(members: Mapping[str, object]) -> str:
    given = {name: value for name, value in members.items() if value is not None}
    return "?" + urlencode(given) if given else ""


def _refusal(error: urllib.error.HTTPError) -> RingkeyError:
    with error:
        try:
            problem = json.load(error)
            problem["code"]
        except (*_NO_ANSWER, KeyError, TypeError):
            return RingkeyError("no_answer", "an answer that is none of Ringkey: is the address right?", error.code)
    return _problem(problem, error.code, error.headers)


def _problem(problem: dict[str, Any], status: int, headers: Message) -> RingkeyError:
    wrong = "".join(f" {each['pointer']}: expected {each['expected']}." for each in problem.get("errors", []))
    rest = headers.get("Retry-After")
    return RingkeyError(
        str(problem.get("code", "")),
        str(problem.get("detail", problem.get("error"))) + wrong,
        status,
        float(rest) if rest is not None and rest.isascii() and rest.isdigit() else None,
        headers.get("X-Request-Id"),
        problem,
    )
