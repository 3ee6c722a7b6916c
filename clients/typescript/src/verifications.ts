import type { Schemas } from './schemas.ts'
import type { Asking, Transport } from './transport.ts'

export type Verification = Schemas['Verification']
type NewVerification = Schemas['NewVerification']
type CheckResult = Schemas['CheckResult']

/** How long one request waits for a change. */
const waitSeconds = 25

export class Verifications {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Starts one. It is repeated safely: a key of its own is made unless you pass one. */
  create(
    request: NewVerification,
    { idempotencyKey = crypto.randomUUID(), ...asking }: Asking & { readonly idempotencyKey?: string } = {},
  ): Promise<Verification> {
    const sent = { ...asking, body: request, isSafe: true, idempotencyKey }
    return this.#transport.send('POST', '/v2/verifications', sent)
  }

  /** With `wait` the answer comes at the next change; with `version` at once when there is a newer one. */
  read(
    id: string,
    { wait, version, qr, ...asking }: Asking & { wait?: number; version?: number; qr?: 'svg' } = {},
  ): Promise<Verification> {
    const waitMs = (wait ?? 0) * 1000
    return this.#transport.send('GET', pathOf(id) + query({ wait, version, qr }), {
      ...asking,
      isSafe: true,
      waitMs,
    })
  }

  /** The verification when it is no longer pending. Ask whether it is approved: it may have failed or expired. */
  async waitForEnd(id: string, asking: Asking = {}): Promise<Verification> {
    let verification = await this.read(id, asking)
    while (verification.status === 'pending')
      verification = await this.read(id, { ...asking, wait: waitSeconds, version: verification.version })
    return verification
  }

  /** Not repeated by itself: a wrong code counts. */
  check(id: string, code: string, asking: Asking = {}): Promise<CheckResult> {
    return this.#transport.send('POST', `${pathOf(id)}/check`, { ...asking, body: { code }, isSafe: false })
  }

  /** For the newest pending verification of the phone. */
  checkPhone(phone: string, code: string, asking: Asking = {}): Promise<CheckResult> {
    return this.#transport.send('POST', '/v2/checks', { ...asking, body: { phone, code }, isSafe: false })
  }

  /** Starts the next step now. */
  next(id: string, asking: Asking = {}): Promise<Verification> {
    return this.#transport.send('POST', `${pathOf(id)}/next`, { ...asking, isSafe: false })
  }

  cancel(id: string, asking: Asking = {}): Promise<Verification> {
    return this.#transport.send('POST', `${pathOf(id)}/cancel`, { ...asking, isSafe: true })
  }

  /** All of them, newest first; further pages are read as you go on. */
  async *list({
    status,
    client,
    ...asking
  }: Asking & { status?: Verification['status']; client?: string } = {}): AsyncGenerator<Verification, void> {
    let cursor: string | null | undefined
    do {
      const path = `/v2/verifications${query({ status, client, cursor, limit: 100 })}`
      const page: Schemas['VerificationList'] = await this.#transport.send('GET', path, {
        ...asking,
        isSafe: true,
      })
      yield* page.verifications
      cursor = page.next_cursor
    } while (cursor !== null)
  }

  /** The newest hundred of a phone. */
  async search(phone: string, asking: Asking = {}): Promise<readonly Verification[]> {
    const sent = { ...asking, body: { phone }, isSafe: true }
    const page: Schemas['VerificationList'] = await this.#transport.send(
      'POST',
      '/v2/verifications/search',
      sent,
    )
    return page.verifications
  }
}

const pathOf = (id: string) => `/v2/verifications/${encodeURIComponent(id)}`

export function query(members: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(members).flatMap(([name, value]) =>
    value == null ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
