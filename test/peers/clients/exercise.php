<?php

declare(strict_types=1);

use Ringkey\Ringkey;
use Ringkey\RingkeyException;
use Ringkey\Webhook;

require 'vendor/autoload.php';

$open = static fn (string $url, string $key): Ringkey =>
    new Ringkey($url, $key, new GuzzleHttp\Client(['timeout' => 60]), new GuzzleHttp\Psr7\HttpFactory());
$ringkey = $open(getenv('RINGKEY_URL'), getenv('RINGKEY_KEY'));
function refusal(callable $act): RingkeyException
{
    try {
        $act();
    } catch (RingkeyException $error) {
        return $error;
    }
    throw new LogicException('not refused');
}
$say = static fn (string ...$words) => print(implode(' ', $words) . "\n");

$busy = $ringkey->create('+79000000102', [['mode' => 'flash']], client: 'exercise');
$say('busy', $ringkey->waitForEnd($busy['id'])['reason']);
$waiting = $ringkey->create('+79000000120', [['mode' => 'inbound']], client: 'exercise');
$say('inbound', $ringkey->waitForEnd($waiting['id'])['status']);
$count = (string) iterator_count($ringkey->list(client: 'exercise'));
$say('listed', $count, $count);
$typed = $ringkey->create('+79000000100', code: '4321');
$say('wrong code', (string) $ringkey->check($typed['id'], '1111')['attempts_left']);
$say('checked', $ringkey->checkPhone('+79000000100', '4321')['status']);
$steps = [['mode' => 'voice', 'confirm' => 'key']];
$consent = ['at' => '2026-01-15T12:00:00Z', 'text' => 'I agree'];
$asked = $ringkey->create('+79000000106', $steps, consent: $consent);
$mine = fn () => $ringkey->create('+79000000122', [['mode' => 'inbound']], idempotencyKey: 'mine')['id'];
$own = $mine();
$say('own key', $own === $mine() ? 'True' : 'False');
$say('qr', str_starts_with($ringkey->read($own, qr: 'svg')['inbound']['qr'], '<svg') ? 'True' : 'False');
$say('key', (string) strlen($asked['hint']['key']));
$say('ended', refusal(fn () => $ringkey->cancel($typed['id']))->word);
$poor = refusal(fn () => $ringkey->create('+79000000110'));
$say('refused', $poor->word, (string) $poor->status, $poor->requestId === null ? 'False' : 'True');
$wrong = refusal(fn () => $ringkey->create('12'));
$say('wrong', str_contains($wrong->getMessage(), '/phone') ? 'True' : 'False');
$say('v1', $ringkey->request('POST', '/v1.0/initCall', ['phone' => '79000000100'])['status'] ? 'True' : 'False');
$say('v1 refused', refusal(fn () => $ringkey->request('POST', '/v1.0/initCall', ['phone' => '79000000110']))->word);
$scripted = $open(getenv('SCRIPTED_URL'), 'k.1');
$say('repeated', $scripted->create('+7')['id']);
$say('not repeated', refusal(fn () => $scripted->check('vf_2', '1'))->word);
$say('posted once', refusal(fn () => $scripted->request('POST', '/v1.0/initCall', ['phone' => '79161234567']))->word);
$say('told with HTTP 200', refusal(fn () => $scripted->request('POST', '/v1.0/initCall', ['phone' => '7']))->word);
$moved = refusal(fn () => $scripted->check('vf_3', '1'));
$say('moved', $moved->word, (string) $moved->status);
$say('cut off', refusal(fn () => $scripted->check('vf_3', '1'))->word);
$header = static fn (string $name): string => (string) getenv(strtoupper(strtr($name, '-', '_')));
$body = getenv('WEBHOOK_BODY');
$say('webhook', Webhook::verify($body, $header, getenv('WEBHOOK_SECRET'))['type']);
$say('webhook', refusal(fn () => Webhook::verify("$body ", $header, getenv('WEBHOOK_SECRET')))->word);
try {
    Webhook::verify($body, $header, getenv('NO_SECRET'));
} catch (InvalidArgumentException $error) {
    $say($error->getMessage());
}
$seen = ['tries'];
$onTry = function (\Ringkey\Attempt $each) use (&$seen) {
    array_push($seen, $each->verb, $each->path, (string) $each->status, $each->word, $each->pauseMs === null ? 'False' : 'True');
};
$http = new GuzzleHttp\Psr7\HttpFactory();
$nobody = new Ringkey('http://127.0.0.1:9', 'k.1', new GuzzleHttp\Client(), $http, fn () => null, 1, $onTry);
refusal(fn () => $nobody->read('vf_1', wait: 1));
$say(...$seen);
