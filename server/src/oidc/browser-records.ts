import { type AdapterPayload, errors } from 'oidc-provider'
import { type Clock, secondMs } from '../platform/clock.ts'
import type { Sealer } from '../platform/sealing.ts'
import { currentExchange } from './exchange.ts'

interface BrowserRecordDeps {
  readonly sealer: Sealer
  readonly clock: Clock
  readonly issuer: string
}

const cookieNames: Readonly<Record<string, string>> = {
  Interaction: 'oidc_request',
  Session: 'oidc_sign_out',
}
/** Proxies often hold the headers of an answer in 4 KB. */
const maxLength = 2_900

/**
 * What everybody can make the library keep, in sealed cookies of the browser that asks: a request that has started no call,
 * and the sign-out of a browser that is not signed in. It costs the store nothing.
 */
export class BrowserRecords {
  readonly #deps: BrowserRecordDeps

  constructor(deps: BrowserRecordDeps) {
    this.#deps = deps
  }

  /** Whether this is for the browser to keep. */
  static isOfBrowser(kind: string, { lastSubmission, accountId }: AdapterPayload): boolean {
    return (
      (kind === 'Interaction' && lastSubmission === undefined) ||
      (kind === 'Session' && accountId === undefined)
    )
  }

  keep(kind: string, id: string, payload: AdapterPayload, lifeSeconds: number): void {
    const { sealer, clock } = this.#deps
    const text = JSON.stringify({ payload, endsAt: clock.now() + lifeSeconds * secondMs })
    const sealed = sealer.seal(text, purposeOf(kind, id)).toString('base64url')
    if (sealed.length > maxLength) throw new errors.InvalidRequest('the request is too long')
    this.end(kind, id)
    this.#setCookie(kind, pathOf(kind, id, payload), sealed, lifeSeconds)
  }

  /** Undefined in another browser, and when its time is over. */
  find(kind: string, id: string): AdapterPayload | undefined {
    const { sealer, clock } = this.#deps
    const { cookie = '' } = currentExchange.getStore()?.request.headers ?? {}
    const name = cookieNames[kind]
    const sealed = name && new RegExp(`(?:^|; *)${name}=([\\w-]+)`).exec(cookie)?.[1]
    if (!sealed) return undefined
    try {
      const text = sealer.open(Buffer.from(sealed, 'base64url'), purposeOf(kind, id))
      const { payload, endsAt } = JSON.parse(text)
      return endsAt > clock.now() ? payload : undefined
    } catch {
      // Of another sign-in, changed, or from before the root secret was replaced.
      return undefined
    }
  }

  end(kind: string, id: string): void {
    const kept = this.find(kind, id)
    if (kept !== undefined) this.#setCookie(kind, pathOf(kind, id, kept), '', 0)
  }

  #setCookie(kind: string, path: string, value: string, seconds: number): void {
    const secure = this.#deps.issuer.startsWith('https:') ? '; Secure' : ''
    const cookie = `${cookieNames[kind]}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
    currentExchange.getStore()?.response.appendHeader('Set-Cookie', cookie)
  }
}

const purposeOf = (kind: string, id: string) => `oidc ${kind} ${id}`

/** Where it is read next: by the page, or by the library once the person has decided. */
function pathOf(kind: string, id: string, { result }: AdapterPayload): string {
  if (kind === 'Session') return '/oidc/session/end'
  return result === undefined ? `/sign-in/${id}` : `/oidc/auth/${id}`
}
