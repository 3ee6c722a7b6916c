import type { CallEnd, UserAgent } from '@ringkey/sip'
import type { HandsetEvent } from './carrier-messages.ts'

export interface DialOut {
  readonly id: number
  readonly from: string
  readonly to: string
  /** Where the service listens: `127.0.0.1:5060`. */
  readonly at: string
}

/** A confirmation number answers at once, so a longer wait is useless. */
const ringLimitMs = 20_000

/** A call from the handset to the service. */
export async function dialOut(
  agent: UserAgent,
  { id, from, to, at }: DialOut,
  onEvent: (event: HandsetEvent) => void,
): Promise<string> {
  onEvent({ kind: 'dialling', id, from, to })
  const call = agent.call({
    to: `sip:+${to}@${at}`,
    from: `sip:+${from}@127.0.0.1`,
    // RFC 3325: a carrier asserts the number of its subscriber.
    headers: [['P-Asserted-Identity', `<sip:+${from}@127.0.0.1>`]],
    ringLimitMs,
    onProgress: (response) => onEvent({ kind: 'progress', id, status: response.status }),
    onAnswer: () => call.hangUp(),
  })
  const why = explain(await call.ended)
  onEvent({ kind: 'ended', id, why, heardMs: 0 })
  return why
}

function explain(end: CallEnd): string {
  if (end.kind === 'rejected') {
    // Confirmation numbers are always busy: the call itself is the proof.
    return end.response.status === 486
      ? 'busy, as confirmation numbers are'
      : `refused with ${end.response.status}`
  }
  if (end.kind === 'hung-up') return 'answered'
  return end.kind === 'failed' ? 'the service did not answer' : 'not answered'
}
