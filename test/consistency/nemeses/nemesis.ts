import type { HarmKind, NemesisEvent, Request } from '../checkers/history.ts'
import type { Dice } from '../dice.ts'
import type { World } from '../world.ts'

export interface Harm extends Pick<NemesisEvent, 'harm' | 'nodes' | 'isStoreAway' | 'isStuck'> {
  /** When it began, if the nemesis waited for its moment first. */
  readonly beginMs?: number
  /** What the nemesis itself asked for. */
  readonly requests?: readonly Request[]
}

/** Does one harm and mends it. What it returns excuses those whom it hit. */
export interface Nemesis {
  readonly name: string
  run(world: World, dice: Dice): Promise<Harm>
}

/** With one node, its harm is everybody's. */
export const harmTo = (world: World, index: number, harm: HarmKind): Harm => ({
  harm,
  nodes: [index],
  isStoreAway: world.nodes.length === 1,
})

/** What excuses nothing. */
export const noHarm: Harm = { harm: null, nodes: [], isStoreAway: false }

export const storeAway: Harm = { harm: 'away', nodes: [], isStoreAway: true }

const happensWithinMs = 20_000

/** What a proxy waits for happens soon under load; without it the run would hang. Resolves with the time when it did. */
export async function soon(moment: Promise<void>, what: string): Promise<number> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${what} did not happen`)), happensWithinMs)
  try {
    await Promise.race([moment, late.promise])
    return performance.now()
  } finally {
    clearTimeout(timer)
  }
}
