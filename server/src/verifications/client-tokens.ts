import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Verification } from '../books/verification.ts'
import { minuteMs } from '../platform/clock.ts'

const pattern = /^vt_[0-9a-f]{64}$/
const idDigits = 32
/** 128 bits. */
const proofDigits = 32
/** So long a browser may read how its verification ended. */
const readableMs = 10 * minuteMs

/**
 * Client tokens: the credential of one verification for the browser of the person. A token is `vt_`, the digits of the id
 * and an HMAC of them, so nothing is stored.
 */
export function makeClientTokens(key: Buffer) {
  const of = (id: string) => {
    const proof = createHmac('sha256', key).update(id).digest('hex').slice(0, proofDigits)
    return `vt_${id.slice('vf_'.length)}${proof}`
  }
  return {
    of,
    /** The id of its verification; undefined for a token that this installation did not make. */
    idOf(token: string): string | undefined {
      if (!pattern.test(token)) return undefined
      const id = `vf_${token.slice('vt_'.length, 'vt_'.length + idDigits)}`
      return timingSafeEqual(Buffer.from(of(id)), Buffer.from(token)) ? id : undefined
    },
  }
}
export type ClientTokens = ReturnType<typeof makeClientTokens>

/** Whether its client token may still be used. */
export function servesClient({ endedAt }: Verification, now: number): boolean {
  return endedAt === null || now < endedAt + readableMs
}
