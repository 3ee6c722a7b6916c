import { Agent, request } from 'node:http'
import type {
  Answer,
  EventPage,
  FirstMethod,
  NemesisEvent,
  PhoneAnswer,
  Request,
  Sample,
} from './checkers/history.ts'
import type { Customer } from './furnish.ts'
import { toldEvent } from './receiver.ts'
import type { World } from './world.ts'

const answerTimeoutMs = 10_000
const eventsAPage = 100

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
    const { path, verb = 'POST', key, body } = wireOf(question, customer)
    const headers = {
      Authorization: customer.authorization,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    }
    const options = { hostname, port, path, method: verb, headers, agent: this.#agent }
    return new Promise((resolve) => {
      const sent = request({ ...options, timeout: answerTimeoutMs }, async (response) => {
        try {
          const text = Buffer.concat(await response.toArray()).toString()
          const { statusCode = 0 } = response
          resolve(readAnswer(question, statusCode, text))
        } catch {
          resolve(undefined)
        }
      })
      sent.on('timeout', () => sent.destroy())
      sent.on('error', () => resolve(undefined))
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
}

interface Wire {
  readonly path: string
  readonly verb?: 'GET'
  readonly key?: string | undefined
  readonly body?: object | undefined
}

function wireOf(question: Question, { hookPath }: Customer): Wire {
  const { method, phone, key, creation, verificationId, typed, awaited, cursor } = question
  const path = `/v2/verifications/${verificationId}`
  switch (method) {
    case 'createVerification':
      return { path: '/v2/verifications', key, body: creation }
    case 'checkCode':
      return { path: `${path}/check`, body: { code: typed!.code } }
    case 'cancelVerification':
      return { path: `${path}/cancel`, body: {} }
    case 'startNextStep':
      return { path: `${path}/next`, body: {} }
    case 'waitForChange':
      return { path: `${path}?wait=${awaited!.seconds}&version=${awaited!.version}`, verb: 'GET' }
    case 'readVerification':
      return { path, verb: 'GET' }
    case 'listEvents':
      return {
        path: `/v2/events?after=${cursor}&limit=${eventsAPage}${awaited === undefined ? '' : `&wait=${awaited.seconds}`}`,
        verb: 'GET',
      }
    case 'hook':
      return { path: hookPath!, body: { phone: `+${phone}`, code: typed!.code, client: key } }
    case 'top-up':
    case 'reversal':
      throw new Error('money moves by commands')
    default:
      return { path: `/v1.0/${method}`, body: firstMethods[method](question) }
  }
}

const firstMethods: Readonly<Record<FirstMethod, (question: Question) => object>> = {
  initCall: ({ id, phone, key }) => ({ phone, unique: key, client: id }),
  inboundCallWaiting: ({ id, phone }) => ({ phone, client: id, callback_url: 'http://127.0.0.1:9/' }),
  checkPhone: ({ phone }) => ({ phone }),
  getInfo: ({ uid }) => ({ uid }),
}

function readAnswer({ method }: Question, status: number, text: string): Answer {
  if (method === 'listEvents') return { status, ...(status === 200 ? { page: pageOf(text) } : {}) }
  if (method === 'hook') return { status }
  if (method in firstMethods) return answerOf(status, text)
  return phoneAnswerOf(status, text, method === 'createVerification')
}

function pageOf(text: string): EventPage {
  const { events, next_cursor } = JSON.parse(text) as {
    events: ({ id: string } & Parameters<typeof toldEvent>[1])[]
    next_cursor: string
  }
  return { events: events.map(({ id, ...event }) => toldEvent(id, event)), cursor: next_cursor }
}

function answerOf(status: number, text: string): Answer {
  const body = JSON.parse(text) as Record<string, unknown>
  return {
    status,
    ...(typeof body.vendor_id === 'number' ? { vendorId: body.vendor_id } : {}),
    ...(typeof body.code === 'string' ? { code: body.code } : {}),
    ...(typeof body.exists === 'boolean' ? { exists: body.exists } : {}),
  }
}

/** A problem has the HTTP status as its `status`. */
function phoneAnswerOf(status: number, text: string, isCreation: boolean): Answer {
  const body = JSON.parse(text) as Record<string, unknown>
  const reported = typeof body.status === 'string' ? body.status : body.verification_status
  const phone: PhoneAnswer = {
    text: isCreation ? text : '',
    ...(typeof body.id === 'string' ? { id: body.id } : {}),
    ...(typeof reported === 'string' ? { status: reported } : {}),
    ...(typeof body.version === 'number' ? { version: body.version } : {}),
    ...(typeof body.valid === 'boolean' ? { valid: body.valid } : {}),
    ...(isCreation && typeof body.attempts_left === 'number' ? { attemptsLeft: body.attempts_left } : {}),
  }
  return { status, phone }
}
