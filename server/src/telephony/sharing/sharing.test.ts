import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSettled, type MemberNode, type Members, nextMembers } from '../../storage/membership.ts'
import { type Membership, nodeLeaseMs } from '../../storage/queries/nodes.ts'
import { RateWindow, rateWindowMs } from '../limits/rate-window.ts'
import {
  type HeldShare,
  lesserShare,
  noShare,
  type Share,
  shareOfLimit,
  wholeShare,
} from '../limits/share.ts'
import { hear, lapse, nothingHeld, type ShareLease } from './share-lease.ts'
import { TrunkShares } from './trunk-shares.ts'

const limits = [1, 2, 3, 5, 7, 100]
const share = fc.record({ place: fc.nat(8), of: fc.integer({ min: 1, max: 8 }) })

it('shares: add up to exactly the limit, with the remainders at the first places', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 50 }), (limit, of) => {
      const parts = Array.from({ length: of }, (_, place) => shareOfLimit(limit, { place, of }))
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(limit)
      expect(parts).toEqual([...parts].sort((a, b) => b - a))
      expect(parts[0]! - parts.at(-1)!).toBeLessThanOrEqual(1)
    }),
  )
  expect(shareOfLimit(100_000_000, noShare)).toBe(0)
  expect(shareOfLimit(7, wholeShare)).toBe(7)
})

it('shares: the smaller of two shares is never more than either of them', () => {
  fc.assert(
    fc.property(fc.nat(1_000), share, share, (limit, a, b) => {
      const lesser = shareOfLimit(limit, lesserShare(a, b))
      expect(lesser).toBeLessThanOrEqual(Math.min(shareOfLimit(limit, a), shareOfLimit(limit, b)))
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
  /** From its first share until its lease ends: calls of a lost node are counted nowhere. */
  isCounted: boolean
  onWay: { readonly sentAt: number; readonly acknowledgedEpoch: number; membership?: Membership } | undefined
}

/** Nodes, the database they share, and a per-second limit that every node uses as fast as allowed. */
class Fleet {
  now = 0
  readonly nodes: SimulatedNode[] = []
  readonly starts: number[] = []
  #membership: Members = { epoch: 0, members: [] }
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
    node.onWay = { sentAt: this.now, acknowledgedEpoch: node.lease.acknowledgedEpoch }
  }

  store(index: number): void {
    const node = this.nodes[index % Math.max(1, this.nodes.length)]
    if (node?.onWay === undefined || node.onWay.membership !== undefined) return
    const { acknowledgedEpoch } = node.onWay
    const known = this.#rows.find(({ id }) => id === node.id)
    const row = { id: node.id, startedAt: known?.startedAt ?? this.now, seenAt: this.now, acknowledgedEpoch }
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
        node.trunks.overhangs(target, this.now) || node.inFlight > shareOfLimit(this.#limit, target),
    })
    node.trunks.hold(node.lease.held, node.lease.validUntil)
  }

  /** Its line receives the grants; until then it continues as before. */
  notifySipThread(index: number): void {
    const node = this.nodes[index % Math.max(1, this.nodes.length)]
    for (const held of node?.sent.splice(0) ?? []) {
      node!.sipThread = held
      node!.trunks.sipThreadKnows(held.version, this.now)
    }
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
    for (const each of limits) expect(this.sumOf(each)).toBeLessThanOrEqual(each)
    this.startAllThatMay()
    expect(this.startsInLastSecond()).toBeLessThanOrEqual(this.#limit)
    const counted = this.nodes.filter(({ isCounted }) => isCounted)
    expect(counted.reduce((sum, { inFlight }) => sum + inFlight, 0)).toBeLessThanOrEqual(this.#limit)
  }

  heldBy = (node: SimulatedNode): Share => lapse(node.lease, this.now).held

  sumOf(limit: number): number {
    return this.nodes.reduce((sum, node) => sum + shareOfLimit(limit, this.heldBy(node)), 0)
  }

  startAllThatMay(): void {
    for (const node of this.nodes) {
      const { share: paced, untilMs } = node.sipThread
      node.window.change(this.#limit, this.now < untilMs ? shareOfLimit(this.#limit, paced) : 0)
      node.isCounted = this.heldBy(node).place !== noShare.place
      node.inFlight = Math.max(node.inFlight, shareOfLimit(this.#limit, this.heldBy(node)))
      for (; node.window.hasRoom(this.now); node.lastStart = this.now) {
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
  const parts = () => fleet.nodes.map((node) => shareOfLimit(7, fleet.heldBy(node)))
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

it('shares: a smaller share is acknowledged only when no call exceeds it any more', () => {
  const membership = (epoch: number, members: string[], settled: boolean) => ({
    epoch,
    members,
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
  expect(lease).toMatchObject({ held: { place: 0, of: 2 }, acknowledgedEpoch: 1 })
  lease = hear(lease, { ...heartbeat, membership: joined, sentAt: 3_000, now: 3_000 })
  expect(lease.acknowledgedEpoch).toBe(2)
})
