// A carrier that answers from another address than the one that it is called on.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTwoAddressedCarrier, type TwoAddressedCarrier } from '../phones/two-addressed-carrier.ts'
import { type CallRig, startCallRig } from './rig.ts'

const elsewhere = '127.0.0.9'
const carriers: TwoAddressedCarrier[] = []
let rig: CallRig

beforeAll(async () => {
  carriers.push(await startTwoAddressedCarrier('127.0.0.1', '127.0.0.8'))
  carriers.push(await startTwoAddressedCarrier('127.0.0.2', elsewhere))
  const settings = { flashRingMs: 300, responseTimeoutMs: 1_500 }
  rig = await startCallRig([
    {
      name: 'told',
      port: carriers[0]!.port,
      settings: { ...settings, trustedSources: ['127.0.0.8'], prefixes: ['79161'] },
    },
    {
      name: 'untold',
      port: carriers[1]!.port,
      settings: { ...settings, host: '127.0.0.2', prefixes: ['79162'] },
    },
  ])
})
afterAll(async () => {
  await rig.stop()
  for (const carrier of carriers) await carrier.close()
})

async function flash(phone: string): Promise<string> {
  const { id } = await rig.call(phone)
  await rig.ended(id)
  return (await rig.detailsOf(id)).reason
}

it('answers from another address, which the trunk trusts: the call rings', async () => {
  expect(await flash('79161234567')).toBe('rang')
})

it('answers from an unknown address: are not used, and are counted in log and metrics', async () => {
  expect(await flash('79162234567')).toBe('no response')
  const reported = rig.logged.find((line) =>
    line.includes('answers come from an address that is not of the trunk'),
  )
  expect(reported).toContain(elsewhere)
  expect(reported).toContain('untold')
  await expect
    .poll(async () => (await fetch(rig.metricsUrl)).text())
    .toMatch(/ringkey_sip_events_total\{event="foreignAnswers"\} [1-9]/)
})
