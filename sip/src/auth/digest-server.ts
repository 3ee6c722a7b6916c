import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { type AuthHeader, parseAuthHeader } from '../message/credentials.ts'
import type { SipRequest } from '../message/message.ts'
import { quote } from '../message/tokens.ts'
import type { Random } from '../random.ts'
import { type Algorithm, algorithmNamed, digestResponse, hashedUsername } from './digest.ts'

export interface DigestServerOptions {
  readonly realm: string
  readonly clock: Clock
  readonly random: Random
  /** Offered in this order; the first is the preferred one (RFC 8760 2.4). */
  readonly algorithms?: readonly ('SHA-512-256' | 'SHA-256' | 'MD5')[]
  /** The password of a user, or undefined when there is no such user. */
  password(username: string): string | undefined
  /** User names that may come hashed (RFC 7616 3.4.4). Hashed names are not supported when this is left out. */
  usernames?(): Iterable<string>
  readonly nonceLifeMs?: number
}

export type Verdict =
  | { readonly kind: 'accepted'; readonly username: string }
  /** Answer 401 or 407 with `challenges(stale)`. */
  | { readonly kind: 'challenge'; readonly stale: boolean }
  /** The credentials were wrong: a 403, or another challenge. */
  | { readonly kind: 'refused' }

const standardNonceLifeMs = 300_000
/** Nonces whose count is tracked; a nonce that was evicted is stale. */
const maxNonces = 10_000

/** Challenges requests and checks their credentials (RFC 7616, RFC 8760). */
export class DigestServer {
  readonly #options: DigestServerOptions
  readonly #key: string
  /** The highest count seen with each live nonce. */
  readonly #counts = new Map<string, number>()

  constructor(options: DigestServerOptions) {
    this.#options = options
    this.#key = options.random.hex(32)
  }

  /** Header values for a 401 (WWW-Authenticate) or 407 (Proxy-Authenticate), one line each. */
  challenges(stale = false): string[] {
    const algorithms = this.#options.algorithms ?? ['SHA-512-256', 'SHA-256', 'MD5']
    const nonce = this.#newNonce()
    return algorithms.map(
      (algorithm) =>
        `Digest realm=${quote(this.#options.realm)}, nonce="${nonce}", algorithm=${algorithm}, qop="auth,auth-int"${stale ? ', stale=true' : ''}`,
    )
  }

  verify(request: SipRequest, header: 'Authorization' | 'Proxy-Authorization' = 'Authorization'): Verdict {
    // RFC 4475 3.3.7: credentials of an unknown scheme are treated as none.
    for (const line of request.headers.lines(header)) {
      const credentials = parseAuthHeader(line)
      if (credentials?.scheme === 'digest' && credentials.parameters.get('realm') === this.#options.realm)
        return this.#check(request, credentials)
    }
    return { kind: 'challenge', stale: false }
  }

  #check(request: SipRequest, { parameters }: AuthHeader): Verdict {
    const nonce = parameters.get('nonce') ?? ''
    const algorithm = algorithmNamed(parameters.get('algorithm'))
    const qop = parameters.get('qop')
    const uri = parameters.get('uri') ?? ''
    const offered = this.#options.algorithms ?? ['SHA-512-256', 'SHA-256', 'MD5']
    if (
      algorithm === undefined ||
      algorithm.session ||
      !offered.some((name) => name === algorithm.name.toUpperCase())
    )
      return { kind: 'refused' }
    // We always offer a qop, so that a nonce cannot be replayed: credentials without one are refused.
    if ((qop !== 'auth' && qop !== 'auth-int') || uri !== request.uri) return { kind: 'refused' }
    if (!this.#isOurs(nonce)) return { kind: 'challenge', stale: true }
    const username = this.#usernameOf(parameters, algorithm)
    const password = username === undefined ? undefined : this.#options.password(username)
    if (username === undefined || password === undefined) return { kind: 'refused' }
    const expected = digestResponse({
      algorithm,
      username,
      realm: this.#options.realm,
      password,
      method: request.method,
      uri,
      nonce,
      qop,
      nonceCount: parameters.get('nc') ?? '',
      cnonce: parameters.get('cnonce') ?? '',
      body: request.body,
    })
    if (!sameText(expected, (parameters.get('response') ?? '').toLowerCase())) return { kind: 'refused' }
    return this.#countOn(nonce, parameters.get('nc') ?? '')
      ? { kind: 'accepted', username }
      : { kind: 'challenge', stale: true }
  }

  #usernameOf(parameters: ReadonlyMap<string, string>, algorithm: Algorithm): string | undefined {
    const shown = parameters.get('username')
    if (shown === undefined || parameters.get('userhash')?.toLowerCase() !== 'true') return shown
    for (const name of this.#options.usernames?.() ?? [])
      if (hashedUsername(algorithm, name, this.#options.realm) === shown) return name
    return undefined
  }

  // A nonce contains its time and our HMAC, so issued nonces need not be stored.
  #newNonce(): string {
    const made = `${Math.floor(this.#options.clock.nowMs()).toString(16)}.${this.#options.random.hex(8)}`
    return `${made}.${this.#seal(made)}`
  }

  #isOurs(nonce: string): boolean {
    const last = nonce.lastIndexOf('.')
    const made = nonce.slice(0, Math.max(last, 0))
    if (!sameText(this.#seal(made), nonce.slice(last + 1))) return false
    const madeMs = Number.parseInt(made, 16)
    return this.#options.clock.nowMs() - madeMs <= (this.#options.nonceLifeMs ?? standardNonceLifeMs)
  }

  #seal(made: string): string {
    return createHmac('sha256', this.#key).update(made).digest('hex').slice(0, 32)
  }

  // RFC 7616 3.4: a count that does not grow is a replay. A nonce that is not in the table must be at its first use:
  // otherwise a nonce that was evicted could be replayed. The price is one more challenge when a first use was lost.
  #countOn(nonce: string, text: string): boolean {
    const count = /^[0-9a-fA-F]{8}$/.test(text) ? Number.parseInt(text, 16) : 0
    const seen = this.#counts.get(nonce)
    if (seen === undefined ? count !== 1 : count <= seen) return false
    this.#counts.set(nonce, count)
    if (this.#counts.size > maxNonces) this.#counts.delete(this.#counts.keys().next().value!)
    return true
  }
}

function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
