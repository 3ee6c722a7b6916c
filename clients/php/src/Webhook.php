<?php

declare(strict_types=1);

namespace Ringkey;

final class Webhook
{
    private const TOLERANCE_SECONDS = 300;

    /**
     * Checks the signature (Standard Webhooks) and the time of the raw body, and returns the event. What is not signed
     * rightly is a RingkeyException bad_signature: answer it with 401.
     *
     * @param callable(string): string $header the value of a header, "" when it is missing
     * @param string|false|null $secret as getenv() gives it
     * @return array<string, mixed>
     */
    public static function verify(string $body, callable $header, string|false|null $secret, ?int $now = null): array
    {
        $secret = (string) $secret;
        $key = base64_decode(str_starts_with($secret, 'whsec_') ? substr($secret, 6) : '', true);
        if ($key === false || $key === '') { // anybody can sign with an empty key
            $fault = $secret === '' ? 'the secret is missing' : 'the secret is not one';
            throw new \InvalidArgumentException("$fault: expected whsec_…, as the cabinet shows it");
        }
        [$id, $time] = [$header('webhook-id'), $header('webhook-timestamp')];
        if (!ctype_digit($time) || abs(($now ?? time()) - (int) $time) > self::TOLERANCE_SECONDS) {
            throw new RingkeyException('bad_signature', 'its time is not now', 401);
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
        foreach (explode(' ', $header('webhook-signature')) as $signature) {
            if (hash_equals($expected, $signature)) {
                return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
            }
        }
        throw new RingkeyException('bad_signature', 'no signature fits', 401);
    }
}
