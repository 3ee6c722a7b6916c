import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from './random.ts'
import { sha256 } from './sha256.ts'

const algorithm = 'aes-256-gcm'
/** NIST SP 800-38D 8.2.2: 96 random bits are safe for 2^32 texts under one key. */
const nonceBytes = 12
const tagBytes = 16
/** Which key it was sealed with: the beginning of a hash of the key. */
const keyIdBytes = 4

/**
 * Encrypts secrets that must be read again, such as webhook secrets, so that the database alone does not reveal them.
 * What a second key has sealed is opened too: one key replaces another while both are in use.
 */
export class Sealer {
  readonly #keys: readonly Buffer[]
  readonly #random: Random
  #key: Buffer

  constructor(key: Buffer, random: Random, second?: Buffer) {
    this.#keys = second === undefined ? [key] : [key, second]
    this.#random = random
    this.#key = key
  }

  /** Seals with this one of its keys from now on. */
  sealWith(key: Buffer): void {
    this.#key = key
  }

  /** `purpose` is authenticated: a text sealed for one purpose cannot be opened for another. */
  seal(text: string, purpose: string): Buffer {
    const nonce = this.#random.bytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes })
    cipher.setAAD(Buffer.from(purpose))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([keyIdOf(this.#key), nonce, cipher.getAuthTag(), sealed])
  }

  /** Throws when it was sealed under another key, for another purpose, or was changed. */
  open(sealed: Uint8Array, purpose: string): string {
    const bytes = Buffer.from(sealed)
    const tagAt = keyIdBytes + nonceBytes
    const textAt = tagAt + tagBytes
    if (bytes.length < textAt) throw new Error('this is not a sealed secret')
    const key = this.#keys.find((each) => keyIdOf(each).equals(bytes.subarray(0, keyIdBytes)))
    if (key === undefined) throw new Error('this was sealed under another root secret')
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(keyIdBytes, tagAt), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(purpose))
    decipher.setAuthTag(bytes.subarray(tagAt, textAt))
    return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString('utf8')
  }
}

export function isSealedWith(key: Buffer, sealed: Uint8Array): boolean {
  return keyIdOf(key).equals(sealed.subarray(0, keyIdBytes))
}

const keyIdOf = (key: Buffer) => sha256(key).subarray(0, keyIdBytes)
