import { type Access, type SnippetsOf, testNumber } from './access.ts'

const header = ({ secretKey, serviceId }: Access) => `-H 'Authorization: Bearer ${secretKey}.${serviceId}'`

export const curlOf: SnippetsOf = {
  call: (access) => `curl '${access.url}/v1.0/initCall?phone=${testNumber}' \\
  ${header(access)}`,
  info: (access) => `curl '${access.url}/v1.0/getInfo?uid=VENDOR_ID' \\
  ${header(access)}`,
  inbound: (access) => `curl '${access.url}/v1.0/inboundCallWaiting' \\
  ${header(access)} \\
  -H 'Content-Type: application/json' \\
  -d '{"phone": "${testNumber}", "callback_url": "https://YOUR_SERVER/hook"}'`,
}
