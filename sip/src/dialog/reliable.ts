import { parseRSeq } from '../message/header-values.ts'
import type { SipResponse } from '../message/message.ts'

/** The RSeq of a provisional response that needs a PRACK (RFC 3262 4), or undefined. */
export function reliableSequence(response: SipResponse): number | undefined {
  if (response.status <= 100 || response.status >= 200) return undefined
  if (!response.headers.includes('Require', '100rel')) return undefined
  return parseRSeq(response.headers.get('RSeq') ?? '')
}

/**
 * RFC 3262 4: the first RSeq of an early dialog may have any value, and each further one is one higher. Copies and
 * responses after a gap are neither acknowledged nor delivered.
 */
export function isNextReliable(last: number | undefined, rseq: number): boolean {
  return last === undefined || rseq === last + 1
}
