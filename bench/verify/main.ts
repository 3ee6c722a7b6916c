// npm run bench -- verify [--postgres] [--seconds 2] [--rounds 3] [--warm-up 3] [--in-flight 1,8,32,64] [--accounts 1,16]
// [--beside 2] [--burst 2000] [--waiting 10000]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeCluster } from '../../server/test/postgres/cluster.ts'
import { startBusyPrograms } from '../measure/busy-programs.ts'
import { type BenchResult, type Figures, newResult } from '../measure/figures.ts'
import { interleave, type MeasuredScene, progress } from '../measure/rounds.ts'
import { judgeLoad, medianOf, printGoals, printTable, ratioToFloor, sceneOf } from '../measure/table.ts'
import { burst } from './burst.ts'
import { holdWaiting } from './held.ts'
import { type Installation, install, ringMs, turned } from './installation.ts'
import type { Turn } from './turns.ts'

/** How many requests are on their way, of how many accounts, and what else the machine does. */
interface Load {
  readonly inFlight: number
  readonly accounts: number
  /** So many programs that would take a core each. */
  readonly beside: number
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
const named = (what: string, { inFlight, accounts, beside }: Load) =>
  `${what}, ${inFlight} in flight, ${counted(accounts, 'account')}${beside > 0 ? `, ${counted(beside, 'busy program')}` : ''}`
const v1 = 'initCall'
const created = '/v2: create'
const checked = '/v2: check'
const lifeOfV1 = 'initCall, its call, getInfo'
const lifeOfV2 = '/v2: create, its call, check'
/** At which the goals are judged. */
const many = 32
const busyTimes = 4

/** Verifications of `/v2` in turns with calls of `/v1.0`, on one service whose phones ring for a second. */
export async function run(flags: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      postgres: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      'warm-up': { type: 'string', default: '3' },
      'in-flight': { type: 'string', default: '1,8,32,64' },
      accounts: { type: 'string', default: '1,16' },
      beside: { type: 'string', default: '2' },
      burst: { type: 'string', default: '2000' },
      waiting: { type: 'string', default: '0' },
    },
  })
  const numbers = (text: string) => text.split(',').map(Number)
  const seconds = Number(values.seconds)
  const accounts = numbers(values.accounts)
  const loads = accounts.flatMap((each) =>
    numbers(values['in-flight']).map((inFlight): Load => ({ inFlight, accounts: each, beside: 0 })),
  )
  const usual: Load = { inFlight: many, accounts: 1, beside: 0 }
  const busy: Load = { ...usual, beside: Number(values.beside) }
  const result = newResult('verify', values.postgres ? 'on PostgreSQL' : 'on the embedded store')

  await using made = new AsyncDisposableStack()
  const root = made.adopt(mkdtempSync(join(tmpdir(), 'ringkey-bench-')), (folder) =>
    rmSync(folder, { recursive: true, force: true }),
  )
  const cluster = values.postgres ? made.adopt(await makeCluster(), (one) => one.remove()) : undefined
  await cluster?.start()
  const installation = made.adopt(await install(root, Math.max(...accounts), cluster), (one) => one.end())
  const scenes = loads.flatMap((load) => scenesAt(installation, load, seconds))
  if (busy.beside > 0) scenes.push(...scenesAt(installation, busy, seconds * busyTimes).slice(0, 2))
  if (Number(values.burst) > 0) scenes.push(burstScene(installation, busy, Number(values.burst)))
  progress('warming up')
  for (const { measure } of scenesAt(installation, usual, Number(values['warm-up']))) await measure()
  await interleave(result, scenes, Number(values.rounds))
  if (Number(values.waiting) > 0) await holdWaiting(join(root, 'waiting'), Number(values.waiting))

  if (values.postgres) result.notes.push('CPU/floor is of the node alone; the goals add the database')
  judge(result, values.postgres)
  judgeLoad(result)
  printTable(result)
  printGoals(result)
  return result
}

/** The check takes what the scene before it has created. */
function scenesAt(installation: Installation, load: Load, seconds: number): MeasuredScene[] {
  const { integrators } = installation
  const { inFlight, accounts } = load
  const open: Awaited<ReturnType<typeof integrators.create>>[] = []
  const scene = (
    what: string,
    floor: string | undefined,
    waitMs: number,
    one: (turn: Turn) => Promise<unknown> | undefined,
  ): MeasuredScene => ({
    name: named(what, load),
    ...(floor === undefined ? {} : { floor: named(floor, load) }),
    measure: () => measured(installation, load, () => turned(seconds, inFlight, waitMs, one)),
  })
  return [
    scene(v1, undefined, 0, (turn) => integrators.initCall(accounts, turn)),
    scene(created, v1, 0, async (turn) => open.push(await integrators.create(accounts, turn))),
    scene(checked, v1, 0, (turn) => {
      const next = open.pop()
      return next === undefined ? undefined : integrators.check(next, turn)
    }),
    scene(lifeOfV1, undefined, ringMs, (turn) => integrators.lifeOfV1(accounts, turn)),
    scene(lifeOfV2, lifeOfV1, ringMs, (turn) => integrators.lifeOfV2(accounts, turn)),
  ]
}

const burstScene = (installation: Installation, load: Load, creations: number): MeasuredScene => ({
  name: `/v2: ${creations} creations at once, ${counted(load.beside, 'busy program')}`,
  measure: () => measured(installation, load, () => burst(installation, creations)),
})

async function measured(
  { measure }: Installation,
  { beside }: Load,
  work: Parameters<Installation['measure']>[0],
): Promise<Figures> {
  using _ = startBusyPrograms(beside)
  return await measure(work)
}

function judge(result: BenchResult, isPostgres: boolean): void {
  const goal = (what: string, measured: number, wanted: string, isMet: boolean) =>
    result.goals.push({ what, measured: measured.toFixed(2), wanted, isMet })
  const leastRate = isPostgres ? 0.7 : 0.85
  for (const scene of result.scenes) {
    const { name } = scene
    const refused = medianOf(scene, 'refused')
    const unsettled = medianOf(scene, 'unsettled')
    if (/^\/v2: create, (32|64) in flight, 1 account$/.test(name)) {
      const rate = ratioToFloor(result, scene, 'perSecond')
      goal(`rate to initCall, ${name}`, rate, `at least ${leastRate}`, rate >= leastRate)
    }
    if (name.startsWith(lifeOfV2) && name.endsWith('1 account')) {
      const cpu = wholeCpuUs(scene) / wholeCpuUs(sceneOf(result, scene.floor!))
      goal(`CPU of node and database to initCall, ${name}`, cpu, 'at most 1.5', cpu <= 1.5)
    }
    if (name.startsWith(created) && name.includes('busy'))
      goal(`refused, ${name}`, refused, '0', refused === 0)
    if (name.includes('busy')) goal(`failed settlements, ${name}`, unsettled, '0', unsettled === 0)
    const accepted = medianOf(scene, 'accepted')
    if (Number.isNaN(accepted)) continue
    const least = (accepted + refused) * 0.75
    goal(`accepted, ${name}`, accepted, `at least ${least}`, accepted >= least)
    const refusalMs = medianOf(scene, 'refusalMaxMs')
    if (refused > 0) goal(`the last refusal in ms, ${name}`, refusalMs, 'under 1,000', refusalMs < 1_000)
    const settledMs = medianOf(scene, 'settledMaxMs')
    goal(
      `from the end of a call to its settlement in ms, ${name}`,
      settledMs,
      'under 5,000',
      settledMs < 5_000,
    )
  }
}

/** Median of the rounds; the database is a process of its own, or none. */
const wholeCpuUs = (scene: Parameters<typeof medianOf>[0]) =>
  medianOf(scene, 'cpuUs') + (medianOf(scene, 'databaseUs') || 0)
