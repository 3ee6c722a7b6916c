import { type BenchResult, type Figure, type Figures, figures, type Scene } from './figures.ts'
import { median, spread } from './statistics.ts'

/** Figures of all rounds of a scene that has them. */
export function valuesOf(scene: Scene, figure: Figure): number[] {
  return scene.rounds.flatMap((round) => round[figure] ?? [])
}

export function sceneOf(result: BenchResult, name: string): Scene {
  const found = result.scenes.find((scene) => scene.name === name)
  if (found === undefined) throw new Error(`${result.bench} has no scene "${name}"`)
  return found
}

export function medianOf(scene: Scene, figure: Figure): number {
  const values = valuesOf(scene, figure)
  return values.length === 0 ? Number.NaN : median(values)
}

/**
 * The median over the rounds of this scene's figure by its floor's. Both are of the same round, so that a machine that
 * was slow for a while was slow for both.
 */
export function ratioToFloor(result: BenchResult, scene: Scene, figure: Figure): number {
  // A run of chosen scenes may be without the floor.
  const floor = result.scenes.find(({ name }) => name === scene.floor)
  if (floor === undefined) return Number.NaN
  const ratios = scene.rounds.flatMap((round, index) => {
    const [ours, theirs] = [round[figure], floor.rounds[index]?.[figure]]
    return ours === undefined || theirs === undefined ? [] : [ours / theirs]
  })
  return ratios.length === 0 ? Number.NaN : median(ratios)
}

/** Numbers as people read them: three digits that matter. */
export function shown(value: number): string {
  if (Number.isNaN(value)) return ''
  if (Math.abs(value) >= 100 || value === 0) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

/** The figures of one round, without shares of the machine and without those that are 0. */
export function inWords(round: Figures): string {
  return (Object.keys(figures) as Figure[])
    .filter((figure) => !isShare(figure) && (round[figure] ?? 0) !== 0)
    .map((figure) => `${figures[figure].head} ${shown(round[figure]!)}`)
    .join(', ')
}

const isShare = (figure: Figure) => figure.endsWith('Share')

function cell(scene: Scene, figure: Figure): string {
  const values = valuesOf(scene, figure)
  if (values.length === 0) return ''
  const middle = median(values)
  if (isShare(figure)) return `${Math.round(middle * 100)} %`
  return values.length === 1 ? shown(middle) : `${shown(middle)} ±${Math.round(spread(values) * 100)}%`
}

/** Heads and rows of the table of a result, for the screen and for the report. */
export function tableOf(result: BenchResult, scenes: readonly Scene[] = result.scenes) {
  const used = (Object.keys(figures) as Figure[]).filter((figure) =>
    scenes.some((scene) => valuesOf(scene, figure).some((value) => value !== 0 || figure === 'lost')),
  )
  const hasFloor = scenes.some(({ floor }) => floor !== undefined)
  const ratios: readonly (readonly [head: string, figure: Figure])[] = hasFloor
    ? [
        ['rate/floor', 'perSecond'],
        ['CPU/floor', 'cpuUs'],
      ]
    : []
  const heads = [result.unit, ...ratios.map(([head]) => head), ...used.map((figure) => figures[figure].head)]
  const rows = scenes.map((scene) => [
    scene.name,
    ...ratios.map(([, figure]) => shown(ratioToFloor(result, scene, figure))),
    ...used.map((figure) => cell(scene, figure)),
  ])
  return { heads, rows }
}

export function printTable(result: BenchResult, scenes: readonly Scene[] = result.scenes): void {
  const { heads, rows } = tableOf(result, scenes)
  const widths = heads.map((head, index) => Math.max(head.length, ...rows.map((row) => row[index]!.length)))
  for (const row of [heads, ...rows]) {
    const cells = row.map((text, index) =>
      index === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[index]!),
    )
    process.stdout.write(`${cells.join('  ')}\n`)
  }
}

/** Goals and notes below the table. A goal that is missed makes the command fail. */
export function printGoals(result: BenchResult): void {
  for (const { what, measured, wanted, isMet } of result.goals)
    process.stdout.write(`${isMet ? '+' : '-'} ${what}: ${measured} (wanted: ${wanted})\n`)
  for (const note of result.notes) process.stdout.write(`  ${note}\n`)
  if (result.goals.some(({ isMet }) => !isMet)) process.exitCode = 1
}

const busiestLoad = 0.9
const mostOthers = 0.1

/** Says in words whether load or peers, or programs that do not belong to the measurement, were the limit. */
export function judgeLoad(result: BenchResult): void {
  for (const scene of result.scenes) {
    for (const [figure, name] of [
      ['loadShare', 'the load'],
      ['phonesShare', 'the phones'],
    ] as const) {
      const share = medianOf(scene, figure)
      if (share > busiestLoad)
        result.notes.push(
          `${scene.name}: ${name} took ${Math.round(share * 100)} % of a core, so the rate may be theirs; go by the CPU time.`,
        )
    }
    const others = medianOf(scene, 'othersShare')
    if (others > mostOthers)
      result.notes.push(
        `${scene.name}: other programs took ${Math.round(others * 100)} % of the machine; go by the CPU time.`,
      )
  }
}
