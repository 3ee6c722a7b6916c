import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import { readLookupFile } from '../config/lookup-file.ts'
import type { Settings } from '../config/settings.ts'
import { openNumbering } from '../numbering/open-numbering.ts'
import { type LookupService, lookupService } from '../numbering/porting/lookup-service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Random } from '../platform/random.ts'
import type { Store } from '../storage/store.ts'

/** The numbering data of a running service: snapshots in the store, and a lookup service if configured. */
export async function composeNumbering(
  settings: Settings,
  store: Store,
  clock: Clock,
  random: Random,
  log: Log,
  alarms: ActiveAlarms,
) {
  const onProblem = (message: string) => {
    alarms.report('numbering', '', { message })
    log.error({ event: 'numbering-trouble' }, message)
  }
  const lookup = lookupOf(settings, clock, random, onProblem)
  const opened = await openNumbering({
    repository: store,
    timers: clock,
    onProblem,
    onSnapshot: (snapshot) =>
      log.info({ event: 'snapshot-loaded', snapshot }, 'a numbering snapshot was loaded'),
    ...(lookup === undefined ? {} : { lookup }),
  })
  return { ...opened, lookup }
}

function lookupOf(
  settings: Settings,
  clock: Clock,
  random: Random,
  onProblem: (message: string) => void,
): LookupService | undefined {
  if (settings.RINGKEY_LOOKUP_FILE === undefined) return undefined
  const {
    url,
    headers = {},
    timeoutMs = 1_000,
    operator = 'operator',
    mnc,
    ported,
  } = readLookupFile(settings.RINGKEY_LOOKUP_FILE)
  return lookupService({
    url,
    headers,
    fields: { operator, ...(mnc === undefined ? {} : { mnc }), ...(ported === undefined ? {} : { ported }) },
    timeoutMs,
    hashKey: random.bytes(32),
    timers: clock,
    nowMs: () => clock.monotonicMs(),
    onProblem,
  })
}
