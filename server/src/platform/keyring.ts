import { hkdfSync } from 'node:crypto'

/** What each key is for. */
const purposes = {
  /** The key for the hashes under which phone numbers are stored. */
  phoneHash: 'phone-hash/1',
  /** The key for the hashes of the codes of verifications. */
  codeHash: 'code-hash/1',
  /** The key that proves client tokens. */
  clientToken: 'client-token/1',
  /** The ids of traces are made with it. */
  trace: 'trace/1',
  /** The key for the hashes by which the calls of a calling number are counted. */
  callerHash: 'caller-mark/1',
  /** Signs the cookies by which browsers that signed in before are known. */
  knownDevice: 'known-device/1',
  /** Signs the cookies of OpenID Connect. */
  oidcCookie: 'oidc-cookie/1',
  /** Signs the forms of the sign-in page. */
  signInState: 'sign-in-state/1',
}

/**
 * The keys of everything that is stored as a keyed hash. They are derived from a secret that is random, made by the first
 * start, stored sealed, and never replaced: a hash is found again after the root secret was rotated.
 */
export type Keyring = Readonly<Record<keyof typeof purposes, Buffer>>

export function deriveKeyring(hashingSecret: Buffer): Keyring {
  const keys = Object.entries(purposes).map(([name, purpose]) => [name, derive(hashingSecret, purpose, 32)])
  return Object.fromEntries(keys)
}

/** What is derived from a root secret, which lives outside the database. */
export interface RootKey {
  /** Encrypts secrets at rest: the secret of the hashes, trunk passwords, webhook secrets. */
  readonly sealing: Buffer
  /** Shows whether two nodes have the same secret, without revealing it. */
  readonly fingerprint: string
}

export function deriveRootKey(rootSecret: Buffer): RootKey {
  return {
    sealing: derive(rootSecret, 'sealing/1', 32),
    fingerprint: derive(rootSecret, 'fingerprint/1', 16).toString('hex'),
  }
}

/** HKDF-SHA-256, RFC 5869. */
function derive(secret: Buffer, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `ringkey/${purpose}`, length))
}
