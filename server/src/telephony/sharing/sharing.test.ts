import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSettled, type MemberNode, type Members, nextMembers } from '../../storage/membership.ts'
import { type Membership, nodeLeaseMs } from '../../storage/queries/nodes.ts'
import { RateWindow, rateWindowMs } from '../limits/rate-window.ts'
import {
  type HeldShare,
  isSameShare,
  lesserShare,
  noShare,
  partOf,
  type Share,
  shareAt,
  wholeShare,
} from '../limits/share.ts'
import { expireLease, hear, nothingHeld, type ShareLease } from './share-lease.ts'
import { TrunkShares } from './trunk-shares.ts'

const limits = [1, 2, 3, 5, 7, 100]
const demand = fc.constantFrom(0, 0, 1, 4, 16, 64, null)
const share = fc
  .tuple(fc.array(demand, { minLength: 1, maxLength: 8 }), fc.nat(7))
  .map(([demands, place]) => shareAt(place % demands.length, demands))

it('shares: add up to exactly the limit, with the remainders at the first places', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 50 }), (limit, of) => {
      const equal = Array.from({ length: of }, () => 0)
      const parts = equal.map((_, place) => partOf(limit, shareAt(place, equal).rate))
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(limit)
      expect(parts).toEqual([...parts].sort((a, b) => b - a))
      expect(parts[0]! - parts.at(-1)!).toBeLessThanOrEqual(1)
    }),
  )
  expect(partOf(100_000_000, noShare.rate)).toBe(0)
  expect(partOf(7, wholeShare.rate)).toBe(7)
})

it('shares: of the calls per second add up to exactly the limit whatever the nodes want; an idle one keeps half of its own', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.array(demand, { minLength: 1, maxLength: 50 }), (limit, demands) => {
      const parts = demands.map((_, place) => partOf(limit, shareAt(place, demands).rate))
      const callers = demands.filter((each) => each !== null).length
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(callers === 0 ? 0 : limit)
      const least = limit >= callers ? Math.max(1, Math.floor(limit / callers / 2)) : 0
      for (const [place, part] of parts.entries())
        if (demands[place] === null) expect(part).toBe(0)
        else expect(part).toBeGreaterThanOrEqual(least)
      const channels = demands.map((_, place) => partOf(limit, shareAt(place, demands).channels))
      expect(Math.max(...channels) - Math.min(...channels)).toBeLessThanOrEqual(1)
    }),
  )
  const parts = (limit: number, demands: (number | null)[]) =>
    demands.map((_, place) => partOf(limit, shareAt(place, demands).rate))
  expect(parts(10, [0, 0, 0, 0])).toEqual([3, 3, 2, 2])
  expect(parts(10, [0, 16, 0, 0])).toEqual([1, 7, 1, 1])
  expect(parts(10, [0, null, 0, 0])).toEqual([4, 0, 3, 3])
  expect(parts(100, [64, 16, 0, 0])).toEqual([54, 22, 12, 12])
})

it('shares: the smaller of two shares is never more than either of them', () => {
  fc.assert(
    fc.property(fc.nat(1_000), share, share, (limit, a, b) => {
      const lesser = lesserShare(a, b)
      for (const kind of ['channels', 'rate'] as const)
        expect(partOf(limit, lesser[kind])).toBe(Math.min(partOf(limit, a[kind]), partOf(limit, b[kind])))
    }),
  )
})

/** One node with its whole state, and its heartbeat in progress: one at a time, as in the service. */
interface SimulatedNode {
  readonly id: string
  lease: ShareLease
  readonly trunks: TrunkShares
  /** Grants on the way to its SIP thread. */
  readonly sent: HeldShare[]
  /** The grant that its SIP thread uses. */
  sipThread: HeldShare
  readonly window: RateWindow
  lastStart: number
  inFlight: number
  demand: number | null
  /** From its first share until its lease ends: calls of a lost node are counted nowhere. */
  isCounted: boolean
  onWay:
    | {
        readonly sentAt: number
        readonly acknowledgedEpoch: number
        readonly demand: number | null
        membership?: Membership
      }
    | undefined
}

/** Nodes, the database they share, and a per-second limit that every node uses as fast as allowed. */
class Fleet {
  now = 0
  readonly nodes: SimulatedNode[] = []
  readonly starts: number[] = []
  /** No node places a call. */
  isIdle = false
  #membership: Members = { epoch: 0, members: [], demands: [], settledAt: null }
  #rows: MemberNode[] = []
  #made = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  join(): void {
    if (this.nodes.length === 6) return
    const id = `n${++this.#made}`
    const window = new RateWindow(this.#limit)
    const sent: HeldShare[] = []
    this.nodes.push({
      id,
      lease: nothingHeld,
      trunks: new TrunkShares(true, (held) => sent.push(held)),
      sent,
      sipThread: { share: noShare, untilMs: 0, version: 0 },
      window,
      lastStart: Number.NEGATIVE_INFINITY,
      inFlight: 0,
      demand: 0,
      isCounted: false,
      onWay: undefined,
    })
  }

  kill(index: number): void {
    this.nodes.splice(index % Math.max(1, this.nodes.length), 1)
  }

  /** A stopping node leaves when its last call is a second old. */
  leave(index: number): void {
    const gone = this.nodes[index % Math.max(1, this.nodes.length)]
    if (gone === undefined || this.now - gone.lastStart < rateWindowMs) return
    this.nodes.splice(this.nodes.indexOf(gone), 1)
    this.#rows = this.#rows.filter(({ id }) => id !== gone.id)
  }

  send(index: number): void {
    const node = this.nodes[index % Math.max(1, this.nodes.length)]
    if (node === undefined || node.onWay !== undefined) return
    const { demand, lease } = node
    node.onWay = { sentAt: this.now, acknowledgedEpoch: lease.acknowledgedEpoch, demand }
  }

  store(index: number): void {
    const node = this.nodes[index % Math.max(1, this.nodes.length)]
    if (node?.onWay === undefined || node.onWay.membership !== undefined) return
    const { acknowledgedEpoch, demand } = node.onWay
    const known = this.#rows.find(({ id }) => id === node.id)
    const row = {
      id: node.id,
      startedAt: known?.startedAt ?? this.now,
      seenAt: this.now,
      acknowledgedEpoch,
      demand,
    }
    this.#rows = [...this.#rows.filter(({ id }) => id !== node.id), row]
    this.#membership = nextMembers(this.#membership, this.#rows, this.now, nodeLeaseMs)
    node.onWay.membership = { ...this.#membership, isSettled: isSettled(this.#membership, this.#rows) }
  }

  answer(index: number, isLost: boolean): void {
    const node = this.nodes[index % Math.max(1, this.nodes.length)]
    const { membership, sentAt } = node?.onWay ?? {}
    if (node === undefined || membership === undefined) return
    node.onWay = undefined
    if (isLost) return
    node.lease = hear(node.lease, {
      membership,
      nodeId: node.id,
      sentAt: sentAt!,
      now: this.now,
      overhangs: (target) =>
        node.trunks.overhangs(target, this.now) || node.inFlight > partOf(this.#limit, target.channels),
    })
    node.trunks.hold(node.lease.held, node.lease.validUntil)
  }

  /** Its line receives the grants; until then it continues as before. */
  notifySipThread(index: number): void {
    const node = this.nodes[index % Math.max(1, this.nodes.length)]
    for (const held of node?.sent.splice(0) ?? []) {
      node!.sipThread = held
      const isWithin = node!.window.taken(this.now) <= this.#pacedBy(node!)
      node!.trunks.sipThreadKnows({ version: held.version, isWithin }, this.now)
    }
  }

  /** What its SIP thread may send in a second. */
  #pacedBy({ sipThread: { share: paced, untilMs } }: SimulatedNode): number {
    return this.now < untilMs ? partOf(this.#limit, paced.rate) : 0
  }

  want(index: number, demand: number | null): void {
    const node = this.nodes[index % Math.max(1, this.nodes.length)]
    if (node !== undefined) node.demand = demand
  }

  /** Some of its calls end. */
  hangUp(index: number): void {
    const node = this.nodes[index % Math.max(1, this.nodes.length)]
    if (node !== undefined) node.inFlight = Math.max(0, node.inFlight - 1 - (index % 3))
  }

  /** A quarter of a second in which all heartbeats succeed, except those of stalled nodes and those in progress. */
  round(stalled = 0): void {
    for (const index of this.nodes.keys()) {
      if ((stalled & (1 << index)) !== 0 || this.nodes[index]!.onWay !== undefined) continue
      this.send(index)
      this.store(index)
      this.answer(index, false)
      this.check()
      this.notifySipThread(index)
      this.check()
    }
    this.now += 250
  }

  /** No limit may be exceeded at any moment. */
  check(): void {
    // Not by `expect`, which would take most of the time.
    for (const each of limits)
      for (const kind of ['channels', 'rate'] as const)
        if (this.sumOf(each, kind) > each)
          throw new Error(`${this.sumOf(each, kind)} ${kind} of ${each} are held`)
    this.startAllThatMay()
    expect(this.startsInLastSecond()).toBeLessThanOrEqual(this.#limit)
    const counted = this.nodes.filter(({ isCounted }) => isCounted)
    expect(counted.reduce((sum, { inFlight }) => sum + inFlight, 0)).toBeLessThanOrEqual(this.#limit)
  }

  heldBy = (node: SimulatedNode): Share => expireLease(node.lease, this.now).held

  sumOf(limit: number, kind: keyof Share): number {
    return this.nodes.reduce((sum, node) => sum + partOf(limit, this.heldBy(node)[kind]), 0)
  }

  startAllThatMay(): void {
    for (const node of this.nodes) {
      node.window.change(this.#limit, this.#pacedBy(node))
      node.isCounted = !isSameShare(this.heldBy(node), noShare)
      node.inFlight = Math.max(node.inFlight, partOf(this.#limit, this.heldBy(node).channels))
      for (; !this.isIdle && node.window.hasRoom(this.now); node.lastStart = this.now) {
        node.window.take(this.now)
        this.starts.push(this.now)
      }
    }
  }

  startsInLastSecond(): number {
    while (this.starts.length > 0 && this.now - this.starts[0]! >= 1_000) this.starts.shift()
    return this.starts.filter((at) => this.now - at < 1_000).length
  }
}

const which = fc.nat(5)
const at = <K extends string>(weight: number, kind: K) => ({
  weight,
  arbitrary: which.map((index) => ({ kind, index })),
})
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('rounds' as const),
      count: fc.integer({ min: 1, max: 14 }),
      stalled: fc.oneof(fc.constant(0), fc.nat(63)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 1_500 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('want' as const), index: which, demand }),
  },
  at(3, 'join'),
  at(1, 'kill'),
  at(1, 'leave'),
  at(3, 'send'),
  at(3, 'store'),
  at(3, 'answer'),
  at(1, 'lose'),
  at(6, 'hangUp'),
  at(4, 'notifySipThread'),
)

it('shares: never exceed a limit in held, started or running calls, whatever nodes join, die, stall or are late', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60, size: 'max' }),
      fc.constantFrom(...limits),
      (steps, limit) => {
        const fleet = new Fleet(limit)
        for (const each of steps) {
          if (each.kind === 'wait') fleet.now += each.ms
          else if (each.kind === 'rounds')
            for (let round = 0; round < each.count; round++) fleet.round(each.stalled)
          else if (each.kind === 'join') fleet.join()
          else if (each.kind === 'want') fleet.want(each.index, each.demand)
          else if (each.kind === 'answer' || each.kind === 'lose')
            fleet.answer(each.index, each.kind === 'lose')
          else fleet[each.kind](each.index)
          fleet.check()
        }
      },
    ),
    { numRuns: 500 },
  )
})

it('shares: use the whole limit again within two seconds of a join or a stop, and after the lease of a dead node', () => {
  const fleet = new Fleet(7)
  const run = (ms: number) => {
    for (const until = fleet.now + ms; fleet.now < until; fleet.round()) {
      for (const node of fleet.nodes) node.inFlight = 0
    }
  }
  const parts = () => fleet.nodes.map((node) => partOf(7, fleet.heldBy(node).rate))
  fleet.join()
  run(500)
  expect(parts()).toEqual([7])
  fleet.join()
  run(1_000)
  expect(parts()).toEqual([4, 0])
  run(1_000)
  expect(parts()).toEqual([4, 3])
  fleet.join()
  run(2_000)
  expect(parts()).toEqual([3, 2, 2])
  fleet.now += 1_000
  fleet.leave(0)
  run(2_000)
  expect(parts()).toEqual([4, 3])
  fleet.kill(0)
  run(nodeLeaseMs)
  expect(parts()).toEqual([3])
  run(2_000)
  expect(parts()).toEqual([7])
})

it('shares: four nodes give 7 of 10 calls per second to the one that is busy within a second, and take them back', () => {
  const fleet = new Fleet(10)
  const run = (ms: number) => {
    for (const until = fleet.now + ms; fleet.now < until; fleet.round()) {
      for (const node of fleet.nodes) node.inFlight = 0
    }
  }
  const parts = () => fleet.nodes.map((node) => partOf(10, fleet.heldBy(node).rate))
  for (let node = 0; node < 4; node++) {
    fleet.join()
    run(3_000)
  }
  fleet.isIdle = true
  run(2_000)
  expect(parts()).toEqual([3, 3, 2, 2])
  fleet.want(1, 16)
  run(1_000)
  expect(parts()).toEqual([1, 7, 1, 1])
  fleet.want(1, null)
  run(1_250)
  expect(parts()).toEqual([4, 0, 3, 3])
  // Demands that change with every heartbeat keep nobody from a share, nor a new node from joining.
  fleet.join()
  const seen: number[] = []
  for (let round = 0; round < 80; round++) {
    fleet.want(round, 4 ** (round % 3))
    run(250)
    if (round < 40) continue
    seen.push(parts().reduce((sum, part) => sum + part, 0))
    expect(partOf(10, fleet.heldBy(fleet.nodes[4]!).channels)).toBe(2)
  }
  expect(Math.max(...seen)).toBe(10)
})

it('shares: a smaller share is acknowledged only when no call exceeds it any more', () => {
  const membership = (epoch: number, members: string[], settled: boolean) => ({
    epoch,
    members,
    demands: members.map(() => 0),
    isSettled: settled,
  })
  const heartbeat = { nodeId: 'a', overhangs: () => false }
  let lease = hear(nothingHeld, { ...heartbeat, membership: membership(1, ['a'], false), sentAt: 0, now: 0 })
  lease = hear(lease, { ...heartbeat, membership: membership(1, ['a'], true), sentAt: 1, now: 1 })
  expect(lease.held).toEqual(wholeShare)
  const joined = membership(2, ['a', 'b'], false)
  const busy = { ...heartbeat, overhangs: () => true }
  for (const now of [250, 1_300, 2_600])
    lease = hear(lease, { ...busy, membership: joined, sentAt: now, now })
  expect(lease).toMatchObject({ held: lesserShare(wholeShare, shareAt(0, [0, 0])), acknowledgedEpoch: 1 })
  lease = hear(lease, { ...heartbeat, membership: joined, sentAt: 3_000, now: 3_000 })
  expect(lease.acknowledgedEpoch).toBe(2)
})
