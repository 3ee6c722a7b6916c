// Texts of strangers with HTML in them, on every page that shows them: what they are is shown, and nothing of it runs.
import { createSocket } from 'node:dgram'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../../server/src/platform/system-clock.ts'
import { demoOperator } from '../../../server/test/cabinet-visitor.ts'
import { answer, type Receiver, startReceiver } from '../../../server/test/receiver.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { eventually, freePort } from '../../../server/test/service.ts'
import { openCaller } from '../../phones/caller.ts'
import { listPages, moveTo } from './page-list.ts'
import { type Rig, startRig } from './rig.ts'

/** `about` says where it was planted. */
const planted = (about: string) => `</script><img src=x class=planted onerror=ran()>${about}`
const phone = '79000000001'
/** The others are shown by no page as they are: a browser by its name, the display name of a caller not at all. */
const alwaysShown = [
  ...['answer', 'block', 'callback', 'client', 'consent', 'key', 'member', 'metadata', 'note', 'person'],
  ...['reason', 'service', 'silence', 'tariff', 'unique', 'use', 'v2-client'],
]

let rig: Rig
let receiver: Receiver
let carrier: Awaited<ReturnType<typeof startRudeCarrier>>
let paths: string[]
beforeAll(async () => {
  const sipPort = await freePort()
  receiver = await startReceiver(answer(500, planted('answer')))
  carrier = await startRudeCarrier()
  rig = await startRig({ RINGKEY_DEMO: 'on', RINGKEY_SIP_PORT: String(sipPort) })
  const { service_id: first, secret_key: firstKey } = rig.firstRun
  const run = async (...words: string[]) => {
    const { code, err, json } = await ringkey(rig.folder, [...words, '--json'], { clock: systemClock })
    if (code !== 0) throw new Error(`ringkey ${words.join(' ')}: ${err}`)
    return json
  }
  const made = await run('service', 'create', '1', '--name', planted('service'), '--use', planted('use'))
  await run('service', 'add-key', String(made.id), '--name', planted('key'))
  await run('tariff', 'set', 'planted', '--name', planted('tariff'), '--price', 'flash=0.80')
  await run('account', 'topup', '1', '5', '--note', planted('note'))
  await run('alarm', 'silence', 'add', '4h', '--reason', planted('silence'))
  await run('address', 'block', '203.0.113.9', '--note', planted('block'))
  await run('trunk', 'add', 'west', 'host=127.0.0.31', 'from-trust=unscreened', `port=${carrier.port}`)
  await run('trunk', 'add', 'rude', 'host=127.0.0.1', `port=${carrier.port}`)

  const raw = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(rig.baseUrl + path, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${text}`)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
  const post = async (path: string, body: object) => {
    const headers = {
      Authorization: `Bearer ${firstKey}.${first}`,
      'Content-Type': 'application/json',
      'User-Agent': planted('api-agent'),
    }
    return (await raw(path, { method: 'POST', headers, body: JSON.stringify(body) })).body
  }
  const owner = await demoOperator({ raw, demoLink: rig.demoLink }, planted('browser'))
  await owner.write('/person', { name: planted('person'), language: 'en' })
  await owner.write('/views', { name: planted('view'), address: '/quality' })
  const { vendor_id: vendorId } = await post('/v1.0/initCall', {
    phone,
    client: planted('client'),
    unique: planted('unique'),
  })
  const waiting = await post('/v1.0/inboundCallWaiting', {
    phone,
    callback_url: `${receiver.url}?${planted('callback')}`,
  })
  const { id: verificationId } = await post('/v2/verifications', {
    phone: `+${phone}`,
    client: planted('v2-client'),
    metadata: { [planted('member')]: planted('metadata') },
    consent: { at: new Date(systemClock.now() - 60_000).toISOString(), text: planted('consent') },
  })
  const caller = await openCaller('127.0.0.31', sipPort)
  const from = `"${planted('display')}" <sip:+79161234567@carrier.example>`
  await caller.dial({ called: waiting.confirmation_number, from }).finally(() => caller.close())
  await eventually(async () => receiver.received.length > 0, Boolean)
  const pages = await listPages(rig, { serviceId: made.id, vendorId, verificationId })
  const tabs = ['settings', 'keys', 'integrate', 'oidc', 'hooks', 'gateways', 'consent', 'archive']
  paths = [...pages.map(({ path }) => path), ...tabs.map((tab) => `/services/${made.id}?tab=${tab}`)]
}, 180_000)
afterEach(({ task }) => rig.closePages(task))
afterAll(async () => {
  await rig?.stop()
  await receiver?.close()
  carrier?.close()
})

/** Refuses every request with a reason of its own. */
async function startRudeCarrier() {
  const socket = createSocket('udp4')
  socket.on('message', (bytes, { port, address }) => {
    const kept = bytes
      .toString()
      .split('\r\n')
      .filter((line) => /^(Via|From|To|Call-ID|CSeq):/i.test(line))
    const lines = [`SIP/2.0 503 ${planted('reason')}`, ...kept, `Server: ${planted('server')}`]
    socket.send([...lines, 'Content-Length: 0', '', ''].join('\r\n'), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { port: socket.address().port, close: () => socket.close() }
}

/** What a page shows and has in its fields; what came out of a planted text; where a link would run a script. */
const sight = `({
  text: [document.body.innerText, ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)].join('\\n'),
  made: document.querySelectorAll('.planted').length,
  links: [...document.querySelectorAll('[href^="javascript:"]')].length,
  hasRun: window.hasRun === true,
})`

const look = (page: Page) =>
  page.evaluate(sight) as Promise<{ text: string; made: number; links: number; hasRun: boolean }>

it.each(['en-GB', 'ru-RU'])(
  'planted texts, %s: are shown on the pages of owner and operator, and nothing of them runs',
  async (locale) => {
    const page = await rig.demoPage('/', { locale, userAgent: planted(`visitor-${locale}`) })
    await page.evaluate('window.ran = () => { window.hasRun = true }')
    const shown = new Set<string>()
    for (const path of paths) {
      await moveTo(page, path)
      const { text, ...harm } = await look(page)
      expect([path, harm]).toEqual([path, { made: 0, links: 0, hasRun: false }])
      for (const [, about] of text.matchAll(/onerror=ran\(\)>([\w-]+)/g)) shown.add(about!)
    }
    expect([...shown]).toEqual(expect.arrayContaining(alwaysShown))
    // What it looks for it would find.
    await page.evaluate(
      `document.body.append(document.createRange().createContextualFragment(${JSON.stringify(planted('x'))}))`,
    )
    expect(await look(page)).toMatchObject({ made: 1 })
  },
  300_000,
)
