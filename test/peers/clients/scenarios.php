<?php

declare(strict_types=1);

use Ringkey\RingkeyException;
use Ringkey\Testing\TestService;

require 'vendor/autoload.php';

function told(array $shown): array
{
    $steps = array_map(static fn ($each) => [$each['mode'], $each['status'], $each['reason'] ?? null], $shown['steps']);
    return [$shown['status'], $shown['reason'], $steps];
}

function refused(callable $act): ?array
{
    try {
        $act();
    } catch (RingkeyException $error) {
        return [$error->word, $error->status, $error->retryAfter];
    }
    return null;
}

$say = static fn (mixed ...$words) => print(json_encode($words) . "\n");
$open = static fn () => new TestService(new GuzzleHttp\Psr7\HttpFactory());

$service = $open();
$ringkey = $service->client(retries: 0);
$pending = [];
foreach (json_decode(getenv('SCENARIOS')) as [$phone, $plan]) {
    $steps = array_map(static fn ($mode) => ['mode' => $mode, 'seconds' => 60], $plan);
    $refusal = refused(function () use ($ringkey, $phone, $steps, &$pending) {
        $pending[] = $ringkey->create($phone, $steps, '4321')['id'];
    });
    if ($refusal !== null) {
        $say($phone, $plan, ...$refusal);
    }
}
foreach (json_decode(getenv('MOMENTS')) as $seconds) {
    $service->advance($seconds * 1000);
    foreach ($pending as $id) {
        $say(...told($ringkey->read($id)));
    }
}

$service = $open();
$ringkey = $service->client();
$once = fn () => $ringkey->create('+79000000100', code: '4321', client: 'anna', idempotencyKey: 'one');
$id = $once()['id'];
$say('again', $id === $once()['id'], $ringkey->check($id, '1111')['attempts_left']);
$say('next', ...refused(fn () => $ringkey->next($id)));
$say('canceled', $ringkey->cancel($id)['status'], $ringkey->cancel($id)['status']);
$say('ended', ...refused(fn () => $ringkey->check($id, '4321')));
$steps = [['mode' => 'inbound'], ['mode' => 'voice']];
$second = $ringkey->create('+79000000100', $steps, '4321', client: 'anna')['id'];
$say('next', ...told($ringkey->next($second)));
$say('approved', $ringkey->checkPhone('+79000000100', '4321')['status'], ...told($ringkey->read($second)));
$listed = static fn (...$filter) => array_column(iterator_to_array($ringkey->list(...$filter), false), 'id');
$say('listed', $listed(client: 'anna'), count($listed(status: 'pending')));
$say('unknown', ...refused(fn () => $ringkey->read('vf_1')));
$began = $service->now;
$third = $ringkey->create('+79000000100', [['mode' => 'flash']], expiresIn: 60, attempts: 1)['id'];
$say('expired', ...[...told($ringkey->waitForEnd($third)), $service->now - $began]);
$fourth = $ringkey->create('+79000000107', [['mode' => 'flash']], attempts: 1)['id'];
$say('typed wrong', $ringkey->check($fourth, '1')['status'], ...told($ringkey->read($fourth)));
$say('rests', ...[...refused(fn () => $ringkey->create('+79000000117')), $service->now - $began]);
