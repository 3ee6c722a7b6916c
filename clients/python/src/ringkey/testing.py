"""A service in memory for your tests: ``TestService().client()``. It plays the scenario numbers."""

from __future__ import annotations

import copy
import json
import math
import re
from collections.abc import Callable, Iterable
from datetime import datetime, timezone
from email.message import Message
from typing import Any, NamedTuple, Optional
from urllib.parse import parse_qs, urlsplit

from ._async import AsyncRingkey
from ._client import Ringkey
from ._protocol import Answer

_KEY = "test-key.1"
_URL = "http://ringkey.test"


class _Scenario(NamedTuple):
    """What a test number plays. The service has the same table; a test compares what both answer."""

    reason: str = "rang"
    completes: bool = True
    #: Of a voice call, when it fails unlike the others.
    unspoken: Optional[str] = None
    after_ms: int = 1_000
    #: When the person calls after an inbound step has started.
    calls_after_ms: Optional[int] = 1_000
    is_withheld: bool = False
    #: Code, HTTP status, seconds to rest.
    refusal: Optional[tuple[str, int, Optional[int]]] = None
    #: A request for a call from the person is not refused so.
    refuses_calls_alone: bool = False

    def outcome(self, mode: str) -> tuple[bool, str]:
        if self.reason == "answered":
            return True, "answered" if mode == "flash" else "spoken"
        if mode == "voice" and self.unspoken is not None:
            return False, self.unspoken
        return self.completes, self.reason


def _fails(reason: str) -> _Scenario:
    return _Scenario(reason, completes=False)


def _refuses(code: str, status: int, rest: Optional[int] = None, of_calls: bool = False) -> _Scenario:
    return _Scenario(refusal=(code, status, rest), refuses_calls_alone=of_calls)


#: Every number that is not in the table rings.
_SCENARIOS = {
    "79000000001": _Scenario("test number"),
    "79000000002": _Scenario("test number, unreachable", completes=False, calls_after_ms=None),
    "79000000101": _Scenario("declined", unspoken="declined"),
    "79000000102": _fails("busy"),
    "79000000103": _fails("unreachable"),
    "79000000104": _fails("bad number"),
    "79000000105": _Scenario("rang", unspoken="not answered"),
    "79000000106": _Scenario("answered"),
    "79000000107": _Scenario(after_ms=8_000),
    "79000000108": _fails("no response"),
    "79000000110": _refuses("insufficient_funds", 402),
    "79000000111": _refuses("spend_cap", 402, 3_600),
    "79000000112": _refuses("number_rests", 429, 15, of_calls=True),
    "79000000113": _refuses("number_limit", 429, 60, of_calls=True),
    "79000000114": _refuses("do_not_call", 403, of_calls=True),
    "79000000115": _refuses("prefix_paused", 403),
    "79000000116": _refuses("country_not_allowed", 403),
    "79000000117": _refuses("no_route", 503, 1),
    "79000000118": _refuses("overloaded", 503, 1),
    "79000000121": _Scenario(calls_after_ms=20_000),
    "79000000122": _Scenario(calls_after_ms=None),
    "79000000123": _Scenario(is_withheld=True),
}


class _Kept:
    """A verification, and what happens next of itself, by the clock of the service."""

    def __init__(self, scenario: _Scenario, phone: str, body: dict[str, Any], expires_at: float) -> None:
        self.scenario = scenario
        self.phone = phone
        self.code = body.get("code")
        self.body = body
        self.expires_at = expires_at
        self.shown: dict[str, Any] = {}
        self.due_at = expires_at
        self.act: Callable[[], None] = lambda: None


class TestService:
    #: For pytest, which would take it for tests.
    __test__ = False

    def __init__(self) -> None:
        #: Milliseconds since 1970. A request that waits moves it to the next change: no test has to sleep.
        self.now: float = datetime(2026, 1, 15, 12, tzinfo=timezone.utc).timestamp() * 1000
        self._kept: dict[str, _Kept] = {}
        self._answered: dict[str, dict[str, Any]] = {}

    def client(self, **options: Any) -> Ringkey:
        return Ringkey(_URL, _KEY, exchange=self._exchange, sleep=self.advance, **options)

    def async_client(self, **options: Any) -> AsyncRingkey:
        async def exchange(*request: Any) -> Answer:
            return self._exchange(*request)

        async def sleep(seconds: float) -> None:
            self.advance(seconds)

        return AsyncRingkey(_URL, _KEY, exchange=exchange, sleep=sleep, **options)

    def advance(self, seconds: float) -> None:
        """Lets time pass."""
        until = self.now + seconds * 1000
        while self._kept:
            first = min(self._kept.values(), key=lambda each: each.due_at)
            if first.due_at > until:
                break
            self.now = first.due_at
            first.act()
        self.now = until

    def _exchange(
        self, method: str, url: str, headers: dict[str, str], data: Optional[bytes], timeout: float
    ) -> Answer:
        if headers.get("Authorization") != f"Bearer {_KEY}":
            return _problem("unauthorized", 401)
        address = urlsplit(url)
        asked = {name: values[0] for name, values in parse_qs(address.query).items()}
        body: dict[str, Any] = json.loads(data) if data else {}
        if address.path == "/v2/verifications":
            if method == "POST":
                return self._create(body, headers.get("Idempotency-Key"))
            return _page(
                each
                for each in self._kept.values()
                if all(each.shown[name] == asked.get(name, each.shown[name]) for name in ("status", "client"))
            )
        of_phone = [each for each in self._kept.values() if each.phone == _bare(body.get("phone", ""))]
        if address.path == "/v2/verifications/search":
            return _page(of_phone)
        if address.path == "/v2/checks":
            pending = [each for each in of_phone if each.shown["status"] == "pending"]
            return self._check(pending[-1], body["code"]) if pending else _problem("verification_not_found", 404)
        found = re.fullmatch(r"/v2/verifications/([^/]+)(?:/(\w+))?", address.path)
        kept = self._kept.get(found[1]) if found else None
        if found is None or kept is None:
            return _problem("verification_not_found", 404)
        if method == "GET" and found[2] is None:
            return self._read(kept, int(asked.get("wait", 0)), int(asked.get("version", kept.shown["version"])))
        if found[2] == "check":
            return self._check(kept, body["code"])
        if found[2] == "next":
            return self._next(kept)
        if found[2] == "cancel":
            return self._cancel(kept)
        raise NotImplementedError(f"the service in memory does not serve {method} {address.path}")

    def _create(self, body: dict[str, Any], key: Optional[str]) -> Answer:
        if key in self._answered:
            return _answer(self._answered[key], 201)
        phone = _bare(body["phone"])
        scenario = _SCENARIOS.get(phone, _Scenario())
        steps = body.get("steps", [{"mode": "flash"}, {"mode": "voice"}])
        is_let = scenario.refuses_calls_alone and steps[0]["mode"] == "inbound"
        if scenario.refusal is not None and not is_let:
            return _problem(*scenario.refusal)
        kept = _Kept(scenario, phone, {**body, "steps": steps}, self.now + body.get("expires_in", 300) * 1000)
        kept.shown = {
            "id": f"vf_{len(self._kept) + 1:032}",
            "version": 0,
            "status": "pending",
            "reason": None,
            "test": True,
            "phone": f"{phone[:4]}***{phone[-4:]}",
            "country": "RU",
            "operator": "",
            "created_at": _text(self.now),
            "expires_at": _text(kept.expires_at),
            "attempts_left": body.get("attempts", 3),
            "currency": "RUB",
            "steps": [{"mode": each["mode"], "status": "planned"} for each in steps],
            "hint": {"code_length": body.get("code_length", 4), "caller": None},
            "inbound": None,
            "client": body.get("client", ""),
            "metadata": body.get("metadata", {}),
        }
        self._kept[kept.shown["id"]] = kept
        self._start(kept)
        token = {"client_token": f"vt_{kept.shown['id']}"} if body.get("client_token") else {}
        answer = copy.deepcopy({**kept.shown, **token})
        if key is not None:
            self._answered[key] = answer
        return _answer(answer, 201)

    def _start(self, kept: _Kept) -> None:
        """Starts the next planned step, or ends what has none left."""
        steps = kept.shown["steps"]
        planned = [at for at, step in enumerate(steps) if step["status"] == "planned"]
        if not planned:
            if all(step["status"] != "delivered" for step in steps):
                self._end(kept, "failed", "not_reached")
            else:
                self._later(kept, math.inf, lambda: None)
            return
        place = planned[0]
        mode = steps[place]["mode"]
        kept.shown["version"] += 1
        steps[place] = {
            "mode": mode,
            "status": "started",
            "reason": None,
            "vendor_id": 100_000 + len(self._kept) * 4 + place,
            "started_at": _text(self.now),
            "ended_at": None,
            "price": None,
        }
        if mode == "inbound":
            self._expect(kept, place)
            return
        completed, reason = kept.scenario.outcome(mode)

        def settle() -> None:
            self._settle(kept, place, completed, reason)
            if reason == "bad number":
                self._end(kept, "failed", "bad_number")
            elif completed and any(step["status"] == "planned" for step in steps):
                seconds = kept.body["steps"][place].get("seconds", 20)
                self._later(kept, self.now + seconds * 1000, lambda: self._start(kept))
            else:
                self._start(kept)

        self._later(kept, self.now + kept.scenario.after_ms, settle)

    def _expect(self, kept: _Kept, place: int) -> None:
        """Waits for the call of the person."""
        ends_at = self.now + kept.body.get("inbound_expires_in", 120) * 1000
        number = "+70000000001"
        kept.shown["inbound"] = {
            "number": number,
            "uri": f"tel:{number}",
            "pretty": "+7 000 000-00-01",
            "expires_at": _text(ends_at),
        }
        scenario = kept.scenario

        def called() -> None:
            self._settle(kept, place, True, "test number")
            self._end(kept, "approved", None)

        def waited() -> None:
            kept.shown["inbound"] = None
            self._settle(kept, place, False, "number withheld" if scenario.is_withheld else "no result in time")
            self._start(kept)

        if scenario.calls_after_ms is not None and not scenario.is_withheld:
            self._later(kept, self.now + scenario.calls_after_ms, called)
        else:
            self._later(kept, ends_at, waited)

    def _later(self, kept: _Kept, at: float, act: Callable[[], None]) -> None:
        is_in_time = at < kept.expires_at
        kept.due_at = at if is_in_time else kept.expires_at
        kept.act = act if is_in_time else lambda: self._end(kept, "expired", "expired")

    def _settle(self, kept: _Kept, place: int, completed: bool, reason: str) -> None:
        kept.shown["version"] += 1
        status = "delivered" if completed else "undelivered"
        settled = {"status": status, "reason": reason, "ended_at": _text(self.now), "price": "0.00"}
        kept.shown["steps"][place].update(settled)

    def _end(self, kept: _Kept, status: str, reason: Optional[str]) -> None:
        for place, step in enumerate(kept.shown["steps"]):
            if step["status"] == "started":
                self._settle(kept, place, False, "canceled" if step["mode"] == "inbound" else "stopped")
            elif step["status"] == "planned":
                kept.shown["steps"][place] = {"mode": step["mode"], "status": "skipped", "reason": status}
        version = kept.shown["version"] + 1
        kept.shown.update({"status": status, "reason": reason, "inbound": None, "version": version})
        kept.due_at = math.inf

    def _read(self, kept: _Kept, wait: int, version: int) -> Answer:
        until = self.now + wait * 1000
        shown = kept.shown
        while shown["status"] == "pending" and shown["version"] <= version and kept.due_at <= until:
            self.advance((kept.due_at - self.now) / 1000)
        if shown["status"] == "pending" and shown["version"] <= version:
            self.advance((until - self.now) / 1000)
        return _answer(shown)

    def _check(self, kept: _Kept, code: str) -> Answer:
        shown = kept.shown
        if shown["status"] != "pending":
            return _ended(shown)
        valid = code == kept.code
        if valid:
            tried = [at for at, step in enumerate(shown["steps"]) if step["status"] in ("delivered", "started")]
            if tried and shown["steps"][tried[-1]]["status"] == "started":
                self._settle(kept, tried[-1], True, "code typed")
            self._end(kept, "approved", None)
        else:
            shown["attempts_left"] -= 1
            if shown["attempts_left"] == 0:
                self._end(kept, "failed", "max_attempts")
        members = ("status", "test", "attempts_left", "version")
        return _answer({"valid": valid, **{name: shown[name] for name in members}})

    def _next(self, kept: _Kept) -> Answer:
        shown = kept.shown
        if shown["status"] != "pending":
            return _ended(shown)
        if any(step["status"] == "started" and step["mode"] != "inbound" for step in shown["steps"]):
            return _problem("step_in_progress", 409)
        if all(step["status"] != "planned" for step in shown["steps"]):
            return _problem("no_step_left", 409)
        self._start(kept)
        return _answer(shown)

    def _cancel(self, kept: _Kept) -> Answer:
        if kept.shown["status"] == "pending":
            self._end(kept, "canceled", "canceled")
        return _answer(kept.shown) if kept.shown["status"] == "canceled" else _ended(kept.shown)


def _page(found: Iterable[_Kept]) -> Answer:
    shown = [each.shown for each in found]
    return _answer({"verifications": shown[::-1], "next_cursor": None})


def _bare(phone: str) -> str:
    return phone[1:] if phone.startswith("+") else phone


def _text(at: float) -> str:
    return datetime.fromtimestamp(at / 1000, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _answer(body: dict[str, Any], status: int = 200, rest: Optional[int] = None) -> Answer:
    headers = Message()
    if rest is not None:
        headers["Retry-After"] = str(rest)
    return status, headers, json.dumps(body).encode()


def _problem(code: str, status: int, rest: Optional[int] = None, **more: Any) -> Answer:
    problem = {"type": f"{_URL}/docs/errors/{code}", "title": code, "status": status, "detail": code, "code": code}
    return _answer({**problem, **more}, status, rest)


def _ended(shown: dict[str, Any]) -> Answer:
    return _problem("verification_ended", 409, verification_status=shown["status"], test=True)
