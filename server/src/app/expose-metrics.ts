import { X509Certificate } from 'node:crypto'
import { readFile, statfs } from 'node:fs/promises'
import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import type { Settings } from '../config/settings.ts'
import type { TlsFiles } from '../http/listeners.ts'
import type { Metrics } from '../platform/metrics.ts'

export interface ExposeMetricsDeps {
  readonly metrics: Metrics
  readonly settings: Pick<Settings, 'RINGKEY_DATA'>
  readonly tls: TlsFiles | undefined
  readonly alarms: Pick<ActiveAlarms, 'current'>
  readonly velocity: { readonly pausedCount: number }
  readonly phoneVerifications: { readonly waiting: number }
  readonly settler: { readonly underWay: number }
  /** Unix milliseconds by kind of numbering data. */
  readonly snapshotTimes: ReadonlyMap<string, number>
  waitingMails(): number
}

/** Gauges of the whole service that are read at each scrape. */
export function exposeMetrics(deps: ExposeMetricsDeps): void {
  const { metrics, tls, alarms, velocity, phoneVerifications, settler, snapshotTimes } = deps
  metrics.watch(
    'ringkey_paused_prefixes',
    'Destinations that services may not call after unusual traffic',
    () => velocity.pausedCount,
  )
  metrics.watch(
    'ringkey_verifications_in_progress',
    'Verifications whose call has not ended',
    () => settler.underWay,
  )
  metrics.watch(
    'ringkey_http_waiting_requests',
    'Requests that wait for a change of a phone verification',
    () => phoneVerifications.waiting,
  )
  metrics.watch('ringkey_mail_queue_letters', 'Mails that wait for the mail server', deps.waitingMails)
  metrics.watchEach('ringkey_alarms', 'Active alarms of this node', 'kind', () =>
    Map.groupBy(alarms.current(), ({ kind }) => kind)
      .entries()
      .map(([kind, { length }]) => [kind, length] as const),
  )
  metrics.watchEach(
    'ringkey_numbering_import_timestamp_seconds',
    'When the numbering data in use was imported',
    'kind',
    () => snapshotTimes.entries().map(([kind, at]) => [kind, at / 1000] as const),
  )
  metrics.watchAll(
    {
      free: { name: 'ringkey_data_disk_free_bytes', help: 'Room on the disk of the data folder' },
      size: { name: 'ringkey_data_disk_size_bytes', help: 'Size of the disk of the data folder' },
    },
    async () => {
      const { bavail, blocks, bsize } = await statfs(deps.settings.RINGKEY_DATA)
      return { free: bavail * bsize, size: blocks * bsize }
    },
  )
  if (tls !== undefined)
    metrics.watch(
      'ringkey_tls_certificate_expiry_timestamp_seconds',
      'When the certificate file of the HTTPS address expires',
      async () => new X509Certificate(await readFile(tls.cert)).validToDate.getTime() / 1000,
    )
}
