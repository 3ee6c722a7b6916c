import type { BenchResult, Figures, Scene } from './figures.ts'
import { inWords } from './table.ts'

export type MeasuredScene = Omit<Scene, 'rounds'> & { readonly measure: () => Promise<Figures> }

/**
 * Every scene once in each round, and the rounds one after the other: whatever else the machine does meets all scenes
 * alike.
 */
export async function interleave(
  result: BenchResult,
  scenes: readonly MeasuredScene[],
  rounds: number,
): Promise<void> {
  const measured = scenes.map(({ measure, ...scene }) => ({
    measure,
    scene: { ...scene, rounds: [] as Figures[] },
  }))
  result.scenes.push(...measured.map(({ scene }) => scene))
  for (let round = 1; round <= rounds; round++) {
    for (const [index, { measure, scene }] of measured.entries()) {
      const place = `round ${round} of ${rounds}, scene ${index + 1} of ${scenes.length}: ${scene.name}`
      progress(place)
      const figures = await measure()
      scene.rounds.push(figures)
      say(`${place}: ${inWords(figures)}`)
    }
  }
}

/** A line that stays: what is known before the table is printed, should the bench be cut off. */
export function say(text: string): void {
  process.stderr.write(`${process.stderr.isTTY ? '\r' : ''}${text.padEnd(78)}\n`)
}

/** One line on a terminal that the next replaces. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text.padEnd(78)}\r`)
}
