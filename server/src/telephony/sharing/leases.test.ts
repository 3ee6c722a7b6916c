import { expect, it } from 'vitest'
import { ManualClock } from '../../../test/manual-clock.ts'
import { type Membership, type NodeHeartbeat, nodeLeaseMs } from '../../storage/queries/nodes.ts'
import { defaultTrunkSettings, type TrunkSettings } from '../../storage/queries/trunks.ts'
import { rateWindowMs } from '../limits/rate-window.ts'
import { LiveTrunk } from '../routing/live-trunk.ts'
import { hourOf } from '../routing/short-call-budget.ts'
import { registrationLeases } from './registration-leases.ts'
import { shareHeartbeat } from './share-heartbeat.ts'
import { shortCallRefill } from './short-call-refill.ts'
import { TrunkShares } from './trunk-shares.ts'

/** Grants sent to the SIP thread, by number; the SIP thread acknowledges when a test says so. */
const sipThread = { heard: [] as number[] }

function trunksOf(settings: Readonly<Record<string, Partial<TrunkSettings>>>) {
  const shares: TrunkShares = new TrunkShares(true, ({ version }) => sipThread.heard.push(version))
  const records = Object.entries(settings).map(([name, changed]) => ({
    name,
    demo: false,
    settings: { ...defaultTrunkSettings, host: '192.0.2.1', ...changed },
    sealedPassword: null,
    updatedAt: 0,
  }))
  shares.load(records.map((record) => new LiveTrunk(record, () => 100)))
  return shares
}

it('trunk shares: a node holds nothing before all agree, then its share, and nothing when the store stops answering', async () => {
  const clock = new ManualClock()
  const trunks = trunksOf({ north: { callsAtOnce: 2 } })
  const [north] = trunks.all
  const beats: NodeHeartbeat[] = []
  let membership: Membership = { epoch: 4, members: ['a', 'me'], demands: [0, 0], isSettled: false }
  const heartbeat = shareHeartbeat({
    store: {
      nodeId: 'me',
      async recordHeartbeat(beat) {
        beats.push(beat)
        return membership
      },
    },
    clock,
    trunks,
    about: () => ({ version: '1', address: 'here', calls: 3, secrets: [] }),
  })
  const hasRoom = () => {
    trunks.endLease(clock.monotonicMs())
    return north!.hasRoom('voice', clock.monotonicMs())
  }
  await heartbeat.beat()
  // This node has nothing to give up, so it acknowledges at once.
  expect(beats.map(({ acknowledgedEpoch }) => acknowledgedEpoch)).toEqual([0, 4])
  expect([heartbeat.isSettled(), heartbeat.memberCount(), hasRoom()]).toEqual([false, 2, false])
  membership = { ...membership, isSettled: true }
  await heartbeat.beat()
  expect([heartbeat.isSettled(), hasRoom()]).toEqual([true, true])
  await clock.advance(nodeLeaseMs - rateWindowMs - 1)
  expect(hasRoom()).toBe(true)
  await clock.advance(1)
  expect(hasRoom()).toBe(false)
  await heartbeat.beat()
  expect(hasRoom()).toBe(true)
})

it('trunk shares: a node says what it wants of the calls per second, for five seconds after it was pressed, until it retires', async () => {
  const clock = new ManualClock()
  const trunks = trunksOf({ north: { callsPerSecond: 8 }, south: { callsPerSecond: 1_000 } })
  const [north] = trunks.all
  const demands: (number | null)[] = []
  let isRetired = false
  const heartbeat = shareHeartbeat({
    store: {
      nodeId: 'me',
      async recordHeartbeat({ demand }) {
        demands.push(demand)
        return { epoch: 1, members: ['me', 'other'], demands: [0, 0], isSettled: true }
      },
    },
    clock,
    trunks,
    about: () => ({ version: '1', address: 'here', calls: 0, secrets: [] }),
    isRetired: () => isRetired,
  })
  const demand = async () => {
    await heartbeat.beat()
    return demands.at(-1)
  }
  expect([await demand(), await demand()]).toEqual([0, 0])
  for (let call = 0; call < 2; call++) north!.take('voice', clock.monotonicMs())
  expect(await demand()).toBe(0)
  north!.take('voice', clock.monotonicMs())
  expect(await demand()).toBe(4)
  await clock.advance(4_999)
  expect(await demand()).toBe(4)
  await clock.advance(1)
  expect(await demand()).toBe(0)
  isRetired = true
  expect(await demand()).toBe(null)
})

it('trunk shares: a smaller share is acknowledged when the SIP thread has kept to it for a second, not when it was sent', async () => {
  const clock = new ManualClock()
  const trunks = trunksOf({ north: {} })
  const acknowledged: number[] = []
  let membership: Membership = { epoch: 1, members: ['me'], demands: [0], isSettled: true }
  const heartbeat = shareHeartbeat({
    store: {
      nodeId: 'me',
      async recordHeartbeat(beat) {
        acknowledged.push(beat.acknowledgedEpoch)
        return membership
      },
    },
    clock,
    trunks,
    about: () => ({ version: '1', address: 'here', calls: 0, secrets: [] }),
  })
  await heartbeat.beat()
  membership = { epoch: 2, members: ['a', 'me'], demands: [0, 0], isSettled: false }
  await heartbeat.beat()
  const sent = sipThread.heard.at(-1)!
  for (let beat = 0; beat < 5; beat++) {
    await clock.advance(300)
    await heartbeat.beat()
  }
  trunks.sipThreadKnows({ version: sent - 1, isWithin: false }, clock.monotonicMs())
  await clock.advance(rateWindowMs)
  await heartbeat.beat()
  trunks.sipThreadKnows({ version: sent, isWithin: false }, clock.monotonicMs())
  await clock.advance(rateWindowMs - 1)
  await heartbeat.beat()
  expect(acknowledged.at(-1)).toBe(1)
  await clock.advance(1)
  await heartbeat.beat()
  expect(acknowledged.at(-1)).toBe(2)
})

it('registration leases: a node registers the trunks it has the lease of, and stops when the lease ends', async () => {
  const clock = new ManualClock()
  const trunks = trunksOf({
    mine: { register: true, authUser: 'me' },
    theirs: { register: true, authUser: 'me' },
    off: { register: true, authUser: 'me', enabled: false },
    plain: {},
  })
  const asked: string[] = []
  let isAway = false
  let changes = 0
  const leases = registrationLeases({
    store: {
      async takeLease({ name }) {
        asked.push(name)
        if (isAway) throw new Error('away')
        return name === 'register:mine'
      },
    },
    clock,
    trunks,
    onChange: () => {
      changes += 1
    },
  })
  const registered = () => trunks.all.map(({ name }) => name).filter((name) => trunks.registers(name))
  await leases()
  await leases()
  expect(new Set(asked)).toEqual(new Set(['register:mine', 'register:theirs']))
  expect([registered(), changes]).toEqual([['mine'], 1])
  isAway = true
  await clock.advance(7_999)
  await expect(leases()).rejects.toThrow('away')
  expect(registered()).toEqual(['mine'])
  await clock.advance(1)
  await expect(leases()).rejects.toThrow('away')
  expect([registered(), changes]).toEqual([[], 2])
})

it('short-call budget: portions are reserved ahead of use and of the next hour, and the rest is returned', async () => {
  const clock = new ManualClock(3_600_000 * 100)
  const trunks = trunksOf({ north: { shortCallsPerHour: 100, callsPerSecond: 5 }, free: {} })
  const [north] = trunks.all
  const taken = new Map<number, number>()
  const refill = shortCallRefill({
    store: {
      async takeShortCalls({ hour, count, perHour }) {
        const given = Math.min(count, perHour - (taken.get(hour) ?? 0))
        taken.set(hour, (taken.get(hour) ?? 0) + given)
        return given
      },
      async releaseShortCalls({ hour, count }) {
        taken.set(hour, taken.get(hour)! - count)
      },
    },
    clock,
    trunks,
    nodeCount: () => 2,
  })
  await refill.look()
  await refill.look()
  expect(taken).toEqual(new Map([[100, 10]]))
  for (let call = 0; call < 5; call++) north!.supply.count(100, 1)
  await refill.look()
  expect(taken.get(100)).toBe(20)
  await refill.release()
  expect(taken.get(100)).toBe(5)
  await clock.advance(3_600_000 - 5_000)
  await refill.look()
  expect(taken.get(101)).toBe(10)
  expect(hourOf(clock.now())).toBe(100)
})

it('leases: end on time for the node that holds them, when its wall clock is set back', async () => {
  const clock = new ManualClock()
  const trunks = trunksOf({ mine: { register: true, authUser: 'me' } })
  let isAway = false
  const away = () => {
    if (isAway) throw new Error('away')
  }
  const shares = shareHeartbeat({
    store: {
      nodeId: 'me',
      async recordHeartbeat() {
        away()
        return { epoch: 1, members: ['me'], demands: [0], isSettled: true }
      },
    },
    clock,
    trunks,
    about: () => ({ version: '1', address: 'here', calls: 0, secrets: [] }),
  })
  const registrations = registrationLeases({
    store: {
      async takeLease() {
        away()
        return true
      },
    },
    clock,
    trunks,
    onChange: () => {},
  })
  const holds = () => {
    trunks.endLease(clock.monotonicMs())
    return [trunks.all[0]!.channels > 0, trunks.registers('mine')]
  }
  await shares.beat()
  await registrations()
  expect(holds()).toEqual([true, true])
  isAway = true
  clock.jumpWall(-10_800_000)
  await clock.advance(8_000)
  await registrations().catch(() => {})
  expect(holds()).toEqual([false, false])
})
