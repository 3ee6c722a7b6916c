// npm run bench -- all [--out FOLDER] [--benches http,calls] [--quick]: every bench, one JSON file, one HTML report.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BenchResult, ResultFile } from '../measure/figures.ts'
import { resultFile } from '../measure/result-file.ts'
import { reportOf } from './report.ts'

/** What runs, with the flags of a whole run and of a quick one. */
const benches: Readonly<Record<string, readonly [whole: readonly string[], quick: readonly string[]]>> = {
  http: [
    ['--rounds', '5', '--rows', '10000000', '--postgres'],
    ['--rounds', '2', '--seconds', '3', '--warm-up', '2'],
  ],
  calls: [
    ['--rounds', '5', '--ramp', '--overload'],
    ['--rounds', '1', '--seconds', '5', '--warm-up', '6', '--rate', '500'],
  ],
  verify: [
    ['--postgres', '--rounds', '5'],
    [
      '--postgres',
      '--rounds',
      '1',
      '--seconds',
      '1',
      '--warm-up',
      '1',
      '--in-flight',
      '32',
      '--accounts',
      '1',
    ],
  ],
  day: [[], ['--minutes', '1', '--rate', '50']],
  sip: [[], []],
  growth: [[], ['--axis', 'calls,services', '--most', '100000', '--rounds', '1', '--seconds', '2']],
  start: [
    ['--rounds', '5'],
    ['--rounds', '1', '--idle-seconds', '5'],
  ],
  webhooks: [
    ['--rounds', '5'],
    ['--rounds', '1', '--deliveries', '2000'],
  ],
  phones: [
    ['--rounds', '5'],
    ['--rounds', '1', '--seconds', '2'],
  ],
  export: [[], ['--rows', '100000']],
  insight: [
    ['--rows', '10000000'],
    ['--rows', '100000', '--rounds', '20'],
  ],
  quality: [
    ['--rows', '10000000', '--store', 'postgres'],
    ['--rows', '500000', '--days', '61', '--rounds', '5', '--store', 'postgres'],
  ],
}

export async function run(flags: readonly string[]): Promise<undefined> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      out: { type: 'string', default: 'data/bench' },
      benches: { type: 'string', default: Object.keys(benches).join(',') },
      quick: { type: 'boolean', default: false },
    },
  })
  const results: BenchResult[] = []
  for (const name of values.benches.split(',')) {
    process.stdout.write(`\n== ${name}\n`)
    const [whole, quick] = benches[name] ?? [[], []]
    results.push(...measure(name, values.quick ? quick : whole))
  }
  const file = resultFile(results)
  mkdirSync(values.out, { recursive: true })
  const path = join(values.out, `${file.at.replace(/[:.]/g, '-')}-${file.commit}`)
  writeFileSync(`${path}.json`, `${JSON.stringify(file, null, 1)}\n`)
  writeFileSync(`${path}.html`, reportOf(file))
  process.stdout.write(`\n${path}.json\n${path}.html\n`)
}

/** Each in a process of its own: what one leaves in memory does not slow the load of the next. */
function measure(name: string, flags: readonly string[]): readonly BenchResult[] {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-bench-'))
  const json = join(folder, 'result.json')
  try {
    const main = fileURLToPath(import.meta.resolve('../main.ts'))
    spawnSync(process.execPath, [main, name, ...flags, '--json', json], { stdio: 'inherit' })
    if (existsSync(json)) return (JSON.parse(readFileSync(json, 'utf8')) as ResultFile).benches
    process.exitCode = 1
    return []
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
