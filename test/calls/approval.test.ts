// An approval ends the ringing: POST /v2/verifications/{id}/check in, CANCEL out.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../server/test/service.ts'
import { type Callee, type Scenario, startCallee } from '../phones/callee.ts'
import { rings } from '../phones/scenarios/rings.ts'
import { type CallRig, startCallRig } from './rig.ts'

/** 100 only: the phone does not ring yet. */
const searches: Scenario = async (call) => {
  call.say(100)
  await call.heard('CANCEL')
  call.say(487)
}

const code = '4321'
let callees: Callee[]
let rig: CallRig
beforeAll(async () => {
  callees = [await startCallee(rings), await startCallee(searches)]
  // Long enough that only the approval can end the call in time.
  const times = { flashRingMs: 20_000, voiceRingMs: 20_000, ringingTimeoutMs: 20_000 }
  rig = await startCallRig(
    callees.map(({ port }, index) => ({
      name: `trunk-${index}`,
      port,
      settings: { ...times, prefixes: [`7916123456${index}`] },
    })),
  )
})
afterAll(async () => {
  await rig.stop()
  for (const callee of callees) await callee.close()
})

async function ask(path: string, body?: object) {
  const response = await fetch(`${rig.baseUrl}/v2/verifications${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: rig.authorization, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer
  return (await response.json()) as any
}

it.each([
  ['that rings', 0, '180', 1_500, 'flash', ['delivered', 'rang']],
  ['that rang for a moment', 0, '180', 0, 'flash', ['delivered', 'code typed']],
  ['that does not ring yet', 1, '100', 0, 'flash', ['delivered', 'code typed']],
  ['of a voice step that nobody answered', 0, '180', 0, 'voice', ['delivered', 'code typed']],
] as const)(
  'approval of a call %s: the carrier gets CANCEL at once, and the step is charged',
  async (_, trunk, said, ringMs, mode, outcome) => {
    const { calls } = callees[trunk]!
    const count = calls.length
    const { id } = await ask('', { phone: `7916123456${trunk}`, steps: [{ mode }], code })
    const call = await eventually(
      async () => calls[count],
      (each) => each?.times.has(said) === true,
    )
    await sleep(ringMs)
    const approvedAtMs = performance.now()
    expect(await ask(`/${id}/check`, { code })).toMatchObject({
      valid: true,
    })
    await eventually(
      async () => call!.times.has('CANCEL'),
      (isHeard) => isHeard,
    )
    expect(performance.now() - approvedAtMs).toBeLessThan(2_000)
    const { steps } = await eventually(
      () => ask(`/${id}`),
      (read) => read.steps[0].status !== 'started',
    )
    expect([steps[0].status, steps[0].reason]).toEqual(outcome)
    expect(Number(steps[0].price)).toBeGreaterThan(0)
  },
)
