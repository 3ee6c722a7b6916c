import { type Access, testNumber } from '@ringkey/server/snippets/request'

const request = (access: Access) => `const URL = '${access.url}/v1.0';
const HEADERS = [
    'Authorization: Bearer ${access.secretKey}.${access.serviceId}',
    'Content-Type: application/json',
];

function ask(string $method, array $parameters): array
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => implode("\\r\\n", HEADERS),
        'content' => json_encode((object) $parameters),
        'ignore_errors' => true,
        'timeout' => 10,
    ]]);
    $text = file_get_contents(URL . "/$method", false, $context);
    $answer = json_decode((string) $text, true);
    if (!is_array($answer)) {
        exit('no answer from ' . URL . "\\n");
    }
    // First of all: an error has a code too.
    if (($answer['status'] ?? null) === false) {
        exit("{$answer['code']}: {$answer['error']}\\n");
    }
    return $answer;
}
`

export const phpOf = {
  call: (access: Access) => `<?php
${request(access)}
// Send the same unique again when no answer came: nobody is called or charged twice.
$unique = bin2hex(random_bytes(16));
$started = ask('initCall', ['phone' => '${testNumber}', 'unique' => $unique]);
echo $started['vendor_id'], ' ', $started['code'], PHP_EOL;
`,
  inbound: (access: Access) => `<?php
// hook.php: your web server runs it for every webhook; on the command line it asks for a call.
// To try it on one machine: php -S 127.0.0.1:3000 hook.php
${request(access)}
function isSigned(string $body): bool
{
    // The webhook secret of the service: WEBHOOK_SECRET=whsec_…
    $key = base64_decode(substr((string) getenv('WEBHOOK_SECRET'), strlen('whsec_')));
    if ($key === '') { // Anybody can sign with an empty key.
        http_response_code(500);
        exit('WEBHOOK_SECRET is not set');
    }
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '0';
    if (abs(time() - (int) $time) > 300) {
        return false;
    }
    $signed = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($signed, $given)) {
            return true;
        }
    }
    return false;
}

if (PHP_SAPI === 'cli') {
    $waiting = ask('inboundCallWaiting', [
        'phone' => '${testNumber}',
        'callback_url' => getenv('CALLBACK_URL') ?: 'https://YOUR_SERVER/hook.php',
    ]);
    echo 'ask the user to call ', $waiting['confirmation_number'], PHP_EOL;
    exit;
}

$body = file_get_contents('php://input');
if (!isSigned($body)) {
    http_response_code(401);
    exit;
}
error_log('confirmed ' . json_decode($body, true)['callId']);
http_response_code(204);
`,
}
