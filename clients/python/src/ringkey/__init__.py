"""Client of Ringkey: confirm phone numbers by a call."""

from ._async import AsyncRingkey
from ._client import Ringkey
from ._error import RingkeyError
from ._protocol import Try
from ._types import CheckResult, Consent, NewStep, Step, Verification
from ._webhooks import verify_webhook

__all__ = [
    "AsyncRingkey",
    "CheckResult",
    "Consent",
    "NewStep",
    "Ringkey",
    "RingkeyError",
    "Step",
    "Try",
    "Verification",
    "verify_webhook",
]
