import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { CallMetrics } from './call-metrics.ts'
import { IncomingCalls } from './incoming-calls.ts'
import type { IncomingReport } from './line/messages.ts'

function openCalls() {
  const registry = new Registry()
  const errors: string[] = []
  const calls = new IncomingCalls(new CallMetrics(registry), (error) => errors.push(error.message))
  const fates = async () => {
    const metric = await registry.getSingleMetric('ringkey_incoming_calls_total')!.get()
    return Object.fromEntries(metric.values.map(({ labels, value }) => [labels.fate, value]))
  }
  return { calls, errors, fates }
}

const incoming = (id: number): IncomingReport => ({
  kind: 'incoming',
  id,
  trunk: 'north',
  caller: '79161234567',
  called: '74951230001',
  verstat: 'TN-Validation-Passed',
  attestation: 'A',
})
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('settles a matching call only when its ACK has come back', async () => {
  const { calls, fates } = openCalls()
  const confirmed: unknown[] = []
  calls.serve({
    match: async ({ caller, called }) =>
      caller === '79161234567' && called === '74951230001' ? 100_007 : undefined,
    confirm: async (...facts) => void confirmed.push(facts),
  })
  calls.take(incoming(1))
  await turn()
  expect(confirmed).toEqual([])
  calls.take({ kind: 'confirmed', id: 1 })
  calls.take({ kind: 'confirmed', id: 1 })
  await turn()
  expect(confirmed).toEqual([
    [100_007, { trunk: 'north', verstat: 'TN-Validation-Passed', attestation: 'A' }],
  ])
  expect(await fates()).toEqual({ matched: 1 })
})

it('counts what proves nothing: no match, no ACK, no numbers, nobody who waits', async () => {
  const { calls, errors, fates } = openCalls()
  calls.take(incoming(1))
  calls.take({ kind: 'confirmed', id: 1 })
  calls.take(incoming(2))
  calls.take({ kind: 'unconfirmed', id: 2 })
  calls.take({ kind: 'confirmed', id: 2 })
  calls.take({ kind: 'refused-incoming', why: 'unreadable' })
  calls.serve({ match: () => Promise.reject(new Error('the store is away')), confirm: async () => {} })
  calls.take(incoming(3))
  calls.take({ kind: 'confirmed', id: 3 })
  await turn()
  expect(await fates()).toEqual({ 'no-match': 2, unconfirmed: 1, unreadable: 1 })
  expect(errors).toEqual(['the store is away'])
})
