import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'

/** Standard Webhooks 1.0: `whsec_` and 24 to 64 random bytes in base64. */
const prefix = 'whsec_'
const secretBytes = 32
/** Standard Webhooks 1.0, "Webhook timestamp": the tolerance of its libraries. */
export const toleranceSeconds = 5 * 60
/** One for each secret of a sender. */
const maxSignatures = 8

export function newWebhookSecret(makeBytes: (count: number) => Buffer): string {
  return prefix + makeBytes(secretBytes).toString('base64')
}

export const headerSchema = Type.Object({
  'webhook-id': Type.String({ description: 'Names the webhook; the same in every try of it.' }),
  'webhook-timestamp': Type.String({
    pattern: '^[0-9]+$',
    description: 'When this try was signed, in Unix seconds.',
  }),
  'webhook-signature': Type.String({
    pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$',
    description:
      '`v1,` and a signature in base64; two of them, separated by a space, while the secret is being changed.',
  }),
})
export type SignedHeaders = Readonly<Static<typeof headerSchema>>

/** The newest secret comes first. The body is signed byte for byte as it will be sent. */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  unixSeconds: number,
  body: string,
): SignedHeaders {
  const timestamp = String(unixSeconds)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => `v1,${digest(secret, id, timestamp, body).toString('base64')}`)
      .join(' '),
  }
}

/** "" when one of the signatures matches and the time is close enough; else what is wrong, in words. */
export function signatureFault(
  secret: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  unixSeconds: number,
): string {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    typeof headers[name] === 'string' ? headers[name] : '',
  ) as [string, string, string]
  if (id === '' || timestamp === '' || signatures === '') return 'not signed'
  const skew = Math.abs(unixSeconds - Number(timestamp))
  if (!(skew <= toleranceSeconds)) return `the timestamp is off by more than ${toleranceSeconds} s`
  const expected = digest(secret, id, timestamp, body)
  // Standard Webhooks separates signatures by a space; Supabase by a comma and a space.
  const fits = signatures.split(/,? /, maxSignatures).some((signature) => {
    if (!signature.startsWith('v1,')) return false
    const given = Buffer.from(signature.slice(3), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return fits ? '' : 'the signature does not match: another secret, or a changed body'
}

function digest(secret: string, id: string, timestamp: string, body: string): Buffer {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
}
