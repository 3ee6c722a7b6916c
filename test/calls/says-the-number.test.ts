// A network that writes the called number, in many spellings, into everything that it says: none of it stays anywhere.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../server/test/receiver.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { type Callee, type Scenario, startCallee } from '../phones/callee.ts'
import { type CallRig, startCallRig } from './rig.ts'

const phone = '79161234567'
const spellings = [
  phone,
  '+7-916-123-45-67',
  '7.916.123.45.67',
  '79.161.234.567',
  '7%20916%20123%2045%2067',
  '8 (916) 123 45 67',
  '%37%39%31%36%31%32%33%34%35%36%37',
]
const everywhere = spellings.join(' and ')

const tells: Scenario = async (call) => {
  const said = [
    [
      'Reason',
      `SIP;cause=603;text="v=analytics1;url=https://redress.example/${everywhere};email=a@b.example"`,
    ],
    ['Reason', `X.900;text="${everywhere}"`],
    ['Warning', `399 "${everywhere}"`],
    ['Call-Info', `<https://redress.example/?to=${spellings[4]}>;purpose=jcard`],
    ['Server', everywhere],
  ] as const
  call.say(100)
  call.say(180, { phrase: `Ringing ${everywhere}`, headers: said })
  await call.wait(1_200)
  call.say(603, { phrase: 'Network Blocked', headers: said })
}

let callee: Callee
let receiver: Receiver
let rig: CallRig
const environment = { RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' }
const run = async (...words: string[]) => {
  const done = await ringkey(rig.folder, words, { environment })
  expect(done, words.join(' ')).toMatchObject({ code: 0 })
  return done.out
}
beforeAll(async () => {
  callee = await startCallee(tells)
  receiver = await startReceiver()
  const settings = { flashRingMs: 3_000 }
  rig = await startCallRig([{ name: 'north', port: callee.port, settings }], environment, 'trace')
  await run('endpoint', 'add', rig.authorization.split('.').at(-1)!, receiver.url)
  await rig.restart()
})
afterAll(async () => {
  await rig.stop()
  await callee.close()
  await receiver.close()
})

/** The digits that matter, with whatever stands between them taken out. */
const holdsNumber = (text: string) =>
  text
    .replace(/%3(\d)/g, '$1')
    .replace(/%2[\da-f]|[-+.() /]/gi, '')
    .includes('9161234567')

const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const kind = statSync(path)
    if (kind.isDirectory()) return filesBelow(path)
    return kind.isFile() ? [path] : []
  })

it('a network that says the called number in seven spellings: no file, log, metric, event, webhook, capture, answer or CSV has it', async () => {
  // The search finds each of them.
  for (const spelling of spellings.filter((each) => !each.startsWith('8')))
    expect(holdsNumber(spelling)).toBe(true)
  const { id } = await rig.call(phone)
  await rig.ended(id)
  const { details } = await rig.detailsOf(id)
  const stored = JSON.stringify(details)
  // What the network said is kept, without the number.
  expect(stored).toContain('redress.example')
  expect(stored).toContain('7.916.***.**.**')
  expect(stored).toContain('7%20916%20***%20**%20**')
  const ask = async (path: string, body?: object) => {
    const headers = { Authorization: rig.authorization, 'Content-Type': 'application/json' }
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`${rig.baseUrl}/v2/${path}`, init)).text()
  }
  const steps = [{ mode: 'flash', seconds: 30 }]
  const verification = JSON.parse(await ask('verifications', { phone: `+${phone}`, steps }))
  const read = () => ask(`verifications/${verification.id}`)
  await expect.poll(read, { timeout: 30_000, interval: 200 }).toContain('"status":"delivered"')
  const webhooks = () =>
    receiver.received.map(({ path, headers, text }) => JSON.stringify([path, headers, text]))
  await expect.poll(() => webhooks().join(), { timeout: 30_000 }).toContain('verification.step_delivered')
  // They lie in the folder of the service, and are searched with its other files.
  const captured = { trunk: join(rig.folder, 'north.pcap'), call: join(rig.folder, 'call.pcap') }
  await run('capture', 'north', '--out', captured.trunk)
  await run('capture', '--call', String(id), '--out', captured.call)
  for (const file of Object.values(captured))
    expect(readFileSync(file, 'latin1')).toContain('603 Network Blocked')
  const csv = await run('pool', 'redress', '--since', '2026-01-01', '--csv')
  expect(csv).toContain('redress.example')
  const places: Record<string, string> = {
    log: rig.logged.join('\n'),
    verification: await read(),
    events: await ask('events'),
    webhooks: webhooks().join('\n'),
    metrics: await (await fetch(rig.metricsUrl)).text(),
    answer: JSON.stringify((await rig.api('getInfo', { uid: id })).body),
    csv,
  }
  for (const file of filesBelow(rig.folder)) places[file] = readFileSync(file, 'latin1')
  expect(Object.entries(places).flatMap(([place, text]) => (holdsNumber(text) ? [place] : []))).toEqual([])
})
