// npm run bench -- growth [--axis calls,services,open-calls,trunks,pool,nodes] [--most 100000] [--rounds 2] [--seconds 5]
import { parseArgs } from 'node:util'
import { type BenchResult, type Figure, figures, newResult } from '../measure/figures.ts'
import { interleave, type MeasuredScene } from '../measure/rounds.ts'
import { judgeLoad, medianOf, printGoals, printTable, shown } from '../measure/table.ts'
import { axes, type GrowthOptions } from './axes.ts'
import { judgeCurve } from './curve.ts'

/** How costs grow with what is stored, configured and open at once. */
export async function run(flags: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      axis: { type: 'string', default: Object.keys(axes).join(',') },
      most: { type: 'string', default: String(Number.MAX_SAFE_INTEGER) },
      rounds: { type: 'string', default: '2' },
      seconds: { type: 'string', default: '5' },
      'warm-up': { type: 'string', default: '3' },
    },
  })
  const options = { seconds: Number(values.seconds), warmUpSeconds: Number(values['warm-up']) }
  const result = newResult('growth', 'cost of one')
  for (const axis of values.axis.split(','))
    await walk(result, axis, Number(values.most), Number(values.rounds), options)
  judgeLoad(result)
  printTable(result)
  for (const axis of values.axis.split(',')) judge(result, axis)
  printGoals(result)
  return result
}

async function walk(
  result: BenchResult,
  axis: string,
  most: number,
  rounds: number,
  options: GrowthOptions,
): Promise<void> {
  const found = axes[axis]
  if (found === undefined) throw new Error(`there is no axis "${axis}": ${Object.keys(axes).join(', ')}`)
  const missing = found.missing?.()
  if (missing !== undefined) {
    result.notes.push(`${axis}: left out. ${missing}`)
    return
  }
  const sizes = found.sizes.filter((size) => size <= most)
  const opened = await found.open(sizes, options)
  try {
    const { floor } = opened
    const scenes: MeasuredScene[] = opened.questions.flatMap(({ name, measure }) =>
      sizes.map((size) => ({
        name: `${name}, ${size.toLocaleString('en')} ${axis}`,
        at: { axis: `${axis}: ${name}`, size },
        ...(floor === undefined ? {} : { floor: floor.name }),
        measure: () => measure(size),
      })),
    )
    await interleave(result, floor === undefined ? scenes : [floor, ...scenes], rounds)
    opened.judge?.(
      result,
      scenes.map(({ name }) => name),
    )
  } finally {
    await opened.close()
  }
}

/** What is shown of each curve: the CPU time where it was measured. */
const judged: readonly Figure[] = ['cpuUs', 'databaseUs', 'rssMB']

function judge(result: BenchResult, axis: string): void {
  const curves = new Set(
    result.scenes.flatMap(({ at }) => (at?.axis.startsWith(`${axis}: `) ? [at.axis] : [])),
  )
  for (const curve of curves) {
    const scenes = result.scenes.filter(({ at }) => at?.axis === curve)
    for (const figure of judged) {
      const points = scenes.map((scene) => [scene.at!.size, medianOf(scene, figure)] as const)
      if (points.length < 2 || !points.every(([, cost]) => Number.isFinite(cost))) continue
      // Memory that is held for each open call grows with their number, and has to.
      const { kind, tenTimes } = judgeCurve(points)
      const [first, last] = [points[0]!, points.at(-1)!]
      const { head } = figures[figure]
      const sentence = `${curve}, ${head}: ${shown(first[1])} at ${first[0].toLocaleString('en')}, ${shown(last[1])} at ${last[0].toLocaleString('en')}, ${shown(tenTimes)} at ten times that on paper: ${kind}`
      result.notes.push(sentence)
    }
  }
}
