<?php

declare(strict_types=1);

namespace Ringkey\Testing;

/**
 * What a test number plays. The service has the same table; a test compares what both answer.
 *
 * @internal
 */
final class Scenario
{
    /**
     * @param string|null $unspoken the reason of a voice call that fails unlike the others
     * @param int|null $callsAfterMs when the person calls after an inbound step has started
     * @param array{string, int, int|null}|null $refusal code, HTTP status, seconds to rest
     * @param bool $refusesCallsAlone a request for a call from the person is not refused so
     */
    private function __construct(
        private readonly string $reason = 'rang',
        private readonly bool $completes = true,
        private readonly ?string $unspoken = null,
        public readonly int $afterMs = 1_000,
        public readonly ?int $callsAfterMs = 1_000,
        public readonly bool $isWithheld = false,
        public readonly ?array $refusal = null,
        public readonly bool $refusesCallsAlone = false,
    ) {
    }

    /** Every number that is not in the table rings. */
    public static function of(string $phone): self
    {
        $fails = static fn (string $reason): self => new self($reason, false);
        return match ($phone) {
            '79000000001' => new self('test number'),
            '79000000002' => new self('test number, unreachable', false, callsAfterMs: null),
            '79000000101' => new self('declined', unspoken: 'declined'),
            '79000000102' => $fails('busy'),
            '79000000103' => $fails('unreachable'),
            '79000000104' => $fails('bad number'),
            '79000000105' => new self(unspoken: 'not answered'),
            '79000000106' => new self('answered'),
            '79000000107' => new self(afterMs: 8_000),
            '79000000108' => $fails('no response'),
            '79000000110' => new self(refusal: ['insufficient_funds', 402, null]),
            '79000000111' => new self(refusal: ['spend_cap', 402, 3_600]),
            '79000000112' => new self(refusal: ['number_rests', 429, 15], refusesCallsAlone: true),
            '79000000113' => new self(refusal: ['number_limit', 429, 60], refusesCallsAlone: true),
            '79000000114' => new self(refusal: ['do_not_call', 403, null], refusesCallsAlone: true),
            '79000000115' => new self(refusal: ['prefix_paused', 403, null]),
            '79000000116' => new self(refusal: ['country_not_allowed', 403, null]),
            '79000000117' => new self(refusal: ['no_route', 503, 1]),
            '79000000118' => new self(refusal: ['overloaded', 503, 1]),
            '79000000121' => new self(callsAfterMs: 20_000),
            '79000000122' => new self(callsAfterMs: null),
            '79000000123' => new self(isWithheld: true),
            default => new self(),
        };
    }

    /** @return array{bool, string} whether the call completes, and why */
    public function outcome(string $mode): array
    {
        return match (true) {
            $this->reason === 'answered' && $mode !== 'flash' => [true, 'spoken'],
            $this->unspoken !== null && $mode === 'voice' => [false, $this->unspoken],
            default => [$this->completes, $this->reason],
        };
    }
}
