import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCarrier } from '../../server/src/telephony/simulator/start-carrier.ts'
import { type CallRig, startCallRig } from './rig.ts'

type Carrier = Awaited<ReturnType<typeof startCarrier>>

const rung: Record<'cheap' | 'dear', string[]> = { cheap: [], dear: [] }
let cheap: Carrier
let dear: Carrier
let rig: CallRig

beforeAll(async () => {
  const listen = (trunk: 'cheap' | 'dear') =>
    startCarrier({
      onEvent: (event) => {
        if (event.kind === 'ringing') rung[trunk].push(event.to)
      },
    })
  cheap = await listen('cheap')
  dear = await listen('dear')
  const times = { flashRingMs: 600, responseTimeoutMs: 1_000 }
  rig = await startCallRig([
    { name: 'cheap', port: cheap.port, settings: { ...times, routing: { '*': 'pin' } } },
    { name: 'dear', port: dear.port, settings: times },
  ])
})
afterAll(async () => {
  await rig.stop()
  await dear.close()
})

it('two trunks, one dies under load: no call is lost and no phone rings twice', async () => {
  const count = 240
  const ids: number[] = []
  for (let index = 0; index < count; index++) {
    ids.push((await rig.call(String(79_162_000_000 + index))).id)
    if (index === 80) process.kill(cheap.pid!, 'SIGKILL')
    await sleep(10)
  }
  const ends = await Promise.all(ids.map((id) => rig.ended(id, 40_000)))
  const records = await Promise.all(ids.map((id) => rig.detailsOf(id)))

  // Calls that the dead trunk had not answered went over the other one.
  const tried = records.map(({ details }) => details.attempts.map(({ trunk }) => trunk).join(' '))
  expect(tried.filter((one) => one === 'cheap').length).toBeGreaterThan(0)
  expect(tried.filter((one) => one === 'cheap dear').length).toBeGreaterThan(0)
  // The breaker opened: later calls did not wait for the dead trunk.
  expect(tried.filter((one) => one === 'dear').length).toBeGreaterThan(0)
  const lost = records.filter((_, place) => ends[place]!.call_status !== 1)
  expect(lost.map(({ reason, details }) => [reason, JSON.stringify(details)])).toEqual([])

  // The second trunk was tried only where the first had not answered at all.
  const spokenFirst = records.filter(
    ({ details }) =>
      details.attempts.length > 1 && details.attempts[0]!.ladder.some((line) => line.includes('<')),
  )
  expect(spokenFirst).toEqual([])
  expect(rung.dear.filter((phone) => rung.cheap.includes(phone))).toEqual([])
  expect(new Set(rung.dear).size).toBe(rung.dear.length)
  expect(await rig.store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
  expect(rig.logged.join('')).toContain('trunk-paused')
})
