// npm run bench -- NAME [flags] [--json FILE]
import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { BenchResult } from './measure/figures.ts'
import { resultFile } from './measure/result-file.ts'

const benches: Readonly<Record<string, string>> = {
  all: './all/main.ts',
  cabinet: './cabinet/main.ts',
  calls: './calls/main.ts',
  compare: './compare/main.ts',
  day: './day/main.ts',
  drops: './drops/main.ts',
  export: './export/main.ts',
  flame: './flame/main.ts',
  growth: './growth/main.ts',
  http: './http/main.ts',
  insight: './insight/main.ts',
  numbering: './numbering/main.ts',
  phones: './phones/main.ts',
  quality: './quality/main.ts',
  routing: './routing/main.ts',
  sip: './sip/main.ts',
  start: './start/main.ts',
  store: './store/main.ts',
  webhooks: './webhooks/main.ts',
  week: './week/main.ts',
  verify: './verify/main.ts',
}

/** Programs of others, with their Debian packages. */
const packages = { wrk: 'wrk', sipp: 'sip-tester', taskset: 'util-linux' } as const
const needs: Readonly<Record<string, readonly (keyof typeof packages)[]>> = {
  calls: ['wrk', 'sipp', 'taskset'],
  growth: ['wrk', 'sipp', 'taskset'],
  http: ['wrk'],
  sip: ['sipp', 'taskset'],
}

const [name, ...words] = process.argv.slice(2)
const file = benches[name ?? '']
if (file === undefined) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join('|')} [flags] [--json FILE]`)
  process.exit(2)
}
const folders = process.env.PATH?.split(delimiter) ?? []
const missing = needs[name!]?.filter(
  (program) => !folders.some((folder) => existsSync(join(folder, program))),
)
if (missing !== undefined && missing.length > 0) {
  const install = missing.map((program) => packages[program]).join(' ')
  console.error(`bench ${name} needs ${missing.join(', ')}:  sudo apt-get install -y ${install}`)
  process.exit(1)
}
const jsonAt = words.indexOf('--json')
const [jsonFile, flags] = jsonAt < 0 ? [undefined, words] : [words[jsonAt + 1], words.toSpliced(jsonAt, 2)]
const { run } = (await import(file)) as {
  run: (flags: readonly string[]) => Promise<BenchResult | undefined>
}
const result = await run(flags).catch((error: NodeJS.ErrnoException) => {
  if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error
  console.error(`bench ${name}: ${error.message}`)
  process.exit(2)
})
if (jsonFile !== undefined && result !== undefined)
  writeFileSync(jsonFile, `${JSON.stringify(resultFile([result]), null, 1)}\n`)
