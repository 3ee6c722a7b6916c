import { type Access, testNumber } from '@ringkey/server/snippets/request'

const request = (access: Access) => `URL = "${access.url}/v1.0"
HEADERS = {
    "Authorization": "Bearer ${access.secretKey}.${access.serviceId}",
    "Content-Type": "application/json",
}


def ask(method, **parameters):
    body = json.dumps(parameters).encode()
    request = urllib.request.Request(f"{URL}/{method}", body, HEADERS)
    try:
        answer = json.load(urllib.request.urlopen(request, timeout=10))
    except urllib.error.HTTPError as error:
        answer = json.load(error)
    # First of all: an error has a code too.
    if answer.get("status") is False:
        raise SystemExit(f"{answer['code']}: {answer['error']}")
    return answer

`

const imports = (...names: string[]) => `${names.map((name) => `import ${name}`).join('\n')}\n\n`

export const pythonOf = {
  call: (access: Access) => `${imports('json', 'urllib.error', 'urllib.request', 'uuid')}${request(access)}
# Send the same unique again when no answer came: nobody is called or charged twice.
started = ask("initCall", phone="${testNumber}", unique=str(uuid.uuid4()))
print(started["vendor_id"], started["code"])
`,
  inbound: (
    access: Access,
  ) => `${imports('base64', 'hashlib', 'hmac', 'json', 'os', 'threading', 'time')}${imports('urllib.error', 'urllib.request').trimEnd()}
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# The webhook secret of the service: WEBHOOK_SECRET=whsec_…
KEY = base64.b64decode(os.environ.get("WEBHOOK_SECRET", "").removeprefix("whsec_"))
if not KEY:  # Anybody can sign with an empty key.
    raise SystemExit("WEBHOOK_SECRET is not set")


def is_signed(headers, body):
    stamp = headers.get("webhook-timestamp", "")
    if not stamp.isdecimal() or abs(time.time() - int(stamp)) > 300:
        return False
    text = f"{headers.get('webhook-id', '')}.{stamp}.".encode() + body
    signed = b"v1," + base64.b64encode(hmac.new(KEY, text, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(one, signed) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        good = is_signed(self.headers, body)
        if good:
            print("confirmed", json.loads(body)["callId"], flush=True)
        self.send_response(204 if good else 401)
        self.end_headers()


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "3000"))), Receiver)
threading.Thread(target=server.serve_forever).start()

${request(access)}
callback_url = os.environ.get("CALLBACK_URL", "https://YOUR_SERVER/hook")
waiting = ask("inboundCallWaiting", phone="${testNumber}", callback_url=callback_url)
print("ask the user to call", waiting["confirmation_number"], flush=True)
`,
}
