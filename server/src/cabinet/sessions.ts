import { timingSafeEqual } from 'node:crypto'
import { type Clock, dayMs, hourMs, minuteMs } from '../platform/clock.ts'
import { type Random, randomWord } from '../platform/random.ts'
import { sha256 } from '../platform/sha256.ts'
import type { PersonRecord } from '../storage/queries/people.ts'
import type { SessionChange, SessionRecord, SessionStage } from '../storage/queries/sessions.ts'
import type { Store } from '../storage/store.ts'
import type { Visitor } from './visitor.ts'

/** A session that is not used for this long ends. */
export const sessionMs = 14 * dayMs
/** A session ends this long after the sign-in, however often it is used. */
const maxSessionMs = 30 * dayMs
/** How long the second factor may take. */
const halfSessionMs = 10 * minuteMs
/** A token that is older is replaced with the next request. */
const rotationMs = hourMs
/** Requests that were under way while the token changed. */
const graceMs = minuteMs
/** How exact "last seen" is; every request would be a write otherwise. */
const seenPrecisionMs = minuteMs
const idLength = 16
const secretLength = 32

export interface OpenedSession {
  readonly session: SessionRecord
  /** For the cookie; only its hash is kept. */
  readonly token: string
}

interface Recognised {
  readonly session: SessionRecord
  readonly newToken: string | undefined
}

/** Sessions of the cabinet. A token is `<id>.<secret>`; it is rotated, bound to its browser, and ends when stolen. */
export class Sessions {
  readonly #store: Store
  readonly #clock: Clock
  readonly #random: Random

  constructor(store: Store, clock: Clock, random: Random) {
    this.#store = store
    this.#clock = clock
    this.#random = random
  }

  /** A sign-in always makes a new session with a new token, which prevents session fixation. */
  async open(
    person: PersonRecord,
    accountId: number,
    stage: SessionStage,
    visitor: Visitor,
  ): Promise<OpenedSession> {
    const now = this.#clock.now()
    const secret = randomWord(this.#random, secretLength)
    const session: SessionRecord = {
      id: randomWord(this.#random, idLength),
      personId: person.id,
      accountId,
      tokenHash: sha256(secret),
      previousHash: null,
      rotatedAt: now,
      stage,
      device: deviceOf(visitor.userAgent),
      userAgent: visitor.userAgent,
      ip: visitor.address,
      createdAt: now,
      seenAt: now,
      endsAt: now + (stage === 'full' ? sessionMs : halfSessionMs),
      provedAt: now,
    }
    await this.#store.createSession(session)
    return { session, token: `${session.id}.${secret}` }
  }

  /** Undefined for a token that is not, or no longer, of a session. */
  async recognise(token: string, visitor: Visitor): Promise<Recognised | undefined> {
    const [id = '', secret = ''] = token.split('.')
    const session = await this.#store.session(id)
    const now = this.#clock.now()
    if (session === undefined || session.endsAt <= now) return undefined
    const given = sha256(secret)
    const isCurrent = timingSafeEqual(given, session.tokenHash)
    const isPrevious = session.previousHash !== null && timingSafeEqual(given, session.previousHash)
    if (!isCurrent && !isPrevious) return undefined
    const isLate = !isCurrent && now >= session.rotatedAt + graceMs
    // A token that was replaced long ago, or that another browser uses, was copied: the session ends.
    if (isLate || session.device !== deviceOf(visitor.userAgent)) {
      await this.#store.endSession(id)
      return undefined
    }
    if (!isCurrent) return { session, newToken: undefined }
    if (session.stage === 'full' && now >= session.rotatedAt + rotationMs) return this.#rotate(session, given)
    if (now >= session.seenAt + seenPrecisionMs && session.stage === 'full') {
      await this.#store.changeSession({ id, seenAt: now, endsAt: endOf(session, now), ip: visitor.address })
    }
    return { session, newToken: undefined }
  }

  /**
   * The second factor was given in this browser. The token is replaced at once, so a token that was copied before the
   * factor is useless. Undefined when the session has ended in the meantime.
   */
  async complete(session: SessionRecord): Promise<OpenedSession | undefined> {
    const secret = randomWord(this.#random, secretLength)
    const token = { tokenHash: sha256(secret), previousHash: null, rotatedAt: this.#clock.now() }
    const completed = await this.#change(session, token)
    return completed && { session: completed, token: `${session.id}.${secret}` }
  }

  /** The second factor came elsewhere. The browser gets its new token with its next request. */
  async completeElsewhere(session: SessionRecord): Promise<boolean> {
    return (await this.#change(session, { rotatedAt: 0 })) !== undefined
  }

  async #change(
    session: SessionRecord,
    token: Pick<SessionChange, 'tokenHash' | 'previousHash' | 'rotatedAt'>,
  ): Promise<SessionRecord | undefined> {
    const now = this.#clock.now()
    if (session.endsAt <= now) return undefined
    const full = { stage: 'full' as const, seenAt: now, endsAt: endOf(session, now), provedAt: now }
    const change = { ...full, ...token }
    const isThere = await this.#store.changeSession({ id: session.id, ...change })
    return isThere ? { ...session, ...change } : undefined
  }

  async #rotate(session: SessionRecord, from: Buffer): Promise<Recognised> {
    const secret = randomWord(this.#random, secretLength)
    const at = this.#clock.now()
    const change = { id: session.id, from, to: sha256(secret), at, endsAt: endOf(session, at) }
    const isRotated = await this.#store.rotateSession(change)
    return { session, newToken: isRotated ? `${session.id}.${secret}` : undefined }
  }
}

function endOf({ createdAt }: SessionRecord, now: number): number {
  return Math.min(now + sessionMs, createdAt + maxSessionMs)
}

/** Browsers update themselves: versions do not count. */
function deviceOf(userAgent: string): string {
  return userAgent.replace(/\d+/g, '').slice(0, 200)
}
