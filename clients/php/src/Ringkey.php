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
    private const FIRST_PAUSE_MS = 300;
    /** A rest that is longer is left to the caller. */
    private const LONGEST_PAUSE_MS = 5000;
    /** Nothing was done, or nobody knows: the same request may succeed. */
    private const TEMPORARY = [0, 429, 502, 503, 504];

    private readonly string $url;
    private readonly \Closure $sleep;
    private readonly \Closure $onTry;

    /**
     * @param string $key SECRET_KEY.SERVICE_ID
     * @param int $retries of requests that are safe to repeat
     * @param (callable(Attempt): mixed)|null $onTry is called after each request, for logs
     */
    public function __construct(
        string $url,
        private readonly string $key,
        private readonly ClientInterface $http,
        private readonly RequestFactoryInterface&StreamFactoryInterface $factory,
        ?callable $sleep = null,
        private readonly int $retries = 2,
        ?callable $onTry = null,
    ) {
        $this->url = rtrim($url, '/');
        $this->sleep = \Closure::fromCallable($sleep ?? static fn (int $ms) => usleep($ms * 1000));
        $this->onTry = \Closure::fromCallable($onTry ?? static fn () => null);
    }

    /**
     * Starts a verification. What is left out is left to the service. A key of its own makes it safe to repeat.
     *
     * @param list<array{mode: string, seconds?: int, channel?: string, confirm?: string}>|null $steps
     * @param 'new'|'return'|null $onPending
     * @param array<string, string>|null $metadata
     * @param array{at: string, ip?: string, text?: string}|null $consent
     * @param 'svg'|null $qr
     * @return array<string, mixed>
     */
    public function create(
        string $phone,
        ?array $steps = null,
        ?string $code = null,
        ?int $codeLength = null,
        ?string $language = null,
        ?int $expiresIn = null,
        ?int $attempts = null,
        ?string $client = null,
        ?string $onPending = null,
        ?array $metadata = null,
        ?string $ip = null,
        ?string $deviceId = null,
        ?bool $trusted = null,
        ?array $consent = null,
        ?string $maxCost = null,
        ?bool $clientToken = null,
        ?int $inboundExpiresIn = null,
        ?string $qr = null,
        ?bool $normalize = null,
        ?bool $reuseCode = null,
        ?string $idempotencyKey = null,
    ): array {
        $body = [];
        foreach (array_diff_key(get_defined_vars(), ['body' => 1, 'idempotencyKey' => 1]) as $name => $given) {
            if ($given !== null) {
                $body[strtolower(preg_replace('/[A-Z]/', '_$0', $name))] = $name === 'metadata' ? (object) $given : $given;
            }
        }
        return $this->request('POST', '/v2/verifications', $body, true, $idempotencyKey ?? bin2hex(random_bytes(16)));
    }

    /**
     * With `wait` the answer comes at the next change; with `version` at once when there is a newer one.
     *
     * @return array<string, mixed>
     */
    public function read(string $id, ?int $wait = null, ?int $version = null, ?string $qr = null): array
    {
        $query = ['wait' => $wait, 'version' => $version, 'qr' => $qr];
        return $this->request('GET', self::path($id) . self::query($query));
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
            $began = microtime(true);
            $tell = fn (int $status, ?string $word, ?string $requestId, ?int $pauseMs): mixed => ($this->onTry)(
                new Attempt($verb, strtok($path, '?'), $status, $word, microtime(true) - $began, $requestId, $pauseMs)
            );
            try {
                $response = $this->once($verb, $path, $body, $idempotencyKey);
                $answer = self::answer($path, $response);
                $tell($response->getStatusCode(), null, self::requestId($response), null);
                return $answer;
            } catch (RingkeyException $error) {
                $pauseMs = $error->retryAfter === null ? self::FIRST_PAUSE_MS * 2 ** $tries : $error->retryAfter * 1000;
                $isHopeless = !in_array($error->status, self::TEMPORARY, true) || $pauseMs > self::LONGEST_PAUSE_MS;
                $isLast = !$isSafe || $isHopeless || $tries >= $this->retries;
                $tell($error->status, $error->word, $error->requestId, $isLast ? null : $pauseMs);
                if ($isLast) {
                    throw $error;
                }
                ($this->sleep)($pauseMs);
            }
        }
    }

    /** @param array<mixed>|null $body */
    private function once(string $verb, string $path, ?array $body, ?string $idempotencyKey): ResponseInterface
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
            return $this->http->sendRequest($request);
        } catch (ClientExceptionInterface $error) {
            throw new RingkeyException('no_answer', $error->getMessage(), previous: $error);
        }
    }

    /** @return array<string, mixed> */
    private static function answer(string $path, ResponseInterface $response): array
    {
        $answer = json_decode((string) $response->getBody(), true);
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
        return new RingkeyException(
            (string) $problem['code'],
            $message,
            $status,
            ctype_digit($rest) ? (int) $rest : null,
            self::requestId($response),
            $problem,
        );
    }

    private static function requestId(ResponseInterface $response): ?string
    {
        $requestId = $response->getHeaderLine('X-Request-Id');
        return $requestId === '' ? null : $requestId;
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
