import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgresStore } from '../../server/src/storage/postgres/store.ts'
import type { Store } from '../../server/src/storage/store.ts'
import { addAccount, addKeyedService } from '../../server/test/store-contract/fixture.ts'
import { programOf } from '../setup/program.ts'

const everywhere = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }

export const fleetSecret = 'the nodes of one installation share this secret'
const startPatienceMs = 60_000
const answerPatienceMs = 60_000
export const callPriceUnits = 8_000

export interface Node {
  readonly baseUrl: string
  kill(): Promise<void>
  stop(): Promise<void>
}

/** With a telephone network that rings everybody for a moment, or with the trunks of the store. */
export async function startNode(
  url: string,
  folder: string,
  network: 'stand-in' | 'trunks' = 'stand-in',
  more: Readonly<Record<string, string>> = {},
): Promise<Node> {
  mkdirSync(folder, { recursive: true })
  const child = spawn(process.execPath, programOf(network === 'trunks' ? 'serve' : 'serve-node'), {
    env: {
      ...process.env,
      RINGKEY_DATA: folder,
      RINGKEY_DATABASE_URL: url,
      RINGKEY_SECRET: fleetSecret,
      RINGKEY_SIP_PORT: '0',
      RINGKEY_PORT: '0',
      RINGKEY_ALT_PORT: '0',
      RINGKEY_METRICS_PORT: '0',
      RINGKEY_DEMO: 'off',
      RINGKEY_ADDRESS_LIMIT: 'api:0/s',
      RINGKEY_SERVICE_LIMIT: '0/s',
      RINGKEY_NUMBER_LIMIT: '0s',
      RINGKEY_NUMBER_TOTAL_LIMIT: '0s',
      RINGKEY_LOG_LEVEL: 'fatal',
      RINGKEY_CALLBACK_ALLOW: '127.0.0.1',
      RINGKEY_LAME_DUCK_SECONDS: '0',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const baseUrl = await addressOf(child)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return { baseUrl, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/** Where a node listens, once it says that it is ready. */
export function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`the node does not start: ${said}`)), startPatienceMs)
    const listen = (chunk: Buffer) => {
      said += chunk
      const address = said.match(/is ready: (http:\S+?)(,|\s)/)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      // What it says from now on is read and dropped: otherwise it would wait for a reader.
      for (const stream of [child.stdout!, child.stderr!]) stream.off('data', listen).resume()
      resolve(address)
    }
    child.stdout!.on('data', listen)
    child.stderr!.on('data', listen)
    child.once('exit', () => reject(new Error(`the node ended: ${said}`)))
  })
}

/** Opens the store beside the nodes, with an account that has money. */
export async function furnishFleet(
  url: string,
): Promise<{ store: Store; authorization: string; accountId: number; serviceId: number }> {
  const store = await openPostgresStore({
    url,
    nodeId: 'test',
    now: () => 0,
    numberLimits: { ...everywhere, everywhere },
  })
  await store.changeTariff({ code: 'uni', name: 'Uni', chargesFailed: false })
  await store.changeTariff({
    code: 'uni',
    prices: [{ mode: 'flash', prefix: '', priceUnits: callPriceUnits }],
  })
  const accountId = await addAccount(store, 'owner@example.com', { amountUnits: 1e12, at: 1 })
  const { id: serviceId, authorization } = await addKeyedService(store, accountId, { at: 1 })
  return { store, accountId, serviceId, authorization }
}

/** Sends a request as a client should: with the same key until it is answered, to the next node after a failure. */
export async function callSurely(
  nodes: readonly Node[],
  first: number,
  authorization: string,
  call: { phone: string; unique: string },
): Promise<{ vendorId: number; tries: number }> {
  for (let tries = 1; ; tries++) {
    const node = nodes[(first + tries - 1) % nodes.length]!
    try {
      const response = await fetch(`${node.baseUrl}/v1.0/initCall`, {
        method: 'POST',
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify(call),
        signal: AbortSignal.timeout(answerPatienceMs),
      })
      const body = (await response.json()) as { vendor_id?: number }
      if (response.status === 200) return { vendorId: body.vendor_id!, tries }
      if (response.status < 500) throw new Refused(JSON.stringify(body))
    } catch (error) {
      if (error instanceof Refused) throw error
    }
    await sleep(100)
  }
}

class Refused extends Error {}

/** Runs the jobs with limited concurrency. */
export async function spread(
  jobs: number,
  atOnce: number,
  run: (job: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < jobs) await run(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
