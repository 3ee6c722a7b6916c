"""The answers of /v2, as far as programs use them; /openapi-v2.json of a service describes every member."""

from __future__ import annotations

from typing import Literal, Optional, TypedDict

Mode = Literal["flash", "voice", "mix", "inbound", "http"]
Status = Literal["pending", "approved", "failed", "expired", "canceled", "blocked"]

OnPending = Literal["new", "return"]
Qr = Literal["svg"]


class _Consent(TypedDict):
    at: str


class Consent(_Consent, total=False):
    """``at`` is a time of RFC 3339."""

    ip: str
    text: str


class _NewStep(TypedDict):
    mode: Mode


class NewStep(_NewStep, total=False):
    seconds: int
    channel: str
    confirm: Literal["key"]


class _Step(TypedDict):
    mode: Mode
    status: Literal["planned", "skipped", "started", "delivered", "undelivered"]


class Step(_Step, total=False):
    channel: str
    reason: Optional[str]
    vendor_id: int
    starts_at: str
    started_at: str
    ended_at: Optional[str]
    price: Optional[str]


class _Hint(TypedDict):
    code_length: int
    caller: Optional[str]


class Hint(_Hint, total=False):
    key: str


class _InboundNumber(TypedDict):
    number: str
    uri: str
    pretty: str
    expires_at: str


class InboundNumber(_InboundNumber, total=False):
    qr: str


class _Verification(TypedDict):
    id: str
    version: int
    status: Status
    reason: Optional[str]
    test: bool
    phone: str
    country: str
    operator: str
    created_at: str
    expires_at: str
    attempts_left: int
    currency: str
    steps: list[Step]
    hint: Hint
    inbound: Optional[InboundNumber]
    client: str
    metadata: dict[str, str]


class Verification(_Verification, total=False):
    client_token: str


class CheckResult(TypedDict):
    valid: bool
    status: Status
    test: bool
    attempts_left: int
    version: int
