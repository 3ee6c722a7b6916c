// What a bench hands on: to its table on the screen, to the JSON file, to the report and to `compare`.
/** Every figure that a scene may have: its head in tables and plots, and which direction is better. */
export const figures = {
  perSecond: { head: 'per second', better: 'more' },
  completedPerSecond: { head: 'completed', better: 'more' },
  p50Ms: { head: 'p50 ms', better: 'less' },
  p99Ms: { head: 'p99 ms', better: 'less' },
  p999Ms: { head: 'p99.9 ms', better: 'less' },
  readAllMs: { head: 'reading it all ms', better: 'neither' },
  maxMs: { head: 'max ms', better: 'less' },
  cpuUs: { head: 'CPU µs', better: 'less' },
  mainUs: { head: 'main µs', better: 'less' },
  writerUs: { head: 'writer µs', better: 'less' },
  sipUs: { head: 'SIP µs', better: 'less' },
  restUs: { head: 'rest µs', better: 'less' },
  databaseUs: { head: 'database µs', better: 'less' },
  phonesUs: { head: 'phones µs', better: 'less' },
  loadUs: { head: 'load µs', better: 'less' },
  toInviteP50Ms: { head: 'INVITE p50', better: 'less' },
  toInviteP99Ms: { head: 'INVITE p99', better: 'less' },
  gcP999Ms: { head: 'GC p99.9 ms', better: 'less' },
  rssMB: { head: 'RSS MB', better: 'less' },
  grownMB: { head: 'grown MB', better: 'less' },
  readyMs: { head: 'ready ms', better: 'less' },
  readyCpuMs: { head: 'CPU ms to ready', better: 'less' },
  idleCpuMs: { head: 'idle CPU ms/s', better: 'less' },
  wakeUps: { head: 'wake-ups/s', better: 'less' },
  switches: { head: 'switches/s', better: 'less' },
  refused: { head: 'refused', better: 'less' },
  refusalP99Ms: { head: 'refusal p99', better: 'less' },
  refusalMaxMs: { head: 'refusal max', better: 'less' },
  accepted: { head: 'accepted', better: 'more' },
  unsettled: { head: 'failed settlements', better: 'less' },
  settledMaxMs: { head: 'settled within ms', better: 'less' },
  errors: { head: 'errors', better: 'less' },
  lost: { head: 'lost', better: 'less' },
  chargedWrong: { head: 'charged wrongly', better: 'less' },
  rungTwice: { head: 'rung twice', better: 'less' },
  unreached: { head: 'not rung', better: 'less' },
  eventsMissing: { head: 'events missing', better: 'less' },
  eventsDoubled: { head: 'events doubled', better: 'less' },
  loadShare: { head: 'load core', better: 'neither' },
  phonesShare: { head: 'phones core', better: 'neither' },
  machineShare: { head: 'machine', better: 'neither' },
  othersShare: { head: 'others', better: 'neither' },
} as const satisfies Record<string, { head: string; better: 'more' | 'less' | 'neither' }>

export type Figure = keyof typeof figures
export type Figures = Readonly<Partial<Record<Figure, number>>>

export interface Scene {
  readonly name: string
  /** The scene of the same rounds that this one is compared with. */
  readonly floor?: string
  /** A point of a curve: where it lies on the axis. */
  readonly at?: { readonly axis: string; readonly size: number }
  readonly rounds: Figures[]
}

interface Goal {
  readonly what: string
  readonly measured: string
  readonly wanted: string
  readonly isMet: boolean
}

export interface BenchResult {
  readonly bench: string
  /** What one unit is: `initCall`, `call`, `delivery`. */
  readonly unit: string
  readonly scenes: Scene[]
  readonly goals: Goal[]
  readonly notes: string[]
}

export interface ResultFile {
  readonly version: 1
  readonly at: string
  readonly commit: string
  readonly machine: string
  readonly benches: readonly BenchResult[]
}

export function newResult(bench: string, unit: string): BenchResult {
  return { bench, unit, scenes: [], goals: [], notes: [] }
}
