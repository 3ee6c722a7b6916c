// npm run bench -- phones [--seconds 5] [--rounds 3]
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cpuOf, ownCpuUs, per, since, watchMachine } from '../measure/cpu.ts'
import { type BenchResult, type Figures, newResult } from '../measure/figures.ts'
import { publishRegistry } from '../measure/full-registry.ts'
import { interleave } from '../measure/rounds.ts'
import { enrich, type ServerProcess, startServiceOn } from '../measure/server-process.ts'
import { latencyOf } from '../measure/statistics.ts'
import { judgeLoad, medianOf, printGoals, printTable, sceneOf } from '../measure/table.ts'
import { russianNumbers } from '../numbering/numbers.ts'

/** As many as people write them fit into a body of 16 KiB. */
const numbersARequest = 500
const connections = 4
const wantedPerCore = 200_000
const name = 'POST /v2/phones, Russian numbers'

/** Numbers looked up in bulk over HTTP by a service that has a whole registry; every valid one is charged. */
export async function run(flags: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...flags],
    options: { seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '3' } },
  })
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-bench-'))
  const result = newResult('phones', 'one number')
  try {
    const index = await publishRegistry(folder)
    const texts = russianNumbers(index, 50_000)
    const server = await startServiceOn(import.meta.resolve('../http/service.ts'), folder, {
      environment: { RINGKEY_SERVICE_LIMIT: '1000000/s' },
    })
    const authorization = enrich(server)
    await sleep(2_000)
    const bodies = Array.from({ length: texts.length / numbersARequest }, (_, place) =>
      JSON.stringify({ phones: texts.slice(place * numbersARequest, (place + 1) * numbersARequest) }),
    )
    await ask(server, authorization, bodies, 2)
    const measure = () => ask(server, authorization, bodies, Number(values.seconds))
    await interleave(result, [{ name, measure }], Number(values.rounds))
    await server.end()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const perCore = 1e6 / medianOf(sceneOf(result, name), 'cpuUs')
  result.goals.push({
    what: 'numbers per second on one core',
    measured: perCore.toFixed(0),
    wanted: `at least ${wantedPerCore}`,
    isMet: perCore >= wantedPerCore,
  })
  judgeLoad(result)
  printTable(result)
  printGoals(result)
  return result
}

async function ask(
  server: ServerProcess,
  authorization: string,
  bodies: readonly string[],
  seconds: number,
): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const timesMs: number[] = []
  const untilMs = performance.now() + seconds * 1_000
  let turn = 0
  const [before, ownBefore, shares] = [cpuOf(server.pid), ownCpuUs(), watchMachine()]
  const chain = async () => {
    while (performance.now() < untilMs) {
      const begunMs = performance.now()
      await post(server.baseUrl, agent, authorization, bodies[turn++ % bodies.length]!)
      timesMs.push(performance.now() - begunMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, chain))
  const cpu = since(before, cpuOf(server.pid))
  const loadUs = ownCpuUs() - ownBefore
  const { machineShare, othersShare, seconds: taken } = shares(cpu.cpuUs + loadUs)
  agent.destroy()
  const numbers = timesMs.length * numbersARequest
  return {
    perSecond: numbers / taken,
    ...latencyOf(timesMs),
    ...per(numbers, cpu),
    loadShare: loadUs / 1e6 / taken,
    machineShare,
    othersShare,
  }
}

function post(baseUrl: string, agent: Agent, authorization: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: authorization,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    }
    request(`${baseUrl}/v2/phones`, { method: 'POST', agent, headers }, (response) => {
      let first = ''
      response.on('data', (part: Buffer) => {
        first ||= part.toString()
      })
      response.on('end', () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`answered ${response.statusCode} ${first}`)),
      )
    })
      .on('error', reject)
      .end(body)
  })
}
