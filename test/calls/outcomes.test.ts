// Every row of the outcome table, from initCall to the money, over two trunks: on the first the called
// number decides what happens (simulator/behaviours.ts), on the second every phone rings.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Carrier } from '../../server/src/telephony/simulator/carrier.ts'
import { changed } from '../../server/test/store-contract/fixture.ts'
import { type CallRig, quickTimes, startCallRig } from './rig.ts'

let scripted: Carrier
let ringing: Carrier
let rig: CallRig
const rungOnSecond = new Set<string>()

beforeAll(async () => {
  scripted = await Carrier.open({ onEvent: () => {} })
  ringing = await Carrier.open({
    onEvent: (event) => {
      if (event.kind === 'ringing') rungOnSecond.add(event.to)
    },
  })
  const times = { flashRingMs: 3_000, voiceRingMs: 3_000 }
  rig = await startCallRig([
    // Phones ring for more than the two seconds after which some are declined.
    { name: 'first', port: scripted.port, settings: { routing: { '*': 'pin' }, ...times } },
    // The simulator knows no number that begins with 00: there every phone rings.
    { name: 'second', port: ringing.port, settings: { calledFormat: '00E164', ...times } },
  ])
})
afterAll(async () => {
  await rig.stop()
  await scripted.close()
  await ringing.close()
})

interface Row {
  readonly what: string
  /** Digits after +7 900 555. */
  readonly number: string
  readonly mode?: 'voice' | 'mix'
  readonly status: 0 | 1
  readonly reason: string
  /** The trunks that were tried; the first alone when left out. */
  readonly trunks?: readonly string[]
  readonly suspect?: true
}

const both = ['first', 'second']
const rows: readonly Row[] = [
  { what: 'rang, then our CANCEL', number: '0000', status: 1, reason: 'rang' },
  { what: 'rang, then our CANCEL', number: '0001', mode: 'mix', status: 1, reason: 'rang' },
  { what: 'rang, then our CANCEL', number: '0002', mode: 'voice', status: 0, reason: 'not answered' },
  { what: '183 only, then our CANCEL', number: '1100', status: 0, reason: 'early media only' },
  { what: 'a 183 that names a failure, then 480', number: '1200', status: 0, reason: 'unreachable' },
  { what: 'answered at once after ringing', number: '1301', status: 1, reason: 'answered', suspect: true },
  { what: '200 crossing our CANCEL', number: '1800', status: 1, reason: 'rang' },
  {
    what: '200 without ringing',
    number: '1400',
    status: 1,
    reason: 'answered without ringing',
    suspect: true,
  },
  { what: 'answered and spoken', number: '1400', mode: 'voice', status: 1, reason: 'spoken' },
  {
    what: 'answered, hung up before the code',
    number: '1500',
    mode: 'voice',
    status: 0,
    reason: 'hung up before the code',
  },
  { what: 'declined after ringing', number: '0202', status: 1, reason: 'declined' },
  { what: 'declined after ringing', number: '0202', mode: 'voice', status: 0, reason: 'declined' },
  { what: 'declined at once', number: '0200', status: 0, reason: 'busy' },
  { what: 'busy before ringing', number: '0100', status: 0, reason: 'busy' },
  { what: 'the network gives up after ringing', number: '2002', status: 1, reason: 'rang' },
  { what: 'the network gives up at once', number: '2000', status: 0, reason: 'unreachable' },
  { what: 'unreachable before ringing', number: '0300', status: 0, reason: 'unreachable' },
  { what: 'no such number', number: '0400', status: 0, reason: 'bad number' },
  { what: 'the trunk forbids it', number: '0500', status: 1, reason: 'rang', trunks: both },
  { what: 'the trunk is full', number: '0600', status: 1, reason: 'rang', trunks: both },
  { what: 'the trunk is broken', number: '0700', status: 1, reason: 'rang', trunks: both },
  { what: 'a redirect, which is not followed', number: '1900', status: 1, reason: 'rang', trunks: both },
  { what: 'no response at all', number: '0900', status: 1, reason: 'rang', trunks: both },
  { what: '100, then silence', number: '1000', status: 0, reason: 'no ringing' },
  { what: 'CANCEL answered, no 487 ever', number: '1700', status: 1, reason: 'rang' },
  { what: 'every second packet lost', number: '1600', status: 1, reason: 'rang' },
]

describe('the outcome table', () => {
  it.concurrent.each(rows)('$what ($number, mode $mode)', async (row) => {
    const phone = `7900555${row.number}`
    const { id } = await rig.call(phone, row.mode === undefined ? {} : { [row.mode]: 1 })
    const info = await rig.ended(id, 40_000)
    const { reason, details } = await rig.detailsOf(id)
    const { trunks = ['first'] } = row
    expect({ status: info.call_status, reason, tried: details.attempts.map(({ trunk }) => trunk) }).toEqual({
      status: row.status,
      reason: row.reason,
      tried: trunks,
    })
    expect(details.suspect).toBe(row.suspect)
    expect(rungOnSecond.has(`00${phone}`)).toBe(trunks.includes('second'))
    // Charged or released.
    const price = { flash: 0.8, voice: 1.5, mix: 2 }[row.mode ?? 'flash']
    expect(info.cost).toBe(row.status === 1 ? price : 0)
  })

  it('ends with a clean audit: completed calls were charged, all other money was released', async () => {
    const audit = await rig.store.audit()
    expect(audit).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
    const charged = rows
      .filter(({ status }) => status === 1)
      .reduce((sum, { mode }) => sum + { flash: 8, voice: 15, mix: 20 }[mode ?? 'flash'], 0)
    expect(await rig.balance()).toBeCloseTo(10_000 - charged / 10, 6)
  })
})

describe('settings of a trunk change the table', () => {
  let own: CallRig
  beforeAll(async () => {
    own = await startCallRig([
      {
        name: 'first',
        port: scripted.port,
        settings: {
          ...quickTimes,
          routing: { '*': 'pin' },
          earlyMediaIsRinging: 'yes',
          unreachableTriesNext: true,
          overrides: { q17: 'route-fault' },
        },
      },
      { name: 'second', port: ringing.port, settings: { calledFormat: '00E164' } },
    ])
  })
  afterAll(() => own.stop())

  it.each([
    ['183 alone is ringing', '1100', 1, 'rang', ['first']],
    ['an unreachable phone is tried over the next trunk', '0300', 1, 'rang', both],
    ['cause 17 is a fault of the route', '0100', 1, 'rang', both],
  ])('%s', async (_, number, status, expected, tried) => {
    const { id } = await own.call(`7900555${number}`)
    expect((await own.ended(id)).call_status).toBe(status)
    const { reason, details } = await own.detailsOf(id)
    expect(reason).toBe(expected)
    expect(details.attempts.map(({ trunk }) => trunk)).toEqual(tried)
  })
})

describe('no trunk can carry the call', () => {
  it('a code that no number can show: error 5, and nothing is charged', async () => {
    const own = await startCallRig([
      { name: 'small', port: ringing.port, ranges: [['74951230100', '74951230299']] },
    ])
    const before = await own.balance()
    expect((await own.api('initCall', { phone: '79161234567', code: 5000 })).body).toMatchObject({ code: 5 })
    expect(await own.balance()).toBe(before)
    expect((await own.call('79161234567', { code: 101 })).code).toBe('0101')
    await own.stop()
  })

  it('full trunks: error 503; a removed trunk: error 5', async () => {
    const own = await startCallRig([{ name: 'one', port: ringing.port, settings: { callsAtOnce: 1 } }])
    const { id } = await own.call('79161234567')
    expect((await own.api('initCall', { phone: '79161234568' })).body).toMatchObject({ code: 503 })
    await own.ended(id)
    await changed(own.store, 'removeTrunk', 'one')
    await expect.poll(async () => (await own.api('initCall', { phone: '79161234569' })).body.code).toBe(5)
    await own.stop()
  })
})
