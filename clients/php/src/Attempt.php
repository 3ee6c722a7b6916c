<?php

declare(strict_types=1);

namespace Ringkey;

/** A request and what came of it, for logs: it has neither the key, nor a phone, nor a code. */
final class Attempt
{
    /**
     * @param string $path without its query
     * @param int $status of HTTP; 0 without an answer
     * @param string|null $word of the refusal; null without one
     * @param string|null $requestId for the operator of the service
     * @param int|null $pauseMs until the request is repeated; null when it is not
     */
    public function __construct(
        public readonly string $verb,
        public readonly string $path,
        public readonly int $status,
        public readonly ?string $word,
        public readonly float $seconds,
        public readonly ?string $requestId,
        public readonly ?int $pauseMs,
    ) {
    }
}
