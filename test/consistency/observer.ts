import { setTimeout as sleep } from 'node:timers/promises'
import type { Recorder } from './recorder.ts'
import type { World } from './world.ts'

const periodMs = 1_000
/** Ids are drawn in their order, but a node may keep some for a minute. */
const recentSteps = 'SELECT vendor_id FROM step_calls ORDER BY vendor_id DESC LIMIT 2000'

/** Looks at the books once a second, beside the nodes. */
export class Observer {
  readonly #running: Promise<void>
  #isOver = false

  constructor(world: World, recorder: Recorder) {
    this.#running = this.#watch(world, recorder)
  }

  async finish(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  async #watch(world: World, recorder: Recorder): Promise<void> {
    const seen = new Set<number>()
    const { auditsEvery = 1 } = world
    let looks = 0
    while (!this.#isOver) {
      const sleptMs = performance.now()
      await sleep(periodMs)
      const atMs = performance.now()
      try {
        const open = await world.rows('SELECT vendor_id FROM calls WHERE state = -1')
        const steps = (await world.rows(recentSteps)).map((row) => Number(row.vendor_id))
        const newSteps = steps.filter((id) => !seen.has(id))
        const lookedMs = performance.now()
        const connections = await world.connections()
        const beatAgeMs = await world.beatAgeMs()
        const audit = looks++ % auditsEvery === 0 ? await world.audit() : undefined
        recorder.samples.push({
          atMs,
          lagMs: lookedMs - sleptMs - periodMs,
          open: open.map((row) => Number(row.vendor_id)),
          newSteps,
          ...(connections === undefined ? {} : { connections }),
          ...(beatAgeMs === undefined ? {} : { beatAgeMs }),
          wrong: [
            ...(audit?.unbalancedAccounts ?? []).map((id) => `account ${id} is not balanced`),
            ...(audit?.wrongHolds ?? []).map((id) => `what account ${id} holds is wrong`),
            ...(audit?.wrongCalls ?? []).map((id) => `the entry of call ${id} is wrong`),
          ],
        })
        for (const id of newSteps) seen.add(id)
      } catch {
        // The database is away: it cannot be looked at.
      }
    }
  }
}
