"""What Ringkey and AsyncRingkey share: which request asks for what, what an answer means, and what is repeated."""

from __future__ import annotations

import http.client
import json
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from email.message import Message
from typing import Any, NamedTuple, Optional
from urllib.parse import quote, urlencode

from ._error import RingkeyError
from ._version import VERSION

#: Seconds that one request waits for a change.
WAIT = 25
_FIRST_PAUSE = 0.3
#: A rest that is longer is left to the caller.
_LONGEST_PAUSE = 5.0
#: Nothing was done, or nobody knows: the same request may succeed.
_TEMPORARY = frozenset({0, 429, 502, 503, 504})
#: Nothing came, a part of an answer, or none of Ringkey.
NO_ANSWER = (OSError, http.client.HTTPException, ValueError)

#: HTTP status, headers and body.
Answer = tuple[int, Message, bytes]
#: Method, address, headers, body, and the seconds that it may take. Without an answer it raises an OSError.
Exchange = Callable[[str, str, dict[str, str], Optional[bytes], float], Answer]
AsyncExchange = Callable[[str, str, dict[str, str], Optional[bytes], float], Awaitable[Answer]]


class Try(NamedTuple):
    """A request and what came of it, for logs: it has neither the key, nor a phone, nor a code."""

    method: str
    #: Without its query.
    path: str
    #: Of HTTP; 0 without an answer.
    status: int
    #: Of the refusal; None without one.
    code: Optional[str]
    seconds: float
    #: For the operator of the service.
    request_id: Optional[str]
    #: Seconds until it is repeated; None when it is not.
    pause: Optional[float]


class Asked(NamedTuple):
    """One request."""

    method: str
    path: str
    body: Any = None
    #: Of idempotency.
    key: Optional[str] = None
    #: Seconds that the service was asked to wait.
    wait: int = 0
    #: Doing it twice does what doing it once does. None: a GET, and with a key.
    is_safe: Optional[bool] = None


class Setup(NamedTuple):
    """How the service is asked, and how often."""

    url: str
    key: str
    timeout: float
    retries: int
    on_try: Optional[Callable[[Try], object]]

    def written(self, asked: Asked) -> tuple[str, str, dict[str, str], Optional[bytes], float]:
        """For an Exchange."""
        headers = {"Authorization": f"Bearer {self.key}", "User-Agent": f"ringkey-python/{VERSION}"}
        data = None if asked.body is None else json.dumps(asked.body).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        if asked.key is not None:
            headers["Idempotency-Key"] = asked.key
        return asked.method, self.url + asked.path, headers, data, self.timeout + asked.wait

    def unheard(self, error: Exception) -> Heard:
        # Of a time-out of asyncio there are no words.
        refusal = RingkeyError("no_answer", f"no answer of {self.url}: {str(error) or 'it took too long'}")
        refusal.__cause__ = error
        return Heard(0, None, refusal)

    def pause(self, asked: Asked, tries: int, started: float, heard: Heard) -> Optional[float]:
        """Seconds until the request is repeated; None when what was heard is the last word."""
        status, _, refusal, request_id = heard
        pause = None if refusal is None or tries >= self.retries else _pause(asked, tries, refusal)
        if self.on_try is not None:
            code = None if refusal is None else refusal.code
            seconds = time.monotonic() - started
            path = asked.path.partition("?")[0]
            self.on_try(Try(asked.method, path, status, code, seconds, request_id, pause))
        return pause


class Heard(NamedTuple):
    """What the service says, or its refusal."""

    status: int
    answer: Any
    refusal: Optional[RingkeyError]
    request_id: Optional[str] = None

    def result(self) -> Any:
        if self.refusal is not None:
            raise self.refusal
        return self.answer


def hear(asked: Asked, status: int, headers: Message, text: bytes) -> Heard:
    try:
        answer = json.loads(text)
    except ValueError:
        answer = None
    # An error of /v1.0 may come with HTTP 200.
    is_failure = asked.path.startswith("/v1.0/") and isinstance(answer, dict) and answer.get("status") is False
    refusal = None
    if status >= 300 or answer is None or is_failure:
        refusal = _refusal(answer, status, headers)
    return Heard(status, answer, refusal, headers.get("X-Request-Id"))


def _pause(asked: Asked, tries: int, refusal: RingkeyError) -> Optional[float]:
    is_safe = (asked.method == "GET" or asked.key is not None) if asked.is_safe is None else asked.is_safe
    pause = _FIRST_PAUSE * 2**tries if refusal.retry_after is None else refusal.retry_after
    return pause if is_safe and refusal.status in _TEMPORARY and pause <= _LONGEST_PAUSE else None


def create(arguments: Mapping[str, Any]) -> Asked:
    """Of the arguments of a create: all of them but the key are members of the body."""
    body = {name: given for name, given in arguments.items() if given is not None}
    del body["self"]
    # A key of its own makes it safe to repeat.
    key = body.pop("idempotency_key", None) or str(uuid.uuid4())
    if "steps" in body:
        body["steps"] = list(body["steps"])
    return Asked("POST", "/v2/verifications", body, key)


def read(id: str, wait: int, version: Optional[int], qr: Optional[str]) -> Asked:
    return Asked("GET", _path(id) + _query({"wait": wait or None, "version": version, "qr": qr}), wait=wait)


def check(id: str, code: str) -> Asked:
    return Asked("POST", _path(id) + "/check", {"code": code}, is_safe=False)


def check_phone(phone: str, code: str) -> Asked:
    return Asked("POST", "/v2/checks", {"phone": phone, "code": code}, is_safe=False)


def next_step(id: str) -> Asked:
    return Asked("POST", _path(id) + "/next", is_safe=False)


def cancel(id: str) -> Asked:
    return Asked("POST", _path(id) + "/cancel", is_safe=True)


def page(status: Optional[str], client: Optional[str], cursor: Optional[str]) -> Asked:
    query = {"status": status, "client": client, "cursor": cursor, "limit": 100}
    return Asked("GET", "/v2/verifications" + _query(query))


def _path(id: str) -> str:
    return "/v2/verifications/" + quote(id, safe="")


def _query(members: Mapping[str, object]) -> str:
    given = {name: value for name, value in members.items() if value is not None}
    return "?" + urlencode(given) if given else ""


def _refusal(problem: Any, status: int, headers: Message) -> RingkeyError:
    if not isinstance(problem, dict) or "code" not in problem:
        return RingkeyError("no_answer", "an answer that is none of Ringkey: is the address right?", status)
    wrong = "".join(f" {each['pointer']}: expected {each['expected']}." for each in problem.get("errors", []))
    rest = headers.get("Retry-After")
    return RingkeyError(
        str(problem["code"]),
        str(problem.get("detail", problem.get("error"))) + wrong,
        status,
        float(rest) if rest is not None and rest.isascii() and rest.isdigit() else None,
        headers.get("X-Request-Id"),
        problem,
    )
