import { Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { BarPlot, type PlotSeries } from '../../parts/plots/bar-plot.tsx'
import { colourAt, othersColour } from '../../parts/plots/colours.ts'
import { requestsTexts } from './texts.ts'
import { useCodeName } from './use-code-name.ts'

const height = 200
const maxSeries = 6
const dayMs = 24 * 3_600_000

/** Refused requests over time, stacked by code. */
export function RefusalsPlot({ summary }: { readonly summary: Answer<'/requests/summary'> }) {
  const text = useTexts(requestsTexts)
  const formats = useFormats()
  const nameOf = useCodeName()
  if (summary.refusals.length === 0) return <Text c="dimmed">{text.noRefusals}</Text>
  const sums = new Map<string, number>()
  for (const { code, requests } of summary.refusals) sums.set(code, (sums.get(code) ?? 0) + requests)
  const frequent = [...sums].toSorted(([, one], [, other]) => other - one).map(([code]) => code)
  const shown = frequent.slice(0, maxSeries)
  const counts = new Map<string, number>()
  for (const { at, code, requests } of summary.refusals) {
    const key = `${at} ${shown.includes(code) ? code : 'others'}`
    counts.set(key, (counts.get(key) ?? 0) + requests)
  }
  const series: PlotSeries[] = [
    ...shown.map((id, place) => ({ id, label: labelOf(id, nameOf(id)), color: colourAt(place) })),
    ...(frequent.length > shown.length ? [{ id: 'others', label: text.others, color: othersColour }] : []),
  ]
  const isLong = summary.steps.at(-1)! - summary.steps[0]! > dayMs
  return (
    <BarPlot
      label={text.plot}
      height={height}
      steps={summary.steps}
      isUnfinished={2 * summary.steps.at(-1)! - (summary.steps.at(-2) ?? 0) > Date.now()}
      series={series}
      countAt={(at, id) => counts.get(`${at} ${id}`) ?? 0}
      stepName={isLong ? formats.short : formats.hour}
      countName={formats.number}
    />
  )
}

/** Numbers say nothing without their names; words of `/v2` do. */
const labelOf = (code: string, name: string) => (/^\d+$/.test(code) ? `${code}: ${name}` : name)
