// Two trunks of one carrier send from one address: each incoming call must belong to its own.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { TrunkSettings } from '../../server/src/storage/queries/trunks.ts'
import { closeAll, startSip, trunkAt } from '../../server/test/sip-and-peer.ts'
import { type Caller, type Dialled, openCaller } from '../phones/caller.ts'
import { type CallRig, startCallRig } from './rig.ts'

const numbers = { north: '74957770001', south: '74957770002' }
const from = '<sip:+79165550001@carrier.test>'
const carriers: Caller[] = []
afterEach(async () => {
  for (const carrier of carriers.splice(0)) carrier.close()
  await closeAll()
})

/** The trunks of these calls, with the trunks in both orders. */
async function trunksOf(
  settings: Readonly<Record<'north' | 'south', Partial<TrunkSettings>>>,
  calls: readonly Dialled[],
) {
  const trunks = (['north', 'south'] as const).map((name) => ({
    ...trunkAt(9, { trustedSources: ['127.0.0.31'], ...settings[name] }),
    name,
    numbers: settings[name].calledPlace === undefined ? [] : [numbers[name]],
  }))
  const seen: string[][] = []
  for (const order of [trunks, trunks.toReversed()]) {
    const { sip, events } = await startSip()
    sip.send({ kind: 'trunks', trunks: order })
    const carrier = await openCaller('127.0.0.31', sip.port)
    carriers.push(carrier)
    for (const call of calls) expect(await carrier.dial(call)).toBe(486)
    seen.push(events.flatMap((event) => (event.kind === 'incoming' ? [event.trunk] : [])))
  }
  return seen
}

const inOrder = [
  ['north', 'south'],
  ['north', 'south'],
]

it('two trunks at one address: a call belongs to the trunk whose registered contact it names, whatever else it says', async () => {
  const registered = { calledPlace: 'to', fromDomain: 'carrier.test' } as const
  const calls = [
    { called: numbers.south, uri: 'sip:1001@127.0.0.1', from },
    { called: numbers.north, uri: 'sip:1002@127.0.0.1', from },
  ]
  const settings = {
    north: { ...registered, authUser: '1001' },
    south: { ...registered, authUser: '1002@ims.test' },
  }
  expect(await trunksOf(settings, calls)).toEqual(inOrder)
})

it('two trunks at one address: a call belongs to the trunk that carries the called number, whatever its host', async () => {
  const calls = [
    { called: numbers.north, from: '<sip:+79165550001@south.test>' },
    { called: numbers.south, from: '<sip:+79165550001@north.test>' },
  ]
  const settings = {
    north: { calledPlace: 'request-uri', fromDomain: 'north.test' },
    south: { calledPlace: 'to', fromDomain: 'south.test' },
  } as const
  expect(await trunksOf(settings, calls)).toEqual(inOrder)
})

it('two trunks at one address: a call belongs to the trunk whose host or domain it names', async () => {
  const calls = [
    { called: numbers.north, from: '<sip:+79165550001@North.test>' },
    { called: numbers.north, uri: `sip:+${numbers.north}@south.test`, from },
  ]
  const settings = { north: { fromDomain: 'north.test' }, south: { fromDomain: 'South.test' } }
  expect(await trunksOf(settings, calls)).toEqual(inOrder)
})

let rig: CallRig
beforeAll(async () => {
  const settings = { trustedSources: ['127.0.0.31'] }
  rig = await startCallRig(
    [
      { name: 'north', port: 9, settings, ranges: [] },
      { name: 'south', port: 9, settings, ranges: [] },
    ],
    { RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' },
  )
  for (const [trunk, number] of Object.entries(numbers))
    await rig.store.addConfirmationNumbers({ numbers: [number], demo: false, trunks: [trunk] })
  await rig.restart()
})
afterAll(() => rig.stop())

it.each(Object.entries(numbers))(
  'two trunks at one address: %s confirms by its own number',
  async (trunk, number) => {
    const carrier = await openCaller('127.0.0.31', rig.sipPort)
    carriers.push(carrier)
    const waiting = async (phone: string): Promise<{ id: number; phone: string }> => {
      const { body } = await rig.api('inboundCallWaiting', { phone, callback_url: 'http://127.0.0.1:9/' })
      // Numbers are drawn: the next phone may get this one.
      return body.confirmation_number === number
        ? { id: body.vendor_id, phone }
        : waiting(String(Number(phone) + 1))
    }
    const { id, phone } = await waiting(`7916555${number.slice(-1)}000`)
    await carrier.dial({
      called: number,
      from,
      headers: [`P-Asserted-Identity: <sip:+${phone}@carrier.test>`],
    })
    await rig.ended(id)
    expect((await rig.detailsOf(id)).details.trunk).toBe(trunk)
  },
)
