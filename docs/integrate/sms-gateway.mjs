// A gateway for steps with the mode "http": it sends the code as an SMS through sms.ru.
//   GATEWAY_SECRET=whsec_… SMS_RU_API_ID=… PORT=8080 node sms-gateway.mjs
// For another provider change `sendSms` alone. Put it behind HTTPS: it gets phones and codes.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { GATEWAY_SECRET, SMS_RU_API_ID, SMS_RU_URL = 'https://sms.ru/sms/send', PORT = '8080' } = process.env
const key = Buffer.from(GATEWAY_SECRET?.replace('whsec_', '') ?? '', 'base64')
if (key.length === 0) throw new Error('GATEWAY_SECRET is not set') // anybody can sign with an empty key
const maxBodyBytes = 16 * 1024
const toleranceSeconds = 300

/** Standard Webhooks: HMAC-SHA-256 over id, time and body. An old request may be somebody's copy. */
function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(at)) <= toleranceSeconds)) return false
  const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest()
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Ringkey takes what is answered here: `delivered` may be "no" or "unknown", `price` is shown beside the step. */
async function sendSms({ phone, text }) {
  const to = phone.replace('+', '')
  const response = await fetch(SMS_RU_URL, {
    method: 'POST',
    body: new URLSearchParams({ api_id: SMS_RU_API_ID, to, msg: text, json: '1' }),
    // Ringkey waits ten seconds.
    signal: AbortSignal.timeout(8_000),
  })
  const { sms } = await response.json()
  const sent = sms?.[to]
  return sent?.status === 'OK' ? { price: sent.cost } : { delivered: 'no' }
}

createServer(async (request, response) => {
  const answer = (status, said = {}) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(said))
  try {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) {
      body += chunk
      if (body.length > maxBodyBytes) return answer(413)
    }
    if (!isSigned(request.headers, body)) return answer(401)
    const { type, data } = JSON.parse(body)
    answer(200, type === 'step.deliver' ? await sendSms(data) : {})
  } catch {
    answer(502)
  }
}).listen(Number(PORT), '127.0.0.1', function () {
  process.stdout.write(`listening on ${this.address().port}\n`)
})
