// npm run bench -- http [--seconds 15] [--warm-up 10] [--rounds 3] [--rows 10000000] [--postgres] [--traces] [--without-log]
// [--scenes floor,service]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeCluster } from '../../server/test/postgres/cluster.ts'
import { type BenchResult, newResult } from '../measure/figures.ts'
import { interleave, type MeasuredScene, progress } from '../measure/rounds.ts'
import { judgeLoad, medianOf, printGoals, printTable, ratioToFloor, sceneOf } from '../measure/table.ts'
import { prefill } from './prefill.ts'
import { bareServer, floor, floorServer, judgeNodeCpu, onPostgres, serviceOn, traced } from './scenes.ts'

const wantedOfFloor = 0.6
const wantedOfFresh = 0.92
const wantedP99Ms = 20

/** initCall without a telephone network, beside the same rows written by node:http and SQLite alone. */
export async function run(flags: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      seconds: { type: 'string', default: '15' },
      'warm-up': { type: 'string', default: '10' },
      rounds: { type: 'string', default: '3' },
      rows: { type: 'string', default: '0' },
      postgres: { type: 'boolean', default: false },
      traces: { type: 'boolean', default: false },
      'without-log': { type: 'boolean', default: false },
      scenes: { type: 'string', default: '' },
    },
  })
  const times = { warmUpSeconds: Number(values['warm-up']), seconds: Number(values.seconds) }
  const rows = Number(values.rows)
  const root = mkdtempSync(join(tmpdir(), 'ringkey-bench-'))
  const cluster = values.postgres ? await makeCluster() : undefined
  const result = newResult('http', 'initCall, 64 connections')
  const grown = `the service at ${rows.toLocaleString('en')} rows`
  try {
    if (rows > 0)
      await prefill(join(root, 'grown'), rows, (done) => progress(`prefilling ${done.toLocaleString('en')}`))
    await cluster?.start()
    const scenes: (MeasuredScene & { readonly word: string })[] = [
      { word: 'bare', name: 'node:http alone', measure: () => bareServer(times) },
      { word: 'floor', name: floor, measure: () => floorServer(times) },
      {
        word: 'memory',
        name: 'store in memory',
        floor,
        measure: () => serviceOn(join(root, 'memory'), times, { flags: ['--memory'] }),
      },
      { word: 'service', name: 'the service', floor, measure: () => serviceOn(join(root, 'fresh'), times) },
    ]
    if (rows > 0)
      scenes.push({
        word: 'grown',
        name: grown,
        floor: 'the service',
        measure: () => serviceOn(join(root, 'grown'), times),
      })
    if (cluster !== undefined)
      scenes.push({
        word: 'postgres',
        name: 'on PostgreSQL',
        floor: 'the service',
        measure: () => onPostgres(cluster, root, times),
      })
    for (const percent of values.traces ? [5, 100] : [])
      scenes.push({
        word: `traces-${percent}`,
        name: `with traces of ${percent} %`,
        floor: 'the service',
        measure: () => traced(join(root, `traced-${percent}`), times, percent),
      })
    if (values['without-log'])
      scenes.push({
        word: 'without-log',
        name: 'without the request log',
        floor: 'the service',
        measure: () =>
          serviceOn(join(root, 'without-log'), times, {
            environment: { BENCH_INSTALLATION: JSON.stringify({ keepRequestsDays: 0 }) },
          }),
      })
    const named = values.scenes === '' ? undefined : values.scenes.split(',')
    const wanted = scenes.filter(({ word }) => named?.includes(word) ?? true)
    await interleave(
      result,
      wanted.map(({ word, ...scene }) => scene),
      Number(values.rounds),
    )
  } finally {
    await cluster?.remove()
    rmSync(root, { recursive: true, force: true })
  }
  if (values.scenes === '') judge(result, rows > 0 ? grown : undefined, values.postgres)
  judgeLoad(result)
  printTable(result)
  printGoals(result)
  return result
}

function judge(result: BenchResult, grown: string | undefined, isPostgres: boolean): void {
  const scene = sceneOf(result, 'the service')
  const goal = (what: string, value: number, wanted: string, isMet: boolean) =>
    result.goals.push({ what, measured: value.toFixed(2), wanted, isMet })
  const rate = ratioToFloor(result, scene, 'perSecond')
  goal('rate of the service to the floor', rate, `at least ${wantedOfFloor}`, rate >= wantedOfFloor)
  const p99Ms = medianOf(scene, 'p99Ms')
  goal('p99 of initCall in ms', p99Ms, `under ${wantedP99Ms}`, p99Ms < wantedP99Ms)
  if (grown !== undefined) {
    const kept = ratioToFloor(result, sceneOf(result, grown), 'perSecond')
    goal('rate of the grown store to the empty one', kept, `at least ${wantedOfFresh}`, kept >= wantedOfFresh)
  }
  if (isPostgres) judgeNodeCpu(result, 'on PostgreSQL')
}
