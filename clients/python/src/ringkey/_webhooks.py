from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterable
from typing import Any, Optional, Protocol

from ._error import RingkeyError

_TOLERANCE = 300


class Headers(Protocol):
    """Of http.server, Flask, Django, FastAPI, or a dict."""

    def items(self) -> Iterable[tuple[str, str]]: ...


def verify_webhook(
    body: bytes, headers: Headers, secret: Optional[str], *, now: Optional[float] = None
) -> dict[str, Any]:
    """Checks the signature (Standard Webhooks) and the time of the raw body, and returns the event.

    What is not signed rightly is a RingkeyError ``bad_signature``: answer it with 401.
    """
    key = _key(secret or "")
    if not key:  # anybody can sign with an empty key
        given = "the secret is not one" if secret else "the secret is missing"
        raise ValueError(f"{given}: expected whsec_…, as the cabinet shows it")
    received = {name.lower(): value for name, value in headers.items()}
    try:
        id, timestamp, signatures = (received[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError as missing:
        raise RingkeyError("bad_signature", f"the header {missing} is missing", 401) from None
    is_number = timestamp.isascii() and timestamp.isdigit()
    is_now = is_number and abs((time.time() if now is None else now) - int(timestamp)) <= _TOLERANCE
    if not is_now:
        raise RingkeyError("bad_signature", "its time is not now", 401)
    digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    if not any(hmac.compare_digest(expected, each.encode()) for each in signatures.split(" ")):
        raise RingkeyError("bad_signature", "no signature fits", 401)
    event: dict[str, Any] = json.loads(body)
    return event


def _key(secret: str) -> bytes:
    try:
        return base64.b64decode(secret[len("whsec_") :]) if secret.startswith("whsec_") else b""
    except ValueError:
        return b""
