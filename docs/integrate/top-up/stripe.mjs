// Owners of accounts pay by Stripe Checkout, and their account is topped up: the address of **Top up** in the cabinet.
//   npm install stripe
//   TOP_UP_SECRET=… ADMIN_URL=http://127.0.0.1:8082/admin/v1 ADMIN_TOKEN=… STRIPE_KEY=sk_… WEBHOOK_SECRET=whsec_… node stripe.mjs
// Put it behind HTTPS, and let Stripe send `checkout.session.completed` and `checkout.session.async_payment_succeeded` to /webhook.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import Stripe from 'stripe'

const { PORT = '8090', STRIPE_HOST, STRIPE_PORT } = process.env
const needed = ['TOP_UP_SECRET', 'ADMIN_URL', 'ADMIN_TOKEN', 'STRIPE_KEY', 'WEBHOOK_SECRET']
for (const name of needed) if (!process.env[name]) throw new Error(`${name} is not set`)
const { TOP_UP_SECRET, ADMIN_URL, ADMIN_TOKEN, STRIPE_KEY, WEBHOOK_SECRET } = process.env
const elsewhere = STRIPE_HOST && { host: STRIPE_HOST, port: STRIPE_PORT, protocol: 'http' }
const stripe = new Stripe(STRIPE_KEY, { ...elsewhere })
const maxBodyBytes = 1024 * 1024

/** What the cabinet signed: all parameters in the order of their names. undefined when somebody else made the link. */
function orderIn(query) {
  const given = Buffer.from(query.get('signature') ?? '')
  query.delete('signature')
  query.sort()
  const expected = Buffer.from(createHmac('sha256', TOP_UP_SECRET).update(query.toString()).digest('hex'))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const { expires, ...order } = Object.fromEntries(query)
  return Number(expires) * 1000 > Date.now() ? order : undefined
}

/** The same link opens the same payment, however often it is pressed. */
async function pay({ id, account, amount, currency, return: back }) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const unit_amount = Math.round(Number(amount) * 10 ** format.resolvedOptions().maximumFractionDigits)
  const price_data = { currency, unit_amount, product_data: { name: `Account ${account}` } }
  const line_items = [{ price_data, quantity: 1 }]
  const pages = { success_url: back, cancel_url: back }
  const asked = { mode: 'payment', line_items, metadata: { id, account, amount }, ...pages }
  return (await stripe.checkout.sessions.create(asked, { idempotencyKey: id })).url
}

/** The id makes it once: Stripe sends a webhook again until it is answered with 200, and sometimes twice. */
async function topUp({ metadata: { id, account, amount }, payment_intent }) {
  const response = await fetch(`${ADMIN_URL}/accounts/${account}/top-up`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${ADMIN_TOKEN}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': id,
    },
    body: JSON.stringify({ amount, note: `Stripe ${payment_intent}` }),
  })
  if (!response.ok) throw new Error(`account ${account} was not topped up: ${await response.text()}`)
}

createServer(async (request, response) => {
  const answer = (status, headers = {}) => response.writeHead(status, headers).end()
  try {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost')
    if (request.method === 'GET' && pathname === '/') {
      const order = orderIn(searchParams)
      return order === undefined ? answer(403) : answer(303, { Location: await pay(order) })
    }
    if (request.method !== 'POST' || pathname !== '/webhook') return answer(404)
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) {
      body += chunk
      if (body.length > maxBodyBytes) return answer(413)
    }
    const signature = request.headers['stripe-signature']
    const { type, data } = stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET)
    const isPaid = type.startsWith('checkout.session.') && data.object.payment_status === 'paid'
    if (isPaid && data.object.metadata.id) await topUp(data.object)
    answer(200)
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    answer(error instanceof Stripe.errors.StripeSignatureVerificationError ? 400 : 500)
  }
}).listen(Number(PORT), () => process.stdout.write(`listens at ${PORT}\n`))
