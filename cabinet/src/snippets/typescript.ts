import { type Access, testNumber } from '@ringkey/server/snippets/request'

const request = (access: Access) => `const url = '${access.url}/v1.0'
const headers = {
  Authorization: 'Bearer ${access.secretKey}.${access.serviceId}',
  'Content-Type': 'application/json',
}

async function ask(method: string, parameters: object) {
  const response = await fetch(\`\${url}/\${method}\`, {
    method: 'POST',
    headers,
    body: JSON.stringify(parameters),
    signal: AbortSignal.timeout(10_000),
  })
  const answer = await response.json()
  // First of all: an error has a code too.
  if (answer.status === false) throw new Error(\`\${answer.code}: \${answer.error}\`)
  return answer
}
`

export const typescriptOf = {
  call: (access: Access) => `${request(access)}
// Send the same unique again when no answer came: nobody is called or charged twice.
const unique = crypto.randomUUID()
const { vendor_id, code } = await ask('initCall', { phone: '${testNumber}', unique })
console.log(vendor_id, code)
`,
  inbound: (access: Access) => `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { env } from 'node:process'
import { buffer } from 'node:stream/consumers'

// The webhook secret of the service: WEBHOOK_SECRET=whsec_…
const key = Buffer.from((env.WEBHOOK_SECRET ?? '').replace('whsec_', ''), 'base64')
if (key.length === 0) throw new Error('WEBHOOK_SECRET is not set') // anybody can sign with an empty key

function isSigned(headers: Record<string, unknown>, body: Buffer): boolean {
  const time = String(headers['webhook-timestamp'])
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false
  const signed = createHmac('sha256', key).update(\`\${headers['webhook-id']}.\${time}.\`).update(body).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .map((one) => Buffer.from(one.replace('v1,', ''), 'base64'))
    .some((one) => one.length === signed.length && timingSafeEqual(one, signed))
}

createServer(async (request, response) => {
  try {
    const body = await buffer(request)
    if (!isSigned(request.headers, body)) return response.writeHead(401).end()
    console.log('confirmed', JSON.parse(body.toString()).callId)
    response.writeHead(204).end()
  } catch {
    response.writeHead(500).end() // such as a sender who left before the end
  }
}).listen(Number(env.PORT ?? 3000))

${request(access)}
const callback_url = env.CALLBACK_URL ?? 'https://YOUR_SERVER/hook'
const { confirmation_number } = await ask('inboundCallWaiting', { phone: '${testNumber}', callback_url })
console.log('ask the user to call', confirmation_number)
`,
}
