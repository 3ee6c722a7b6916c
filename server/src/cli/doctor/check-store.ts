import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../config/settings.ts'
import { numberingStores } from '../../numbering/open-numbering.ts'
import type { SnapshotRepository } from '../../numbering/snapshots/snapshot-repository.ts'
import { minuteMs } from '../../platform/clock.ts'
import { ExplainedError } from '../../platform/explained-error.ts'
import { isMissing } from '../../platform/is-missing.ts'
import { type ClockOffset, certainMs, clockOffset, toleratedOffsetMs } from '../../storage/clock-offset.ts'
import type { CommandContext } from '../command-context.ts'
import { schemaToMake } from '../schema-of.ts'
import type { Terminal } from '../terminal.ts'
import { counted, timeText } from '../wording.ts'
import { type CheckResult, fail, ok, warn } from './check-result.ts'

const bytesPerMegabyte = 1_000_000
/** A write syncs the disk once; a healthy disk takes a few milliseconds. */
const slowWriteMs = 250
const toleratedSkewMs = minuteMs
const oldestPlausible = Date.UTC(2026, 0, 1)

/** Opens the store like every command, writes to it, and compares the clock with earlier records. */
export async function checkStore(
  settings: Settings,
  terminal: Terminal,
  open: () => Promise<CommandContext>,
): Promise<CheckResult[]> {
  const file = join(settings.RINGKEY_DATA, 'ringkey.db')
  const isShared = settings.RINGKEY_DATABASE_URL !== undefined
  if (!isShared && isMissing(file)) {
    return [
      warn('store', `${file} is not there yet`, 'The first start makes it: ringkey start'),
      checkClock(terminal, 0),
    ]
  }
  try {
    const toMake = await schemaToMake(settings)
    if (toMake !== undefined)
      return [
        warn('store', toMake, 'The next start makes it; ringkey upgrade-check says what that changes.'),
        checkClock(terminal, 0),
      ]
    const { store } = await open()
    const begunMs = terminal.clock.monotonicMs()
    const begunAt = terminal.clock.now()
    const offset = await clockOffset(terminal.clock, (now) => store.heartbeat(now))
    const tookMs = Math.round(terminal.clock.monotonicMs() - begunMs)
    const [accounts, services] = [await store.accounts(), await store.services(null)]
    const size = isShared ? 'PostgreSQL' : `${(statSync(file).size / bytesPerMegabyte).toFixed(1)} MB`
    const says = `opens, a write took ${tookMs} ms; ${size}, ${counted(accounts.length, 'account')}, ${counted(services.length, 'service')}`
    const newest = Math.max(
      0,
      ...accounts.map(({ updatedAt }) => updatedAt),
      ...services.map(({ lastRequestAt }) => lastRequestAt),
    )
    return [
      tookMs > slowWriteMs
        ? warn('store', says, 'The disk is slow or busy: answers wait for it. Use a local SSD.')
        : ok('store', says),
      isShared ? checkOffset(begunAt, offset) : checkClock(terminal, newest),
    ]
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error
    return [fail('store', error.message, 'See docs/install.md.'), checkClock(terminal, 0)]
  }
}

function checkClock({ clock }: Terminal, newestWritten: number): CheckResult {
  const now = clock.now()
  const says = `${timeText(now)} UTC`
  const advice = 'Set the clock and keep it in step (NTP): deadlines, limits and signatures depend on it.'
  if (now < oldestPlausible) return fail('clock', `${says} cannot be right`, advice)
  if (newestWritten > now + toleratedSkewMs) {
    return fail('clock', `${says}, but the store was written at ${timeText(newestWritten)} UTC`, advice)
  }
  return ok('clock', says)
}

function checkOffset(begunAt: number, offset: ClockOffset): CheckResult {
  const { offsetMs, uncertainMs } = offset
  const side = offsetMs < 0 ? 'behind' : 'ahead of'
  const says = `${timeText(begunAt)} UTC, ${Math.abs(offsetMs)} ms ${side} the database (± ${uncertainMs} ms)`
  const advice = 'Keep this machine and that of the database in step (NTP).'
  if (certainMs(offset) > toleratedSkewMs) return fail('clock', says, advice)
  return certainMs(offset) > toleratedOffsetMs ? warn('clock', says, advice) : ok('clock', says)
}

/** Without an imported registry the service answers too, but less exactly. */
export async function checkNumbering(
  settings: Settings,
  /** Undefined when there is no installation yet. */ repository: SnapshotRepository | undefined,
): Promise<CheckResult[]> {
  const stores = repository && numberingStores(repository)
  const [ranges, ported] = [await stores?.registry.currentName(), await stores?.porting.currentName()]
  if (ranges !== undefined) return [ok('numbering', `registry ${ranges}; porting data ${ported ?? 'none'}`)]
  const says = 'no registry was imported: operators and regions come from the built-in seed'
  if (settings.RINGKEY_DEMO !== 'off') return [ok('numbering', says)]
  return [warn('numbering', says, 'ringkey registry import FILE… (docs/number-registry.md)')]
}
