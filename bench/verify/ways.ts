import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, ApiClient } from '../measure/api-client.ts'
import { Refused, type Turn } from './turns.ts'

const code = '4321'
const pollMs = 100
/** Nothing that waits for a code expires while the bench runs. */
const longestSeconds = 1_800

/** A verification that was created and not checked. */
interface Open {
  readonly phone: string
  readonly authorization: string
}

let phones = 0
/** Every phone is called once: no limit per number applies. */
const newPhone = () => String(79_100_000_000 + ++phones)

/** The programs of integrators, each with an account of its own. */
export class Integrators {
  readonly #client: ApiClient
  readonly #keys: readonly string[]
  readonly #ringMs: number
  #begun = 0

  constructor(client: ApiClient, keys: readonly string[], ringMs: number) {
    this.#client = client
    this.#keys = keys
    this.#ringMs = ringMs
  }

  async initCall(accounts: number, turn: Turn): Promise<{ authorization: string; uid: number }> {
    const authorization = this.#next(accounts)
    const body = { phone: newPhone(), client: 'bench' }
    const answer = await turn(() => this.#client.ask('/v1.0/initCall', { authorization, body }))
    return { authorization, uid: taken(answer).vendor_id }
  }

  async create(accounts: number, turn: Turn): Promise<Open & { id: string; version: number }> {
    const authorization = this.#next(accounts)
    const phone = newPhone()
    const body = { phone, code, steps: [{ mode: 'flash' }], expires_in: longestSeconds }
    const answer = await turn(() => this.#client.ask('/v2/verifications', { authorization, body }))
    return { ...taken(answer), phone, authorization }
  }

  async check({ phone, authorization }: Open, turn: Turn): Promise<void> {
    const body = { phone, code }
    const answer = await turn(() => this.#client.ask('/v2/checks', { authorization, body }))
    if (taken(answer).status !== 'approved') throw new Error(`the check answered ${answer.body.status}`)
  }

  /** initCall, its call, and getInfo when it has ended. The integrator compares the code itself. */
  async lifeOfV1(accounts: number, turn: Turn): Promise<void> {
    const { authorization, uid } = await this.initCall(accounts, turn)
    await sleep(this.#ringMs)
    for (;;) {
      await sleep(pollMs)
      const answer = await turn(() => this.#client.ask(`/v1.0/getInfo?uid=${uid}`, { authorization }))
      const { call_status: status } = taken(answer)
      if (status === 1) return
      if (status !== -1) throw new Error(`initCall ended with ${status}`)
    }
  }

  /** Created, its outcome waited for as the documents advise, checked and thereby settled. */
  async lifeOfV2(accounts: number, turn: Turn): Promise<void> {
    const created = await this.create(accounts, turn)
    const { authorization, id } = created
    let { version } = created
    for (;;) {
      const path = `/v2/verifications/${id}?wait=25&version=${version}`
      const changed = taken(await this.#client.ask(path, { authorization }))
      if (changed.steps[0].status === 'delivered') break
      if (changed.steps[0].status !== 'started') throw new Error(`the step is ${changed.steps[0].status}`)
      version = changed.version
    }
    await this.check(created, turn)
  }

  #next(accounts: number): string {
    return this.#keys[this.#begun++ % accounts]!
  }
}

/** The body of an answer that is none of a refusal. */
function taken(answer: Answer): Answer['body'] {
  const { status } = answer
  if (status === 429 || status === 503) throw new Refused(answer)
  if (status < 200 || status >= 300) throw new Error(`${status} ${JSON.stringify(answer.body).slice(0, 300)}`)
  return answer.body
}
