import { createCipheriv, createDecipheriv } from 'node:crypto'
import { systemRandom } from './random.ts'

/** NIST SP 800-38D: 96 random bits are the recommended length; one key seals far fewer than 2^32 texts. */
const nonceBytes = 12
const tagBytes = 16
/** Says how it was sealed, so that another way can follow one day. */
const version = 'v1'

/** Encrypts a secret for the database: AES-256-GCM, `v1.<base64url of nonce, tag and ciphertext>`. */
export function seal(key: Buffer, text: string): string {
  const nonce = systemRandom.bytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
}

/** Throws when the text was changed or sealed under another key. */
export function unseal(key: Buffer, sealed: string): string {
  const [by, body] = sealed.split('.')
  const bytes = Buffer.from(body ?? '', 'base64url')
  if (by !== version || bytes.length < nonceBytes + tagBytes) throw new Error('this is not a sealed text')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
  return text.toString('utf8')
}
