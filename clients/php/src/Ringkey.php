<?php

declare(strict_types=1);

namespace Ringkey;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;

/** A service of Ringkey. Answers are arrays as /openapi-v2.json of the service describes them. */
final class Ringkey
{
    private const VERSION = '0.1.0';
    /** Seconds that one request waits for a change: the time-out of your HTTP client has to be longer. */
    private const WAIT = 25;
    private const RETRIES = 2;
    private const FIRST_PAUSE_MS = 300;
    /** A rest that is longer is left to the caller. */
    private const LONGEST_PAUSE_MS = 5000;
    /** Nothing was done, or nobody knows: the same request may succeed. */
    private const TEMPORARY = [0, 429, 502, 503, 504];

    private readonly string $url;
    private readonly \Closure $sleep;

    /** @param string $key SECRET_KEY.SERVICE_ID */
    public function __construct(
        string $url,
        private readonly string $key,
        private readonly ClientInterface $http,
        private readonly RequestFactoryInterface&StreamFactoryInterface $factory,
        ?callable $sleep = null,
    ) {
        $this->url = rtrim($url, '/');
        $this->sleep = \Closure::fromCallable($sleep ?? static fn (int $ms) => usleep($ms * 1000));
    }

    /**
     * Starts a verification. A key of its own makes it safe to repeat.
     *
     * @param array<string, mixed> $members phone, steps, code, client, client_token, …
     * @return array<string, mixed>
     */
    public function create(array $members, ?string $idempotencyKey = null): array
    {
        return $this->request('POST', '/v2/verifications', $members, true, $idempotencyKey ?? bin2hex(random_bytes(16)));
    }

    /**
     * With `wait` the answer comes at the next change; with `version` at once when there is a newer one.
     *
     * @return array<string, mixed>
     */
    public function read(string $id, ?int $wait = null, ?int $version = null): array
    {
        return $this->request('GET', self::path($id) . self::query(['wait' => $wait, 'version' => $version]));
    }

    /**
     * The verification when it is no longer pending: approved, or failed, expired, …
     *
     * @return array<string, mixed>
     */
    public function waitForEnd(string $id): array
    {
        $found = $this->read($id);
        while ($found['status'] === 'pending') {
            $found = $this->read($id, self::WAIT, $found['version']);
        }
        return $found;
    }

    /**
     * Not repeated by itself: a wrong code counts.
     *
     * @return array{valid: bool, status: string, test: bool, attempts_left: int, version: int}
     */
    public function check(string $id, string $code): array
    {
        return $this->request('POST', self::path($id) . '/check', ['code' => $code], false);
    }

    /**
     * For the newest pending verification of the phone.
     *
     * @return array{valid: bool, status: string, test: bool, attempts_left: int, version: int}
     */
    public function checkPhone(string $phone, string $code): array
    {
        return $this->request('POST', '/v2/checks', ['phone' => $phone, 'code' => $code], false);
    }

    /** @return array<string, mixed> */
    public function next(string $id): array
    {
        return $this->request('POST', self::path($id) . '/next', null, false);
    }

    /** @return array<string, mixed> */
    public function cancel(string $id): array
    {
        return $this->request('POST', self::path($id) . '/cancel', null, true);
    }

    /**
     * All of them, newest first; further pages are read as you go on.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function list(?string $status = null, ?string $client = null): \Generator
    {
        $cursor = null;
        do {
            $query = ['status' => $status, 'client' => $client, 'cursor' => $cursor, 'limit' => 100];
            $page = $this->request('GET', '/v2/verifications' . self::query($query));
            foreach ($page['verifications'] as $each) {
                yield $each;
            }
            $cursor = $page['next_cursor'];
        } while ($cursor !== null);
    }

    /**
     * Any other request of the service, such as `request('GET', '/v2/events')`.
     *
     * @param array<mixed>|null $body
     * @param bool|null $isSafe doing it twice does what doing it once does; left out: a GET, and with a key
     * @return array<string, mixed>
     */
    public function request(
        string $verb,
        string $path,
        ?array $body = null,
        ?bool $isSafe = null,
        ?string $idempotencyKey = null,
    ): array {
        $isSafe ??= $verb === 'GET' || $idempotencyKey !== null;
        for ($tries = 0; ; $tries++) {
            try {
                return $this->once($verb, $path, $body, $idempotencyKey);
            } catch (RingkeyException $error) {
                $pauseMs = $error->retryAfter === null ? self::FIRST_PAUSE_MS * 2 ** $tries : $error->retryAfter * 1000;
                $isHopeless = !in_array($error->status, self::TEMPORARY, true) || $pauseMs > self::LONGEST_PAUSE_MS;
                if (!$isSafe || $isHopeless || $tries === self::RETRIES) {
                    throw $error;
                }
                ($this->sleep)($pauseMs);
            }
        }
    }

    /**
     * @param array<mixed>|null $body
     * @return array<string, mixed>
     */
    private function once(string $verb, string $path, ?array $body, ?string $idempotencyKey): array
    {
        $request = $this->factory->createRequest($verb, $this->url . $path)
            ->withHeader('Authorization', "Bearer $this->key")
            ->withHeader('User-Agent', 'ringkey-php/' . self::VERSION);
        if ($body !== null) {
            $written = json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
            $request = $request->withHeader('Content-Type', 'application/json')
                ->withBody($this->factory->createStream($written));
        }
        if ($idempotencyKey !== null) {
            $request = $request->withHeader('Idempotency-Key', $idempotencyKey);
        }
        try {
            $response = $this->http->sendRequest($request);
            $answer = json_decode((string) $response->getBody(), true);
        } catch (ClientExceptionInterface $error) {
            throw new RingkeyException('no_answer', $error->getMessage(), previous: $error);
        }
        // An error of /v1.0 may come with HTTP 200.
        $isFailure = str_starts_with($path, '/v1.0/') && ($answer['status'] ?? null) === false;
        if ($response->getStatusCode() < 300 && is_array($answer) && !$isFailure) {
            return $answer;
        }
        throw self::refusal($response, is_array($answer) ? $answer : []);
    }

    /** @param array<string, mixed> $problem */
    private static function refusal(ResponseInterface $response, array $problem): RingkeyException
    {
        $status = $response->getStatusCode();
        if (!isset($problem['code'])) {
            return new RingkeyException('no_answer', 'an answer that is none of Ringkey: is the address right?', $status);
        }
        $message = $problem['detail'] ?? $problem['error'] ?? '';
        foreach ($problem['errors'] ?? [] as ['pointer' => $pointer, 'expected' => $expected]) {
            $message .= " $pointer: expected $expected.";
        }
        $rest = $response->getHeaderLine('Retry-After');
        $requestId = $response->getHeaderLine('X-Request-Id');
        return new RingkeyException(
            (string) $problem['code'],
            $message,
            $status,
            ctype_digit($rest) ? (int) $rest : null,
            $requestId === '' ? null : $requestId,
            $problem,
        );
    }

    private static function path(string $id): string
    {
        return '/v2/verifications/' . rawurlencode($id);
    }

    /** @param array<string, string|int|null> $members */
    private static function query(array $members): string
    {
        $written = http_build_query($members);
        return $written === '' ? '' : "?$written";
    }
}
