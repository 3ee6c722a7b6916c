import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from './random.ts'

const algorithm = 'aes-256-gcm'
/** NIST SP 800-38D 8.2.2: 96 random bits are safe for 2^32 texts under one key. */
const nonceBytes = 12
const tagBytes = 16
const version = 1

/**
 * Encrypts secrets that must be read again, such as webhook secrets, so that the database alone does not reveal them.
 */
export class Sealer {
  readonly #key: Buffer
  readonly #random: Random

  constructor(key: Buffer, random: Random) {
    this.#key = key
    this.#random = random
  }

  /** `purpose` is authenticated: a text sealed for one purpose cannot be opened for another. */
  seal(text: string, purpose: string): Buffer {
    const nonce = this.#random.bytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes })
    cipher.setAAD(Buffer.from(purpose))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), sealed])
  }

  /** Throws when it was sealed under another key, for another purpose, or was changed. */
  open(sealed: Uint8Array, purpose: string): string {
    const bytes = Buffer.from(sealed)
    const textAt = 1 + nonceBytes + tagBytes
    if (bytes.length < textAt || bytes[0] !== version) throw new Error('this is not a sealed secret')
    const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(1, 1 + nonceBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(purpose))
    decipher.setAuthTag(bytes.subarray(1 + nonceBytes, textAt))
    return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString('utf8')
  }
}
