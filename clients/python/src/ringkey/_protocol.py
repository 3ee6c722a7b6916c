"""What Ringkey and AsyncRingkey share: which request asks for what, what an answer means, and what is repeated."""

from __future__ import annotations

import http.client
import json
import uuid
from collections.abc import Mapping
from email.message import Message
from typing import Any, NamedTuple, Optional
from urllib.parse import quote, urlencode

from ._error import RingkeyError
from ._version import VERSION

#: Seconds that one request waits for a change.
WAIT = 25
_RETRIES = 2
_FIRST_PAUSE = 0.3
#: A rest that is longer is left to the caller.
_LONGEST_PAUSE = 5.0
#: Nothing was done, or nobody knows: the same request may succeed.
_TEMPORARY = frozenset({0, 429, 502, 503, 504})
#: Nothing came, a part of an answer, or none of Ringkey.
NO_ANSWER = (OSError, http.client.HTTPException, ValueError)


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

    def data(self) -> Optional[bytes]:
        return None if self.body is None else json.dumps(self.body).encode()

    def headers(self, key: str) -> dict[str, str]:
        headers = {"Authorization": f"Bearer {key}", "User-Agent": f"ringkey-python/{VERSION}"}
        if self.body is not None:
            headers["Content-Type"] = "application/json"
        if self.key is not None:
            headers["Idempotency-Key"] = self.key
        return headers

    def pause(self, tries: int, error: RingkeyError) -> Optional[float]:
        """Seconds until it is repeated; None when it is not."""
        is_safe = (self.method == "GET" or self.key is not None) if self.is_safe is None else self.is_safe
        pause = _FIRST_PAUSE * 2**tries if error.retry_after is None else error.retry_after
        is_hopeless = error.status not in _TEMPORARY or pause > _LONGEST_PAUSE
        return None if not is_safe or is_hopeless or tries == _RETRIES else pause

    def answer(self, status: int, headers: Message, text: bytes) -> Any:
        """What the service says, or its refusal as a RingkeyError."""
        try:
            answer = json.loads(text)
        except ValueError:
            answer = None
        # An error of /v1.0 may come with HTTP 200.
        is_failure = self.path.startswith("/v1.0/") and isinstance(answer, dict) and answer.get("status") is False
        if status < 300 and answer is not None and not is_failure:
            return answer
        if not isinstance(answer, dict) or "code" not in answer:
            raise RingkeyError("no_answer", "an answer that is none of Ringkey: is the address right?", status)
        raise _problem(answer, status, headers)


def create(body: Mapping[str, Any], idempotency_key: Optional[str]) -> Asked:
    # A key of its own makes it safe to repeat.
    return Asked("POST", "/v2/verifications", body, idempotency_key or str(uuid.uuid4()))


def read(id: str, wait: int = 0, version: Optional[int] = None) -> Asked:
    return Asked("GET", _path(id) + _query({"wait": wait or None, "version": version}), wait=wait)


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


def _problem(problem: dict[str, Any], status: int, headers: Message) -> RingkeyError:
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
