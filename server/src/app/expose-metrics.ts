import { X509Certificate } from 'node:crypto'
import { readFile, statfs } from 'node:fs/promises'
import { roubles } from '../books/money.ts'
import type { TlsFiles } from '../http/listeners.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Store } from '../storage/store.ts'
import type { Domain } from './compose-domain.ts'
import type { Foundation } from './foundation.ts'

/** Gauges of the whole service that are read at each scrape. */
export function exposeMetrics(
  { metrics, settings, alarms, store }: Foundation,
  { velocity, verifications, settler, numberingData }: Domain,
  tls: TlsFiles | undefined,
  waitingMails: () => number,
): void {
  metrics.watch(
    'ringkey_paused_prefixes',
    'Destinations that services may not call after unusual traffic',
    () => velocity.pausedCount,
  )
  metrics.watch('ringkey_calls_in_progress', 'Calls whose call has not ended', () => settler.underWay)
  metrics.watch(
    'ringkey_http_waiting_requests',
    'Requests that wait for a change of a verification',
    () => verifications.waiting,
  )
  metrics.watch('ringkey_mail_queue_letters', 'Mails that wait for the mail server', waitingMails)
  metrics.watch(
    'ringkey_alarms',
    'Active alarms of this node',
    () => alarms.current().map(({ kind }) => [[kind], 1]),
    ['kind'],
  )
  metrics.watch(
    'ringkey_numbering_import_timestamp_seconds',
    'When the numbering data in use was imported',
    () => numberingData.snapshotTimes.entries().map(([kind, at]) => [[kind], at / 1000]),
    ['kind'],
  )
  metrics.watchAll(
    {
      free: { name: 'ringkey_data_disk_free_bytes', help: 'Free space on the disk of the data folder' },
      size: { name: 'ringkey_data_disk_size_bytes', help: 'Size of the disk of the data folder' },
    },
    async () => {
      const { bavail, blocks, bsize } = await statfs(settings.RINGKEY_DATA)
      return { free: bavail * bsize, size: blocks * bsize }
    },
  )
  exposeMoney(metrics, store)
  if (tls !== undefined)
    metrics.watch(
      'ringkey_tls_certificate_expiry_timestamp_seconds',
      'When the certificate file of the HTTPS address expires',
      async () => new X509Certificate(await readFile(tls.cert)).validToDate.getTime() / 1000,
    )
}

/** Sums over the whole installation: every node reports the same, also after a restart. */
function exposeMoney(metrics: Metrics, store: Store): void {
  metrics.watchAll(
    {
      charged: {
        name: 'ringkey_charged_money_total',
        help: 'What customers were charged, by mode of the call or for look-ups; the same on every node',
        labels: ['mode'],
      },
      topUps: {
        name: 'ringkey_top_ups_money_total',
        help: 'Top-ups by operators that were made, and those that were taken back; the same on every node',
        labels: ['result'],
      },
    },
    async () => {
      const { chargedUnits, toppedUpUnits, reversedUnits } = await store.moneyTotals()
      return {
        charged: Object.entries(chargedUnits).map(([mode, units]) => [[mode], roubles(units)]),
        topUps: [
          [['made'], roubles(toppedUpUnits)],
          [['reversed'], roubles(reversedUnits)],
        ],
      }
    },
  )
  metrics.watchAll(
    {
      balance: {
        name: 'ringkey_balance_money',
        help: 'Money on all accounts without what is held; the same on every node',
      },
      held: { name: 'ringkey_held_money', help: 'Money held for open calls; the same on every node' },
    },
    async () => {
      const { balanceUnits, heldUnits } = await store.moneyNow()
      return { balance: roubles(balanceUnits), held: roubles(heldUnits) }
    },
  )
}
