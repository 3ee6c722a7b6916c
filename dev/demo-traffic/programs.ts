import type { Human } from './country.ts'
import type { Draw } from './draw.ts'
import type { RingingCall } from './drawn-telephony.ts'
import type { Schedule } from './schedule.ts'

interface Deps {
  readonly baseUrl: string
  readonly services: readonly { readonly id: number; readonly key: string }[]
  /** Where inbound calls are reported to. */
  readonly callbackUrl: string
  readonly now: () => number
  readonly draw: Draw
  readonly schedule: Schedule
  /** The service does what is due. */
  readonly runTasks: () => Promise<void>
  /** Somebody calls a confirmation number. */
  readonly arrive: (call: { callerE164: string; calledE164: string; trunk: string }) => Promise<unknown>
}

interface Waiting {
  readonly verificationId: string
  readonly authorization: string
}

/** Numbers that need no telephone network (docs/demo.md). */
const testNumbers = ['79000000001', '79000000002']

/** The programs of the account: each visit of a person is one or more requests, now and then a wrong one. */
export class Programs {
  refused = 0
  confirmed = 0
  readonly #deps: Deps
  readonly #waiting = new Map<string, Waiting>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async visit(human: Human): Promise<void> {
    const { draw, services } = this.#deps
    // The taxi app uses /v2, the shop /v1.0.
    const isTaxi = draw.chance(0.4)
    const service = services[isTaxi ? 1 : 0]!
    const authorization = `Bearer ${service.key}.${service.id}`
    if (draw.chance(0.05)) return this.#mistake(human, authorization)
    if (isTaxi) return this.#verify(human, authorization)
    const how = draw.weighted({ flash: 62, voice: 14, mix: 8, inbound: 12, test: 4 })
    if (how === 'inbound') return this.#inbound(human, authorization)
    const { body } = await this.#post('/v1.0/initCall', authorization, {
      phone: how === 'test' ? draw.one(testNumbers) : human.phone,
      ...(human.client === '' ? {} : { client: human.client }),
      ...(how === 'voice' || how === 'mix' ? { [how]: true } : {}),
    })
    // A careful program asks for the outcome.
    if (draw.chance(0.3) && body.vendor_id !== undefined) {
      this.#deps.schedule.after(20_000, async () => {
        await this.#ask(`/v1.0/getInfo?uid=${body.vendor_id}`, authorization)
      })
    }
  }

  /** People of /v2 type the code that they saw or heard. */
  callEnded({ phone, completed, code }: RingingCall): void {
    const waiting = this.#waiting.get(phone)
    if (waiting === undefined) return
    const { draw, schedule, runTasks } = this.#deps
    // The next call follows as soon as the number may be called again.
    if (!completed) {
      schedule.after(16_000, runTasks)
      return
    }
    if (draw.chance(0.07)) return
    const type = (typed: string, afterMs: number) =>
      schedule.after(afterMs, async () => {
        const path = `/v2/verifications/${waiting.verificationId}/check`
        await this.#post(path, waiting.authorization, { code: typed })
      })
    const afterMs = draw.between(3_000, 14_000)
    if (draw.chance(0.08)) type(String((Number(code) % 9_000) + 1_001).padStart(code.length, '0'), afterMs)
    type(code, afterMs + draw.between(2_000, 6_000))
    this.#waiting.delete(phone)
  }

  async #verify(human: Human, authorization: string): Promise<void> {
    const { body } = await this.#post('/v2/verifications', authorization, {
      phone: `+${human.phone}`,
      ...(human.client === '' ? {} : { client: human.client }),
      consent: { at: new Date(this.#deps.now() - 4_000).toISOString(), ip: '198.51.100.7' },
    })
    if (body.id !== undefined) this.#waiting.set(human.phone, { verificationId: body.id, authorization })
  }

  async #inbound(human: Human, authorization: string): Promise<void> {
    const { draw, schedule, callbackUrl, arrive, runTasks } = this.#deps
    const { body } = await this.#post('/v1.0/inboundCallWaiting', authorization, {
      phone: human.phone,
      callback_url: callbackUrl,
      ...(human.client === '' ? {} : { client: human.client }),
    })
    if (body.confirmation_number === undefined) return
    if (draw.chance(0.2)) {
      // Nobody calls: the request ends with its life of a minute.
      schedule.after(61_000, runTasks)
      return
    }
    schedule.after(draw.between(5_000, 40_000), async () => {
      const arrived = await arrive({
        callerE164: human.phone,
        calledE164: String(body.confirmation_number),
        trunk: 'simulator',
      })
      if (arrived === 'matched') this.confirmed += 1
    })
  }

  /** What programs do wrong. */
  async #mistake(human: Human, authorization: string): Promise<void> {
    const kind = this.#deps.draw.weighted({ phone: 5, key: 2, parameter: 2, id: 2, method: 1 })
    if (kind === 'phone')
      await this.#post('/v1.0/initCall', authorization, { phone: human.phone.slice(0, 7) })
    if (kind === 'key') await this.#post('/v1.0/initCall', `${authorization}0`, { phone: human.phone })
    if (kind === 'parameter') await this.#post('/v1.0/initCall', authorization, { client: human.client })
    if (kind === 'id') await this.#ask('/v1.0/getInfo?uid=4', authorization)
    if (kind === 'method') await this.#ask('/v1.0/initcalls', authorization)
  }

  async #post(path: string, authorization: string, body: object) {
    return this.#ask(path, authorization, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  async #ask(path: string, authorization: string, init: RequestInit = {}) {
    const response = await fetch(this.#deps.baseUrl + path, {
      ...init,
      // Two servers of the account, behind one proxy.
      headers: {
        ...init.headers,
        Authorization: authorization,
        'X-Forwarded-For': this.#deps.draw.one(['203.0.113.14', '203.0.113.15']),
      },
    })
    const answered = (await response.json()) as Record<string, string | undefined> & { status?: unknown }
    if (!response.ok || answered.status === false) this.refused += 1
    return { body: answered }
  }
}
