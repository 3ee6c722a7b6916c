import { setTimeout as sleep } from 'node:timers/promises'
import type { Times } from '../http/wrk.ts'
import { per, residentMB } from '../measure/cpu.ts'
import type { Figures } from '../measure/figures.ts'
import { latencyOf } from '../measure/statistics.ts'
import { type Load, runLoad, unadmitted } from './load.ts'
import { meter, type Spent } from './meter.ts'
import { startPhones } from './phones.ts'
import { ordinary, type Scale, startWithTrunks } from './service-process.ts'

/** Time for ringing and settlement: a call that has not ended by then counts as lost. */
const settlePatienceMs = 30_000
/** As many requests as may be on their way at once: at 6,000 per second and 40 ms each, 240. */
export const usualAtOnce = 400
const flashUnits = 8_000

/** Every request calls another phone: no limit per number applies. */
export const phoneOf = (index: number) => String(79_100_000_000 + index)

type Service = Awaited<ReturnType<typeof startWithTrunks>>

interface WholeWay extends Times, Partial<Scale> {
  readonly perSecond: number
  readonly warmUpPerSecond?: number
  /** Requests that may be on their way at once. */
  readonly atOnce?: number
}

/** HTTP in, phones ringing, every call followed to its end and into the books. */
export async function wholeWay({
  perSecond,
  warmUpSeconds,
  warmUpPerSecond,
  seconds,
  atOnce = usualAtOnce,
  ...scale
}: WholeWay): Promise<Figures> {
  const phones = await startPhones()
  const service = await startWithTrunks(phones.port, { ...ordinary, ...scale })
  const spend = meter(service.pid, phones.cpuUs)
  let spent: Spent | undefined
  const load = await runLoad({
    port: service.port,
    authorization: service.authorization,
    perSecond,
    warmUpSeconds,
    warmUpPerSecond,
    seconds,
    connections: atOnce,
    phoneOf,
    onWarm: spend.start,
    onSent() {
      spent = spend.read()
    },
  })
  await noneOpen(service)
  const rssMB = residentMB(service.pid, 'peak')
  const books = await countBooks(service, load)
  const gcP999Ms = service.gcP999Ms()
  await service.end()
  const { calledAtMs, calls } = await phones.end()

  const admitted = load.counted.size
  const unrung = [...load.answeredAtMs.keys()].filter((phone) => !calledAtMs.has(phone)).length
  const waitsMs = [...load.counted].flatMap((phone) => {
    const calledMs = calledAtMs.get(phone)
    return calledMs === undefined ? [] : [calledMs - load.answeredAtMs.get(phone)!]
  })
  const toInvite = latencyOf(waitsMs)
  const { cpu, phonesUs, loadUs, shares } = spent!
  return {
    perSecond: admitted / load.elapsedSeconds,
    completedPerSecond: (admitted / load.elapsedSeconds) * (books.completed / load.answeredAtMs.size),
    ...latencyOf(load.latenciesMs),
    ...per(admitted, cpu),
    phonesUs: phonesUs / admitted,
    loadUs: loadUs / admitted,
    toInviteP50Ms: toInvite.p50Ms,
    toInviteP99Ms: toInvite.p99Ms,
    gcP999Ms,
    rssMB,
    ...unadmitted(load),
    ...(load.refusalsMs.length === 0 ? {} : { refusalP99Ms: latencyOf(load.refusalsMs).p99Ms }),
    lost: books.wrong + unrung + (calls - calledAtMs.size),
    loadShare: loadUs / 1e6 / shares.seconds,
    phonesShare: phonesUs / 1e6 / shares.seconds,
    machineShare: shares.machineShare,
    othersShare: shares.othersShare,
  }
}

/** Waits until no call is open, or patience ends. */
async function noneOpen({ store }: Service): Promise<void> {
  const untilMs = performance.now() + settlePatienceMs
  while ((await store.openCalls({ limit: 1 })).length > 0 && performance.now() < untilMs) await sleep(200)
}

/** Admitted calls that did not complete, calls that were paid and not completed, and accounts that do not balance. */
async function countBooks(
  service: Service,
  load: Load,
): Promise<{ readonly completed: number; readonly wrong: number }> {
  const { store, accountId, paidInUnits } = service
  const completed = service.completedCount()
  const { balanceUnits, heldUnits } = (await store.account(accountId))!
  const { unbalancedAccounts, wrongHolds } = await store.audit()
  const paid = (paidInUnits - balanceUnits) / flashUnits
  return {
    completed,
    wrong:
      Math.abs(load.answeredAtMs.size - completed) +
      Math.abs(paid - completed) +
      unbalancedAccounts.length +
      wrongHolds.length +
      (heldUnits === 0 ? 0 : 1),
  }
}
