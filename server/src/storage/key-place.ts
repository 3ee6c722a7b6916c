import { hash } from 'node:crypto'

export const placeBits = 48

/** 48 bits, so that it is an exact number. */
export function hash48(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, placeBits / 4), 16)
}

/** Where an idempotency key stands; keys that share a place are told apart by the key itself. */
export const placeOf = (serviceId: number, unique: string) => hash48(`${serviceId} ${unique}`)
