import { hkdfSync } from 'node:crypto'

/**
 * The keys of everything that is stored as a keyed hash. They are derived from a secret that is random, made by the first
 * start, stored sealed, and never replaced: a hash is found again after the root secret was rotated.
 */
export interface Keyring {
  /** The key for the hashes under which phone numbers are stored. */
  readonly phoneHash: Buffer
  /** The key for the hashes of the codes of verifications. */
  readonly codeHash: Buffer
  /** The key that proves client tokens. */
  readonly clientToken: Buffer
  /** The ids of traces are made with it. */
  readonly trace: Buffer
  /** The key for the hashes by which the calls of a calling number are counted. */
  readonly callerHash: Buffer
  /** Signs the cookies by which browsers that signed in before are known. */
  readonly knownDevice: Buffer
  /** Signs the cookies of OpenID Connect. */
  readonly oidcCookie: Buffer
  /** Signs the forms of the sign-in page. */
  readonly signInState: Buffer
}

export function deriveKeyring(hashingSecret: Buffer): Keyring {
  return {
    phoneHash: derive(hashingSecret, 'phone-hash/1', 32),
    codeHash: derive(hashingSecret, 'code-hash/1', 32),
    clientToken: derive(hashingSecret, 'client-token/1', 32),
    trace: derive(hashingSecret, 'trace/1', 32),
    callerHash: derive(hashingSecret, 'caller-mark/1', 32),
    knownDevice: derive(hashingSecret, 'known-device/1', 32),
    oidcCookie: derive(hashingSecret, 'oidc-cookie/1', 32),
    signInState: derive(hashingSecret, 'sign-in-state/1', 32),
  }
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
