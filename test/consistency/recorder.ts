import { Agent, request } from 'node:http'
import type { Customer } from './furnish.ts'
import type { Answer, Method, NemesisEvent, Request, Sample } from './history.ts'
import type { World } from './world.ts'

const answerTimeoutMs = 10_000

export type Question = Omit<Request, 'startMs' | 'endMs' | 'answer' | 'accountId'>

/** Takes down every request with its start, its end and its answer or the lack of one. */
export class Recorder {
  readonly requests: Request[] = []
  readonly events: NemesisEvent[] = []
  readonly samples: Sample[] = []
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 })
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  async ask(customer: Customer, question: Question, isKept = true): Promise<Request> {
    const startMs = performance.now()
    const answer = await this.#post(customer, question)
    const done: Request = {
      ...question,
      accountId: customer.accountId,
      startMs,
      endMs: performance.now(),
      answer,
    }
    if (isKept) this.requests.push(done)
    return done
  }

  close(): void {
    this.#agent.destroy()
  }

  #post(customer: Customer, question: Question): Promise<Answer | undefined> {
    const { hostname, port } = new URL(this.#world.nodes[question.node]!.baseUrl)
    const headers = { Authorization: customer.authorization, 'Content-Type': 'application/json' }
    const path = `/v1.0/${question.method}`
    const options = { hostname, port, path, method: 'POST', headers, agent: this.#agent }
    return new Promise((resolve) => {
      const sent = request({ ...options, timeout: answerTimeoutMs }, async (response) => {
        try {
          const body = JSON.parse(Buffer.concat(await response.toArray()).toString())
          resolve(answerOf(response.statusCode ?? 0, body))
        } catch {
          resolve(undefined)
        }
      })
      sent.on('timeout', () => sent.destroy())
      sent.on('error', () => resolve(undefined))
      sent.end(JSON.stringify(parametersOf(question)))
    })
  }
}

function parametersOf({ method, id, phone, key, uid }: Question): Record<string, unknown> {
  const parameters: Record<Exclude<Method, 'top-up'>, Record<string, unknown>> = {
    initCall: { phone, unique: key, client: id },
    inboundCallWaiting: { phone, client: id, callback_url: 'http://127.0.0.1:9/' },
    checkPhone: { phone },
    getInfo: { uid },
  }
  return parameters[method as Exclude<Method, 'top-up'>]
}

function answerOf(status: number, body: Record<string, unknown>): Answer {
  return {
    status,
    ...(typeof body.vendor_id === 'number' ? { vendorId: body.vendor_id } : {}),
    ...(typeof body.code === 'string' ? { code: body.code } : {}),
    ...(typeof body.exists === 'boolean' ? { exists: body.exists } : {}),
  }
}
