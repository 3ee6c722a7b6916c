"""Client of Ringkey: confirm phone numbers by a call."""

from ._async import AsyncRingkey
from ._client import Ringkey
from ._error import RingkeyError
from ._types import CheckResult, NewStep, Step, Verification
from ._webhooks import verify_webhook

__all__ = [
    "AsyncRingkey",
    "CheckResult",
    "NewStep",
    "Ringkey",
    "RingkeyError",
    "Step",
    "Verification",
    "verify_webhook",
]
