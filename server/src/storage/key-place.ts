import { hash } from 'node:crypto'

export const placeBits = 48

/** 48 bits, so that a JavaScript number holds it exactly. */
export function hash48(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, placeBits / 4), 16)
}

/** The place of an idempotency key. Keys that share a place are distinguished by the key itself. */
export const placeOf = (serviceId: number, unique: string) => hash48(`${serviceId} ${unique}`)
