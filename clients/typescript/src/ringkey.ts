import type { Schemas } from './schemas.ts'
import { type Asking, type Options, Transport } from './transport.ts'
import { V1 } from './v1.ts'
import { query, Verifications } from './verifications.ts'

/** A service of Ringkey. */
export class Ringkey {
  readonly verifications: Verifications
  /** The first interface, which hands the code to you. */
  readonly v1: V1
  readonly #transport: Transport

  constructor(options: Options) {
    this.#transport = new Transport(options)
    this.verifications = new Verifications(this.#transport)
    this.v1 = new V1(this.#transport)
  }

  /** What is known about up to 1,000 numbers; valid ones are charged, each once. */
  async phones(
    phones: readonly string[],
    { idempotencyKey = crypto.randomUUID(), ...asking }: Asking & { readonly idempotencyKey?: string } = {},
  ): Promise<readonly Schemas['PhoneFacts'][]> {
    const sent = { ...asking, body: { phones }, isSafe: true, idempotencyKey }
    const list: Schemas['PhoneFactsList'] = await this.#transport.send('POST', '/v2/phones', sent)
    return list.phones
  }

  /** For calls of `/v1.0`: whether the person typed the code rightly. The last word counts. */
  feedback(vendorId: number, approved: boolean, asking: Asking = {}): Promise<Schemas['FeedbackResult']> {
    const sent = { ...asking, body: { vendor_id: vendorId, approved }, isSafe: true }
    return this.#transport.send('POST', '/v2/feedback', sent)
  }

  /**
   * The events of the last seven days, oldest first, then each as it happens: it ends with `signal` alone. Keep
   * `cursor`, and pass it as `after` when you start again.
   */
  async *events({
    after,
    ...asking
  }: Asking & { after?: string } = {}): AsyncGenerator<
    Schemas['PastEvent'] & { readonly cursor: string },
    never
  > {
    let cursor = after
    for (;;) {
      const path = `/v2/events${query({ after: cursor, limit: 100, wait: 25 })}`
      const sent = { ...asking, isSafe: true, waitMs: 25_000 }
      const page: Schemas['PastEventList'] = await this.#transport.send('GET', path, sent)
      // Within a page the old cursor: what was not handled comes again.
      for (const [index, event] of page.events.entries())
        yield { ...event, cursor: index === page.events.length - 1 ? page.next_cursor : (cursor ?? '0') }
      cursor = page.next_cursor
    }
  }
}
