import type { FastifyReply } from 'fastify'
import { rateNames } from '../../quality/rates.ts'
import { csvHead, csvRow, csvStep } from '../csv.ts'
import { fileOf } from '../send-file.ts'
import type { QualityFigures, QualityReport } from './report.ts'

const head = [
  'calls',
  'delivered_or_confirmed',
  ...rateNames.flatMap((rate) => [rate, `${rate}_of`, `${rate}_low`, `${rate}_high`]),
  'checks',
  'pdd_ms',
  'pdd_p95_ms',
  'acd_ms',
]

/** The plot over time and the table of the page; days and hours are those of the reader's zone. */
function* qualityCsv(report: QualityReport, zone: string): Generator<string> {
  const isMoneyShown = report.overall.cost !== null
  const isMarginShown = report.overall.margin !== null
  const nameOf = csvStep(report.step, zone)
  const cells = (figures: QualityReport['points'][number] | QualityFigures) => [
    figures.calls,
    figures.completed,
    ...rateNames.flatMap((rate) => {
      const { hits, of, low, high } = figures.shares[rate]
      return [hits, of, low, high]
    }),
    ...('pddMs' in figures
      ? [
          figures.checks,
          figures.pddMs,
          figures.pddP95Ms,
          figures.acdMs === null ? null : Math.round(figures.acdMs),
        ]
      : [null, null, null, null]),
    ...(isMoneyShown ? [figures.cost] : []),
    ...(isMarginShown ? ('margin' in figures ? [figures.carrierCost, figures.margin] : [null, null]) : []),
  ]
  yield csvHead([
    report.step,
    report.by,
    ...head,
    ...(isMoneyShown ? ['cost'] : []),
    ...(isMarginShown ? ['carrier_cost', 'margin'] : []),
  ])
  for (const point of report.points) yield csvRow([nameOf(point.at), '(all)', ...cells(point)])
  for (const { key, now } of report.rows) yield csvRow(['(all)', key, ...cells(now)])
}

/** The report as a file. */
export function qualityFile(
  reply: FastifyReply,
  { format, zone }: { readonly format: 'csv' | 'json'; readonly zone: string },
  report: QualityReport,
) {
  if (format === 'csv') return fileOf(reply, 'quality.csv', qualityCsv(report, zone))
  reply.header('Content-Disposition', 'attachment; filename="quality.json"')
  return { zone, ...report }
}
