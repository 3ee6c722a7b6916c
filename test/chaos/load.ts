import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceChild } from './service-child.ts'

export interface Started {
  readonly status: true
  readonly vendor_id: number
  readonly code: string
  readonly unique_request_id: string
  readonly exists: boolean
}

export interface Reply {
  readonly status: number
  readonly body: unknown
}

/** What clients were told, by their key. */
export type Acknowledged = Map<string, Started>

const retryMs = 50
const answerTimeoutMs = 10_000

/** Clients that each start one call after another and repeat it with its key until it is acknowledged. */
export class Load {
  readonly acknowledged: Acknowledged = new Map()
  /** Answers that are not explained by a failure of the service. */
  readonly surprises: string[] = []
  readonly #agent = new Agent({ keepAlive: true })
  readonly #service: () => ServiceChild
  readonly #pauseMs: number
  readonly #clients: Promise<void>[]
  #keys = 0
  #isOver = false

  /** `service` gives the run that is up now; it changes with every restart. A client pauses between two keys. */
  constructor(service: () => ServiceChild, clients: number, pauseMs: number) {
    this.#service = service
    this.#pauseMs = pauseMs
    this.#clients = Array.from({ length: clients }, () => this.#client())
  }

  /** No new keys; those under way are repeated until they are answered. */
  async finish(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#clients)
    this.#agent.destroy()
  }

  async #client(): Promise<void> {
    while (!this.#isOver) {
      const number = ++this.#keys
      const unique = `key-${number}`
      const phone = `7918${String(number).padStart(7, '0')}`
      while (!this.acknowledged.has(unique)) {
        const reply = await initCall(this.#service(), { phone, unique }, this.#agent).catch(() => undefined)
        if (reply?.status === 200) this.acknowledged.set(unique, reply.body as Started)
        else if (reply !== undefined && reply.status !== 503) this.surprises.push(JSON.stringify(reply))
        if (reply?.status !== 200) await sleep(retryMs)
      }
      if (this.#pauseMs > 0) await sleep(this.#pauseMs)
    }
  }
}

/** One initCall; rejects when the connection ends without an answer. */
export function initCall(service: ServiceChild, parameters: object, agent: Agent): Promise<Reply> {
  const { hostname, port } = new URL(service.baseUrl)
  const headers = {
    Authorization: `Bearer ${service.key}.${service.serviceId}`,
    'Content-Type': 'application/json',
  }
  const options = { hostname, port, path: '/v1.0/initCall', method: 'POST', headers, agent }
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, timeout: answerTimeoutMs }, async (response) => {
      try {
        const text = Buffer.concat(await response.toArray()).toString()
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) })
      } catch (error) {
        reject(error as Error)
      }
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.on('error', reject).end(JSON.stringify(parameters))
  })
}
