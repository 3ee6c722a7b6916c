import { type Access, type SnippetsOf, testNumber } from './access.ts'

const post = ({ url, secretKey, serviceId }: Access, method: string, body: string) =>
  `curl '${url}/v1.0/${method}' \\
  -H 'Authorization: Bearer ${secretKey}.${serviceId}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`

/** A quote inside a quoted word of the shell. */
const quoted = (text: string) => text.replaceAll("'", "'\\''")

export const curlOf: SnippetsOf = {
  // The shell inserts a new key each time, so that every run of the line is a new call.
  call: (access) => post(access, 'initCall', `{"phone": "${testNumber}", "unique": "try-'$(date +%s)'"}`),
  info: (access) => post(access, 'getInfo', '{"uid": VENDOR_ID}'),
  inbound: (access) =>
    post(
      access,
      'inboundCallWaiting',
      `{"phone": "${testNumber}", "callback_url": "https://YOUR_SERVER/hook"}`,
    ),
  check: (access) => post(access, 'checkPhone', '{"phone": "8 (900) 000-00-01"}'),
  account: (access) => post(access, 'getAccount', '{}'),
  method: (access, name, given) => post(access, name, quoted(JSON.stringify(given))),
}
