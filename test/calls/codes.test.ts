import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemRandom } from '../../server/src/platform/random.ts'
import { Carrier } from '../../server/src/telephony/simulator/carrier.ts'
import { type CallRig, startCallRig } from './rig.ts'

const shown = new Map<string, string>()
let carrier: Carrier
let rig: CallRig

beforeAll(async () => {
  carrier = await Carrier.open({
    onEvent: (event) => {
      if (event.kind === 'ringing') shown.set(event.to, event.from)
    },
  })
  rig = await startCallRig([{ name: 'north', port: carrier.port, settings: { flashRingMs: 400 } }])
})
afterAll(async () => {
  await rig.stop()
  await carrier.close()
})

/** Numbers of the test range +7 916 000 0000 on. */
const phoneOf = (index: number) => String(79_160_000_000 + index)

it('[C4.1-20] flash call: shows each of 200 codes in the calling number, leading zeros included', async () => {
  // Every third one begins with a zero, and the smallest and largest are among them.
  const codes = Array.from({ length: 200 }, (_, index) =>
    String(1 + systemRandom.below(index % 3 === 0 ? 999 : 9_999)).padStart(4, '0'),
  )
  codes.splice(0, 3, '0001', '9999', '0042')
  const calls = await Promise.all(
    codes.map(async (code, index) => ({
      ...(await rig.call(phoneOf(index), { code })),
      code,
      phone: phoneOf(index),
    })),
  )
  const ends = await Promise.all(calls.map(({ id }) => rig.ended(id, 40_000)))
  expect(ends.filter(({ call_status }) => call_status !== 1)).toEqual([])
  expect(calls.filter(({ phone, code }) => shown.get(phone)?.endsWith(code) !== true)).toEqual([])
  expect(calls.filter(({ phone }) => /^7495123\d{4}$/.test(shown.get(phone) ?? '') === false)).toEqual([])
})

it('[D4-70] flash call: draws codes that a calling number can show, never the same twice in a row for a phone', async () => {
  const first = await rig.call('79161000001')
  expect((await rig.ended(first.id)).call_status).toBe(1)
  expect(shown.get('79161000001')?.slice(-4)).toBe(first.code)
  const second = await rig.call('79161000001')
  await rig.ended(second.id)
  expect(second.code).not.toBe(first.code)
  expect(shown.get('79161000001')?.slice(-4)).toBe(second.code)
})

it('[D6-72] flash call: writes no phone number to logs or records', async () => {
  const { id } = await rig.call('79161000002')
  await rig.ended(id)
  const record = await rig.store.call(id)
  expect(JSON.stringify(record)).not.toContain('79161000002')
  // A Call-ID is random; of the calling number all but the last four digits are kept.
  const reported = record?.details?.replaceAll(/"callId":"\w+"|"callerBlock":"7495123"/g, '')
  expect(reported).not.toMatch(/\d{7}/)
  expect(rig.logged.join('')).not.toContain('79161000002')
})
