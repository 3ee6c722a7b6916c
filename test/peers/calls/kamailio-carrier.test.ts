// A second real carrier: Kamailio with registration and digest authentication, SIPp phones behind it.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../server/test/service.ts'
import { type CallRig, startCallRig } from '../../calls/rig.ts'
import { freePort } from '../interop/peer-process.ts'
import { type Sipp, startSipp } from '../interop/sipp.ts'
import { startKamailioCarrier } from './kamailio-carrier.ts'

const customer = 'ringkey'
const password = 'correct horse'
const ports = { rings: freePort(), busy: freePort(), answers: freePort() }
let phones: Sipp[] = []
let carrier: Awaited<ReturnType<typeof startKamailioCarrier>>
let rig: CallRig

beforeAll(async () => {
  carrier = await startKamailioCarrier(customer, ports)
  const settings = { authUser: customer, register: true, registerSeconds: 60, flashRingMs: 800 }
  rig = await startCallRig([{ name: 'kamailio', port: carrier.port, settings, password }])
  // Until it is registered there is no way to call.
  await eventually(
    () => fetch(`${rig.baseUrl}/health`),
    ({ status }) => status === 200,
    20_000,
  )
})
afterAll(async () => {
  await rig.stop()
  await carrier.end()
})
afterEach(async () => {
  await Promise.all(phones.map((phone) => phone.end()))
  phones = []
})

/** For one test: SIPp ends after its calls, and a test may be repeated. */
async function startPhone(scenario: string, port: number, calls = 1): Promise<Sipp> {
  const phone = await startSipp(scenario, { port, calls, more: ['-timeout', '50'] })
  phones.push(phone)
  return phone
}

describe('over Kamailio with digest authentication', () => {
  it('flash calls ring with the code in the calling number, and every SIPp step passes', async () => {
    const rings = await startPhone('callee-rings-behind-proxy', ports.rings, 5)
    const calls = await Promise.all(
      [1, 2, 3, 4, 5].map((call) => rig.call(`7916400${call}001`, { code: call })),
    )
    const ends = await Promise.all(calls.map(({ id }) => rig.ended(id)))
    expect(ends.map(({ call_status }) => call_status)).toEqual([1, 1, 1, 1, 1])
    await rings.finished()
    // The 487 came through, so every channel is free again.
    await eventually(
      async () => (await fetch(rig.metricsUrl)).text(),
      (metrics) => metrics.includes('ringkey_trunk_calls_in_progress{trunk="kamailio"} 0'),
    )
    const { details } = await rig.detailsOf(calls[0]!.id)
    expect(details.attempts[0]!.ladder.map((line) => line.replace(/^\d+ /, ''))).toEqual([
      '> INVITE',
      '< 100',
      '< 180',
      '> CANCEL',
    ])
  })

  it('a busy phone fails the call, and the money is released', async () => {
    const busy = await startPhone('callee-busy', ports.busy)
    const { id } = await rig.call('79164000002')
    expect(await rig.ended(id)).toMatchObject({ call_status: 0, cost: 0 })
    expect((await rig.detailsOf(id)).reason).toBe('busy')
    await busy.finished()
  })

  it('an answered flash call is ended at once', async () => {
    const answers = await startPhone('callee-answers', ports.answers)
    const { id } = await rig.call('79164000003')
    expect(await rig.ended(id)).toMatchObject({ call_status: 1 })
    expect((await rig.detailsOf(id)).reason).toBe('answered')
    await answers.finished()
  })

  it('a wrong password is a trunk fault and raises an alarm', async () => {
    const settings = { authUser: customer }
    await rig.saveTrunk({ name: 'kamailio', port: carrier.port, settings, password: 'wrong' })
    await expect
      .poll(
        async () => {
          const { id } = await rig.call('79164000001')
          await rig.ended(id)
          return (await rig.detailsOf(id)).reason
        },
        { timeout: 60_000 },
      )
      .toBe('trunk fault')
    expect(rig.logged.join('')).toContain('trunk-refuses')
  })
})
