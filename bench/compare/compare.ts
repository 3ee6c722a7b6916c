import { type BenchResult, type Figure, figures, type ResultFile, type Scene } from '../measure/figures.ts'
import { chanceOfDifference, median } from '../measure/statistics.ts'
import { shown, valuesOf } from '../measure/table.ts'

export interface Difference {
  readonly bench: string
  readonly scene: string
  readonly figure: Figure
  readonly before: number
  readonly after: number
  /** The medians, after by before. */
  readonly ratio: number
  /** How often chance alone divides the rounds as far apart. */
  readonly chance: number
  readonly verdict: 'better' | 'worse' | 'noise' | 'too few rounds'
}

/** A difference that chance alone brings less often than this is called a change. */
const significance = 0.05
/** With four rounds on each side the least possible chance is 2 of 70 divisions; with three it is 2 of 20. */
const fewestRounds = 4
/** Smaller changes are real now and then, but nobody would act on them. */
const leastChange = 0.02

/** Every figure that both files have for the same scene, in the order of the second. */
export function differences(before: ResultFile, after: ResultFile): Difference[] {
  return after.benches.flatMap((bench) =>
    bench.scenes.flatMap((scene) => {
      const earlier = sceneIn(before.benches, bench.bench, scene.name)
      return earlier === undefined ? [] : ofScene(bench.bench, earlier, scene)
    }),
  )
}

const sceneIn = (benches: readonly BenchResult[], bench: string, scene: string) =>
  benches.find((one) => one.bench === bench)?.scenes.find((one) => one.name === scene)

function ofScene(bench: string, earlier: Scene, later: Scene): Difference[] {
  const compared = (Object.keys(figures) as Figure[]).filter((figure) => figures[figure].better !== 'neither')
  return compared.flatMap((figure) => {
    const [before, after] = [valuesOf(earlier, figure), valuesOf(later, figure)]
    if (before.length === 0 || after.length === 0) return []
    const medians = { before: median(before), after: median(after) }
    const ratio = medians.before === medians.after ? 1 : medians.after / medians.before
    const chance = chanceOfDifference(before, after)
    const isEnough = Math.min(before.length, after.length) >= fewestRounds
    const isChange = chance < significance && Math.abs(ratio - 1) >= leastChange
    const isMore = medians.after > medians.before
    const changed = isMore === (figures[figure].better === 'more') ? 'better' : 'worse'
    const verdict = !isEnough ? 'too few rounds' : isChange ? changed : 'noise'
    return [{ bench, scene: later.name, figure, ...medians, ratio, chance, verdict }]
  })
}

export function sentenceOf({
  bench,
  scene,
  figure,
  before,
  after,
  ratio,
  chance,
  verdict,
}: Difference): string {
  const what = `${bench}, ${scene}: ${figures[figure].head} went from ${shown(before)} to ${shown(after)} (x ${ratio.toFixed(2)})`
  const odds = `chance alone does so in ${shown(chance * 100)} % of divisions of these rounds`
  switch (verdict) {
    case 'noise':
      return `${what}; not told from noise: ${odds}.`
    case 'too few rounds':
      return `${what}; fewer than ${fewestRounds} rounds on a side cannot tell a change from noise.`
    default:
      return `${what}; ${verdict}: ${odds}.`
  }
}
