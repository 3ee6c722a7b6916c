import { parseAuthHeader } from '../message/credentials.ts'
import type { SipResponse } from '../message/message.ts'
import { quote } from '../message/tokens.ts'
import type { Random } from '../random.ts'
import { type Algorithm, algorithmNamed, digestResponse, hashedUsername } from './digest.ts'

/** The credentials of a trunk. */
export interface Credentials {
  readonly username: string
  readonly password: string
}

/** The parts of a request that the digest covers. */
export interface DigestedRequest {
  readonly method: string
  readonly uri: string
  readonly body: Uint8Array
}

interface Challenge {
  readonly answerHeader: 'Authorization' | 'Proxy-Authorization'
  readonly realm: string
  readonly nonce: string
  readonly opaque: string | undefined
  readonly algorithm: Algorithm
  readonly qop: 'auth' | 'auth-int' | undefined
  readonly hideUsername: boolean
  nonceCount: number
}

/** Realms that are remembered; beyond that the oldest is dropped. */
const maxRealms = 8

/** Answers the challenges of one peer and remembers them, so that later requests carry their credentials at once. */
export class DigestClient {
  readonly #credentials: Credentials
  readonly #random: Random
  readonly #challenges = new Map<string, Challenge>()

  constructor(credentials: Credentials, random: Random) {
    this.#credentials = credentials
    this.#random = random
  }

  /**
   * Takes the challenges of a 401 or 407. Returns false when none of them can be answered, or when they refuse
   * credentials that were just sent: without `stale` the same password would only be refused again (RFC 7616 3.3).
   */
  learn(response: SipResponse, alreadyAnswered: boolean): boolean {
    const header = response.status === 401 ? 'WWW-Authenticate' : 'Proxy-Authenticate'
    const answerHeader = response.status === 401 ? 'Authorization' : 'Proxy-Authorization'
    const taken = new Set<string>()
    let progress = false
    for (const line of response.headers.lines(header)) {
      const read = readChallenge(line, answerHeader)
      if (read === undefined) continue
      const key = `${answerHeader} ${read.challenge.realm}`
      // RFC 8760 2.4: the first challenge of a realm that we understand, in the server's order.
      if (taken.has(key)) continue
      taken.add(key)
      // Credentials that were refused are not sent with the next request: each try would then be refused twice.
      if (alreadyAnswered && !read.stale && this.#challenges.delete(key)) continue
      this.#remember(key, read.challenge)
      progress = true
    }
    return progress
  }

  /** Headers with credentials for every known challenge. Each use increments the nonce count. */
  headersFor(request: DigestedRequest): [name: string, value: string][] {
    return [...this.#challenges.values()].map((challenge) => [
      challenge.answerHeader,
      this.#answer(challenge, request),
    ])
  }

  #remember(key: string, challenge: Challenge): void {
    this.#challenges.delete(key)
    this.#challenges.set(key, challenge)
    if (this.#challenges.size > maxRealms) this.#challenges.delete(this.#challenges.keys().next().value!)
  }

  #answer(challenge: Challenge, request: DigestedRequest): string {
    const { algorithm, realm, nonce, qop } = challenge
    const { username, password } = this.#credentials
    challenge.nonceCount++
    const nonceCount = challenge.nonceCount.toString(16).padStart(8, '0')
    const cnonce = this.#random.hex(8)
    const { method, uri, body } = request
    const response = digestResponse({
      algorithm,
      username,
      realm,
      password,
      method,
      uri,
      nonce,
      qop,
      nonceCount,
      cnonce,
      body,
    })
    const shownName = challenge.hideUsername ? hashedUsername(algorithm, username, realm) : username
    const parts = [
      `username=${quote(shownName)}`,
      `realm=${quote(realm)}`,
      `nonce=${quote(nonce)}`,
      `uri=${quote(uri)}`,
      `response="${response}"`,
      `algorithm=${algorithm.name}`,
    ]
    if (qop !== undefined) parts.push(`qop=${qop}`, `nc=${nonceCount}`, `cnonce="${cnonce}"`)
    else if (algorithm.session) parts.push(`cnonce="${cnonce}"`)
    if (challenge.opaque !== undefined) parts.push(`opaque=${quote(challenge.opaque)}`)
    if (challenge.hideUsername) parts.push('userhash=true')
    return `Digest ${parts.join(', ')}`
  }
}

function readChallenge(
  line: string,
  answerHeader: Challenge['answerHeader'],
): { challenge: Challenge; stale: boolean } | undefined {
  const read = parseAuthHeader(line)
  if (read?.scheme !== 'digest') return undefined
  const { parameters } = read
  const nonce = parameters.get('nonce')
  const algorithm = algorithmNamed(parameters.get('algorithm'))
  const offered = parameters
    .get('qop')
    ?.toLowerCase()
    .split(/[\s,]+/)
  const qop = offered?.includes('auth') ? 'auth' : offered?.includes('auth-int') ? 'auth-int' : undefined
  if (nonce === undefined || algorithm === undefined || (offered !== undefined && qop === undefined))
    return undefined
  const challenge: Challenge = {
    answerHeader,
    realm: parameters.get('realm') ?? '',
    nonce,
    opaque: parameters.get('opaque'),
    algorithm,
    qop,
    hideUsername: parameters.get('userhash')?.toLowerCase() === 'true',
    nonceCount: 0,
  }
  return { challenge, stale: parameters.get('stale')?.toLowerCase() === 'true' }
}
