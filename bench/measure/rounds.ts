import type { BenchResult, Figures, Scene } from './figures.ts'

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
    for (const { measure, scene } of measured) {
      progress(`round ${round} of ${rounds}: ${scene.name}`)
      scene.rounds.push(await measure())
    }
  }
  progress('')
}

/** One line on a terminal that the next replaces. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text.padEnd(78)}\r`)
}
