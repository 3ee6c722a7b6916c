import { signatureFault } from '../../webhooks/signature.ts'
import type { Kind } from './kind.ts'

/** Every server that can send a request with a phone and a code (docs/integrate/generic.md). */
export const generic: Kind = {
  kind: 'generic',
  verbs: ['GET', 'POST', 'PUT'],
  takesForms: true,
  credentialInBody: true,
  isSigned: (keys, headers, body, now) =>
    keys.some((key) => signatureFault(key, headers, body, Math.floor(now / 1000)) === ''),
  read: (given, { phoneName = 'phone', codeName = 'code', textName = 'text' }) => ({
    phone: given[phoneName],
    code: given[codeName],
    text: given[textName],
  }),
}
