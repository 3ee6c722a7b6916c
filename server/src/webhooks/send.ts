import type { Clock } from '../platform/clock.ts'
import type { CallbackGuard } from './callback-guard.ts'
import { type Exchange, type PostLimits, post, postLimits } from './post.ts'
import { signedHeaders } from './signature.ts'

export interface SendDeps {
  readonly clock: Clock
  readonly guard: CallbackGuard
  /** Whether webhooks of this service may go to this machine. */
  readonly mayUseLoopback: (serviceId: number) => Promise<boolean>
  readonly limits?: PostLimits
  readonly ca?: string
}

export interface ToSend {
  readonly url: string
  readonly body: string
  /** None: it is not signed. */
  readonly keys: readonly string[]
  /** Of the body; JSON when left out. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The operator named the address. */
  readonly toAnywhere?: true
}

const nothing = Buffer.alloc(0)
export const unsent = (error: string): Exchange => ({ status: 0, error, answer: nothing })

/** Sends once, to an address that is safe at this moment. */
export async function send(
  { guard, mayUseLoopback, clock, limits = postLimits, ca }: SendDeps,
  { serviceId, webhookId }: { readonly serviceId: number; readonly webhookId: string },
  { url: address, body, keys, contentType = 'application/json', headers: own, toAnywhere }: ToSend,
  at: number,
): Promise<Exchange> {
  const url = new URL(address)
  // It is asked of the store, which may be away while an alarm is sent.
  const sender = toAnywhere
    ? { mayUseLoopback: true, toAnywhere }
    : { mayUseLoopback: await mayUseLoopback(serviceId) }
  const verdict = await guard.check(url, sender)
  if (verdict.kind === 'refused') return unsent(`refused: ${verdict.why}`)
  if (verdict.kind === 'unresolved') return unsent('the name has no address')
  const headers = {
    'Content-Type': contentType,
    'User-Agent': 'Ringkey-Webhooks/1.0',
    ...own,
    ...(keys.length === 0 ? {} : signedHeaders(keys, webhookId, Math.floor(at / 1000), body)),
  }
  return await post({ url, addresses: verdict.addresses, headers, body }, clock, limits, ca)
}
