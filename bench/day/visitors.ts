import { setTimeout as sleep } from 'node:timers/promises'
import type { CarriedCall } from '../../test/nodes/counting-carrier.ts'
import type { Answer, ApiClient } from '../measure/api-client.ts'

/** How long a person looks at the calling number before typing its last digits. */
const typingMs = 1_000
const firstPauseMs = 300
const longestPauseMs = 5_000
/** Nobody waits longer for a page. */
const patienceMs = 30_000
/** Long enough for the second step of a verification whose first call is lost with its node. */
export const expiresSeconds = 120
const steps = [{ mode: 'flash' }, { mode: 'flash' }]

/** One person who signs in. Times are those of this process. */
export interface Visit {
  /** The `Idempotency-Key` of the creation, and its `client`. */
  readonly key: string
  /** Of the verification; undefined until the creation is answered with 201. */
  id: string | undefined
  answeredAtMs: number
  /** A try of the creation had no answer: nobody knows whether it was stored. */
  isUncertain: boolean
  readonly calledAtMs: number[]
  /** The code that was shown was sent, and the answer was that it is right. */
  isApproved: boolean
}

/** What `/v2` answers of a verification, as far as it is counted. */
export interface Verification {
  readonly id: string
  readonly status: string
  readonly client: string
  readonly steps: readonly { readonly status: string; readonly price?: string | null }[]
}

const notYet: Answer = { status: 0, code: 'the creation is not answered', retryAfterMs: undefined, body: {} }

/** People, and the program of the integrator: it repeats what had no answer or was refused for the moment. */
export class Visitors {
  /** By the phone; every phone is called for one visit. */
  readonly visits = new Map<string, Visit>()
  /** Types of the events of a verification, each after a space. */
  readonly events = new Map<string, string>()
  /** How long creations took, from the first try. */
  readonly answerMs: number[] = []
  /** Tries that were refused or not answered. */
  readonly refused = new Map<string, number>()
  /** Creations and checks, with their repeats, that have not come to an end. */
  underWay = 0
  #eventsAfter = '0'
  readonly #client: ApiClient
  readonly #authorization: string

  constructor(client: ApiClient, authorization: string) {
    this.#client = client
    this.#authorization = authorization
  }

  async visit(): Promise<void> {
    const place = this.visits.size + 1
    const phone = String(79_100_000_000 + place)
    const key = `visit-${place}`
    const visit: Visit = {
      key,
      id: undefined,
      answeredAtMs: 0,
      isUncertain: false,
      calledAtMs: [],
      isApproved: false,
    }
    this.visits.set(phone, visit)
    const beganMs = performance.now()
    const body = { phone, steps, client: key, expires_in: expiresSeconds }
    this.underWay += 1
    const answer = await this.#surely(async () => {
      const tried = await this.#ask('/v2/verifications', body, key)
      visit.isUncertain ||= tried.status === 0
      return tried
    })
    this.underWay -= 1
    if (answer.status !== 201) return
    visit.id = answer.body.id
    visit.answeredAtMs = performance.now()
    this.answerMs.push(visit.answeredAtMs - beganMs)
  }

  /** The phone rings: the person types the last digits of the number that calls. */
  async called({ to, caller, at }: CarriedCall): Promise<void> {
    const visit = this.visits.get(to)
    if (visit === undefined) throw new Error('a phone was called that nobody has asked for')
    visit.calledAtMs.push(at)
    this.underWay += 1
    await sleep(typingMs)
    const code = caller.slice(-4)
    const { body } = await this.#surely(async () =>
      visit.id === undefined ? notYet : await this.#ask(`/v2/verifications/${visit.id}/check`, { code }),
    )
    this.underWay -= 1
    visit.isApproved ||= body.valid === true && body.status === 'approved'
  }

  /** Reads events until the signal, and then to their end. The service records them from the first time on. */
  async readEvents(signal: AbortSignal): Promise<void> {
    for (;;) {
      const path = `/v2/events?limit=100&wait=1&after=${this.#eventsAfter}`
      const { body } = await this.#surely(() => this.#ask(path))
      for (const { type, data } of body.events ?? [])
        this.events.set(data.id, `${this.events.get(data.id) ?? ''} ${type}`)
      this.#eventsAfter = body.next_cursor ?? this.#eventsAfter
      if (signal.aborted && body.events?.length === 0) return
    }
  }

  /** Everything that the service has, newest first. */
  async *list(): AsyncGenerator<Verification> {
    for (let cursor = ''; ; ) {
      const { body } = await this.#surely(() => this.#ask(`/v2/verifications?limit=100${cursor}`))
      yield* body.verifications
      if (body.next_cursor === null) return
      cursor = `&cursor=${body.next_cursor}`
    }
  }

  /** In roubles. */
  async balance(): Promise<number> {
    return (await this.#surely(() => this.#ask('/v1.0/getBalance'))).body.rub_balance
  }

  #ask(path: string, body?: object, idempotencyKey?: string): Promise<Answer> {
    const authorization = this.#authorization
    return this.#client.ask(path, {
      authorization,
      ...(body === undefined ? {} : { body }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    })
  }

  /** The same request until it has an answer that a repeat would not change. */
  async #surely(ask: () => Promise<Answer>): Promise<Answer> {
    const untilMs = performance.now() + patienceMs
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const answer = await ask()
      const { status, code, retryAfterMs } = answer
      const isTemporary = status === 0 || status === 429 || (status >= 502 && status <= 504)
      if (!isTemporary || performance.now() > untilMs) return answer
      const words = `${status} ${code}`
      this.refused.set(words, (this.refused.get(words) ?? 0) + 1)
      await sleep(retryAfterMs ?? pauseMs)
    }
  }
}
