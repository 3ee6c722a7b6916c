import { limitKey } from '../platform/client-address.ts'
import { type Clock, minuteMs } from '../platform/clock.ts'
import type { NewLogLine } from '../storage/queries/operators-log.ts'
import type { Store } from '../storage/store.ts'
import type { AccessKind, EventFacts } from './events.ts'

/** Lines that one address may add in a minute; further events are counted in one more line. */
const maxLinesPerAddress = 10
/**
 * Lines that all addresses together may add in a minute on this node; further events are counted in one more line per
 * kind.
 */
const maxLines = 100
const maxUserAgentLength = 200

/** The source of the event. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
}

/** The account or service concerned; unknown values are 0 or "". */
export interface LogSubject {
  readonly personId: number
  readonly email: string
  readonly accountId: number
}

/** What was refused. The e-mail is looked up later: an unknown one may be a password typed into the wrong field. */
export type Refusal =
  | {
      readonly kind: 'sign-in-refused'
      readonly facts: EventFacts['sign-in-refused']
      readonly email?: string
    }
  | { readonly kind: 'proof-refused'; readonly facts: EventFacts['proof-refused']; readonly email: string }
  | { readonly kind: 'key-refused'; readonly facts: EventFacts['key-refused'] }

interface Tally {
  readonly refusal: Refusal
  readonly origin: Origin
  /** By which it is limited. */
  readonly address: string
  times: number
  lastAt: number
  /** The next line of this refusal is not written before this time. */
  dueAtMs: number
}

type AccessStore = Pick<
  Store,
  'recordLogLines' | 'recordAction' | 'personByEmail' | 'memberships' | 'service'
>

/**
 * Sign-ins and refused keys in the operators' log, sign-ins in the history of the account too. Successes are written at once. Refusals are counted in memory and
 * written periodically, because a flood of refusals must not slow down requests or fill the table: the first one is
 * written soon, those that follow from the same address as one line a minute.
 */
export class AccessLog {
  readonly #store: AccessStore
  readonly #clock: Clock
  readonly #tallies = new Map<string, Tally>()

  constructor(store: AccessStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  async done<Kind extends Exclude<AccessKind, Refusal['kind']>>(
    kind: Kind,
    facts: EventFacts[Kind],
    subject: LogSubject,
    origin: Origin,
  ): Promise<void> {
    const { accountId } = subject
    const event = { action: kind, facts, ...placeOf(origin), createdAt: this.#clock.now() }
    await this.#store.recordLogLines([{ ...event, ...subject, result: 'done', times: 1 }])
    // What came of a link has a line of its own.
    if (accountId > 0 && kind !== 'link-asked' && kind !== 'link-used')
      await this.#store.recordAction({ accountId, action: event })
  }

  refused(refusal: Refusal, origin: Origin): void {
    const tally = this.#tallyOf(refusal, origin)
    tally.times++
    tally.lastAt = this.#clock.now()
  }

  /** Writes what is due; with `all`, when the service stops, everything counted so far. */
  async write(all = false): Promise<void> {
    const nowMs = this.#clock.monotonicMs()
    const due: Tally[] = []
    for (const [key, tally] of this.#tallies) {
      if (!all && tally.dueAtMs > nowMs) continue
      if (tally.times > 0) {
        due.push({ ...tally })
        tally.times = 0
        tally.dueAtMs = nowMs + minuteMs
      } else this.#tallies.delete(key)
    }
    if (due.length === 0) return
    try {
      await this.#store.recordLogLines(await Promise.all(due.map((each) => this.#lineOf(each))))
    } catch (error) {
      // The store is down: the refusals are counted again and written in the next round.
      for (const { refusal, origin, times, lastAt } of due) {
        const tally = this.#tallyOf(refusal, origin)
        tally.times += times
        tally.lastAt = Math.max(tally.lastAt, lastAt)
        tally.dueAtMs = nowMs
      }
      throw error
    }
  }

  #tallyOf(refusal: Refusal, origin: Origin): Tally {
    const address = limitKey(origin.address)
    const known = this.#tallies.get(keyOf(refusal, address))
    if (known !== undefined) return known
    if (this.#tallies.size >= maxLines) return this.#open(withoutSubject(refusal), nowhere)
    const lines = this.#tallies.values().filter((tally) => tally.address === address)
    const isFull = [...lines].length >= maxLinesPerAddress
    return this.#open(isFull ? withoutSubject(refusal) : refusal, origin)
  }

  #open(refusal: Refusal, origin: Origin): Tally {
    const address = limitKey(origin.address)
    const key = keyOf(refusal, address)
    const known = this.#tallies.get(key)
    if (known !== undefined) return known
    const tally = { refusal, origin, address, times: 0, lastAt: 0, dueAtMs: this.#clock.monotonicMs() }
    this.#tallies.set(key, tally)
    return tally
  }

  async #lineOf({ refusal, origin, times, lastAt }: Tally): Promise<NewLogLine> {
    const { kind } = refusal
    const line = { action: kind, ...placeOf(origin), result: 'refused' as const, times, createdAt: lastAt }
    if (kind === 'key-refused') {
      const { service, reason } = refusal.facts
      const found = service === null ? undefined : await this.#store.service(service)
      const isUnknown = service !== null && found === undefined
      const facts: EventFacts['key-refused'] = isUnknown
        ? { service: null, reason: 'unknown-service' }
        : { service, reason }
      return { ...line, facts, personId: 0, email: '', accountId: found?.accountId ?? 0 }
    }
    const { facts, email = '' } = refusal
    const person = email === '' ? undefined : await this.#store.personByEmail(email)
    const [membership] = person === undefined ? [] : await this.#store.memberships(person.id)
    const isUnknown = email !== '' && person === undefined
    return {
      ...line,
      facts: isUnknown && facts.reason === 'password' ? { reason: 'unknown-email' } : facts,
      personId: person?.id ?? 0,
      email: person?.email ?? '',
      accountId: membership?.accountId ?? 0,
    }
  }
}

const nowhere: Origin = { address: '', userAgent: '' }

const placeOf = ({ address, userAgent }: Origin) => ({
  ip: address,
  userAgent: userAgent.slice(0, maxUserAgentLength),
})

function keyOf(refusal: Refusal, address: string): string {
  const subject = refusal.kind === 'key-refused' ? refusal.facts.service : refusal.email
  return `${address} ${refusal.kind} ${refusal.facts.reason} ${subject ?? ''}`
}

function withoutSubject(refusal: Refusal): Refusal {
  return refusal.kind === 'key-refused'
    ? { kind: 'key-refused', facts: { ...refusal.facts, service: null } }
    : ({ ...refusal, email: '' } as Refusal)
}
