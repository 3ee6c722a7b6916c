import { createHash } from 'node:crypto'
import { runAndCheck } from '../consistency/run.ts'
import { simulate } from './builtins.ts'
import { faultsOf } from './faults.ts'
import { Network } from './network.ts'
import { Schedule } from './schedule.ts'
import { makeSimulatedWorld } from './world.ts'

export interface Simulation {
  readonly seed: number
  /** Of simulated time. */
  readonly minutes: number
  readonly nodes: number
  /** Each seed runs twice, and has to be the same run. */
  readonly isRepeated: boolean
}

const minuteMs = 60_000

interface Outcome {
  readonly simulatedMs: number
  readonly commands: number
  readonly faults: number
  readonly hash: string
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Seeds one after the other, each with an installation of its own, until so many minutes have passed. Returns the exit code. */
export async function simulateFor(simulation: Simulation): Promise<number> {
  const { seed: first, minutes, nodes, isRepeated } = simulation
  const total = { simulatedMs: 0, commands: 0, faults: 0 }
  const hash = createHash('sha256')
  let seed = first
  const begunAt = process.cpuUsage()
  for (; total.simulatedMs < minutes * minuteMs; seed++) {
    const outcome = await oneSeed(seed, nodes)
    if (outcome === undefined) return 1
    const again = isRepeated ? await oneSeed(seed, nodes) : outcome
    if (again?.hash !== outcome.hash) {
      say(`seed ${seed} is another run the second time: hash ${again?.hash}, and ${outcome.hash} before`)
      return 1
    }
    total.simulatedMs += outcome.simulatedMs
    total.commands += outcome.commands
    total.faults += outcome.faults
    hash.update(outcome.hash)
  }
  const { user, system } = process.cpuUsage(begunAt)
  const times = total.simulatedMs / ((user + system) / 1_000)
  const hours = (total.simulatedMs / 3_600_000).toFixed(2)
  say(
    `seeds ${first} to ${seed - 1}: ${hours} h simulated (${times.toFixed(0)} times as fast), ` +
      `${total.commands} commands, ${total.faults} faults, hash ${hash.digest('hex').slice(0, 16)}`,
  )
  return 0
}

/** Undefined when it has found something, which it prints. */
async function oneSeed(seed: number, nodes: number): Promise<Outcome | undefined> {
  const schedule = new Schedule(seed)
  const network = new Network(schedule)
  simulate({ schedule, network })
  let report = ''
  let faults = 0
  try {
    const { violations, commands } = await schedule.run(async () => {
      const world = await makeSimulatedWorld(schedule, network, nodes)
      const nemeses = faultsOf(world.database, network)
      faults = nemeses.length
      const plan = {
        seed,
        clients: 2,
        pauseMs: 3_000,
        slower: 20,
        nemeses,
        events: faults,
        leastKeys: 0,
        quietMs: 5_000,
        waitsForHolds: true,
        asksEveryNode: false,
      }
      const found = await runAndCheck(world, plan, (text) => {
        report = text
      })
      return { violations: found, commands: world.database.commands }
    })
    if (violations.length > 0) throw new Error(`${violations.length} violations`)
    const { nowMs: simulatedMs, hash } = schedule
    return { simulatedMs, commands, faults, hash }
  } catch (error) {
    say(`seed ${seed}: ${(error as Error).stack}`)
    say(report)
    say(`the last before that:\n  ${schedule.last.join('\n  ')}`)
    return undefined
  } finally {
    simulate(undefined)
  }
}
