import type { NameAddress } from '../message/name-address.ts'

/**
 * The network's statement about the number in From or P-Asserted-Identity (3GPP TS 24.229: the `verstat` parameter of
 * the telephone number), such as `TN-Validation-Passed`. All values are returned, because the caller may have added its
 * own beside that of the network. The `Identity` header with the signed claim itself is in `request.headers`.
 */
export function verstatsOf({ uri, parameters }: NameAddress): string[] {
  // In a sip URI the parameter is inside the user part: sip:+79161234567;verstat=...@host;user=phone
  const inUser = uri.scheme === 'sip' || uri.scheme === 'sips' ? (uri.user ?? '') : ''
  const inUri = uri.scheme === 'other' ? '' : uri.parameters.toString()
  return [...`${inUser}${inUri}${parameters}`.matchAll(/;verstat=([^;]+)/gi)].map(([, value]) => value!)
}
