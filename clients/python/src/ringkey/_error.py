from __future__ import annotations

from typing import Any, Optional


class RingkeyError(Exception):
    """A refusal of the service, or no answer from it. ``code`` says which; /docs/errors/CODE explains each."""

    def __init__(
        self,
        code: str,
        message: str,
        status: int = 0,
        retry_after: Optional[float] = None,
        request_id: Optional[str] = None,
        problem: Optional[dict[str, Any]] = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        #: Of HTTP; 0 without an answer.
        self.status = status
        #: Seconds after which to try again; None when waiting does not help, or nobody knows.
        self.retry_after = retry_after
        #: For the operator of the service.
        self.request_id = request_id
        #: The whole answer, with the wrong members in ``errors``.
        self.problem = problem
