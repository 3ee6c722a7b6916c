import { readLookupFile } from '../config/lookup-file.ts'
import { openNumbering } from '../numbering/open-numbering.ts'
import { lookupService } from '../numbering/porting/lookup-service.ts'
import type { Foundation } from './foundation.ts'

/** The numbering data of a running service: snapshots in the store, and a lookup service if configured. */
export async function composeNumbering(base: Foundation) {
  const { store, clock, log, alarms } = base
  const onProblem = (message: string) => {
    alarms.report('numbering', '', { message })
    log.error({ event: 'numbering-trouble' }, message)
  }
  const lookup = lookupOf(base, onProblem)
  const opened = await openNumbering({
    repository: store,
    timers: clock,
    onProblem,
    onSnapshot: (snapshot) =>
      log.info({ event: 'snapshot-loaded', snapshot }, 'a numbering snapshot was loaded'),
    lookup,
  })
  return { ...opened, lookup }
}

function lookupOf({ settings, clock, random }: Foundation, onProblem: (message: string) => void) {
  if (settings.RINGKEY_LOOKUP_FILE === undefined) return undefined
  const { operator = 'operator', mnc, ported, ...service } = readLookupFile(settings.RINGKEY_LOOKUP_FILE)
  return lookupService({
    headers: {},
    timeoutMs: 1_000,
    ...service,
    fields: { operator, mnc, ported },
    hashKey: random.bytes(32),
    timers: clock,
    nowMs: () => clock.monotonicMs(),
    onProblem,
  })
}
