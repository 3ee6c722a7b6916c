import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Measured } from './server-process.ts'

const pollMs = 1_000
const code = '4321'

// biome-ignore lint/suspicious/noExplicitAny: answers of both interfaces
type Body = any

/** An integrator's server: counts its requests. */
export class Integrator {
  requests = 0
  readonly #agent = new Agent({ keepAlive: true })
  readonly #server: Measured
  #phones = 0

  constructor(server: Measured) {
    this.#server = server
  }

  /** initCall, then getInfo every second until the outcome is known. The integrator compares the code itself. */
  async verifyByV1(): Promise<void> {
    const { vendor_id: uid } = await this.ask('/v1.0/initCall', { phone: this.#phone(), code })
    for (;;) {
      await sleep(pollMs)
      const { call_status: status } = await this.ask(`/v1.0/getInfo?uid=${uid}`)
      if (status === 1) return
      if (status !== -1) throw new Error(`initCall ended with ${status}`)
    }
  }

  /** Create, wait for the delivery, check. */
  async verifyByV2(): Promise<void> {
    const id = await this.create({ code })
    let { steps, version } = await this.ask(`/v2/verifications/${id}?wait=25`)
    while (steps[0].status === 'started')
      ({ steps, version } = await this.ask(`/v2/verifications/${id}?wait=25&version=${version}`))
    const { status } = await this.ask(`/v2/verifications/${id}/check`, { code })
    if (status !== 'approved') throw new Error(`the check answered ${status}`)
  }

  async create(more: object): Promise<string> {
    const body = { phone: this.#phone(), steps: [{ mode: 'flash' }], ...more }
    return (await this.ask('/v2/verifications', body)).id
  }

  async ask(path: string, body?: object): Promise<Body> {
    this.requests += 1
    const { port, authorization } = this.#server
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      request({ port, path, method, headers, agent: this.#agent }, async (response) =>
        resolve({
          status: response.statusCode!,
          text: Buffer.concat(await response.toArray()).toString(),
        }),
      )
        .on('error', reject)
        .end(body === undefined ? undefined : JSON.stringify(body))
    })
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
    return JSON.parse(text)
  }

  close(): void {
    this.#agent.destroy()
  }

  #phone(): string {
    return `7916${String(++this.#phones).padStart(7, '0')}`
  }
}
