import { type BenchResult, type Figure, figures, type ResultFile, type Scene } from '../measure/figures.ts'
import { medianOf, tableOf, valuesOf } from '../measure/table.ts'
import { curvePlot, dotPlot, escaped, stackPlot } from './plots.ts'

/** Figures that are worth a plot of their own; the parts of the CPU time share one. */
const plotted: readonly Figure[] = [
  'perSecond',
  'p50Ms',
  'p99Ms',
  'p999Ms',
  'toInviteP99Ms',
  'readyMs',
  'rssMB',
  'wakeUps',
]
const cpuParts: readonly Figure[] = [
  'mainUs',
  'writerUs',
  'sipUs',
  'restUs',
  'databaseUs',
  'phonesUs',
  'loadUs',
]

const style = `
  :root { color-scheme: light dark; --ink: light-dark(#1c2430, #e6e9ee); --soft: light-dark(#5c6675, #9aa4b2);
    --line: light-dark(#d7dce3, #39424f); --back: light-dark(#fff, #14181e); --bar: light-dark(#cfe0f5, #24415f);
    --dot: light-dark(#1f6fc4, #7fb5ee); }
  body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back); max-width: 1100px;
    margin: 2rem auto; padding: 0 1rem; }
  .scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
  th:first-child, td:first-child { text-align: left; } th { color: var(--soft); font-weight: 600; }
  figure { margin: 1.5rem 0; max-width: 760px; } figcaption { font-weight: 600; margin-bottom: .3rem; }
  svg { width: 100%; height: auto; } svg text { font-size: 12px; fill: var(--ink); } svg .axis { fill: var(--soft); }
  .bar { fill: var(--bar); } .dot { fill: var(--dot); } .line { fill: none; stroke: var(--dot); stroke-width: 1.5; }
  .grid { stroke: var(--line); } .met { color: light-dark(#14752f, #63cf82); } .missed { color: light-dark(#b3261e, #ff8a80); }
  .part-0 { fill: #2f7ed8; } .part-1 { fill: #d97b1e; } .part-2 { fill: #3d9a57; } .part-3 { fill: #8a63c9; }
  .part-4 { fill: #c2476b; } .part-5 { fill: #7d8795; } .part-6 { fill: #b0a13a; }`

/** One page that stands alone: no script, no style sheet, no picture from elsewhere. */
export function reportOf({ at, commit, machine, benches }: ResultFile): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Ringkey measurements of ${escaped(at)}</title><style>${style}</style></head><body>
<h1>Ringkey measurements</h1>
<p>${escaped(at)}, commit ${escaped(commit)}.<br>${escaped(machine)}</p>
<p>A figure is the median of its rounds, ± half of their range. Rounds of all scenes of a bench take turns. Ratios are of
the same round. A dot is a round.</p>
${benches.map(sectionOf).join('\n')}
</body></html>
`
}

function sectionOf(result: BenchResult): string {
  const { heads, rows } = tableOf(result)
  const line = (cells: readonly string[], tag: 'td' | 'th') =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  const goals = result.goals.map(
    ({ what, measured, wanted, isMet }) =>
      `<li class="${isMet ? 'met' : 'missed'}">${isMet ? 'met' : 'missed'}: ${escaped(`${what}: ${measured} (wanted: ${wanted})`)}</li>`,
  )
  return [
    `<h2>${escaped(result.bench)}</h2>`,
    `<div class="scroll"><table>${line(heads, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table></div>`,
    goals.length === 0 ? '' : `<ul>${goals.join('')}</ul>`,
    ...result.notes.map((note) => `<p>${escaped(note)}</p>`),
    ...plotsOf(result),
  ].join('\n')
}

function plotsOf(result: BenchResult): string[] {
  const still = result.scenes.filter(({ at }) => at === undefined)
  const bars = plotted.flatMap((figure) => {
    const rows = still.flatMap((scene) => {
      const values = valuesOf(scene, figure)
      return values.length === 0 ? [] : [{ name: scene.name, values }]
    })
    return rows.length < 2 ? [] : [dotPlot(`${result.unit}: ${figures[figure].head}`, rows)]
  })
  return [...bars, ...cpuPlot(result.unit, still), ...curvesOf(result)]
}

const partName = (figure: Figure) => figures[figure].head.replace(' µs', '')

function cpuPlot(unit: string, scenes: readonly Scene[]): string[] {
  const stacks = scenes.flatMap((scene) => {
    const parts = cpuParts.flatMap((figure) => {
      const value = medianOf(scene, figure)
      return value > 0 ? [{ name: partName(figure), value }] : []
    })
    return parts.length === 0 ? [] : [{ name: scene.name, parts }]
  })
  return stacks.length === 0
    ? []
    : [stackPlot(`${unit}: CPU time by thread and process, µs`, cpuParts.map(partName), stacks)]
}

function curvesOf({ scenes, unit }: BenchResult): string[] {
  const axes = new Set(scenes.flatMap(({ at }) => at?.axis ?? []))
  return [...axes].flatMap((axis) => {
    const along = scenes.filter(({ at }) => at?.axis === axis)
    return (['cpuUs', 'perSecond', 'p99Ms', 'rssMB'] as const).flatMap((figure) => {
      const points = along.flatMap((scene) => {
        const values = valuesOf(scene, figure)
        return values.length === 0 ? [] : [{ size: scene.at!.size, values }]
      })
      return points.length < 2 ? [] : [curvePlot(`${unit}: ${figures[figure].head}`, axis, points)]
    })
  })
}
