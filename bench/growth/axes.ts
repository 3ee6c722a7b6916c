import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ordinary, type Scale } from '../calls/service-process.ts'
import { wholeWay } from '../calls/whole-way.ts'
import type { Times } from '../http/wrk.ts'
import type { BenchResult, Figures } from '../measure/figures.ts'
import { nodesAxis } from './nodes.ts'
import { openGrownStores } from './stored.ts'

export type GrowthOptions = Times

interface Question {
  readonly name: string
  measure(size: number): Promise<Figures>
}

export interface OpenedAxis {
  readonly questions: readonly Question[]
  /** What all sizes are compared with. */
  readonly floor?: { readonly name: string; measure(): Promise<Figures> }
  /** Goals besides the curve. */
  judge?(result: BenchResult, scenes: readonly string[]): void
  close(): Promise<void>
}

export interface Axis {
  readonly sizes: readonly number[]
  /** Why this machine cannot measure it. */
  missing?(): string | undefined
  open(sizes: readonly number[], options: GrowthOptions): Promise<OpenedAxis>
}

/** Slow enough that two cores are never full, so that the cost is that of the size alone. */
const calmPerSecond = 500
/** The longest ring that a trunk may have is 30 s: 50,000 calls are open at once at this rate. */
const openPerSecond = 1_700

/** The whole way, calls over SIP to ringing phones, at another scale for each size. */
const byWholeWay = (
  sizes: readonly number[],
  scaleOf: (size: number) => Partial<Scale> & { readonly perSecond: number },
): Axis => ({
  sizes,
  open: async (_sizes, times) => ({
    questions: [
      {
        name: 'call',
        measure(size) {
          const scale = scaleOf(size)
          const { ringMs = ordinary.ringMs } = scale
          // As many calls have to end as begin before the cost of one is known.
          const warmUpSeconds = Math.max(times.warmUpSeconds, ringMs / 1_000 + 2)
          return wholeWay({ ...times, warmUpSeconds, ...scale })
        },
      },
    ],
    close: async () => {},
  }),
})

export const axes: Readonly<Record<string, Axis>> = {
  calls: {
    sizes: [1_000, 10_000, 100_000, 1_000_000, 10_000_000],
    async open(sizes, { seconds }) {
      const root = mkdtempSync(join(tmpdir(), 'ringkey-bench-'))
      const stores = await openGrownStores(root, sizes)
      return {
        questions: [
          { name: 'admission and settlement', measure: (size) => stores.admit(size, seconds) },
          { name: 'read by id', measure: (size) => stores.read(size, seconds) },
          { name: 'list of a service', measure: (size) => stores.list(size, seconds) },
        ],
        async close() {
          await stores.close()
          rmSync(root, { recursive: true, force: true })
        },
      }
    },
  },
  services: {
    sizes: [1, 10, 100, 1_000],
    async open(sizes, { seconds }) {
      const root = mkdtempSync(join(tmpdir(), 'ringkey-bench-'))
      const stores = await openGrownStores(root, [0])
      await stores.furnish(Math.max(...sizes))
      return {
        questions: [{ name: 'admission and settlement', measure: (size) => stores.admit(0, seconds, size) }],
        async close() {
          await stores.close()
          rmSync(root, { recursive: true, force: true })
        },
      }
    },
  },
  'open-calls': byWholeWay([340, 1_700, 6_800, 20_400, 50_000], (size) => ({
    perSecond: openPerSecond,
    ringMs: Math.round((size / openPerSecond) * 1_000),
  })),
  trunks: byWholeWay([1, 10, 50, 200], (trunks) => ({ perSecond: calmPerSecond, trunks })),
  // A pool of a hundred numbers draws no codes: they could be guessed.
  pool: byWholeWay([1_000, 10_000, 100_000, 1_000_000], (poolSize) => ({
    perSecond: calmPerSecond,
    poolSize,
  })),
  nodes: nodesAxis,
}
