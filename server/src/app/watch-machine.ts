import { X509Certificate } from 'node:crypto'
import { readFile, statfs } from 'node:fs/promises'
import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import { type Clock, dayMs, minuteMs } from '../platform/clock.ts'

/** Below both a disk fills within hours at worst: time to act. */
const leastFreeShare = 0.1
const leastFreeBytes = 2 * 1024 ** 3
/** Renewal by ACME usually comes 30 days before the end: 14 days left means that it failed for two weeks. */
const certificateDays = 14
const periodMs = minuteMs

export interface WatchMachineDeps {
  readonly alarms: Pick<ActiveAlarms, 'raiseOnly'>
  readonly clock: Clock
  readonly dataFolder: string
  /** The certificate of the HTTPS address. */
  readonly certificateFile: string | undefined
  /** Replaced in tests. */
  readonly free?: (folder: string) => Promise<{ readonly freeBytes: number; readonly sizeBytes: number }>
}

/** Raises alarms of the machine: a disk that fills, a certificate that ends. */
export function watchMachine({
  alarms,
  clock,
  dataFolder,
  certificateFile,
  free = freeOn,
}: WatchMachineDeps) {
  let lookedMs = Number.NEGATIVE_INFINITY
  return async (): Promise<void> => {
    if (clock.monotonicMs() - lookedMs < periodMs) return
    lookedMs = clock.monotonicMs()
    const { freeBytes, sizeBytes } = await free(dataFolder)
    const isLow = freeBytes < leastFreeBytes && freeBytes < leastFreeShare * sizeBytes
    alarms.raiseOnly('disk-low', isLow ? [['', { megabytes: Math.floor(freeBytes / 1024 ** 2) }]] : [])
    if (certificateFile === undefined) return
    const endsAt = new X509Certificate(await readFile(certificateFile)).validToDate.getTime()
    const days = Math.floor((endsAt - clock.now()) / dayMs)
    alarms.raiseOnly('certificate-ending', days < certificateDays ? [['', { days }]] : [])
  }
}

async function freeOn(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}
