import { eraseClosedAccounts } from '../accounts/erase-closed-accounts.ts'
import type { Installation } from '../accounts/installation.ts'
import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import type { NumberPlace } from '../books/number-limit.ts'
import type { Auditor } from '../operations/auditor.ts'
import { type Clock, dayMs, hourMs, minuteMs, secondMs } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { pacedWork } from '../platform/paced-work.ts'
import { taskRuns } from '../platform/task-runs.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import type { Store } from '../storage/store.ts'

const purgePiece = 500
/** A backlog (retention was shortened, the service was off for a month) takes no more than a fifth of a writer that is idle. */
const purgeRest = 4
/**
 * One batch occupies the single writer of the embedded store for about four milliseconds; requests run between the
 * batches. Search keys lie in random order on a hundred pages, and a batch logs each page that it touches: batches of 60
 * logged a third more bytes for each call. Nodes that share a database coordinate each batch over the network, so fewer
 * batches suit them too.
 */
const digestPiece = 250
const digestPeriodMs = 500
/** Four pieces in a row would keep requests waiting for all of them. */
const digestRest = 1
const maintainRest = 1
const maintainPeriodMs = 10 * secondMs
/** 200,000 numbers a minute: a table that 800 calls per second fill is scanned in eight hours. */
const maxNumberPiecesARound = 400

/** Without this limit a task with a dead database connection would block the stop for ever. */
const cancelPatienceMs = 3 * secondMs

/** What the service does again and again. A run that has not ended is not started a second time. */
export type Task = readonly [
  periodMs: number,
  name: string,
  run: (isCancelled: () => boolean) => Promise<unknown>,
  /** A run does not wait for the one before. */
  overlaps?: 'overlaps',
]

export interface BackgroundTaskDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly alarms: ActiveAlarms
  readonly auditor: Pick<Auditor, 'runForAll'>
  readonly installation: Pick<Installation, 'settings'>
}

export type BackgroundTasks = ReturnType<typeof startBackgroundTasks>

/** What a service does by the clock, beside its requests: the upkeep of the store, and these tasks. */
export function startBackgroundTasks(deps: BackgroundTaskDeps, tasks: readonly Task[]) {
  const { store, clock, log, alarms, auditor, installation } = deps
  let numbersSeen: NumberPlace | null = null
  let isPurging = false

  const runs = taskRuns(clock, log)
  const cancelled = new AbortController()
  const { signal } = cancelled
  const inPieces = (restPerWork: number, piece: () => Promise<boolean>) =>
    pacedWork(clock, restPerWork, piece, signal)

  const audit = () => auditor.runForAll()
  const purgeOnce = async (now: number) => {
    const { keepCallsDays, keepOperatorLogDays, keepRequestsDays } = installation.settings
    const before = now - keepCallsDays * dayMs
    const logBefore = now - keepOperatorLogDays * dayMs
    const requestsBefore = now - keepRequestsDays * dayMs
    let refusedSince: number | undefined
    await inPieces(purgeRest, async () => {
      const piece = await store.purge({ before, logBefore, requestsBefore, now, limit: purgePiece })
      refusedSince = piece.refusedSince
      return piece.more
    })
    if (refusedSince === undefined) alarms.clear('purge-refused')
    else {
      const days = Math.floor((now - refusedSince) / dayMs)
      alarms.raise('purge-refused', '', { days })
      log.error({ event: 'purge-refused', days }, 'nothing is purged: the clock is days past the last purge')
    }
  }
  /** A backlog takes longer than a minute: then the next run leaves it to the one that runs. */
  const purge = async (now: number) => {
    if (isPurging) return
    isPurging = true
    try {
      await purgeOnce(now)
    } finally {
      isPurging = false
    }
  }
  const forgetNumbers = async (now: number) => {
    let pieces = 0
    await inPieces(purgeRest, async () => {
      const walk = await store.forgetNumbers({ after: numbersSeen, now, limit: purgePiece })
      numbersSeen = walk.next
      return numbersSeen !== null && ++pieces < maxNumberPiecesARound
    })
  }
  const digest = () =>
    inPieces(
      digestRest,
      async () =>
        (await store.hasUndigested()) &&
        (await store.digest({ limit: digestPiece, now: clock.now() })) === digestPiece,
    )

  // At once too: a purge notes its time, and only a clock near that time is trusted. A new store must not get its first note
  // from a clock that was set wrong in its first minute, when calls of the wrong time look like proof of it.
  void runs.of('purge', () => purge(clock.now()))()

  const upkeep: readonly Task[] = [
    [digestPeriodMs, 'count statistics', digest],
    [maintainPeriodMs, 'maintain the store', () => inPieces(maintainRest, () => store.maintain())],
    [
      minuteMs,
      'purge',
      async () => {
        const now = clock.now()
        await purge(now)
        await forgetNumbers(now)
      },
    ],
    [minuteMs, 'erase closed accounts', (isCancelled) => eraseClosedAccounts(store, isCancelled)],
    [minuteMs, 'end old sessions', () => store.endOldSessions(clock.now())],
    [hourMs, 'audit', audit],
  ]
  const timers = [...tasks, ...upkeep].map(([periodMs, name, run, overlaps]) => {
    const once = runs.of(name, () => run(() => signal.aborted))
    return clock.every(periodMs, overlaps ? () => void once() : once)
  })
  timers.push(clock.after(minuteMs, runs.of('audit', audit)))
  return {
    /** Starts no further run; resolves when the current ones have ended, each after its next bounded piece. */
    async cancel(): Promise<void> {
      cancelled.abort()
      for (const timer of timers) timer.cancel()
      await withTimeout(clock, cancelPatienceMs, runs.ended())
    },
  }
}
