import { eraseClosedAccounts } from '../accounts/erase-closed-accounts.ts'
import type { RequestTimes } from '../accounts/request-times.ts'
import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import type { StoreOutage } from '../alarms/store-outage.ts'
import type { NumberPlace } from '../books/number-limit.ts'
import type { PaidLookups } from '../calls/paid-lookups.ts'
import { type Settler, sweepPeriodMs } from '../calls/settler.ts'
import type { RequestLog } from '../http/request-log/request-log.ts'
import type { Auditor } from '../operations/auditor.ts'
import { type Clock, dayMs, hourMs, minuteMs, secondMs } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { PacedWork } from '../platform/paced-work.ts'
import { TaskRuns } from '../platform/task-runs.ts'
import type { Store } from '../storage/store.ts'
import type { Verifications } from '../verifications/verifications.ts'
import { oneNodePeriodMs } from './on-one-node.ts'

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
/** Until a clock jump is applied the service continues in the old time, so there is no hurry. */
const clockPeriodMs = secondMs
const alarmPeriodMs = 5 * secondMs
const maintainPeriodMs = 10 * secondMs
const refusalPeriodMs = 5 * secondMs
const velocityPeriodMs = 10 * secondMs
const numberPeriodMs = 30 * secondMs
/** 200,000 numbers a minute: a table that 800 calls per second fill is scanned in eight hours. */
const maxNumberPiecesARound = 400

/** Without this limit a task with a dead database connection would block the stop for ever. */
const cancelPatienceMs = 3 * secondMs

export interface BackgroundTaskDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly auditor: Auditor
  readonly settler: Settler
  readonly lookups: Pick<PaidLookups, 'sweep' | 'countCharged'>
  readonly verifications: Pick<Verifications, 'sweep'>
  readonly requestTimes: RequestTimes
  readonly retentionDays: number
  /** Sums ledger entries of old months. */
  readonly closeOldMonths: (isCancelled: () => boolean) => Promise<void>
  readonly operatorLogDays: number
  /** 0 keeps nothing. */
  readonly requestLogDays: number
  readonly requestLog: Pick<RequestLog, 'write'> | undefined
  /** Writes the counts of refused sign-ins and keys since the last run. */
  readonly writeRefusals: () => Promise<void>
  /** Writes the call counts by destination, and checks for unusual ones. */
  readonly watchVelocity: () => Promise<void>
  /** Rests refused calling numbers, and checks whether the trunks may show theirs. */
  readonly watchNumbers: () => Promise<void>
  /** A setting in the store has changed. */
  readonly reload: () => Promise<void>
  /** Sends notices to accounts whose balance is low. */
  readonly notifyLowBalances: () => Promise<void>
  /** Applies a jump of the wall clock. */
  readonly lookAtClock: () => Promise<void>
  readonly alarms: ActiveAlarms
  readonly outage: StoreOutage
  /** Checks the states that may need an operator's attention. */
  readonly lookForAlarms: () => Promise<void>
  /** Checks the disk and the certificate. */
  readonly watchMachine: () => Promise<void>
  /** Watches quality and customers, on one node at a time. */
  readonly watchForAll: () => Promise<void>
  /** Puts the alarms of this node into the store. */
  readonly shareAlarms: () => Promise<void>
  /** Notifies people of alarms. */
  readonly notifyReceivers: () => Promise<void>
}

export interface BackgroundTasks {
  /** Starts no further run; resolves when the current ones have ended, each after its next bounded piece. */
  cancel(): Promise<void>
}

/** What a service does by the clock, beside its requests. */
export function startBackgroundTasks(deps: BackgroundTaskDeps): BackgroundTasks {
  const { store, clock, log, auditor, settler, requestTimes, reload, retentionDays, alarms, lookForAlarms } =
    deps
  let version = -1
  let numbersSeen: NumberPlace | null = null
  let isPurging = false

  const runs = new TaskRuns(clock, log)
  const work = new PacedWork(clock)
  const every = (periodMs: number, name: string, run: () => Promise<unknown>) =>
    clock.every(periodMs, runs.of(name, run))

  const noticeChanges = async () => {
    const now = await store.settingsVersion()
    deps.outage.answered()
    if (now !== version) await reload()
    version = now
  }
  const notifyReceivers = runs.of('notify receivers', deps.notifyReceivers)
  const audit = () => auditor.runForAll()
  const purgeOnce = async (now: number) => {
    const before = now - retentionDays * dayMs
    const logBefore = now - deps.operatorLogDays * dayMs
    const requestsBefore = now - deps.requestLogDays * dayMs
    let refusedSince: number | undefined
    await work.run(purgeRest, async () => {
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
    await work.run(purgeRest, async () => {
      const walk = await store.forgetNumbers({ after: numbersSeen, now, limit: purgePiece })
      numbersSeen = walk.next
      return numbersSeen !== null && ++pieces < maxNumberPiecesARound
    })
  }
  const digest = () =>
    work.run(
      digestRest,
      async () =>
        (await store.hasUndigested()) &&
        (await store.digest({ limit: digestPiece, now: clock.now() })) === digestPiece,
    )
  const maintain = () => work.run(maintainRest, () => store.maintain())

  // At once too: a purge notes its time, and only a clock near that time is trusted. A new store must not get its first note
  // from a clock that was set wrong in its first minute, when calls of the wrong time look like proof of it.
  void runs.of('purge', () => purge(clock.now()))()

  const timers = [
    every(sweepPeriodMs, 'settle what is due', () => settler.sweep()),
    every(sweepPeriodMs, 'release holds of unanswered look-ups', () => deps.lookups.sweep()),
    every(secondMs, 'count paid look-ups', () => deps.lookups.countCharged()),
    every(sweepPeriodMs, 'start steps that are due', () => deps.verifications.sweep()),
    every(clockPeriodMs, 'watch the clock', deps.lookAtClock),
    every(secondMs, 'reload changed settings', noticeChanges),
    every(secondMs, 'write request times', () => requestTimes.write(store)),
    every(secondMs, 'write the request log', async () => deps.requestLog?.write(store)),
    every(refusalPeriodMs, 'log refused sign-ins and keys', deps.writeRefusals),
    every(velocityPeriodMs, 'watch for unusual traffic', deps.watchVelocity),
    every(numberPeriodMs, 'watch calling numbers', deps.watchNumbers),
    every(digestPeriodMs, 'count statistics', digest),
    every(alarmPeriodMs, 'check alarms', async () => {
      await lookForAlarms()
      await deps.watchMachine()
      await deps.shareAlarms()
    }),
    every(oneNodePeriodMs, 'watch quality and customers', deps.watchForAll),
    // A run does not wait for the one before: that may have a slow receiver.
    clock.every(alarmPeriodMs, () => void notifyReceivers()),
    every(maintainPeriodMs, 'maintain the store', maintain),
    every(minuteMs, 'purge', async () => {
      const now = clock.now()
      await purge(now)
      await forgetNumbers(now)
    }),
    every(minuteMs, 'notify of low balances', deps.notifyLowBalances),
    every(minuteMs, 'erase closed accounts', () => eraseClosedAccounts(store, () => work.isCancelled)),
    every(minuteMs, 'end old sessions', () => store.endOldSessions(clock.now())),
    every(hourMs, 'audit', audit),
    every(hourMs, 'close old months of the ledger', () => deps.closeOldMonths(() => work.isCancelled)),
    clock.after(minuteMs, runs.of('audit', audit)),
  ]
  return {
    async cancel() {
      work.cancel()
      for (const timer of timers) timer.cancel()
      const patience = Promise.withResolvers<void>()
      const timer = clock.after(cancelPatienceMs, patience.resolve)
      await Promise.race([runs.ended(), patience.promise])
      timer.cancel()
    },
  }
}
