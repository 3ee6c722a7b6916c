<?php

declare(strict_types=1);

namespace Ringkey;

/** A refusal of the service, or no answer from it. `word` says which; /docs/errors/WORD explains each. */
final class RingkeyException extends \RuntimeException
{
    /**
     * @param string $word the `code` of the problem, such as number_rests; of /v1.0 the number as text
     * @param int $status of HTTP; 0 without an answer
     * @param int|null $retryAfter seconds; null when waiting does not help, or nobody knows
     * @param string|null $requestId for the operator of the service
     * @param array<string, mixed> $problem the whole answer, with the wrong members in `errors`
     */
    public function __construct(
        public readonly string $word,
        string $message,
        public readonly int $status = 0,
        public readonly ?int $retryAfter = null,
        public readonly ?string $requestId = null,
        public readonly array $problem = [],
        ?\Throwable $previous = null,
    ) {
        parent::__construct("$word: $message", $status, $previous);
    }
}
