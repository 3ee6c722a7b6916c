import { hkdfSync } from 'node:crypto'

/** Keys that live outside the database, all derived from one root secret (HKDF-SHA-256, RFC 5869). */
export interface Keyring {
  /** The key for the hashes under which phone numbers are stored. */
  readonly phoneHash: Buffer
  /** The key for the hashes of the codes of verifications. */
  readonly codeHash: Buffer
  /** The ids of traces are made with it. */
  readonly trace: Buffer
  /** The key for the hashes by which the calls of a calling number are counted. */
  readonly callerHash: Buffer
  /** Encrypts secrets at rest: trunk passwords, webhook secrets. */
  readonly sealing: Buffer
  /** Signs the cookies by which browsers that signed in before are known. */
  readonly knownDevice: Buffer
  /** Shows whether two nodes have the same secret, without revealing it. */
  readonly fingerprint: string
}

export function deriveKeyring(rootSecret: Buffer): Keyring {
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', rootSecret, Buffer.alloc(0), `ringkey/${purpose}`, length))
  return {
    phoneHash: derive('phone-hash/1', 32),
    codeHash: derive('code-hash/1', 32),
    trace: derive('trace/1', 32),
    callerHash: derive('caller-mark/1', 32),
    sealing: derive('sealing/1', 32),
    knownDevice: derive('known-device/1', 32),
    fingerprint: derive('fingerprint/1', 16).toString('hex'),
  }
}
