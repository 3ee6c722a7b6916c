// npm run bench -- flame --title TEXT --out FILE.svg [--skip SECONDS] A.cpuprofile [B.cpuprofile ...]
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { flameGraph, type Profile, threadOf } from './flame.ts'

/** Profiles of the threads of one process, as `node --cpu-prof` writes them, as one flame graph. */
export async function run(flags: readonly string[]): Promise<undefined> {
  const { values, positionals } = parseArgs({
    args: [...flags],
    allowPositionals: true,
    options: {
      title: { type: 'string', default: 'CPU time' },
      out: { type: 'string', default: 'flame.svg' },
      skip: { type: 'string', default: '0' },
    },
  })
  const skippedMs = Number(values.skip) * 1_000
  const threads = positionals
    .map((file) => threadOf(JSON.parse(readFileSync(file, 'utf8')) as Profile, skippedMs))
    .filter(({ us }) => us > 0)
    .sort((one, other) => other.us - one.us)
  if (threads.length === 0) throw new Error('name at least one .cpuprofile in which something ran')
  writeFileSync(values.out, flameGraph(values.title, threads))
  const shown = threads.map(({ name, us }) => `${name} ${(us / 1e6).toFixed(1)} s`)
  process.stdout.write(`${values.out}: ${shown.join(', ')}\n`)
}
