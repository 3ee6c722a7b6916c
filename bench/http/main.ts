// npm run bench -- http [--seconds 15] [--warm-up 10] [--rounds 2] [--rows 10000000] [--postgres]
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Cluster, makeCluster } from '../../server/test/postgres/cluster.ts'
import { freePort } from '../../server/test/service.ts'
import { prefill } from './prefill.ts'
import { cpuOf, since } from './thread-cpu.ts'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const connections = 64

interface Result {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly p999Ms: number
  readonly errors: number
  readonly note: string
  /** CPU time a request: of the thread that serves, of the one that writes, of the whole process. */
  readonly mainUs: number
  readonly writerUs: number
  readonly processUs: number
}

export async function run(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      seconds: { type: 'string', default: '15' },
      'warm-up': { type: 'string', default: '10' },
      rounds: { type: 'string', default: '2' },
      rows: { type: 'string', default: '0' },
      postgres: { type: 'boolean', default: false },
    },
  })
  const times = { warmUpSeconds: Number(values['warm-up']), seconds: Number(values.seconds) }
  const rows = Number(values.rows)
  const root = mkdtempSync(join(tmpdir(), 'ringkey-bench-'))
  const cluster = values.postgres ? await makeCluster() : undefined
  try {
    const grown = join(root, 'grown')
    if (rows > 0)
      await prefill(grown, rows, (done) =>
        say(`\rprefilling ${done.toLocaleString('en')} of ${rows.toLocaleString('en')}`),
      )
    await cluster?.start()
    const scenes: [string, () => Promise<Result>][] = [
      ['bare node:http', () => bare(times)],
      ['store in memory', () => service(join(root, 'memory'), times, ['--memory'])],
      ['the service', () => service(join(root, 'fresh'), times, [])],
      ...(rows > 0
        ? [
            [`at ${rows.toLocaleString('en')} rows`, () => service(grown, times, [])] as [
              string,
              () => Promise<Result>,
            ],
          ]
        : []),
    ]
    if (cluster !== undefined) scenes.push(['on PostgreSQL', () => onPostgres(cluster, root, times)])
    const results = new Map<string, Result[]>(scenes.map(([name]) => [name, []]))
    for (let round = 1; round <= Number(values.rounds); round++) {
      for (const [name, measure] of scenes) {
        say(`\rround ${round}: ${name} …                    `)
        results.get(name)!.push(await measure())
      }
    }
    say('\r')
    print(results)
  } finally {
    await cluster?.remove()
    rmSync(root, { recursive: true, force: true })
  }
}

async function bare(times: Times): Promise<Result> {
  const port = await freePort()
  const server = spawn(process.execPath, [here('bare-server.ts'), String(port)], { stdio: 'inherit' })
  await untilAnswers(`http://127.0.0.1:${port}/`)
  const result = measured(server, `http://127.0.0.1:${port}`, 'Bearer none', times)
  await end(server)
  return { ...result, note: '' }
}

/** Each scene runs on its own folder; the account has money enough and the address limit is on but high. */
async function service(
  folder: string,
  times: Times,
  flags: readonly string[],
  store: NodeJS.ProcessEnv = {},
): Promise<Result> {
  const [port, altPort, metricsPort] = [await freePort(), await freePort(), await freePort()]
  const process_ = spawn(process.execPath, [here('service.ts'), ...flags], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      RINGKEY_DATA: folder,
      RINGKEY_PORT: String(port),
      RINGKEY_ALT_PORT: String(altPort),
      RINGKEY_METRICS_PORT: String(metricsPort),
      RINGKEY_SIP_PORT: '0',
      RINGKEY_RATE_PER_ADDRESS: '1000000',
      RINGKEY_DEMO: 'off',
      ...store,
    },
  })
  const base = `http://127.0.0.1:${port}`
  await untilAnswers(`${base}/health`)
  const credentials = enrich(folder, store)
  await sleep(2_000)
  const before = await settledCount(metricsPort)
  const result = measured(process_, base, `Bearer ${credentials}`, times)
  const settled = await allSettled(metricsPort, before + result.answered)
  await end(process_)
  return { ...result, note: `${settled - before} settled` }
}

/** The database shares the cores with the service and the load generator. */
async function onPostgres(cluster: Cluster, root: string, times: Times): Promise<Result> {
  const name = `round_${++databases}`
  return service(join(root, name), times, [], { RINGKEY_DATABASE_URL: await cluster.createDatabase(name) })
}

let databases = 0

interface Times {
  /** Code is compiled when it first runs; a service that has run for days is past that. */
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** The load and what it cost in CPU time, which on a shared machine says more than the clock on the wall. */
function measured(server: ChildProcess, base: string, authorization: string, times: Times) {
  const warmUp = times.warmUpSeconds > 0 ? load(base, authorization, times.warmUpSeconds) : undefined
  const before = cpuOf(server.pid!)
  const result = load(base, authorization, times.seconds)
  const { mainUs, writerUs, processUs } = since(before, cpuOf(server.pid!))
  const each = (us: number) => us / result.requests
  return {
    ...result,
    answered: result.requests - result.errors + (warmUp === undefined ? 0 : warmUp.requests - warmUp.errors),
    mainUs: each(mainUs),
    writerUs: each(writerUs),
    processUs: each(processUs),
  }
}

/** A service with a key and money, made as the operator makes it. */
function enrich(folder: string, store: NodeJS.ProcessEnv): string {
  const made = execFileSync(process.execPath, [here('make-service.ts')], {
    env: { ...process.env, RINGKEY_DATA: folder, ...store },
  })
  return made.toString().trim()
}

function load(base: string, authorization: string, seconds: number) {
  const words = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '-s',
    here('load.lua'),
    base,
    '--',
    '/v1.0/initCall',
    authorization,
  ]
  const output = execFileSync('wrk', words).toString()
  const said = JSON.parse(output.trim().split('\n').at(-1)!) as Record<string, number>
  return {
    requests: said.requests!,
    perSecond: said.requests! / (said.durationUs! / 1e6),
    p50Ms: said.p50Us! / 1000,
    p99Ms: said.p99Us! / 1000,
    p999Ms: said.p999Us! / 1000,
    errors: said.statusErrors! + said.socketErrors!,
  }
}

async function settledCount(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return [...text.matchAll(/^ringkey_verifications_settled_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  )
}

/** wrk drops the answers that are on the way when it stops, so a few more than it counted may be settled. */
async function allSettled(metricsPort: number, expected: number): Promise<number> {
  for (let tries = 0; tries < 300; tries++) {
    const settled = await settledCount(metricsPort)
    if (settled >= expected) return settled
    await sleep(100)
  }
  throw new Error(`not every verification was settled: ${await settledCount(metricsPort)} of ${expected}`)
}

async function untilAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    await sleep(50)
  }
  throw new Error(`${url} never answered`)
}

async function end(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}

function print(results: ReadonlyMap<string, readonly Result[]>): void {
  const best = (name: string) => results.get(name)!.reduce((a, b) => (a.perSecond > b.perSecond ? a : b))
  const floor = best('bare node:http').perSecond
  const fresh = best('the service').perSecond
  console.error(
    'initCall, 64 connections              a second  of bare  of fresh   p50 ms   p99 ms  p99.9 ms  errors  main us  writer us  process us',
  )
  for (const name of results.keys()) {
    const { perSecond, p50Ms, p99Ms, p999Ms, errors, note, mainUs, writerUs, processUs } = best(name)
    const cells = [
      perSecond.toFixed(0).padStart(10),
      (perSecond / floor).toFixed(2).padStart(9),
      (perSecond / fresh).toFixed(2).padStart(10),
      p50Ms.toFixed(1).padStart(9),
      p99Ms.toFixed(1).padStart(9),
      p999Ms.toFixed(1).padStart(10),
      String(errors).padStart(8),
      mainUs.toFixed(0).padStart(9),
      writerUs.toFixed(0).padStart(11),
      processUs.toFixed(0).padStart(12),
    ]
    console.error(`${name.padEnd(34)}${cells.join('')}  ${note}`)
  }
}

function say(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(text)
}
