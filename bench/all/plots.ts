// Plots as plain SVG: no script, no library (docs/engineering/decisions/short.md). Colours are classes of the report's style.
import { median } from '../measure/statistics.ts'
import { shown } from '../measure/table.ts'

export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

const width = 720
const nameWidth = 250
const valueWidth = 80
const rowHeight = 26
const plotWidth = width - nameWidth - valueWidth
const legendLeft = 8
const legendStep = 100

const svg = (title: string, height: number, content: readonly string[]) =>
  `<figure><figcaption>${escaped(title)}</figcaption><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">${content.join('')}</svg></figure>`

const label = (x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end', css = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" class="${css}">${escaped(text)}</text>`

export interface Row {
  readonly name: string
  readonly values: readonly number[]
}

/** One row a scene, a dot a round, a bar to the median. The axis begins at nothing. */
export function dotPlot(title: string, rows: readonly Row[]): string {
  const most = Math.max(...rows.flatMap(({ values }) => values)) || 1
  const xOf = (value: number) => nameWidth + (value / most) * plotWidth
  const content = rows.flatMap(({ name, values }, index) => {
    const y = index * rowHeight + rowHeight / 2
    const middle = median(values)
    return [
      label(nameWidth - 8, y + 4, name, 'end'),
      `<rect x="${nameWidth}" y="${y - 7}" width="${(xOf(middle) - nameWidth).toFixed(1)}" height="14" class="bar"/>`,
      ...values.map((value) => `<circle cx="${xOf(value).toFixed(1)}" cy="${y}" r="3.5" class="dot"/>`),
      label(width - 4, y + 4, shown(middle), 'end', 'value'),
    ]
  })
  return svg(title, rows.length * rowHeight, content)
}

export interface Stack {
  readonly name: string
  readonly parts: readonly { readonly name: string; readonly value: number }[]
}

/** One bar a scene, made of its parts. `names` are all parts there may be: each has the same colour in every plot. */
export function stackPlot(title: string, names: readonly string[], stacks: readonly Stack[]): string {
  const totals = stacks.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))
  const most = Math.max(...totals) || 1
  const bars = stacks.flatMap(({ name, parts }, index) => {
    const y = index * rowHeight + rowHeight / 2
    let x = nameWidth
    const rects = parts.map((part) => {
      const wide = (part.value / most) * plotWidth
      const rect = `<rect x="${x.toFixed(1)}" y="${y - 8}" width="${wide.toFixed(1)}" height="16" class="part-${names.indexOf(part.name)}"><title>${escaped(part.name)} ${shown(part.value)}</title></rect>`
      x += wide
      return rect
    })
    return [
      label(nameWidth - 8, y + 4, name, 'end'),
      ...rects,
      label(width - 4, y + 4, shown(totals[index]!), 'end', 'value'),
    ]
  })
  const legendY = stacks.length * rowHeight + 16
  const legend = names.flatMap((name, index) => [
    `<rect x="${legendLeft + index * legendStep}" y="${legendY - 9}" width="10" height="10" class="part-${index}"/>`,
    label(legendLeft + index * legendStep + 15, legendY, name, 'start'),
  ])
  return svg(title, legendY + 10, [...bars, ...legend])
}

export interface Point {
  readonly size: number
  readonly values: readonly number[]
}

const curveHeight = 220
const left = 70
const bottom = 30

/** Sizes on a logarithmic axis, the figure on a linear one from nothing: constant is level, logarithmic is straight. */
export function curvePlot(title: string, axis: string, points: readonly Point[]): string {
  const sizes = points.map(({ size }) => Math.log10(size))
  const [first, last] = [Math.min(...sizes), Math.max(...sizes)]
  const most = Math.max(...points.flatMap(({ values }) => values)) || 1
  const xOf = (size: number) =>
    left + ((Math.log10(size) - first) / (last - first || 1)) * (width - left - 30)
  const yOf = (value: number) => 14 + (1 - value / most) * (curveHeight - bottom - 14)
  const line = points.map(({ size, values }) => `${xOf(size).toFixed(1)},${yOf(median(values)).toFixed(1)}`)
  const content = [
    ...[0, most / 2, most].flatMap((value) => [
      `<line x1="${left}" x2="${width - 30}" y1="${yOf(value).toFixed(1)}" y2="${yOf(value).toFixed(1)}" class="grid"/>`,
      label(left - 8, yOf(value) + 4, shown(value), 'end'),
    ]),
    `<polyline points="${line.join(' ')}" class="line"/>`,
    ...points.flatMap(({ size, values }) => [
      ...values.map(
        (value) => `<circle cx="${xOf(size).toFixed(1)}" cy="${yOf(value).toFixed(1)}" r="3.5" class="dot"/>`,
      ),
      label(xOf(size), curveHeight - 12, size.toLocaleString('en'), 'middle'),
    ]),
    label(width - 30, curveHeight - 1, axis, 'end', 'axis'),
  ]
  return svg(title, curveHeight, content)
}
