/** A service in memory for your tests: `new Ringkey(new TestService().options)`. It plays the scenario numbers. */

import { type Scenario, scenarioOf } from './scenarios.ts'
import type { Schemas } from './schemas.ts'
import type { Options } from './transport.ts'

type Verification = Schemas['Verification']

interface Kept {
  readonly scenario: Scenario
  readonly phone: string
  readonly code: string | undefined
  readonly seconds: readonly number[]
  readonly inboundSeconds: number
  readonly shown: Verification
  /** What happens next of itself, by the clock of the service. */
  due: { readonly at: number; readonly act: () => void }
}

const key = 'test-key.1'
const text = (at: number) => new Date(at).toISOString()

export class TestService {
  /** Milliseconds since 1970. A request that waits moves it to the next change: no test has to sleep. */
  now = Date.UTC(2026, 0, 15, 12)
  readonly #kept = new Map<string, Kept>()
  readonly #answered = new Map<string, Verification>()

  /** For the client. */
  readonly options: Options = {
    url: 'http://ringkey.test',
    key,
    fetch: async (url, init) => this.#serve(new URL(url), init),
    sleep: async (ms) => this.advance(ms),
  }

  /** Lets time pass. */
  advance(ms: number): void {
    const until = this.now + ms
    for (;;) {
      const next = [...this.#kept.values()].reduce<Kept | undefined>(
        (first, each) => (first === undefined || each.due.at < first.due.at ? each : first),
        undefined,
      )
      if (next === undefined || next.due.at > until) break
      this.now = next.due.at
      next.due.act()
    }
    this.now = until
  }

  #serve({ pathname, searchParams }: URL, init: RequestInit): Response {
    const headers = new Headers(init.headers)
    if (headers.get('authorization') !== `Bearer ${key}`) return problem('unauthorized', 401)
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    const [, id = '', action = ''] = /^\/v2\/verifications(?:\/([^/]+)(?:\/(\w+))?)?$/.exec(pathname) ?? []
    if (pathname === '/v2/verifications' && init.method === 'POST')
      return this.#create(body, headers.get('idempotency-key'))
    if (pathname === '/v2/verifications') return this.#list(searchParams)
    if (id === 'search')
      return this.#page([...this.#kept.values()].filter(({ phone }) => phone === bare(body.phone)))
    if (pathname === '/v2/checks') {
      const found = [...this.#kept.values()].findLast(
        ({ phone, shown }) => phone === bare(body.phone) && shown.status === 'pending',
      )
      return found === undefined ? problem('verification_not_found', 404) : this.#check(found, body.code)
    }
    const kept = this.#kept.get(id)
    if (kept === undefined) return problem('verification_not_found', 404)
    if (init.method === 'GET' && action === '') return this.#read(kept, searchParams)
    if (action === 'check') return this.#check(kept, body.code)
    if (action === 'next') return this.#next(kept)
    if (action === 'cancel') return this.#cancel(kept)
    throw new Error(`the service in memory does not serve ${init.method} ${pathname}`)
  }

  #create(body: Schemas['NewVerification'], idempotencyKey: string | null): Response {
    const before = this.#answered.get(idempotencyKey ?? '')
    if (before !== undefined) return Response.json(before, { status: 201 })
    const phone = bare(body.phone)
    const scenario = scenarioOf(phone)
    const steps = body.steps ?? [{ mode: 'flash' as const }, { mode: 'voice' as const }]
    const { refusal } = scenario
    if (refusal !== undefined && !(refusal.ofCallsAlone && steps[0]?.mode === 'inbound'))
      return problem(refusal.code, refusal.status, refusal.restSeconds)
    const expiresAt = this.now + (body.expires_in ?? 300) * 1000
    const shown: Verification = {
      id: `vf_${String(this.#kept.size + 1).padStart(32, '0')}`,
      version: 0,
      status: 'pending',
      reason: null,
      test: true,
      phone: `${phone.slice(0, 4)}***${phone.slice(-4)}`,
      country: 'RU',
      operator: '',
      created_at: text(this.now),
      expires_at: text(expiresAt),
      attempts_left: body.attempts ?? 3,
      currency: 'RUB',
      steps: steps.map(({ mode }) => ({ mode, status: 'planned' })),
      hint: { code_length: body.code_length ?? 4, caller: null },
      inbound: null,
      client: body.client ?? '',
      metadata: body.metadata ?? {},
    }
    const kept: Kept = {
      scenario,
      phone,
      code: body.code,
      seconds: steps.map(({ seconds = 20 }) => seconds),
      inboundSeconds: body.inbound_expires_in ?? 120,
      shown,
      due: { at: expiresAt, act: () => {} },
    }
    this.#kept.set(shown.id, kept)
    this.#start(kept)
    const token = body.client_token === true ? { client_token: `vt_${shown.id}` } : {}
    const answer = structuredClone({ ...shown, ...token })
    if (idempotencyKey !== null) this.#answered.set(idempotencyKey, answer)
    return Response.json(answer, { status: 201, headers: { Location: `/v2/verifications/${shown.id}` } })
  }

  /** Starts the next planned step, or ends what has none left. */
  #start(kept: Kept): void {
    const { shown, scenario } = kept
    const place = shown.steps.findIndex(({ status }) => status === 'planned')
    if (place === -1) {
      if (shown.steps.every(({ status }) => status !== 'delivered')) this.#end(kept, 'failed', 'not_reached')
      else this.#later(kept, Number.POSITIVE_INFINITY, () => {})
      return
    }
    const { mode } = shown.steps[place]!
    shown.version += 1
    shown.steps[place] = {
      mode,
      status: 'started',
      reason: null,
      vendor_id: 100_000 + this.#kept.size * 4 + place,
      started_at: text(this.now),
      ended_at: null,
      price: null,
    }
    if (mode === 'inbound') {
      this.#expect(kept, place)
      return
    }
    const { completed, reason } = scenario.outcome(mode)
    this.#later(kept, this.now + scenario.afterMs, () => {
      this.#settle(kept, place, completed, reason)
      const hasNext = shown.steps.some(({ status }) => status === 'planned')
      if (reason === 'bad number') this.#end(kept, 'failed', 'bad_number')
      else if (completed && hasNext)
        this.#later(kept, this.now + kept.seconds[place]! * 1000, () => this.#start(kept))
      else this.#start(kept)
    })
  }

  /** Waits for the call of the person. */
  #expect(kept: Kept, place: number): void {
    const { shown, scenario, inboundSeconds } = kept
    const endsAt = this.now + inboundSeconds * 1000
    const number = '+70000000001'
    shown.inbound = { number, uri: `tel:${number}`, pretty: '+7 000 000-00-01', expires_at: text(endsAt) }
    if (scenario.callsAfterMs !== null && !scenario.isWithheld) {
      this.#later(kept, this.now + scenario.callsAfterMs, () => {
        this.#settle(kept, place, true, 'test number')
        this.#end(kept, 'approved', null)
      })
      return
    }
    this.#later(kept, endsAt, () => {
      shown.inbound = null
      this.#settle(kept, place, false, scenario.isWithheld ? 'number withheld' : 'no result in time')
      this.#start(kept)
    })
  }

  #later(kept: Kept, at: number, act: () => void): void {
    const expiresAt = Date.parse(kept.shown.expires_at)
    kept.due =
      at < expiresAt ? { at, act } : { at: expiresAt, act: () => this.#end(kept, 'expired', 'expired') }
  }

  #settle({ shown }: Kept, place: number, completed: boolean, reason: string): void {
    shown.version += 1
    Object.assign(shown.steps[place]!, {
      status: completed ? 'delivered' : 'undelivered',
      reason,
      ended_at: text(this.now),
      price: '0.00',
    })
  }

  #end(kept: Kept, status: Verification['status'], reason: Verification['reason']): void {
    const { shown } = kept
    for (const [place, step] of shown.steps.entries()) {
      if (step.status === 'started')
        this.#settle(kept, place, false, step.mode === 'inbound' ? 'canceled' : 'stopped')
      else if (step.status === 'planned') {
        const skipped = status as Schemas['SkippedStep']['reason']
        shown.steps[place] = { mode: step.mode, status: 'skipped', reason: skipped }
      }
    }
    Object.assign(shown, { status, reason, inbound: null, version: shown.version + 1 })
    kept.due = { at: Number.POSITIVE_INFINITY, act: () => {} }
  }

  #read(kept: Kept, asked: URLSearchParams): Response {
    const { shown } = kept
    const known = Number(asked.get('version') ?? shown.version)
    const untilAt = this.now + Number(asked.get('wait') ?? 0) * 1000
    while (shown.status === 'pending' && shown.version <= known && kept.due.at <= untilAt)
      this.advance(kept.due.at - this.now)
    if (shown.status === 'pending' && shown.version <= known) this.advance(untilAt - this.now)
    return Response.json(shown)
  }

  #check(kept: Kept, code: string): Response {
    const { shown } = kept
    if (shown.status !== 'pending') return problem('verification_ended', 409, undefined, shown.status)
    const valid = code === kept.code
    if (valid) {
      const place = shown.steps.findLastIndex(({ status }) => status === 'delivered' || status === 'started')
      if (shown.steps[place]?.status === 'started') this.#settle(kept, place, true, 'code typed')
      this.#end(kept, 'approved', null)
    } else if (--shown.attempts_left === 0) this.#end(kept, 'failed', 'max_attempts')
    const { status, test, attempts_left, version } = shown
    return Response.json({ valid, status, test, attempts_left, version })
  }

  #next(kept: Kept): Response {
    const { shown } = kept
    if (shown.status !== 'pending') return problem('verification_ended', 409, undefined, shown.status)
    if (shown.steps.some(({ status, mode }) => status === 'started' && mode !== 'inbound'))
      return problem('step_in_progress', 409)
    if (shown.steps.every(({ status }) => status !== 'planned')) return problem('no_step_left', 409)
    this.#start(kept)
    return Response.json(shown)
  }

  #cancel(kept: Kept): Response {
    const { shown } = kept
    if (shown.status === 'pending') this.#end(kept, 'canceled', 'canceled')
    return shown.status === 'canceled'
      ? Response.json(shown)
      : problem('verification_ended', 409, undefined, shown.status)
  }

  #list(asked: URLSearchParams): Response {
    const [status, client] = [asked.get('status'), asked.get('client')]
    const fits = ({ shown }: Kept) =>
      (status === null || shown.status === status) && (client === null || shown.client === client)
    return this.#page([...this.#kept.values()].filter(fits))
  }

  #page(found: readonly Kept[]): Response {
    return Response.json({ verifications: found.map(({ shown }) => shown).toReversed(), next_cursor: null })
  }
}

const bare = (phone: string) => phone.replace(/^\+/, '')

function problem(
  code: Schemas['ProblemCode'],
  status: number,
  restSeconds?: number,
  verificationStatus?: string,
): Response {
  const ended =
    verificationStatus === undefined ? {} : { verification_status: verificationStatus, test: true }
  return Response.json(
    { type: `http://ringkey.test/docs/errors/${code}`, title: code, status, detail: code, code, ...ended },
    {
      status,
      headers: {
        'Content-Type': 'application/problem+json',
        ...(restSeconds === undefined ? {} : { 'Retry-After': String(restSeconds) }),
      },
    },
  )
}
