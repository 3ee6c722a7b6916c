import { hash } from 'node:crypto'

export const keyHashBits = 48

/** 48 bits, so that a JavaScript number holds it exactly. */
export function hash48(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, keyHashBits / 4), 16)
}

/** Idempotency keys that share a hash are distinguished by the key itself. */
export const keyHashOf = (serviceId: number, unique: string) => hash48(`${serviceId} ${unique}`)

/** The name of a phone in memory: each character is a byte of its hash. */
export function phoneText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
}
