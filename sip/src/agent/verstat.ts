import type { SipRequest } from '../message/message.ts'
import { parseNameAddress } from '../message/name-address.ts'

/**
 * What the network says about the caller's number (3GPP TS 24.229: the `verstat` parameter of the telephone
 * number in P-Asserted-Identity or From), such as `TN-Validation-Passed`. The `Identity` header with the
 * signed claim itself is in `request.headers`.
 */
export function verstatOf(request: SipRequest): string | undefined {
  const asserted = request.headers.list('P-Asserted-Identity') ?? []
  for (const value of [...asserted, request.headers.get('From') ?? '']) {
    const address = parseNameAddress(value)
    if (address === undefined) continue
    const { uri } = address
    const inUri = uri.scheme === 'other' ? undefined : uri.parameters.get('verstat')
    // In a sip URI it stands inside of the user part: sip:+79161234567;verstat=...@host;user=phone
    const inUser = uri.scheme === 'sip' || uri.scheme === 'sips' ? verstatInUser(uri.user) : undefined
    const found = inUri ?? inUser ?? address.parameters.get('verstat')
    if (found !== undefined) return found
  }
  return undefined
}

function verstatInUser(user: string | undefined): string | undefined {
  return /;verstat=([^;]+)/i.exec(user ?? '')?.[1]
}
