<?php

declare(strict_types=1);

namespace Ringkey\Testing;

use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Ringkey\Ringkey;

/** A service in memory for your tests: `(new TestService($factory))->client()`. It plays the scenario numbers. */
final class TestService implements ClientInterface
{
    private const URL = 'http://ringkey.test';
    private const KEY = 'test-key.1';

    /** Milliseconds since 1970. A request that waits moves it to the next change: no test has to sleep. */
    public int $now = 1_768_478_400_000;
    /** @var array<string, \stdClass> each with scenario, phone, asked, expiresAt, shown, and what happens next: dueAt, act */
    private array $kept = [];
    /** @var array<string, array<string, mixed>> */
    private array $answered = [];

    public function __construct(
        private readonly RequestFactoryInterface&StreamFactoryInterface&ResponseFactoryInterface $factory,
    ) {
    }

    public function client(int $retries = 2, ?callable $onTry = null): Ringkey
    {
        $sleep = fn (int $ms) => $this->advance($ms);
        return new Ringkey(self::URL, self::KEY, $this, $this->factory, $sleep, $retries, $onTry);
    }

    /** Lets time pass, in milliseconds. */
    public function advance(int $ms): void
    {
        $until = $this->now + $ms;
        while ($this->kept !== []) {
            $first = null;
            foreach ($this->kept as $each) {
                $first = $first === null || $each->dueAt < $first->dueAt ? $each : $first;
            }
            if ($first->dueAt > $until) {
                break;
            }
            $this->now = $first->dueAt;
            ($first->act)();
        }
        $this->now = $until;
    }

    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        if ($request->getHeaderLine('Authorization') !== 'Bearer ' . self::KEY) {
            return $this->problem('unauthorized', 401);
        }
        $path = $request->getUri()->getPath();
        parse_str($request->getUri()->getQuery(), $query);
        $body = json_decode((string) $request->getBody(), true) ?? [];
        $isPost = $request->getMethod() === 'POST';
        $phone = ltrim($body['phone'] ?? '', '+');
        if ($path === '/v2/verifications' && $isPost) {
            return $this->create($body, $request->getHeaderLine('Idempotency-Key'));
        }
        if ($path === '/v2/verifications') {
            return $this->page(static fn (\stdClass $each): bool => array_intersect_key($each->shown, $query)
                == array_intersect_key($query, ['status' => 1, 'client' => 1]));
        }
        if ($path === '/v2/verifications/search') {
            return $this->page(static fn (\stdClass $each): bool => $each->phone === $phone);
        }
        if ($path === '/v2/checks') {
            foreach (array_reverse($this->kept) as $each) {
                if ($each->phone === $phone && self::isPending($each)) {
                    return $this->check($each, $body['code']);
                }
            }
            return $this->problem('verification_not_found', 404);
        }
        preg_match('~^/v2/verifications/([^/]+)/?(\w*)$~', $path, $found);
        $kept = $this->kept[$found[1] ?? ''] ?? null;
        return $kept === null ? $this->problem('verification_not_found', 404) : match ($found[2]) {
            '' => $this->read($kept, (int) ($query['wait'] ?? 0), (int) ($query['version'] ?? $kept->shown['version'])),
            'check' => $this->check($kept, $body['code']),
            'next' => $this->next($kept),
            'cancel' => $this->cancel($kept),
        };
    }

    /** @param array<string, mixed> $body */
    private function create(array $body, string $key): ResponseInterface
    {
        if (isset($this->answered[$key])) {
            return $this->answer($this->answered[$key], 201);
        }
        $phone = ltrim($body['phone'], '+');
        $scenario = Scenario::of($phone);
        $body['steps'] ??= [['mode' => 'flash'], ['mode' => 'voice']];
        $isLet = $scenario->refusesCallsAlone && $body['steps'][0]['mode'] === 'inbound';
        if ($scenario->refusal !== null && !$isLet) {
            return $this->problem(...$scenario->refusal);
        }
        $expiresAt = $this->now + ($body['expires_in'] ?? 300) * 1000;
        $id = sprintf('vf_%032d', count($this->kept) + 1);
        $kept = (object) ['scenario' => $scenario, 'phone' => $phone, 'asked' => $body, 'expiresAt' => $expiresAt];
        $kept->shown = [
            'id' => $id,
            'version' => 0,
            'status' => 'pending',
            'reason' => null,
            'test' => true,
            'phone' => substr($phone, 0, 4) . '***' . substr($phone, -4),
            'country' => 'RU',
            'operator' => '',
            'created_at' => self::text($this->now),
            'expires_at' => self::text($expiresAt),
            'attempts_left' => $body['attempts'] ?? 3,
            'currency' => 'RUB',
            'steps' => array_map(static fn (array $step) => ['mode' => $step['mode'], 'status' => 'planned'], $body['steps']),
            'hint' => ['code_length' => $body['code_length'] ?? 4, 'caller' => null],
            'inbound' => null,
            'client' => $body['client'] ?? '',
            'metadata' => $body['metadata'] ?? [],
        ];
        $this->kept[$id] = $kept;
        $this->start($kept);
        $answer = $kept->shown + (($body['client_token'] ?? false) ? ['client_token' => "vt_$id"] : []);
        if ($key !== '') {
            $this->answered[$key] = $answer;
        }
        return $this->answer($answer, 201);
    }

    /** Starts the next planned step, or ends what has none left. */
    private function start(\stdClass $kept): void
    {
        $statuses = array_column($kept->shown['steps'], 'status');
        $place = array_search('planned', $statuses, true);
        if ($place === false) {
            in_array('delivered', $statuses, true)
                ? $this->later($kept, PHP_INT_MAX, static fn () => null)
                : $this->end($kept, 'failed', 'not_reached');
            return;
        }
        $mode = $kept->shown['steps'][$place]['mode'];
        $kept->shown['version']++;
        $kept->shown['steps'][$place] = [
            'mode' => $mode,
            'status' => 'started',
            'reason' => null,
            'vendor_id' => 100_000 + count($this->kept) * 4 + $place,
            'started_at' => self::text($this->now),
            'ended_at' => null,
            'price' => null,
        ];
        if ($mode === 'inbound') {
            $this->expect($kept, $place);
            return;
        }
        [$completed, $reason] = $kept->scenario->outcome($mode);
        $this->later($kept, $this->now + $kept->scenario->afterMs, function () use ($kept, $place, $completed, $reason) {
            $this->settle($kept, $place, $completed, $reason);
            if ($reason === 'bad number') {
                $this->end($kept, 'failed', 'bad_number');
            } elseif ($completed && in_array('planned', array_column($kept->shown['steps'], 'status'), true)) {
                $seconds = $kept->asked['steps'][$place]['seconds'] ?? 20;
                $this->later($kept, $this->now + $seconds * 1000, fn () => $this->start($kept));
            } else {
                $this->start($kept);
            }
        });
    }

    /** Waits for the call of the person. */
    private function expect(\stdClass $kept, int $place): void
    {
        $endsAt = $this->now + ($kept->asked['inbound_expires_in'] ?? 120) * 1000;
        $number = '+70000000001';
        $kept->shown['inbound'] = [
            'number' => $number,
            'uri' => "tel:$number",
            'pretty' => '+7 000 000-00-01',
            'expires_at' => self::text($endsAt),
        ];
        $scenario = $kept->scenario;
        if ($scenario->callsAfterMs !== null && !$scenario->isWithheld) {
            $this->later($kept, $this->now + $scenario->callsAfterMs, function () use ($kept, $place) {
                $this->settle($kept, $place, true, 'test number');
                $this->end($kept, 'approved', null);
            });
            return;
        }
        $this->later($kept, $endsAt, function () use ($kept, $place, $scenario) {
            $kept->shown['inbound'] = null;
            $this->settle($kept, $place, false, $scenario->isWithheld ? 'number withheld' : 'no result in time');
            $this->start($kept);
        });
    }

    private function later(\stdClass $kept, int $at, \Closure $act): void
    {
        $isInTime = $at < $kept->expiresAt;
        $kept->dueAt = $isInTime ? $at : $kept->expiresAt;
        $kept->act = $isInTime ? $act : fn () => $this->end($kept, 'expired', 'expired');
    }

    private function settle(\stdClass $kept, int $place, bool $completed, string $reason): void
    {
        $kept->shown['version']++;
        $status = $completed ? 'delivered' : 'undelivered';
        $settled = ['status' => $status, 'reason' => $reason, 'ended_at' => self::text($this->now), 'price' => '0.00'];
        $kept->shown['steps'][$place] = [...$kept->shown['steps'][$place], ...$settled];
    }

    private function end(\stdClass $kept, string $status, ?string $reason): void
    {
        foreach ($kept->shown['steps'] as $place => $step) {
            if ($step['status'] === 'started') {
                $this->settle($kept, $place, false, $step['mode'] === 'inbound' ? 'canceled' : 'stopped');
            } elseif ($step['status'] === 'planned') {
                $kept->shown['steps'][$place] = ['mode' => $step['mode'], 'status' => 'skipped', 'reason' => $status];
            }
        }
        $changes = ['status' => $status, 'reason' => $reason, 'inbound' => null, 'version' => $kept->shown['version'] + 1];
        $kept->shown = [...$kept->shown, ...$changes];
        $kept->dueAt = PHP_INT_MAX;
    }

    private function read(\stdClass $kept, int $wait, int $version): ResponseInterface
    {
        $until = $this->now + $wait * 1000;
        $isSame = static fn (): bool => self::isPending($kept) && $kept->shown['version'] <= $version;
        while ($isSame() && $kept->dueAt <= $until) {
            $this->advance($kept->dueAt - $this->now);
        }
        if ($isSame()) {
            $this->advance($until - $this->now);
        }
        return $this->answer($kept->shown);
    }

    private function check(\stdClass $kept, string $code): ResponseInterface
    {
        if (!self::isPending($kept)) {
            return $this->ended($kept);
        }
        $valid = $code === ($kept->asked['code'] ?? null);
        if ($valid) {
            $isTried = static fn (array $step): bool => in_array($step['status'], ['delivered', 'started'], true);
            $place = array_key_last(array_filter($kept->shown['steps'], $isTried));
            if ($place !== null && $kept->shown['steps'][$place]['status'] === 'started') {
                $this->settle($kept, $place, true, 'code typed');
            }
            $this->end($kept, 'approved', null);
        } elseif (--$kept->shown['attempts_left'] === 0) {
            $this->end($kept, 'failed', 'max_attempts');
        }
        $members = ['status' => 1, 'test' => 1, 'attempts_left' => 1, 'version' => 1];
        return $this->answer(['valid' => $valid] + array_intersect_key($kept->shown, $members));
    }

    private function next(\stdClass $kept): ResponseInterface
    {
        if (!self::isPending($kept)) {
            return $this->ended($kept);
        }
        foreach ($kept->shown['steps'] as $step) {
            if ($step['status'] === 'started' && $step['mode'] !== 'inbound') {
                return $this->problem('step_in_progress', 409);
            }
        }
        if (!in_array('planned', array_column($kept->shown['steps'], 'status'), true)) {
            return $this->problem('no_step_left', 409);
        }
        $this->start($kept);
        return $this->answer($kept->shown);
    }

    private function cancel(\stdClass $kept): ResponseInterface
    {
        if (self::isPending($kept)) {
            $this->end($kept, 'canceled', 'canceled');
        }
        return $kept->shown['status'] === 'canceled' ? $this->answer($kept->shown) : $this->ended($kept);
    }

    /** @param callable(\stdClass): bool $fits */
    private function page(callable $fits): ResponseInterface
    {
        $found = array_column(array_reverse(array_values(array_filter($this->kept, $fits))), 'shown');
        return $this->answer(['verifications' => $found, 'next_cursor' => null]);
    }

    private static function isPending(\stdClass $kept): bool
    {
        return $kept->shown['status'] === 'pending';
    }

    private static function text(int $at): string
    {
        return gmdate('Y-m-d\TH:i:s', intdiv($at, 1000)) . sprintf('.%03dZ', $at % 1000);
    }

    private function ended(\stdClass $kept): ResponseInterface
    {
        $more = ['verification_status' => $kept->shown['status'], 'test' => true];
        return $this->problem('verification_ended', 409, more: $more);
    }

    /** @param array<string, mixed> $more */
    private function problem(string $code, int $status, ?int $rest = null, array $more = []): ResponseInterface
    {
        $type = self::URL . "/docs/errors/$code";
        $problem = ['type' => $type, 'title' => $code, 'status' => $status, 'detail' => $code, 'code' => $code];
        $response = $this->answer($problem + $more, $status);
        return $rest === null ? $response : $response->withHeader('Retry-After', (string) $rest);
    }

    /** @param array<string, mixed> $body */
    private function answer(array $body, int $status = 200): ResponseInterface
    {
        $written = json_encode($body, JSON_THROW_ON_ERROR);
        return $this->factory->createResponse($status)->withBody($this->factory->createStream($written));
    }
}
